package csv

import (
	"context"
	"errors"
	"strings"
	"testing"
)

// change sets options for one case.
type change func(*Options)

func with(changes ...change) Options {
	o := DefaultOptions()
	for _, c := range changes {
		c(&o)
	}
	return o
}

func shape(s Shape) change           { return func(o *Options) { o.Output = s } }
func noHeader(o *Options)            { o.Header = false }
func untyped(o *Options)             { o.Infer = false }
func byCell(o *Options)              { o.Scope = ScopeCell }
func trimmed(o *Options)             { o.Trim = true }
func backslash(o *Options)           { o.Escape = EscapeBackslash }
func keepEmptyLines(o *Options)      { o.SkipEmptyLines = false }
func emptyNull(o *Options)           { o.EmptyAsNull = true }
func quotedText(o *Options)          { o.QuotedIsString = true }
func refuseRagged(o *Options)        { o.Ragged = RaggedError }
func delimiter(r rune) change        { return func(o *Options) { o.Delimiter = r } }
func quote(r rune) change            { return func(o *Options) { o.Quote = r } }
func comment(r rune) change          { return func(o *Options) { o.Comment = r } }
func columns(names ...string) change { return func(o *Options) { o.Columns = names } }
func nulls(texts ...string) change   { return func(o *Options) { o.NullValues = texts } }
func rows(n int) change              { return func(o *Options) { o.MaxRows = n } }
func typed(name string, t Type) change {
	return func(o *Options) { o.Types = map[string]Type{name: t} }
}
func limits(set func(*Limits)) change { return func(o *Options) { set(&o.Limits) } }
func mustConvert(t *testing.T, text string, o Options) Result {
	t.Helper()
	result, err := Convert(context.Background(), text, o)
	if err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	return result
}

// conversion is a text and the JSON it becomes.
type conversion struct {
	name, text string
	options    Options
	want       string
}

func runConversions(t *testing.T, cases []conversion) {
	t.Helper()
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if got := string(mustConvert(t, c.text, c.options).JSON); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}

// TestWorkedExamples has the examples that the operation documents.
func TestWorkedExamples(t *testing.T) {
	runConversions(t, []conversion{
		{"types by column", "name,age,active\nAlice,30,true\nBob,25,false", with(),
			`[{"name":"Alice","age":30,"active":true},{"name":"Bob","age":25,"active":false}]`},
		{"CRLF kept in quotes", "a,\"b\"\"c\",d\r\n\"x\r\ny\",,\"z\"\r\n", with(noHeader, shape(Arrays)),
			`[["a","b\"c","d"],["x\r\ny","","z"]]`},
		{"nothing lost", "zip,id,d,x\n00501,9007199254740993,1e5,0x1F", with(),
			`[{"zip":"00501","id":"9007199254740993","d":"1e5","x":"0x1F"}]`},
		{"decimal commas", "name;price\nx;1,50\ny;2,75", with(),
			`[{"name":"x","price":"1,50"},{"name":"y","price":"2,75"}]`},
		{"duplicates and ragged rows", "a,a,b\n1,2,3,4\n5", with(),
			`[{"a":1,"a_2":2,"b":3,"_extra":["4"]},{"a":5,"a_2":null,"b":null}]`},
	})
}

func TestValues(t *testing.T) {
	runConversions(t, []conversion{
		{"number spelling kept", "n\n1.10\n-0.50\n2", with(), `[{"n":1.10},{"n":-0.50},{"n":2}]`},
		{"one odd cell keeps a column text", "n\n1\n-0\n2", with(), `[{"n":"1"},{"n":"-0"},{"n":"2"}]`},
		{"negative zero decimal is text", "n\n-0.0", with(), `[{"n":"-0.0"}]`},
		{"numbers and booleans mixed are text", "n\n1\ntrue", with(), `[{"n":"1"},{"n":"true"}]`},
		{"booleans in any case", "b\nTRUE\nfAlse", with(), `[{"b":true},{"b":false}]`},
		{"letters that fold to s are no boolean", "b\nfalſe", with(), `[{"b":"falſe"}]`},
		{"empty cell in a number column", "a,b\n1,\n2,3", with(), `[{"a":1,"b":null},{"a":2,"b":3}]`},
		{"empty cell in a text column", "a,b\n1,\n2,x", with(), `[{"a":1,"b":""},{"a":2,"b":"x"}]`},
		{"all empty column is text", "a,b\n1,\n2,", with(), `[{"a":1,"b":""},{"a":2,"b":""}]`},
		{"quoted number is a number", "a\n\"1\"\n2", with(), `[{"a":1},{"a":2}]`},
		{"types off", "a,b\n1,true", with(untyped), `[{"a":"1","b":"true"}]`},
	})
}

