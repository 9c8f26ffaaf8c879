package op

import (
	"fmt"
	"slices"
	"strconv"
	"unicode/utf8"

	"toolcrib/internal/jsonscan"
	"toolcrib/internal/num"
)

// Object is a JSON object that keeps the order of its members.
type Object []Member

// Member is one member of an Object. Value may be a string, bool, int, int64,
// nil, Object, []any, []string, or anything with AppendJSON.
type Member struct {
	Name  string
	Value any
}

// appender is implemented by values that write themselves.
type appender interface{ AppendJSON(dst []byte) []byte }

// AppendJSON appends the object compactly.
func (o Object) AppendJSON(dst []byte) []byte {
	dst = append(dst, '{')
	for i, m := range o {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(AppendString(dst, m.Name), ':')
		dst = appendAny(dst, m.Value)
	}
	return append(dst, '}')
}

// MarshalJSON is AppendJSON for encoding/json.
func (o Object) MarshalJSON() ([]byte, error) { return o.AppendJSON(nil), nil }

// Get returns the value of a member, nil if there is none.
func (o Object) Get(name string) any {
	for _, m := range o {
		if m.Name == name {
			return m.Value
		}
	}
	return nil
}

func appendAny(dst []byte, v any) []byte {
	switch v := v.(type) {
	case nil:
		return append(dst, "null"...)
	case appender:
		return v.AppendJSON(dst)
	case string:
		return AppendString(dst, v)
	case bool:
		return strconv.AppendBool(dst, v)
	case int:
		return strconv.AppendInt(dst, int64(v), 10)
	case int64:
		return strconv.AppendInt(dst, v, 10)
	case []string:
		return appendList(dst, v)
	case []any:
		return appendList(dst, v)
	case []Object:
		return appendList(dst, v)
	}
	panic(fmt.Sprintf("op: %T cannot be a member of an Object", v))
}

func appendList[T any](dst []byte, list []T) []byte {
	dst = append(dst, '[')
	for i, e := range list {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = appendAny(dst, e)
	}
	return append(dst, ']')
}

// AppendString appends s as a JSON string with the fewest escapes that RFC
// 8259 allows. Bytes that are not UTF-8 become U+FFFD.
func AppendString(dst []byte, s string) []byte {
	if isWord(s) {
		return append(append(append(dst, '"'), s...), '"')
	}
	if !utf8.ValidString(s) {
		s = string([]rune(s))
	}
	src := []byte(s) // only read, so that the compiler copies nothing
	dst, n := jsonscan.AppendText(append(slices.Grow(dst, len(src)+2), '"'), src, &letters)
	for n < len(src) {
		dst = appendByte(dst, src[n])
		n++
		if len(src)-n >= 16 { // it was one that needs six
			more := 0
			dst, more = jsonscan.AppendText(dst, src[n:], &letters)
			n += more
		}
	}
	return append(dst, '"')
}

// isWord tells whether s is a short text of plain ASCII, as most are that come in
// great numbers.
func isWord(s string) bool {
	if len(s) > 24 {
		return false
	}
	for i := range len(s) {
		if c := s[i]; c < ' ' || c == '"' || c == '\\' || c >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// appendByte appends one byte of a text, escaped where it must be.
func appendByte(dst []byte, c byte) []byte {
	if c >= ' ' && c != '"' && c != '\\' {
		return append(dst, c)
	}
	if letter := letters[c]; letter != 0 {
		return append(dst, '\\', letter)
	}
	return append(dst, '\\', 'u', '0', '0', hexDigits[c>>4], hexDigits[c&15])
}

const hexDigits = "0123456789abcdef"

// letters are the escapes of one letter.
var letters = [256]byte{'"': '"', '\\': '\\', '\b': 'b', '\f': 'f', '\n': 'n', '\r': 'r', '\t': 't'}

var _ appender = num.Dec{}
