package detect

import (
	"encoding/base64"
	"encoding/csv"
	"encoding/json"
	"errors"
	"io"
	"regexp"
	"strings"
	"sync"
	"time"
)

// pattern is an expression that is compiled when it is first used, and never in
// a server whose home page nobody opens.
func pattern(expr string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })
}

var (
	uuidPattern  = pattern(`(?i)^(urn:uuid:)?[{]?[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}[}]?$`)
	jwtPattern   = pattern(`^eyJ[\w-]+\.eyJ[\w-]+\.[\w-]*$`)
	epochPattern = pattern(`^-?[0-9]{9,19}$`)
	urlPattern   = pattern(`(?i)^https?://\S+$`)
	radixPattern = pattern(`(?i)^-?0(x[0-9a-f_]+|b[01_]+|o[0-7_]+)$`)

	// A field of a crontab line is numbers, names of months and days, and signs;
	// the first, the minutes or seconds, has no names.
	cronPattern = pattern(`(?i)^(@(yearly|annually|monthly|weekly|daily|midnight|hourly|reboot)|` +
		`[\d*/,?-]+([ \t]+([\d*/,?#LW-]|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|sun|mon|tue|wed|thu|fri|sat)+){4,5})$`)

	jsonStart  = pattern(`^(\{\s*("|'|\w+\s*:|//|/\*)|\[\s*([{\["]|-?\d))`)
	xmlStart   = pattern(`^<(\?xml|!--|!DOCTYPE|[A-Za-z_][\w:.-]*(\s|/?>))`)
	cssStart   = pattern(`^(/\*|@(media|import|charset|font-face|keyframes|layer|supports|container|page)\b|[^{}<;]+\{\s*([\w-]+\s*:\s*[^;{}]+[;}]|\}))`)
	base64Text = pattern(`^([A-Za-z0-9+/]+|[A-Za-z0-9_-]+)={0,2}$`)
	dataURI    = pattern(`^data:[^,]*;base64,`)
	hexOnly    = pattern(`(?i)^[0-9a-f]+$`)
	slashed    = pattern(`^/(.+)/([a-z]*)$`)
	regexSigns = pattern(`\\[dDwWsSbB.]|\(\?|\[\^|\[[a-z0-9]-[a-z0-9]|[.)\]][*+](\?|\B)|^\^.*\$$|\{\d+,?\d*\}`)
)

func whole(p func() *regexp.Regexp) func(string, bool) bool {
	return func(t string, cut bool) bool { return !cut && p().MatchString(t) }
}

func isDate(t string, _ bool) bool {
	_, err := time.Parse(time.DateOnly, t)
	return err == nil
}

func isDateTime(t string, _ bool) bool {
	for _, layout := range []string{time.RFC3339, time.DateTime, "2006-01-02T15:04:05", "2006-01-02T15:04", "2006-01-02 15:04"} {
		if _, err := time.Parse(layout, t); err == nil {
			return true
		}
	}
	return false
}

// isJSON takes what begins like JSON and, so far as it goes, is; or what a
// strict reader refuses but that still has the look of an object, so that its
// fault is shown.
func isJSON(t string, cut bool) bool {
	if !jsonStart().MatchString(t) {
		return false
	}
	d := json.NewDecoder(strings.NewReader(t))
	for {
		switch _, err := d.Token(); {
		case errors.Is(err, io.EOF):
			return cut || d.InputOffset() > 0
		case err != nil:
			return cut || strings.ContainsAny(t, ":,") && (strings.HasSuffix(t, "}") || strings.HasSuffix(t, "]") || t[0] == '{')
		}
	}
}

func isXML(t string, cut bool) bool {
	return xmlStart().MatchString(t) && (cut || strings.HasSuffix(t, ">"))
}

func isCSS(t string, cut bool) bool {
	return cssStart().MatchString(t) && (cut || strings.HasSuffix(t, "}") || strings.HasSuffix(t, ";"))
}

// isBase64 wants letters in both cases and something that words do not have,
// and what decodes.
func isBase64(t string, cut bool) bool {
	if dataURI().MatchString(t) {
		return true
	}
	if cut {
		return false
	}
	t = strings.NewReplacer("\n", "", "\r", "").Replace(t)
	const enough = 12
	if len(t) < enough || !base64Text().MatchString(t) || hexOnly().MatchString(t) ||
		!strings.ContainsAny(t, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") || !strings.ContainsAny(t, "abcdefghijklmnopqrstuvwxyz") ||
		!strings.ContainsAny(t, "0123456789+/=") {
		return false
	}
	plain := strings.NewReplacer("-", "+", "_", "/").Replace(strings.TrimRight(t, "="))
	_, err := base64.RawStdEncoding.DecodeString(plain)
	return err == nil
}

func isRegex(t string, cut bool) bool {
	const longest = 500
	if cut || len(t) > longest || strings.Contains(t, "\n") {
		return false
	}
	return regexSigns().MatchString(t)
}

// isCSV wants rows of as many cells each, of which prose with commas has none.
func isCSV(t string, _ bool) bool {
	const rowsRead, longestCell = 12, 200
	if !strings.Contains(t, "\n") {
		return false
	}
	for _, comma := range ",\t;|" {
		r := csv.NewReader(strings.NewReader(t))
		r.Comma, r.LazyQuotes, r.TrimLeadingSpace = comma, true, comma != '\t'
		rows, cells := 0, 0
		for rows < rowsRead {
			row, err := r.Read()
			if err != nil {
				if !errors.Is(err, io.EOF) {
					rows = 0
				}
				break
			}
			rows++
			cells = len(row)
			for _, cell := range row {
				if len(cell) > longestCell {
					cells = 0
				}
			}
			if cells < 2 {
				break
			}
		}
		if rows >= 2 && cells >= 2 && (rows > 2 || cells > 2) {
			return true
		}
	}
	return false
}

// isLines is three lines or more.
func isLines(t string, _ bool) bool {
	const enough = 3
	return strings.Count(t, "\n")+1 >= enough
}
