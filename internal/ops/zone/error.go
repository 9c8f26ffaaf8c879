package zone

import (
	_ "embed"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"
)

// Kind says what a name that is no zone seems to be.
type Kind uint8

// The kinds.
const (
	Unknown      Kind = iota
	Abbreviation      // Candidates are the zones that use it
	Offset            // Candidates is how to write it, if it can be told
)

// Error is the error of Load. Its text continues a sentence that begins with
// the name of a field.
type Error struct {
	Kind       Kind
	Candidates []string
}

func (e *Error) Error() string {
	switch e.Kind {
	case Abbreviation:
		return "is an abbreviation, not a time zone"
	case Offset:
		return "is not an offset of the form ±HH:MM, up to ±23:59"
	}
	return "is no time zone of the IANA database"
}

var (
	offsetForm = regexp.MustCompile(`^([+-])([01][0-9]|2[0-3]):([0-5][0-9])$`)
	// A plus sign that is not escaped arrives from a query as a space.
	offsetLike = regexp.MustCompile(`^(?i:utc|gmt)?([ +−-])([0-9]{1,2}):?([0-9]{2})?$`)
)

// explain tells what a name that is no zone was meant to be.
func explain(name string) *Error {
	if m := offsetLike.FindStringSubmatch(name); m != nil {
		sign := strings.NewReplacer(" ", "+", "−", "-").Replace(m[1])
		guess := fmt.Sprintf("%s%02s:%02s", sign, m[2], m[3])
		if fixed(guess) == nil {
			return &Error{Kind: Offset}
		}
		return &Error{Offset, []string{guess}}
	}
	if strings.EqualFold(name, "Z") {
		return &Error{Offset, []string{"UTC"}}
	}
	if strings.HasPrefix(name, "+") || strings.HasPrefix(name, "-") {
		return &Error{Kind: Offset}
	}
	if candidates := abbreviations()[strings.ToUpper(name)]; candidates != nil {
		return &Error{Abbreviation, slices.Clone(candidates)}
	}
	return &Error{Kind: Unknown}
}

//go:embed data/zone1970.tab
var countries string

var mainPart = regexp.MustCompile(`\((most areas|mainland)\)`)

// abbreviations lists, by upper-case abbreviation, the zones of zone1970.tab
// that use it in the year of the database's release or the year after. Zones
// that the table notes as small parts of a country, such as "(Yancowinna)", are
// named only where there is no other.
var abbreviations = sync.OnceValue(func() map[string][]string {
	whole, parts := map[string][]string{}, map[string][]string{}
	year := number(Version()[:4])
	for line := range strings.Lines(countries) {
		columns := strings.Split(strings.TrimSpace(line), "\t")
		if strings.HasPrefix(line, "#") {
			continue
		}
		list := whole
		if note := strings.Join(columns[3:], ""); strings.Contains(note, "(") && !mainPart.MatchString(note) {
			list = parts
		}
		z := database().zones[strings.ToLower(columns[2])]()
		for halves := range 4 {
			_, short, _ := z.At(time.Date(year, time.Month(1+6*halves), 1, 0, 0, 0, 0, time.UTC))
			if short = strings.ToUpper(short); !slices.Contains(list[short], z.name) {
				list[short] = append(list[short], z.name)
			}
		}
	}
	for short, names := range parts {
		if whole[short] == nil {
			whole[short] = names
		}
	}
	return whole
})
