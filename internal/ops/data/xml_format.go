package data

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"toolcrib/internal/op"
	"toolcrib/internal/ops/data/xml"
)

// XMLFormatter lays out XML.
var XMLFormatter = op.Define(op.Def[XMLFormatterIn, XMLFormatterOut]{
	ID:      "xml-formatter",
	Route:   "POST /v1/data/xml/format",
	Summary: "Indent or minify XML, content untouched",
	Doc: "Checks that XML is well-formed and returns it indented or minified, with a report. Changes white space between tags of element " +
		"content and inside tags, nothing else: mixed content, CDATA, comments, quotes, references and DOCTYPE stay byte for byte. " +
		"Entities are never expanded, nothing external is opened. Errors have reason, line and column.",
	See:    []op.See{{When: "making XML", ID: "json-to-xml"}},
	Words:  []string{"pretty print", "beautify", "beautifier", "prettify", "tidy", "lint", "validate", "compress", "SVG", "RSS", "SOAP"},
	Source: "XML 1.0 (fifth edition) without replacement texts; Namespaces in XML 1.0 (third edition)",
	Since:  "1.0.0",
	Class:  op.T1,
	Examples: []op.Example{
		{Name: "pretty", In: `{"xml":"<a id=\"1\"><!--c--><b><![CDATA[<x>]]></b><e/><p>Hello <i>big</i> world</p></a>"}`},
		{Name: "mixed content stays", In: `{"xml":"<p>Hello <b>big</b> world</p>"}`},
		{Name: "minified", In: `{"xml":"<r>\n <a>1</a>\n\n <b/> </r>","mode":"minify"}`},
		{Name: "references stay", In: `{"xml":"<!DOCTYPE r [<!ENTITY e \"v\">]><r>&e;</r>"}`},
		{Name: "quotes and empty elements stay", In: `{"xml":"<r a=\"1\"   b='2' ><c></c></r>"}`},
		{Name: "attributes sorted, one on each line", In: `{"xml":"<svg width=\"8\" height=\"8\" xmlns=\"http://www.w3.org/2000/svg\"><g/></svg>","attributes":"one_per_line","sort_attributes":true,"indent":"tab"}`},
	},
	Run: formatXML,
})

// XMLFormatterIn is the input of xml-formatter.
type XMLFormatterIn struct {
	XML              string   `json:"xml" doc:"The XML document." document:"true" aka:"input,data,content,value,str,source,body,text" example:"<a><b/></a>"`
	Mode             string   `json:"mode" doc:"Indent, or leave out white space that means nothing." enum:"pretty,minify" default:"pretty"`
	Indent           string   `json:"indent" doc:"Spaces for each level, or tab; 0 breaks lines without indenting." enum:"0,1,2,3,4,5,6,7,8,tab" default:"2"`
	Attributes       string   `json:"attributes" doc:"Attributes on the line of their tag, several each on a line of its own, or on further lines where a tag is longer than max_width; minify has one line." enum:"one_line,one_per_line,wrap" default:"one_line"`
	MaxWidth         int      `json:"max_width" doc:"Longest line of a tag in code points, for wrap; a tab counts as one." default:"100" min:"20" max:"1000"`
	SortAttributes   bool     `json:"sort_attributes" doc:"Sort attributes by name, namespace declarations first." default:"false"`
	EmptyElements    string   `json:"empty_elements" doc:"Keep elements without content as they are, or write all as <a/> or as <a></a>." enum:"keep,self_close,expand" default:"keep"`
	Declaration      string   `json:"declaration" doc:"Keep the XML declaration, add one where it is missing, or remove it." enum:"keep,add,remove" default:"keep"`
	Comments         string   `json:"comments" doc:"Keep comments, or remove those outside the DOCTYPE." enum:"keep,remove" default:"keep"`
	Doctype          string   `json:"doctype" doc:"Keep the DOCTYPE, remove it, or refuse documents that have one." enum:"keep,remove,reject" default:"keep"`
	PreserveElements []string `json:"preserve_elements,omitempty" doc:"Names of elements whose content is copied unchanged, prefix included." len:"..1000" each:"1..1000" example:"pre"`
}

