package prose

import (
	"toolcrib/internal/ops/text/emoji"
	"toolcrib/internal/ops/text/lines"
	"toolcrib/internal/ops/text/ucd"
)

// Counts says how much there is in a text.
type Counts struct {
	Characters         int // grapheme clusters
	CharactersNoSpaces int // those that are not White_Space
	CodePoints         int
	UTF16              int // code units
	Bytes              int // of UTF-8

	Letters     int // code points of category L
	Digits      int // Nd
	Spaces      int // White_Space
	Punctuation int // P
	Emoji       int // sequences

	Words       int
	Pieces      int // what white space parts, as wc -w counts
	Sentences   int
	Paragraphs  int
	Lines       int
	BlankLines  int
	LineBreaks  int
	LongestLine int // in characters, without its terminator

	Scripts []Script // of the letters, in the order of their first
}

// Script is how many letters a text has of a script.
type Script struct {
	Name    string
	Letters int
}

// Options of Count.
type Options struct {
	Greek bool // a semicolon ends a sentence: it is the Greek question mark
}

// Count counts a text of valid UTF-8.
func Count(text string, o Options) Counts {
	c := counter{text: text, table: ucd.Load(), emoji: emoji.Load()}
	c.words = newWordFinder(c.table)
	c.sentences = sentenceFinder{table: c.table, text: text, greek: o.Greek}
	c.Bytes = len(text)
	for i, r := range text {
		p := c.table.Of(r)
		c.character(i, r, p)
		if c.words.next(i, r, p) {
			c.Words++
		}
		if c.sentences.next(i, r, p) {
			c.Sentences++
		}
	}
	if c.words.close() {
		c.Words++
	}
	if c.sentences.started {
		c.Sentences++
	}
	c.Pieces = c.words.pieces
	c.countLines()
	c.CharactersNoSpaces = c.Characters - c.Spaces + c.joined
	c.nameScripts()
	return c.Counts
}

type counter struct {
	Counts
	text      string
	table     *ucd.Table
	emoji     emoji.Set
	emojiEnd  int // of the last sequence
	words     wordFinder
	sentences sentenceFinder
	joined    int // CRLF, and spaces that have marks
	letters   [256]int
	order     []ucd.Script
}

// character counts the character at offset i.
func (c *counter) character(i int, r rune, p ucd.Props) {
	c.CodePoints++
	c.UTF16++
	if r >= 1<<16 {
		c.UTF16++
	}
	switch {
	case p.In(ucd.Letter):
		c.Letters++
		s := p.Script()
		if c.letters[s] == 0 {
			c.order = append(c.order, s)
		}
		c.letters[s]++
	case p.In(ucd.Space):
		c.Spaces++
	case p.In(ucd.Punct):
		c.Punctuation++
	case p.In(ucd.Nd):
		c.Digits++
	}
	if p.Emoji() && i >= c.emojiEnd {
		if n := c.emoji.Match(c.text[i:]); n > 0 {
			c.Emoji++
			c.emojiEnd = i + n
		}
	}
}

// countLines counts lines and what is in them. A terminator is a character of
// its own, so the clusters of a text are those of its lines.
func (c *counter) countLines() {
	blank := true // before the first line as between paragraphs
	for line, terminator := range lines.Terminated(c.text) {
		n, joined := clusters(c.table, line)
		c.joined += joined
		c.Characters += n
		c.LongestLine = max(c.LongestLine, n)
		c.Lines++
		if terminator != "" {
			c.LineBreaks++
			c.Characters++
			c.joined += len(terminator) - 1
		}
		before := blank
		if blank = lines.Blank(line); blank {
			c.BlankLines++
		} else if before {
			c.Paragraphs++
		}
	}
}

func (c *counter) nameScripts() {
	for _, s := range c.order {
		c.Scripts = append(c.Scripts, Script{c.table.Name(s), c.letters[s]})
	}
}
