package op

import (
	"bytes"
	"reflect"
	"strings"
	"sync"

	"toolcrib/internal/jsonscan"
)

// maxDepth bounds nesting of a request: the 1,000 levels of a document, inside
// the object that carries it.
const maxDepth = 1001

// decoder reads one input. It collects violations in invalid and returns an
// error only for a document that is not JSON.
type decoder struct {
	noun    string // "parameter" or "field", as the operation's method has it
	limits  Limits
	invalid *Invalid
	scan    *jsonscan.Scanner
	src     []byte
	room    []byte // in which texts with escapes are read, one after the other
	path    []step
	root    *node   // the input itself
	given   []Field // fields that the path of the URL has
	unread  bool    // the source was not read to its end: nothing can be said of what is missing
}

// rooms recycles what texts with escapes are read in.
var rooms = sync.Pool{New: func() any { return new([]byte) }}

// keepRoom is the largest room worth keeping.
const keepRoom = 4 << 20

// document reads a whole JSON body into dst, a struct of the node's type, and
// returns which of its fields were sent.
func (d *decoder) document(n *node, dst reflect.Value, body []byte) (got sent) {
	room := rooms.Get().(*[]byte)
	d.src, d.room = body, *room
	defer func() {
		if *room = d.room; cap(*room) <= keepRoom {
			rooms.Put(room)
		}
	}()
	scan, err := jsonscan.New(body, maxDepth)
	if err == nil {
		d.scan = scan
		got, err = d.top(n, dst)
	}
	if err != nil {
		d.broken(err.(*jsonscan.Error))
	}
	return got
}

func (d *decoder) top(n *node, dst reflect.Value) (got sent, err error) {
	k, err := d.scan.Peek()
	if err != nil {
		return got, err
	}
	if k == jsonscan.Object {
		got, err = d.object(n, dst)
	} else {
		err = d.skip()
		d.unread = true
		d.add(InvalidType, "the body must be a JSON object, got %s", jsonNoun(k)).Hint = n.objectHint()
	}
	if err != nil {
		return got, err
	}
	return got, d.scan.End()
}

// skip passes over a value that is not looked at.
func (d *decoder) skip() error {
	_, _, err := d.scan.Skip()
	return err
}

// value reads one value into dst.
func (d *decoder) value(n *node, dst reflect.Value) error {
	k, err := d.scan.Peek()
	if err != nil {
		return err
	}
	if !n.accepts(k) {
		d.wrongType(n, k)
		return d.skip()
	}
	switch n.kind {
	case kObject:
		_, err = d.object(n, dst)
		return err
	case kArray:
		return d.array(n, dst)
	case kPairs:
		return d.pairs(n, dst)
	case kRaw:
		return d.raw(n, dst, k)
	case kEither:
		for i, alt := range n.alts {
			if alt.accepts(k) {
				side := reflect.New(alt.typ)
				dst.Field(i).Set(side)
				return d.value(alt, side.Elem())
			}
		}
	}
	return d.scalar(n, dst, k)
}

func (d *decoder) scalar(n *node, dst reflect.Value, k jsonscan.Kind) error {
	switch k {
	case jsonscan.True, jsonscan.False:
		_, err := d.scan.Literal()
		dst.SetBool(k == jsonscan.True)
		return err
	case jsonscan.Number:
		lexeme, err := d.scan.Number()
		if err == nil {
			d.number(n, dst, string(lexeme))
		}
		return err
	}
	text, err := d.scan.TextIn(&d.room)
	if err == nil {
		d.string(n, dst, string(text))
	}
	return err
}

// accepts tells whether a JSON value of kind k can be this node's.
func (n *node) accepts(k jsonscan.Kind) bool {
	switch n.kind {
	case kString:
		return k == jsonscan.String || k == jsonscan.Number && n.numeric
	case kBool:
		return k == jsonscan.True || k == jsonscan.False
	case kInt, kDec, kBig:
		return k == jsonscan.Number
	case kObject, kPairs:
		return k == jsonscan.Object
	case kArray:
		return k == jsonscan.Array
	case kEither:
		return n.alts[0].accepts(k) || n.alts[1].accepts(k)
	}
	return true
}