// XMLFormatterOut is the answer of xml-formatter.
type XMLFormatterOut struct {
	XML              string         `json:"xml" doc:"The document." main:"application/xml"`
	WellFormed       bool           `json:"well_formed" doc:"The document is well-formed; true in every answer."`
	Root             string         `json:"root" doc:"The name of the root element."`
	ElementCount     int            `json:"element_count" doc:"How many elements there are."`
	Depth            int            `json:"depth" doc:"How deeply they nest; 1 is the root alone."`
	Namespaces       []XMLNamespace `json:"namespaces" doc:"Declared namespaces, each with its prefix once, in order."`
	EncodingDeclared *string        `json:"encoding_declared" doc:"The encoding that the XML declaration names, null if none."`
	Warnings         []op.Warning   `json:"warnings,omitempty" doc:"What is questionable, violations of Namespaces in XML included."`
}

// XMLNamespace is a declared namespace.
type XMLNamespace struct {
	Prefix string `json:"prefix" doc:"Its prefix, empty for the default namespace."`
	URI    string `json:"uri" doc:"Its name."`
}

// maxXML bounds the result, in bytes: indentation can multiply a document, and
// the service's own limit looks at finished answers only.
const maxXML = 8 << 20

// Check refuses names that no element can have.
func (in *XMLFormatterIn) Check(e *op.Invalid) {
	for i, name := range in.PreserveElements {
		if !xml.IsName(name) {
			e.Add(fmt.Sprintf("preserve_elements[%d]", i), op.InvalidFormat, "%s is not a name of an element", op.Quote(name)).Hint =
				"send the name alone, such as pre or svg:text"
		}
	}
}

func (in *XMLFormatterIn) options() xml.Options {
	o := xml.Options{
		Minify: in.Mode == "minify", Indent: "\t",
		Attributes: xml.AttributeLayout(in.Attributes), MaxWidth: in.MaxWidth, SortAttributes: in.SortAttributes,
		EmptyElements: xml.EmptyElements(in.EmptyElements), Declaration: xml.Declaration(in.Declaration),
		Doctype: xml.Doctype(in.Doctype), DropComments: in.Comments == "remove",
		Preserve: in.PreserveElements, MaxBytes: maxXML,
	}
	if in.Indent != "tab" {
		o.Indent = strings.Repeat(" ", int(in.Indent[0]-'0'))
	}
	return o
}

func formatXML(ctx context.Context, in XMLFormatterIn) (XMLFormatterOut, error) {
	d, err := xml.Parse(ctx, in.XML)
	if err != nil {
		return XMLFormatterOut{}, xmlError(err)
	}
	text, err := d.Format(ctx, in.options())
	if err != nil {
		return XMLFormatterOut{}, xmlError(err)
	}
	out := XMLFormatterOut{
		XML: text, WellFormed: true, Root: d.Root, ElementCount: d.Elements, Depth: d.Depth,
		Namespaces: make([]XMLNamespace, len(d.Namespaces)), EncodingDeclared: d.Encoding,
	}
	for i, n := range d.Namespaces {
		out.Namespaces[i] = XMLNamespace(n)
	}
	for _, w := range d.Warnings {
		out.Warnings = append(out.Warnings, op.Warning{Code: w.Code, Message: w.Message, Line: w.Line, Column: w.Column, Field: "xml"})
	}
	return out, nil
}

// xmlError turns an error of package xml into a refusal at its place.
func xmlError(err error) error {
	var e *xml.Error
	if !errors.As(err, &e) {
		return err
	}
	refusal := op.Refuse("xml", string(e.Code), "%s", e.Message)
	v := &refusal.Violations[0]
	v.Hint, v.Reason = e.Hint, string(e.Reason)
	if e.Code == xml.Conflict {
		v.Field = "doctype"
	}
	if e.Line > 0 {
		v.Message += fmt.Sprintf(" (line %d, column %d)", e.Line, e.Column)
		v.Place = &op.Place{Line: e.Line, Column: e.Column, Offset: e.ByteOffset}
	}
	if e.OpenLine > 0 {
		v.Details = op.Object{{Name: "open_line", Value: e.OpenLine}, {Name: "open_column", Value: e.OpenColumn}}
	}
	return refusal
}
