package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"toolcrib/internal/op"
)

// shot is one request of the mix.
type shot struct {
	door    string // as figures name it
	method  string
	path    string
	body    string
	media   string   // Content-Type, "" = JSON where there is a body
	key     string   // "" = that of the caller whose turn it is
	open    bool     // no key
	cookie  string   // of a person who has signed in
	from    string   // X-Forwarded-For
	retry   string   // Idempotency-Key
	again   bool     // it was sent before under that key
	picture bool     // it is charged in units of pictures
	want    []int    // the statuses that are meant
	header  []string // further ones, name and value in turn
}

// part is a kind of request with how many of a thousand are of it.
type part struct {
	share int
	next  func() shot
}

// mix draws requests. It is for one goroutine.
type mix struct {
	random *rand.Rand
	who    []caller
	turn   int
	parts  []part
	sent   int
	kept   []shot // sent once under an Idempotency-Key, oldest first
}

// keptBefore is how many calls are sent under an Idempotency-Key before the
// first of them is sent again: by then it has been answered.
const keptBefore = 64

// Who signs in to look at pages.
const (
	operator = "operator"
	password = "paper lantern, wet stone"
)

func (t *trial) passwordFile() string {
	file := filepath.Join(t.folder(), "password")
	t.must(os.WriteFile(file, []byte(password+"\n"), 0o600))
	return file
}

// newMix is the mix of a server. hasty is a key that calls too often, poor one
// whose account has next to nothing.
func newMix(t *trial, n *node, who []caller, hasty, poor caller) *mix {
	m := &mix{random: t.rand(0), who: who}
	rest, pictures, tools := examples(t)
	any := func(of []shot) func() shot { return func() shot { return of[m.random.IntN(len(of))] } }
	m.parts = []part{
		{590, any(rest)},
		{120, any(tools)},
		{100, func() shot { return m.retried(rest) }},
		{15, any(pictures)},
		{15, any([]shot{{door: "list of tools", method: "POST", path: "/mcp", body: `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`, header: mcpHeader, want: ok}})},
		{40, any([]shot{{door: "usage", path: "/v1/usage", want: ok}, {door: "usage", path: "/v1/operations", want: ok}})},
		{20, any(accountPages(signIn(t, n)))},
		{20, any([]shot{
			{door: "page", path: "/", open: true, want: ok}, {door: "page", path: "/tools", open: true, want: ok},
			{door: "page", path: "/openapi.json", open: true, want: ok}, {door: "page", path: "/readyz", open: true, want: ok},
		})},
		{20, any([]shot{{door: "too often", path: cheap, key: hasty.key, want: maybe}})},
		{10, any([]shot{{door: "without units", path: cheap, key: poor.key, want: maybe}})},
		{30, m.unknown},
		{20, any(refusals())},
	}
	return m
}

var (
	ok        = []int{http.StatusOK}
	maybe     = []int{http.StatusOK, http.StatusTooManyRequests}
	mcpHeader = []string{"Accept", "application/json, text/event-stream"}
)

const cheap = "/v1/calculators/bmi?weight=70&height=175"

// refusals are calls that each have another fault.
func refusals() []shot {
	return []shot{
		{path: "/v1/calculators/bmi?weight=-1", want: []int{422}},
		{method: "POST", path: "/v1/text/slugify", body: `{"text":`, want: []int{422}},
		{method: "POST", path: "/v1/productivity/decide", body: `{}`, want: []int{400}},
		{path: "/v1/nothing", open: true, want: []int{404}},
		{method: "POST", path: "/v1/calculators/bmi", body: "{}", want: []int{405}},
		{method: "POST", path: "/v1/text/slugify", body: "text", media: "text/plain", want: []int{415}},
		{method: "POST", path: "/v1/text/slugify", body: `{"text":"` + strings.Repeat("a", 2<<20) + `"}`, want: []int{413}},
		{method: "POST", path: "/mcp", body: `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"nothing"}}`, header: mcpHeader, want: ok},
	}
}

