package jsonschema

import (
	"errors"
	"net/netip"
	"net/url"
	"regexp"
	"strings"
	"time"
	"unicode/utf8"

	"toolcrib/internal/jsonscan"
	"toolcrib/internal/ops/data/jsondoc"
	"toolcrib/internal/ops/text/regex"
)

// formats are the names of "format" that are checked, after the standards that
// JSON Schema 2020-12 validation section 7.3 names.
var formats = map[string]func(string) bool{
	"date-time": isDateTime, "date": isDate, "time": isTime, "duration": duration.MatchString,
	"email": func(s string) bool { return isASCII(s) && isEmail(s) }, "idn-email": isEmail,
	"hostname": isHostname, "ipv4": isIPv4, "ipv6": isIPv6,
	"uri":           func(s string) bool { return isASCII(s) && isURI(s) && hasScheme.MatchString(s) },
	"uri-reference": func(s string) bool { return isASCII(s) && isURI(s) },
	"iri":           func(s string) bool { return isURI(s) && hasScheme.MatchString(s) }, "iri-reference": isURI,
	"uri-template": isURITemplate, "uuid": uuid.MatchString,
	"json-pointer": pointer.MatchString, "relative-json-pointer": relativePointer.MatchString,
	"regex": isRegex,
}

// maxFormat is the length of a text beyond which no format is looked for; none
// of them is of use there.
const maxFormat = 10_000

func compileFormat(c *compiler, _ *node, k keywordAt) check {
	is := formats[k.value.Text]
	if !c.assertFormat || k.value.Kind != jsonscan.String || is == nil {
		return nil
	}
	cost := 1
	if k.value.Text == "regex" {
		cost = 100 // what compiling a pattern can take
	}
	return func(e *evaluation, v *jsondoc.Value, _ []bool) bool {
		if !isString(v) || len(v.Text) <= maxFormat && e.work(cost*len(v.Text)) && is(v.Text) {
			return true
		}
		return e.fail(v, k, "must be a valid %s, is %s", k.value.Text, quote(v.Text))
	}
}

var (
	// RFC 3339 appendix A.
	duration = regexp.MustCompile(`^P(\d+W|(\d+D|\d+M(\d+D)?|\d+Y(\d+M(\d+D)?)?)(T` + durationTime + `)?|T` + durationTime + `)$`)
	clock    = regexp.MustCompile(`^(\d\d):(\d\d):(\d\d)(\.\d+)?([zZ]|([+-])(\d\d):(\d\d))$`)
	// RFC 9562 section 4.
	uuid = regexp.MustCompile(`^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$`)
	// RFC 6901 section 3, and its relative draft.
	pointer         = regexp.MustCompile(`^(/([^~/]|~[01])*)*$`)
	relativePointer = regexp.MustCompile(`^(0|[1-9]\d*)(#|(/([^~/]|~[01])*)*)$`)
	// RFC 1123 section 2.1.
	label = regexp.MustCompile(`^[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?$`)
	// RFC 5322 section 3.2, as RFC 5321 section 4.1.2 and RFC 6531 have it.
	localPart = regexp.MustCompile(`^([a-zA-Z0-9!#$%&'*+/=?^_{|}~` + "`" + `\x{80}-\x{10FFFF}-]+(\.[a-zA-Z0-9!#$%&'*+/=?^_{|}~` + "`" +
		`\x{80}-\x{10FFFF}-]+)*|"([^"\\\x00-\x1f]|\\[ -~])*")$`)
	// RFC 3986 sections 2 and 3, with the characters of RFC 3987.
	hasScheme = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9+.-]*:`)
	uriParts  = regexp.MustCompile(`^(?:[A-Za-z][A-Za-z0-9+.-]*:)?(?://((?:` + uriCharacter + `|[:@])*)?(\[[0-9A-Za-z:.]+\])?(:\d*)?(?:/(?:` + uriCharacter + `|[:@/])*)?|(?:` +
		uriCharacter + `|[:@/])*)(?:\?(?:` + uriCharacter + `|[:@/?])*)?(?:#(?:` + uriCharacter + `|[:@/?])*)?$`)
	// RFC 6570 section 2.
	expression = regexp.MustCompile(`^[+#./;?&=,!@|]?` + variable + `(,` + variable + `)*$`)
)

