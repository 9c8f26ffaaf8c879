package css

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"
)

// letters writes the kinds as testdata/tokens.mjs does.
var letters = [kinds]string{
	Whitespace: "W", Comment: "C", Ident: "I", Function: "F", AtKeyword: "A", Hash: "H", String: "S", BadString: "s",
	URL: "U", BadURL: "u", Number: "N", Percentage: "P", Dimension: "D", Delim: "d", CDO: "<", CDC: ">", Colon: ":",
	Semicolon: ";", Comma: ",", OpenSquare: "[", CloseSquare: "]", OpenParen: "(", CloseParen: ")", OpenBrace: "{", CloseBrace: "}",
}

// tokens lists all tokens of a text.
func tokens(text string) (list []Token) {
	for z := NewTokenizer(text); ; {
		t := z.Next()
		if t.Kind == EOF {
			return list
		}
		list = append(list, t)
	}
}

// The public tests and 3,000 random texts: the first 287 lines are the former.
func TestTokens(t *testing.T) {
	f, err := os.Open("testdata/tokens.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines := 0
	for s := bufio.NewScanner(f); s.Scan(); lines++ {
		var c struct{ CSS, Tokens string }
		if err := json.Unmarshal(s.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		var got []string
		list := tokens(c.CSS)
		for i, token := range list {
			next := uint32(len(c.CSS)) // the space that ends an escape belongs to its token
			if i+1 < len(list) {
				next = list[i+1].Start
			}
			got = append(got, fmt.Sprint(letters[token.Kind], next-token.Start))
		}
		if strings.Join(got, " ") != c.Tokens {
			t.Errorf("line %d: %q is %s, want %s", lines+1, c.CSS, got, c.Tokens)
		}
	}
	if lines != 3287 {
		t.Errorf("%d lines", lines)
	}
}
