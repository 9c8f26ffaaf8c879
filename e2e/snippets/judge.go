package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os/exec"
	"reflect"
	"slices"
	"strings"
)

// judge compares what code printed with the API's answer to the same input:
// the same bytes where it shows them as they came, the same values where it
// has read them. Answers that vary have the same members.
func (c *call) judge() error {
	if c.err != nil {
		if exit, ok := errors.AsType[*exec.ExitError](c.err); ok {
			return fmt.Errorf("%w: %s", c.err, exit.Stderr)
		}
		return c.err
	}
	var envelope struct {
		Success bool
		Data    json.RawMessage
	}
	if err := json.Unmarshal(c.want, &envelope); err != nil || !envelope.Success {
		return fmt.Errorf("the API answers %.300s", c.want)
	}
	got, want, values := c.out, envelope.Data, false
	switch c.form {
	case "curl", "Go":
		want = c.want
	case "MCP":
		want = c.want
		var message struct {
			Result struct {
				Content           []struct{ Text string }
				StructuredContent any
				IsError           bool
			}
		}
		if err := json.Unmarshal(event(got), &message); err != nil || message.Result.IsError || len(message.Result.Content) == 0 {
			return fmt.Errorf("it is answered %.300s: %w", got, err)
		}
		got = []byte(message.Result.Content[0].Text)
		var text any
		if err := json.Unmarshal(got, &text); err != nil || !reflect.DeepEqual(text, message.Result.StructuredContent) {
			return fmt.Errorf("its text and its structured content differ: %.300s", c.out)
		}
	case "JavaScript", "Python":
		values = true
	}
	var g, w any
	if err := errors.Join(json.Unmarshal(got, &g), json.Unmarshal(want, &w)); err != nil {
		return fmt.Errorf("it prints %.300s: %w", c.out, err)
	}
	left := drop(w, leftOut[c.form])
	if left {
		drop(g, leftOut[c.form])
	}
	same := reflect.DeepEqual(g, w)
	if !values && !left && !c.op.Varies {
		same = bytes.Equal(compact(got), compact(want))
	}
	if !same && (!c.op.Varies || shape(g) != shape(w)) {
		return fmt.Errorf("it prints\n%.500s\nand the API\n%.500s", got, want)
	}
	return nil
}

// leftOut is what a form has no use for: without a server there is no account,
// and an agent gets a picture once.
var leftOut = map[string]string{"CLI": "balance_after", "help": "balance_after", "MCP": "data_uri"}

// drop takes a member out of an answer, in its envelope or without; it tells
// whether it was there.
func drop(v any, name string) bool {
	members, _ := v.(map[string]any)
	if data, enveloped := members["data"].(map[string]any); enveloped && members["success"] == true {
		members = data
	}
	_, there := members[name]
	delete(members, name)
	return there
}

// event is the message of a stream of events, or of a plain answer.
func event(text []byte) []byte {
	for line := range strings.Lines(string(text)) {
		if data, ok := strings.CutPrefix(line, "data:"); ok && strings.TrimSpace(data) != "" {
			return []byte(data)
		}
	}
	return text
}

// compact is a JSON text without its white space.
func compact(text []byte) []byte {
	var b bytes.Buffer
	if json.Compact(&b, text) != nil {
		return text
	}
	return b.Bytes()
}

// shape is what a value is made of: names and types.
func shape(v any) string {
	switch v := v.(type) {
	case map[string]any:
		var b strings.Builder
		for _, name := range slices.Sorted(maps.Keys(v)) {
			b.WriteString(name + ":" + shape(v[name]) + ",")
		}
		return "{" + b.String() + "}"
	case []any:
		if len(v) == 0 {
			return "[]"
		}
		return "[" + shape(v[0]) + "]"
	default:
		return fmt.Sprintf("%T", v)
	}
}
