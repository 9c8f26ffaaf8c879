package jsonscan

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"pgregory.net/rapid"
)

// testDepth is the nesting that jsontext accepts.
const testDepth = 10000

// check skips over a whole document.
func check(doc []byte) (*Duplicate, error) {
	s, err := New(doc, testDepth)
	if err != nil {
		return nil, err
	}
	_, dup, err := s.Skip()
	if err == nil {
		err = s.End()
	}
	return dup, err
}

// valid asks jsontext, which is as strict.
func valid(doc []byte, opts ...jsontext.Options) bool {
	return jsontext.Value(doc).IsValid(opts...)
}

// endings complete whatever token a document may break off in.
var endings = []string{
	"", `"`, `n"`, `u0000"`, `0000"`, `000"`, `00"`, `0"`, // strings and escapes
	`800\udc00"`, `00\udc00"`, `0\udc00"`, `\udc00"`, `udc00"`, `dc00"`, `c00"`, // surrogates
	"0", "true", "rue", "ue", "e", "alse", "lse", "se", "ull", "ll", "l",
}

// followers complete the member that the token stands in.
var followers = []string{"", ":0", `"":0`, "0"}

// extendable tells whether some valid document begins with prefix: it tries
// each way to end the token and the member, and closes what is open.
func extendable(prefix []byte) bool {
	closing := closers(prefix)
	for _, e := range endings {
		for _, f := range followers {
			doc := append(append(append(slices.Clone(prefix), e...), f...), closing...)
			if valid(doc, jsontext.AllowDuplicateNames(true)) {
				return true
			}
		}
	}
	return false
}

// closers lists the brackets that close what prefix leaves open.
func closers(prefix []byte) []byte {
	var open []byte
	inString := false
	for i := 0; i < len(prefix); i++ {
		switch c := prefix[i]; {
		case inString && c == '\\':
			i++
		case c == '"':
			inString = !inString
		case inString:
		case c == '{' || c == '[':
			open = append(open, c+2) // in ASCII a closing bracket is two after its opening one
		case (c == '}' || c == ']') && len(open) > 0:
			open = open[:len(open)-1]
		}
	}
	slices.Reverse(open)
	return open
}

// compare holds the scanner against jsontext and encoding/json, and the
// offset of a fault against its definition.
func compare(t interface{ Fatalf(string, ...any) }, doc []byte) {
	dup, err := check(doc)
	if err == nil != valid(doc, jsontext.AllowDuplicateNames(true)) {
		t.Fatalf("%q: %v, but jsontext says otherwise", doc, err)
	}
	if err == nil {
		if (dup == nil) != valid(doc) {
			t.Fatalf("%q: repeated name %v, but jsontext says otherwise", doc, dup)
		}
		if !json.Valid(doc) {
			t.Fatalf("%q: accepted, but not by encoding/json", doc)
		}
		return
	}
	var fault *Error
	if !errors.As(err, &fault) {
		t.Fatalf("%q: %v is no *Error", doc, err)
	}
	switch fault.Reason {
	case InvalidUTF8, LoneSurrogate, DepthExceeded:
	default:
		if json.Valid(doc) {
			t.Fatalf("%q: %v, but encoding/json accepts it", doc, err)
		}
	}
	checkOffset(t, doc, fault)
}

func checkOffset(t interface{ Fatalf(string, ...any) }, doc []byte, fault *Error) {
	at := fault.Offset
	switch {
	case fault.Reason == DepthExceeded:
	case fault.Reason == InvalidUTF8:
		if want := len(bytes.ToValidUTF8(doc[:at], nil)); want != at || bytes.HasPrefix([]byte(strings.ToValidUTF8(string(doc[at:]), "")), doc[at:]) {
			t.Fatalf("%q: invalid UTF-8 is not at %d", doc, at)
		}
	case at > len(doc) || (fault.Reason == UnexpectedEnd) != (at == len(doc)):
		t.Fatalf("%q: %v, the document has %d bytes", doc, fault, len(doc))
	case !extendable(doc[:at]):
		t.Fatalf("%q: %v, but nothing valid begins with %q", doc, fault, doc[:at])
	case at < len(doc) && extendable(doc[:at+1]):
		t.Fatalf("%q: %v, but something valid begins with %q", doc, fault, doc[:at+1])
	}
}

// alphabet holds what documents are made of, right and wrong.
var alphabet = []string{
	"{", "}", "[", "]", ",", ":", `"`, `\`, "'", "/", " ", "\n", "\t", "\r", "\x00", "\x1f", "\x7f",
	"0", "1", "12", "-", "+", ".", "e", "E", "a", "b", "u", "n", "t", "f", "N", "I", "_", "$", "d8", "D83D", "dc00", "DE00",
	"true", "false", "null", `"a"`, `"b":`, `"\u00e9"`, `\ud83d\ude00`, `\ud800`, `\udc00`, `\u`, "é", "€", "😀", "\ufeff", "\xff", "\xe2", "[]", "{}", `{"a":1,"a":2}`, "longer than eight bytes",
}

// document draws a valid document, often damaged.
func document(t *rapid.T) []byte {
	if rapid.IntRange(0, 3).Draw(t, "how") == 0 {
		return []byte(strings.Join(rapid.SliceOfN(rapid.SampledFrom(alphabet), 0, 12).Draw(t, "pieces"), ""))
	}
	doc := value(t, 3)
	for range rapid.IntRange(0, 3).Draw(t, "faults") {
		at := rapid.IntRange(0, len(doc)).Draw(t, "at")
		end := rapid.IntRange(at, min(at+3, len(doc))).Draw(t, "end")
		doc = doc[:at] + rapid.SampledFrom(append(alphabet, "", "")).Draw(t, "piece") + doc[end:]
	}
	return []byte(doc)
}

var scalars = []string{
	"0", "-0", "1", "-12.50", "1e3", "1.5E-10", "0.0e+1", "12345678901234567890", "true", "false", "null",
	`""`, `"a"`, `"\""`, `"\\\/\b\f\n\r\t"`, `"\u0041\u00e9\uFFFF"`, `"\ud83d\ude00"`, `"é€😀"`, `"some text, longer than eight"`,
}

func value(t *rapid.T, depth int) string {
	space := rapid.SampledFrom([]string{"", "", "", " ", "\n", "\r\n\t"}).Draw(t, "space")
	kind := rapid.IntRange(0, 3).Draw(t, "kind")
	if depth == 0 || kind < 2 {
		return space + rapid.SampledFrom(scalars).Draw(t, "scalar") + space
	}
	var parts []string
	for range rapid.IntRange(0, 4).Draw(t, "size") {
		part := value(t, depth-1)
		if kind == 2 {
			name := rapid.SampledFrom([]string{`"a"`, `"b"`, `"\u0061"`, `""`, `"a much longer name"`}).Draw(t, "name")
			part = space + name + space + ":" + part
		}
		parts = append(parts, part)
	}
	brackets := [2]string{"[", "]"}
	if kind == 2 {
		brackets = [2]string{"{", "}"}
	}
	return space + brackets[0] + strings.Join(parts, ",") + space + brackets[1]
}

func TestAgainstOracles(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		for range 10 {
			compare(t, document(t))
		}
	})
}

func FuzzSkip(f *testing.F) {
	for _, c := range faults {
		f.Add([]byte(c.doc))
	}
	for _, doc := range sound {
		f.Add([]byte(doc))
	}
	f.Fuzz(func(t *testing.T, doc []byte) {
		if len(doc) > 200 {
			return // the oracle of offsets is slow
		}
		compare(t, doc)
	})
}
