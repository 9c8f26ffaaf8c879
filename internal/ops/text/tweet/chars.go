package tweet

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// isAlnum is what the regular expressions write [0-9a-z] without regard to
// case.
func isAlnum(r rune) bool {
	return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9'
}

// mayPrecede tells whether a URL may start behind r.
func mayPrecede(r rune) bool {
	switch r {
	case '@', '＠', '$', '#', '＃', 0xFFFE, 0xFEFF, 0xFFFF:
		return false
	}
	return !isAlnum(r)
}

// isDomain tells whether r may be in a label of a domain name, other than
// hyphens and underscores.
func isDomain(r rune) bool {
	switch {
	case isAlnum(r):
		return true
	case r < utf8.RuneSelf:
		return !strings.ContainsRune("!'#%&()*+,\\-./:;<=>?@[]^_{|}~$\t\n\v\f\r ", r)
	case r == 0x85, r == 0xA0, r == 0x1680, r == 0x180E, r >= 0x2000 && r <= 0x200A, r == 0x2028, r == 0x2029, r == 0x202F, r == 0x205F, r == 0x3000,
		r == 0xFFFE, r == 0xFEFF, r == 0xFFFF,
		r >= 0x202A && r <= 0x202E, r == 0x061C, r == 0x200E, r == 0x200F, r >= 0x2066 && r <= 0x2069:
		return false
	}
	return true
}

// isLatin tells whether r is a Latin letter or accent beyond ASCII.
func isLatin(r rune) bool { return anyCase(r, latinAccent) }

func latinAccent(r rune) bool {
	switch {
	case r < 0xC0:
		return false
	case r <= 0x24F:
		return r != 0xD7 && r != 0xF7
	case r <= 0x2BB:
		return strings.ContainsRune("\u0253\u0254\u0256\u0257\u0259\u025B\u0263\u0268\u026F\u0272\u0289\u028B\u02BB", r)
	}
	return r >= 0x300 && r <= 0x36F || r >= 0x1E00 && r <= 0x1EFF
}

func isCyrillic(r rune) bool {
	return anyCase(r, func(r rune) bool { return r >= 0x400 && r <= 0x4FF })
}

// anyCase matches a character beyond ASCII without regard to case.
func anyCase(r rune, match func(rune) bool) bool {
	return r >= utf8.RuneSelf && (match(r) || match(unicode.ToUpper(r)) || match(unicode.ToLower(r)))
}

// isPath tells whether r may be in the path of a URL; parentheses must be in
// pairs there.
func isPath(r rune) bool {
	return isAlnum(r) || strings.ContainsRune("!*';:=+,.$/%#[]-–_~@|&", r) || isCyrillic(r) || isLatin(r)
}

// endsPath tells whether a path may end in r.
func endsPath(r rune) bool {
	return isAlnum(r) || strings.ContainsRune("+-=_#/", r) || isCyrillic(r) || isLatin(r)
}

func isQuery(r rune) bool {
	return isAlnum(r) || strings.ContainsRune("!?*'@();:&=+$/%#[]-_.,~|", r)
}

func endsQuery(r rune) bool { return isAlnum(r) || strings.ContainsRune("-_&=#/", r) }
