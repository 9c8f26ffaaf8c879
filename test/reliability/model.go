package main

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync/atomic"

	"toolcrib/internal/account"
)

// model is a server of a model that tells some words and then falls silent.
type model struct {
	url  string
	open atomic.Int64 // requests that have told their words and wait
}

func startModel(t *trial) *model {
	m := &model{}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		for range 20 {
			fmt.Fprint(w, `data: {"choices":[{"index":0,"delta":{"content":"word and word, "}}]}`+"\n\n")
			_ = http.NewResponseController(w).Flush() // a caller who has left shows below
		}
		m.open.Add(1)
		defer m.open.Add(-1)
		select {
		case <-r.Context().Done():
		case <-t.ctx.Done():
		}
	}))
	t.Cleanup(s.Close)
	m.url = s.URL + "/v1"
	return m
}

// modelCaller is a caller with AI tokens beside its units.
func (p *place) modelCaller() caller {
	who := p.callers(1, plenty)[0]
	s := p.open(account.Plan{}, nil)
	ctx := context.WithoutCancel(p.t.ctx)
	_, err := s.Grant(ctx, account.Grant{AccountID: who.account, Pool: account.PoolAI, Class: account.ClassPrepaid, Units: plenty})
	p.t.must(err)
	p.t.must(s.Close())
	return who
}
