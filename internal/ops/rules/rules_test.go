package rules

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"toolcrib/internal/num"
)

// sample is a file of two entries with the values given to it.
const sample = `{"id":"a.b","title":"A","entries":[` +
	`{"effective_from":"2026-04-01","source":"s2","values":{"rate":7.10,"days":15}},` +
	`{"effective_from":"2020-04-01","source":"s1","values":{"rate":8,"days":7}}]}`

type values struct {
	Rate num.Dec `json:"rate"`
	Days int     `json:"days"`
}

func TestParse(t *testing.T) {
	table, err := parse[values]("a.b", []byte(strings.ReplaceAll(sample, "7.10", "7.1")))
	if err != nil {
		t.Fatal(err)
	}
	newest := table.Latest()
	if newest.Rule != (Rule{"a.b", "2026-04-01", "s2"}) || newest.Values.Days != 15 || newest.Values.Rate.Cmp(num.D("7.1")) != 0 {
		t.Errorf("the newest entry is %v", newest)
	}
	for day, want := range map[string]string{
		"9999-12-31": "2026-04-01 true", "2026-04-01": "2026-04-01 true", "2026-03-31": "2020-04-01 true",
		"2020-04-01": "2020-04-01 true", "2020-03-31": "2020-04-01 false", "0001-01-01": "2020-04-01 false",
	} {
		if entry, ok := table.On(day); fmt.Sprint(entry.Rule.EffectiveFrom, " ", ok) != want {
			t.Errorf("on %s: %s %t, want %s", day, entry.Rule.EffectiveFrom, ok, want)
		}
	}
}

func TestParseRefuses(t *testing.T) {
	good := strings.ReplaceAll(sample, "7.10", "7.1")
	tests := map[string][2]string{
		"not JSON":              {"}]}", "}]"},
		"unknown member":        {`"title"`, `"note":"x","title"`},
		"unknown value":         {`"days":7`, `"days":7,"hours":1`},
		"missing value":         {`,"days":7`, ``},
		"other order":           {`"rate":8,"days":7`, `"days":7,"rate":8`},
		"duplicate":             {`"days":7`, `"days":7,"days":7`},
		"spelling of a number":  {"7.1", "7.10"},
		"number as text":        {"7.1", `"7.1"`},
		"number that is none":   {"7.1", "7.1.1"},
		"fraction of a whole":   {`"days":7`, `"days":7.5`},
		"other id":              {"a.b", "a.c"},
		"no title":              {`"A"`, `""`},
		"no source":             {`"s1"`, `""`},
		"no such day":           {"2020-04-01", "2020-04-31"},
		"date of another form":  {"2020-04-01", "1 Apr 2020"},
		"oldest first":          {"2020-04-01", "2027-04-01"},
		"the same day twice":    {"2020-04-01", "2026-04-01"},
		"text behind the value": {"}]}", "}]} x"},
	}
	for name, change := range tests {
		t.Run(name, func(t *testing.T) {
			bad := strings.Replace(good, change[0], change[1], 1)
			if _, err := parse[values]("a.b", []byte(bad)); err == nil || bad == good {
				t.Errorf("accepted %s", bad)
			}
		})
	}
	if _, err := parse[values]("a.b", []byte(`{"id":"a.b","title":"A","entries":[]}`)); err == nil {
		t.Error("accepted a table without entries")
	}
}

func TestLoadPanicsWithoutFile(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("a rule without a file was loaded")
		}
	}()
	Load[values]("in.nothing")
}

// All reads every file, so that a broken one is met here even when no
// operation uses it.
func TestAll(t *testing.T) {
	all := All()
	if !slices.IsSortedFunc(all, func(a, b Info) int { return strings.Compare(a.ID, b.ID) }) {
		t.Errorf("not in the order of ids: %v", all)
	}
	want := Info{"in.gratuity.code-2020", "Gratuity under the Code on Social Security, 2020", "2025-11-21"}
	if !slices.Contains(all, want) {
		t.Errorf("%v does not list %v", all, want)
	}
}
