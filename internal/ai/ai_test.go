package ai_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"toolcrib/internal/ai"
	"toolcrib/internal/ai/aitest"
	"toolcrib/internal/config"
	"toolcrib/internal/num"
	"toolcrib/internal/op"
)

// discard is where logs go that a test does not read.
var discard = slog.New(slog.NewTextHandler(io.Discard, nil))

// one opens a single model by the simple settings.
func one(t testing.TB, url string, change ...func(*config.Settings)) *op.Model {
	t.Helper()
	s := config.Settings{AIBaseURL: url, AIKey: "sk-test", AIModel: "m", AIRates: "0 1 1", AIPrivate: "yes"}
	for _, c := range change {
		c(&s)
	}
	models, err := ai.Open(&s, nil, discard, nil)
	if err != nil {
		t.Fatal(err)
	}
	return models[0]
}

// file opens the models of a file.
func file(t testing.TB, text string, log *slog.Logger) []*op.Model {
	t.Helper()
	name := filepath.Join(t.TempDir(), "models.yaml")
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	models, err := ai.Open(&config.Settings{AIModelsFile: name, AIPrivate: "yes"}, []string{"ai-summarize", "ai-translate"}, log, nil)
	if err != nil {
		t.Fatal(err)
	}
	return models
}

func prompt() op.Prompt {
	return op.Prompt{Op: "ai-translate", System: "Translate.", User: "<text>Grüße</text>", MaxOutput: 300, Temperature: num.D("0.7")}
}

func TestRequest(t *testing.T) {
	server := aitest.New(t, aitest.Reply("x", 1, 1))
	models := file(t, `
endpoints:
- {name: a, base-url: `+server.URL+`/, key: sk-a}
- {name: b, base-url: `+server.URL+`}
models:
- {id: plain, at: [{endpoint: a, model: org/plain:7b}]}
- {id: other, max-output: 200, at: [{endpoint: b, limit: max_completion_tokens, temperature: no, form: json_object}]}
- {id: bare, at: [{endpoint: b, form: none}]}
`, discard)
	p := prompt()
	p.Schema = op.Raw(`{"type":"object"}`)
	for i, want := range []string{
		`{"max_tokens":300,"messages":[{"content":"Translate.","role":"system"},{"content":"<text>Grüße</text>","role":"user"}],"model":"org/plain:7b","response_format":{"json_schema":{"name":"reply","schema":{"type":"object"},"strict":true},"type":"json_schema"},"temperature":0.7}`,
		`{"max_completion_tokens":200,"messages":[{"content":"Translate.","role":"system"},{"content":"<text>Grüße</text>","role":"user"}],"model":"other","response_format":{"type":"json_object"}}`,
		`{"max_tokens":300,"messages":[{"content":"Translate.","role":"system"},{"content":"<text>Grüße</text>","role":"user"}],"model":"bare","stream":true,"stream_options":{"include_usage":true},"temperature":0.7}`,
	} {
		if i == 2 {
			p.OnText = func(string) error { return nil }
		}
		if _, err := models[i].Complete(t.Context(), p); err != nil {
			t.Fatal(err)
		}
		got := server.Requests()[i]
		if sorted(t, got.Raw) != want {
			t.Errorf("%s\nwant %s", sorted(t, got.Raw), want)
		}
		key := map[bool]string{true: "sk-a"}[i == 0]
		if got.Key != key || (got.Header["Authorization"] == nil) != (key == "") || strings.Contains(string(got.Raw), "sk-a") || got.Header["Cookie"] != nil {
			t.Errorf("key %q, header %v", got.Key, got.Header)
		}
	}
}

// sorted writes JSON with its members in order, numbers as they stand.
func sorted(t *testing.T, text []byte) string {
	t.Helper()
	var v any
	d := json.NewDecoder(strings.NewReader(string(text)))
	d.UseNumber()
	if err := d.Decode(&v); err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(b.String())
}

