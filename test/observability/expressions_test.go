package observability

import (
	"encoding/json"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/prometheus/common/model"
	"github.com/prometheus/prometheus/model/labels"
	"github.com/prometheus/prometheus/promql/parser"
)

const (
	dashboardFile = "../../deploy/grafana/toolcrib.json"
	alertsFile    = "../../deploy/prometheus/alerts.yaml"
)

// trim writes a quantile as Prometheus does.
func trim(q float64) string { return strconv.FormatFloat(q, 'g', -1, 64) }

// panel is what matters here of a panel of Grafana.
type panel struct {
	ID          int
	Type, Title string
	GridPos     struct{ X, Y, W, H int }
	Datasource  struct{ UID string }
	Targets     []struct {
		Datasource         struct{ UID string }
		Expr, LegendFormat string
	}
}

type dashboard struct {
	UID, Title string
	Templating struct {
		List []struct {
			Name, Type, Definition string
			Datasource             struct{ UID string }
		}
	}
	Panels []panel
}

func readDashboard(t *testing.T) (d dashboard) {
	t.Helper()
	text, err := os.ReadFile(dashboardFile)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &d); err != nil {
		t.Fatal(err)
	}
	return d
}

// filled puts values in place of Grafana's variables.
var filled = strings.NewReplacer("$__rate_interval", "5m", "$__range", "6h", "$job", "toolcrib", "$instance", ".*")

// check holds an expression against the parser and what is exposed. The labels
// that its result can have are returned.
func (e exposed) check(t *testing.T, where, text string) parser.Expr {
	t.Helper()
	expr, err := parser.NewParser(parser.Options{}).ParseExpr(filled.Replace(text))
	if err != nil {
		t.Errorf("%s: %s: %v", where, text, err)
		return nil
	}
	for _, selector := range parser.ExtractSelectors(expr) {
		e.selector(t, where, selector)
	}
	parser.Inspect(expr, func(n parser.Node, _ []parser.Node) error {
		if a, ok := n.(*parser.AggregateExpr); ok {
			for _, label := range a.Grouping {
				for _, selector := range parser.ExtractSelectors(a.Expr) {
					if name := nameOf(selector); !e.has(name, label) {
						t.Errorf("%s: %s has no label %s", where, name, label)
					}
				}
			}
		}
		return nil
	})
	return expr
}

func nameOf(selector []*labels.Matcher) string {
	for _, m := range selector {
		if m.Name == model.MetricNameLabel {
			return m.Value
		}
	}
	return ""
}

func (e exposed) has(name, label string) bool {
	_, ok := e[name][label]
	return ok || slices.Contains(scrapeLabels, label)
}

// selector wants the metric, its labels, and that each matcher has something to
// tell apart: a value that is there.
func (e exposed) selector(t *testing.T, where string, selector []*labels.Matcher) {
	t.Helper()
	name := nameOf(selector)
	if e[name] == nil {
		t.Errorf("%s: nothing exposes %s", where, name)
		return
	}
	for _, m := range selector {
		if m.Name == model.MetricNameLabel || slices.Contains(scrapeLabels, m.Name) {
			continue
		}
		values, ok := e[name][m.Name]
		if !ok {
			t.Errorf("%s: %s has no label %s", where, name, m.Name)
			continue
		}
		named := *m
		switch m.Type {
		case labels.MatchNotEqual:
			named.Type = labels.MatchEqual
		case labels.MatchRegexp, labels.MatchNotRegexp:
			for _, word := range strings.Split(m.Value, "|") {
				if !slices.ContainsFunc(values, regexp.MustCompile("^(?:"+word+")$").MatchString) {
					t.Errorf("%s: no %s of %s matches %q; they are %q", where, m.Name, name, word, values)
				}
			}
			continue
		}
		if named.Value != "" && !slices.Contains(values, named.Value) {
			t.Errorf("%s: no %s of %s is %q; they are %q", where, m.Name, name, named.Value, values)
		}
	}
}

