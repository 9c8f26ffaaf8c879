package flatten_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"toolcrib/internal/jsonscan"
	"toolcrib/internal/ops/data/csv"
	"toolcrib/internal/ops/data/flatten"
)

// cellTexts are rich in what CSV treats specially.
func cellTexts() *rapid.Generator[string] {
	special := rapid.SampledFrom([]rune("a1 ,;|\t\"'\\\r\n\x00§é\u2028\ufeff😀=-"))
	return rapid.OneOf(rapid.StringOfN(special, 0, 8, -1), rapid.String())
}

// layouts draws every way to write.
func layouts(t *rapid.T) options {
	o := defaults()
	o.QuoteStyle = rapid.SampledFrom([]csv.QuoteStyle{csv.QuoteMinimal, csv.QuoteAll, csv.QuoteNonNumeric}).Draw(t, "quotes")
	o.Delimiter = rapid.SampledFrom([]string{",", ";", "\t", "|", "§", "a", " ", "1", "😀"}).Draw(t, "delimiter")
	o.LineEnding = rapid.SampledFrom([]string{"crlf", "lf"}).Draw(t, "ending")
	return o
}

// readBack reads a text with the reader of csv-to-json as rows of texts.
func readBack(t *rapid.T, text string, o options) (rows [][]*string) {
	c := csv.DefaultOptions()
	c.Delimiter, c.Header, c.Infer, c.Output = o.layout().Delimiter, false, false, csv.Arrays
	r, err := csv.Convert(context.Background(), text, c)
	if err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	if err := json.Unmarshal(r.JSON, &rows); err != nil {
		t.Fatal(err)
	}
	return rows
}

// TestFlatTablesComeBack: csv-to-json gives back what was written, whatever the
// names and texts are.
func TestFlatTablesComeBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		for range 10 {
			comesBack(t)
		}
	})
}

func comesBack(t *rapid.T) {
	names := rapid.SliceOfNDistinct(cellTexts(), 1, 5, rapid.ID).Draw(t, "names")
	want := [][]string{names}
	doc := []byte{'['}
	for i := range rapid.IntRange(1, 5).Draw(t, "rows") {
		if i > 0 {
			doc = append(doc, ',')
		}
		row := make([]string, len(names))
		object := []byte{'{'}
		for j, name := range names {
			row[j] = cellTexts().Draw(t, "cell")
			if j > 0 {
				object = append(object, ',')
			}
			object = append(append(append(object, quote(name)...), ':'), quote(row[j])...)
		}
		want = append(want, row)
		doc = append(append(doc, object...), '}')
	}
	o := layouts(t)
	text, table, err := write(string(append(doc, ']')), o)
	if err != nil || !reflect.DeepEqual(table.Columns, names) {
		t.Fatalf("%s: %v", doc, err)
	}
	back := readBack(t, text, o)
	if len(back) != len(want) {
		t.Fatalf("%s gives %q: %d lines, want %d", doc, text, len(back), len(want))
	}
	for i, row := range back {
		for j, cell := range row {
			if cell == nil || *cell != want[i][j] {
				t.Fatalf("%s gives %q: cell %d of line %d is not %q", doc, text, j, i, want[i][j])
			}
		}
	}
}

func quote(s string) []byte {
	quoted, err := json.Marshal(s)
	if err != nil {
		panic(err)
	}
	return quoted
}

// TestNumbersKeepTheirDigits: every number of a document stands in the CSV as
// it is spelt.
func TestNumbersKeepTheirDigits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		numbers := rapid.SliceOfN(rapid.StringMatching(`-?(0|[1-9][0-9]{0,25})(\.[0-9]{1,20})?([eE][+-]?[0-9]{1,3})?`), 10, 20).Draw(t, "numbers")
		o := layouts(t)
		text, _, err := write("["+strings.Join(numbers, " ,\n")+"]", o)
		if err != nil {
			t.Fatal(err)
		}
		for i, row := range readBack(t, text, o)[1:] {
			if *row[0] != numbers[i] {
				t.Fatalf("%s became %s", numbers[i], *row[0])
			}
		}
	})
}

func TestColumns(t *testing.T) {
	for _, c := range []struct {
		name, doc string
		change    func(*options)
		want      string
	}{
		{"first seen", `[{"a":1,"b":{"x":1}},{"c":1,"b":{"y":2,"x":3}}]`, nil, "a|b.x|c|b.y"},
		{"an object and a scalar of one name", `[{"a":1},{"a":{"b":2}},{"a":{}}]`, nil, "a|a.b"},
		{"empty names", `[{"":{"":1}},{"a":{"":1}}]`, nil, ".|a."},
		{"no separator", `[{"a":{"b":1}}]`, func(o *options) { o.Separator = "" }, "ab"},
		{"indexes", `[{"a":[1,{"b":2}]},{"a":{"0":3}}]`, func(o *options) { o.Arrays = flatten.ArraysByIndex }, "a.0|a.1.b"},
		{"rows of arrays", `[[1],[2,{"a":3}]]`, nil, "column_1|column_2.a"},
		{"scalars", `[1,"x",null]`, nil, "value"},
		{"no members", `[{},{}]`, nil, ""},
		{"one object", `{"a":{"b":{"c":1}}}`, nil, "a.b.c"},
		{"not flattened", `{"a":{"b":1}}`, func(o *options) { o.Flatten = false }, "a"},
	} {
		o := defaults()
		if c.change != nil {
			c.change(&o)
		}
		_, table, err := write(c.doc, o)
		if err != nil || strings.Join(table.Columns, "|") != c.want {
			t.Errorf("%s: %q, %v; want %s", c.name, table.Columns, err, c.want)
		}
	}
}

