package toxml

import "toolcrib/internal/jsonscan"

// xpathNamespace is that of the elements of fn:json-to-xml.
const xpathNamespace = "http://www.w3.org/2005/xpath-functions"

var xpathNames = map[jsonscan.Kind]string{
	jsonscan.Object: "map", jsonscan.Array: "array", jsonscan.String: "string", jsonscan.Number: "number",
	jsonscan.True: "boolean", jsonscan.False: "boolean", jsonscan.Null: "null",
}

// xpath writes a value, that of a member where member is not -1.
func (w *writer) xpath(value, member, depth int) error {
	k := w.nodes[value].kind
	name := xpathNames[k]
	if err := w.open(name, depth, false); err != nil {
		return err
	}
	if depth == 0 {
		w.out = append(w.out, ` xmlns="`+xpathNamespace+`"`...)
	}
	if member >= 0 {
		if err := w.value("key", w.text(member)); err != nil {
			return err
		}
	}
	return w.inside(name, depth, false, func() error {
		switch k {
		case jsonscan.Object:
			return w.members(value, func(member int) error {
				return w.within(step{name: member}, func() error { return w.xpath(member+1, member, depth+1) })
			})
		case jsonscan.Array:
			return w.items(value, func(i, item int) error {
				return w.within(step{-1, i}, func() error { return w.xpath(item, -1, depth+1) })
			})
		}
		return w.appendText(w.text(value), textEscapes)
	})
}
