package csv

import "testing"

// record writes one record of texts.
func record(l Layout, cells ...string) string {
	w := NewWriter(l, len(cells))
	w.Row()
	for _, c := range cells {
		w.Cell([]byte(c), Text)
	}
	return w.String()
}

// TestMinimalQuotes follows the rule: a cell is quoted for the delimiter, the
// quote, CR and LF, for a space or tab at an end, and when it is the empty cell
// of one column.
func TestMinimalQuotes(t *testing.T) {
	for _, c := range []struct {
		delimiter rune
		cell      string
		quoted    bool
	}{
		{',', "x", false}, {',', "", false}, {',', "a,b", true}, {';', "a,b", false}, {';', "a;b", true}, {'\t', "a\tb", true}, {',', "a\tb", false},
		{',', `"`, true}, {',', "a\rb", true}, {',', "a\nb", true}, {',', " a", true}, {',', "a ", true}, {',', "\ta", true}, {',', "a\t", true},
		{',', "a b", false}, {',', " ", true}, {',', "'", false}, {',', "\x00", false}, {',', "\u00a0a", false}, {',', "\v", false},
		{'§', "a§b", true}, {'§', "a¨b", false}, {'§', "\u00c2", false}, {'😀', "😁", false}, {'😀', "a😀", true},
	} {
		want := c.cell
		if c.quoted {
			want = record(Layout{Quotes: QuoteAll, Delimiter: c.delimiter}, c.cell)
		}
		if got := record(Layout{Quotes: QuoteMinimal, Delimiter: c.delimiter}, "x", c.cell); got != "x"+string(c.delimiter)+want {
			t.Errorf("%q under %q is %q", c.cell, c.delimiter, got)
		}
	}
	if got := record(Layout{Quotes: QuoteMinimal, Delimiter: ','}, ""); got != `""` {
		t.Errorf("an empty cell of one column is %q", got)
	}
}

// A text that begins with U+FEFF would lose it to the next reader.
func TestFirstCellIsNoMark(t *testing.T) {
	for bare, want := range map[bool]string{false: "\"\ufeffa\",\ufeffb", true: "\ufeff\"\ufeffa\",\ufeffb"} {
		if got := record(Layout{Quotes: QuoteMinimal, Delimiter: ',', BOM: bare}, "\ufeffa", "\ufeffb"); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestQuoteStyles(t *testing.T) {
	for style, want := range map[QuoteStyle]string{
		QuoteMinimal:    "a;1;true;\n;\"1;5\";;",
		QuoteAll:        "\"a\";\"1\";\"true\";\"\"\n\"\";\"1;5\";\"\";\"\"",
		QuoteNonNumeric: "\"a\";1;\"true\";\"\"\n\"\";\"1;5\";\"\";\"\"",
	} {
		w := NewWriter(Layout{Quotes: style, Delimiter: ';', LineEnding: "\n"}, 4)
		w.Row()
		w.Cell([]byte("a"), Text)
		w.Cell([]byte("1"), Number)
		w.Cell([]byte("true"), Other)
		w.Cell(nil, Other)
		w.Row()
		w.Cell(nil, Text)
		w.Cell([]byte("1;5"), Number) // what would break is quoted in any style
		w.Cell(nil, Other)
		w.Cell(nil, Other)
		if w.String() != want || w.Len() != len(want) {
			t.Errorf("%s: %q, want %q", style, w.String(), want)
		}
	}
}

// TestFormulas follows the list of OWASP, CSV Injection; numbers by the rule of
// csv-to-json are spared.
func TestFormulas(t *testing.T) {
	for text, formula := range map[string]bool{
		"": false, "=": true, "=1+1": true, "+1": true, "-x": true, "@a": true, "\tx": true, "\rx": true, "\nx": false, " =1": false, "a=1": false, "'=1": false, "＝1": false,
		"-5": false, "-1.50": false, "-0": true, "-1e5": true, "-9007199254740993": true, "+5": true, "-": true, "--": true,
	} {
		if IsFormula([]byte(text)) != formula {
			t.Errorf("%q: %t", text, !formula)
		}
	}
	w := NewWriter(Layout{Quotes: QuoteMinimal, Delimiter: ',', EscapeFormulas: true}, 9)
	w.Row()
	for _, text := range []string{"=1", "-5", "\tx", "=\"a\"", "@,"} {
		w.Cell([]byte(text), Text)
	}
	w.Cell([]byte("-0"), Number)
	w.Cell([]byte("-"), Other)
	if want := "'=1,-5,'\tx,\"'=\"\"a\"\"\",\"'@,\",-0,-"; w.String() != want || w.Formulas() != 4 {
		t.Errorf("%q with %d formulas, want %q", w.String(), w.Formulas(), want)
	}
}
