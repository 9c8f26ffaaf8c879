package data

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"toolcrib/internal/op"
	"toolcrib/internal/ops/data/csv"
)

// CSVToJSON reads CSV text into typed JSON.
var CSVToJSON = op.Define(op.Def[CSVToJSONIn, CSVToJSONOut]{
	ID:      "csv-to-json",
	Route:   "POST /v1/data/csv-to-json",
	Summary: "Parse CSV into typed JSON without losing a digit",
	Doc: "Parses CSV text and returns JSON with a report of its columns. Finds the delimiter, types whole columns, and makes a " +
		"number only of what loses nothing: leading zeros, long identifiers and 1e5 stay text. Ragged rows are padded and reported. " +
		"At most 2,000,000 cells.",
	See:    []op.See{{When: "the other way", ID: "json-to-csv"}},
	Words:  []string{"TSV", "comma separated values", "table", "spreadsheet", "Excel", "import", "convert", "objects"},
	Source: "RFC 4180; RFC 8259 for the JSON; numbers only where IEEE 754 binary64 holds them exactly (RFC 7493 section 2.2)",
	Since:  "1.0.0",
	Class:  op.T1,
	Examples: []op.Example{
		{Name: "typed columns", In: `{"csv":"name,age,active\nAlice,30,true\nBob,25,false"}`},
		{Name: "quotes and line breaks kept", In: `{"csv":"a,\"b\"\"c\",d\r\n\"x\r\ny\",,\"z\"\r\n","header":false,"output":"arrays"}`},
		{Name: "identifiers stay text", In: `{"csv":"zip,id,d,x\n00501,9007199254740993,1e5,0x1F"}`},
		{Name: "delimiter found", In: `{"csv":"name;price\nx;1,50\ny;2,75"}`},
		{Name: "repairs reported", In: `{"csv":"a,a,b\n1,2,3,4\n5"}`},
	},
	Run: csvToJSON,
})

// CSVToJSONIn is the input of csv-to-json.
type CSVToJSONIn struct {
	CSV            string           `json:"csv" doc:"The CSV text." document:"true" aka:"input,data,content,value,str,source,body,text" example:"name,age\nAlice,30"`
	Delimiter      string           `json:"delimiter" doc:"auto, comma, semicolon, tab, pipe, or the character itself." default:"auto" example:"semicolon"`
	Quote          string           `json:"quote" doc:"The character around quoted cells." default:"\"" len:"1..1"`
	Escape         string           `json:"escape" doc:"How a quote inside a quoted cell is written: doubled, or after a backslash." enum:"quote,backslash" default:"quote"`
	Header         bool             `json:"header" doc:"The first record holds the names of the columns." default:"true"`
	Columns        []string         `json:"columns,omitempty" doc:"Names of the columns, replacing or supplying the header." len:"..16384"`
	Comment        *string          `json:"comment" doc:"The character with which a comment line begins." len:"1..1"`
	SkipEmptyLines bool             `json:"skip_empty_lines" doc:"Pass over lines without any character." default:"true"`
	Trim           bool             `json:"trim" doc:"Remove white space around cells, outside quotes." default:"false"`
	MaxRows        *int             `json:"max_rows" doc:"Stop after so many records." min:"1" max:"100000"`
	InferTypes     bool             `json:"infer_types" doc:"Find numbers and booleans; false keeps every cell as text." default:"true"`
	InferScope     string           `json:"infer_scope" doc:"Type whole columns, or each cell by itself." enum:"column,cell" default:"column"`
	Types          op.Pairs[string] `json:"types,omitempty" doc:"Types of columns by name, whatever inference says." enum:"string,number,boolean,json,auto"`
	NullValues     []string         `json:"null_values,omitempty" doc:"Cell texts that mean null, compared exactly." len:"..1000"`
	EmptyAsNull    bool             `json:"empty_as_null" doc:"Empty cells of text columns are null instead of the empty text." default:"false"`
	QuotedIsString bool             `json:"quoted_is_string" doc:"Quoted cells are always text." default:"false"`
	Output         string           `json:"output" doc:"An object for each row, an array for each row, or an object of arrays by column." enum:"objects,arrays,columns" default:"objects"`
	RaggedRows     string           `json:"ragged_rows" doc:"Pad rows of another length, or refuse the text." enum:"pad,error" default:"pad"`
}

// CSVToJSONOut is the answer of csv-to-json.
type CSVToJSONOut struct {
	JSON        op.Raw       `json:"json" doc:"The rows; numbers have the digits of the source." main:"application/json;profile=raw"`
	RowCount    int          `json:"row_count" doc:"Records, the header not counted."`
	ColumnCount int          `json:"column_count" doc:"Columns, surplus cells not counted."`
	Columns     []CSVColumn  `json:"columns" doc:"What was found of each column."`
	Delimiter   string       `json:"delimiter" doc:"The delimiter in use."`
	LineEnding  string       `json:"line_ending" doc:"How records end." enum:"lf,crlf,cr,mixed"`
	HasHeader   bool         `json:"has_header" doc:"Whether a header record was read."`
	Warnings    []op.Warning `json:"warnings,omitempty" doc:"Every repair, with its line."`
}