func TestEmptyAndEdges(t *testing.T) {
	runConversions(t, []conversion{
		{"empty text", "", with(), `[]`},
		{"empty text by column", "", with(shape(ByColumn)), `{}`},
		{"only a mark", "\uFEFF", with(), `[]`},
		{"only empty lines", "\n\r\n\r", with(), `[]`},
		{"only comments", "#a\n#b", with(comment('#')), `[]`},
		{"only a header", "a,b\n", with(), `[]`},
		{"only a header by column", "a,b", with(shape(ByColumn)), `{"a":[],"b":[]}`},
		{"mark before a quoted header", "\uFEFF\"a,b\",c\n1,2", with(), `[{"a,b":1,"c":2}]`},
		{"one column", "name\nAlice\nBob\n", with(), `[{"name":"Alice"},{"name":"Bob"}]`},
		{"record ending in a delimiter", "a,b\n1,\n2,", with(untyped), `[{"a":"1","b":""},{"a":"2","b":""}]`},
		{"text ending in a delimiter has a last cell", "a,b,\n1,2,3", with(),
			`[{"a":1,"b":2,"column_3":3}]`},
		{"line of delimiters is a record", "a,b\n,\n", with(), `[{"a":"","b":""}]`},
		{"quoted empty line is a record", "a\n\"\"\n", with(), `[{"a":""}]`},
		{"empty lines skipped", "\na\n\n1\n\n2\n\n", with(), `[{"a":1},{"a":2}]`},
		{"empty lines kept", "a\n\nx\n\n", with(keepEmptyLines), `[{"a":""},{"a":"x"},{"a":""}]`},
		{"empty line kept is short", "a,b\n\nx,y", with(keepEmptyLines, delimiter(',')),
			`[{"a":"","b":null},{"a":"x","b":"y"}]`},
		{"empty header line kept", "\nx", with(keepEmptyLines), `[{"column_1":"x"}]`},
		{"line of spaces is a record", "a\n  \n", with(), `[{"a":"  "}]`},
	})
}

func TestQuotesAndCharacters(t *testing.T) {
	runConversions(t, []conversion{
		{"bare quote is data", "a\n5\" disk\n", with(), `[{"a":"5\" disk"}]`},
		{"space before a quote makes it data", "a,b\n1, \"x\"\n", with(), `[{"a":1,"b":" \"x\""}]`},
		{"NUL and controls", "a\n\x00\x1f\x7f\b\f\t\\\n", with(delimiter(',')), `[{"a":"\u0000\u001f` + "\x7f" + `\b\f\t\\"}]`},
		{"nothing escaped for HTML or JavaScript", "a\n</b>&\u2028é😀\n", with(), `[{"a":"</b>&` + "\u2028" + `é😀"}]`},
	})
}

