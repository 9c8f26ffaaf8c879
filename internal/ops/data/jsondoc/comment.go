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

// commented appends what stands between two tokens, comments and the comma in
// its place among them, and returns also the white space that is to follow.
// white is what would be written without them.
func (w *writer) commented(dst []byte, kind jsonscan.Kind, white, comma int, extras []extra) ([]byte, int) {
	begins := white >= 0 && !closes(kind) // the token begins a line, and so may a comment before it
	for _, one := range extras {
		if comma >= 0 && comma < one.start {
			dst = w.comma(dst)
			comma = -1
		}
		dst = w.extra(dst, one, begins && comma < 0)
	}
	if comma >= 0 {
		dst = w.comma(dst)
	}
	after := w.pending
	w.pending = nothing
	switch {
	case after == endLine && closes(kind):
		white = w.depth - 1
	case after == endLine:
		white = w.depth
	case after == onLead, after == inLine && white == noSpace && w.Indent != "":
		white = oneSpace
	}
	return dst, white
}

// extra appends a comment, or the comma before a closing bracket. begins tells
// whether a comment between two members or elements belongs to the second.
func (w *writer) extra(dst []byte, one extra, begins bool) []byte {
	if one.kind == trailingComma {
		return w.comma(dst)
	}
	pretty := w.Indent != ""
	starts, ends := pretty && w.src.startsLine(one), one.kind == lineComment || pretty && w.src.endsLine(one)
	lead := starts || begins && !ends
	switch {
	case len(dst) == 0:
	case w.pending == endLine, lead && w.pending != onLead:
		dst = w.newLine(dst, false, w.depth)
	case pretty:
		dst = append(dst, ' ')
	}
	switch {
	case ends:
		w.pending = endLine
	case lead || w.pending == onLead:
		w.pending = onLead
	default:
		w.pending = inLine
	}
	return append(dst, w.src.text[one.start:one.end]...)
}

func (w *writer) comma(dst []byte) []byte {
	if w.pending == endLine {
		dst = w.newLine(dst, false, w.depth)
	}
	w.pending = nothing
	return append(dst, ',')
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