func TestFaults(t *testing.T) {
	for _, c := range []struct {
		name, doc string
		change    func(*options)
		code      flatten.Code
		row       int
	}{
		{"a scalar", `5`, nil, flatten.InvalidType, -1},
		{"null among objects", `[{},null]`, nil, flatten.InvalidType, 1},
		{"an object among scalars", `[1,true,{}]`, nil, flatten.InvalidType, 2},
		{"an object among arrays", `[[],{}]`, nil, flatten.InvalidType, 1},
		{"two paths to one name", `[{"a.b":1},{"a":{"b":2}}]`, nil, flatten.Conflict, 1},
		{"two paths without a separator", `[{"ab":{"c":1},"a":{"bc":1}}]`, func(o *options) { o.Separator = "" }, flatten.Conflict, 0},
		{"a name and an index", `[{"a.0":1,"a":[2]}]`, func(o *options) { o.Arrays = flatten.ArraysByIndex }, flatten.Conflict, 0},
		{"a name twice", `[{"a":1},{"a":1,"\u0061":1}]`, nil, flatten.Duplicate, 1},
		{"a nested name twice", `[{"a":{"x":1},"a":{"y":1}}]`, nil, flatten.Duplicate, 0},
	} {
		o := defaults()
		if c.change != nil {
			c.change(&o)
		}
		_, _, err := write(c.doc, o)
		var e *flatten.Error
		if !errors.As(err, &e) || e.Code != c.code || e.Row != c.row || e.Message == "" || e.Hint == "" || e.Error() == "" {
			t.Errorf("%s: %+v, want %s at row %d", c.name, err, c.code, c.row)
		}
	}
}

func TestDepth(t *testing.T) {
	deep := func(levels int) string {
		return `[` + strings.Repeat(`{"a":`, levels-1) + "1" + strings.Repeat("}", levels-1) + `]`
	}
	if _, table, err := write(deep(flatten.MaxDepth), defaults()); err != nil || len(table.Columns[0]) != 2*flatten.MaxDepth-3 {
		t.Errorf("%d levels: %v", flatten.MaxDepth, err)
	}
	for _, doc := range []string{deep(flatten.MaxDepth + 1), `[[` + strings.Repeat("[", flatten.MaxDepth) + strings.Repeat("]", flatten.MaxDepth) + `]]`} {
		_, _, err := write(doc, defaults())
		var e *jsonscan.Error
		if !errors.As(err, &e) || e.Reason != jsonscan.DepthExceeded {
			t.Errorf("%.40s: %v", doc, err)
		}
	}
}

func TestLines(t *testing.T) {
	o := defaults()
	table, err := flatten.ReadLines(context.Background(), []byte("\n{\"a\":1}\r\n  \n {\"b\":[2, 3]} \r\n{\"a\":\n"), o.read())
	var e *jsonscan.Error
	if !errors.As(err, &e) || e.Reason != jsonscan.UnexpectedEnd || e.Offset != 34 || table != nil {
		t.Errorf("an open line: %v", err)
	}
	table, err = flatten.ReadLines(context.Background(), []byte("\n{\"a\":1}\r\n  \n {\"b\":[2, 3]} \r\n{}"), o.read())
	if err != nil {
		t.Fatal(err)
	}
	if text, err := writeTable(table, o); err != nil || text != "a,b\r\n1,\r\n,\"[2,3]\"\r\n," || table.Rows() != 3 {
		t.Errorf("%q, %v", text, err)
	}
	for text, reason := range map[string]jsonscan.Reason{"{} {}": jsonscan.TrailingData, "[1]\n[\n1]": jsonscan.UnexpectedEnd, "1\n\"\xff\"": jsonscan.InvalidUTF8} {
		if _, err := flatten.ReadLines(context.Background(), []byte(text), o.read()); !errors.As(err, &e) || e.Reason != reason {
			t.Errorf("%q: %v, want %s", text, err, reason)
		}
	}
}