func TestReadingOptions(t *testing.T) {
	runConversions(t, []conversion{
		{"comments", "#x\na,b\n#1,2\n3,#4\n\"#5\",6", with(comment('#')), `[{"a":"3","b":"#4"},{"a":"#5","b":"6"}]`},
		{"comment of several bytes", "§x\na\n§\n1", with(comment('§')), `[{"a":1}]`},
		{"trim", " a , b\n 1 ,\t\"x \" \n  ,\u00a0y z\u3000", with(trimmed, delimiter(',')),
			`[{"a":1,"b":"x "},{"a":null,"b":"y z"}]`},
		{"trim spares a tab that delimits", "a\tb\n \t x", with(trimmed, delimiter('\t')), `[{"a":"","b":"x"}]`},
		{"backslash", "a,b\n\"x\\\"y\\\\\",c\\,d", with(backslash, delimiter(',')), `[{"a":"x\"y\\","b":"c\\","_extra":["d"]}]`},
		{"backslash before other characters is kept", `a` + "\n" + `"C:\new"`, with(backslash), `[{"a":"C:\\new"}]`},
		{"backslash is data by default", `a` + "\n" + `"C:\"`, with(), `[{"a":"C:\\"}]`},
		{"other quote", "a\n'it''s \"x\"'", with(quote('\'')), `[{"a":"it's \"x\""}]`},
		{"quote and delimiter of several bytes", "a→b\n»x→»»y»→1\n", with(quote('»'), delimiter('→')), `[{"a":"x→»y","b":1}]`},
		{"quote and delimiter sharing a byte", "a”b\n“x”y“”é€\n", with(quote('“'), delimiter('”')), `[{"a":"x”y","b":"é€"}]`},
		{"NUL delimits", "a\x00b\n1\x002", with(delimiter(0)), `[{"a":1,"b":2}]`},
	})
}

func TestNamesAndShapes(t *testing.T) {
	runConversions(t, []conversion{
		{"no header", "1,x\n2,y", with(noHeader), `[{"column_1":1,"column_2":"x"},{"column_1":2,"column_2":"y"}]`},
		{"no header, names given", "1,x\n2", with(noHeader, columns("n", "s")), `[{"n":1,"s":"x"},{"n":2,"s":null}]`},
		{"names replace the header", "a,b\n1,2", with(columns("x", "y")), `[{"x":1,"y":2}]`},
		{"fewer names than the header", "a,b\n1,2", with(columns("x")), `[{"x":1,"_extra":["2"]}]`},
		{"more names than the header", "a\n1", with(columns("x", "y")), `[{"x":1,"y":null}]`},
		{"names without records", "", with(columns("x"), shape(ByColumn)), `{"x":[]}`},
		{"arrays leave the header out", "a,b\n1,x", with(shape(Arrays)), `[[1,"x"]]`},
		{"arrays keep surplus at the end", "a,b\n1,2,3,\"4\"\"\"\n5", with(shape(Arrays)), `[[1,2,"3","4\""],[5,null]]`},
		{"columns", "a,b\n1,x\n2,", with(shape(ByColumn)), `{"a":[1,2],"b":["x",""]}`},
		{"columns with surplus", "a\n1\n2,3,4\n5", with(shape(ByColumn)), `{"a":[1,2,5],"_extra":[null,["3","4"],null]}`},
		{"surplus is never typed", "a\n1,2,true,", with(byCell), `[{"a":1,"_extra":["2","true",""]}]`},
		{"a column called _extra", "_extra,b\n1,2,3", with(), `[{"_extra":1,"b":2,"_extra_2":["3"]}]`},
		{"max_rows", "a\n1\nx", with(rows(1)), `[{"a":1}]`},
		{"max_rows without header", "1\n2\n3", with(rows(2), noHeader, shape(Arrays)), `[[1],[2]]`},
	})
}

func TestResultFields(t *testing.T) {
	for _, c := range []struct {
		name, text    string
		options       Options
		rows, columns int
		delimiter     rune
		ending        string
		header        bool
	}{
		{"comma", "a,b\n1,2\n", with(), 1, 2, ',', "lf", true},
		{"CRLF", "a;b\r\n1;2\r\n3;4", with(), 2, 2, ';', "crlf", true},
		{"CR", "a\tb\r1\t2\r", with(), 1, 2, '\t', "cr", true},
		{"mixed", "a|b\r\n1|2\n", with(), 1, 2, '|', "mixed", true},
		{"terminators in quotes do not count", "a\r\n\"x\ny\rz\"\r\n", with(), 1, 1, ',', "crlf", true},
		{"terminators of empty lines and comments count", "a\n\r\n#x\n1", with(comment('#')), 1, 1, ',', "mixed", true},
		{"no terminator", "a", with(), 0, 1, ',', "lf", true},
		{"empty", "", with(), 0, 0, ',', "lf", false},
		{"no header", "1,2", with(noHeader), 1, 2, ',', "lf", false},
		{"surplus is no column", "a\n1,2,3", with(), 1, 1, ',', "lf", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := mustConvert(t, c.text, c.options)
			if r.RowCount != c.rows || r.ColumnCount != c.columns || len(r.Columns) != c.columns {
				t.Errorf("%d rows, %d columns (%d listed); want %d, %d", r.RowCount, r.ColumnCount, len(r.Columns), c.rows, c.columns)
			}
			if r.Delimiter != c.delimiter || r.LineEnding != c.ending || r.HasHeader != c.header {
				t.Errorf("delimiter %q, line ending %s, header %t", r.Delimiter, r.LineEnding, r.HasHeader)
			}
		})
	}
}

