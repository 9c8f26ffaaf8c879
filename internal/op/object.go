package op

import (
	"encoding/binary"
	"fmt"
	"math/bits"
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
	dst, start := appendWords(append(dst, '"'), src)
	for i := start; i < len(src); i++ {
		if c := src[i]; c < ' ' || c == '"' || c == '\\' {
			dst = appendEscape(append(dst, src[start:i]...), c)
			start = i + 1
		}
	}
	return append(append(dst, src[start:]...), '"')
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

// appendWords appends src with its escapes up to the last few bytes, and returns
// where those begin. Eight bytes are copied while they are looked at.
func appendWords(dst, src []byte) ([]byte, int) {
	i, n := 0, len(dst)
	dst = slices.Grow(dst, len(src)+1)
	dst = dst[:cap(dst)]
	for i+16 <= len(src) {
		if n+16 > len(dst) {
			dst = slices.Grow(dst, 16)
			dst = dst[:cap(dst)]
		}
		// Two words, since their bounds are checked together.
		from, to := src[i:i+16], dst[n:n+16]
		word := binary.LittleEndian.Uint64(from)
		binary.LittleEndian.PutUint64(to, word)
		special := jsonscan.Specials(word)
		if special == 0 {
			word = binary.LittleEndian.Uint64(from[8:])
			binary.LittleEndian.PutUint64(to[8:], word)
			special = jsonscan.Specials(word)
			i, n = i+8, n+8
		}
		if special == 0 {
			i, n = i+8, n+8
			continue
		}
		plain := bits.TrailingZeros64(special) / 8
		i, n = i+plain, n+plain
		grown := appendEscape(dst[:n], src[i])
		i, n, dst = i+1, len(grown), grown[:cap(grown)]
	}
	return dst[:n], i
}

func appendEscape(dst []byte, c byte) []byte {
	if letter := letters[c]; letter != 0 {
		return append(dst, '\\', letter)
	}
	return append(dst, '\\', 'u', '0', '0', hexDigits[c>>4], hexDigits[c&15])
}

const hexDigits = "0123456789abcdef"

// letters are the escapes of one letter.
var letters = [256]byte{'"': '"', '\\': '\\', '\b': 'b', '\f': 'f', '\n': 'n', '\r': 'r', '\t': 't'}

var _ appender = num.Dec{}
