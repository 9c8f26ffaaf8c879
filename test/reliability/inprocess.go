package main

import (
	"log/slog"
	"net/http/httptest"
	"time"

	"toolcrib/internal/account"
	"toolcrib/internal/config"
	"toolcrib/internal/service"
)

// settings are the defaults but for some, given as flags.
func (t *trial) settings(flags map[string]string) config.Settings {
	s, _, err := config.Load(config.Sources{Flags: flags})
	t.must(err)
	return s
}

// inProcess is a service whose clock the trial sets, which no program can be
// told to do from outside. It answers on loopback, in this process.
func (p *place) inProcess(s config.Settings, clock func() time.Time) *node {
	t := p.t
	store := p.open(service.Plan(s), clock)
	t.Cleanup(func() { _ = store.Close() })
	env := service.Env()
	env.Now = clock
	return t.serve(s, store, service.Build(s, "", store, env, silent), clock)
}

var silent = slog.New(slog.DiscardHandler)

// serve answers with the parts of a service.
func (t *trial) serve(s config.Settings, store account.Store, parts service.Parts, clock func() time.Time) *node {
	server := httptest.NewServer(service.Handler(s, "", store, parts, clock, silent))
	t.Cleanup(server.Close)
	return &node{t: t, url: server.URL}
}
