package jsondoc

import "toolcrib/internal/jsonscan"

// pending is what the last comment demands of what follows.
type pending uint8

const (
	nothing pending = iota
	inLine          // it stands behind something on its line
	onLead          // it begins a line that goes on
	endLine         // it ends its line
)

// commented writes what stands between two tokens, comments and the comma in
// its place among them, and returns the white space that is to follow. white is
// what would be written without them.
func (w *writer) commented(kind jsonscan.Kind, white, comma int, extras []extra) int {
	begins := white >= 0 && !closes(kind) // the token begins a line, and so may a comment before it
	for _, one := range extras {
		if comma >= 0 && comma < one.start {
			w.comma()
			comma = -1
		}
		w.extra(one, begins && comma < 0)
	}
	if comma >= 0 {
		w.comma()
	}
	after := w.pending
	w.pending = nothing
	switch {
	case after == endLine && closes(kind):
		return w.depth - 1
	case after == endLine:
		return w.depth
	case after == onLead, after == inLine && white == noSpace && w.Indent != "":
		return oneSpace
	}
	return white
}

// extra writes a comment, or the comma before a closing bracket. begins tells
// whether a comment between two members or elements belongs to the second.
func (w *writer) extra(one extra, begins bool) {
	if one.kind == trailingComma {
		w.comma()
		return
	}
	pretty := w.Indent != ""
	starts, ends := pretty && w.src.startsLine(one), one.kind == lineComment || pretty && w.src.endsLine(one)
	lead := starts || begins && !ends
	switch {
	case len(w.out) == 0:
	case w.pending == endLine, lead && w.pending != onLead:
		w.out = w.newLine(w.out, w.depth)
	case pretty:
		w.out = append(w.out, ' ')
	}
	w.out = append(w.out, w.src.text[one.start:one.end]...)
	switch {
	case ends:
		w.pending = endLine
	case lead || w.pending == onLead:
		w.pending = onLead
	default:
		w.pending = inLine
	}
}

func (w *writer) comma() {
	if w.pending == endLine {
		w.out = w.newLine(w.out, w.depth)
	}
	w.out = append(w.out, ',')
	w.pending = nothing
}

// startsLine tells whether nothing but space stands before a comment on its line.
func (s *Source) startsLine(one extra) bool {
	i := one.start - 1
	for i >= 0 && (s.text[i] == ' ' || s.text[i] == '\t') {
		i--
	}
	return i < 0 || endsLine(s.text[i])
}

// endsLine tells whether nothing but space follows a comment on its line.
func (s *Source) endsLine(one extra) bool {
	i := one.end
	for i < len(s.text) && (s.text[i] == ' ' || s.text[i] == '\t') {
		i++
	}
	return i == len(s.text) || endsLine(s.text[i])
}