func TestReplies(t *testing.T) {
	const text = "नमस्ते, \"world\" 👋🏽\n"
	tokens := func(in, out int64) *op.Tokens { return &op.Tokens{Input: in, Output: out} }
	server := aitest.New(t, nil)
	model := one(t, server.URL)
	for name, c := range map[string]struct {
		answer aitest.Answer
		finish op.Finish
		tokens *op.Tokens
	}{
		"complete":          {aitest.Reply(text, 12, 34), op.FinishStop, tokens(12, 34)},
		"cut":               {aitest.Finish(text, "length", `{"prompt_tokens":1,"completion_tokens":300}`), op.FinishLength, tokens(1, 300)},
		"filtered":          {aitest.Finish(text, "content_filter", `{"prompt_tokens":1,"completion_tokens":3}`), op.FinishRefused, tokens(1, 3)},
		"no usage":          {aitest.Finish(text, "stop", `null`), op.FinishStop, nil},
		"half a usage":      {aitest.Finish(text, "stop", `{"prompt_tokens":1}`), op.FinishStop, nil},
		"usage in words":    {aitest.Finish(text, "stop", `{"prompt_tokens":"1","completion_tokens":"2"}`), op.FinishStop, nil},
		"broken usage":      {aitest.Finish(text, "stop", `{"prompt_tokens":1.5,"completion_tokens":2}`), op.FinishStop, nil},
		"usage past int64":  {aitest.Finish(text, "stop", `{"prompt_tokens":99999999999999999999,"completion_tokens":2}`), op.FinishStop, nil},
		"usage that is odd": {aitest.Finish(text, "stop", `{"prompt_tokens":-5,"completion_tokens":9000000000000000000}`), op.FinishStop, tokens(-5, 9e18)},
	} {
		for _, streamed := range []bool{false, true} {
			server.Script(c.answer)
			p, parts := prompt(), []string{}
			if streamed {
				p.OnText = func(part string) error { parts = append(parts, part); return nil }
			}
			got, err := model.Complete(t.Context(), p)
			if err != nil || got.Text != text || got.Finish != c.finish || (got.Tokens == nil) != (c.tokens == nil) || c.tokens != nil && *got.Tokens != *c.tokens {
				t.Errorf("%s, streamed %t: %+v %+v, %v", name, streamed, got, got.Tokens, err)
			}
			if streamed && (strings.Join(parts, "") != text || len(parts) < 3 || slices.Contains(parts, "")) {
				t.Errorf("%s: parts %q", name, parts)
			}
		}
	}
}