func (d *decoder) wrongType(n *node, k jsonscan.Kind) {
	v := d.add(InvalidType, "expected %s, got %s", n.noun(), jsonNoun(k))
	switch {
	case k == jsonscan.Null:
		v.Hint = "send a value, or leave it out where it is optional"
	case k == jsonscan.String && (n.kind == kDec || n.kind == kInt || n.kind == kBig):
		v.Hint = "send the number without quotes"
	case k == jsonscan.String && n.kind == kBool:
		v.Hint = "send true or false without quotes"
	case k == jsonscan.Number && n.kind == kString:
		v.Hint = "put the value in quotes"
	case n.kind == kArray:
		v.Hint = "send a list, also for one value: […]"
	case n.kind == kObject && k == jsonscan.String:
		v.Hint = n.objectHint()
	}
}

// objectHint shows how an object begins.
func (n *node) objectHint() string {
	if len(n.fields) == 0 {
		return "send an object: {}"
	}
	return `send an object: {"` + n.fields[0].name + `": …}`
}

func jsonNoun(k jsonscan.Kind) string {
	switch k {
	case jsonscan.Object:
		return "an object"
	case jsonscan.Array:
		return "a list"
	case jsonscan.String:
		return "text"
	case jsonscan.Number:
		return "a number"
	case jsonscan.Null:
		return "null"
	}
	return "a boolean"
}

// maxItems bounds lists and maps that have no bound of their own, so that a
// body of commas does not become an array of large structs.
const maxItems = 100_000

// room is the number of items that a list or map is given.
func (n *node) room() int {
	if n.maxLen > 0 {
		return n.maxLen
	}
	return maxItems
}

func (d *decoder) array(n *node, dst reflect.Value) error {
	dst.Set(reflect.MakeSlice(n.typ, 0, min(n.room(), 4)))
	count := 0
	err := d.scan.Array(func(i int) error {
		if count++; count > n.room() {
			return d.skip()
		}
		grow(dst)
		return d.within(step{item: true, index: i}, func() error { return d.value(n.elem, dst.Index(i)) })
	})
	if err == nil {
		d.items(n, count)
	}
	return err
}

// grow adds a zero element to a slice.
func grow(v reflect.Value) reflect.Value {
	n := v.Len()
	if n == v.Cap() {
		v.Grow(1)
	}
	v.SetLen(n + 1)
	v.Index(n).SetZero()
	return v.Index(n)
}

// items checks the number of elements of a list or members of a map.
func (d *decoder) items(n *node, count int) {
	switch {
	case count > n.room():
		d.add(TooManyItems, "has %d items; at most %d are allowed", count, n.room())
	case count < n.minLen:
		d.add(TooShort, "has %d items; at least %d needed", count, n.minLen)
	}
}

func (d *decoder) pairs(n *node, dst reflect.Value) error {
	dst.Set(reflect.MakeSlice(n.typ, 0, min(n.room(), 4)))
	count, seen := 0, map[string]bool{}
	err := d.scan.Object(func(name []byte, _ int) error {
		if count++; count > n.room() {
			return d.skip()
		}
		key := string(name)
		return d.within(step{name: key}, func() error {
			if seen[key] {
				return d.duplicate()
			}
			seen[key] = true
			pair := grow(dst)
			pair.Field(0).SetString(key)
			return d.value(n.elem, pair.Field(1))
		})
	})
	if err == nil {
		d.items(n, count)
	}
	return err
}

// raw keeps the bytes of a value. A text is measured by its characters' bytes
// and not by its escapes.
func (d *decoder) raw(n *node, dst reflect.Value, k jsonscan.Kind) error {
	start := d.scan.Offset()
	if k == jsonscan.String {
		text, err := d.scan.TextIn(&d.room)
		if err != nil {
			return err
		}
		end := d.scan.Offset()
		dst.SetBytes(d.src[start:end:end])
		d.size(n, len(text))
		return nil
	}
	raw, dup, err := d.scan.Skip()
	if err != nil {
		return err
	}
	if dup != nil {
		d.addAt(dup.Offset, DuplicateField, "the member %s occurs twice in one object", Quote(dup.Name)).Hint = "send it once"
	}
	dst.SetBytes(raw)
	d.size(n, len(raw))
	return nil
}