func TestFaultsInTheText(t *testing.T) {
	const deep = 1001
	nested := strings.Repeat("[", deep) + strings.Repeat("]", deep)
	for _, c := range []struct {
		name, text   string
		options      Options
		code         Code
		reason       string
		line, column int
		offset       int
	}{
		{"text after a quote", "a\n\"x\"y\n", with(), InvalidCSV, ReasonTextAfterQuote, 2, 4, 5},
		{"space after a quote", "a\n\"x\" \n", with(), InvalidCSV, ReasonTextAfterQuote, 2, 4, 5},
		{"doubled quote under backslash", "a\n\"x\"\"\"\n", with(backslash), InvalidCSV, ReasonTextAfterQuote, 2, 4, 5},
		{"columns count code points", "é\n😀,\"ह\"y\n", with(delimiter(',')), InvalidCSV, ReasonTextAfterQuote, 2, 6, 13},
		{"a mark counts in bytes alone", "\uFEFF\"x\"y", with(), InvalidCSV, ReasonTextAfterQuote, 1, 4, 6},
		{"unclosed quote", "a,b\n1,\"x\ny\n", with(), InvalidCSV, ReasonUnclosedQuote, 2, 3, 6},
		{"unclosed quote after CRLF in quotes", "a\r\n\"1\r\n2\"\r\n\"x", with(), InvalidCSV, ReasonUnclosedQuote, 4, 1, 11},
		{"unclosed quote after lines ending in CR", "a\r\r\"x", with(), InvalidCSV, ReasonUnclosedQuote, 3, 1, 3},
		{"quote at the end", "a\n\"", with(), InvalidCSV, ReasonUnclosedQuote, 2, 1, 2},
		{"escaped quote at the end", "a\n\"x\\\"", with(backslash), InvalidCSV, ReasonUnclosedQuote, 2, 1, 2},
		{"backslash at the end", "a\n\"x\\", with(backslash), InvalidCSV, ReasonUnclosedQuote, 2, 1, 2},
		{"ragged, short", "a,b\n1,2\n3\n", with(refuseRagged), InvalidCSV, ReasonRaggedRow, 3, 1, 8},
		{"ragged, long", "a,b\n\"1\n\",2\n3,4,5\n", with(refuseRagged), InvalidCSV, ReasonRaggedRow, 4, 1, 11},
		{"ragged header under names", "a,b\n1,2\n", with(refuseRagged, columns("x")), InvalidCSV, ReasonRaggedRow, 1, 1, 0},
		{"forced number", "a,b\n1,2\n3,x\n", with(typed("b", NumberType)), InvalidType, ReasonNotNumber, 3, 3, 10},
		{"forced number with a comma", "a\n\"1,000\"\n", with(typed("a", NumberType)), InvalidType, ReasonNotNumber, 2, 1, 2},
		{"forced number in hexadecimal", "a\n0x1F\n", with(typed("a", NumberType)), InvalidType, ReasonNotNumber, 2, 1, 2},
		{"forced number with a space", "a\n 1\n", with(typed("a", NumberType)), InvalidType, ReasonNotNumber, 2, 1, 2},
		{"forced boolean", "a\ntrue\nyes\n", with(typed("a", BooleanType)), InvalidType, ReasonNotBoolean, 3, 1, 7},
		{"forced JSON", "a\n{}\n{'x':1}\n", with(typed("a", JSONType)), InvalidType, ReasonNotJSON, 3, 1, 5},
		{"forced JSON, two values", "a\n1 2\n", with(typed("a", JSONType)), InvalidType, ReasonNotJSON, 2, 1, 2},
		{"forced JSON, name twice", "a;b\n{\"x\":1,\"x\":2};1\n", with(typed("a", JSONType)), InvalidType, ReasonNotJSON, 2, 1, 4},
		{"forced JSON, lone surrogate", "a\n\"\"\"\\ud800\"\"\"\n", with(typed("a", JSONType)), InvalidType, ReasonNotJSON, 2, 1, 2},
		{"forced JSON, too deep", "a\n" + nested, with(typed("a", JSONType)), DepthExceeded, "", 2, 1, 2},
		{"invalid UTF-8", "a\nb\xffc", with(), InvalidUTF8, "", 2, 2, 3},
		{"surrogate in UTF-8", "\ufffda\xed\xa0\x80", with(), InvalidUTF8, "", 1, 3, 4},
		{"too many cells", "a,b\n1,2\n3,4\n5,6\n", with(limits(func(l *Limits) { l.Cells = 4 })), TooManyItems, "", 4, 1, 12},
		{"missing cells count", "a,b,c\n1\n2\n", with(limits(func(l *Limits) { l.Cells = 5 })), TooManyItems, "", 3, 1, 8},
		{"surplus cells count", "a\n1,2,3\n", with(limits(func(l *Limits) { l.Cells = 2 })), TooManyItems, "", 2, 1, 2},
		{"too many columns", "a,b\n1,2,3\n", with(limits(func(l *Limits) { l.Columns = 2 })), TooManyItems, "", 2, 5, 8},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := Convert(context.Background(), c.text, c.options)
			var e *Error
			if !errors.As(err, &e) {
				t.Fatalf("error %v", err)
			}
			if e.Code != c.code || e.Reason != c.reason || e.Field != "csv" {
				t.Errorf("code %s, reason %s, field %s; want %s, %s, csv", e.Code, e.Reason, e.Field, c.code, c.reason)
			}
			if e.Line != c.line || e.Column != c.column || e.ByteOffset != c.offset {
				t.Errorf("line %d, column %d, offset %d; want %d, %d, %d", e.Line, e.Column, e.ByteOffset, c.line, c.column, c.offset)
			}
			if e.Message == "" || !strings.Contains(e.Error(), e.Message) {
				t.Errorf("message %q in %q", e.Message, e.Error())
			}
		})
	}
}