// TestOddReplies are answers that are right, if not in the usual form.
func TestOddReplies(t *testing.T) {
	const sse = "Content-Type: text/event-stream; charset=utf-8"
	part := func(text, finish string) string {
		return `{"choices":[{"delta":{"content":` + text + `},"finish_reason":` + finish + `}]}`
	}
	server := aitest.New(t, nil)
	model := one(t, server.URL)
	for name, c := range map[string]struct {
		answer aitest.Answer
		text   string
		finish op.Finish
	}{
		"refusal":               {aitest.Raw(200, `{"choices":[{"message":{"content":null,"refusal":"No."},"finish_reason":"stop"}]}`), "", op.FinishRefused},
		"refusal of Azure":      {aitest.Raw(400, `{"error":{"code":"content_filter","message":"The response was filtered"}}`), "", op.FinishRefused},
		"second choice":         {aitest.Raw(200, `{"choices":[{"index":1,"message":{"content":"no"},"finish_reason":"length"},{"index":0,"message":{"content":"yes"},"finish_reason":"stop"}]}`), "yes", op.FinishStop},
		"null error":            {aitest.Raw(200, `{"error":null,"choices":[{"message":{"content":"a"},"finish_reason":"stop"}]}`), "a", op.FinishStop},
		"stream unasked":        {aitest.Raw(200, "data: "+part(`"a"`, "null")+"\n\ndata: "+part(`"b"`, `"stop"`)+"\n\ndata: [DONE]\n\n", sse), "ab", op.FinishStop},
		"CRLF, comments, names": {aitest.Raw(200, ": hi\r\nevent: x\r\ndata:"+part(`"a"`, `"stop"`)+"\r\nid: 1\r\n\r\n\r\nretry: 1\r\n\r\ndata: [DONE]\r\n\r\n", sse), "a", op.FinishStop},
		"event of two lines":    {aitest.Raw(200, "data: {\"choices\":\ndata: [{\"delta\":{\"content\":\"a\"},\"finish_reason\":\"stop\"}]}\n\n", sse), "a", op.FinishStop},
		"no end mark":           {aitest.Raw(200, "data: "+part(`"a"`, `"stop"`)+"\n\n", sse), "a", op.FinishStop},
		"no last line end":      {aitest.Raw(200, "data: "+part(`"a"`, `"stop"`)+"\n\ndata: [DONE]", sse), "a", op.FinishStop},
		"more after the end":    {aitest.Raw(200, "data: "+part(`"a"`, `"stop"`)+"\n\ndata: [DONE]\n\ndata: "+part(`"b"`, `"stop"`)+"\n\n", sse), "a", op.FinishStop},
	} {
		server.Script(c.answer)
		got, err := model.Complete(t.Context(), prompt())
		if err != nil || got.Text != c.text || got.Finish != c.finish || got.Tokens != nil {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
}

// TestRecorded reads what a server of another make answered: Ollama 0.17.4 with
// a tiny model of random weights, asked for JSON by a schema.
func TestRecorded(t *testing.T) {
	for name, kind := range map[string]string{"ollama-0.17.4.json": "application/json", "ollama-0.17.4.sse": "text/event-stream"} {
		text, err := os.ReadFile("testdata/" + name)
		if err != nil {
			t.Fatal(err)
		}
		server := aitest.New(t, aitest.Raw(200, string(text), "Content-Type: "+kind))
		got, err := one(t, server.URL).Complete(t.Context(), prompt())
		var reply struct {
			Label string
			N     int64
		}
		if err != nil || got.Finish != op.FinishStop || got.Tokens == nil || *got.Tokens != (op.Tokens{Input: 40, Output: 35}) {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
		if err := json.Unmarshal([]byte(got.Text), &reply); err != nil || reply.Label != "bad" || reply.N != 16473 {
			t.Errorf("%s: %q: %+v, %v", name, got.Text, reply, err)
		}
	}
}

// TestTasks: a model may be set to operations that ask models alone.
func TestTasks(t *testing.T) {
	name := filepath.Join(t.TempDir(), "models.yaml")
	for task, want := range map[string]string{"ai-sumarize": "did you mean ai-summarize?", "base64-encoder": "they are ai-summarize, ai-translate"} {
		text := strings.ReplaceAll(two("https://a.example", "https://b.example"), "ai-translate", task)
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := ai.Open(&config.Settings{AIModelsFile: name, AIPrivate: "no"}, []string{"ai-summarize", "ai-translate"}, discard, nil)
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "canary") {
			t.Errorf("%s: %v", task, err)
		}
	}
	if models, err := ai.Open(&config.Settings{}, nil, discard, nil); err != nil || models != nil {
		t.Errorf("without settings: %v, %v", models, err)
	}
}

// TestWhoListensMayStop: the error of OnText ends the call and comes back.
func TestWhoListensMayStop(t *testing.T) {
	server, second := aitest.New(t, aitest.Reply(strings.Repeat("word ", 50), 1, 50)), aitest.New(t, aitest.Reply("x", 1, 1))
	model := file(t, two(server.URL, second.URL), discard)[0]
	stop, parts := errors.New("enough"), 0
	p := prompt()
	p.OnText = func(string) error {
		if parts++; parts == 3 {
			return stop
		}
		return nil
	}
	if _, err := model.Complete(t.Context(), p); !errors.Is(err, stop) || parts != 3 || len(second.Requests()) != 0 {
		t.Errorf("%v after %d parts", err, parts)
	}
}

// TestCallerLeaves: the context's error, no other try, and no harm to the
// endpoint.
func TestCallerLeaves(t *testing.T) {
	for name, answer := range map[string]aitest.Answer{"before the answer": aitest.Stall(""), "within it": aitest.Stall("some text")} {
		ctx, cancel := context.WithCancel(t.Context())
		first := aitest.New(t, func(w http.ResponseWriter, r *http.Request, q aitest.Request) {
			cancel()
			answer(w, r, q)
		}, aitest.Reply("well", 1, 1))
		second := aitest.New(t, aitest.Reply("x", 1, 1))
		model := file(t, two(first.URL, second.URL), discard)[0]
		if _, err := model.Complete(ctx, prompt()); err != context.Canceled {
			t.Errorf("%s: %v", name, err)
		}
		if got, err := model.Complete(t.Context(), prompt()); err != nil || got.Text != "well" || len(second.Requests()) != 0 {
			t.Errorf("%s: then %+v, %v", name, got, err)
		}
	}
}
