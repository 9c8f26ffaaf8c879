package desk

import (
	"encoding/json"
	"os"
	"regexp"
	"strings"
	"testing"

	"toolcrib/internal/account"
)

// TestClientsAreThoseOfTheDocs holds the page to the documentation, whose
// configurations were tried with the clients.
func TestClientsAreThoseOfTheDocs(t *testing.T) {
	text, err := os.ReadFile("../../../docs/mcp.md")
	if err != nil {
		t.Fatal(err)
	}
	plain := func(s string) string { return strings.Join(strings.Fields(s), " ") }
	docs := plain(string(text))
	for _, c := range configured("https://tools.example/mcp", "tc_live_…") {
		// The docs leave the address of a command unquoted, since it has no query.
		if !strings.Contains(docs, plain(c.Text)) || c.File != "" && !strings.Contains(docs, c.File) {
			t.Errorf("%s is not configured as docs/mcp.md says:\n%s", c.Name, c.Text)
		}
		if c.Lang == "json" && !json.Valid([]byte(c.Text)) {
			t.Errorf("%s: not JSON\n%s", c.Name, c.Text)
		}
		if c.Key != strings.Contains(c.Text, "tc_live_") {
			t.Errorf("%s: the key is in the text: %t", c.Name, !c.Key)
		}
	}
	for _, c := range configured(`https://tools.example/a"b/mcp?toolsets=text,data&mode=compact`, "k") {
		if c.Lang == "json" && !json.Valid([]byte(c.Text)) {
			t.Errorf("%s: not JSON\n%s", c.Name, c.Text)
		}
	}
}

func TestToolsets(t *testing.T) {
	o := newOffice(t)
	o.desk.Toolset = func(sets []string, compact bool) (int, int, bool) {
		if compact {
			return 2, 1600, true
		}
		return 10 * (len(sets) + 1), 41_000, true
	}
	b := o.tabs[account.RoleViewer]
	for query, want := range map[string]string{
		"": "/mcp", "?toolset=text": "/mcp?toolsets=text", "?toolset=text&toolset=data": "/mcp?toolsets=data,text",
		"?toolset=nonsense": "/mcp", "?all=1&toolset=text": "/mcp?toolsets=all", "?mode=compact": "/mcp?mode=compact", "?mode=full": "/mcp",
		"?toolset=text&mode=compact": "/mcp?toolsets=text&mode=compact",
	} {
		body := strings.ReplaceAll(b.get("/account/mcp"+query).body, "&amp;", "&")
		if !regexp.MustCompile(`url = &#34;` + regexp.QuoteMeta(base+want) + `&#34;`).MatchString(body) {
			t.Errorf("%q: no configuration has %s", query, want)
		}
	}
	if page := b.get("/account/mcp?toolset=text"); !strings.Contains(page.words(), "20 tools") || !strings.Contains(page.words(), "10,000 tokens") {
		t.Error(page.words())
	}
	// The script asks for the changing part alone, and for the address to show.
	b.headers["Toolcrib-Fragment"] = "1"
	part := b.post("/account/mcp", "toolset", "text", "mode", "compact")
	if strings.Contains(part.body, "<html") || !strings.Contains(part.body, `data-link="/account/mcp?mode=compact&amp;toolset=text"`) {
		t.Errorf("%.300s", part.body)
	}
}

func TestRoundUp(t *testing.T) {
	for n, want := range map[float64]int{0: 0, 1: 1, 99: 99, 99.5: 100, 100: 100, 101: 110, 12_001: 13_000, 12_000: 12_000, 9_999: 10_000} {
		if got := roundUp(n); got != want {
			t.Errorf("%v: %d, want %d", n, got, want)
		}
	}
}
