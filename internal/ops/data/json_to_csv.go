package data

import (
	"context"
	"errors"
	"fmt"

	"toolcrib/internal/jsonscan"
	"toolcrib/internal/op"
	"toolcrib/internal/ops/data/csv"
	"toolcrib/internal/ops/data/flatten"
)

// JSONToCSV writes a JSON document as CSV.
var JSONToCSV = op.Define(op.Def[JSONToCSVIn, JSONToCSVOut]{
	ID:      "json-to-csv",
	Route:   "POST /v1/data/json-to-csv",
	Summary: "JSON array to RFC 4180 CSV, nested values flattened",
	Doc: "Writes an array of objects, arrays or scalars, one object, or NDJSON as CSV. Columns are the union of all keys, nested objects " +
		"flattened; a row that lacks one has an empty cell. Numbers keep their digits. Two members that would share a column are refused. " +
		"At most 2,000,000 cells.",
	See:    []op.See{{When: "the other way", ID: "csv-to-json"}},
	Words:  []string{"TSV", "comma separated values", "spreadsheet", "Excel", "table", "tabular", "export", "convert"},
	Source: "RFC 4180; RFC 8259; OWASP CSV Injection for escape_formulas",
	Since:  "1.0.0",
	Class:  op.T1,
	Examples: []op.Example{
		{Name: "nested values", In: `{"json":[{"id":1,"name":"A \"B\", C","address":{"city":"Pune"},"tags":["x","y"]},{"id":2}]}`},
		{Name: "union of columns", In: `{"json":[{"a":1},{"b":2}]}`},
		{Name: "formulas escaped, numbers not", In: `{"json":[{"v":-5},{"v":"=1+1"},{"v":"-x"}],"escape_formulas":true}`},
		{Name: "digits kept", In: `{"json":[{"n":12345678901234567890,"m":1.50}]}`},
		{Name: "NDJSON, columns chosen", In: `{"json":"{\"id\":1,\"at\":{\"lat\":18.5200,\"lon\":73.86}}\n{\"id\":2}","ndjson":true,"columns":["at.lat","id"],"delimiter":"semicolon"}`},
	},
	Run: jsonToCSV,
})

// JSONToCSVIn is the input of json-to-csv.
type JSONToCSVIn struct {
	JSON           op.Raw   `json:"json" doc:"The document: an array of objects, of arrays or of scalars, or one object; or the same as JSON text." document:"true" aka:"input,data,content,value,str,source,body,text" example:"[{\"a\":1},{\"a\":2}]"`
	NDJSON         bool     `json:"ndjson" doc:"The document is a text with one row, as JSON, on each line." default:"false" aka:"jsonl,json_lines"`
	Columns        []string `json:"columns,omitempty" doc:"The columns wanted, in order; all if absent." len:"..16384"`
	Delimiter      string   `json:"delimiter" doc:"comma, semicolon, tab, pipe, or the character itself." default:"comma" example:"semicolon"`
	Header         bool     `json:"header" doc:"Write the names of the columns first; rows that are arrays have none." default:"true"`
	Flatten        bool     `json:"flatten" doc:"Give members of nested objects columns of their own; false writes nested objects as JSON." default:"true"`
	Separator      string   `json:"separator" doc:"What stands between the names of nested members." default:"." len:"..100"`
	Arrays         string   `json:"arrays" doc:"Write arrays as JSON, as a column for each index, or joined." enum:"json,index,join" default:"json"`
	JoinWith       string   `json:"join_with" doc:"What stands between joined elements." default:";" len:"..100"`
	QuoteStyle     string   `json:"quote_style" doc:"Quote cells that need it, all cells, or all that are not numbers." enum:"minimal,all,nonnumeric" default:"minimal"`
	NullValue      string   `json:"null_value" doc:"What stands for null; a missing member is always empty." default:"" len:"..100"`
	LineEnding     string   `json:"line_ending" doc:"What ends a line; there is none after the last." enum:"crlf,lf" default:"crlf"`
	BOM            bool     `json:"bom" doc:"Begin with a byte order mark, by which Excel knows UTF-8." default:"false"`
	EscapeFormulas bool     `json:"escape_formulas" doc:"Write an apostrophe before texts that a spreadsheet would run as a formula." default:"false"`
}

// JSONToCSVOut is the answer of json-to-csv.
type JSONToCSVOut struct {
	CSV          string       `json:"csv" doc:"The CSV text." main:"text/csv"`
	RowCount     int          `json:"row_count" doc:"Rows, the header not counted."`
	ColumnCount  int          `json:"column_count" doc:"Columns written."`
	Columns      []string     `json:"columns" doc:"Their names, in order; column_1 and so on where the rows are arrays."`
	FormulaCells int          `json:"formula_cells" doc:"Texts that a spreadsheet could take for a formula, escaped or not."`
	Warnings     []op.Warning `json:"warnings,omitempty" doc:"What cannot be read back as it was."`
}