// accountPages are what a person looks at.
func accountPages(cookie string) (out []shot) {
	for _, path := range []string{"", "/keys", "/usage", "/requests", "/audit"} {
		out = append(out, shot{door: "account", path: "/account" + path, open: true, cookie: cookie, want: ok})
	}
	return out
}

// signIn is the cookie of a person who has signed in.
func signIn(t *trial, n *node) string {
	client := t.newClient(1)
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	req, err := http.NewRequestWithContext(t.ctx, http.MethodPost, n.url+"/login",
		strings.NewReader(url.Values{"login": {operator}, "password": {password}}.Encode()))
	t.must(err)
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	resp, err := client.Do(req)
	t.must(err)
	t.must(resp.Body.Close())
	for _, c := range resp.Cookies() {
		return c.Name + "=" + c.Value
	}
	t.Fatalf("signing in was answered with status %d and no cookie", resp.StatusCode)
	return ""
}

// examples are the documented examples of all operations that no model
// elsewhere is needed for: as HTTP requests, those of pictures, and as calls of
// tools.
func examples(t *trial) (rest, pictures, tools []shot) {
	for _, o := range op.All() {
		if o.AI() && o.NeedsKey() {
			continue
		}
		for _, e := range o.Examples {
			if e.Reply != "" {
				continue
			}
			s := shot{door: "REST", path: o.Path, picture: o.Media != nil, want: ok}
			if o.Answers(http.MethodPost) {
				s.method, s.body = http.MethodPost, e.In
			} else if query, flat := asQuery(t, e.In); flat {
				s.path += "?" + query
			} else {
				continue
			}
			if s.picture {
				s.door = "picture"
				pictures = append(pictures, s)
				continue
			}
			rest = append(rest, s)
			tools = append(tools, shot{
				door: "tool", method: http.MethodPost, path: "/mcp", header: mcpHeader, want: ok,
				body: fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":%q,"arguments":%s}}`, o.ID, e.In),
			})
		}
	}
	return rest, pictures, tools
}

// asQuery writes an input as parameters, where none of its fields has parts.
func asQuery(t *trial, in string) (query string, flat bool) {
	fields, values := map[string]json.RawMessage{}, url.Values{}
	t.must(json.Unmarshal([]byte(in), &fields))
	for name, raw := range fields {
		text := string(raw)
		switch text[0] {
		case '{', '[':
			return "", false
		case '"':
			t.must(json.Unmarshal(raw, &text))
		}
		values.Set(name, text)
	}
	return values.Encode(), true
}

// retried is a call under an Idempotency-Key: a new one, or one of before.
func (m *mix) retried(rest []shot) shot {
	if len(m.kept) >= keptBefore && m.random.IntN(2) == 0 {
		s := m.kept[0]
		m.kept = m.kept[1:]
		s.again = true
		return s
	}
	s := rest[m.random.IntN(len(rest))]
	s.door, s.retry, s.key = "idempotent", fmt.Sprint("soak-", m.sent), m.caller()
	m.kept = append(m.kept, s)
	return s
}

// unknown is a call with a credential that opens nothing, from anywhere.
func (m *mix) unknown() shot {
	from := m.random.Uint32()
	return shot{door: "bad key", path: cheap, key: "tc_live_" + text(m.random, base62, 38), want: []int{401, 429},
		from: fmt.Sprintf("10.%d.%d.%d", byte(from), byte(from>>8), byte(from>>16))}
}

func (m *mix) caller() string {
	m.turn++
	return m.who[m.turn%len(m.who)].key
}

// draw is the next request.
func (m *mix) draw() shot {
	m.sent++
	at := m.random.IntN(1000)
	i := slices.IndexFunc(m.parts, func(p part) bool { at -= p.share; return at < 0 })
	s := m.parts[i].next()
	if s.key == "" && !s.open {
		s.key = m.caller()
	}
	if s.door == "" {
		s.door = "refusal"
	}
	return s
}
