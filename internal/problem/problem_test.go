package problem_test

import (
	"encoding/json"
	"errors"
	"flag"
	"os"
	"regexp"
	"strings"
	"testing"

	"toolcrib/internal/op"
	"toolcrib/internal/problem"
)

var update = flag.Bool("update", false, "write the golden file")

// contract is the table of the service contract, section 4 and 10, for what
// exists so far.
var contract = map[problem.Code]int{
	"missing_api_key": 401, "invalid_api_key": 401, "insufficient_credits": 402, "account_suspended": 402, "insufficient_scope": 403,
	"not_found": 404, "method_not_allowed": 405, "body_too_large": 413, "unsupported_media_type": 415,
	"validation_failed": 422, "malformed_json": 422, "rate_limited": 429, "free_quota_exceeded": 429, "key_cap_exceeded": 429,
	"headers_too_large": 431, "internal_error": 500, "charge_unavailable": 503, "timeout": 504,
}

func TestTable(t *testing.T) {
	seen := map[problem.Code]bool{}
	shape := regexp.MustCompile(`^[a-z]+(_[a-z]+)*$`)
	for _, e := range problem.All() {
		if seen[e.Code] {
			t.Errorf("%s stands twice in the table", e.Code)
		}
		seen[e.Code] = true
		if !shape.MatchString(string(e.Code)) || e.Title == "" || e.Means == "" || e.Do == "" {
			t.Errorf("%s: incomplete entry %+v", e.Code, e)
		}
		if want, ok := contract[e.Code]; ok && e.Status != want {
			t.Errorf("%s has status %d, want %d", e.Code, e.Status, want)
		}
		if got, ok := problem.Lookup(e.Code); !ok || got != e {
			t.Errorf("Lookup(%s) = %+v, %v", e.Code, got, ok)
		}
	}
	for code := range contract {
		if !seen[code] {
			t.Errorf("%s has no entry", code)
		}
	}
	if _, ok := problem.Lookup("no_such_code"); ok {
		t.Error("a code that does not exist was found")
	}
}

// Every constant of the package has its entry: New of it does not panic.
func TestEveryConstantHasAnEntry(t *testing.T) {
	source, err := os.ReadFile("table.go")
	if err != nil {
		t.Fatal(err)
	}
	found := regexp.MustCompile(`(?m)^\t[A-Z]\w+ +(?:Code )? *= "([a-z_]+)"$`).FindAllSubmatch(source, -1)
	if len(found) != len(problem.All()) {
		t.Errorf("%d constants, %d entries", len(found), len(problem.All()))
	}
	for _, m := range found {
		if _, ok := problem.Lookup(problem.Code(m[1])); !ok {
			t.Errorf("constant %s has no entry", m[1])
		}
	}
}

func TestNewOfNoCodePanics(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	problem.New("no_such_code", "x")
}

// bodies are one problem of each kind that differs in its body.
func bodies() map[string]*problem.Problem {
	two := &op.Invalid{}
	two.Add("options[1].weight", op.OutOfRange, "must be above 0, got -1").Hint = "send a positive weight"
	v := two.Add("text", op.InvalidFormat, "a quote is not closed")
	v.Reason, v.Place, v.Details = "unclosed_quote", &op.Place{Line: 2, Column: 3, Offset: 7}, op.Object{{Name: "feature", Value: "x"}}
	broken := op.Refuse("", op.MalformedJSON, "the JSON ends too early")
	broken.Malformed = true
	return map[string]*problem.Problem{
		"plain":     problem.New(problem.NotFound, "Nothing is found at %s.", `"/x"`),
		"invalid":   problem.Invalid(two, 422),
		"decide":    problem.Invalid(op.Refuse("options", op.Required, "is missing"), 400),
		"malformed": problem.Invalid(broken, 422),
		"internal":  problem.Internal(errors.New("secret cause")),
		"quota": problem.New(problem.FreeQuotaExceeded, "None are left.").With("violated-policies", []string{"compute-month"}).
			With("pool", "compute").With("required", int64(5)).With("remaining", int64(3)).With("resets_at", "2026-12-01T00:00:00Z").After(60),
	}
}

func TestBodyGolden(t *testing.T) {
	var b strings.Builder
	all := bodies()
	for _, name := range []string{"plain", "invalid", "decide", "malformed", "internal", "quota"} {
		b.WriteString(name + "\t")
		b.Write(all[name].AppendJSON(nil, "https://x.example/tools", "/tools/v1/a%20b", "req_01J"))
		b.WriteByte('\n')
	}
	const file = "testdata/bodies.golden"
	if *update {
		if err := os.WriteFile(file, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if b.String() != string(want) {
		t.Errorf("bodies changed:\n%s\nwant:\n%s", b.String(), want)
	}
}

// RFC 9457 section 3.1: type and instance are URI references, status is the
// status, title is the same for every occurrence; section 3.2: extensions
// stand beside them. The contract fixes the order.
func TestBodyMembers(t *testing.T) {
	order := regexp.MustCompile(`^\{"success":false,"type":"https://x\.example/problems/[a-z_]+","title":"[^"]+","status":\d{3},"code":"[a-z_]+","detail":"(?:[^"\\]|\\.)*","instance":"/v1/x","request_id":"req_1",.*"errors":\[.*\]\}$`)
	for name, p := range bodies() {
		body := p.AppendJSON(nil, "https://x.example", "/v1/x", "req_1")
		if !order.Match(body) {
			t.Errorf("%s: members out of order: %s", name, body)
		}
		var m map[string]any
		if err := json.Unmarshal(body, &m); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if m["type"] != "https://x.example/problems/"+string(p.Code) || m["status"] != float64(p.Status) || m["title"] != p.Title || m["success"] != false {
			t.Errorf("%s: %s", name, body)
		}
		if strings.Contains(string(body), "secret cause") {
			t.Errorf("%s shows its cause: %s", name, body)
		}
	}
}

func TestInvalidCountsWhatItDoesNotName(t *testing.T) {
	e := &op.Invalid{}
	for range 150 {
		e.Add("x", op.UnknownField, "unknown")
	}
	p := problem.Invalid(e, 422)
	if len(p.Errors) != 100 || p.Detail != "x: unknown (and 149 more)" {
		t.Errorf("%d listed, %q", len(p.Errors), p.Detail)
	}
}

func TestErrorAndRetryAfter(t *testing.T) {
	cause := errors.New("disk full")
	p := problem.Internal(cause).After(-3)
	if !errors.Is(p, cause) || p.RetryAfter != 1 || !strings.HasPrefix(p.Error(), "internal_error: ") {
		t.Errorf("%v, %+v", p, p)
	}
}
