// Package detect guesses what a pasted text is and which operations take it.
// It looks at the text alone, keeps nothing, and knows operations by their
// names only. A guess is an offer: whoever pastes chooses.
package detect

import "strings"

// Kind is what a text looks like.
type Kind string

// The kinds, the surest first: a text is of the first that fits.
const (
	UUID     Kind = "uuid"
	JWT      Kind = "jwt"
	Epoch    Kind = "epoch"
	Date     Kind = "date"
	DateTime Kind = "datetime"
	URL      Kind = "url"
	Radix    Kind = "radix"
	Cron     Kind = "cron"
	JSON     Kind = "json"
	XML      Kind = "xml"
	CSS      Kind = "css"
	Base64   Kind = "base64"
	Regex    Kind = "regex"
	CSV      Kind = "csv"
	Lines    Kind = "lines"
	Text     Kind = "text"
)

// Structured tells whether a text of this kind is surely no search: words are
// not, and so are a few short ones on a line each.
func (k Kind) Structured() bool { return k != Text && k != Lines && k != "" }

// Use is an operation that takes the text.
type Use struct {
	Op    string
	Field string      // that takes it
	Text  string      // what that field takes; "" = the text as it was pasted
	Also  [][2]string // further fields and their values, as a query has them
}

// Limit is how many bytes of a text are looked at.
const Limit = 64 << 10

// Detect guesses what a text is and lists what takes it, the likeliest first.
// Nothing but white space is of no kind. Only the first 64 KiB are looked at.
func Detect(text string) (Kind, []Use) {
	cut := len(text) > Limit
	if cut {
		text = strings.ToValidUTF8(text[:Limit], "")
	}
	t := strings.TrimSpace(text)
	if t == "" {
		return "", nil
	}
	for _, k := range kinds {
		if k.fits(t, cut) {
			return k.kind, k.uses(t)
		}
	}
	return Text, textUses(t)
}

type rule struct {
	kind Kind
	fits func(t string, cut bool) bool
	uses func(t string) []Use
}

var kinds = []rule{
	{UUID, whole(uuidPattern), fixed(Use{Op: "uuid-validate", Field: "uuid"})},
	{JWT, whole(jwtPattern), jwtUses},
	{Epoch, whole(epochPattern), fixed(Use{Op: "epoch-converter", Field: "timestamp"}, Use{Op: "binary-converter", Field: "value"})},
	{Date, isDate, fixed(Use{Op: "age-calculator", Field: "birth_date"}, Use{Op: "time-duration-calculator", Field: "start"},
		Use{Op: "epoch-converter", Field: "datetime"})},
	{DateTime, isDateTime, fixed(Use{Op: "timezone-converter", Field: "datetime"}, Use{Op: "epoch-converter", Field: "datetime"},
		Use{Op: "time-duration-calculator", Field: "start"})},
	{URL, whole(urlPattern), fixed(Use{Op: "qr-code-generator", Field: "text"}, Use{Op: "hash-generator", Field: "text"}, Use{Op: "base64-encoder", Field: "text"})},
	{Radix, whole(radixPattern), fixed(Use{Op: "binary-converter", Field: "value"})},
	{Cron, whole(cronPattern), fixed(Use{Op: "cron-expression-parser", Field: "expression"})},
	{JSON, isJSON, jsonUses},
	{XML, isXML, fixed(Use{Op: "xml-formatter", Field: "xml"})},
	{CSS, isCSS, fixed(Use{Op: "css-beautifier", Field: "css"})},
	{Base64, isBase64, fixed(Use{Op: "base64-encoder", Field: "text", Also: [][2]string{{"mode", "decode"}}}, Use{Op: "hash-generator", Field: "base64"})},
	{Regex, isRegex, regexUses},
	{CSV, isCSV, fixed(Use{Op: "csv-to-json", Field: "csv"}, Use{Op: "duplicate-line-remover", Field: "text"}, Use{Op: "text-sorter", Field: "text"})},
	{Lines, isLines, fixed(Use{Op: "text-sorter", Field: "text"}, Use{Op: "duplicate-line-remover", Field: "text"},
		Use{Op: "word-counter", Field: "text"}, Use{Op: "remove-extra-spaces", Field: "text"}, Use{Op: "text-diff-checker", Field: "original"})},
}

func fixed(uses ...Use) func(string) []Use { return func(string) []Use { return uses } }

func jwtUses(t string) []Use {
	parts := strings.Split(t, ".")
	decode := [][2]string{{"mode", "decode"}, {"url_safe", "true"}}
	return []Use{
		{Op: "base64-encoder", Field: "text", Text: parts[1], Also: decode},
		{Op: "hash-generator", Field: "text", Text: parts[0] + "." + parts[1]},
	}
}

// jsonUses offers a table for a list first of all where it is one.
func jsonUses(t string) []Use {
	uses := []Use{{Op: "json-formatter", Field: "json"}, {Op: "json-validator", Field: "json"}}
	if strings.HasPrefix(t, "[") {
		uses = append(uses, Use{Op: "json-to-csv", Field: "json"})
	}
	return append(uses, Use{Op: "json-to-xml", Field: "json"})
}

// regexUses hands over what stands between slashes, with its flags.
func regexUses(t string) []Use {
	use := Use{Op: "regex-tester", Field: "pattern"}
	if m := slashed().FindStringSubmatch(t); m != nil {
		use.Text = m[1]
		if m[2] != "" {
			use.Also = [][2]string{{"flags", m[2]}}
		}
	}
	return []Use{use}
}

// slugLength is the length in bytes up to which a text may become a title's slug.
const slugLength = 200

func textUses(t string) []Use {
	uses := []Use{{Op: "word-counter", Field: "text"}, {Op: "character-counter", Field: "text"}, {Op: "case-converter", Field: "text"}}
	if len(t) <= slugLength {
		uses = append(uses, Use{Op: "text-to-slug", Field: "text"})
	}
	return append(uses, Use{Op: "hash-generator", Field: "text"}, Use{Op: "base64-encoder", Field: "text"}, Use{Op: "qr-code-generator", Field: "text"})
}
