package op_test

import (
	"fmt"
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"pgregory.net/rapid"

	"toolcrib/internal/op"
)

// What a person reads. Contract C1: the message of a number says what to
// remove; C5 and C10: of an unknown name, what to use instead.
func TestMessages(t *testing.T) {
	for _, tt := range []struct {
		o                    *op.Op
		query, message, hint string
	}{
		{scalars, "tenure=1", "unknown parameter 'tenure'; use annual_rate or months", "accepted: text, code, flag"},
		{scalars, "kod=1", "unknown parameter 'kod'; did you mean 'code'?", "accepted: "},
		{scalars, "switch=1", "unknown parameter 'switch'; did you mean 'flag'?", ""},
		{scalars, "intrest_rate=1", "did you mean 'interest_rate'?", ""},
		{scalars, "annualRate=1", "did you mean 'annual_rate'?", ""},
		{scalars, "mnoths=1", "did you mean 'months'?", ""},
		{scalars, "qqq=1", "unknown parameter 'qqq'", ""},
		{scalars, "dec=1,00,000", "'1,00,000' is not a number: remove the separators", "100000 or 8.5"},
		{scalars, "dec=%E2%82%B9500", "remove the currency sign", ""}, {scalars, "dec=$5", "remove the currency sign", ""},
		{scalars, "dec=5%25", "remove the percent sign", ""}, {scalars, "dec=5+%25", "remove the percent sign", ""},
		{scalars, "dec=%2B5", "remove the '+'", ""}, {scalars, "dec=+5", "remove the space", ""}, {scalars, "dec=.5", "write a digit before the point", ""}, {scalars, "dec=5.", "remove the final point", ""},
		{scalars, "dec=0x10", "send it in decimal", ""}, {scalars, "dec=-007", "remove the leading zeros", ""}, {scalars, "dec=00.5", "remove the leading zeros", ""}, {scalars, "dec=", "it is empty", ""}, {scalars, "dec=NaN", "must be written in digits", ""},
		{scalars, "dec=1e99", "'1e99' is too large or too small; exponents go from -60 to 60", "ordinary size"},
		{scalars, "dec=0.12345678901234567890123456789012345", "has more than 34 significant digits", "round it first"},
		{scalars, "dec=0", "must be above 0 and at most 1000000000000, got 0", ""}, {scalars, "int=-6", "must be at least -5 and below 100, got -6", ""}, {scalars, "big=-1e60", "must be at least -1000000000000000000000000000000, got -100000000000000000000000000000000000000…", ""},
		{scalars, "int=1.5", "'1.5' is not a whole number", "round it first"}, {scalars, "wide=1e19", "must be between -9223372036854775808 and 9223372036854775807", ""},
		{scalars, "unit=kmm", "'kmm' is not one of square_metre, km, UTF-8", "did you mean 'km'?"},
		{scalars, "flag=1", "expected true or false, got '1'", "send true or false"},
		{scalars, "months=1;x=2", "parameter 'months' has an unescaped ';'", ""}, {scalars, "months=%zz", "parameter 'months' has a broken percent-escape", ""},
		{scalars, "text=a", "has 1 characters; at least 2 needed", ""}, {scalars, "list=1", "has 1 items; at least 2 needed", ""},
		{scalars, "months=1&months=2", "the parameter 'months' was sent twice", "send it once"},
		{scalars, "rate=1&annual_rate=2", "was sent together with 'rate', which is another name of it", "send only 'annual_rate'"},
		{ruled, "name=x&mass=1&pounds=2&feet=1", "was sent together with 'mass'; send only one of weight, pounds", ""},
		{ruled, "name=x&feet=1", "the parameter 'weight' is missing; send exactly one of weight, pounds", ""},
		{ruled, "name=x&mass=1", "the parameter 'feet' is missing; send exactly one of feet with inches, metres", ""},
		{ruled, "mass=1&metres=1", "the parameter 'name' is missing; expected text", ""},
	} {
		v := refuse(tt.o, op.Query(tt.query)).Violations[0]
		if !strings.Contains(v.Message, tt.message) || !strings.Contains(v.Hint, tt.hint) {
			t.Errorf("?%s: %q, hint %q; want %q, %q", tt.query, v.Message, v.Hint, tt.message, tt.hint)
		}
	}
	for body, want := range map[string]string{
		``: "the body is empty", "  ": "the body is empty", "\ufeff{}": "the body begins with a byte order mark", `{"a":1,}`: "a comma before the closing bracket at line 1, column 8",
		`{"id":null}`: "expected text, got null", `{"either":null}`: "expected a number or text, got null", `{"points":1}`: "expected a list, got a number", `{"three":null}`: "expected true or false or a list or an object or a whole number, got null",
		`{"ID":1}`: "unknown field 'ID'; did you mean 'id'?", `[1]`: "the body must be a JSON object, got a list", `{} {}`: "the JSON value is complete, but more follows at line 1, column 4",
		`{"point":{"z":"up"}}`: "'up' is not one of near, far", `{"point":{}}`: "the field 'point.x' is missing; expected a number",
	} {
		if v := refuse(nested, op.JSON([]byte(body))).Violations[0]; v.Message != want {
			t.Errorf("%s: %q, want %q", body, v.Message, want)
		}
	}
	if v := refuse(nothing, op.JSON([]byte(`{"x":1}`))).Violations[0]; v.Hint != "there are none to send" {
		t.Errorf("hint %q", v.Hint)
	}
}

