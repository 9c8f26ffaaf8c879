package ai

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"strings"

	"toolcrib/internal/jsonscan"
	"toolcrib/internal/op"
)

// Bounds on a reply, in bytes. A streamed one carries some 300 bytes with each
// of its at most 8,192 tokens.
const (
	maxReply  = 1 << 20
	maxStream = 8 << 20
	maxDepth  = 64 // of JSON
)

var (
	errTooLarge = &fault{why: "reply too large", detail: "the model's reply is too large"}
	errCutOff   = &fault{why: "reply broke off", detail: "the model's reply broke off"}
	errNotReply = &fault{why: "reply is not a chat completion", reply: true}
	errSaid     = &fault{why: "error instead of a reply", detail: "the model's provider is busy or has failed"}
)

// readReply reads an answer in the form that it has, whichever was asked for.
// onText may be nil.
func readReply(resp *http.Response, onText func(string) error) (op.Completion, error) {
	if kind, _, _ := mime.ParseMediaType(resp.Header.Get("Content-Type")); kind == "text/event-stream" {
		return readStream(resp.Body, onText)
	}
	body, err := io.ReadAll(io.LimitReader(resp.Body, maxReply+1))
	switch {
	case err != nil:
		return op.Completion{}, errCutOff
	case len(body) > maxReply:
		return op.Completion{}, errTooLarge
	}
	r := reading{onText: onText}
	if err := r.add(body); err != nil {
		return op.Completion{}, err
	}
	return r.completion()
}

// readStream reads a reply in parts, the last of them [DONE]. Some servers leave
// that out; then a reply that has said why it ended is complete.
func readStream(body io.Reader, onText func(string) error) (op.Completion, error) {
	limited := &io.LimitedReader{R: body, N: maxStream}
	r := reading{onText: onText}
	var stop error
	err := events(limited, func(data []byte) (more bool) {
		if string(data) == "[DONE]" {
			return false
		}
		stop = r.add(data)
		return stop == nil
	})
	switch {
	case stop != nil:
		return op.Completion{}, stop
	case errors.Is(err, bufio.ErrTooLong) || limited.N == 0:
		return op.Completion{}, errTooLarge
	case r.finish == "":
		return op.Completion{}, errCutOff
	}
	return r.completion()
}

// events hands over the data of server-sent events (WHATWG HTML, section 9.2.6;
// lines end by LF or CRLF) as long as more of them are wanted. The error is that
// of reading.
func events(body io.Reader, each func(data []byte) (more bool)) error {
	lines := bufio.NewScanner(body)
	lines.Buffer(nil, maxReply)
	var data []byte
	for more := true; more; {
		more = lines.Scan()
		if value, is := bytes.CutPrefix(lines.Bytes(), []byte("data:")); is {
			data = append(append(data, value...), '\n')
		}
		if len(lines.Bytes()) > 0 || lines.Err() != nil {
			continue
		}
		event := bytes.TrimSpace(data)
		if data = data[:0]; len(event) > 0 && !each(event) {
			return nil
		}
	}
	return lines.Err()
}

// chunk is a reply, or a part of one.
type chunk struct {
	Choices []struct {
		Index          int
		Message, Delta struct {
			Content *string
			Refusal *string
		}
		FinishReason *string `json:"finish_reason"`
	}
	Usage json.RawMessage
	Error json.RawMessage
}

// reading is a reply as far as it has come.
type reading struct {
	onText  func(string) error
	text    strings.Builder
	refused bool // the model said no in a member made for that
	finish  string
	tokens  *op.Tokens
}

// add takes in a further part.
func (r *reading) add(body []byte) error {
	var c chunk
	if !strict(body) || json.Unmarshal(body, &c) != nil {
		return errNotReply
	}
	if len(c.Error) > 0 && string(c.Error) != "null" {
		return errSaid
	}
	for _, choice := range c.Choices {
		if choice.Index != 0 {
			continue
		}
		for _, part := range []*string{choice.Message.Content, choice.Delta.Content} {
			if err := r.addText(part); err != nil {
				return err
			}
		}
		for _, refusal := range []*string{choice.Message.Refusal, choice.Delta.Refusal} {
			r.refused = r.refused || refusal != nil && *refusal != ""
		}
		if choice.FinishReason != nil {
			r.finish = *choice.FinishReason
		}
	}
	if t := usage(c.Usage); t != nil {
		r.tokens = t
	}
	return nil
}

func (r *reading) addText(part *string) error {
	switch {
	case part == nil || *part == "":
		return nil
	case r.text.Len()+len(*part) > maxReply:
		return errTooLarge
	}
	r.text.WriteString(*part)
	if r.onText == nil {
		return nil
	}
	return r.onText(*part)
}

// strict tells whether a text is JSON without the faults that encoding/json
// mends, such as text that is not UTF-8.
func strict(body []byte) bool {
	s, err := jsonscan.New(body, maxDepth)
	if err == nil {
		_, _, err = s.Skip()
	}
	return err == nil && s.End() == nil
}

// usage reads how many tokens were used, nil where that is not said in whole
// numbers. Whether they can be true is for the kernel to judge.
func usage(text json.RawMessage) *op.Tokens {
	var u struct {
		Input  *int64 `json:"prompt_tokens"`
		Output *int64 `json:"completion_tokens"`
	}
	if json.Unmarshal(text, &u) != nil || u.Input == nil || u.Output == nil {
		return nil
	}
	return &op.Tokens{Input: *u.Input, Output: *u.Output}
}

// finishes are the reasons that a reply of text can have. Others, such as
// tool_calls, are about what was never asked for.
var finishes = map[string]op.Finish{
	"stop":           op.FinishStop,
	"length":         op.FinishLength,
	"content_filter": op.FinishRefused,
}

// completion is the whole reply.
func (r *reading) completion() (op.Completion, error) {
	c := op.Completion{Text: r.text.String(), Finish: finishes[r.finish], Tokens: r.tokens}
	if r.refused {
		c.Finish = op.FinishRefused
	}
	if c.Finish == "" {
		return op.Completion{}, errNotReply
	}
	return c, nil
}