func TestDashboard(t *testing.T) {
	e, d := expose(t), readDashboard(t)
	if d.UID != "toolcrib" || d.Title == "" || len(d.Templating.List) == 0 || d.Templating.List[0].Type != "datasource" {
		t.Errorf("%s %q %+v", d.UID, d.Title, d.Templating)
	}
	for _, v := range d.Templating.List[1:] {
		inner := regexp.MustCompile(`^label_values\((.+), (\w+)\)$`).FindStringSubmatch(v.Definition)
		if inner == nil || v.Datasource.UID != "${datasource}" {
			t.Errorf("variable %s: %+v", v.Name, v)
			continue
		}
		e.check(t, v.Name, inner[1])
	}
	var rows []string
	ids := map[int]bool{}
	for _, p := range d.Panels {
		if ids[p.ID] || p.Title == "" || p.GridPos.X+p.GridPos.W > 24 {
			t.Errorf("panel %d %q at %+v", p.ID, p.Title, p.GridPos)
		}
		ids[p.ID] = true
		if p.Type == "row" {
			rows = append(rows, p.Title)
			continue
		}
		if len(p.Targets) == 0 || p.Datasource.UID != "${datasource}" {
			t.Errorf("%s: %+v", p.Title, p)
		}
		for _, target := range p.Targets {
			expr := e.check(t, p.Title, target.Expr)
			if target.Datasource.UID != "${datasource}" {
				t.Errorf("%s asks %q", p.Title, target.Datasource.UID)
			}
			e.legend(t, p.Title, expr, target.LegendFormat)
		}
	}
	if want := 6; len(rows) != want {
		t.Errorf("rows %q, want %d", rows, want)
	}
}

// legend wants labels that the result has.
func (e exposed) legend(t *testing.T, where string, expr parser.Expr, format string) {
	t.Helper()
	for _, found := range regexp.MustCompile(`{{(\w+)}}`).FindAllStringSubmatch(format, -1) {
		kept := false
		parser.Inspect(expr, func(n parser.Node, _ []parser.Node) error {
			if a, ok := n.(*parser.AggregateExpr); ok && slices.Contains(a.Grouping, found[1]) {
				kept = true
			}
			return nil
		})
		if !kept && !slices.Contains(scrapeLabels, found[1]) {
			t.Errorf("%s: the legend names %s, which the result has not", where, found[1])
		}
	}
}

// A dashboard that shows nothing of a metric hides it.
func TestDashboardShowsEveryMetric(t *testing.T) {
	text, err := os.ReadFile(dashboardFile)
	if err != nil {
		t.Fatal(err)
	}
	for name := range expose(t) {
		if strings.HasPrefix(name, "toolcrib_") && !strings.HasSuffix(name, "_sum") && !strings.HasSuffix(name, "_count") && !strings.Contains(string(text), strings.TrimSuffix(name, "_bucket")) {
			t.Errorf("the dashboard shows nothing of %s", name)
		}
	}
}

// The table of the guide names every metric, and no other.
func TestGuide(t *testing.T) {
	text, err := os.ReadFile("../../docs/observability.md")
	if err != nil {
		t.Fatal(err)
	}
	e := expose(t)
	documented := map[string]bool{}
	for _, row := range regexp.MustCompile("(?m)^\\| `(toolcrib_\\w+)` \\|([^|]*)\\|").FindAllStringSubmatch(string(text), -1) {
		documented[row[1]] = true
		name := row[1]
		if e[name] == nil {
			name += "_bucket"
		}
		if e[name] == nil {
			t.Errorf("the guide has %s, which is not exposed", row[1])
			continue
		}
		var got []string
		for label := range e[name] {
			if label != "le" {
				got = append(got, label)
			}
		}
		slices.Sort(got)
		want := regexp.MustCompile("`(\\w+)`").FindAllStringSubmatch(row[2], -1)
		var words []string
		for _, w := range want {
			words = append(words, w[1])
		}
		slices.Sort(words)
		if !slices.Equal(got, words) {
			t.Errorf("%s has the labels %q; the guide says %q", row[1], got, words)
		}
	}
	for name := range e {
		base := strings.TrimSuffix(name, "_bucket")
		if strings.HasPrefix(name, "toolcrib_") && !strings.HasSuffix(name, "_sum") && !strings.HasSuffix(name, "_count") && !documented[base] {
			t.Errorf("the guide lacks %s", base)
		}
	}
}
