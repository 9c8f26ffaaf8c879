package xml

import (
	"context"
	"strings"
	"testing"
)

// TestReasons has every reason with its place: line, column, byte offset.
func TestReasons(t *testing.T) {
	for _, c := range []struct {
		text                 string
		reason               Reason
		line, column, offset int
	}{
		{"<a><b></a>", MismatchedTag, 1, 7, 6},
		{"<a>\n</b>", MismatchedTag, 2, 1, 4},
		{"<a></aa>", MismatchedTag, 1, 4, 3},
		{"<aa></a>", MismatchedTag, 1, 5, 4},
		{"<a></A>", MismatchedTag, 1, 4, 3},
		{"<a/></a>", MismatchedTag, 1, 5, 4},
		{"<a>\n <b>\n", UnclosedTag, 2, 2, 5},
		{"<a>x", UnclosedTag, 1, 1, 0},
		{"<a><b", UnclosedTag, 1, 4, 3},
		{"<a b", UnclosedTag, 1, 1, 0},
		{"<a b=\"1\" ", UnclosedTag, 1, 1, 0},
		{"<a/", UnclosedTag, 1, 1, 0},
		{"<a></a", UnclosedTag, 1, 4, 3},
		{"<a><b\n</a>", UnclosedTag, 1, 4, 3},
		{"<a><b c='1'<d/></a>", UnclosedTag, 1, 4, 3},
		{"<a><b c</b></a>", UnclosedTag, 1, 4, 3},
		{"<a></a<b>", UnclosedTag, 1, 4, 3},
		{"<a><!-- x", UnclosedComment, 1, 4, 3},
		{"<!-", MalformedTag, 1, 1, 0},
		{"<a><![CDATA[ ]] >", UnclosedCDATA, 1, 4, 3},
		{"<a><?p x", UnclosedPI, 1, 4, 3},
		{"<?p", UnclosedPI, 1, 1, 0},
		{"<a b='x\n</a>", LessThanInValue, 2, 1, 8},
		{"<a b='x", UnclosedQuote, 1, 6, 5},
		{"<a b=\"'", UnclosedQuote, 1, 6, 5},
		{"<a ü='1' b='2' ü='3'/>", DuplicateAttribute, 1, 16, 16},
		{"<a" + numbered(20) + " a7=''/>", DuplicateAttribute, 1, 134, 133},
		{"<a b=c/>", UnquotedAttribute, 1, 6, 5},
		{"<a b=/>", UnquotedAttribute, 1, 6, 5},
		{"<a b/>", MissingValue, 1, 5, 4},
		{"<a b c='1'/>", MissingValue, 1, 6, 5},
		{"<a b='1'c='2'/>", MissingSpace, 1, 9, 8},
		{"<a;/>", MissingSpace, 1, 3, 2},
		{"<?p;x?><a/>", MissingSpace, 1, 4, 3},
		{"<a b='1<2'/>", LessThanInValue, 1, 8, 7},
		{"<a>é&nbsp;</a>", UndefinedEntity, 1, 5, 5},
		{"<a b='&x;'/>", UndefinedEntity, 1, 7, 6},
		{"<!DOCTYPE a [<!ENTITY % e 'x'>]><a>&e;</a>", UndefinedEntity, 1, 36, 35},
		{"<!DOCTYPE a [<!ATTLIST a b CDATA '&e;'><!ENTITY e 'x'>]><a/>", UndefinedEntity, 1, 35, 34},
		{"<?xml version='1.0' standalone='yes'?><!DOCTYPE a SYSTEM 's' [%p;]><a>&e;</a>", UndefinedEntity, 1, 71, 70},
		{"<a>a & b</a>", InvalidReference, 1, 6, 5},
		{"<a>&amp</a>", InvalidReference, 1, 4, 3},
		{"<a>&#x;</a>", InvalidReference, 1, 4, 3},
		{"<a>&#X41;</a>", InvalidReference, 1, 4, 3},
		{"<a>&#+1;</a>", InvalidReference, 1, 4, 3},
		{"<a>&#1_0;</a>", InvalidReference, 1, 4, 3},
		{"<a>&#65</a>", InvalidReference, 1, 4, 3},
		{"<a>&", InvalidReference, 1, 4, 3},
		{"<!DOCTYPE a [<!NOTATION n SYSTEM ''><!ENTITY e SYSTEM '' NDATA n>]><a>&e;</a>", InvalidReference, 1, 71, 70},
		{"<!DOCTYPE a [<!ENTITY e SYSTEM ''>]><a b='&e;'/>", InvalidReference, 1, 43, 42},
		{"<a/>\r\n<b/>", MultipleRoots, 2, 1, 6},
		{"", MissingRoot, 1, 1, 0},
		{" \n<!-- x -->", MissingRoot, 2, 11, 12},
		{"x<a/>", TextOutsideRoot, 1, 1, 0},
		{"<a/>\n é", TextOutsideRoot, 2, 2, 6},
		{"<a/>&#32;", TextOutsideRoot, 1, 5, 4},
		{"<![CDATA[]]><a/>", TextOutsideRoot, 1, 1, 0},
		{"<1a/>", InvalidName, 1, 2, 1},
		{"<a>1 < 2</a>", InvalidName, 1, 7, 6},
		{"<a><></a>", InvalidName, 1, 5, 4},
		{"<a =''/>", InvalidName, 1, 4, 3},
		{"<a/><", InvalidName, 1, 6, 5},
		{"<??><a/>", InvalidName, 1, 3, 2},
		{"<XML/><?XML?>", InvalidName, 1, 7, 6},
		{"<a>\x00</a>", InvalidCharacter, 1, 4, 3},
		{"<a b='\x1F'/>", InvalidCharacter, 1, 7, 6},
		{"<a>😀\uFFFE</a>", InvalidCharacter, 1, 5, 7},
		{"<a>\uFFFD\uEFBF\uFFFF</a>", InvalidCharacter, 1, 6, 9},
		{"<a><!--\x0B--></a>", InvalidCharacter, 1, 8, 7},
		{"<a><?p \x0B?></a>", InvalidCharacter, 1, 8, 7},
		{"<a><![CDATA[\x0B]]></a>", InvalidCharacter, 1, 13, 12},
		{"<a \x01/>", InvalidCharacter, 1, 4, 3},
		{"\x01<a/>", InvalidCharacter, 1, 1, 0},
		{"<a/\x01>", InvalidCharacter, 1, 4, 3},
		{"<!DOCTYPE a [<!ENTITY e '\x01'>]><a/>", InvalidCharacter, 1, 26, 25},
		{"<!DOCTYPE a SYSTEM '\x01'><a/>", InvalidCharacter, 1, 21, 20},
		{"<a>&#0;</a>", InvalidCharacter, 1, 4, 3},
		{"<a>&#xD800;</a>", InvalidCharacter, 1, 4, 3},
		{"<a>&#x110000;</a>", InvalidCharacter, 1, 4, 3},
		{"<a>&#99999999999999999999;</a>", InvalidCharacter, 1, 4, 3},
		{"<a><!-- a -- b --></a>", DoubleHyphen, 1, 11, 10},
		{"<a><!-- x ---></a>", DoubleHyphen, 1, 11, 10},
		{"<a>x]]>y</a>", CDATAEndInText, 1, 5, 4},
		{"\n<?xml version='1.0'?><a/>", LateDeclaration, 2, 1, 1},
		{"<a><?xml version='1.0'?></a>", LateDeclaration, 1, 4, 3},
		{"<?xml?><a/>", InvalidDeclaration, 1, 6, 5},
		{"<?xml encoding='UTF-8'?><a/>", InvalidDeclaration, 1, 6, 5},
		{"<?xml version='2.0'?><a/>", InvalidDeclaration, 1, 6, 5},
		{"<?xml version='1.0' standalone='yes' encoding='UTF-8'?><a/>", InvalidDeclaration, 1, 38, 37},
		{"<?xml version='1.0' standalone='no '?><a/>", InvalidDeclaration, 1, 21, 20},
		{"<?xml version='1.0' encoding='8'?><a/>", InvalidDeclaration, 1, 21, 20},
		{"<?xml version='1.0' encoding=\"UTF-8'?><a/>", InvalidDeclaration, 1, 21, 20},
		{"<?xml version='1.0'", InvalidDeclaration, 1, 20, 19},
		{"<?xml version=\"1.1\"?><a/>", UnsupportedVersion, 1, 16, 15},
		{"<a/><!DOCTYPE a>", MisplacedDoctype, 1, 5, 4},
		{"<!DOCTYPE a><!DOCTYPE a><a/>", MisplacedDoctype, 1, 13, 12},
		{"<a><!DOCTYPE a></a>", MisplacedDoctype, 1, 4, 3},
		{"<!doctype html><html/>", MalformedTag, 1, 1, 0},
		{"<a/ >", MalformedTag, 1, 4, 3},
		{"<a></a b='1'>", MalformedTag, 1, 8, 7},
		{"<a><!ELEMENT a ANY></a>", MalformedTag, 1, 4, 3},
	} {
		e := refusal(t, c.text)
		if e.Code != InvalidXML || e.Reason != c.reason || e.Line != c.line || e.Column != c.column || e.ByteOffset != c.offset {
			t.Errorf("%q: %s %s at %d:%d, offset %d; want %s at %d:%d, offset %d", c.text, e.Code, e.Reason, e.Line, e.Column, e.ByteOffset,
				c.reason, c.line, c.column, c.offset)
		}
		if e.Message == "" || strings.Contains(e.Message, "%!") || strings.Contains(e.Hint, "%!") {
			t.Errorf("%q: %+v", c.text, e)
		}
	}
}

