package xml

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestReport(t *testing.T) {
	for _, c := range []struct {
		text            string
		root            string
		elements, depth int
	}{
		{"<a/>", "a", 1, 1},
		{"<p:a><b/><b><c></c></b></p:a>", "p:a", 4, 3},
		{"<!DOCTYPE x><!-- <y/> --><नाम>&lt;<![CDATA[<z/>]]></नाम>", "नाम", 1, 1},
	} {
		if d := parse(t, c.text); d.Root != c.root || d.Elements != c.elements || d.Depth != c.depth {
			t.Errorf("%s: %s, %d elements, depth %d", c.text, d.Root, d.Elements, d.Depth)
		}
	}
}

func TestEncoding(t *testing.T) {
	for text, want := range map[string]string{
		"<a/>": "none", "<?xml version='1.0'?><a/>": "none", "<?xml version='1.0' encoding='UTF-8'?><a/>": "UTF-8",
		"<?xml version=\"1.0\" encoding=\"utf-8\"?><a/>": "utf-8", "<?xml version='1.0'\n encoding = 'ISO-8859-1' standalone='no' ?><a/>": "ISO-8859-1",
	} {
		d := parse(t, text)
		got := "none"
		if d.Encoding != nil {
			got = *d.Encoding
		}
		warned := slices.ContainsFunc(d.Warnings, func(w Warning) bool { return w.Code == WarnEncoding })
		if got != want || warned != (want == "ISO-8859-1") {
			t.Errorf("%s: %s, %v", text, got, d.Warnings)
		}
	}
}

func TestNamespaces(t *testing.T) {
	for text, want := range map[string]string{
		"<a/>":                            "[]",
		"<a xmlns='u'><b xmlns='u'/></a>": "[{ u}]",
		"<p:a xmlns='u' xmlns:p=\"v\"><p:b xmlns:p='w' xmlns=''/><p:c xmlns:p='w'/></p:a>": "[{ u} {p v} {p w}]",
		"<a xmlns:p='x?a=1&amp;b=2&#x26;c'/>":                                              "[{p x?a=1&b=2&c}]",
		"<a xmlns:p='1\n2\t3\r\n4 &lt;&gt;&quot;&apos;'/>":                                 "[{p 1 2 3 4 <>\"'}]",
		"<!DOCTYPE a [<!ENTITY e 'v'>]><a xmlns:p='x&e;y'/>":                               "[{p x&e;y}]",
	} {
		d := parse(t, text)
		if got := fmt.Sprint(d.Namespaces); got != want || len(d.Warnings) > 0 {
			t.Errorf("%s: %s, want %s; %v", text, got, want, d.Warnings)
		}
	}
}

