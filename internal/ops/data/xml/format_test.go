package xml

import (
	"fmt"
	"strings"
	"testing"
)

// change sets options for one case.
type change func(*Options)

func minify(o *Options)     { o.Minify = true }
func sorted(o *Options)     { o.SortAttributes = true }
func noComments(o *Options) { o.DropComments = true }
func onePerLine(o *Options) { o.Attributes = AttributesOnePerLine }
func wrap(width int) change {
	return func(o *Options) { o.Attributes, o.MaxWidth = AttributesWrap, width }
}
func indent(s string) change               { return func(o *Options) { o.Indent = s } }
func empty(e EmptyElements) change         { return func(o *Options) { o.EmptyElements = e } }
func withDeclaration(d Declaration) change { return func(o *Options) { o.Declaration = d } }
func withDoctype(d Doctype) change         { return func(o *Options) { o.Doctype = d } }
func preserve(names ...string) change      { return func(o *Options) { o.Preserve = names } }

func with(changes ...change) Options {
	o := standard
	for _, c := range changes {
		c(&o)
	}
	return o
}

// layout is a document and what it becomes.
type layout struct {
	name, text string
	options    Options
	want       string
}

func runLayouts(t *testing.T, cases []layout) {
	t.Helper()
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			got := format(t, c.text, c.options)
			if got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
			if again := format(t, got, c.options); again != got {
				t.Errorf("formatted again it becomes\n%s", again)
			}
		})
	}
}

// TestWorkedExamples has the examples that the operation documents.
func TestWorkedExamples(t *testing.T) {
	runLayouts(t, []layout{
		{"one child a line", `<a id="1"><!--c--><b><![CDATA[<x>]]></b><e/><p>Hello <i>big</i> world</p></a>`, with(),
			"<a id=\"1\">\n  <!--c-->\n  <b><![CDATA[<x>]]></b>\n  <e/>\n  <p>Hello <i>big</i> world</p>\n</a>"},
		{"mixed content", "<p>Hello <b>big</b> world</p>", with(), "<p>Hello <b>big</b> world</p>"},
		{"minified", "<r>\n <a>1</a>\n\n <b/> </r>", with(minify), "<r><a>1</a><b/></r>"},
		{"reference kept", `<!DOCTYPE r [<!ENTITY e "v">]><r>&e;</r>`, with(), "<!DOCTYPE r [<!ENTITY e \"v\">]>\n<r>&e;</r>"},
		{"quotes kept", `<r a="1"   b='2' ><c></c></r>`, with(), "<r a=\"1\" b='2'>\n  <c></c>\n</r>"},
	})
}

func TestElementContent(t *testing.T) {
	runLayouts(t, []layout{
		{"nesting", "<a><b><c/></b><d/></a>", with(), "<a>\n  <b>\n    <c/>\n  </b>\n  <d/>\n</a>"},
		{"blank lines go", "<a>\n\n\n<b/>\n\n</a>\n\n", with(), "<a>\n  <b/>\n</a>"},
		{"text alone is copied", "<a><b> x\n </b></a>", with(), "<a>\n  <b> x\n </b>\n</a>"},
		{"white space alone is copied", "<a> <b> </b>\t<c>\n</c></a>", with(), "<a>\n  <b> </b>\n  <c>\n</c>\n</a>"},
		{"white space alone, minified", "<a> <b> </b></a>", with(minify), "<a><b> </b></a>"},
		{"comment alone is layout", "<a> <!--c--> </a>", with(), "<a>\n  <!--c-->\n</a>"},
		{"comment copied with its lines", "<a><!--x\n y--><b/></a>", with(), "<a>\n  <!--x\n y-->\n  <b/>\n</a>"},
		{"instruction", "<a><?p  x ?><b/></a>", with(), "<a>\n  <?p  x ?>\n  <b/>\n</a>"},
		{"outside the root", "<?p?> <!--c--><a/><!--d--> <?q?>", with(), "<?p?>\n<!--c-->\n<a/>\n<!--d-->\n<?q?>"},
		{"outside the root, minified", "<?p?> <!--c-->\n<a/>\n<!--d--> ", with(minify), "<?p?><!--c--><a/><!--d-->"},
		{"tabs", "<a><b><c/></b></a>", with(indent("\t")), "<a>\n\t<b>\n\t\t<c/>\n\t</b>\n</a>"},
		{"no indent", "<a><b><c/></b></a>", with(indent("")), "<a>\n<b>\n<c/>\n</b>\n</a>"},
		{"all CRLF", "<a>\r\n<b/></a>\r\n", with(), "<a>\r\n  <b/>\r\n</a>"},
		{"not all CRLF", "<a>\r\n<b/></a>\n", with(), "<a>\n  <b/>\n</a>"},
		{"CR is white space", "<a>\r<b/>\r</a>", with(minify), "<a><b/></a>"},
		{"byte order mark", "\uFEFF<a/>", with(), "<a/>"},
		{"white space before the document", " \n<a/>", with(), "<a/>"},
	})
}

