package data_test

import (
	"archive/zip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"strings"
	"testing"

	"toolcrib/internal/op"
	"toolcrib/internal/op/optest"
	_ "toolcrib/internal/ops/data"
)

func TestXMLFormatter(t *testing.T) {
	const contract = "contract 1.6"
	optest.Table(t, "xml-formatter", []optest.Case{
		{Name: "example 1", In: `{"xml":"<a id=\"1\"><!--c--><b><![CDATA[<x>]]></b><e/><p>Hello <i>big</i> world</p></a>"}`, Source: "xmllint --format",
			Want: `{"xml":"<a id=\"1\">\n  <!--c-->\n  <b><![CDATA[<x>]]></b>\n  <e/>\n  <p>Hello <i>big</i> world</p>\n</a>","well_formed":true,
			"root":"a","element_count":5,"depth":3,"namespaces":[],"encoding_declared":null}`, Absent: []string{"warnings"}},
		{Name: "example 2", In: `{"xml":"<p>Hello <b>big</b> world</p>"}`, Source: "xmllint --format", Want: `{"xml":"<p>Hello <b>big</b> world</p>"}`},
		{Name: "example 3", In: `{"xml":"<a><b></a>"}`, Source: contract, Wrong: []string{"xml invalid_xml"}},
		{Name: "example 4", In: `{"xml":"<r>\n <a>1</a>\n\n <b/> </r>","mode":"minify"}`, Source: "xmllint --noblanks", Want: `{"xml":"<r><a>1</a><b/></r>"}`},
		{Name: "example 5", In: `{"xml":"<!DOCTYPE r [<!ENTITY e \"v\">]><r>&e;</r>"}`, Source: contract, Want: `{"xml":"<!DOCTYPE r [<!ENTITY e \"v\">]>\n<r>&e;</r>"}`},
		{Name: "example 6", In: `{"xml":"<r a=\"1\"   b='2' ><c></c></r>"}`, Source: "xmllint --c14n", Want: `{"xml":"<r a=\"1\" b='2'>\n  <c></c>\n</r>"}`},

		{Name: "indent as a number", In: `{"xml":"<a><b/></a>","indent":8}`, Source: contract, Want: `{"xml":"<a>\n        <b/>\n</a>"}`},
		{Name: "indent as a text", In: `{"xml":"<a><b/></a>","indent":"3"}`, Source: contract, Want: `{"xml":"<a>\n   <b/>\n</a>"}`},
		{Name: "indent 0", In: `{"xml":"<a><b/></a>","indent":0}`, Source: contract, Want: `{"xml":"<a>\n<b/>\n</a>"}`},
		{Name: "indent 9", In: `{"xml":"<a/>","indent":9}`, Source: contract, Wrong: []string{"indent not_allowed"}},
		{Name: "indent -1", In: `{"xml":"<a/>","indent":-1}`, Source: contract, Wrong: []string{"indent not_allowed"}},
		{Name: "tabs", In: `{"xml":"<a><b/></a>","indent":"Tab"}`, Source: contract, Want: `{"xml":"<a>\n\t<b/>\n</a>"}`},
		{Name: "pretty", In: `{"xml":"<a><b/></a>","mode":"PRETTY"}`, Source: contract, Want: `{"xml":"<a>\n  <b/>\n</a>"}`},
		{Name: "one line", In: `{"xml":"<a  b='' c=''/>","attributes":"one-line"}`, Source: contract, Want: `{"xml":"<a b='' c=''/>"}`},
		{Name: "one per line", In: `{"xml":"<a b='' c=''/>","attributes":"one per line"}`, Source: contract, Want: `{"xml":"<a\n  b=''\n  c=''/>"}`},
		{Name: "wrap at 100", In: `{"xml":"<a b='` + strings.Repeat("x", 80) + `' c='123456'/>","attributes":"wrap"}`, Source: contract,
			Want: `{"xml":"<a b='` + strings.Repeat("x", 80) + `' c='123456'/>"}`},
		{Name: "wrap past 100", In: `{"xml":"<a b='` + strings.Repeat("x", 80) + `' c='1234567'/>","attributes":"wrap"}`, Source: contract,
			Want: `{"xml":"<a b='` + strings.Repeat("x", 80) + `'\n  c='1234567'/>"}`},
		{Name: "wrap at 20", In: `{"xml":"<a b='12345' c='6789'/>","attributes":"wrap","max_width":20}`, Source: contract, Want: `{"xml":"<a b='12345'\n  c='6789'/>"}`},
		{Name: "widest", In: `{"xml":"<a/>","max_width":1000}`, Source: contract, Want: `{"xml":"<a/>"}`},
		{Name: "too wide", In: `{"xml":"<a/>","max_width":1001}`, Source: contract, Wrong: []string{"max_width out_of_range"}},
		{Name: "too narrow", In: `{"xml":"<a/>","max_width":19}`, Source: contract, Wrong: []string{"max_width out_of_range"}},
		{Name: "sorted", In: `{"xml":"<a c='' b='' xmlns='u'/>","sort_attributes":true}`, Source: contract, Want: `{"xml":"<a xmlns='u' b='' c=''/>","namespaces":[{"prefix":"","uri":"u"}]}`},
		{Name: "empty kept", In: `{"xml":"<a><b/><c></c></a>","empty_elements":"keep","mode":"minify"}`, Source: contract, Want: `{"xml":"<a><b/><c></c></a>"}`},
		{Name: "empty closed", In: `{"xml":"<a><b/><c></c></a>","empty_elements":"self-close","mode":"minify"}`, Source: contract, Want: `{"xml":"<a><b/><c/></a>"}`},
		{Name: "empty expanded", In: `{"xml":"<a><b/><c></c></a>","empty_elements":"expand","mode":"minify"}`, Source: contract, Want: `{"xml":"<a><b></b><c></c></a>"}`},
		{Name: "declaration kept", In: `{"xml":"<?xml version='1.0'?><a/>","declaration":"keep"}`, Source: contract, Want: `{"xml":"<?xml version='1.0'?>\n<a/>"}`},
		{Name: "declaration added", In: `{"xml":"<a/>","declaration":"add"}`, Source: contract, Want: `{"xml":"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<a/>","encoding_declared":null}`},
		{Name: "declaration removed", In: `{"xml":"<?xml version='1.0' encoding='utf-8'?><a/>","declaration":"remove"}`, Source: contract, Want: `{"xml":"<a/>","encoding_declared":"utf-8"}`},
		{Name: "comments kept", In: `{"xml":"<!--x--><a><!--y--></a>","comments":"keep","mode":"minify"}`, Source: contract, Want: `{"xml":"<!--x--><a><!--y--></a>"}`},
		{Name: "comments removed", In: `{"xml":"<!--x--><a><!--y--></a>","comments":"remove"}`, Source: contract, Want: `{"xml":"<a></a>"}`},
		{Name: "doctype kept", In: `{"xml":"<!DOCTYPE  a ><a/>","doctype":"keep"}`, Source: contract, Want: `{"xml":"<!DOCTYPE  a >\n<a/>"}`},
		{Name: "doctype removed", In: `{"xml":"<!DOCTYPE a><a/>","doctype":"remove"}`, Source: contract, Want: `{"xml":"<a/>"}`},
		{Name: "doctype needed", In: `{"xml":"<!DOCTYPE a [<!ENTITY e ''>]><a>&e;</a>","doctype":"remove"}`, Source: "XML 1.0 4.1, WFC: Entity Declared", Wrong: []string{"doctype conflict"}},
		{Name: "doctype refused", In: `{"xml":"<!DOCTYPE a><a/>","doctype":"reject"}`, Source: contract, Wrong: []string{"xml not_allowed"}},
		{Name: "no doctype to refuse", In: `{"xml":"<a/>","doctype":"reject"}`, Source: contract, Want: `{"xml":"<a/>"}`},
		{Name: "preserved", In: `{"xml":"<a> <pre> <b/></pre></a>","preserve_elements":["pre"],"mode":"minify"}`, Source: contract, Want: `{"xml":"<a><pre> <b/></pre></a>"}`},
		{Name: "none preserved", In: `{"xml":"<a> <b/></a>","preserve_elements":[],"mode":"minify"}`, Source: contract, Want: `{"xml":"<a><b/></a>"}`},
		{Name: "no names", In: `{"xml":"<a/>","preserve_elements":["a","<b>","1"]}`, Source: contract, Wrong: []string{"preserve_elements[1] invalid_format", "preserve_elements[2] invalid_format"}},
		{Name: "empty name", In: `{"xml":"<a/>","preserve_elements":[""]}`, Source: contract, Wrong: []string{"preserve_elements[0] too_short"}},
		{Name: "xml:space", In: `{"xml":"<a xml:space='preserve'> <b/></a>"}`, Source: contract, Want: `{"xml":"<a xml:space='preserve'> <b/></a>"}`},

		{Name: "other encoding", In: `{"xml":"<?xml version='1.0' encoding='ISO-8859-1'?><a/>"}`, Source: contract,
			Want: `{"xml":"<?xml version='1.0' encoding='ISO-8859-1'?>\n<a/>","encoding_declared":"ISO-8859-1","warnings.0.code":"encoding_not_utf8","warnings.0.line":1,"warnings.0.column":31,"warnings.0.field":"xml"}`},
		{Name: "byte order mark", In: `{"xml":"\ufeff<a/>"}`, Source: "contract 0.2", Want: `{"xml":"<a/>","warnings.0.code":"bom_removed"}`},
		{Name: "undeclared prefix", In: `{"xml":"<a>\n<p:b/></a>"}`, Source: "xmllint: namespace error", Want: `{"element_count":2,"warnings.0.code":"undeclared_prefix","warnings.0.line":2,"warnings.0.column":2}`,
			Absent: []string{"warnings.1"}},
		{Name: "namespaces", In: `{"xml":"<p:a xmlns:p='u' xmlns='v'/>"}`, Source: contract, Want: `{"namespaces":[{"prefix":"p","uri":"u"},{"prefix":"","uri":"v"}]}`, Absent: []string{"warnings"}},
		{Name: "version 1.1", In: `{"xml":"<?xml version='1.1'?><a/>"}`, Source: contract, Wrong: []string{"xml invalid_xml"}},
		{Name: "NUL", In: `{"xml":"<a>\u0000</a>"}`, Source: "contract 0.2", Wrong: []string{"xml invalid_xml"}},
		{Name: "empty", In: `{"xml":""}`, Source: "XML 1.0 2.1", Wrong: []string{"xml invalid_xml"}},
		{Name: "depth 1000", In: `{"xml":"` + nestedXML(1000) + `","mode":"minify"}`, Source: contract, Want: `{"depth":1000}`},
		{Name: "depth 1001", In: `{"xml":"` + nestedXML(1001) + `"}`, Source: contract, Wrong: []string{"xml depth_exceeded"}},
		{Name: "too large a result", In: `{"xml":"` + strings.Repeat("<a>", 999) + strings.Repeat("<b/>", 5000) + strings.Repeat("</a>", 999) + `"}`, Source: "contract 0.4", Wrong: []string{"xml output_too_large"}},
		{Name: "not a text", In: `{"xml":{"a":1}}`, Source: "contract 0.1", Wrong: []string{"xml invalid_type"}},
		{Name: "unknown values", In: `{"xml":"<a/>","mode":"x","attributes":"x","empty_elements":"x","declaration":"x","comments":"x","doctype":"x"}`, Source: contract, Wrong: []string{
			"mode not_allowed", "attributes not_allowed", "empty_elements not_allowed", "declaration not_allowed", "comments not_allowed", "doctype not_allowed"}},
		{Name: "names of other APIs", In: `{"text":"<a/>"}`, Source: "contract 0.1", Wrong: []string{"text unknown_field", "xml required"}},
	})
}

