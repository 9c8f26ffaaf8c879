package observability

import (
	"log/slog"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/common/model"
	"github.com/prometheus/prometheus/model/rulefmt"
	"github.com/prometheus/prometheus/promql"
	"github.com/prometheus/prometheus/promql/parser"
	"github.com/prometheus/prometheus/storage"
)

func readAlerts(t *testing.T) []rulefmt.Rule {
	t.Helper()
	groups, errs := rulefmt.ParseFile(alertsFile, false, model.UTF8Validation, parser.NewParser(parser.Options{}), slog.New(slog.DiscardHandler))
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	if len(groups.Groups) != 1 {
		t.Fatalf("%d groups", len(groups.Groups))
	}
	return groups.Groups[0].Rules
}

func TestAlerts(t *testing.T) {
	e := expose(t)
	guide, err := os.ReadFile("../../docs/observability.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range readAlerts(t) {
		e.check(t, r.Alert, r.Expr)
		if r.Annotations["summary"] == "" || r.Annotations["description"] == "" || !slices.Contains([]string{"page", "ticket"}, r.Labels["severity"]) {
			t.Errorf("%s: %v %v", r.Alert, r.Labels, r.Annotations)
		}
		if !strings.Contains(string(guide), "`"+r.Alert+"`") {
			t.Errorf("the guide says nothing of %s", r.Alert)
		}
	}
}

// series of a service that works, minute by minute: three hours.
const well = `
  up{job="toolcrib",instance="a"} 1x180
  up{job="toolcrib",instance="b"} 1x180
  process_start_time_seconds{job="toolcrib",instance="a"} 1000x180
  process_open_fds{job="toolcrib",instance="a"} 100x180
  process_max_fds{job="toolcrib",instance="a"} 1024x180
  toolcrib_calls_total{op="uuid-generator",status="200",code=""} 0+6000x180
  toolcrib_calls_total{op="uuid-generator",status="422",code="validation_failed"} 0+600x180
  toolcrib_calls_total{op="uuid-generator",status="500",code="internal_error"} 0+6x180
  toolcrib_http_requests_total{door="web",status="200",code=""} 0+600x180
  toolcrib_http_requests_total{door="rest",status="503",code="overloaded"} 3x180
  toolcrib_call_seconds_bucket{op="uuid-generator",le="0.1"} 0+5990x180
  toolcrib_call_seconds_bucket{op="uuid-generator",le="0.25"} 0+6000x180
  toolcrib_call_seconds_bucket{op="uuid-generator",le="0.5"} 0+6000x180
  toolcrib_call_seconds_bucket{op="uuid-generator",le="+Inf"} 0+6000x180
  toolcrib_call_seconds_bucket{op="ai-generate",le="0.1"} 0x180
  toolcrib_call_seconds_bucket{op="ai-generate",le="0.25"} 0x180
  toolcrib_call_seconds_bucket{op="ai-generate",le="+Inf"} 0+6000x180
  toolcrib_charge_seconds_bucket{le="0.05"} 0+5990x180
  toolcrib_charge_seconds_bucket{le="0.1"} 0+6000x180
  toolcrib_charge_seconds_bucket{le="0.25"} 0+6000x180
  toolcrib_charge_seconds_bucket{le="+Inf"} 0+6000x180
  toolcrib_store_errors_total{operation="charge"} 7x180
  toolcrib_store_errors_total{operation="sweep"} 7x180
  toolcrib_holds_total{event="swept"} 0x60 5x120
  toolcrib_rate_lapses_total 4x180
  toolcrib_model_attempts_total{endpoint="main",outcome="answered"} 0+60x180
  toolcrib_model_attempts_total{endpoint="main",outcome="unavailable"} 0+6x180
  toolcrib_webhook_events_waiting 12x180
`