// maxCSV bounds the result, in bytes, before it takes the memory.
const maxCSV = 8 << 20

// Check refuses a delimiter that cannot part cells, and NDJSON that is no text.
func (in *JSONToCSVIn) Check(e *op.Invalid) {
	switch r, ok := delimiter(in.Delimiter); {
	case !ok || r == csv.AutoDelimiter || r == '\r' || r == '\n':
		e.Add("delimiter", op.NotAllowed, "is neither comma, semicolon, tab or pipe nor a single character other than CR and LF")
	case r == '"':
		e.Add("delimiter", op.Conflict, "is the same character as the quote")
	}
	if in.NDJSON && in.JSON[0] != '"' {
		e.Add("ndjson", op.Conflict, "needs the document as a text, with one row on each line").Hint = "send json as a string, or leave out ndjson"
	}
}

func (in *JSONToCSVIn) layout() csv.Layout {
	l := csv.Layout{Quotes: csv.QuoteStyle(in.QuoteStyle), LineEnding: lineEndings[in.LineEnding], BOM: in.BOM, EscapeFormulas: in.EscapeFormulas}
	l.Delimiter, _ = delimiter(in.Delimiter)
	return l
}

func jsonToCSV(ctx context.Context, in JSONToCSVIn) (out JSONToCSVOut, err error) {
	doc, warnings := jsonDocument(in.JSON)
	read := flatten.Read
	if in.NDJSON {
		read = flatten.ReadLines
	}
	table, err := read(ctx, doc, flatten.Options{
		Flatten: in.Flatten, Separator: in.Separator, Arrays: flatten.Arrays(in.Arrays), JoinWith: in.JoinWith, Null: in.NullValue, Limit: maxCSV,
	})
	if err != nil {
		return out, tableError(err, in)
	}
	columns, err := chooseColumns(table, in.Columns)
	if err != nil {
		return out, err
	}
	w := csv.NewWriter(in.layout(), len(columns))
	if err := table.Write(ctx, w, columns, in.Header, maxCSV); err != nil {
		return out, tableError(err, in)
	}
	out = JSONToCSVOut{
		CSV: w.String(), RowCount: table.Rows(), ColumnCount: len(columns), Columns: make([]string, len(columns)), FormulaCells: w.Formulas(),
		Warnings: warnings,
	}
	for i, c := range columns {
		out.Columns[i] = table.Columns[c]
	}
	if n := table.Ambiguous; n > 0 {
		out.Warnings = append(out.Warnings, op.Warning{
			Code: "ambiguous_join", Message: fmt.Sprintf("joined elements that contain join_with: %d", n), Field: "join_with"})
	}
	return out, nil
}

// maxCompared bounds the columns that a misspelt name is compared with, and
// maxSuggested the names that are.
const maxCompared, maxSuggested = 1000, 10

// chooseColumns returns the indexes of the columns named, of all if none is.
func chooseColumns(t *flatten.Table, names []string) ([]int, error) {
	if len(names) == 0 || t.Rows() == 0 {
		indexes := make([]int, len(t.Columns))
		for i := range indexes {
			indexes[i] = i
		}
		return indexes, nil
	}
	index := make(map[string]int, len(t.Columns)) // -1 once it was named
	for i, name := range t.Columns {
		index[name] = i
	}
	refusal := &op.Invalid{}
	indexes := make([]int, 0, len(names))
	for i, name := range names {
		c, ok := index[name]
		switch field := fmt.Sprintf("columns[%d]", i); {
		case !ok:
			v := refusal.Add(field, op.NotAllowed, "there is no column %s", op.Quote(name))
			if len(refusal.Violations) > maxSuggested {
				break
			}
			if near := op.Nearest(name, t.Columns[:min(len(t.Columns), maxCompared)]); near != "" {
				v.Hint = "did you mean " + op.Quote(near) + "?"
			}
		case c < 0:
			refusal.Add(field, op.NotAllowed, "the column %s was named before", op.Quote(name)).Hint = "name each column once"
		default:
			indexes = append(indexes, c)
			index[name] = -1
		}
	}
	return indexes, refusal.Or()
}

// tableError turns an error of package flatten into a refusal.
func tableError(err error, in JSONToCSVIn) error {
	var e *flatten.Error
	var syntax *jsonscan.Error
	switch {
	case errors.As(err, &syntax):
		return documentError(in.JSON, syntax, in.NDJSON, flatten.MaxDepth)
	case !errors.As(err, &e):
		return err
	}
	field := "json"
	if e.Code == flatten.InvalidType && e.Row >= 0 {
		field = fmt.Sprintf("json[%d]", e.Row)
	}
	refusal := op.Refuse(field, string(e.Code), "%s", e.Message)
	refusal.Violations[0].Hint = e.Hint
	return refusal
}
