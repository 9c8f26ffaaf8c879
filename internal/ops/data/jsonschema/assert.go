package jsonschema

import (
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"toolcrib/internal/jsonscan"
	"toolcrib/internal/ops/data/jsondoc"
)

func kindName(k jsonscan.Kind) string {
	switch k {
	case jsonscan.Object:
		return "object"
	case jsonscan.Array:
		return "array"
	case jsonscan.String:
		return "string"
	case jsonscan.Number:
		return "number"
	case jsonscan.Null:
		return "null"
	}
	return "boolean"
}

// texts lists the strings of a string or an array.
func texts(v *jsondoc.Value) (list []string) {
	if isString(v) {
		return []string{v.Text}
	}
	for i := range v.Items {
		if isString(&v.Items[i]) {
			list = append(list, v.Items[i].Text)
		}
	}
	return list
}

func compileType(_ *compiler, _ *node, k keywordAt) check {
	types := texts(k.value)
	want := strings.Join(types, " or ")
	return func(e *evaluation, v *jsondoc.Value, _ []bool) bool {
		name := kindName(v.Kind)
		if slices.Contains(types, name) || isNumber(v) && slices.Contains(types, "integer") && number(e, v).IsInteger() {
			return true
		}
		return e.fail(v, k, "must be %s, is %s", want, name)
	}
}

// number is the value of a number; reading a long one is work.
func number(e *evaluation, v *jsondoc.Value) jsondoc.Decimal {
	e.work(len(v.Text) / 16)
	return jsondoc.ParseDecimal(v.Text)
}

func compileEnum(_ *compiler, _ *node, k keywordAt) check { return oneOfValues(k, k.value.Items) }

func compileConst(_ *compiler, _ *node, k keywordAt) check {
	return oneOfValues(k, []jsondoc.Value{*k.value})
}

// oneOfValues accepts a value that equals one of a list.
func oneOfValues(k keywordAt, values []jsondoc.Value) check {
	keys := make(map[string]bool, len(values))
	kinds := map[jsonscan.Kind]bool{}
	var shown []string
	for i := range values {
		keys[key(&values[i])] = true
		kinds[values[i].Kind] = true
		if len(shown) < 5 {
			shown = append(shown, show(&values[i]))
		}
	}
	want := strings.Join(shown, ", ")
	if len(values) > len(shown) {
		want += ", …"
	}
	if k.name == "enum" {
		want = "one of " + want
	}
	return func(e *evaluation, v *jsondoc.Value, _ []bool) bool {
		if kinds[v.Kind] {
			one := key(v)
			e.work(len(one) / 16)
			if keys[one] {
				return true
			}
		}
		return e.fail(v, k, "must be %s", want)
	}
}

// compileBound is for minimum, maximum and their exclusive forms, which in
// draft 4 are booleans beside them.
func compileBound(_ *compiler, n *node, k keywordAt) check {
	if !isNumber(k.value) {
		return nil
	}
	limit := jsondoc.ParseDecimal(k.value.Text)
	exclusive := strings.HasPrefix(k.name, "exclusive")
	sign, word := -1, "at least"
	if strings.HasSuffix(strings.ToLower(k.name), "maximum") {
		sign, word = 1, "at most"
	}
	if n.in.draft.version == draft4 {
		beside := n.value.Get("exclusive" + strings.ToUpper(k.name[:1]) + k.name[1:])
		exclusive = beside != nil && beside.Kind == jsonscan.True
	}
	if exclusive {
		word = map[int]string{-1: "greater than", 1: "less than"}[sign]
	}
	return func(e *evaluation, v *jsondoc.Value, _ []bool) bool {
		if !isNumber(v) {
			return true
		}
		beyond := sign * number(e, v).Cmp(limit)
		if beyond < 0 || beyond == 0 && !exclusive {
			return true
		}
		return e.fail(v, k, "must be %s %s, is %s", word, cut(k.value.Text), cut(v.Text))
	}
}

func compileMultipleOf(_ *compiler, _ *node, k keywordAt) check {
	if !isNumber(k.value) {
		return nil
	}
	divisor := jsondoc.ParseDecimal(k.value.Text)
	if divisor.Digits == "" {
		return nil
	}
	return func(e *evaluation, v *jsondoc.Value, _ []bool) bool {
		if !isNumber(v) {
			return true
		}
		d := number(e, v)
		// Long numbers take time that grows with the square of their length.
		size := (len(d.Digits) + len(divisor.Digits)) / 16
		if e.work(size*size) && isMultiple(d, divisor) {
			return true
		}
		return e.fail(v, k, "must be a multiple of %s, is %s", cut(k.value.Text), cut(v.Text))
	}
}

