package config

import (
	"errors"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"

	"toolcrib/internal/egress"
	"toolcrib/internal/op"
)

// modelsText is a file of models as it is written.
type modelsText struct {
	Endpoints []endpointText
	Models    []modelText
}

type endpointText struct {
	Name    plain
	BaseURL plain `yaml:"base-url"`
	Key     plain
	KeyFile plain `yaml:"key-file"`
	Timeout plain
}

type modelText struct {
	ID        plain
	Rates     plain
	Tasks     []plain
	MaxOutput plain `yaml:"max-output"`
	At        []routeText
}

type routeText struct {
	Endpoint    plain
	Model       plain
	Limit       plain
	Temperature plain
	Form        plain
}

// plain is a value taken as it is written, as in the file of settings.
type plain string

// UnmarshalYAML reads a value on one line.
func (p *plain) UnmarshalYAML(n ast.Node) error {
	text, err := scalar(n)
	*p = plain(text)
	return err
}

func (p plain) or(other string) string {
	if p == "" {
		return other
	}
	return string(p)
}

func (s *Settings) modelsFile() ([]Model, error) {
	data, err := os.ReadFile(s.AIModelsFile)
	if err != nil {
		return nil, fmt.Errorf("ai-models-file: %w", err)
	}
	var text modelsText
	if err := yaml.UnmarshalWithOptions(data, &text, yaml.Strict()); err != nil {
		return nil, fmt.Errorf("ai-models-file: %s: %s", s.AIModelsFile, withoutSource(err))
	}
	models, err := s.models(text)
	if err == nil && len(models) == 0 {
		err = errors.New("it lists no models")
	}
	if err != nil {
		return nil, fmt.Errorf("ai-models-file: %s: %w", s.AIModelsFile, err)
	}
	return models, nil
}

// withoutSource is the text of a YAML error without the lines around it, which
// may hold keys.
func withoutSource(err error) string { return yaml.FormatError(err, false, false) }

// models puts a file's parts together. Every fault found is in the error.
func (s *Settings) models(text modelsText) (models []Model, err error) {
	var faults []error
	endpoints := map[plain]Endpoint{}
	for _, e := range text.Endpoints {
		if _, twice := endpoints[e.Name]; twice || e.Name == "" {
			faults = append(faults, fmt.Errorf("endpoint %q: every endpoint needs a name of its own", e.Name))
		}
		if endpoints[e.Name], err = s.endpoint(e); err != nil {
			faults = append(faults, fmt.Errorf("endpoint %q: %w", e.Name, err))
		}
	}
	used := map[plain]bool{}
	for _, m := range text.Models {
		model, err := m.read(endpoints)
		switch {
		case err != nil:
			faults = append(faults, fmt.Errorf("model %q: %w", m.ID, err))
		case slices.ContainsFunc(models, func(other Model) bool { return strings.EqualFold(other.ID, model.ID) }):
			faults = append(faults, fmt.Errorf("model %q: every model needs an id of its own", m.ID))
		}
		models = append(models, model)
		for _, r := range m.At {
			used[r.Endpoint] = true
		}
	}
	for _, e := range text.Endpoints {
		if !used[e.Name] {
			faults = append(faults, fmt.Errorf("endpoint %q: no model is at it; name it under a model's 'at', or leave it out", e.Name))
		}
	}
	return models, errors.Join(faults...)
}

// keyForm is what a header can carry (RFC 9110 section 5.5), without spaces.
var keyForm = regexp.MustCompile(`^[!-~]*$`)

func (s *Settings) endpoint(text endpointText) (e Endpoint, err error) {
	e = Endpoint{Name: string(text.Name), BaseURL: strings.TrimSuffix(string(text.BaseURL), "/"), Key: string(text.Key)}
	if err := egress.CheckURL(e.BaseURL, s.AIPrivate == "yes"); err != nil {
		if s.AIPrivate == "no" && egress.CheckURL(e.BaseURL, true) == nil {
			err = fmt.Errorf("%w; ai-private allows them", err)
		}
		return e, fmt.Errorf("base-url: %w", err)
	}
	if strings.Contains(e.BaseURL, "?") {
		return e, errors.New("base-url: the URL holds a query; leave it out")
	}
	if text.KeyFile != "" {
		if text.Key != "" {
			return e, errors.New("key and key-file are both set; set one")
		}
		if e.Key, err = firstLine(string(text.KeyFile)); err != nil {
			return e, fmt.Errorf("key-file: %w", err)
		}
		if e.Key == "" {
			return e, fmt.Errorf("key-file: the first line of %s is empty", text.KeyFile)
		}
	}
	if !keyForm.MatchString(e.Key) {
		return e, errors.New("key: it may hold visible ASCII characters only")
	}
	if e.Timeout, err = Duration(text.Timeout.or("60s")); err != nil || e.Timeout == 0 || e.Timeout > maxReplyWait {
		return e, fmt.Errorf("timeout: %q is not a duration of 1s to 60s", text.Timeout)
	}
	return e, nil
}

// modelForm is an id of a model. It has room for the names that servers give
// models, such as org/name:tag.
var modelForm = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._:/@-]{0,99}$`)

func (m modelText) read(endpoints map[plain]Endpoint) (out Model, err error) {
	out.ID = string(m.ID)
	switch {
	case !modelForm.MatchString(out.ID):
		return out, errors.New("id: write up to 100 letters, digits and . _ : / @ -, a letter or digit first")
	case strings.EqualFold(out.ID, op.LocalModel):
		return out, errors.New("id: this is the model that is built in; choose another")
	case len(m.At) == 0:
		return out, errors.New("at: name at least one endpoint")
	}
	if out.Rates, err = parseRates(m.Rates.or(defaultRates)); err != nil {
		return out, fmt.Errorf("rates: %w", err)
	}
	if out.MaxOutput, err = digits(m.MaxOutput.or(fmt.Sprint(maxReplyTokens))); err != nil || out.MaxOutput < 1 || out.MaxOutput > maxReplyTokens {
		return out, fmt.Errorf("max-output: %q is not a whole number from 1 to %d", m.MaxOutput, maxReplyTokens)
	}
	for _, task := range m.Tasks {
		out.Tasks = append(out.Tasks, string(task))
	}
	for i, r := range m.At {
		route, err := r.read(endpoints, out.ID)
		if err != nil {
			return out, fmt.Errorf("at, entry %d: %w", i+1, err)
		}
		out.Routes = append(out.Routes, route)
	}
	return out, nil
}

func (r routeText) read(endpoints map[plain]Endpoint, id string) (out Route, err error) {
	e, known := endpoints[r.Endpoint]
	if !known {
		return out, fmt.Errorf("endpoint: there is none called %q", r.Endpoint)
	}
	out = Route{Endpoint: e, Model: r.Model.or(id), Form: r.Form.or("json_schema")}
	limit, temperature := r.Limit.or("max_tokens"), r.Temperature.or("yes")
	out.CompletionLimit, out.FixedTemperature = limit == "max_completion_tokens", temperature == "no"
	for _, c := range []struct {
		name, value string
		allowed     []string
	}{
		{"limit", limit, []string{"max_tokens", "max_completion_tokens"}},
		{"temperature", temperature, []string{"yes", "no"}},
		{"form", out.Form, []string{"json_schema", "json_object", "none"}},
	} {
		if !slices.Contains(c.allowed, c.value) {
			return out, fmt.Errorf("%s: %q is not one of %s", c.name, c.value, strings.Join(c.allowed, ", "))
		}
	}
	return out, nil
}
