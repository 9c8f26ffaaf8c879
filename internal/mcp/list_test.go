package mcp_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"toolcrib/internal/mcp"
	"toolcrib/internal/op"
)

// names lists the tools at a URL.
func (s *site) names(query string, headers ...string) (names []string) {
	s.t.Helper()
	for _, tool := range s.ask(query, message("tools/list", `{}`), headers...).Result.Tools {
		names = append(names, tool.Name)
	}
	return names
}

func TestEveryOperationIsListedOnce(t *testing.T) {
	s := newSite(t)
	var want []string
	for _, o := range op.All() {
		if o.Twin == "" {
			want = append(want, o.ID)
		}
	}
	slices.Sort(want)
	for range 3 {
		if got := s.names("?toolsets=all"); !slices.Equal(got, want) {
			t.Errorf("%v, want %v", got, want)
		}
	}
	core := slices.DeleteFunc(slices.Clone(want), func(id string) bool { return !mcp.Core(op.Find(id)) })
	if got := s.names(""); !slices.Equal(got, core) || slices.Contains(core, "qr-code-generator") || slices.Contains(core, "qr-sign") {
		t.Errorf("unasked: %v, want %v", got, core)
	}
	if got := s.names("?toolsets=design"); !slices.Contains(got, "qr-code-generator") || !slices.Contains(got, "qr-sign") {
		t.Errorf("design: %v", got)
	}
	if slices.Contains(want, "emi-calculator-finance") || slices.Contains(want, "fd-calculator-finance") {
		t.Error("a duplicate is listed")
	}
}

func TestToolsAreWhole(t *testing.T) {
	s := newSite(t)
	list := s.ask("", message("tools/list", `{}`)).Result
	if list.TTLMs != 3600000 || list.CacheScope != "public" {
		t.Errorf("ttl %d, scope %q", list.TTLMs, list.CacheScope)
	}
	for _, tool := range list.Tools {
		o := op.Find(tool.Name)
		want := map[string]any{"readOnlyHint": true, "destructiveHint": false, "openWorldHint": false, "idempotentHint": !o.Varies}
		if fmt.Sprint(tool.Annotations) != fmt.Sprint(want) || tool.Title != o.Summary || !strings.HasPrefix(tool.Description, o.Doc()) {
			t.Errorf("%+v", tool)
		}
		var in struct {
			Type       string
			Properties map[string]json.RawMessage
		}
		if err := json.Unmarshal(tool.InputSchema, &in); err != nil || in.Type != "object" || len(in.Properties) != len(o.Params()) || tool.OutputSchema == nil {
			t.Errorf("%s: %v %s", tool.Name, err, tool.InputSchema)
		}
	}
}

func TestSelections(t *testing.T) {
	s := newSite(t)
	data := []string{"csv-to-json", "json-formatter", "json-to-csv", "json-to-xml", "json-validator", "xml-formatter"}
	for _, c := range []struct {
		query, header string
		want          []string
	}{
		{"?toolsets=data", "", data},
		{"", "X-MCP-Toolsets: data", data},
		{"?toolsets=data&exclude=xml-formatter,json_to_xml", "", []string{"csv-to-json", "json-formatter", "json-to-csv", "json-validator"}},
		{"?toolsets=data", "X-MCP-Exclude-Tools: json-to-xml, xml-formatter", []string{"csv-to-json", "json-formatter", "json-to-csv", "json-validator"}},
		{"?tools=json_formatter,csv-to-json&mode=full", "", []string{"csv-to-json", "json-formatter"}},
		{"?tools=csv-to-json", "X-MCP-Tools: uuid-generator", []string{"csv-to-json", "uuid-generator"}},
		{"?toolsets=data&tools=uuid-generator", "", []string{"csv-to-json", "json-formatter", "json-to-csv", "json-to-xml", "json-validator", "uuid-generator", "xml-formatter"}},
		{"?tools=emi-calculator-finance", "", []string{"emi-calculator"}},
		{"?mode=compact&toolsets=data", "", []string{"call_operation", "search_operations"}},
		{"?tools=,", "", s.names("")},
	} {
		var headers []string
		if c.header != "" {
			headers = append(headers, c.header)
		}
		if got := s.names(c.query, headers...); !slices.Equal(got, c.want) {
			t.Errorf("%s %s: %v, want %v", c.query, c.header, got, c.want)
		}
	}
	if scope := s.ask("", message("tools/list", `{}`), "X-MCP-Tools: csv-to-json").Result.CacheScope; scope != "private" {
		t.Errorf("a list that headers choose is %s", scope)
	}
}