// numbered is n attributes: a0 to a9, a00 to a09, a000 and so on.
func numbered(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(" a" + strings.Repeat("0", i/10) + string(rune('0'+i%10)) + "=''")
	}
	return b.String()
}

// TestDoctypeGrammar has faults of the internal subset with the offset of each.
func TestDoctypeGrammar(t *testing.T) {
	for subset, at := range map[string]string{
		"<!ELEMENT a>":                       ">",
		"<!ELEMENT a EMPTYX>":                "X>",
		"<!ELEMENT a ()>":                    ")>",
		"<!ELEMENT a (b|c,d)>":               ",d",
		"<!ELEMENT a (b c)>":                 "c)>",
		"<!ELEMENT a (b) +>":                 "+>",
		"<!ELEMENT a (#PCDATA|b)>":           ">",
		"<!ELEMENT a (#PCDATA)+>":            "+>",
		"<!ELEMENT a (b|#PCDATA)*>":          "#",
		"<!ELEMENT a %p;>":                   "%",
		"<!ELEMENTa ANY>":                    "a ANY",
		"<!ELEMENT a (b":                     "]",
		"<!ATTLIST a b>":                     ">",
		"<!ATTLIST a b CDATA>":               ">",
		"<!ATTLIST a b CDATA 'x'c CDATA ''>": "c CDATA",
		"<!ATTLIST a b CDATA x>":             "x>",
		"<!ATTLIST a b CDATA #FIXED>":        ">",
		"<!ATTLIST a b (x,y) 'x'>":           ",y",
		"<!ATTLIST a b () 'x'>":              ")",
		"<!ATTLIST a b NOTATION(x) 'x'>":     "(x",
		"<!ATTLIST a b NOTATION (1) 'x'>":    "1)",
		"<!ATTLIST a b WHAT 'x'>":            "WHAT",
		"<!ENTITY e>":                        ">",
		"<!ENTITY e 'x' NDATA n>":            "NDATA",
		"<!ENTITY e SYSTEM>":                 ">",
		"<!ENTITY e SYSTEM 's'NDATA n>":      "NDATA",
		"<!ENTITY % e SYSTEM 's' NDATA n>":   "NDATA",
		"<!ENTITY e PUBLIC 'p'>":             ">",
		"<!ENTITY e PUBLIC 'p''s'>":          "'s'>",
		"<!ENTITY e PUBLIC '{' 's'>":         "{",
		"<!ENTITY %e 'x'>":                   "e 'x'",
		"<!ENTITY e '%p;'>":                  "%",
		"<!NOTATION n>":                      ">",
		"<!NOTATION n 's'>":                  "'s'",
		"<!NOTATION n PUBLIC 'é'>":           "é",
		"<![INCLUDE[]]>":                     "<![",
		"<!FOO>":                             "<!FOO",
		"%p":                                 "]",
		"% p;":                               " p;",
		"x":                                  "x",
		"&e;":                                "&e;",
	} {
		text := "<!DOCTYPE a [" + subset + "]><a/>"
		want := len("<!DOCTYPE a [") + strings.Index(subset+"]", at)
		if e := refusal(t, text); e.Reason != InvalidDoctype && e.Reason != InvalidName || e.ByteOffset != want {
			t.Errorf("%s: %s at %d, want %d", text, e.Reason, e.ByteOffset, want)
		}
	}
	for _, text := range []string{"<!DOCTYPE>", "<!DOCTYPE a", "<!DOCTYPE a [", "<!DOCTYPEa>", "<!DOCTYPE a b>", "<!DOCTYPE a SYSTEM>", "<!DOCTYPE a 's'>",
		"<!DOCTYPE a PUBLIC 'p'>", "<!DOCTYPE a[] SYSTEM 's'>", "<!DOCTYPE 1>"} {
		if e := refusal(t, text+"<a/>"); e.Reason != InvalidDoctype && e.Reason != InvalidName {
			t.Errorf("%s: %s", text, e.Reason)
		}
	}
}