func TestFirstFaultInTheTextIsReported(t *testing.T) {
	o := with()
	o.Types = map[string]Type{"a": NumberType, "b": BooleanType}
	_, err := Convert(context.Background(), "a,b\n1,x\ny,true\n", o)
	var e *Error
	if !errors.As(err, &e) || e.Line != 2 || e.Reason != ReasonNotBoolean {
		t.Errorf("error %v", err)
	}
}

func TestFaultsInOptions(t *testing.T) {
	for _, c := range []struct {
		name    string
		options Options
		code    Code
		field   string
	}{
		{"delimiter is the quote", with(delimiter('"')), Conflict, "delimiter"},
		{"comment is the delimiter", with(delimiter(';'), comment(';')), Conflict, "comment"},
		{"comment is the quote", with(comment('"')), Conflict, "comment"},
		{"quote is the escape", with(quote('\\'), backslash), Conflict, "escape"},
		{"delimiter LF", with(delimiter('\n')), NotAllowed, "delimiter"},
		{"delimiter CR", with(delimiter('\r')), NotAllowed, "delimiter"},
		{"quote CR", with(quote('\r')), NotAllowed, "quote"},
		{"comment LF", with(comment('\n')), NotAllowed, "comment"},
		{"surrogate", with(delimiter(0xD800)), NotAllowed, "delimiter"},
		{"escape", with(func(o *Options) { o.Escape = "percent" }), NotAllowed, "escape"},
		{"scope", with(func(o *Options) { o.Scope = "row" }), NotAllowed, "infer_scope"},
		{"output", with(shape("xml")), NotAllowed, "output"},
		{"ragged", with(func(o *Options) { o.Ragged = "" }), NotAllowed, "ragged_rows"},
		{"rows", with(rows(-1)), OutOfRange, "max_rows"},
		{"type", with(typed("a", "date")), NotAllowed, "types.a"},
		{"mixed is no type to ask for", with(typed("a", MixedType)), NotAllowed, "types.a"},
		{"type of no column", with(typed("A", NumberType)), NotAllowed, "types.A"},
		{"too many names", with(columns("a", "b"), limits(func(l *Limits) { l.Columns = 1 })), TooManyItems, "columns"},
		{"name not UTF-8", with(columns("\xff")), InvalidUTF8, "columns"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := Convert(context.Background(), "a\n1\n", c.options)
			var e *Error
			if !errors.As(err, &e) || e.Code != c.code || e.Field != c.field || e.Line != 0 {
				t.Fatalf("error %+v, want %s in %s", err, c.code, c.field)
			}
			if !strings.HasPrefix(e.Error(), string(c.code)+": "+c.field+": ") {
				t.Errorf("text %q", e.Error())
			}
		})
	}
}

