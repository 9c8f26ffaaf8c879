package config

import (
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"

	"toolcrib/internal/num"
	"toolcrib/internal/op"
)

// Bounds on the models of AI operations.
const (
	maxFee         = 1_000_000 // AI tokens
	maxTokenRate   = 1_000     // AI tokens for a token
	ratePlaces     = 6         // decimals of a rate
	maxReplyWait   = time.Minute
	maxReplyTokens = 8192
)

// Model is a model that AI operations can ask, as the operator has set it up.
type Model struct {
	ID        string   // as callers name it
	Tasks     []string // ids of operations; nil = all
	Rates     op.Rates
	MaxOutput int64   // tokens of a reply, at most
	Routes    []Route // where it is asked: the first that answers
}

// Route is one way to ask a model.
type Route struct {
	Endpoint Endpoint
	Model    string // its name there

	// What servers differ in. CompletionLimit: the bound on the reply is called
	// max_completion_tokens. FixedTemperature: none is sent. Form: how a reply
	// in JSON is asked for, json_schema, json_object or none.
	CompletionLimit, FixedTemperature bool
	Form                              string
}

// Endpoint is an OpenAI-compatible server.
type Endpoint struct {
	Name    string
	BaseURL string // without a final slash
	Key     string // "" = it wants none
	Timeout time.Duration
}

// Models are the models of AI operations, in the operator's order. local-1,
// which is built in, is not among them.
func (s *Settings) Models() ([]Model, error) {
	switch {
	case s.AIModelsFile != "" && s.AIBaseURL+s.AIKey+s.AIModel != "":
		return nil, errors.New("ai-models-file: goes without ai-base-url, ai-key and ai-model; write that endpoint into the file too")
	case s.AIModelsFile != "":
		return s.modelsFile()
	case s.AIBaseURL != "" && s.AIModel != "":
		return s.models(modelsText{
			Endpoints: []endpointText{{Name: "ai-base-url", BaseURL: plain(s.AIBaseURL), Key: plain(s.AIKey)}},
			Models:    []modelText{{ID: plain(s.AIModel), Rates: plain(s.AIRates), At: []routeText{{Endpoint: "ai-base-url"}}}},
		})
	case s.AIBaseURL+s.AIKey+s.AIModel != "":
		return nil, errors.New("ai-base-url and ai-model go together; set both, with ai-key where the endpoint wants one, or none of them")
	}
	return nil, nil
}

// defaultRates is the default of ai-rates, for models in the file too.
const defaultRates = "0 1 1"

// parseRates reads a fee and the rates of a token of the prompt and of the
// reply, all in AI tokens.
func parseRates(text string) (r op.Rates, err error) {
	fault := fmt.Errorf("%q is not the fee of a call, and the rates of a token of the prompt and of the reply, in AI tokens, such as '10 0.25 1.5': a whole number up to %d, two decimals up to %d with up to %d places",
		text, maxFee, maxTokenRate, ratePlaces)
	parts := strings.Fields(text)
	if len(parts) != 3 {
		return r, fault
	}
	if r.Fee, err = digits(parts[0]); err != nil || r.Fee > maxFee {
		return r, fault
	}
	for i, d := range []*num.Dec{&r.Input, &r.Output} {
		if *d, err = num.Parse(parts[i+1]); err != nil || d.Sign() < 0 || d.Cmp(num.FromInt(maxTokenRate)) > 0 || d.Round(ratePlaces, num.HalfEven).Cmp(*d) != 0 {
			return r, fault
		}
	}
	return r, nil
}

// ModelProxy is the URL of AIProxy, nil where there is none.
func (s *Settings) ModelProxy() (*url.URL, error) {
	if s.AIProxy == "" {
		return nil, nil
	}
	u, err := url.Parse(s.AIProxy)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" || strings.Trim(u.Path, "/") != "" || strings.ContainsAny(s.AIProxy, "?#") {
		// The value is not told: it may hold a password.
		return nil, errors.New("ai-proxy: not a URL of the form http://host:port or http://user:password@host:port")
	}
	return u, nil
}

// checkModels looks at the models of AI operations and the way to them.
func (s *Settings) checkModels() (faults []error) {
	if _, err := s.Models(); err != nil {
		faults = append(faults, err)
	}
	if _, err := s.ModelProxy(); err != nil {
		faults = append(faults, err)
	}
	return faults
}