func TestMismatchNamesTheOpenTag(t *testing.T) {
	e := refusal(t, "\uFEFF<a>\n  <b>\n</a>")
	if e.OpenLine != 2 || e.OpenColumn != 3 || e.Line != 3 || e.ByteOffset != 3+10 {
		t.Errorf("%+v", e)
	}
	if e := refusal(t, "<a/></a>"); e.OpenLine != 0 {
		t.Errorf("%+v", e)
	}
}

func TestInvalidUTF8(t *testing.T) {
	for text, offset := range map[string]int{"<a>\xff</a>": 3, "\uFEFF<a>é\xc3</a>": 8, "<a>\xed\xa0\x80</a>": 3, "<\xff/>": 1, "<a>\uFFFD\xff": 6} {
		if e := refusal(t, text); e.Code != InvalidUTF8 || e.ByteOffset != offset {
			t.Errorf("%q: %+v", text, e)
		}
	}
}

func TestDepth(t *testing.T) {
	nested := func(n int) string { return strings.Repeat("<a>", n) + strings.Repeat("</a>", n) }
	if d := parse(t, nested(MaxDepth)); d.Depth != MaxDepth {
		t.Errorf("depth %d", d.Depth)
	}
	if e := refusal(t, nested(MaxDepth+1)); e.Code != DepthExceeded || e.ByteOffset != 3*MaxDepth {
		t.Errorf("%+v", e)
	}
	if e := refusal(t, strings.Repeat("<a>", MaxDepth)+"<b/>"); e.Code != DepthExceeded {
		t.Errorf("%+v", e)
	}
	model := func(n int) string {
		return "<!DOCTYPE a [<!ELEMENT a " + strings.Repeat("(", n) + "b" + strings.Repeat(")", n) + ">]><a/>"
	}
	parse(t, model(MaxDepth))
	if e := refusal(t, model(MaxDepth+1)); e.Code != DepthExceeded {
		t.Errorf("%+v", e)
	}
}

func TestCanceled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	d := parse(t, "<a/>")
	cancel()
	for _, text := range []string{"<a/>", "<!DOCTYPE a [<!ELEMENT a ANY>]><a/>"} {
		if _, err := Parse(ctx, text); err != context.Canceled {
			t.Errorf("Parse: %v", err)
		}
	}
	if _, err := d.Format(ctx, standard); err != context.Canceled {
		t.Errorf("Format: %v", err)
	}
}
