package tweet

import (
	_ "embed"
	"strings"
	"unicode"
	"unicode/utf8"
)

//go:embed tlds.txt
var tldList string

// tlds are the top-level domains; maxTLD is the length of the longest in code
// points.
var tlds, maxTLD = func() (set map[string]bool, most int) {
	set = make(map[string]bool, 1600)
	for name := range strings.FieldsSeq(tldList) {
		set[name] = true
		most = max(most, utf8.RuneCountInString(name))
	}
	return set, most
}()

// tldEnd returns the end of the top-level domain at the start of s, the longest
// that no letter, digit, @, + or - of ASCII follows; 0 if there is none.
func tldEnd(s string) int {
	var buf [128]byte
	name, found := buf[:0], 0
	for i, r := range s {
		if i > 0 && !isAlnum(r) && !strings.ContainsRune("@+-", r) && tlds[string(name)] {
			found = i
		}
		if !isDomain(r) || len(name) > 4*maxTLD {
			return or(found, punycodeEnd(s))
		}
		name = utf8.AppendRune(name, lower(r))
	}
	if tlds[string(name)] {
		return len(s)
	}
	return or(found, punycodeEnd(s))
}

func or(a, b int) int {
	if a > 0 {
		return a
	}
	return b
}

// punycodeEnd returns the end of an encoded top-level domain, which may be any.
func punycodeEnd(s string) int {
	if len(s) < 5 || !strings.EqualFold(s[:4], "xn--") {
		return 0
	}
	end := 4
	for end < len(s) && (isAlnum(rune(s[end])) || s[end] == '-') {
		end++
	}
	if end == 4 {
		return 0
	}
	return end
}

// lower is the simple lower case of r; nothing beyond ASCII becomes ASCII.
func lower(r rune) rune {
	if l := unicode.ToLower(r); r < utf8.RuneSelf || l >= utf8.RuneSelf {
		return l
	}
	return r
}

// maxLabel is the length that a label of a domain name may have when encoded.
const maxLabel = 63

// isDomainName tells whether each label of a domain fits into the name system.
func isDomainName(domain string) bool {
	if strings.HasPrefix(domain, "xn--") && len(asciiDomains(domain)) == 0 {
		return false
	}
	for label := range strings.SplitSeq(domain, ".") {
		if n := encodedLen(label); n < 1 || n > maxLabel {
			return false
		}
	}
	return true
}

// dots are the full stops of other scripts that part domain names too.
var dots = strings.NewReplacer("。", ".", "．", ".", "｡", ".")

// encodedLen is the length of a label in ASCII, or more than maxLabel.
func encodedLen(label string) int {
	n := -1
	for part := range strings.SplitSeq(dots.Replace(label), ".") {
		n += 1 + partLen(part)
	}
	return n
}

// partLen is the length of a part of a label as Punycode (RFC 3492), with its
// prefix where it needs one.
func partLen(part string) int {
	runes := []rune(part[:min(len(part), 4*maxLabel+4)])
	if len(runes) > maxLabel {
		return len(runes)
	}
	basic := 0
	for _, r := range runes {
		if r < utf8.RuneSelf {
			basic++
		}
	}
	if basic == len(runes) {
		return basic
	}
	length := len("xn--") + basic
	if basic > 0 {
		length++
	}
	return length + deltasLen(runes, basic)
}

// deltasLen is the length of the digits in which Punycode says which characters
// beyond ASCII stand where.
func deltasLen(runes []rune, basic int) (length int) {
	n, delta, bias := rune(utf8.RuneSelf), 0, 72
	for done := basic; done < len(runes); {
		next := unicode.MaxRune
		for _, r := range runes {
			if r >= n && r < next {
				next = r
			}
		}
		delta += int(next-n) * (done + 1)
		for _, r := range runes {
			switch {
			case r < next:
				delta++
			case r == next:
				length += digits(delta, bias)
				bias = adapt(delta, done+1, done == basic)
				delta = 0
				done++
			}
		}
		delta++
		n = next + 1
	}
	return length
}

// digits is how many digits a delta takes.
func digits(delta, bias int) int {
	count := 1
	for k := 36; ; k += 36 {
		t := min(max(k-bias, 1), 26)
		if delta < t {
			return count
		}
		delta = (delta - t) / (36 - t)
		count++
	}
}

// adapt is the bias after a delta, RFC 3492 section 6.1.
func adapt(delta, points int, first bool) int {
	if first {
		delta /= 700
	} else {
		delta /= 2
	}
	delta += delta / points
	k := 0
	for ; delta > 455; k += 36 {
		delta /= 35
	}
	return k + 36*delta/(delta+38)
}
