// Package ai asks language models that are at OpenAI-compatible servers, by
// POST {base URL}/chat/completions (OpenAI, API reference, "Chat Completions").
//
// Providers are the operator's choice, yet what they say is judged like any
// input: answers are bounded, must be strict JSON and are read for a text, the
// reason of its end and the tokens used, nothing else. No redirect is followed,
// no cookie kept, and no private address reached unless the operator allows
// it. Errors and log lines are made of fixed words, statuses and the names that
// the operator gave: never of a prompt, a reply, a key or a provider's words.
package ai

import (
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"toolcrib/internal/config"
	"toolcrib/internal/egress"
	"toolcrib/internal/op"
	"toolcrib/internal/tokens"
)

// Bounds on a connection to an endpoint.
const (
	connectTimeout = 5 * time.Second  // for the look-up and TCP, and again for TLS
	keepIdle       = 30 * time.Second // less than servers do, so that a request never meets a connection being closed
	maxIdle        = 16               // connections kept, of each endpoint
	maxHeader      = 64 << 10         // bytes of an answer's header
)

// Open sets up the models of the settings, in the operator's order. tasks are
// the ids of the operations that ask models; a model may be set to no other.
// watch may be nil.
func Open(s *config.Settings, tasks []string, log *slog.Logger, watch Watch) ([]*op.Model, error) {
	if watch == nil {
		watch = unwatched
	}
	models, err := s.Models()
	if err != nil {
		return nil, err
	}
	proxy, err := s.ModelProxy()
	if err != nil {
		return nil, err
	}
	endpoints := map[string]*endpoint{}
	var out []*op.Model
	for _, m := range models {
		if err := checkTasks(m, tasks); err != nil {
			return nil, err
		}
		var routes []route
		for _, r := range m.Routes {
			e := endpoints[r.Endpoint.Name]
			if e == nil {
				transport := newTransport(s.AIPrivate == "yes", proxy, r.Endpoint.Timeout)
				e = &endpoint{Endpoint: r.Endpoint, transport: transport, log: log, watch: watch}
				endpoints[r.Endpoint.Name] = e
			}
			routes = append(routes, route{r, e})
		}
		asked := &model{routes: routes, maxOutput: m.MaxOutput}
		out = append(out, &op.Model{ID: m.ID, Tasks: m.Tasks, Rates: m.Rates, Count: tokens.Count, Complete: asked.complete})
	}
	return out, nil
}

func checkTasks(m config.Model, known []string) error {
	for _, task := range m.Tasks {
		if slices.Contains(known, task) {
			continue
		}
		hint := "they are " + strings.Join(known, ", ")
		if near := op.Nearest(task, known); near != "" {
			hint = "did you mean " + near + "?"
		}
		return fmt.Errorf("ai-models-file: model %q: tasks: %q is no operation that asks a model; %s", m.ID, task, hint)
	}
	return nil
}

// newTransport returns what an endpoint is asked through. It speaks HTTP/1.1,
// so that calls do not share a connection and none can hold up the others.
func newTransport(allowPrivate bool, proxy *url.URL, timeout time.Duration) *http.Transport {
	// Of a proxy it is the address that is judged, and the operator's own
	// network is where proxies are.
	t := egress.NewTransport(allowPrivate || proxy != nil, connectTimeout)
	if proxy != nil {
		t.Proxy = http.ProxyURL(proxy)
	}
	t.ResponseHeaderTimeout = timeout
	t.MaxResponseHeaderBytes = maxHeader
	t.MaxIdleConnsPerHost = maxIdle
	t.IdleConnTimeout = keepIdle
	return t
}
