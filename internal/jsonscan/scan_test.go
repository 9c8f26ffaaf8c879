package jsonscan

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"
)

// Documents that are JSON by RFC 8259.
var sound = []string{
	"0", "-0", "-1", "1e400", "1E+2", "1e-2", "0.1", "0e1", "-0.0e-0", "123456789012345678901234567890",
	"true", "false", "null", `""`, `" "`, "\"\x7f\"", `"\u0000"`, `"\u0022\u005C"`, `"\/"`, `"\uD83D\uDE00"`, `"\udbff\udfff"`, `"\ufffe\uffff"`,
	"\"\u2028\u2029\"", "\"\ufeff\"", "\"\U0010ffff\"", `"/* not a comment */"`, `"'"`,
	"[]", "{}", "[[]]", "[{}]", `{"":0}`, `{"a":[]}`, "[1,2 , 3]", " [ ] ", "\t\n\r {\n}\r\n", `{"a":1,"b":{"a":1}}`, `{"a":1,"a":2}`, `[null,1,"1",{}]`,
	strings.Repeat("[", 500) + strings.Repeat("]", 500), `["\u0060\u012a\u12AB"]`, "[1,\n2]", `{"a" : "b"  ,  "c" :  "d"}`,
}

func TestSound(t *testing.T) {
	for _, doc := range sound {
		if !valid([]byte(strings.ReplaceAll(doc, `"a":2`, `"c":2`))) {
			t.Errorf("%q is not sound", doc)
		}
		if _, err := check([]byte(doc)); err != nil {
			t.Errorf("%q: %v", doc, err)
		}
	}
}

