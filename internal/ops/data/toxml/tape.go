package toxml

import (
	"bytes"

	"toolcrib/internal/jsonscan"
	"toolcrib/internal/ops/data/jsondoc"
)

// tape is a document as the list of its values and names, containers before
// what is in them: made in one pass, and to be read in any order. The ends of
// containers are not on it.
type tape struct {
	doc   []byte
	nodes []node
}

// node is one value or name: doc[start:end], of a container its first byte.
type node struct {
	kind       jsonscan.Kind
	escaped    bool
	start, end uint32
	next       int32 // the index behind it and all that is in it; of a name, its value's
}

func readTape(doc []byte) (tape, error) {
	if _, err := jsonscan.New(doc, MaxDepth); err != nil { // not UTF-8, which Tokens does not look at
		return tape{}, err
	}
	room := 1
	for _, c := range []byte(",:{[") { // one of these begins every node but the first
		room += bytes.Count(doc, []byte{c})
	}
	t := tape{doc: doc, nodes: make([]node, 0, room)}
	var open []int
	tokens := jsonscan.NewTokens(doc, MaxDepth)
	for {
		token, err := tokens.Next()
		if err != nil {
			return t, err
		}
		switch token.Kind {
		case jsonscan.End:
			return t, nil
		case jsonscan.EndObject, jsonscan.EndArray:
			last := len(open) - 1
			t.nodes[open[last]].next = int32(len(t.nodes))
			open = open[:last]
			continue
		case jsonscan.Object, jsonscan.Array:
			open = append(open, len(t.nodes))
		}
		t.nodes = append(t.nodes, node{token.Kind, tokens.Escaped(), uint32(token.Start), uint32(token.End), int32(len(t.nodes)) + 1})
	}
}

// members yields the names of an object by their index; the value follows its
// name.
func (t *tape) members(object int, yield func(name int) error) error {
	end := int(t.nodes[object].next)
	for name := object + 1; name < end; name = int(t.nodes[name+1].next) {
		if err := yield(name); err != nil {
			return err
		}
	}
	return nil
}

// items yields the elements of an array by their index on the tape.
func (t *tape) items(array int, yield func(i, value int) error) error {
	end := int(t.nodes[array].next)
	for i, value := 0, array+1; value < end; i, value = i+1, int(t.nodes[value].next) {
		if err := yield(i, value); err != nil {
			return err
		}
	}
	return nil
}

// scalar tells whether a value is no container.
func (t *tape) scalar(value int) bool {
	k := t.nodes[value].kind
	return k != jsonscan.Object && k != jsonscan.Array
}

// text is what a string or name says, how a number, true or false is written,
// and nothing for null.
func (t *tape) text(i int) []byte {
	n := t.nodes[i]
	raw := t.doc[n.start:n.end]
	switch {
	case n.kind == jsonscan.Null:
		return nil
	case n.kind != jsonscan.String && n.kind != jsonscan.Name:
		return raw
	case n.escaped:
		return jsondoc.Unquote(raw)
	}
	return raw[1 : len(raw)-1]
}