// TestWarnings has every warning as code, line and column.
func TestWarnings(t *testing.T) {
	for text, want := range map[string]string{
		"\uFEFF<a/>": "bom_removed 1:1",
		"<?xml version='1.0' encoding='latin1'?><a/>":   "encoding_not_utf8 1:31",
		"<?xml version='1.2'?><a/>":                     "version_read_as_1_0 1:16",
		"<p:a/>":                                        "undeclared_prefix 1:2",
		"<a>\n<é p:b='' q:c=''/><p:b/></a>":             "undeclared_prefix 2:4, undeclared_prefix 2:11",
		"<a><p:b xmlns:p='u'/><p:b/></a>":               "undeclared_prefix 1:23",
		"<a><p:b xmlns:p='u'></p:b><p:b/></a>":          "undeclared_prefix 1:28",
		"<p:a xmlns:p='u'><b xmlns:p='v'/><p:c/></p:a>": "",
		"<a xml:lang='en' xml:id='x'/>":                 "",
		"<:a/>":                                         "namespace_error 1:2",
		"<a:/>":                                         "namespace_error 1:2",
		"<a:b:c/>":                                      "namespace_error 1:2",
		"<a b:1=''/>":                                   "namespace_error 1:4",
		"<a :b=''/>":                                    "namespace_error 1:4",
		"<a xmlns:='u'/>":                               "namespace_error 1:4",
		"<a xmlns:p:q='u'/>":                            "namespace_error 1:4",
		"<a xmlns:p=''/>":                               "namespace_error 1:4",
		"<a xmlns:xmlns='u'/>":                          "namespace_error 1:4",
		"<a xmlns:xml='u'/>":                            "namespace_error 1:4",
		"<a xmlns:xml='http://www.w3.org/XML/1998/namespace'/>": "",
		"<a xmlns='http://www.w3.org/XML/1998/namespace'/>":     "namespace_error 1:4",
		"<a xmlns:p='http://www.w3.org/2000/xmlns/'/>":          "namespace_error 1:4",
		"<xmlns:a/>": "namespace_error 1:2",
		"<a xmlns:p='u' xmlns:q='u' p:b='' q:b=''/>":                   "namespace_error 1:35",
		"<a xmlns:p='u' xmlns:q='v' p:b='' q:b='' b=''/>":              "",
		"<a p:b='' q:b=''/>":                                           "undeclared_prefix 1:4, undeclared_prefix 1:11",
		"<a><?p:q?></a>":                                               "namespace_error 1:4",
		"<!DOCTYPE a [<!ENTITY p:e ''><!NOTATION p:n SYSTEM ''>]><a/>": "namespace_error 1:23, namespace_error 1:41",
	} {
		var got []string
		for _, w := range parse(t, text).Warnings {
			got = append(got, fmt.Sprintf("%s %d:%d", w.Code, w.Line, w.Column))
			if strings.Contains(w.Message, "%!") {
				t.Error(w.Message)
			}
		}
		if strings.Join(got, ", ") != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

func TestManyWarnings(t *testing.T) {
	var b strings.Builder
	for i := range MaxWarnings + 5 {
		fmt.Fprintf(&b, "<p%d:a/><:b/>", i)
	}
	d := parse(t, "<a>"+b.String()+"</a>")
	if n := len(d.Warnings); n != 2*MaxWarnings+2 || d.Warnings[n-2].Code != WarnOmitted || !strings.HasPrefix(d.Warnings[n-1].Message, "5 more warnings of code namespace_error") {
		t.Errorf("%d warnings: %v", n, d.Warnings[n-2:])
	}
}

// TestManyAttributes: tags with more attributes than are compared one by one.
func TestManyAttributes(t *testing.T) {
	var b strings.Builder
	for i := range 40 {
		fmt.Fprintf(&b, " xmlns:p%d='%d' p%[1]d:x=''", i, i/2)
	}
	d := parse(t, "<a"+b.String()+"/>")
	if len(d.Warnings) != 20 || len(d.Namespaces) != 40 {
		t.Errorf("%d warnings, %d namespaces", len(d.Warnings), len(d.Namespaces))
	}
}

// TestEntities: what a reference must name a declaration for.
func TestEntities(t *testing.T) {
	for _, text := range []string{
		"<a b='&lt;&gt;&amp;&quot;&apos;'>&lt;&gt;&amp;&quot;&apos;&#9;&#xD;&#x10FFFF;&#0000000000000000000000065;</a>",
		"<!DOCTYPE a [<!ENTITY e '&f;&#60;'><!ENTITY e SYSTEM 's'>]><a b='&e;'>&e;</a>",
		"<!DOCTYPE a [<!ENTITY e SYSTEM 's'>]><a>&e;</a>",
		"<!DOCTYPE a SYSTEM 's'><a b='&e;'>&nbsp;</a>",
		"<!DOCTYPE a [%p;]><a b='&e;'/>",
		"<?xml version='1.0' standalone='no'?><!DOCTYPE a SYSTEM 's'><a>&e;</a>",
		"<?xml version='1.0' standalone='yes'?><!DOCTYPE a SYSTEM 's' [%p;<!ENTITY e ''>]><a>&e;</a>",
		"<!DOCTYPE a [<!ENTITY e \"'\"><!ATTLIST a b CDATA '&e;&amp;'>]><a/>",
	} {
		parse(t, text)
	}
}