func TestSelectionsThatAreRefused(t *testing.T) {
	s := newSite(t)
	for _, c := range []struct{ query, header, field, message, hint string }{
		{"?toolsets=date,txet", "", "toolsets", "there is no toolset 'txet'", "did you mean 'text'?"},
		{"?toolsets=zzzzzzzz", "", "toolsets", "there is no toolset 'zzzzzzzz'", "toolsets: ai, calculators, converters, data, date, design, developer, finance, format, productivity, security, test, text, uuid, core, all"},
		{"?tools=csv2json", "", "tools", "there is no tool 'csv2json'", "did you mean 'csv-to-json'?"},
		{"", "X-MCP-Exclude-Tools: no-such-tool-anywhere", "exclude", "there is no tool 'no-such-tool-anywhere'", ""},
		{"?mode=tiny", "", "mode", "there is no mode 'tiny'", "send mode=compact, or mode=full, or leave it out"},
		{"?toolset=text", "", "toolset", "unknown parameter 'toolset'", "did you mean 'toolsets'?"},
		{"?tools=csv-to-json&exclude=csv-to-json", "", "exclude", "everything that was chosen is excluded again; no tool is left", ""},
		{"?tools=%zz", "", "", "the query of the URL has a broken escape or an unescaped ';'", ""},
	} {
		var headers []string
		if c.header != "" {
			headers = append(headers, c.header)
		}
		d := s.problem(422, "validation_failed", c.query, message("tools/list", `{}`), headers...)
		if len(d.Errors) != 1 || d.Errors[0].Field != c.field || d.Errors[0].Message != c.message || d.Errors[0].Hint != c.hint {
			t.Errorf("%s %s: %+v", c.query, c.header, d.Errors)
		}
	}
}

// What was not chosen does not answer.
func TestSelectionHoldsForCalls(t *testing.T) {
	s := newSite(t)
	said(t, s.ask("?toolsets=test", calling("test-say", `{"text":"a"}`)))
	said(t, s.ask("?toolsets=test", calling("test-say-twin", `{"text":"a"}`)))
	a := s.ask("?toolsets=data", calling("test-say", `{"text":"a"}`))
	if a.Error == nil || a.Error.Message != "the tool 'test-say' is not among those chosen for this connection" {
		t.Errorf("%+v", a.Error)
	}
	if len(s.charged) != 2 {
		t.Errorf("charged %v", s.charged)
	}
}

// No caller goes beyond what the operator offers.
func TestAllowList(t *testing.T) {
	s := newSite(t, func(s *site) {
		s.opts.Allowed = func(o *op.Op) bool { return o.Group() == "data" || o.ID == "emi-calculator" }
	})
	if got := s.names(""); len(got) != 7 || !slices.Contains(got, "emi-calculator") {
		t.Errorf("%v", got)
	}
	for _, name := range []string{"test-say", "emi-calculator-finance"} {
		if a := s.ask("", calling(name, `{"text":"a"}`)); a.Error == nil || !strings.HasPrefix(a.Error.Message, "unknown tool") {
			t.Errorf("%+v", a)
		}
		s.problem(422, "validation_failed", "?tools="+name, message("tools/list", `{}`))
		failure(t, s.ask("?mode=compact", calling("call_operation", `{"operation":"`+name+`","arguments":{"text":"a"}}`)), "validation_failed")
	}
	if len(s.charged) > 0 {
		t.Errorf("charged %v", s.charged)
	}
}

// Beyond the core, operations answer, and are listed when they are chosen.
func TestCore(t *testing.T) {
	s := newSite(t, func(s *site) { s.opts.Core = func(o *op.Op) bool { return o.Group() == "data" } })
	core, all := s.names(""), s.names("?toolsets=all")
	if len(core) != 6 || len(all) < 50 || !slices.Equal(s.names("?toolsets=core"), core) {
		t.Errorf("%d tools in the core, %d in all", len(core), len(all))
	}
	if got := s.names("?toolsets=test"); !slices.Equal(got, []string{"test-say"}) {
		t.Errorf("%v", got)
	}
	said(t, s.ask("", calling("test-say", `{"text":"a"}`)))
	said(t, s.ask("?mode=compact", calling("call_operation", `{"operation":"test-say","arguments":{"text":"a"}}`)))
	if a := s.ask("?toolsets=core", calling("test-say", `{"text":"a"}`)); a.Error == nil {
		t.Errorf("%+v", a)
	}
}