// object reads the members of an object node.
func (d *decoder) object(n *node, dst reflect.Value) (got sent, err error) {
	err = d.scan.Object(func(name []byte, _ int) error {
		f, ok := n.byName[string(name)]
		if !ok {
			d.unknown(n, name)
			return d.within(step{name: string(name)}, d.skip)
		}
		return d.within(step{name: f.text()}, func() error {
			switch before := got[f.pos]; before {
			case 0:
				got[f.pos] = f.number
				if f.orNull {
					if k, err := d.scan.Peek(); err != nil || k == jsonscan.Null {
						return d.skip()
					}
				}
				return d.value(f.node, f.target(dst))
			case f.number:
				return d.duplicate()
			default:
				d.conflict(f, before)
				return d.skip()
			}
		})
	})
	if err == nil {
		d.finish(n, dst, &got)
	}
	return got, err
}

// fromPath takes in the fields that stand in the path of the URL.
func (d *decoder) fromPath(n *node, dst reflect.Value, got *sent) {
	for _, g := range d.given {
		f := n.byName[g.Name]
		d.path = append(d.path, step{name: f.name})
		if got[f.pos] == 0 {
			got[f.pos] = f.number
			d.text(f.node, f.target(dst), g.Value)
		} else if before := len(d.invalid.Violations); before == 0 {
			same := reflect.New(f.typ).Elem()
			d.text(f.node, same, g.Value)
			sent := dst.FieldByIndex(f.index)
			if f.pointer {
				sent = sent.Elem()
			}
			if len(d.invalid.Violations) == before && !bytes.Equal(f.appendInput(nil, same), f.appendInput(nil, sent)) {
				d.add(Conflict, "is %s in the path of the URL and something else beside it", Quote(g.Value)).Hint = "send it in the path alone"
			}
		}
		d.path = d.path[:len(d.path)-1]
	}
}

// target is the place of a field's value in its struct, made if it is a pointer.
func (f *field) target(dst reflect.Value) reflect.Value {
	v := dst.FieldByIndex(f.index)
	if !f.pointer {
		return v
	}
	v.Set(reflect.New(f.typ))
	return v.Elem()
}

// duplicate reports a name sent again and passes over its value.
func (d *decoder) duplicate() error {
	d.repeated()
	return d.skip()
}

func (d *decoder) repeated() {
	d.add(DuplicateField, "the %s '%s' was sent twice", d.noun, d.where()).Hint = "send it once"
}

// conflict reports a field that came before under another of its names.
func (d *decoder) conflict(f spelling, before uint8) {
	d.add(Conflict, "was sent together with '%s', which is another name of it", f.spelt(before)).Hint = "send only '" + f.name + "'"
}

// finish fills in defaults and reports what is missing.
func (d *decoder) finish(n *node, dst reflect.Value, got *sent) {
	if n == d.root {
		d.fromPath(n, dst, got)
	}
	for _, f := range n.fields {
		if got[f.pos] != 0 {
			continue
		}
		if f.def.IsValid() {
			f.setDefault(dst)
		}
		if f.required {
			d.path = append(d.path, step{name: f.name})
			d.add(Required, "the %s '%s' is missing; expected %s", d.noun, d.where(), f.noun())
			d.path = d.path[:len(d.path)-1]
		}
	}
}

// setDefault fills in the default. What has parts that an operation could
// change is made anew each time.
func (f *field) setDefault(dst reflect.Value) {
	switch f.kind {
	case kString, kBool, kInt, kDec, kBig:
		f.target(dst).Set(f.def)
	default:
		d := &decoder{invalid: &Invalid{}, limits: DefaultLimits()}
		d.text(f.node, f.target(dst), f.defText)
	}
}

// unknown reports a name that the object does not have, with the one that was
// probably meant.
func (d *decoder) unknown(n *node, name []byte) {
	if d.invalid.full() {
		d.invalid.omit()
		return
	}
	use := n.refused[fold(string(name))]
	if use == nil {
		if near := Nearest(string(name), n.accepted); near != "" {
			use = []string{near}
		}
	}
	msg := "unknown " + d.noun + " " + Quote(string(name))
	switch len(use) {
	case 0:
	case 1:
		msg += "; did you mean '" + use[0] + "'?"
	default:
		msg += "; use " + strings.Join(use, " or ")
	}
	d.path = append(d.path, step{name: string(name)})
	d.add(UnknownField, "%s", msg).Hint = n.acceptedHint()
	d.path = d.path[:len(d.path)-1]
}

func (n *node) acceptedHint() string {
	if len(n.fields) == 0 {
		return "there are none to send"
	}
	return "accepted: " + list(n.names(), 40)
}