func TestCopiedContent(t *testing.T) {
	const mixed = "<a> <b/>\n x<c  d='1'\n></c > </a>"
	runLayouts(t, []layout{
		{"text at the end", mixed, with(), mixed},
		{"text at the end, minified", mixed, with(minify), mixed},
		{"no layout below mixed content", "<a>x<b> <c/> </b></a>", with(minify), "<a>x<b> <c/> </b></a>"},
		{"CDATA", "<a> <b/><![CDATA[]]> </a>", with(), "<a> <b/><![CDATA[]]> </a>"},
		{"reference to a space", "<a> <b/>&#32;</a>", with(), "<a> <b/>&#32;</a>"},
		{"no-break space is text", "<a> <b/>\u00A0</a>", with(), "<a> <b/>\u00A0</a>"},
		{"xml:space", "<a><b xml:space='preserve'> <c/>\n</b> <b xml:space='default'> <c/></b></a>", with(),
			"<a>\n  <b xml:space='preserve'> <c/>\n</b>\n  <b xml:space='default'>\n    <c/>\n  </b>\n</a>"},
		{"xml:space is for what is inside too", "<a xml:space='preserve'> <b xml:space='default'> <c/> </b></a>", with(minify),
			"<a xml:space='preserve'> <b xml:space='default'> <c/> </b></a>"},
		{"xml:space by default", "<!DOCTYPE a [<!ATTLIST b xml:space (default|preserve) 'preserve'>]><a> <b> <c/></b> <b xml:space='default'> <c/></b></a>", with(minify),
			"<!DOCTYPE a [<!ATTLIST b xml:space (default|preserve) 'preserve'>]><a><b> <c/></b><b xml:space='default'><c/></b></a>"},
		{"named elements", "<a> <pre> <b/> </pre> <p:pre> <b/> </p:pre></a>", with(preserve("pre")), "<a>\n  <pre> <b/> </pre>\n  <p:pre>\n    <b/>\n  </p:pre>\n</a>"},
		{"named elements, minified", "<a> <p:pre> <b/> </p:pre></a>", with(minify, preserve("x", "p:pre")), "<a><p:pre> <b/> </p:pre></a>"},
		{"the tags around it are not inside", "<a><p  x = '1' >t</p ></a>", with(), "<a>\n  <p x='1'>t</p>\n</a>"},
		{"options that change tags", "<a>x<b  z='1' a='2'/><!--c--><d></d><e><!--f--></e></a>", with(sorted, noComments, empty(EmptySelfClose)), "<a>x<b a='2' z='1'/><d/><e/></a>"},
		{"brackets that a comment kept apart", "<a>]]<!--x-->><b>]<!--y-->]<!---->></b>] ]<!---->> <c d=']]'>></c></a>", with(noComments), "<a>]]&gt;<b>]]&gt;</b>] ]> <c d=']]'>></c></a>"},
		{"brackets and CDATA", "<a><![CDATA[]]><!---->>]<!---->]</a>", with(noComments), "<a><![CDATA[]]>>]]</a>"},
		{"expanded", "<a>x<b /><c  d='1'/></a>", with(empty(EmptyExpand)), "<a>x<b></b><c d='1'></c></a>"},
	})
}

