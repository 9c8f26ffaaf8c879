package jsondoc

import "toolcrib/internal/jsonscan"

// Report describes a valid document.
type Report struct {
	Kind       jsonscan.Kind // of the whole
	Depth      int           // of the innermost container; 0 for a scalar
	Counts     Counts
	Duplicates Findings // names that an earlier member of the same object has
	Lossy      Findings // numbers that binary64 does not hold
}

// Counts counts the values of a document, and the names of its members.
type Counts struct{ Objects, Arrays, Strings, Numbers, Booleans, Nulls, Keys int }

// Findings are places of a document in their order. Of many the first are
// listed and all are counted.
type Findings struct {
	List  []Span
	Count int
}

// Span is a token's place in the text.
type Span struct{ Start, End int }

func (f *Findings) add(token jsonscan.Token, limit int) {
	if f.Count++; f.Count <= limit {
		f.List = append(f.List, Span{token.Start, token.End})
	}
}

// Inspect reads a document from end to end. Of duplicates and lossy numbers it
// lists the first limit. The error is a *jsonscan.Error.
func (s *Source) Inspect(limit int) (Report, error) {
	i := newInspector(s, limit)
	var counts [128]int
	t := s.tokens()
	for {
		token, err := t.Next()
		if err != nil || token.Kind == jsonscan.End {
			if err = s.fault(err); err != nil {
				return Report{}, err
			}
			break
		}
		counts[token.Kind&127]++
		i.look(t, token)
		if token.Kind == jsonscan.Number && Loss(s.clean[token.Start:token.End]) != "" {
			i.report.Lossy.add(token, limit)
		}
	}
	i.report.Counts = Counts{
		Objects: counts[jsonscan.Object], Arrays: counts[jsonscan.Array], Strings: counts[jsonscan.String],
		Numbers: counts[jsonscan.Number], Booleans: counts[jsonscan.True] + counts[jsonscan.False],
		Nulls: counts[jsonscan.Null], Keys: counts[jsonscan.Name],
	}
	return i.report, nil
}

// inspector collects what Inspect and Format both report.
type inspector struct {
	limit  int
	names  *names
	report Report
}

func newInspector(s *Source, limit int) *inspector {
	return &inspector{limit: limit, names: newNames(s.clean)}
}

// look notes what a token adds to the report: mere strings and numbers nothing.
func (i *inspector) look(t *jsonscan.Tokens, token jsonscan.Token) {
	if token.Kind != jsonscan.String && token.Kind != jsonscan.Number || i.report.Kind == 0 {
		i.note(t, token)
	}
}

func (i *inspector) note(t *jsonscan.Tokens, token jsonscan.Token) {
	switch token.Kind {
	case jsonscan.Name:
		if i.names.add(token, t.Escaped()) {
			i.report.Duplicates.add(token, i.limit)
		}
	case jsonscan.Object:
		i.names.enter()
		i.report.Depth = max(i.report.Depth, t.Depth())
	case jsonscan.Array:
		i.report.Depth = max(i.report.Depth, t.Depth())
	case jsonscan.EndObject:
		i.names.leave()
	}
	if i.report.Kind == 0 {
		i.report.Kind = token.Kind
	}
}

// Offsets lists where the findings begin.
func (f Findings) Offsets() []int {
	list := make([]int, len(f.List))
	for i, span := range f.List {
		list[i] = span.Start
	}
	return list
}

// Text is the text of a span.
func (s *Source) Text(span Span) string { return string(s.text[span.Start:span.End]) }
