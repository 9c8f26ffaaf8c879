package desk

import (
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"toolcrib/internal/op"
	"toolcrib/internal/web/snippet"
	"toolcrib/internal/web/ui"
)

// client is a program for agents with what connects it to this service.
type client struct {
	Name string
	File string // where the text belongs, "" = it is run in a shell
	Lang string
	Text string // {url} as JSON text, {key} the key, {command} of Claude Code
	Key  bool   // the key stands in the text; else it is in the environment
}

// clients are configured as docs/mcp.md says.
var clients = []client{
	{Name: "Claude Code", Lang: "sh", Text: `{command}`},
	{Name: "Claude Desktop", File: "claude_desktop_config.json", Lang: "json", Key: true, Text: `{"mcpServers": {"toolcrib": {
  "command": "npx",
  "args": ["-y", "mcp-remote", {url}, "--header", "Authorization:${AUTH}"],
  "env": {"AUTH": "Bearer {key}"}
}}}`},
	{Name: "Cursor", File: "~/.cursor/mcp.json", Lang: "json", Text: `{"mcpServers": {"toolcrib": {"url": {url}, "headers": {"Authorization": "Bearer ${env:TOOLCRIB_KEY}"}}}}`},
	{Name: "VS Code", File: ".vscode/mcp.json", Lang: "json", Text: `{
  "inputs": [{"type": "promptString", "id": "toolcrib-key", "description": "Toolcrib API key", "password": true}],
  "servers": {"toolcrib": {"type": "http", "url": {url}, "headers": {"Authorization": "Bearer ${input:toolcrib-key}"}}}
}`},
	{Name: "Codex CLI", File: "~/.codex/config.toml", Lang: "toml", Text: `[mcp_servers.toolcrib]
url = {url}
bearer_token_env_var = "TOOLCRIB_KEY"`},
	{Name: "Gemini CLI", File: "~/.gemini/settings.json", Lang: "json", Text: `{"mcpServers": {"toolcrib": {"httpUrl": {url}, "headers": {"Authorization": "Bearer $TOOLCRIB_KEY"}}}}`},
	{Name: "Windsurf", File: "~/.codeium/windsurf/mcp_config.json", Lang: "json", Text: `{"mcpServers": {"toolcrib": {"serverUrl": {url}, "headers": {"Authorization": "Bearer ${env:TOOLCRIB_KEY}"}}}}`},
	{Name: "Zed", File: "settings.json", Lang: "json", Key: true, Text: `{"context_servers": {"toolcrib": {"url": {url}, "headers": {"Authorization": "Bearer {key}"}}}}`},
}

// claudeCode is the command that makes an address of tools known to Claude
// Code. An address with a query is quoted, which some shells would expand.
func claudeCode(address string) string {
	if strings.ContainsAny(address, "?&") {
		address = "'" + address + "'"
	}
	return `claude mcp add --transport http toolcrib ` + address + ` --header "Authorization: Bearer $` + snippet.Key + `"`
}

// configured is the clients with an address and, where it stands in the text, a
// key.
func configured(address, key string) []client {
	quoted := quote(address)
	fill := strings.NewReplacer("{command}", claudeCode(address), "{url}", quoted, "{key}", key)
	list := slices.Clone(clients)
	for i := range list {
		list[i].Text = fill.Replace(list[i].Text)
	}
	return list
}

// quote is a text as JSON and TOML write it; an address keeps its &.
func quote(text string) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(text) // a string can always be written
	return strings.TrimSpace(b.String())
}

// placeholder stands for a key that the page does not know.
const placeholder = "tc_live_…"

// toolset is a group of operations to choose.
type toolset struct {
	Name   string
	Chosen bool
	Count  int
}

// agentsSheet is what the page for agents shows.
type agentsSheet struct {
	sheet
	New      *newKey // made just now
	Sets     []toolset
	All      bool // every operation is chosen
	Compact  bool
	Address  string
	Clients  []client
	Tools    int // that are listed; 0 = not known
	Tokens   int // that their list takes at most
	Link     string
	ToolsAll int
}

// bytesPerToken is how many bytes of a list of tools make a token, at least:
// e2e/mcp counts them.
const bytesPerToken = 4.1

func (h *Handler) agentsPage(v *visit) error {
	q := v.r.URL.Query()
	if v.r.Method == http.MethodPost { // the page's script asks
		q = v.r.PostForm
	}
	chosen, compact, all := q["toolset"], q.Get("mode") == "compact", q.Get("all") != ""
	s := agentsSheet{sheet: v.sheet(), Compact: compact, All: all}
	counts := map[string]int{}
	for _, o := range op.All() {
		if o.Twin == "" {
			counts[o.Group()]++
			s.ToolsAll++
		}
	}
	var sets []string
	for name, n := range counts {
		is := slices.Contains(chosen, name) && !all
		if is {
			sets = append(sets, name)
		}
		s.Sets = append(s.Sets, toolset{name, is, n})
	}
	slices.SortFunc(s.Sets, func(a, b toolset) int { return strings.Compare(a.Name, b.Name) })
	slices.Sort(sets)
	if all {
		sets = []string{"all"}
	}
	s.Address, s.Link = h.BaseURL+"/mcp"+agentsQuery(sets, compact), "/account/mcp"+agentsLink(sets, compact)
	if h.Toolset != nil {
		if tools, bytes, ok := h.Toolset(sets, compact); ok {
			s.Tools, s.Tokens = tools, roundUp(float64(bytes)/bytesPerToken)
		}
	}
	key := placeholder
	if k, ok := v.newKey(); ok {
		s.New, key = &k, k.Text
	}
	s.Clients = configured(s.Address, key)
	if ui.WantsFragment(v.r) {
		v.set.Fragment(v.w, v.r, "mcp", "agents-live", ui.Page{Path: v.path(), Viewer: v.viewer(), Data: s})
		return nil
	}
	return v.show("mcp", s.sheet, s)
}

// agentsQuery is the query of the address that tools are called at.
func agentsQuery(sets []string, compact bool) string {
	var parts []string
	if len(sets) > 0 {
		parts = append(parts, "toolsets="+strings.Join(sets, ","))
	}
	if compact {
		parts = append(parts, "mode=compact")
	}
	if len(parts) == 0 {
		return ""
	}
	return "?" + strings.Join(parts, "&")
}

// agentsLink is the query of this page with the same choice.
func agentsLink(sets []string, compact bool) string {
	q := url.Values{}
	for _, name := range sets {
		if name == "all" {
			q.Set("all", "1")
		} else {
			q.Add("toolset", name)
		}
	}
	if compact {
		q.Set("mode", "compact")
	}
	if len(q) == 0 {
		return ""
	}
	return "?" + q.Encode()
}

// roundUp rounds up to two digits: the count is an estimate.
func roundUp(n float64) int {
	step := 1
	for n/float64(step) >= 100 {
		step *= 10
	}
	whole := int(n) / step * step
	if float64(whole) < n {
		whole += step
	}
	return whole
}
