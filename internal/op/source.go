package op

import (
	"crypto/sha256"
	"encoding/binary"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"
)

// Source is where an input comes from: a JSON body, a query string or
// command-line flags. It is read, not kept: a Raw in the input aliases the
// body, which must not change while the operation runs.
type Source struct {
	json  []byte
	pairs []pair
	text  bool    // pairs, not json
	query bool    // the pairs are those of a URL
	given []Field // fields that the path of the URL has
}

// With is the source with fields that stand in the path of the URL. One that
// the source has too must be the same there.
func (s Source) With(given []Field) Source {
	s.given = given
	return s
}

// pair is one name with its value, or with what is wrong with it.
type pair struct {
	Field
	code, fault string
}

// Field is one name with its value as text.
type Field struct{ Name, Value string }

// JSON is a source of one JSON object.
func JSON(body []byte) Source { return Source{json: body} }

// Fields is a source of named texts, as command-line flags are: a list is a
// repeated name, an object is JSON text.
func Fields(fields []Field) Source {
	s := Source{text: true, pairs: make([]pair, len(fields))}
	for i, f := range fields {
		s.pairs[i].Field = f
		if !utf8.ValidString(f.Name) || !utf8.ValidString(f.Value) {
			s.pairs[i].code, s.pairs[i].fault = InvalidUTF8, "is not UTF-8"
		}
	}
	return s
}

// Query is a source of the parameters of a URL's query
// (application/x-www-form-urlencoded). A broken escape, a ";" (which some
// parsers take for "&") and bytes that are not UTF-8 are violations.
func Query(raw string) Source {
	s := Source{text: true, query: true}
	if raw != "" {
		s.pairs = make([]pair, 0, strings.Count(raw, "&")+1)
	}
	for part := range strings.SplitSeq(raw, "&") {
		if part != "" {
			s.pairs = append(s.pairs, parameter(part))
		}
	}
	return s
}

func parameter(part string) pair {
	name, value, _ := strings.Cut(part, "=")
	n, errName := url.QueryUnescape(name)
	v, errValue := url.QueryUnescape(value)
	if errName != nil {
		n = name
	}
	p := pair{Field: Field{n, v}}
	switch {
	case strings.ContainsRune(part, ';'):
		p.code, p.fault = InvalidFormat, "has an unescaped ';'; separate parameters by '&', or send %3B"
	case errName != nil || errValue != nil:
		p.code, p.fault = InvalidFormat, "has a broken percent-escape; '%' itself is %25"
	case !utf8.ValidString(n) || !utf8.ValidString(v):
		p.code, p.fault = InvalidUTF8, "is not UTF-8 after percent-decoding"
	}
	return p
}

// Limits bounds what one call may send. They are settings of the service.
type Limits struct {
	Document int // bytes of a document field
}

// DefaultLimits are the limits of the contract.
func DefaultLimits() Limits { return Limits{Document: 1_000_000} }

// Digest is a hash of what was sent: the same for the same body, and for the
// same parameters in any order.
func (s Source) Digest() [sha256.Size]byte {
	var text []byte
	if s.given != nil {
		text = append(text, "path\x00"...)
		for _, f := range s.given {
			text = f.digest(text)
		}
	}
	if !s.text {
		h := sha256.New() // a body is too long to be copied behind the rest
		h.Write(append(text, "body\x00"...))
		h.Write(s.json)
		return [sha256.Size]byte(h.Sum(nil))
	}
	pairs := slices.Clone(s.pairs)
	slices.SortStableFunc(pairs, func(a, b pair) int { return strings.Compare(a.Name, b.Name) })
	text = append(text, "fields\x00"...)
	for _, p := range pairs {
		text = p.digest(text)
	}
	return sha256.Sum256(text)
}

func (f *Field) digest(dst []byte) []byte {
	for _, s := range [...]string{f.Name, f.Value} {
		dst = append(binary.AppendUvarint(dst, uint64(len(s))), s...)
	}
	return dst
}
