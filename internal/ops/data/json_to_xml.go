package data

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"toolcrib/internal/jsonscan"
	"toolcrib/internal/op"
	"toolcrib/internal/ops/data/jsondoc"
	"toolcrib/internal/ops/data/toxml"
	"toolcrib/internal/ops/data/xml"
)

// JSONToXML writes a JSON document as XML.
var JSONToXML = op.Define(op.Def[JSONToXMLIn, JSONToXMLOut]{
	ID:      "json-to-xml",
	Route:   "POST /v1/data/json-to-xml",
	Summary: "JSON to well-formed XML, always",
	Doc: "Writes JSON as XML: keys become elements, arrays repeat them, @keys become attributes, #text becomes text. The result is " +
		"always well-formed: keys that are no XML names are encoded reversibly and listed, characters that XML lacks are refused. Numbers " +
		"keep their digits. Style xpath31 is the lossless vocabulary of fn:json-to-xml.",
	See:    []op.See{{When: "indenting XML", ID: "xml-formatter"}},
	Words:  []string{"convert", "transform", "serialize", "generate", "markup", "SOAP"},
	Source: "XML 1.0 (fifth edition); Namespaces in XML 1.0; ISO/IEC 9075-14 for names; XPath and XQuery Functions and Operators 3.1 section 17.5.3",
	Since:  "1.0.0",
	Class:  op.T1,
	Examples: []op.Example{
		{Name: "elements", In: `{"json":{"root":{"name":"A & B","tags":["x","y"],"n":null,"t":true,"v":1.5}}}`},
		{Name: "attribute and text", In: `{"json":{"r":{"@id":"7","#text":"hi"}}}`},
		{Name: "names encoded", In: `{"json":{"r":{"first name":"x","1st":2}}}`},
		{Name: "lossless", In: `{"json":{"first name":"x","n":1.50,"t":true,"z":null,"a":[1,"2"]},"style":"xpath31"}`},
		{Name: "arrays inside arrays", In: `{"json":{"a":[1,[2,3]]},"declaration":false}`},
		{Name: "arrays wrapped, types told", In: `{"json":"[{\"id\":1.0},null]","root":"orders","item":"order","type_attributes":true,"null_as":"xsi_nil","indent":"tab"}`},
	},
	Run: jsonToXML,
})

// JSONToXMLIn is the input of json-to-xml.
type JSONToXMLIn struct {
	JSON              op.Raw  `json:"json" doc:"The document: JSON text in a string, or any other JSON value as the document itself." document:"true" aka:"input,data,content,value,str,source,body,text" example:"{\"a\":{\"b\":1}}"`
	Root              *string `json:"root" doc:"Name of the outermost element; if absent, that of the document's only key, else root." len:"1..1000" aka:"root_name,root_element" example:"order"`
	Item              string  `json:"item" doc:"Name of elements that have none in the document." default:"item" len:"1..1000"`
	AttributePrefix   string  `json:"attribute_prefix" doc:"Keys that begin so become attributes; empty for none." default:"@" len:"..100"`
	TextKey           string  `json:"text_key" doc:"The key whose value becomes the text of its element; empty for none." default:"#text" len:"..100"`
	Arrays            string  `json:"arrays" doc:"Repeat the element of the key, or wrap items in it." enum:"repeat,wrap" default:"repeat"`
	NullAs            string  `json:"null_as" doc:"Write null as an empty element, mark it by xsi:nil too, or leave it out." enum:"empty,xsi_nil,omit" default:"empty"`
	InvalidNames      string  `json:"invalid_names" doc:"Keys that are no XML names: encode each wrong character as _xHHHH_, replace it by _, or refuse." enum:"encode,replace,error" default:"encode"`
	InvalidCharacters string  `json:"invalid_characters" doc:"Characters in texts that XML lacks: refuse, replace by U+FFFD, or remove." enum:"error,replace,remove" default:"error"`
	TypeAttributes    bool    `json:"type_attributes" doc:"Write the JSON type of each element into an attribute called type." default:"false"`
	Style             string  `json:"style" doc:"Elements by name, or the vocabulary of XPath 3.1 fn:json-to-xml, for which only invalid_characters, indent and declaration matter." enum:"elements,xpath31" default:"elements"`
	Indent            string  `json:"indent" doc:"Spaces for each level, or tab; 0 writes one line." enum:"0,1,2,3,4,5,6,7,8,tab" default:"2"`
	Declaration       bool    `json:"declaration" doc:"Begin with the XML declaration." default:"true"`
}

// JSONToXMLOut is the answer of json-to-xml.
type JSONToXMLOut struct {
	XML          string       `json:"xml" doc:"The XML document." main:"application/xml"`
	ElementCount int          `json:"element_count" doc:"How many elements there are."`
	Renamed      []XMLRenamed `json:"renamed" doc:"Keys that are no XML names, each once, where it was first met; at most 100."`
	Warnings     []op.Warning `json:"warnings,omitempty" doc:"What is questionable, or not the same as in the document."`
}

