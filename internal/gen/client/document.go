package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
)

// document is what is read of an OpenAPI document.
type document struct {
	Paths      members[members[call]] `json:"paths"`
	Tags       []tag                  `json:"tags"`
	Components struct {
		Schemas map[string]*schema `json:"schemas"`
	} `json:"components"`
}

type tag struct {
	Name        string `json:"name"`
	Description string `json:"description"`
}

// call is an operation of the document.
type call struct {
	ID          string      `json:"operationId"`
	Summary     string      `json:"summary"`
	Description string      `json:"description"`
	Tags        []string    `json:"tags"`
	Units       *int        `json:"x-units"`
	Parameters  []parameter `json:"parameters"`
	Body        *content    `json:"requestBody"`
	Responses   struct {
		OK content `json:"200"`
	} `json:"responses"`
}

type parameter struct {
	Name        string  `json:"name"`
	In          string  `json:"in"`
	Description string  `json:"description"`
	Required    bool    `json:"required"`
	Schema      *schema `json:"schema"`
}

type content struct {
	Content map[string]struct {
		Schema *schema `json:"schema"`
	} `json:"content"`
}

// schema is a JSON Schema as far as the document uses it.
type schema struct {
	Ref         string            `json:"$ref"`
	Type        oneOrMore         `json:"type"`
	Enum        []json.RawMessage `json:"enum"`
	Properties  members[*schema]  `json:"properties"`
	Required    []string          `json:"required"`
	Additional  json.RawMessage   `json:"additionalProperties"`
	Items       *schema           `json:"items"`
	OneOf       []*schema         `json:"oneOf"`
	AnyOf       []*schema         `json:"anyOf"`
	Description string            `json:"description"`
	Default     json.RawMessage   `json:"default"`

	Minimum          json.Number `json:"minimum"`
	Maximum          json.Number `json:"maximum"`
	ExclusiveMinimum json.Number `json:"exclusiveMinimum"`
	ExclusiveMaximum json.Number `json:"exclusiveMaximum"`
	MinLength        int         `json:"minLength"`
	MaxLength        int         `json:"maxLength"`
	MinItems         int         `json:"minItems"`
	MaxItems         int         `json:"maxItems"`
	MaxProperties    int         `json:"maxProperties"`
	Pattern          string      `json:"pattern"`
}

// oneOrMore is a word, or a list of them.
type oneOrMore []string

func (o *oneOrMore) UnmarshalJSON(text []byte) error {
	if text[0] == '[' {
		return json.Unmarshal(text, (*[]string)(o))
	}
	*o = make(oneOrMore, 1)
	return json.Unmarshal(text, &(*o)[0])
}

// members are those of a JSON object in their order, which the document gives
// a meaning: required fields and important ones come first.
type members[T any] []member[T]

type member[T any] struct {
	name  string
	value T
}

func (m *members[T]) UnmarshalJSON(text []byte) error {
	d := json.NewDecoder(bytes.NewReader(text))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return fmt.Errorf("an object was expected: %w", err)
	}
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return err
		}
		one := member[T]{name: name.(string)}
		if err := d.Decode(&one.value); err != nil {
			return fmt.Errorf("%s: %w", one.name, err)
		}
		*m = append(*m, one)
	}
	return nil
}

// MarshalJSON writes the object again, so that two can be compared.
func (m members[T]) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	for _, one := range m {
		value, err := json.Marshal(one.value)
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(&b, ",%q:%s", one.name, value)
	}
	return []byte("{" + strings.TrimPrefix(b.String(), ",") + "}"), nil
}

func parse(text []byte) (*document, error) {
	d := &document{}
	err := json.Unmarshal(text, d)
	return d, err
}

// find follows a reference to a component; name is empty where there is none.
func (d *document) find(s *schema) (target *schema, name string, err error) {
	if s.Ref == "" {
		return s, "", nil
	}
	name = strings.TrimPrefix(s.Ref, "#/components/schemas/")
	target = d.Components.Schemas[name]
	if target == nil {
		return nil, "", fmt.Errorf("%s leads nowhere", s.Ref)
	}
	return target, name, nil
}
