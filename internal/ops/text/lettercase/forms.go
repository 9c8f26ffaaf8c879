package lettercase

import "strings"

// Options of Convert.
type Options struct {
	AP           bool // title case leaves small words in lower case
	SplitNumbers bool // identifiers have numbers as words of their own
}

// Convert returns s in the form of that name, which must be one of Forms.
func (c *Caser) Convert(form, s string, o Options) string {
	switch form {
	case "lower":
		return c.Lower(s)
	case "upper":
		return c.Upper(s)
	case "title":
		if o.AP {
			return c.TitleAP(s)
		}
		return c.Title(s)
	case "sentence":
		return c.Sentence(s)
	case "capitalize":
		return c.Capitalize(s)
	case "swap":
		return c.Swap(s)
	case "alternating":
		return c.Alternate(s)
	}
	return c.identifier(identifiers[form], Words(s, o.SplitNumbers))
}

// identifier says how words are joined.
type identifier struct {
	first, rest func(*Caser, string) string
	separator   string
}

var identifiers = map[string]identifier{
	"camel":           {(*Caser).Lower, (*Caser).titleWord, ""},
	"pascal":          {(*Caser).titleWord, (*Caser).titleWord, ""},
	"snake":           {(*Caser).Lower, (*Caser).Lower, "_"},
	"screaming_snake": {(*Caser).Upper, (*Caser).Upper, "_"},
	"kebab":           {(*Caser).Lower, (*Caser).Lower, "-"},
	"screaming_kebab": {(*Caser).Upper, (*Caser).Upper, "-"},
	"train":           {(*Caser).titleWord, (*Caser).titleWord, "-"},
	"dot":             {(*Caser).Lower, (*Caser).Lower, "."},
	"path":            {(*Caser).Lower, (*Caser).Lower, "/"},
	"flat":            {(*Caser).Lower, (*Caser).Lower, ""},
}

func (c *Caser) identifier(id identifier, words []string) string {
	var b strings.Builder
	for i, w := range words {
		change := id.rest
		if i == 0 {
			change = id.first
		} else {
			b.WriteString(id.separator)
		}
		b.WriteString(change(c, w))
	}
	return b.String()
}

// titleWord returns a word of an identifier in title case.
func (c *Caser) titleWord(w string) string {
	return string(c.appendTitled(make([]byte, 0, len(w)), w, 0, len(w)))
}
