package csv

import "fmt"

// MaxWarnings is the most warnings of one code that a result lists.
const MaxWarnings = 100

// The codes of warnings.
const (
	WarnBOM             = "bom_removed"      // a byte order mark was removed
	WarnDuplicateHeader = "duplicate_header" // a column was renamed name_2, name_3, …
	WarnEmptyHeader     = "empty_header"     // a column without a name was named column_<n>
	WarnMissingCells    = "missing_cells"    // a record is too short and was filled with null
	WarnExtraCells      = "extra_cells"      // a record is too long and its surplus cells set apart
	WarnUnknownEscape   = "unknown_escape"   // a backslash before neither quote nor backslash was kept
	WarnNumberRespelled = "number_respelled" // a forced number is spelled as JSON needs it
	WarnRowsTruncated   = "rows_truncated"   // max_rows left records unread
	WarnOmitted         = "warnings_omitted" // more warnings of one code than are listed
)

// Warning reports a repair.
type Warning struct {
	Code    string
	Message string
	Field   string // "csv", or the option that the warning is about
	// Line and Column start at 1; 0 means that the warning is about no one
	// line, or about the line as a whole.
	Line, Column int
}

// warningList collects warnings up to the limit of each code.
type warningList struct {
	list   []Warning
	counts map[string]int
	order  []string // codes, first seen first
}

// wants counts a warning and reports whether it still has room, so that a
// caller spares the making of one that would be dropped.
func (w *warningList) wants(code string) bool {
	if w.counts == nil {
		w.counts = make(map[string]int)
	}
	if w.counts[code] == 0 {
		w.order = append(w.order, code)
	}
	w.counts[code]++
	return w.counts[code] <= MaxWarnings
}

func (w *warningList) add(line, column int, code, format string, args ...any) {
	w.list = append(w.list, Warning{
		Code: code, Message: fmt.Sprintf(format, args...), Field: "csv", Line: line, Column: column,
	})
}

// all returns the warnings, closed by one summary for each overfull code.
func (w *warningList) all() []Warning {
	for _, code := range w.order {
		if more := w.counts[code] - MaxWarnings; more > 0 {
			w.add(0, 0, WarnOmitted, "%d more warnings of code %s are not listed", more, code)
		}
	}
	return w.list
}