// XMLRenamed is a key that got another name.
type XMLRenamed struct {
	Pointer string `json:"pointer" doc:"JSON Pointer of the member."`
	From    string `json:"from" doc:"The key, without the prefix of attributes."`
	To      string `json:"to" doc:"The name in the XML."`
}

// Check refuses names that no element can have.
func (in *JSONToXMLIn) Check(e *op.Invalid) {
	for field, name := range in.given {
		if !xml.IsName(name) {
			e.Add(field, op.InvalidFormat, "%s is not a name of an element", op.Quote(name)).Hint = "begin with a letter, without spaces"
		}
	}
}

// given yields the names of elements that the caller chose.
func (in *JSONToXMLIn) given(yield func(field, name string) bool) {
	if in.Root == nil || yield("root", *in.Root) {
		yield("item", in.Item)
	}
}

func (in *JSONToXMLIn) options() toxml.Options {
	o := toxml.Options{
		XPath: in.Style == "xpath31", Item: in.Item, AttributePrefix: in.AttributePrefix, TextKey: in.TextKey, Wrap: in.Arrays == "wrap",
		Nulls: toxml.Nulls(in.NullAs), Names: toxml.Repair(in.InvalidNames), Types: in.TypeAttributes,
		Characters: toxml.Repair(in.InvalidCharacters), Indent: "\t", Declaration: in.Declaration, Limit: maxXML,
	}
	if in.Root != nil {
		o.Root = *in.Root
	}
	if in.Indent != "tab" {
		o.Indent = strings.Repeat(" ", int(in.Indent[0]-'0'))
	}
	return o
}

func jsonToXML(ctx context.Context, in JSONToXMLIn) (out JSONToXMLOut, err error) {
	doc, warnings := jsonDocument(in.JSON)
	r, err := toxml.Write(ctx, doc, in.options())
	if err != nil {
		return out, toXMLError(err, in)
	}
	out = JSONToXMLOut{XML: string(r.XML), ElementCount: r.Elements, Renamed: make([]XMLRenamed, len(r.Renamed)), Warnings: warnings}
	for i, renamed := range r.Renamed {
		out.Renamed[i] = XMLRenamed(renamed)
	}
	out.Warnings = append(out.Warnings, duplicateKeys(in.JSON)...)
	for field, name := range in.given {
		if strings.Contains(name, ":") && in.Style == "elements" {
			out.warn("undeclared_prefix", "the prefix of "+op.Quote(name)+" is not declared; parsers that know namespaces may refuse it", field)
		}
	}
	if r.EmptyArrays > 0 {
		out.warn("empty_arrays", fmt.Sprintf("empty arrays that left no element: %d", r.EmptyArrays), "json")
	}
	if r.Repaired > 0 {
		out.warn("invalid_characters", fmt.Sprintf("characters that XML lacks, replaced or removed: %d", r.Repaired), "json")
	}
	if r.RenamedCount > len(r.Renamed) {
		out.warn("list_truncated", fmt.Sprintf("renamed has the first %d of %d", len(r.Renamed), r.RenamedCount), "json")
	}
	return out, nil
}

func (out *JSONToXMLOut) warn(code, message, field string) {
	out.Warnings = append(out.Warnings, op.Warning{Code: code, Message: message, Field: field})
}

// duplicateKeys warns of names that occur twice in one object, which only JSON
// text can have.
func duplicateKeys(raw op.Raw) []op.Warning {
	if raw[0] != '"' {
		return nil
	}
	src := jsondoc.NewSource(jsonText(raw), jsondoc.JSON)
	report, err := src.Inspect(1)
	if err != nil || report.Duplicates.Count == 0 {
		return nil
	}
	places, err := src.Places(report.Duplicates.Offsets())
	if err != nil {
		return nil
	}
	return []op.Warning{{
		Code: "duplicate_key", Message: fmt.Sprintf("keys that an earlier member of the same object has, all written: %d", report.Duplicates.Count),
		Line: places[0].Line, Column: places[0].Column, Field: "json",
	}}
}

// toXMLError turns an error of package toxml into a refusal.
func toXMLError(err error, in JSONToXMLIn) error {
	var e *toxml.Error
	var syntax *jsonscan.Error
	switch {
	case errors.As(err, &syntax):
		return documentError(in.JSON, syntax, false, toxml.MaxDepth)
	case !errors.As(err, &e):
		return err
	}
	refusal := op.Refuse("json", string(e.Code), "%s", e.Message)
	v := &refusal.Violations[0]
	v.Hint = e.Hint
	switch e.Code {
	case toxml.TooManyItems, toxml.OutputTooLarge:
	default:
		v.Message += " (at " + op.Quote(e.Pointer) + ")"
		v.Details = op.Object{{Name: "pointer", Value: e.Pointer}}
	}
	return refusal
}
