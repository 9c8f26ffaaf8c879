package css

import (
	"context"
	"slices"
)

// formatter reads a text item by item (a declaration, another statement, the
// prelude of a rule, a closing brace) and writes each while it reads.
type formatter struct {
	Tokenizer
	Options
	style
	out []byte
	state
	blocks []block // that are open
	spacing

	run    []piece // declarations at the end of the result that may be sorted
	sorted []byte
}

// state is what is taken back to read an item another way, beside the position
// and the length of the result.
type state struct {
	result Result
	last   thing // what was written last in the block
	breaks int   // newlines of the source since then
	tail   int   // where the semicolons that end the result begin, -1 if there are none
	closes bool  // the first of them ends a statement
	above  int   // where a blank line before the last thing, and its comments, would stand
	parted bool  // one stands there, or none may
}

// block is a block of declarations and rules that is open.
type block struct {
	open  uint32 // offset of its brace
	inner int    // where its content begins in the result
}

// thing is what stands on a line of its own.
type thing uint8

const (
	nothing thing = iota // the beginning of the text
	opening              // of a block
	comment
	declaration
	statement // without a block
	rule
)

// stride is the number of items between two looks at the context.
const stride = 1024

// Format lays out or minifies a text of valid UTF-8. The error is an *Error or
// that of the context.
func Format(ctx context.Context, text string, o Options) (Result, error) {
	if o.Mode == Minify {
		o.BlankLines, o.BraceOnNewLine, o.FinalSemicolon = false, false, false
		if o.Comments == Keep {
			o.Comments = ImportantOnly
		}
	}
	f := &formatter{Tokenizer: Tokenizer{text: text}, Options: o, style: newStyle(o)}
	f.out = make([]byte, 0, len(text)+len(text)/2)
	f.result.Valid, f.tail = true, -1
	for n := 0; ; n++ {
		if n%stride == 0 {
			if err := ctx.Err(); err != nil {
				return Result{}, err
			}
		}
		more, err := f.next()
		if err != nil {
			return Result{}, err
		}
		if !more {
			return f.finish(), nil
		}
	}
}

// finish returns what has been written.
func (f *formatter) finish() Result {
	for _, b := range f.blocks {
		f.fault(UnclosedBlock, b.open)
	}
	for _, b := range f.brackets {
		f.fault(UnclosedBlock, b.open.Start)
	}
	slices.SortStableFunc(f.result.Faults, func(a, b Fault) int { return a.Offset - b.Offset })
	f.result.CSS = f.out
	return f.result
}

// next reads and writes an item.
func (f *formatter) next() (more bool, err error) {
	t := f.first()
	switch {
	case t.Kind == EOF:
		return false, nil
	case t.Kind == CloseBrace:
		f.close(t)
	case t.Kind == Semicolon:
		f.semicolon(t)
	case (t.Kind == CDO || t.Kind == CDC) && len(f.blocks) == 0:
		f.begin(statement)
		f.copy(t, t)
	default:
		var end Token
		if end, err = f.item(t); end.Kind == CloseBrace {
			f.close(end)
		}
	}
	if err == nil && len(f.out) > f.MaxSize {
		err = &Error{OutputTooLarge, f.MaxSize, int(t.Start)}
	}
	return true, err
}

// first returns the token that begins the next item. It writes the comments
// before it.
func (f *formatter) first() Token {
	for {
		start := f.pos
		t := f.advance()
		f.breaks = max(f.breaks, newlines(f.text[start:t.Start]))
		if t.Kind != Comment {
			return t
		}
		if f.result.Comments++; f.keeps(t) {
			f.writeComment(t)
		}
	}
}

// newlines counts the newlines in white space.
func newlines(space string) (n int) {
	for i := range len(space) {
		if c := space[i]; class[c]&newlineByte != 0 && (c != '\n' || i == 0 || space[i-1] != '\r') {
			n++
		}
	}
	return n
}

// advance returns the next token that is not white space.
func (f *formatter) advance() Token {
	start := f.pos
	f.skip(spaceByte)
	space := f.pos > start
	t := f.Next()
	if space {
		t.flags |= spaced
	}
	if t.flags&faulty != 0 {
		f.faultyToken(t)
	}
	return t
}

// fault notes a fault.
func (f *formatter) fault(code FaultCode, at uint32) {
	f.result.Valid = f.result.Valid && code == EmptyDeclaration
	if len(f.result.Faults) == MaxFaults {
		f.result.MoreFaults++
		return
	}
	f.result.Faults = append(f.result.Faults, Fault{code, int(at)})
}

// faultyToken notes the fault of a token.
func (f *formatter) faultyToken(t Token) {
	switch t.Kind {
	case String, BadString:
		f.fault(FaultyString, t.Start)
	case URL, BadURL:
		f.fault(FaultyURL, t.Start)
	case Comment:
		f.fault(UnclosedComment, t.Start)
	default:
		f.fault(FaultyEscape, t.End-1)
	}
}
