package css

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// pieces are what random texts are made of.
var pieces = []string{
	"a", "b", "url", "u\\72 l", "\\75", "U", "e", "e5", "ff", "_", "-", "--", "-->", "<!--", "<", "!", ">", "--x", "--y:", "é", "×", "😀", "\u2028", "\x00",
	"0", "1", ".5", ".", "+", "+.5", "-5", "1e", "1e3", "%", "#", "#f", "@", "@media", "@page", "@x", "\"", "'", "\"x\"", "'y'", "\\", "\\26", "\\000026", "\\1F600 ", "\\\n",
	"(", "(", ")", ")", "[", "]", "{", "{", "{", "}", "}", "}", ":", ":", ":", ";", ";", ";", ",", ",", "*", "/", "//", "/*", "*/", "/**/", "/* c */", "/*! d */", "/* e\n */", "|", "~", "=", "&",
	" ", " ", " ", " ", "  ", "\t", "\n", "\n\n", "\r\n", "\r", "\f", "url(", "url( ", "url(\"", "url(a)", "calc(", "f(", ":not(", ":nth-child(", "selector(",
	"color:red", "margin : 0 auto ;", "a{b:c}", "!important", " > ", ">>", "a:hover{", "@import \"x\";", "*zoom:1",
}

func soup(r *rand.Rand) string {
	var b strings.Builder
	for n := 1 + r.IntN(24); n > 0; n-- {
		b.WriteString(pieces[r.IntN(len(pieces))])
	}
	return b.String()
}

// Whatever the text and the options, the tokens stay, a second time changes
// nothing, and the minified text is the same before and after.
func TestRandomTexts(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 40_000 {
		check(t, soup(r), options(uint16(r.Uint32())))
	}
}

// Two tokens that are not said to fuse stay two when they stand together.
func TestFuses(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	var words []string
	for range 300 {
		text := soup(r)
		for _, token := range tokens(text) {
			if k := token.Kind; k != Whitespace && k != Comment && !endsLine(token) && token.flags&faulty == 0 {
				words = append(words, text[token.Start:token.End])
			}
		}
	}
	for range 200_000 {
		a, b := words[r.IntN(len(words))], words[r.IntN(len(words))]
		text := a + " " + b
		if strings.HasSuffix(a, "(") || tokens(a)[0].flags&openHex != 0 {
			continue // url( takes in what follows; an escape takes in the space
		}
		pair := tokens(text)
		if len(pair) != 3 || fuses(text, pair[0], pair[2]) {
			continue
		}
		if got := tokens(a + b); len(got) != 2 || int(got[0].End) != len(a) {
			t.Fatalf("%q and %q fuse", a, b)
		}
	}
}
