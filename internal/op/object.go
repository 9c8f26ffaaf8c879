package op

import (
	"fmt"
	"strconv"
	"unicode/utf8"

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

const hexDigits = "0123456789abcdef"

// AppendString appends s as a JSON string with the fewest escapes that RFC
// 8259 allows. Bytes that are not UTF-8 become U+FFFD.
func AppendString[T string | []byte](dst []byte, s T) []byte {
	dst = append(dst, '"')
	start := 0
	for i := 0; i < len(s); {
		c := s[i]
		if c >= ' ' && c != '"' && c != '\\' && c < utf8.RuneSelf {
			i++
			continue
		}
		if c >= utf8.RuneSelf {
			n := runeLen(s, i)
			if n > 0 {
				i += n
				continue
			}
			dst = append(append(dst, s[start:i]...), "\ufffd"...)
			i++
			start = i
			continue
		}
		dst = appendEscape(append(dst, s[start:i]...), c)
		i++
		start = i
	}
	return append(append(dst, s[start:]...), '"')
}

// runeLen is the length of the valid rune at i, 0 if it is not one.
func runeLen[T string | []byte](s T, i int) int {
	var buf [utf8.UTFMax]byte
	n := copy(buf[:], s[i:min(i+utf8.UTFMax, len(s))])
	r, size := utf8.DecodeRune(buf[:n])
	if r == utf8.RuneError && size <= 1 {
		return 0
	}
	return size
}

func appendEscape(dst []byte, c byte) []byte {
	switch c {
	case '"', '\\':
		return append(dst, '\\', c)
	case '\b':
		return append(dst, '\\', 'b')
	case '\f':
		return append(dst, '\\', 'f')
	case '\n':
		return append(dst, '\\', 'n')
	case '\r':
		return append(dst, '\\', 'r')
	case '\t':
		return append(dst, '\\', 't')
	}
	return append(dst, '\\', 'u', '0', '0', hexDigits[c>>4], hexDigits[c&15])
}

var _ appender = num.Dec{}
