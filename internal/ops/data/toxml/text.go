package toxml

import (
	"unicode/utf8"

	"toolcrib/internal/ops/data/xml"
)

// Escapes of text and of the values of attributes in double quotes. A CR that
// is not a reference would be read as LF, and TAB, CR and LF in an attribute as
// spaces (XML 1.0, sections 2.11 and 3.3.3).
var (
	textEscapes  = &[256]string{'&': "&amp;", '<': "&lt;", '>': "&gt;", '\r': "&#13;"}
	valueEscapes = &[256]string{'&': "&amp;", '<': "&lt;", '>': "&gt;", '\r': "&#13;", '"': "&#34;", '\t': "&#9;", '\n': "&#10;"}
)

// special tells which bytes of text need a look: those that may be escaped, and
// those that begin characters which XML does not have.
var special = func() (t [256]bool) {
	for b, escape := range valueEscapes {
		t[b] = escape != ""
	}
	for b := range byte(' ') {
		t[b] = true
	}
	t[0xEF] = true // of U+FFFE and U+FFFF
	return t
}()

// appendText appends a text by the escapes given.
func (w *writer) appendText(text []byte, escapes *[256]string) error {
	start := 0
	for i := 0; i < len(text); i++ {
		if !special[text[i]] {
			continue
		}
		escape, size := escapes[text[i]], 1
		if escape == "" {
			r, n := utf8.DecodeRune(text[i:])
			if xml.IsChar(r) {
				i += n - 1
				continue
			}
			var err error
			if escape, err = w.repair(r); err != nil {
				return err
			}
			size = n
		}
		w.out = append(append(w.out, text[start:i]...), escape...)
		i += size - 1
		start = i + 1
	}
	w.out = append(w.out, text[start:]...)
	return nil
}

// repair returns what stands for a character that XML does not have.
func (w *writer) repair(r rune) (string, error) {
	switch w.o.Characters {
	case Replace:
		w.result.Repaired++
		return "\ufffd", nil
	case Remove:
		w.result.Repaired++
		return "", nil
	}
	return "", w.fail(InvalidCharacter, "send invalid_characters replace or remove", "XML 1.0 has no character U+%04X", r)
}