const (
	durationTime = `(\d+H(\d+M(\d+S)?)?|\d+M(\d+S)?|\d+S)`
	uriCharacter = `[A-Za-z0-9._~!$&'()*+,;=\x{A0}-\x{10FFFF}-]|%[0-9A-Fa-f]{2}`
	variable     = `([A-Za-z0-9_]|%[0-9A-Fa-f]{2})([A-Za-z0-9_.]|%[0-9A-Fa-f]{2})*(\*|:[1-9]\d{0,3})?`
)

func isASCII(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r >= utf8.RuneSelf }) < 0
}

func isDate(s string) bool {
	_, err := time.Parse(time.DateOnly, s)
	return err == nil
}

// isTime also accepts 23:59:60 UTC, where leap seconds are.
func isTime(s string) bool {
	m := clock.FindStringSubmatch(s)
	if m == nil {
		return false
	}
	hour, minute, second := twoDigits(m[1]), twoDigits(m[2]), twoDigits(m[3])
	offset := 0
	if m[6] != "" {
		if m[7] > "23" || m[8] > "59" {
			return false
		}
		if offset = twoDigits(m[7])*60 + twoDigits(m[8]); m[6] == "+" {
			offset = -offset
		}
	}
	const day = 24 * 60
	leap := (hour*60+minute+offset+day)%day == day-1
	return hour <= 23 && minute <= 59 && (second <= 59 || second == 60 && leap)
}

func twoDigits(s string) int { return int(s[0]-'0')*10 + int(s[1]-'0') }

func isDateTime(s string) bool {
	return len(s) > 11 && (s[10] == 'T' || s[10] == 't') && isDate(s[:10]) && isTime(s[11:])
}

func isHostname(s string) bool {
	if len(s) > 253 {
		return false
	}
	for part := range strings.SplitSeq(s, ".") {
		// "--" in third place is for the encoded labels of RFC 5890, which begin with xn--.
		if !label.MatchString(part) || len(part) > 3 && part[2:4] == "--" && !strings.EqualFold(part[:2], "xn") {
			return false
		}
	}
	return true
}

func isIPv4(s string) bool {
	addr, err := netip.ParseAddr(s)
	return err == nil && addr.Is4()
}

func isIPv6(s string) bool {
	addr, err := netip.ParseAddr(s)
	return err == nil && addr.Is6() && addr.Zone() == ""
}

func isEmail(s string) bool {
	at := strings.LastIndexByte(s, '@')
	if at < 1 || at > 64 || len(s) > 254 || !localPart.MatchString(s[:at]) {
		return false
	}
	domain := s[at+1:]
	if inner, ok := strings.CutPrefix(domain, "["); ok {
		inner, ok = strings.CutSuffix(inner, "]")
		six, isSix := strings.CutPrefix(inner, "IPv6:")
		return ok && (isSix && isIPv6(six) || isIPv4(inner))
	}
	if !isASCII(domain) {
		_, err := url.Parse("//" + domain)
		return err == nil && !strings.ContainsAny(domain, " /?#[]@:")
	}
	return isHostname(domain)
}

func isURI(s string) bool {
	m := uriParts.FindStringSubmatch(s)
	if m == nil {
		return false
	}
	if m[2] != "" {
		user := m[1]
		return (user == "" || strings.HasSuffix(user, "@")) && isIPv6(m[2][1:len(m[2])-1])
	}
	_, err := url.Parse(s)
	return err == nil
}

func isURITemplate(s string) bool {
	for s != "" {
		open := strings.IndexAny(s, "{} \"'<>\\^`|\x00\t\n\r")
		if open < 0 {
			return true
		}
		inner, rest, ok := strings.Cut(s[open+1:], "}")
		if s[open] != '{' || !ok || !expression.MatchString(inner) {
			return false
		}
		s = rest
	}
	return true
}

// isRegex accepts what RE2 lacks: other engines have it.
func isRegex(s string) bool {
	_, err := regex.Compile(s, regex.Flags{})
	var e *regex.Error
	return !errors.As(err, &e) || e.Code == regex.CodeUnsupported
}
