package xml

import (
	"fmt"
	"slices"
)

// MaxWarnings is the most warnings of one code that a document lists.
const MaxWarnings = 100

// The codes of warnings.
const (
	WarnBOM       = "bom_removed"         // a byte order mark was removed
	WarnEncoding  = "encoding_not_utf8"   // the declaration names another encoding
	WarnVersion   = "version_read_as_1_0" // a later version than 1.1
	WarnPrefix    = "undeclared_prefix"   // once for each prefix
	WarnNamespace = "namespace_error"     // any other violation of Namespaces in XML 1.0
	WarnOmitted   = "warnings_omitted"    // more warnings of one code than are listed
)

// Warning reports something questionable in a well-formed document.
type Warning struct {
	Code    string
	Message string
	// Line and Column start at 1, Column counts code points; 0 where the
	// warning has no place.
	Line, Column int
}

// warnings collects warnings up to the limit of each code.
type warnings struct {
	list    []Warning
	offsets []int // where each is
	counts  map[string]int
	codes   []string // in the order of their first warning
}

func (w *warnings) warn(offset int, code, format string, args ...any) {
	if w.counts == nil {
		w.counts = map[string]int{}
	}
	w.counts[code]++
	switch n := w.counts[code]; {
	case n > MaxWarnings:
		return
	case n == 1:
		w.codes = append(w.codes, code)
	}
	w.list = append(w.list, Warning{Code: code, Message: fmt.Sprintf(format, args...)})
	w.offsets = append(w.offsets, offset)
}

// all returns the warnings with their places, closed by a summary of each
// overfull code.
func (w *warnings) all(d *Document) []Warning {
	if len(w.list) == 0 {
		return nil
	}
	places := d.places(slices.Max(w.offsets))
	for i, offset := range w.offsets {
		w.list[i].Line, w.list[i].Column = places.LineColumn(offset)
	}
	for _, code := range w.codes {
		if more := w.counts[code] - MaxWarnings; more > 0 {
			w.list = append(w.list, Warning{Code: WarnOmitted, Message: fmt.Sprintf("%d more warnings of code %s are not listed", more, code)})
		}
	}
	return w.list
}
