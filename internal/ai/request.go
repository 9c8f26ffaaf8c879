package ai

import (
	"encoding/json"

	"toolcrib/internal/config"
	"toolcrib/internal/num"
	"toolcrib/internal/op"
)

// request is the body of a request, in the members that servers of all makes
// know.
type request struct {
	Model               string         `json:"model"`
	Messages            []message      `json:"messages"`
	MaxTokens           int64          `json:"max_tokens,omitempty"`
	MaxCompletionTokens int64          `json:"max_completion_tokens,omitempty"`
	Temperature         *num.Dec       `json:"temperature,omitempty"`
	ResponseFormat      *format        `json:"response_format,omitempty"`
	Stream              bool           `json:"stream,omitempty"`
	StreamOptions       *streamOptions `json:"stream_options,omitempty"`
}

type message struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

type format struct {
	Type   string       `json:"type"`
	Schema *namedSchema `json:"json_schema,omitempty"`
}

// namedSchema is a schema that replies are held to. The kernel's are within
// the part of JSON Schema that strict takes.
type namedSchema struct {
	Name   string          `json:"name"`
	Strict bool            `json:"strict"`
	Schema json.RawMessage `json:"schema"`
}

type streamOptions struct {
	IncludeUsage bool `json:"include_usage"`
}

func newRequest(r config.Route, p op.Prompt) *request {
	q := &request{Model: r.Model}
	if p.System != "" {
		q.Messages = append(q.Messages, message{"system", p.System})
	}
	q.Messages = append(q.Messages, message{"user", p.User})
	if r.CompletionLimit {
		q.MaxCompletionTokens = p.MaxOutput
	} else {
		q.MaxTokens = p.MaxOutput
	}
	if !r.FixedTemperature {
		q.Temperature = &p.Temperature
	}
	if p.Schema != nil && r.Form != "none" {
		q.ResponseFormat = &format{Type: r.Form}
		if r.Form == "json_schema" {
			q.ResponseFormat.Schema = &namedSchema{"reply", true, json.RawMessage(p.Schema)}
		}
	}
	if p.OnText != nil {
		q.Stream, q.StreamOptions = true, &streamOptions{IncludeUsage: true}
	}
	return q
}