func TestAttributes(t *testing.T) {
	const tag = `<a xmlns:p="u" b='2' p:c = "3"  />`
	runLayouts(t, []layout{
		{"one line", "<r>" + tag + "</r>", with(), "<r>\n  <a xmlns:p=\"u\" b='2' p:c=\"3\"/>\n</r>"},
		{"one per line", "<r>" + tag + "</r>", with(onePerLine), "<r>\n  <a\n    xmlns:p=\"u\"\n    b='2'\n    p:c=\"3\"/>\n</r>"},
		{"one per line, only one", "<r b='1'><c  d='1'>x</c></r>", with(onePerLine), "<r b='1'>\n  <c d='1'>x</c>\n</r>"},
		{"one per line, minified", tag, with(onePerLine, minify), `<a xmlns:p="u" b='2' p:c="3"/>`},
		{"line breaks in tags", "<a\n  b='1'\n\tc='2'\n>x</a\n>", with(), "<a b='1' c='2'>x</a>"},
		{"line breaks in values", "<a b='1\n 2'/>", with(minify), "<a b='1\n 2'/>"},
		{"> and / in values", "<a b='/>' c='a/' />", with(), "<a b='/>' c='a/'/>"},
		{"sorted", "<a z='' xmlns:y='u' B='' a='' xmlns='v' y:b='' ä=''/>", with(sorted), "<a xmlns='v' xmlns:y='u' B='' a='' y:b='' z='' ä=''/>"},
		{"CRLF in tags", "<a>\r\n<b c='1' d='2'/></a>", with(onePerLine), "<a>\r\n  <b\r\n    c='1'\r\n    d='2'/>\r\n</a>"},
		{"wrap, fits", "<r><abc d='123' e='456'/></r>", with(wrap(25)), "<r>\n  <abc d='123' e='456'/>\n</r>"},
		{"wrap, full", "<r><abcd d='1234' e='456'/></r>", with(wrap(26)), "<r>\n  <abcd d='1234' e='456'/>\n</r>"},
		{"wrap, one too many", "<r><abcd d='1234' e='4567'/></r>", with(wrap(26)), "<r>\n  <abcd d='1234'\n    e='4567'/>\n</r>"},
		{"wrap counts code points", "<r><abcd d='éééé' e='日👍x'/></r>", with(wrap(26)), "<r>\n  <abcd d='éééé' e='日👍x'/>\n</r>"},
		{"wrap fills lines", "<r a='1' b='2' c='3' d='4' e='5' f='6' g='7'/>", with(wrap(20)), "<r a='1' b='2' c='3'\n  d='4' e='5' f='6'\n  g='7'/>"},
		{"wrap fills a further line", "<r a='1' b='2' c='3' d='4' e='5' f='6' g='7'/>", with(wrap(19)), "<r a='1' b='2'\n  c='3' d='4' e='5'\n  f='6' g='7'/>"},
		{"wrap, long value", "<r a='0123456789012345678901' b='2'/>", with(wrap(20)), "<r\n  a='0123456789012345678901'\n  b='2'/>"},
		{"wrap, one attribute", "<r   a='0123456789012345678901'/>", with(wrap(20)), "<r a='0123456789012345678901'/>"},
		{"wrap, minified", "<r   a='0123456789012345678901' b=''/>", with(wrap(20), minify), "<r a='0123456789012345678901' b=''/>"},
		{"wrap, a start tag that fits without slash", "<rs a='12345' b='12'><c/></rs>", with(wrap(21)), "<rs a='12345' b='12'>\n  <c/>\n</rs>"},
		{"wrap, a start tag that may lose its end tag", "<rs a='12345' b='12'></rs>", with(wrap(21), empty(EmptySelfClose)), "<rs a='12345'\n  b='12'/>"},
		{"wrap, an empty tag that gets one", "<rs a='12345' b='12'/>", with(wrap(21), empty(EmptyExpand)), "<rs a='12345' b='12'></rs>"},
	})
}

