// Package aitest is an OpenAI-compatible server for tests, which answers as a
// script says: well, or in the ways in which providers fail and lie.
package aitest

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
)

// Server is a server on loopback. It ends with its test.
type Server struct {
	URL string // the base URL of the API

	mu       sync.Mutex
	script   []Answer
	requests []Request
}

// Request is a request as it came.
type Request struct {
	Key    string // of the Authorization header; "" = there is none
	Header http.Header
	Raw    []byte // the body
	Body   struct {
		Model    string
		Messages []struct{ Role, Content string }

		MaxTokens           *int64          `json:"max_tokens"`
		MaxCompletionTokens *int64          `json:"max_completion_tokens"`
		Temperature         json.RawMessage `json:"temperature"`
		ResponseFormat      json.RawMessage `json:"response_format"`
		Stream              bool
		StreamOptions       json.RawMessage `json:"stream_options"`
	}
}

// User is what the request asks.
func (r *Request) User() string {
	if n := len(r.Body.Messages); n > 0 {
		return r.Body.Messages[n-1].Content
	}
	return ""
}

// Answer answers a request, whose body has been read.
type Answer func(w http.ResponseWriter, r *http.Request, q Request)

// New starts a server that gives each request the next answer, and the last one
// to all further ones.
func New(t testing.TB, answers ...Answer) *Server {
	t.Helper()
	s := &Server{script: answers}
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	s.URL = server.URL + "/v1"
	return s
}

// Requests are those that have come, in order.
func (s *Server) Requests() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Request(nil), s.requests...)
}

// Script sets the answers to come.
func (s *Server) Script(answers ...Answer) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.script = answers
}

// ServeHTTP keeps the request and gives it the next answer.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	raw, err := io.ReadAll(r.Body)
	q := Request{Header: r.Header, Raw: raw}
	q.Key, _ = strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	switch {
	case err != nil || json.Unmarshal(raw, &q.Body) != nil:
		http.Error(w, `{"error":{"message":"not a request"}}`, http.StatusBadRequest)
		return
	case r.Method != http.MethodPost || r.URL.Path != "/v1/chat/completions":
		http.NotFound(w, r)
		return
	}
	s.mu.Lock()
	s.requests = append(s.requests, q)
	answer := s.script[0]
	if len(s.script) > 1 {
		s.script = s.script[1:]
	}
	s.mu.Unlock()
	answer(w, r, q)
}

// Reply answers with a text, streamed where that is asked for, and says that
// so many tokens were used.
func Reply(text string, input, output int64) Answer {
	return Finish(text, "stop", fmt.Sprintf(`{"prompt_tokens":%d,"completion_tokens":%d,"total_tokens":%d}`, input, output, input+output))
}

// Finish is Reply with a reason of its end, and usage as it is to be written.
func Finish(text, reason, usage string) Answer {
	return func(w http.ResponseWriter, _ *http.Request, q Request) {
		if !q.Body.Stream {
			w.Header().Set("Content-Type", "application/json")
			fmt.Fprintf(w, `{"id":"x","object":"chat.completion","created":1,"model":%s,"choices":[{"index":0,"message":{"role":"assistant","content":%s,"refusal":null},"logprobs":null,"finish_reason":%q}],"usage":%s}`,
				quote(q.Body.Model), quote(text), reason, usage)
			return
		}
		stream(w, text)
		event(w, fmt.Sprintf(`{"choices":[{"index":0,"delta":{},"finish_reason":%q}]}`, reason))
		event(w, fmt.Sprintf(`{"choices":[],"usage":%s}`, usage))
		event(w, "[DONE]")
	}
}

// BreakOff begins to reply with a text and ends the connection.
func BreakOff(text string) Answer {
	return func(w http.ResponseWriter, _ *http.Request, q Request) {
		if q.Body.Stream {
			stream(w, text)
		} else {
			fmt.Fprintf(w, `{"choices":[{"index":0,"message":{"content":%s`, quote(text))
		}
		w.(http.Flusher).Flush()
		panic(http.ErrAbortHandler)
	}
}

// Stall begins to reply with a text, which may be empty, and says nothing more
// until the client leaves. It sends no header where the text is empty.
func Stall(text string) Answer {
	return func(w http.ResponseWriter, r *http.Request, _ Request) {
		if text != "" {
			stream(w, text)
			w.(http.Flusher).Flush()
		}
		<-r.Context().Done()
	}
}

// Raw answers with a status, header lines such as "Retry-After: 7", and a body.
func Raw(status int, body string, header ...string) Answer {
	return func(w http.ResponseWriter, _ *http.Request, _ Request) {
		for _, line := range header {
			name, value, _ := strings.Cut(line, ": ")
			w.Header().Set(name, value)
		}
		w.WriteHeader(status)
		io.WriteString(w, body)
	}
}

// stream begins a stream with a text in parts of five characters.
func stream(w http.ResponseWriter, text string) {
	w.Header().Set("Content-Type", "text/event-stream")
	event(w, `{"choices":[{"index":0,"delta":{"role":"assistant","content":""},"finish_reason":null}]}`)
	for rest := []rune(text); len(rest) > 0; {
		n := min(5, len(rest))
		event(w, fmt.Sprintf(`{"choices":[{"index":0,"delta":{"content":%s},"finish_reason":null}]}`, quote(string(rest[:n]))))
		rest = rest[n:]
	}
}

func event(w io.Writer, data string) { fmt.Fprintf(w, "data: %s\n\n", data) }

func quote(text string) string {
	b, _ := json.Marshal(text) // of a string it does not fail
	return string(b)
}