// bad is, for each alert, what goes wrong after an hour, as series in place of
// those of the same name and labels.
var bad = map[string]string{
	"ToolcribDown": `up{job="toolcrib",instance="a"} 1x60 0x120
	  up{job="toolcrib",instance="b"} 1x60 0x120`,
	"ToolcribServerDown":   `up{job="toolcrib",instance="b"} 1x60 0x120`,
	"ToolcribCannotCharge": `toolcrib_store_errors_total{operation="charge"} 7x60 8+1x120`,
	"ToolcribFails":        `toolcrib_calls_total{op="uuid-generator",status="500",code="internal_error"} 0x60 0+100x120`,
	"ToolcribPagesFail":    `toolcrib_http_requests_total{door="web",status="500",code="internal_error"} 0x60 0+30x120`,
	"ToolcribOverloaded":   `toolcrib_http_requests_total{door="rest",status="503",code="overloaded"} 3x60 3+5x120`,
	"ToolcribSlow": `toolcrib_call_seconds_bucket{op="uuid-generator",le="0.1"} 0+5990x60 359400+5800x120
	  toolcrib_call_seconds_bucket{op="uuid-generator",le="0.25"} 0+6000x60 360000+5900x120`,
	"ToolcribChargesSlow": `toolcrib_charge_seconds_bucket{le="0.05"} 0+5990x60 359400+5800x120
	  toolcrib_charge_seconds_bucket{le="0.1"} 0+6000x60 360000+5900x120`,
	"ToolcribSweepFails":       `toolcrib_store_errors_total{operation="sweep"} 7x60 8+2x120`,
	"ToolcribHoldsLapse":       `toolcrib_holds_total{event="swept"} 0x60 0+1x120`,
	"ToolcribRateWindowsApart": `toolcrib_rate_lapses_total 4x60 5+60x120`,
	"ToolcribModelAway":        `toolcrib_model_attempts_total{endpoint="main",outcome="unavailable"} 0x60 0+90x120`,
	"ToolcribWebhooksWait":     `toolcrib_webhook_events_waiting 12x60 1500x120`,
	"ToolcribFilesRunOut":      `process_open_fds{job="toolcrib",instance="a"} 100x60 900x120`,
	"ToolcribRestarts":         `process_start_time_seconds{job="toolcrib",instance="a"} 1000x60 1000+60x120`,
}

// replaced is the load of a service that works, with some of its series
// replaced.
func replaced(text, with string) string {
	for line := range strings.Lines(with) {
		line = strings.TrimSpace(line)
		series, _, _ := strings.Cut(line, " ")
		var kept []string
		for old := range strings.Lines(text) {
			if name, _, _ := strings.Cut(strings.TrimSpace(old), " "); name != series {
				kept = append(kept, old)
			}
		}
		text = strings.Join(kept, "") + "  " + line + "\n"
	}
	return text
}

// firing is the minutes from begin to the first at which a rule fires, -1 where
// it never does: its expression must have held, for one and the same series, for
// as long as the rule waits.
func firing(t *testing.T, r rulefmt.Rule, series storage.Queryable, begin, end int) int {
	t.Helper()
	engine := promql.NewEngine(promql.EngineOpts{MaxSamples: 1 << 20, Timeout: time.Minute})
	since := map[string]int{}
	for minute := begin; minute <= end; minute++ {
		q, err := engine.NewInstantQuery(t.Context(), series, nil, r.Expr, time.Unix(int64(60*minute), 0))
		if err != nil {
			t.Fatal(err)
		}
		result := q.Exec(t.Context())
		if result.Err != nil {
			t.Fatal(result.Err)
		}
		holds := map[string]int{}
		for _, s := range result.Value.(promql.Vector) {
			key := s.Metric.String()
			first, ok := since[key]
			if !ok {
				first = minute
			}
			if holds[key] = first; time.Duration(minute-first)*time.Minute >= time.Duration(r.For) {
				return minute - begin
			}
		}
		q.Close()
		since = holds
	}
	return -1
}

// TestAlertsFire has each alert's fault come after an hour of good service: the
// alert must be silent before and fire within the half hour after it has waited,
// and in good service none may ever fire.
func TestAlertsFire(t *testing.T) {
	rules := readAlerts(t)
	for _, r := range rules {
		t.Run(r.Alert, func(t *testing.T) {
			if at := firing(t, r, load(t, well), 15, 180); at >= 0 {
				t.Errorf("fires in minute %d of good service", at+15)
			}
			fault, ok := bad[r.Alert]
			if !ok {
				t.Fatal("no fault makes it fire")
			}
			at := firing(t, r, load(t, replaced(well, fault)), 55, 180)
			if wait := int(time.Duration(r.For).Minutes()); at < 5+wait || at > 5+wait+30 {
				t.Errorf("fires %d minutes after the fault; it waits for %d", at-5, wait)
			}
		})
	}
	for name := range bad {
		if !slices.ContainsFunc(rules, func(r rulefmt.Rule) bool { return r.Alert == name }) {
			t.Errorf("there is no alert %s", name)
		}
	}
}