func TestParts(t *testing.T) {
	const all = "<?xml version='1.0'  encoding=\"utf-8\" ?>\n<!DOCTYPE a [\n<!--d-->\n]>\n<!--c--><a><b/><c></c><d><!--e--></d></a>"
	runLayouts(t, []layout{
		{"kept", all, with(), "<?xml version='1.0'  encoding=\"utf-8\" ?>\n<!DOCTYPE a [\n<!--d-->\n]>\n<!--c-->\n<a>\n  <b/>\n  <c></c>\n  <d>\n    <!--e-->\n  </d>\n</a>"},
		{"removed", all, with(withDeclaration(DeclarationRemove), withDoctype(DoctypeRemove), noComments), "<a>\n  <b/>\n  <c></c>\n  <d></d>\n</a>"},
		{"comments of the DOCTYPE stay", all, with(noComments, minify), "<?xml version='1.0'  encoding=\"utf-8\" ?><!DOCTYPE a [\n<!--d-->\n]><a><b/><c></c><d></d></a>"},
		{"declaration there already", "<?xml version='1.0'?><a/>", with(withDeclaration(DeclarationAdd)), "<?xml version='1.0'?>\n<a/>"},
		{"declaration added", "<a/>", with(withDeclaration(DeclarationAdd)), "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<a/>"},
		{"declaration added, minified", "<a/>", with(withDeclaration(DeclarationAdd), minify), "<?xml version=\"1.0\" encoding=\"UTF-8\"?><a/>"},
		{"self-closed", "<a><b></b><c x=''></c><d/><e> </e><f><!--x--></f></a>", with(empty(EmptySelfClose), minify), "<a><b/><c x=''/><d/><e> </e><f><!--x--></f></a>"},
		{"self-closed once comments are gone", "<a><f> <!--x--> </f></a>", with(empty(EmptySelfClose), noComments), "<a>\n  <f/>\n</a>"},
		{"self-closed root", "<a  b='' ></a >", with(empty(EmptySelfClose)), "<a b=''/>"},
		{"expanded", "<a><b/><c x='' /><d></d></a>", with(empty(EmptyExpand), minify), "<a><b></b><c x=''></c><d></d></a>"},
		{"nothing left but the root", "<!--c--><a><!--d--></a><!--e-->", with(noComments), "<a></a>"},
	})
}

func TestDoctypePolicy(t *testing.T) {
	const declared = "<!DOCTYPE a [<!ENTITY e 'v'><!ATTLIST a b CDATA '&e;'>]>"
	if got := format(t, declared+"<a>&lt;&#65;</a>", with(withDoctype(DoctypeRemove))); got != "<a>&lt;&#65;</a>" {
		t.Error(got)
	}
	for _, c := range []struct {
		text         string
		doctype      Doctype
		code         Code
		line, column int
	}{
		{declared + "\n<a>&amp;&e;</a>", DoctypeRemove, Conflict, 2, 9},
		{declared + "\n<a b='&e;'/>", DoctypeRemove, Conflict, 2, 7},
		{"<!DOCTYPE a SYSTEM 's'><a>&x;</a>", DoctypeRemove, Conflict, 1, 27},
		{"\n<!DOCTYPE a><a/>", DoctypeReject, NotAllowed, 2, 1},
	} {
		_, err := parse(t, c.text).Format(t.Context(), with(withDoctype(c.doctype)))
		e, ok := err.(*Error)
		if !ok || e.Code != c.code || e.Line != c.line || e.Column != c.column {
			t.Errorf("%q: %+v", c.text, err)
		}
	}
	if got := format(t, "<a/>", with(withDoctype(DoctypeReject))); got != "<a/>" {
		t.Error(got)
	}
}

// TestOutputLimit: indentation could turn a megabyte into gigabytes, between
// tags and inside one.
func TestOutputLimit(t *testing.T) {
	var attributes strings.Builder
	for i := range 60_000 {
		fmt.Fprintf(&attributes, " a%d=''", i)
	}
	before, after := strings.Repeat("<a>", 999), strings.Repeat("</a>", 999)
	for _, text := range []string{before + strings.Repeat("<b/>", 200_000) + after, before + "<b" + attributes.String() + "/>" + after} {
		refuseOutput(t, text, with(indent("        "), onePerLine))
	}
	o := standard
	o.MaxBytes = len("<a>\n  <b/>\n</a>")
	format(t, "<a><b/></a>", o)
	o.MaxBytes--
	refuseOutput(t, "<a><b/></a>", o)
}

func refuseOutput(t *testing.T, text string, o Options) {
	t.Helper()
	_, err := parse(t, text).Format(t.Context(), o)
	if e, ok := err.(*Error); !ok || e.Code != OutputTooLarge {
		t.Errorf("%.40s: %v", text, err)
	}
}