// longestEcho bounds what a violation says: a hundred or so of our words, a
// list of names, and at most 60 characters of each of the caller's.
const longestEcho = 700

// No violation gives back much of what was sent, nor anything that acts on a
// terminal.
func TestEcho(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		nasty := rapid.StringOfN(rapid.SampledFrom([]rune("ab_1,\x00\x1b\n\u202e\u2028é😀\"\\")), 1, 200, -1).Draw(t, "nasty")
		if rapid.Bool().Draw(t, "long") {
			nasty = strings.Repeat(nasty, 50)
		}
		text := string(op.AppendString(nil, nasty))
		for _, body := range []string{
			`{` + text + `:1}`, `{"id":1,"point":{` + text + `:1}}`, `{"pairs":{` + text + `:"x"}}`, `{"pairs":{` + text + `:1,` + text + `:1}}`, `{"maps":{` + text + `:{` + text + `:1}}}`,
			`{"either":` + text + `}`, `{"enums":[` + text + `]}`, `{"doc":{` + text + `:1,` + text + `:2}}`, `{"three":[` + text + `,1]}`, text, `{"point":{"x":1,"z":` + text + `}}`, `{"id":` + text,
		} {
			_, err := nested.Decode(op.JSON([]byte(body)), op.DefaultLimits())
			if err != nil {
				checkEcho(t, refusal(err))
			}
		}
		_, err := scalars.Decode(op.Fields([]op.Field{{Name: nasty, Value: nasty}, {Name: "dec", Value: nasty}, {Name: "code", Value: nasty}, {Name: "flag", Value: nasty}, {Name: "unit", Value: nasty}}), op.DefaultLimits())
		checkEcho(t, refusal(err))
	})
}

func checkEcho(t *rapid.T, e *op.Invalid) {
	for _, v := range e.Violations {
		for _, s := range []string{v.Field, v.Message, v.Hint} {
			if len(s) > longestEcho || !utf8.ValidString(s) || strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsPrint(r) }) {
				t.Fatalf("%q", s)
			}
		}
	}
}