// CSVColumn describes a column of the result.
type CSVColumn struct {
	Name         string  `json:"name" doc:"Its name in the result."`
	Type         string  `json:"type" doc:"The type of its values." enum:"string,number,boolean,json,mixed"`
	Nulls        int     `json:"nulls" doc:"How many of its values are null."`
	OriginalName *string `json:"original_name,omitempty" doc:"Its name in the header, where that had to be changed."`
}

// delimiterNames are the delimiters that have a name.
var delimiterNames = map[string]rune{"auto": csv.AutoDelimiter, "comma": ',', "semicolon": ';', "tab": '\t', "pipe": '|'}

// foldName brings a name into the form in which values of enums are compared.
var foldName = strings.NewReplacer("_", "", "-", "", " ", "")

// delimiter reads a single character or a name; false if it is neither.
func delimiter(s string) (rune, bool) {
	if r, size := utf8.DecodeRuneInString(s); size > 0 && size == len(s) {
		return r, true
	}
	r, ok := delimiterNames[foldName.Replace(strings.ToLower(s))]
	return r, ok
}

// Check refuses a delimiter that is neither a name nor one character.
func (in *CSVToJSONIn) Check(e *op.Invalid) {
	if _, ok := delimiter(in.Delimiter); ok {
		return
	}
	v := e.Add("delimiter", op.NotAllowed, "is neither auto, comma, semicolon, tab or pipe nor a single character")
	near := op.Nearest(in.Delimiter, slices.Sorted(maps.Keys(delimiterNames)))
	if in.Delimiter == `\t` {
		near = "tab"
	}
	if near != "" {
		v.Hint = "did you mean '" + near + "'?"
	}
}

func (in *CSVToJSONIn) options() csv.Options {
	o := csv.DefaultOptions()
	o.Delimiter, _ = delimiter(in.Delimiter)
	o.Quote, _ = utf8.DecodeRuneInString(in.Quote)
	o.Escape = csv.Escape(in.Escape)
	if in.Comment != nil {
		o.Comment, _ = utf8.DecodeRuneInString(*in.Comment)
	}
	if in.MaxRows != nil {
		o.MaxRows = *in.MaxRows
	}
	o.Header, o.Columns = in.Header, in.Columns
	o.SkipEmptyLines, o.Trim = in.SkipEmptyLines, in.Trim
	o.Infer, o.Scope = in.InferTypes, csv.Scope(in.InferScope)
	o.Types = make(map[string]csv.Type, len(in.Types))
	for _, t := range in.Types {
		o.Types[t.Name] = csv.Type(t.Value)
	}
	o.NullValues, o.EmptyAsNull, o.QuotedIsString = in.NullValues, in.EmptyAsNull, in.QuotedIsString
	o.Output, o.Ragged = csv.Shape(in.Output), csv.Ragged(in.RaggedRows)
	return o
}

func csvToJSON(ctx context.Context, in CSVToJSONIn) (CSVToJSONOut, error) {
	r, err := csv.Convert(ctx, in.CSV, in.options())
	if err != nil {
		return CSVToJSONOut{}, csvError(err)
	}
	out := CSVToJSONOut{
		JSON: r.JSON, RowCount: r.RowCount, ColumnCount: r.ColumnCount, Columns: make([]CSVColumn, len(r.Columns)),
		Delimiter: string(r.Delimiter), LineEnding: r.LineEnding, HasHeader: r.HasHeader,
	}
	for i, c := range r.Columns {
		out.Columns[i] = CSVColumn{c.Name, string(c.Type), c.Nulls, c.OriginalName}
	}
	for _, w := range r.Warnings {
		out.Warnings = append(out.Warnings, op.Warning{Code: w.Code, Message: w.Message, Line: w.Line, Column: w.Column, Field: w.Field})
	}
	return out, nil
}

// csvError turns the reader's error into a refusal at its place.
func csvError(err error) error {
	var e *csv.Error
	if !errors.As(err, &e) {
		return err
	}
	refusal := op.Refuse(e.Field, string(e.Code), "%s", e.Message)
	v := &refusal.Violations[0]
	v.Hint, v.Reason = e.Hint, e.Reason
	if e.Line > 0 {
		v.Message += fmt.Sprintf(" (line %d, column %d)", e.Line, e.Column)
		v.Place = &op.Place{Line: e.Line, Column: e.Column, Offset: e.ByteOffset}
	}
	return refusal
}
