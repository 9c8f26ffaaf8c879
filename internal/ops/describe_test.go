package ops_test

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"

	"toolcrib/internal/op"
	"toolcrib/internal/openapi"
)

// What an agent reads of every operation, every time: the contract allows less
// than 60 words, and a summary has a line of a list.
const (
	maxDocWords    = 59
	maxSummaryRune = 80
)

// verbFirst is a verb in the third person at the beginning of a sentence.
var verbFirst = regexp.MustCompile(`^[A-Z][a-z]+s `)

func TestDescriptions(t *testing.T) {
	for _, o := range op.All() {
		doc := o.Doc()
		if n := len(strings.Fields(doc)); n > maxDocWords {
			t.Errorf("%s: %d words, at most %d: %s", o.ID, n, maxDocWords, doc)
		}
		if !verbFirst.MatchString(doc) || !strings.HasSuffix(doc, ".") {
			t.Errorf("%s does not say in sentences what it does: %s", o.ID, doc)
		}
		if n := len([]rune(o.Summary)); n > maxSummaryRune || strings.HasSuffix(o.Summary, ".") {
			t.Errorf("%s: the summary has %d characters, at most %d, and no full stop: %s", o.ID, n, maxSummaryRune, o.Summary)
		}
		for _, s := range o.Siblings() {
			if s.ID == o.ID || s.ID == o.Twin || op.Find(s.ID).Twin != "" {
				t.Errorf("%s sends callers to %s, which is no other listed operation", o.ID, s.ID)
			}
		}
	}
}

// alike are operations that people take for one another: each says when the
// other is the better one.
var alike = [][2]string{
	{"age-calculator", "time-duration-calculator"},
	{"case-converter", "text-to-slug"},
	{"character-counter", "word-counter"},
	{"csv-to-json", "json-to-csv"},
	{"discount-calculator", "gst-calculator"},
	{"discount-calculator", "percentage-calculator"},
	{"duplicate-line-remover", "text-sorter"},
	{"emi-calculator", "loan-calculator"},
	{"epoch-converter", "timezone-converter"},
	{"fd-calculator", "compound-interest-finance"},
	{"find-and-replace", "regex-tester"},
	{"hash-generator", "md5-generator"},
	{"json-formatter", "json-validator"},
	{"json-to-xml", "xml-formatter"},
	{"sip-calculator-finance", "compound-interest-finance"},
	{"time-duration-calculator", "timezone-converter"},
	{"uuid-batch", "uuid-generator"},
	{"uuid-generator", "uuid-validate"},
}

func TestAlikeNameEachOther(t *testing.T) {
	names := func(a, b string) bool {
		return slices.ContainsFunc(op.Find(a).Siblings(), func(s op.See) bool { return s.ID == b })
	}
	for _, pair := range alike {
		if a, b := pair[0], pair[1]; !names(a, b) || !names(b, a) {
			t.Errorf("%s and %s do not both say when the other is better", a, b)
		}
	}
}

// TestParametersAreDescribed looks at every field of every input, however deep.
func TestParametersAreDescribed(t *testing.T) {
	for _, o := range op.All() {
		var schema any
		if err := json.Unmarshal(op.Append(nil, o.Input()), &schema); err != nil {
			t.Fatal(err)
		}
		undescribed(schema, func(name string) { t.Errorf("%s: %s is not described by a sentence", o.ID, name) })
	}
}

// undescribed reports the properties anywhere in a schema that no sentence describes.
func undescribed(schema any, report func(name string)) {
	switch s := schema.(type) {
	case []any:
		for _, item := range s {
			undescribed(item, report)
		}
	case map[string]any:
		properties, _ := s["properties"].(map[string]any)
		for name, p := range properties {
			if says, _ := p.(map[string]any)["description"].(string); !strings.HasSuffix(says, ".") {
				report(name)
			}
		}
		for _, value := range s {
			undescribed(value, report)
		}
	}
}

// TestPricesAreStated reads the text that is generated from each definition.
func TestPricesAreStated(t *testing.T) {
	var doc struct {
		Paths map[string]map[string]struct {
			ID          string `json:"operationId"`
			Description string
		}
	}
	if err := json.Unmarshal(openapi.JSON("https://example.com"), &doc); err != nil {
		t.Fatal(err)
	}
	for _, o := range op.All() {
		got := doc.Paths[o.Path][strings.ToLower(o.Method)]
		if price := "\n\nCosts " + o.Cost() + "."; got.ID != o.ID || !strings.Contains(got.Description, price) {
			t.Errorf("%s: no price %q in %q", o.ID, price, got.Description)
		}
	}
}