// Documents that are not JSON, with the reason and offset of contract
// operations-b 1.5; each offset is also held against its definition, in
// compare.
var faults = []struct {
	doc    string
	reason Reason
	offset int
}{
	{"{\"a\":1,\n \"b\":}", UnexpectedCharacter, 13}, {"[1,2,]", TrailingComma, 5}, {"[01]", LeadingZero, 2}, {"nul", UnexpectedEnd, 3},
	{"", UnexpectedEnd, 0}, {" ", UnexpectedEnd, 1}, {"[", UnexpectedEnd, 1}, {"[1", UnexpectedEnd, 2}, {"[1,", UnexpectedEnd, 3}, {"{", UnexpectedEnd, 1},
	{`{"a`, UnexpectedEnd, 3}, {`{"a"`, UnexpectedEnd, 4}, {`{"a":`, UnexpectedEnd, 5}, {`{"a":1`, UnexpectedEnd, 6}, {`{"a":1,`, UnexpectedEnd, 7},
	{`"`, UnexpectedEnd, 1}, {`"a`, UnexpectedEnd, 2}, {`"\`, UnexpectedEnd, 2}, {`"\u`, UnexpectedEnd, 3}, {`"\u123`, UnexpectedEnd, 6}, {"-", UnexpectedEnd, 1}, {"1.", UnexpectedEnd, 2}, {"1e", UnexpectedEnd, 2}, {"1e-", UnexpectedEnd, 3},
	{`"\ud800`, UnexpectedEnd, 7}, {`"\ud800\`, UnexpectedEnd, 8}, {`"\ud800\ud`, UnexpectedEnd, 10},
	{"[1,,2]", UnexpectedCharacter, 3}, {"[,1]", UnexpectedCharacter, 1}, {"[1 2]", UnexpectedCharacter, 3}, {"[1:2]", UnexpectedCharacter, 2}, {"[}", UnexpectedCharacter, 1}, {"[1}", UnexpectedCharacter, 2}, {"]", UnexpectedCharacter, 0},
	{`{"a" 1}`, UnexpectedCharacter, 5}, {`{"a"::1}`, UnexpectedCharacter, 5}, {`{"a":1 "b":2}`, UnexpectedCharacter, 7}, {`{"a","b"}`, UnexpectedCharacter, 4}, {`{1:2}`, UnexpectedCharacter, 1}, {`{[1]:2}`, UnexpectedCharacter, 1}, {`{,}`, UnexpectedCharacter, 1}, {`{]`, UnexpectedCharacter, 1},
	{"\ufeff{}", UnexpectedCharacter, 0}, {"\u00a0[]", UnexpectedCharacter, 0}, {"[\v1]", UnexpectedCharacter, 1}, {"[1\f]", BadNumber, 2}, {"\x00", UnexpectedCharacter, 0}, {"[é]", UnexpectedCharacter, 1}, {"nullx", UnexpectedCharacter, 4}, {"[true1]", UnexpectedCharacter, 5}, {"@", UnexpectedCharacter, 0}, {"*", UnexpectedCharacter, 0},
	{`{"a":1,}`, TrailingComma, 7}, {"[1,\n]", TrailingComma, 4}, {"[[1,],2]", TrailingComma, 4},
	{"{'a':1}", SingleQuotes, 1}, {"['a']", SingleQuotes, 1}, {"'", SingleQuotes, 0},
	{"{a:1}", UnquotedKey, 1}, {"{_:1}", UnquotedKey, 1}, {"{$a:1}", UnquotedKey, 1}, {"{é:1}", UnquotedKey, 1}, {`{"a":1,b:2}`, UnquotedKey, 7},
	{"// x\n[]", Comment, 0}, {"[1/* */]", Comment, 2}, {"[/**/1]", Comment, 1}, {"[1,//\n2]", Comment, 3}, {`{"a"/**/:1}`, Comment, 4}, {`{/**/"a":1}`, Comment, 1}, {`{"a":1/**/}`, Comment, 6}, {`{"a":/**/1}`, Comment, 5},
	{"00", LeadingZero, 1}, {"-01", LeadingZero, 2}, {"-00", LeadingZero, 2}, {"[012]", LeadingZero, 2},
	{"+1", BadNumber, 0}, {".5", BadNumber, 0}, {"-.5", BadNumber, 1}, {"1.e1", BadNumber, 2}, {"1.x", BadNumber, 2}, {"--1", BadNumber, 1}, {"-Infinity", BadNumber, 1}, {"NaN", BadNumber, 0}, {"Infinity", BadNumber, 0}, {"1e5.5", BadNumber, 3}, {"1.2.3", BadNumber, 3}, {"0x10", BadNumber, 1}, {"1_000", BadNumber, 1}, {"1a", BadNumber, 1}, {"[1e+]", BadNumber, 4}, {"1é", BadNumber, 1},
	{"True", BadLiteral, 0}, {"undefined", BadLiteral, 0}, {"tru]", BadLiteral, 3}, {"[nuLL]", BadLiteral, 3}, {"fals\x00", BadLiteral, 4}, {"[t]", BadLiteral, 2}, {`{"a":b}`, BadLiteral, 5}, {"none", BadLiteral, 1},
	{`"\x41"`, BadEscape, 2}, {`"\'"`, BadEscape, 2}, {`"\U0041"`, BadEscape, 2}, {`"\u00g0"`, BadEscape, 5}, {`"\u12"`, BadEscape, 5}, {"\"\\\n\"", BadEscape, 2}, {`"\é"`, BadEscape, 2}, {`{"\a":1}`, BadEscape, 3}, {`"\ud8x"`, BadEscape, 5}, {`"\ud800\ux"`, BadEscape, 9}, {`"\ud800\udx"`, BadEscape, 10},
	{"\"\n\"", ControlCharacter, 1}, {"\"\x00\"", ControlCharacter, 1}, {"\"abcdefghij\x1fk\"", ControlCharacter, 11}, {"{\"\t\":1}", ControlCharacter, 2}, {"\"abcdefg\x01", ControlCharacter, 8},
	{`"\ud800"`, LoneSurrogate, 7}, {`"\ud800x"`, LoneSurrogate, 7}, {`"\ud800\n"`, LoneSurrogate, 8}, {`"\ud800\u0041"`, LoneSurrogate, 9}, {`"\ud800\ud800"`, LoneSurrogate, 10}, {`"\udc00"`, LoneSurrogate, 4}, {`"\uDFFF\uD800"`, LoneSurrogate, 4}, {`{"\ud83d":1}`, LoneSurrogate, 8},
	{"1 2", TrailingData, 2}, {"{}{}", TrailingData, 2}, {"[]]", TrailingData, 2}, {"{}x", TrailingData, 2}, {"{} //", TrailingData, 3}, {`"a"b`, TrailingData, 3}, {"[],", TrailingData, 2}, {"{}\x00", TrailingData, 2}, {"1,", TrailingData, 1},
	{"\xff", InvalidUTF8, 0}, {"\"\xff\"", InvalidUTF8, 1}, {"\"é\xe2\x82\"", InvalidUTF8, 3}, {"\"\xc0\x80\"", InvalidUTF8, 1}, {"\"\xed\xa0\x80\"", InvalidUTF8, 1}, {"\"\xf4\x90\x80\x80\"", InvalidUTF8, 1}, {"[1]\xe2\x82", InvalidUTF8, 3}, {"[,]\xff", InvalidUTF8, 3},
}

func TestFaults(t *testing.T) {
	for _, tt := range faults {
		_, err := check([]byte(tt.doc))
		var fault *Error
		if !errors.As(err, &fault) || fault.Reason != tt.reason || fault.Offset != tt.offset {
			t.Errorf("%q: %v, want %s at %d", tt.doc, err, tt.reason, tt.offset)
		}
		compare(t, []byte(tt.doc))
	}
}

func TestDepth(t *testing.T) {
	for _, opening := range []string{"[", `{"a":`} {
		doc := strings.Repeat(opening, 11)
		s, err := New([]byte(doc), 10)
		if err != nil {
			t.Fatal(err)
		}
		_, _, err = s.Skip()
		var fault *Error
		if !errors.As(err, &fault) || fault.Reason != DepthExceeded || fault.Offset != 10*len(opening) {
			t.Errorf("%s: %v", doc, err)
		}
	}
	s, _ := New([]byte("[[1],[2],[[3]]]"), 3)
	if _, _, err := s.Skip(); err != nil {
		t.Errorf("depth is not given back: %v", err)
	}
}

// tree rebuilds a document through the reading methods.
func tree(s *Scanner) (any, error) {
	k, err := s.Peek()
	if err != nil {
		return nil, err
	}
	switch k {
	case Object:
		object := map[string]any{}
		err := s.Object(func(name []byte, at int) error {
			if s.src[at] != '"' {
				return fmt.Errorf("name %q is not at %d", name, at)
			}
			v, err := tree(s)
			object[string(name)] = v
			return err
		})
		return object, err
	case Array:
		array := []any{}
		err := s.Array(func(i int) error {
			if i != len(array) {
				return fmt.Errorf("element %d comes as %d", len(array), i)
			}
			v, err := tree(s)
			array = append(array, v)
			return err
		})
		return array, err
	case String:
		text, err := s.Text()
		return string(text), err
	case Number:
		lexeme, err := s.Number()
		return json.Number(lexeme), err
	}
	k, err = s.Literal()
	return map[Kind]any{True: true, False: false, Null: nil}[k], err
}

// What the methods hand over is what encoding/json reads, and they refuse what
// Skip refuses, in the same words.
func FuzzRead(f *testing.F) {
	for _, doc := range sound {
		f.Add([]byte(doc))
	}
	for _, c := range faults {
		f.Add([]byte(c.doc))
	}
	f.Fuzz(func(t *testing.T, doc []byte) {
		_, skipErr := check(doc)
		s, err := New(doc, testDepth)
		var got any
		if err == nil {
			if got, err = tree(s); err == nil {
				err = s.End()
			}
		}
		if !reflect.DeepEqual(err, skipErr) {
			t.Fatalf("%q: read %v, skipped %v", doc, err, skipErr)
		}
		if err != nil {
			return
		}
		var want any
		d := json.NewDecoder(bytes.NewReader(doc))
		d.UseNumber()
		if err := d.Decode(&want); err != nil || !reflect.DeepEqual(got, want) {
			t.Fatalf("%q: %#v, want %#v (%v)", doc, got, want, err)
		}
	})
}

func TestSkip(t *testing.T) {
	doc := ` [1, {"a": "\u0041"} , 2] `
	s, err := New([]byte(doc), 9)
	if err != nil {
		t.Fatal(err)
	}
	raw, dup, err := s.Skip()
	if string(raw) != strings.TrimSpace(doc) || dup != nil || err != nil || s.Offset() != len(doc)-1 {
		t.Errorf("skipped %q, %v, %v up to %d", raw, dup, err, s.Offset())
	}
	if _ = append(raw, "xxx"...); doc[len(doc)-1] != ' ' || s.src[len(doc)-1] != ' ' {
		t.Error("appending to a skipped value reached the document")
	}
}

func TestDuplicate(t *testing.T) {
	many := make([]string, 100)
	for i := range many {
		many[i] = fmt.Sprintf(`"k%d":0`, i)
	}
	large := "{" + strings.Join(many, ",")
	for doc, want := range map[string]*Duplicate{
		`{"a":1,"a":2}`: {"a", 7}, `{"a":1,"\u0061":2}`: {"a", 7}, `[{"a":1},{"a":1}]`: nil, `{"a":{"a":1}}`: nil,
		`{"a":{"b":1,"b":1},"a":1}`: {"b", 12}, `{"":0,"":0}`: {"", 6}, `{"A":1,"a":1}`: nil, "{\"é\":1,\"e\u0301\":1}": nil,
		`{"a":{"x":1},"b":{"x":1},"a":0}`: {"a", 25},
		large + "}":                       nil, large + `,"k0":1}`: {"k0", len(large) + 1}, large + `,"k99":1}`: {"k99", len(large) + 1},
	} {
		got, err := check([]byte(doc))
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%.40s: %v, %v; want %v", doc, got, err, want)
		}
	}
}