func TestTypeOfMissingColumnNamesThoseThere(t *testing.T) {
	_, err := Convert(context.Background(), "a,b,c,d,e,f,g,h,i\n", with(typed("x", NumberType)))
	var e *Error
	if !errors.As(err, &e) || e.Hint != "The columns are a, b, c, d, e, f, g, h, …." {
		t.Errorf("error %+v", err)
	}
	if got := mustConvert(t, "", with(typed("x", NumberType))); string(got.JSON) != "[]" {
		t.Errorf("a text without columns gives %s", got.JSON)
	}
}

func TestSniff(t *testing.T) {
	for _, c := range []struct {
		name, text string
		options    Options
		want       rune
	}{
		{"nothing to go by", "abc\ndef\n", with(), ','},
		{"rare semicolons in one column", "text\nhello; world\nfoo\nbar\n", with(), ','},
		{"ragged but clear", "a;a;b\n1;2;3;4\n5", with(), ';'},
		{"a tie goes to more cells", "1,5;2,7;3,9\n", with(), ','},
		{"a tie in cells goes to the order", "a,b|c\nd,e|f\n", with(), ','},
		{"the constant count wins", "p;q;r\n1,5;2,7;3,9\n1;2;3,4\n", with(), ';'},
		{"quotes are honoured", "\"a;b;c\",d\n\"e;f;g\",h\n", with(), ','},
		{"a candidate that cannot read is out", "\"a\";\"b\"\n\"c\";\"d\"\n", with(), ';'},
		{"comments do not count", "#a;b\n#c;d\ne|f\n", with(comment('#')), '|'},
		{"the quote is no candidate", ",a,;,b,\n", with(quote(',')), ';'},
		{"nor is the comment", "x\n", with(comment(',')), ';'},
		{"only the first records count", strings.Repeat("a|b\n", 100) + strings.Repeat("c,d,e\n", 200), with(), '|'},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := sniff(c.text, &c.options); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

func TestOutputLimit(t *testing.T) {
	text := "a," + strings.Repeat("n", 1000) + "\n" + strings.Repeat("1,2\n", 100)
	for _, s := range []Shape{Objects, Arrays, ByColumn} {
		full := mustConvert(t, text, with(shape(s)))
		size := len(full.JSON)
		mustConvert(t, text, with(shape(s), limits(func(l *Limits) { l.Output = size })))
		_, err := Convert(context.Background(), text, with(shape(s), limits(func(l *Limits) { l.Output = size - 1 })))
		var e *Error
		if !errors.As(err, &e) || e.Code != OutputTooLarge {
			t.Errorf("%s one byte short: %v", s, err)
		}
	}
}

func TestContextEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, text := range []string{"a\n1\n", "a\n" + strings.Repeat("1\n", 10_000)} {
		if _, err := Convert(ctx, text, with()); !errors.Is(err, context.Canceled) {
			t.Errorf("error %v", err)
		}
	}
}
