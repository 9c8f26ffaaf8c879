package toxml

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"toolcrib/internal/ops/data/xml"
)

// xmlName returns the NCName that stands for a member's name, and whether it is
// the same.
func xmlName(name string, repair Repair) (encoded string, same bool) {
	if name == "" {
		return "_", false
	}
	var b strings.Builder
	for i, r := range name {
		switch {
		case fits(name, i, r) && (repair != Encode || !beginsCode(name[i:])):
			b.WriteRune(r)
		case repair == Encode:
			appendCode(&b, r)
		case i == 0 && isNameChar(r):
			b.WriteByte('_')
			b.WriteRune(r)
		default:
			b.WriteByte('_')
		}
	}
	encoded = b.String()
	return encoded, encoded == name
}

// isNameChar tells whether an NCName may go on with a character (Namespaces in
// XML 1.0, production 4).
func isNameChar(r rune) bool { return r != ':' && xml.IsNameChar(r) }

// fits tells whether a name may have the character r at i.
func fits(name string, i int, r rune) bool {
	if i > 0 {
		return isNameChar(r)
	}
	reserved := len(name) >= len("xml") && strings.EqualFold(name[:len("xml")], "xml")
	return r != ':' && xml.IsNameStart(r) && !reserved
}

func appendCode(b *strings.Builder, r rune) {
	if r > 0xFFFF {
		fmt.Fprintf(b, "_x%08X_", r)
	} else {
		fmt.Fprintf(b, "_x%04X_", r)
	}
}

// beginsCode tells whether an underscore at the start of rest would be read as
// the beginning of a code: _x or _X with four or eight hexadecimal digits and an
// underscore, which may be that of the code of a character to be encoded. (.NET
// overlooks the latter, and does not get such names back.)
func beginsCode(rest string) bool {
	if rest[0] != '_' || len(rest) < 2 || rest[1]|0x20 != 'x' {
		return false
	}
	digits := 0
	for digits < 8 && 2+digits < len(rest) && isHex(rest[2+digits]) {
		digits++
	}
	for _, n := range []int{4, 8} {
		if digits < n || 2+n == len(rest) {
			continue
		}
		if r, _ := utf8.DecodeRuneInString(rest[2+n:]); r == '_' || !isNameChar(r) {
			return true
		}
	}
	return false
}

func isHex(b byte) bool { return '0' <= b && b <= '9' || 'a' <= b|0x20 && b|0x20 <= 'f' }
