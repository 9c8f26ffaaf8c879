package css

// begin begins the line of a thing and returns where that is. A blank line
// stands after rules and where the source has one.
func (f *formatter) begin(k thing) (start int) {
	blank := f.BlankLines && f.last > opening && (f.breaks > 1 || f.last == rule)
	if k != declaration || f.last != declaration || blank {
		f.sort()
	}
	if blank || f.last != comment {
		f.above, f.parted = len(f.out), blank || f.last <= opening
	}
	if blank {
		f.out = append(f.out, '\n')
	}
	start = len(f.out)
	if f.last != nothing {
		f.newline()
	}
	f.last, f.breaks, f.tail, f.closes = k, 0, -1, false
	return start
}

// newline begins a line, where lines are wanted.
func (f *formatter) newline() {
	if f.Mode == Minify || len(f.out) > f.MaxSize {
		return
	}
	f.out = append(f.out, '\n')
	for range f.blocks {
		f.out = append(f.out, f.Indent...)
	}
}

// writeComment writes a comment that stands before an item: behind what it
// follows on the same line, else on a line of its own.
func (f *formatter) writeComment(t Token) {
	if f.Mode == Minify || f.breaks > 0 || t.flags&spaced == 0 || f.last <= opening {
		f.begin(comment)
	} else {
		f.run = f.run[:max(len(f.run)-1, 0)] // what it stands behind stays there
		f.sort()
		f.out = append(f.out, ' ')
		f.tail, f.closes = -1, false
	}
	f.copy(t, t)
}

// keeps tells whether a comment is kept.
func (f *formatter) keeps(comment Token) bool {
	return f.Comments == Keep || f.Comments == ImportantOnly && f.at(int(comment.Start)+2) == '!'
}

// open opens the block of the rule whose prelude has been written as a
// statement: now a blank line is due before it and the comments above it.
func (f *formatter) open(brace Token) {
	if f.BlankLines && !f.parted {
		f.out = append(f.out, 0)
		copy(f.out[f.above+1:], f.out[f.above:])
		f.out[f.above] = '\n'
	}
	switch {
	case f.prev.Kind == EOF: // there is no prelude
	case f.BraceOnNewLine:
		f.newline()
	case f.Mode == Beautify:
		f.out = append(f.out, ' ')
	}
	f.out = append(f.out, '{')
	f.blocks = append(f.blocks, block{brace.Start, len(f.out)})
	f.last = opening
}

// close ends a block.
func (f *formatter) close(brace Token) {
	f.sort()
	if n := len(f.blocks); n == 0 {
		f.fault(UnexpectedClose, brace.Start)
		f.begin(statement)
	} else {
		if f.tail >= 0 {
			f.out = f.out[:f.tail]
		}
		if f.closes && f.FinalSemicolon {
			f.out = append(f.out, ';')
		}
		inner := f.blocks[n-1].inner
		f.blocks = f.blocks[:n-1]
		if len(f.out) > inner {
			f.newline()
		}
	}
	f.out = append(f.out, '}')
	f.last, f.breaks, f.tail, f.closes = rule, 0, -1, false
}

// terminate writes a semicolon behind a statement, which at the end of a block
// may go again.
func (f *formatter) terminate(end Token) {
	if end.Kind == Semicolon || end.Kind == CloseBrace && len(f.blocks) > 0 {
		f.tail, f.closes = len(f.out), true
		f.out = append(f.out, ';')
	}
}

// semicolon writes a semicolon that ends nothing.
func (f *formatter) semicolon(t Token) {
	f.sort()
	if len(f.blocks) > 0 {
		f.fault(EmptyDeclaration, t.Start)
	} else {
		f.fault(UnexpectedText, t.Start)
	}
	if f.tail < 0 {
		f.tail = len(f.out)
	}
	if f.last == nothing {
		f.last = statement
	} else {
		f.newline()
	}
	f.out = append(f.out, ';')
	f.breaks = 0
}

// copy writes the text from one token to another.
func (f *formatter) copy(from, to Token) {
	f.out = append(f.out, f.text[from.Start:to.End]...)
	switch {
	case !endsLine(to):
	case f.text[to.End-1] == '\r': // ends an escape, and with \n would be one newline
		f.out = append(f.out, '\r')
	default:
		f.out = append(f.out, '\n')
	}
}

// endsLine tells whether a token is what it is only because a newline follows:
// a string without its quote, or a backslash.
func endsLine(t Token) bool {
	return t.Kind == BadString || t.Kind == Delim && t.flags&faulty != 0
}

// between writes what is wanted between two tokens where the source has white
// space, a comment that is dropped, both or nothing. Where white space means
// something or keeps tokens apart, an escape before it needs one of its own.
func (f *formatter) between(a, b Token, w want, space, dropped bool) {
	switch {
	case endsLine(a):
	case w == line:
		f.newline()
	case w == one, w == none && (space || dropped) && fuses(f.text, a, b):
		f.out = append(f.out, ' ')
		if a.flags&openHex != 0 && fuses(f.text, a, b) {
			f.out = append(f.out, ' ')
		}
	case w == none:
	case space, w == apart && dropped:
		f.out = append(f.out, ' ')
		if a.flags&openHex != 0 {
			f.out = append(f.out, ' ')
		}
	case dropped && fuses(f.text, a, b):
		f.out = append(f.out, "/**/"...)
	}
}