func nestedXML(n int) string { return strings.Repeat("<a>", n) + strings.Repeat("</a>", n) }

func TestXMLFormatterMembers(t *testing.T) {
	data := optest.Data(t, "xml-formatter", op.JSON([]byte(`{"xml":"\ufeff<a xmlns='u'/>"}`)))
	if got := optest.Keys(t, data, ""); got != "xml well_formed root element_count depth namespaces encoding_declared warnings" {
		t.Error(got)
	}
	if got := optest.Keys(t, data, "namespaces.0"); got != "prefix uri" {
		t.Error(got)
	}
	if got := op.Find("xml-formatter").RawType(); got != "application/xml" {
		t.Error(got)
	}
}

// TestXMLFormatterRefusals has the reason and place of refusals.
func TestXMLFormatterRefusals(t *testing.T) {
	for in, want := range map[string]string{
		`{"xml":"<a>\n <b></a>"}`:                         `"reason":"mismatched_tag","line":2,"column":5,"byte_offset":8,"open_line":2,"open_column":2}`,
		`{"xml":"<a/></a>"}`:                              `"reason":"mismatched_tag","line":1,"column":5,"byte_offset":4}`,
		`{"xml":"\ufeff<a b='é' b=''/>"}`:                 `"reason":"duplicate_attribute","line":1,"column":10,"byte_offset":13}`,
		`{"xml":"<?xml version='1.1'?><a/>"}`:             `"reason":"unsupported_version","line":1,"column":16,"byte_offset":15}`,
		`{"xml":"\n<!DOCTYPE a><a/>","doctype":"reject"}`: `"line":2,"column":1,"byte_offset":1}`,
	} {
		_, refused := optest.Call(t, "xml-formatter", op.JSON([]byte(in)), op.SampleEnv())
		if refused == nil || len(refused.Violations) != 1 {
			t.Fatalf("%s: %v", in, refused)
		}
		v := refused.Violations[0]
		if got := string(v.Object().AppendJSON(nil)); !strings.HasSuffix(got, want) || v.Hint == "" || !strings.Contains(v.Message, "(line ") {
			t.Errorf("%s: %s", in, got)
		}
	}
}

