package op

import (
	"reflect"
	"slices"
	"strings"

	"toolcrib/internal/jsonscan"
	"toolcrib/internal/num"
)

// fields reads named texts into dst: query parameters or flags. Lists are
// repeated names; objects are JSON text.
func (d *decoder) fields(n *node, dst reflect.Value, pairs []pair) (got sent) {
	var whole sent // lists whose length is not to be checked: they came as one JSON text, or broken
	for i := range pairs {
		p := &pairs[i]
		d.path = d.path[:0]
		f, ok := n.byName[p.Name]
		if !ok && p.code == "" {
			d.unknown(n, []byte(p.Name))
			continue
		}
		d.path = append(d.path, step{name: p.Name})
		switch {
		case p.code != "":
			d.add(p.code, "%s %s %s", d.noun, Quote(p.Name), p.fault)
			if ok {
				whole[f.pos] = 1
			}
		case got[f.pos] != 0 && got[f.pos] != f.number:
			d.conflict(f, got[f.pos])
		case f.kind == kArray:
			if d.listItem(f, dst, p.Value, got[f.pos] != 0) {
				whole[f.pos] = 1
			}
		case f.kind == kEither && whole[f.pos] != 0: // was joined at its first text
		case f.kind == kEither && f.takesTexts() && slices.ContainsFunc(pairs[i+1:], p.same):
			d.jsonText(f.node, f.target(dst), joined(pairs[i:], p))
			whole[f.pos] = 1
		case got[f.pos] != 0:
			d.repeated()
		default:
			d.text(f.node, f.target(dst), p.Value)
		}
		if ok && got[f.pos] == 0 {
			got[f.pos] = f.number
		}
	}
	d.lists(n, dst, &got, &whole)
	d.path = d.path[:0]
	d.finish(n, dst, &got)
	return got
}

// listItem appends one text to a list, or reads the whole list where it is
// sent once as a JSON array; it tells which.
func (d *decoder) listItem(f spelling, dst reflect.Value, s string, again bool) (whole bool) {
	if !again && isArray(s) {
		d.jsonText(f.node, f.target(dst), s)
		return true
	}
	target := dst.FieldByIndex(f.index)
	if f.pointer {
		if target.IsNil() {
			target.Set(reflect.New(f.typ))
		}
		target = target.Elem()
	}
	item := grow(target)
	d.path = append(d.path, step{item: true, index: target.Len() - 1})
	d.text(f.elem, item, s)
	d.path = d.path[:len(d.path)-1]
	return false
}

// takesTexts tells that a side of an Either is a list of texts, which repeated
// names then make.
func (n *node) takesTexts() bool {
	return slices.ContainsFunc(n.alts, func(alt *node) bool { return alt.kind == kArray && alt.elem.kind == kString })
}

// same tells whether another text came by the same name.
func (p *pair) same(other pair) bool { return other.Name == p.Name && other.code == "" }

// joined is the list of the texts that came by the name of p, as JSON.
func joined(pairs []pair, p *pair) string {
	list := []byte{'['}
	for _, other := range pairs {
		if p.same(other) {
			list = append(AppendString(list, other.Value), ',')
		}
	}
	list[len(list)-1] = ']'
	return string(list)
}

// isArray tells whether a text is a JSON array and not only looks like one.
func isArray(s string) bool {
	scan, err := jsonscan.New([]byte(s), maxDepth)
	if err != nil {
		return false
	}
	k, err := scan.Peek()
	if err != nil || k != jsonscan.Array {
		return false
	}
	_, _, err = scan.Skip()
	return err == nil && scan.End() == nil
}

// lists checks the lengths of lists that came as repeated names.
func (d *decoder) lists(n *node, dst reflect.Value, got, whole *sent) {
	for _, f := range n.fields {
		if f.kind != kArray || got[f.pos] == 0 || whole[f.pos] != 0 {
			continue
		}
		v := dst.FieldByIndex(f.index)
		if f.pointer {
			v = v.Elem()
		}
		if v.IsValid() {
			d.path = append(d.path[:0], step{name: f.spelt(got[f.pos])})
			d.items(f.node, v.Len())
		}
	}
}

// text reads one text into dst.
func (d *decoder) text(n *node, dst reflect.Value, s string) {
	switch n.kind {
	case kString:
		d.string(n, dst, s)
	case kBool:
		if s != "true" && s != "false" {
			d.add(InvalidType, "expected true or false, got %s", Quote(s)).Hint = "send true or false"
			return
		}
		dst.SetBool(s == "true")
	case kInt, kDec, kBig:
		d.number(n, dst, s)
	case kRaw:
		if !n.document {
			d.jsonText(n, dst, s)
			return
		}
		// A text typed by a person is the text of a document, not the document.
		dst.SetBytes(AppendString(nil, s))
		d.size(n, len(s))
	case kEither:
		i := n.textSide(s)
		side := reflect.New(n.alts[i].typ)
		dst.Field(i).Set(side)
		d.text(n.alts[i], side.Elem(), s)
	default:
		d.jsonText(n, dst, s)
	}
}

// textSide chooses the alternative that a text is meant for: what looks like a
// number or like JSON goes to the side that takes it, all else to the text.
func (n *node) textSide(s string) int {
	t := strings.TrimSpace(s)
	k := jsonscan.String
	switch {
	case t != "" && num.Scan(t) == len(t):
		k = jsonscan.Number
	case strings.HasPrefix(t, "{"):
		k = jsonscan.Object
	case strings.HasPrefix(t, "["):
		k = jsonscan.Array
	case t == "true" || t == "false":
		k = jsonscan.True
	}
	for _, kind := range []jsonscan.Kind{k, jsonscan.String} {
		for i, alt := range n.alts {
			if alt.accepts(kind) {
				return i
			}
		}
	}
	return 0
}

// jsonText reads a text that is itself JSON. Where it is not, that is the only
// thing said of it.
func (d *decoder) jsonText(n *node, dst reflect.Value, s string) {
	before := len(d.invalid.Violations)
	inner := &decoder{noun: d.noun, limits: d.limits, invalid: d.invalid, path: d.path, src: []byte(s)}
	scan, err := jsonscan.New(inner.src, maxDepth)
	if err == nil {
		inner.scan = scan
		if err = inner.value(n, dst); err == nil {
			err = scan.End()
		}
	}
	if err != nil {
		e := err.(*jsonscan.Error)
		d.invalid.Violations = d.invalid.Violations[:before]
		d.add(InvalidFormat, "is not JSON: %s", reasonText(e.Reason)).Place = inner.place(e.Offset)
	}
}
