package csv

import (
	"context"
	"math"
	"strings"
	"unicode/utf8"
)

// Result is a text converted.
type Result struct {
	// JSON is the table in the shape asked for, compact.
	JSON []byte
	// RowCount and ColumnCount leave out the header and surplus cells.
	RowCount, ColumnCount int
	Columns               []Column
	// Delimiter is the one in use, found or given.
	Delimiter rune
	// LineEnding names the terminators outside quotes: lf, crlf, cr or mixed.
	// It is lf where there is none.
	LineEnding string
	// HasHeader says that a header record was read.
	HasHeader bool
	Warnings  []Warning
}

// Convert reads CSV text and returns it as JSON. The error is an [*Error] or
// that of the context, which is looked at every few thousand cells read or
// written and after each column typed.
//
// A text without records gives [] ({} with [ByColumn] and no names).
func Convert(ctx context.Context, text string, o Options) (Result, error) {
	if err := o.check(); err != nil {
		return Result{}, err
	}
	w := &warningList{}
	body, loc, err := prepare(text, w)
	if err != nil {
		return Result{}, err
	}
	delimiter := o.Delimiter
	if delimiter == AutoDelimiter {
		delimiter = sniff(body, &o)
	}
	t := &table{
		scanner: newScanner(body, loc.base, delimiter, &o, w),
		options: &o, locator: loc, warnings: w,
	}
	if err := t.read(ctx); err != nil {
		return Result{}, err
	}
	if err := t.typeColumns(ctx); err != nil {
		return Result{}, err
	}
	json, err := t.writeJSON(ctx)
	if err != nil {
		return Result{}, err
	}
	return Result{
		JSON:        json,
		RowCount:    t.rows,
		ColumnCount: len(t.columns),
		Columns:     t.columns,
		Delimiter:   delimiter,
		LineEnding:  t.scanner.lineEnding(),
		HasHeader:   t.hasHeader,
		Warnings:    w.all(),
	}, nil
}

// prepare checks the text as a whole and removes a byte order mark.
func prepare(text string, w *warningList) (string, *locator, error) {
	if uint64(len(text)) > math.MaxUint32 {
		return "", nil, &Error{Code: TooLong, Field: "csv", Message: "the text is longer than 4 GiB"}
	}
	body, marked := strings.CutPrefix(text, bom)
	loc := newLocator(body, len(text)-len(body))
	if !utf8.ValidString(body) {
		return "", nil, loc.fail(invalidAt(body), InvalidUTF8, "", "the text is not valid UTF-8", "")
	}
	if marked && w.wants(WarnBOM) {
		w.add(1, 1, WarnBOM, "the byte order mark at the start was removed")
	}
	return body, loc, nil
}

// invalidAt returns the offset of the first byte that is not UTF-8.
func invalidAt(s string) int {
	for i, r := range s {
		if r == utf8.RuneError && !strings.HasPrefix(s[i:], string(utf8.RuneError)) {
			return i
		}
	}
	return len(s)
}
