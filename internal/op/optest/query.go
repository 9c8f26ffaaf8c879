package optest

import (
	"bytes"
	"fmt"
	"net/url"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"toolcrib/internal/op"
)

// sameAsQuery sends the input of the case as a query and wants the same bytes.
func (c Case) sameAsQuery(o *op.Op, data []byte) error {
	query, err := Query(c.In)
	if err != nil {
		return err
	}
	got, err := answer(o, op.Query(query))
	if err != nil {
		return fmt.Errorf("sent as ?%s: %w", query, err)
	}
	if !bytes.Equal(got, data) {
		return fmt.Errorf("sent as ?%s: answered\n%s\nbut as JSON\n%s", query, got, data)
	}
	return nil
}

// Query writes a JSON input as the query that means the same: a text as it
// is, a list as a repeated name, anything else as its JSON.
func Query(in string) (string, error) {
	list, err := members([]byte(in))
	if err != nil {
		return "", err
	}
	var parts []string
	for _, m := range list {
		values := []string{m.value}
		// A list of one that looks like a list must be written as one.
		if m.value[0] == '[' && !strings.HasPrefix(m.value, `["[`) && m.value != "[]" {
			if values, err = elements(m.value); err != nil {
				return "", err
			}
		}
		for _, v := range values {
			parts = append(parts, url.QueryEscape(m.name)+"="+url.QueryEscape(unquote(v)))
		}
	}
	return strings.Join(parts, "&"), nil
}

func unquote(value string) string {
	if value[0] != '"' {
		return value
	}
	text, err := jsontext.AppendUnquote(nil, value)
	if err != nil {
		panic(err) // the value has just been normalized
	}
	return string(text)
}