func TestXMLFormatterStops(t *testing.T) {
	in, err := op.Find("xml-formatter").Decode(op.JSON([]byte(`{"xml":"<a/>"}`)), op.DefaultLimits())
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := op.Find("xml-formatter").Run(ctx, in); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// TestXMLCanonicalForms compares results with those whose canonical form
// xmllint found to be that of their source; testdata/xml_c14n.py recorded them.
func TestXMLCanonicalForms(t *testing.T) {
	recorded, err := os.ReadFile("testdata/xml_c14n.tsv")
	if err != nil {
		t.Fatal(err)
	}
	archive, err := zip.OpenReader("xml/testdata/xmltest.zip")
	if err != nil {
		t.Fatal(err)
	}
	defer archive.Close()
	rows := strings.Split(strings.TrimSpace(string(recorded)), "\n")
	options := strings.Split(rows[0], "\t")[1:]
	if len(rows) < 200 || len(options) != 5 {
		t.Fatalf("%d rows, %d sets of options", len(rows), len(options))
	}
	for _, row := range rows[1:] {
		cells := strings.Split(row, "\t")
		for i, digest := range cells[1:] {
			in := map[string]any{}
			if err := json.Unmarshal([]byte(options[i]), &in); err != nil {
				t.Fatal(err)
			}
			in["xml"] = readXML(t, archive, cells[0])
			body, err := json.Marshal(in)
			if err != nil {
				t.Fatal(err)
			}
			var out struct{ XML string }
			if err := json.Unmarshal(optest.Data(t, "xml-formatter", op.JSON(body)), &out); err != nil {
				t.Fatal(err)
			}
			if sum := sha256.Sum256([]byte(out.XML)); hex.EncodeToString(sum[:8]) != digest {
				t.Errorf("%s with %s has become\n%s", cells[0], options[i], out.XML)
			}
		}
	}
}

// readXML reads a document of the archive, or else of the folder.
func readXML(t *testing.T, archive fs.FS, name string) string {
	f, err := archive.Open(name)
	if err != nil {
		f, err = os.Open("xml/testdata/documents/" + name)
	}
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	b, err := io.ReadAll(f)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