// A violation has the members of service.md 4 and operations-b 0.4, in order.
func TestViolationObject(t *testing.T) {
	v := refuse(nested, op.JSON([]byte("{\"id\":\"é\",\n}"))).Violations[0]
	want := `{"field":"","code":"malformed_json","message":"a comma before the closing bracket at line 2, column 1","reason":"trailing_comma","line":2,"column":1,"byte_offset":12}`
	if got := string(v.Object().AppendJSON(nil)); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	e := &op.Invalid{}
	e.Add("a", "order", "%d", 1).Hint = "h"
	e.Violations[0].Details = op.Object{{Name: "feature", Value: "x"}}
	if got := string(e.Violations[0].Object().AppendJSON(nil)); got != `{"field":"a","code":"order","message":"1","hint":"h","feature":"x"}` {
		t.Error(got)
	}
	if e.Error() != "a: 1" || op.Refuse("", "x", "y").Error() != "y" || (&op.Invalid{}).Or() != nil || (&op.Invalid{}).Error() == "" {
		t.Error("error texts")
	}
}

// An answer lists a hundred violations and counts the rest.
func TestManyViolations(t *testing.T) {
	var b strings.Builder
	for i := range 250 {
		fmt.Fprintf(&b, `,"x%d":1`, i)
	}
	e := refuse(ruled, op.JSON([]byte("{"+b.String()[1:]+"}")))
	if len(e.Violations) != 100 || e.Omitted != 153 { // 150 names and three things missing
		t.Errorf("%d listed, %d omitted", len(e.Violations), e.Omitted)
	}
	if e.Violations[99].Field != "x99" {
		t.Errorf("the last is %v", e.Violations[99])
	}
}

// No body of the size that is let in costs more than a fraction of a second,
// whatever is wrong with it. The bound leaves room for a busy machine and the
// race detector; what is quadratic would take minutes.
func TestHostile(t *testing.T) {
	const size = 2 << 20
	repeat := func(s string) string { return strings.Repeat(s, size/len(s)) }
	var names, near strings.Builder
	for i := range size / 20 {
		fmt.Fprintf(&names, `"nobody_%d":1,`, i)
		fmt.Fprintf(&near, `"annual_ratx%d":1,`, i)
	}
	long := strings.Repeat("n", size/2)
	for name, tt := range map[string]struct {
		o    *op.Op
		body string
	}{
		"unknown names":         {scalars, "{" + names.String() + `"x":1}`},
		"names nearly right":    {scalars, "{" + near.String() + `"x":1}`},
		"one long name":         {scalars, `{"` + long + `":1}`},
		"duplicates":            {scalars, `{` + repeat(`"int":1,`) + `"int":1}`},
		"wrong items":           {nested, `{"many":[` + repeat(`1,`) + `1]}`},
		"right items":           {nested, `{"many":[` + repeat(`true,`) + `true]}`},
		"objects of nothing":    {nested, `{"points":[` + repeat(`{},`) + `{}]}`},
		"maps of nothing":       {nested, `{"maps":{` + strings.ReplaceAll(names.String(), ":1", ":{}") + `"x":{}}}`},
		"long name, many wrong": {nested, `{"maps":{"` + long + `":{` + names.String()[:size/2] + `x":1}}}`},
		"repeated in documents": {nested, `{"raws":[` + repeat(`{"a":1,"a":1},`) + `1]}`},
		"not in enum":           {nested, `{"enums":[` + repeat(`"a_bb",`) + `"c"]}`},
		"long number":           {scalars, `{"dec":1.` + repeat("0") + `}`},
		"longer number":         {scalars, `{"dec":` + repeat("7") + `}`},
		"escapes":               {nested, `{"doc":"` + repeat(`\u0041`) + `"}`},
		"brackets":              {nested, `{"grid":[` + repeat(`[],`) + `[]]}`},
		"empty body of commas":  {nested, repeat(",")},
	} {
		start := time.Now()
		if _, err := tt.o.Decode(op.JSON([]byte(tt.body)), op.DefaultLimits()); err != nil && len(refusal(err).Violations) > 100 {
			t.Errorf("%s: %d violations", name, len(refusal(err).Violations))
		}
		took := time.Since(start)
		t.Logf("%-22s %s", name, took)
		if took > 5*time.Second {
			t.Errorf("%s took %s", name, took)
		}
	}
}