// isMultiple divides exactly. With both as whole numbers without zeros at the
// end times a power of ten, a·10^k must be divisible by b; below k = 0 it
// cannot be, for then 10 would divide a.
func isMultiple(d, divisor jsondoc.Decimal) bool {
	if d.Digits == "" {
		return true
	}
	k := d.Exponent - int64(len(d.Digits)) - divisor.Exponent + int64(len(divisor.Digits))
	if k < 0 {
		return false
	}
	a, _ := new(big.Int).SetString(d.Digits, 10)
	b, _ := new(big.Int).SetString(divisor.Digits, 10)
	power := new(big.Int).Exp(big.NewInt(10), big.NewInt(k), b)
	return a.Mul(a, power).Mod(a, b).Sign() == 0
}

// bound is the value of a keyword that counts something, false if it is none.
func bound(v *jsondoc.Value) (int, bool) {
	if !isNumber(v) {
		return 0, false
	}
	d := jsondoc.ParseDecimal(v.Text)
	switch {
	case d.Negative || !d.IsInteger():
		return 0, false
	case d.Exponent > 9:
		return math.MaxInt, true
	}
	n, _ := strconv.Atoi((d.Digits + "000000000")[:d.Exponent])
	return n, true
}

// compileLength is for the bounds on the characters of a string.
func compileLength(_ *compiler, _ *node, k keywordAt) check {
	return compileCount(k, func(e *evaluation, v *jsondoc.Value) (int, bool) {
		if !isString(v) {
			return 0, false
		}
		e.work(len(v.Text) / 64)
		return utf8.RuneCountInString(v.Text), true
	}, "characters")
}

// compileSize is for the bounds on the items of an array and the members of an
// object.
func compileSize(_ *compiler, _ *node, k keywordAt) check {
	is, unit := isArray, "items"
	if strings.HasSuffix(k.name, "Properties") {
		is, unit = isObject, "members"
	}
	return compileCount(k, func(_ *evaluation, v *jsondoc.Value) (int, bool) { return len(v.Items), is(v) }, unit)
}

func compileCount(k keywordAt, size func(*evaluation, *jsondoc.Value) (int, bool), unit string) check {
	limit, ok := bound(k.value)
	if !ok {
		return nil
	}
	most := strings.HasPrefix(k.name, "max")
	return func(e *evaluation, v *jsondoc.Value, _ []bool) bool {
		n, ok := size(e, v)
		switch {
		case !ok:
			return true
		case most && n > limit:
			return e.fail(v, k, "must have at most %d %s, has %d", limit, unit, n)
		case !most && n < limit:
			return e.fail(v, k, "must have at least %d %s, has %d", limit, unit, n)
		}
		return true
	}
}

func compileUniqueItems(_ *compiler, _ *node, k keywordAt) check {
	if k.value.Kind != jsonscan.True {
		return nil
	}
	return func(e *evaluation, v *jsondoc.Value, _ []bool) bool {
		if !isArray(v) || len(v.Items) < 2 {
			return true
		}
		seen := make(map[string]int, len(v.Items))
		for i := range v.Items {
			one := key(&v.Items[i])
			if !e.work(1 + len(one)/16) {
				return false
			}
			if first, had := seen[one]; had {
				return e.fail(v, k, "must have no two equal items, but items %d and %d are", first, i)
			}
			seen[one] = i
		}
		return true
	}
}

func compileRequired(_ *compiler, _ *node, k keywordAt) check {
	names := texts(k.value)
	if !isArray(k.value) {
		return nil
	}
	return func(e *evaluation, v *jsondoc.Value, _ []bool) bool {
		return requireAll(e, v, k, names, "")
	}
}

// requireAll accepts an object that has all names.
func requireAll(e *evaluation, v *jsondoc.Value, k keywordAt, names []string, because string) bool {
	if !isObject(v) || !e.work(len(names)/16) {
		return true
	}
	var missing []string
	for _, name := range names {
		if v.Index(name) < 0 {
			missing = append(missing, name)
		}
	}
	return len(missing) == 0 || e.fail(v, k, "must have %s%s", quoteAll(missing), because)
}
