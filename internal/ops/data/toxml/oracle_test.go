package toxml_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"os"
	"testing"

	"toolcrib/internal/ops/data/toxml"
)

// options are those of a recorded case; what is left out is the default.
type options struct {
	Root            string       `json:"root"`
	Item            string       `json:"item"`
	AttributePrefix string       `json:"attribute_prefix"`
	TextKey         string       `json:"text_key"`
	Arrays          string       `json:"arrays"`
	NullAs          toxml.Nulls  `json:"null_as"`
	InvalidNames    toxml.Repair `json:"invalid_names"`
	TypeAttributes  bool         `json:"type_attributes"`
	Indent          string       `json:"indent"`
	Declaration     bool         `json:"declaration"`
}

func defaults() options {
	return options{
		Item: "item", AttributePrefix: "@", TextKey: "#text", Arrays: "repeat", NullAs: toxml.NullsEmpty, InvalidNames: toxml.Encode,
		Indent: "  ", Declaration: true,
	}
}

const limit = 8 << 20

func (o options) write() toxml.Options {
	return toxml.Options{
		Root: o.Root, Item: o.Item, AttributePrefix: o.AttributePrefix, TextKey: o.TextKey, Wrap: o.Arrays == "wrap", Nulls: o.NullAs,
		Names: o.InvalidNames, Types: o.TypeAttributes, Characters: toxml.Refuse, Indent: o.Indent, Declaration: o.Declaration, Limit: limit,
	}
}

func recorded(t *testing.T, file string, check func(line []byte)) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	s := bufio.NewScanner(bytes.NewReader(text))
	n := 0
	for ; s.Scan(); n++ {
		check(s.Bytes())
	}
	if n < 1000 {
		t.Errorf("%s has %d cases", file, n)
	}
}

func unmarshal(t *testing.T, line []byte, into ...any) {
	t.Helper()
	if err := json.Unmarshal(line, &into); err != nil {
		t.Fatal(err)
	}
}

// TestPython compares with XML made by the rules in words, each of which
// xmllint found well-formed and expat read back.
func TestPython(t *testing.T) {
	recorded(t, "testdata/elements.jsonl", func(line []byte) {
		var doc, want string
		o := defaults()
		unmarshal(t, line, &doc, &o, &want)
		if got, err := toxml.Write(context.Background(), []byte(doc), o.write()); err != nil || string(got.XML) != want {
			t.Errorf("%s with %+v:\n%s, %v; want\n%s", doc, o, got.XML, err, want)
		}
	})
}

// TestSaxon compares with fn:json-to-xml.
func TestSaxon(t *testing.T) {
	recorded(t, "testdata/xpath.jsonl", func(line []byte) {
		var doc, want string
		unmarshal(t, line, &doc, &want)
		if got, err := toxml.Write(context.Background(), []byte(doc), toxml.Options{XPath: true, Limit: limit}); err != nil || string(got.XML) != want {
			t.Errorf("%s:\n%s, %v; want\n%s", doc, got.XML, err, want)
		}
	})
}
