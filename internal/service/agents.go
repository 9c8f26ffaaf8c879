package service

import (
	"context"
	"log/slog"
	"net/http"
	"net/url"
	"sync"

	"toolcrib/internal/account"
	"toolcrib/internal/config"
	"toolcrib/internal/engine"
	"toolcrib/internal/mcp"
	"toolcrib/internal/op"
	"toolcrib/internal/openapi"
	"toolcrib/internal/problem"
	"toolcrib/internal/rest"
	"toolcrib/internal/search"
)

// GatewayPath is where agents call the operations as tools.
const GatewayPath = "/mcp"

// Find is the search over operations. Its index is built when it is first used.
func Find() func(query string, n int) []*op.Op {
	index := sync.OnceValue(func() *search.Index { return search.New(op.All()) })
	return func(query string, n int) []*op.Op {
		var found []*op.Op
		for _, hit := range index().Search(query, n) {
			found = append(found, hit.Op)
		}
		return found
	}
}

// gateway is the front for agents. It borrows keys, addresses, headers and
// problems from the HTTP front.
func gateway(s config.Settings, base string, front *rest.Server, parts Parts, log *slog.Logger) http.Handler {
	web := mcp.Web{
		BodyLimit: s.BodyLimit,
		NewID:     front.NewID,
		From:      front.Address,
		Refused:   parts.Keys.Forget,
		Authenticate: func(r *http.Request) (*account.Key, *problem.Problem) {
			return front.Authenticate(r, "")
		},
		Write: func(w http.ResponseWriter, r *http.Request, a mcp.Answer, status int, mediaType string, body []byte) {
			front.Write(w, r, rest.Reply(a), status, mediaType, body)
		},
		Fail: func(w http.ResponseWriter, r *http.Request, a mcp.Answer, p *problem.Problem) {
			front.Fail(w, r, rest.Reply(a), p)
		},
	}
	if u, err := url.Parse(base); err == nil && s.BaseURL != "" {
		web.Hosts, web.Origins = []string{u.Hostname()}, []string{u.Scheme + "://" + u.Host}
	}
	return mcp.New(mcp.Options{
		Version: openapi.Version, Base: base, Caller: parts.Engine, Search: Find(), Core: mcp.Core,
		Report: func(ctx context.Context, id string, p *problem.Problem) {
			log.LogAttrs(ctx, slog.LevelError, "tool call failed",
				slog.String("request_id", "req_"+id), slog.String("code", string(p.Code)), slog.Any("cause", p.Cause))
		},
	}, web)
}

var (
	_ mcp.Caller = (*engine.Engine)(nil)
)