// TestBombs: what would be far larger than its document is refused before it
// is made.
func TestBombs(t *testing.T) {
	sparse := make([]string, 3000)
	for i := range sparse {
		sparse[i] = fmt.Sprintf(`{"%d":0}`, i)
	}
	inner := make([]string, 5000)
	for i := range inner {
		inner[i] = strconv.Quote(strconv.Itoa(i)) + ":0"
	}
	long := strings.Repeat("n", 10_000)
	for _, c := range []struct {
		name, doc string
		change    func(*options)
		code      flatten.Code
	}{
		{"a union of sparse rows", "[" + strings.Join(sparse, ",") + "]", func(*options) {}, flatten.TooManyItems},
		{"long names over many members", `[{"` + long + `":{` + strings.Join(inner, ",") + "}}]", func(*options) {}, flatten.OutputTooLarge},
		{"a long separator", "[" + strings.Repeat(`{"a":`, 60) + "1" + strings.Repeat("}", 60) + "]", func(o *options) { o.Separator = strings.Repeat(".", 1_000_000) }, flatten.OutputTooLarge},
		{"a long join", "[[[" + strings.Repeat("1,", 300_000) + "1]]]", func(o *options) { o.Arrays, o.JoinWith = flatten.ArraysJoined, long }, flatten.OutputTooLarge},
		{"joins in many rows", "[" + strings.Repeat("[[1,1]],", 50_000) + "[[1]]]", func(o *options) { o.Arrays, o.JoinWith = flatten.ArraysJoined, long[:1000] }, flatten.OutputTooLarge},
		{"a long null", "[" + strings.Repeat("null,", 100_000) + "null]", func(o *options) { o.NullValue = long }, flatten.OutputTooLarge},
	} {
		o := defaults()
		c.change(&o)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, _, err := write(c.doc, o)
		runtime.ReadMemStats(&after)
		var e *flatten.Error
		if !errors.As(err, &e) || e.Code != c.code {
			t.Errorf("%s: %v", c.name, err)
		}
		if n := after.TotalAlloc - before.TotalAlloc; n > 8*limit {
			t.Errorf("%s: took %d bytes", c.name, n)
		}
	}
}

func TestContextEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	table, err := flatten.Read(ctx, []byte("[1]"), defaults().read())
	if err != nil {
		t.Fatal(err)
	}
	cancel()
	if _, err := flatten.Read(ctx, []byte("[1]"), defaults().read()); !errors.Is(err, context.Canceled) {
		t.Errorf("read: %v", err)
	}
	if err := table.Write(ctx, csv.NewWriter(defaults().layout(), 1), []int{0}, true, limit); !errors.Is(err, context.Canceled) {
		t.Errorf("write: %v", err)
	}
}

// FuzzRead: no document makes the reader panic, what is read can be written and
// read back, and what is refused is refused with a reason.
func FuzzRead(f *testing.F) {
	for _, doc := range []string{`[{"a":{"b":1.50},"c":[1, "x"]},{"d":null}]`, `{"a.b":1,"a":{"b":2}}`, `[[1,[2]],[]]`, `["=1",-1,true]`, `[{"a":1,"a":2}]`, `[{},1]`, `[01]`, "{\"a\":1}\n{\"b\":2}"} {
		for n := range uint8(6) {
			f.Add([]byte(doc), n)
		}
	}
	f.Fuzz(func(t *testing.T, doc []byte, n uint8) {
		o := defaults()
		o.Arrays = []flatten.Arrays{flatten.ArraysAsJSON, flatten.ArraysByIndex, flatten.ArraysJoined}[n%3]
		o.Flatten = n&8 == 0
		read := flatten.Read
		if n&16 != 0 {
			read = flatten.ReadLines
		}
		table, err := read(context.Background(), doc, o.read())
		if err != nil {
			var refused *flatten.Error
			var syntax *jsonscan.Error
			if !errors.As(err, &refused) && (!errors.As(err, &syntax) || syntax.Offset < 0 || syntax.Offset > len(doc)) {
				t.Fatalf("%q: %v", doc, err)
			}
			return
		}
		text, err := writeTable(table, o)
		if err != nil || len(table.Columns) == 0 {
			return
		}
		c := csv.DefaultOptions()
		c.Delimiter, c.Header, c.Infer, c.Output = ',', false, false, csv.Arrays
		r, err := csv.Convert(context.Background(), text, c)
		rows := table.Rows()
		if table.Named {
			rows++
		}
		if err != nil || r.RowCount != rows || r.ColumnCount != len(table.Columns) && rows > 0 {
			t.Fatalf("%q gives %q: %d rows of %d, %v; want %d of %d", doc, text, r.RowCount, r.ColumnCount, err, rows, len(table.Columns))
		}
	})
}

func BenchmarkTable(b *testing.B) {
	var records, sparse, nested bytes.Buffer
	for i := 0; records.Len() < 1_000_000; i++ {
		fmt.Fprintf(&records, `,{"id":%d,"name":"Asha Rao %d","active":true,"score":12.50,"city":"Pune, MH","note":"a sentence of ordinary length"}`, i, i)
		fmt.Fprintf(&sparse, `,{"id":%d,"k%d":1}`, i, i%90)
		fmt.Fprintf(&nested, `,{"id":%d,"address":{"city":"Pune","geo":{"lat":18.52,"lon":73.86}},"tags":["x","y"],"text":"said \"yes\""}`, i)
	}
	for name, list := range map[string][]byte{"records": records.Bytes(), "sparse": sparse.Bytes(), "nested": nested.Bytes()} {
		list[0] = '['
		doc := string(append(list, ']'))
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(doc)))
			b.ReportAllocs()
			for b.Loop() {
				if _, _, err := write(doc, defaults()); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
