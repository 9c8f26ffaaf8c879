package service_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"toolcrib/internal/op"
)

// tool calls an operation as an agent does.
func (h *house) tool(name, arguments string) (isError bool, text string) {
	h.t.Helper()
	req := h.request(http.MethodPost, "/mcp", fmt.Sprintf(
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":%q,"arguments":%s}}`, name, arguments))
	req.Header.Set("Accept", "application/json, text/event-stream")
	w := h.do(req)
	var answer struct {
		Result struct {
			IsError bool
			Content []struct{ Text string }
		}
	}
	if err := json.Unmarshal(w.Body.Bytes(), &answer); err != nil || w.Code != http.StatusOK || len(answer.Result.Content) != 1 {
		h.t.Fatalf("%d %s: %v", w.Code, w.Body, err)
	}
	return answer.Result.IsError, answer.Result.Content[0].Text
}

// Both doors draw on one pool, to the unit, and give the same answer.
func TestAgentsAndRESTShareOnePool(t *testing.T) {
	s := defaults(t)
	s.FreeComputeUnits = 7
	h := newHouse(t, s, op.SampleEnv())
	const slug, bmi = `{"text":"नमस्ते दुनिया"}`, "/v1/calculators/bmi?weight=70&height=175"
	failed, text := h.tool("text-to-slug", slug)                                               // 1 unit
	if rest := h.do(h.request("POST", slugPath, slug)); failed || text != rest.Body.String() { // 1 unit
		t.Errorf("the tool answers %s, REST %s", text, rest.Body)
	}
	if failed, text := h.tool("csv-to-json", `{"csv":"a\n1"}`); failed { // 2 units
		t.Error(text)
	}
	if failed, text := h.tool("text-to-slug", `{"text":1}`); !failed || !strings.Contains(text, "validation_failed") { // free
		t.Error(text)
	}
	if w := h.do(h.request("GET", bmi, "")); w.Code != 200 { // 1 unit
		t.Error(w.Body)
	}
	if b := h.balance(); b.Free != 2 {
		t.Fatalf("%d units are left, want 2", b.Free)
	}
	if failed, text := h.tool("text-diff-checker", `{"original":"x","modified":"y"}`); !failed || !strings.Contains(text, `"code":"free_quota_exceeded"`) { // 5 units
		t.Error(text)
	}
	if failed, text := h.tool("csv_to_json", `{"csv":"a\n1"}`); failed { // 2 units, spelt with _
		t.Error(text)
	}
	if failed, text := h.tool("text-to-slug", slug); !failed || !strings.Contains(text, "free_quota_exceeded") {
		t.Error(text)
	}
	if w := h.do(h.request("GET", bmi, "")); w.Code != 429 {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	h.verifyLedger()
}

// Requests of both doors count in one window.
func TestAgentsAndRESTShareOneWindow(t *testing.T) {
	s := defaults(t)
	s.RatePerMinute = 4
	h := newHouse(t, s, op.SampleEnv())
	h.tool("text-to-slug", `{"text":"x"}`)
	h.do(h.request("GET", "/v1/usage", ""))
	h.tool("text-to-slug", `{"text":"x"}`)
	if w := h.do(h.request("GET", "/v1/operations?q=loan", "")); w.Code != 200 || !strings.Contains(w.Body.String(), "emi-calculator") {
		t.Error(w.Code, w.Body)
	}
	req := h.request("POST", "/mcp", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"text-to-slug","arguments":{"text":"x"}}}`)
	req.Header.Set("Accept", "application/json, text/event-stream")
	if w := h.do(req); w.Code != 429 || w.Header().Get("Retry-After") == "" || !strings.Contains(w.Body.String(), "rate_limited") {
		t.Errorf("%d %v %s", w.Code, w.Header(), w.Body)
	}
}
