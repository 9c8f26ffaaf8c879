package jsonscan

import (
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// readTokens writes a document as its tokens, with commas and colons, or
// returns the fault.
func readTokens(doc []byte, maxDepth int) (string, error) {
	var b strings.Builder
	t := NewTokens(doc, maxDepth)
	for {
		token, err := t.Next()
		if err != nil {
			return b.String(), err
		}
		if token.Kind == End {
			return b.String(), nil
		}
		if t.Comma() >= 0 {
			b.WriteByte(doc[t.Comma()])
		}
		b.Write(doc[token.Start:token.End])
		if token.Kind == Name {
			b.WriteByte(':')
		}
	}
}

// sameAsSkip holds the reader of tokens against Scanner.Skip: the same
// documents, the same faults at the same places.
func sameAsSkip(t interface{ Fatalf(string, ...any) }, doc []byte) {
	if !utf8.Valid(doc) {
		return // the one thing that tokens do not check
	}
	_, want := check(doc)
	text, got := readTokens(doc, testDepth)
	if !reflect.DeepEqual(got, want) {
		t.Fatalf("%q: tokens end with %v, Skip with %v", doc, got, want)
	}
	if got == nil && text != stripped(doc) {
		t.Fatalf("%q: the tokens are %q", doc, text)
	}
}

// stripped is a valid document without the white space between tokens.
func stripped(doc []byte) string {
	var b strings.Builder
	inString := false
	for i := 0; i < len(doc); i++ {
		c := doc[i]
		switch {
		case inString && c == '\\':
			b.WriteByte(c)
			i++
			c = doc[i]
		case c == '"':
			inString = !inString
		case !inString && (c == ' ' || c == '\n' || c == '\t' || c == '\r'):
			continue
		}
		b.WriteByte(c)
	}
	return b.String()
}

func TestTokens(t *testing.T) {
	for _, c := range faults {
		sameAsSkip(t, []byte(c.doc))
	}
	for _, doc := range sound {
		sameAsSkip(t, []byte(doc))
	}
	rapid.Check(t, func(t *rapid.T) {
		for range 10 {
			sameAsSkip(t, document(t))
		}
	})
}

func FuzzTokens(f *testing.F) {
	for _, c := range faults {
		f.Add([]byte(c.doc))
	}
	for _, doc := range sound {
		f.Add([]byte(doc))
	}
	f.Fuzz(func(t *testing.T, doc []byte) { sameAsSkip(t, doc) })
}

func TestTokensDepth(t *testing.T) {
	if _, err := readTokens([]byte(`[{"a":[]}]`), 3); err != nil {
		t.Error(err)
	}
	want := &Error{DepthExceeded, 6}
	if _, err := readTokens([]byte(`[{"a":[]}]`), 2); !reflect.DeepEqual(err, want) {
		t.Errorf("%v, want %v", err, want)
	}
}

// What is known of the reader besides its tokens.
func TestTokensState(t *testing.T) {
	tokens := NewTokens([]byte("{ \"a\" : \"x\\n\" , \"b\": [1 ,\n2] }"), 9)
	want := []struct {
		kind    Kind
		text    string
		comma   int
		depth   int
		escaped bool
	}{
		{Object, "{", -1, 1, false}, {Name, `"a"`, -1, 1, false}, {String, `"x\n"`, -1, 1, true},
		{Name, `"b"`, 14, 1, false}, {Array, "[", -1, 2, false}, {Number, "1", -1, 2, false}, {Number, "2", 24, 2, false},
		{EndArray, "]", -1, 1, false}, {EndObject, "}", -1, 0, false}, {End, "", -1, 0, false},
	}
	for _, w := range want {
		token, err := tokens.Next()
		if err != nil {
			t.Fatal(err)
		}
		text := string(tokens.s.src[token.Start:token.End])
		escaped := tokens.Escaped() && (token.Kind == String || token.Kind == Name)
		if token.Kind != w.kind || text != w.text || tokens.Comma() != w.comma || tokens.Depth() != w.depth || escaped != w.escaped {
			t.Errorf("%c %q comma %d depth %d escaped %v, want %+v", token.Kind, text, tokens.Comma(), tokens.Depth(), escaped, w)
		}
	}
}

func TestTokensInValue(t *testing.T) {
	for doc, want := range map[string]bool{
		``: true, `x`: true, `[x`: true, `[1,x`: true, `{"a":x`: true, `{"a" 1`: true, `["\x"]`: true, `[nul]`: true, `[01]`: true,
		`[1 2`: false, `[1,]`: false, `{x`: false, `{"a":1 2`: false, `{"a":1,x`: false, `{"\x":1`: false, `[1`: false, `1 2`: false,
	} {
		tokens := NewTokens([]byte(doc), 9)
		var err error
		for err == nil {
			_, err = tokens.Next()
		}
		if tokens.InValue() != want {
			t.Errorf("%q: in value is %v", doc, !want)
		}
	}
}