func TestCompactMode(t *testing.T) {
	s := newSite(t)
	found := said(t, s.ask("?mode=compact", calling("search_operations", `{"query":"test-"}`)))
	want := `{"success":true,"data":{"operations":[{"operation":"test-say","title":"Say","description":"Says what it is told. 2 units.",` +
		`"input":{"type":"object","properties":{"text":{"type":"string","minLength":1,"maxLength":1000000,"description":"What to say, or what to do."},` +
		`"number":{"description":"Any JSON."}},"required":["text"],"additionalProperties":false}},{"operation":"uuid-generator"`
	if !strings.HasPrefix(string(found), want) {
		t.Errorf("%s", found)
	}
	if s.admitted != 1 || len(s.charged) > 0 {
		t.Errorf("%d requests, charged %v", s.admitted, s.charged)
	}
	if got := said(t, s.ask("?mode=compact&toolsets=data", calling("search_operations", `{"query":"test-"}`))); string(got) != `{"success":true,"data":{"operations":[]}}` {
		t.Errorf("%s", got)
	}
	a := s.ask("?mode=compact", calling("call_operation", `{"operation":"test_say","arguments":{"text":"a","number":1.10}}`))
	if got := said(t, a); string(got) != `{"success":true,"data":{"text":"a","number":1.10}}` || a.Result.Meta["toolcrib/units"] != 2.0 {
		t.Errorf("%s %v", got, a.Result.Meta)
	}
	// Who knows an operation's name may use it.
	said(t, s.ask("?mode=compact", calling("test-say", `{"text":"a"}`)))
	if s.admitted != 4 || len(s.charged) != 2 {
		t.Errorf("%d requests, charged %v", s.admitted, s.charged)
	}
}

func TestCompactModeRefuses(t *testing.T) {
	s := newSite(t)
	for _, c := range []struct{ tool, arguments, field, code string }{
		{"search_operations", `{}`, "query", "required"},
		{"search_operations", `{"query":"  "}`, "query", "required"},
		{"search_operations", `{"query":5}`, "query", "invalid_type"},
		{"search_operations", `{"q":"a"}`, "", "unknown_field"},
		{"search_operations", `[]`, "", "invalid_type"},
		{"search_operations", `{"query":"` + strings.Repeat("ü", 201) + `"}`, "query", "too_long"},
		{"call_operation", `{}`, "operation", "required"},
		{"call_operation", `{"operation":"tset-say"}`, "operation", "not_allowed"},
		{"call_operation", `{"operation":"search_operations"}`, "operation", "not_allowed"},
		{"call_operation", `{"operation":"test-say","arguments":{"text":"refuse"}}`, "text", "out_of_range"},
		{"call_operation", `{"operation":"test-say","arguments":[]}`, "", "invalid_type"},
		{"call_operation", `{"operation":"test-say"}`, "text", "required"},
	} {
		d := failure(t, s.ask("?mode=compact", calling(c.tool, c.arguments)), "validation_failed")
		if len(d.Errors) != 1 || d.Errors[0].Field != c.field || d.Errors[0].Code != c.code {
			t.Errorf("%s %.40s: %+v", c.tool, c.arguments, d.Errors)
		}
	}
	if s.admitted != 12 || len(s.charged) > 0 {
		t.Errorf("%d requests, charged %v", s.admitted, s.charged)
	}
}

// The client's own view: capabilities, versions, nothing beside tools.
func TestWhatIsAnnounced(t *testing.T) {
	s := newSite(t)
	for _, version := range []string{"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"} {
		_, text := s.post("", message("initialize", `{"protocolVersion":"`+version+`","capabilities":{},"clientInfo":{"name":"a","version":"1"}}`))
		for _, want := range []string{`"protocolVersion":"` + version + `"`, `"capabilities":{"tools":{}}`, `"name":"toolcrib"`, `"version":"1.2.3"`, `"instructions":"`} {
			if !strings.Contains(text, want) {
				t.Errorf("%s: %s lacks %s", version, text, want)
			}
		}
	}
	session := s.connect("?toolsets=test")
	list, err := session.ListTools(context.Background(), &sdk.ListToolsParams{})
	if err != nil || len(list.Tools) != 1 || session.InitializeResult().ProtocolVersion != "2026-07-28" {
		t.Errorf("%v %v %+v", err, list, session.InitializeResult())
	}
}