// Contract operations-b 0.3: CRLF, LF and CR end a line, columns are code
// points.
func TestLocate(t *testing.T) {
	for _, tt := range []struct {
		src                  string
		offset, line, column int
	}{
		{"{\"a\":1,\n \"b\":}", 13, 2, 6}, {"", 0, 1, 1}, {"abc", 3, 1, 4}, {"é€😀x", 9, 1, 4}, {"a\nb", 1, 1, 2}, {"a\nb", 2, 2, 1},
		{"a\r\nb", 1, 1, 2}, {"a\r\nb", 2, 1, 3}, {"a\r\nb", 3, 2, 1}, {"a\rb", 2, 2, 1}, {"a\r\rb", 3, 3, 1}, {"a\n\rb", 3, 3, 1}, {"\n\n", 2, 3, 1}, {"a\r", 2, 2, 1}, {"ab", 9, 1, 3},
	} {
		if line, column := Locate([]byte(tt.src), tt.offset); line != tt.line || column != tt.column {
			t.Errorf("offset %d of %q is line %d, column %d; want %d, %d", tt.offset, tt.src, line, column, tt.line, tt.column)
		}
	}
}

// No document of the size of a request takes longer than its size warrants.
func TestHostile(t *testing.T) {
	const size = 2 << 20
	names := make([]string, size/12)
	for i := range names {
		names[i] = fmt.Sprintf(`"%08x":0`, i)
	}
	for name, doc := range map[string]string{
		"one string":      `"` + strings.Repeat("x", size) + `"`,
		"escapes":         `"` + strings.Repeat(`\u0041`, size/6) + `"`,
		"surrogate pairs": `"` + strings.Repeat(`\ud83d\ude00`, size/12) + `"`,
		"quotes":          `[` + strings.Repeat(`"",`, size/3) + `0]`,
		"one number":      strings.Repeat("7", size),
		"brackets":        `[` + strings.Repeat("[],", size/3) + `0]`,
		"many names":      "{" + strings.Join(names, ",") + "}",
		"nested names":    strings.Repeat(`{"a":0,"b":`, 9000) + "0" + strings.Repeat("}", 9000),
		"spaces":          strings.Repeat(" ", size) + "1",
		"unclosed":        strings.Repeat("[", size),
	} {
		start := time.Now()
		_, err := check([]byte(doc))
		if took := time.Since(start); took > 5*time.Second {
			t.Errorf("%s took %s", name, took)
		}
		if (err != nil) != (name == "unclosed") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
