package service

import (
	"context"
	"log/slog"
	"net/http"
	"time"

	"toolcrib/internal/account"
	"toolcrib/internal/auth"
	"toolcrib/internal/build"
	"toolcrib/internal/config"
	"toolcrib/internal/mcp"
	"toolcrib/internal/op"
	"toolcrib/internal/problem"
	"toolcrib/internal/rest"
	"toolcrib/internal/web"
	"toolcrib/internal/web/desk"
)

// site is the website. Its pages run operations without key and charge, and
// borrow addresses and problems from the HTTP front.
func site(s config.Settings, base string, store account.Store, front *rest.Server, parts Parts, now func() time.Time, log *slog.Logger) *web.Site {
	kind := "SQLite"
	if s.DatabaseURL != "" {
		kind = "PostgreSQL"
	}
	var bank http.Handler
	if parts.Shop.Bank != nil {
		bank = parts.Shop.Bank.Handler()
	}
	return web.New(web.Options{
		BaseURL: base, Brand: s.BrandTitle, Version: build.Version, Contact: s.Contact, Signup: auth.Signup(s.Signup),
		Ops: op.All(), Find: Find(), Store: store, Bank: bank,
		Sales: desk.Sales{
			Desk: parts.Shop.Desk, Provider: s.Payments, Hosts: parts.Shop.Hosts, Seller: s.Seller(), Rate: s.GSTRate, SAC: s.SAC,
			Plan: Plan(s), Contact: s.Contact,
		},
		Install:      desk.Install{Store: kind, Started: now(), Offered: func(o *op.Op) bool { return !o.Withdrawn() }, Ready: front.Ready},
		PrivateHooks: s.WebhookPrivate == "yes",
		Toolset:      mcp.Sizer(mcp.Options{Core: mcp.Core}),
		Try: func(ctx context.Context, o *op.Op, src op.Source) ([]byte, *problem.Problem) {
			r, p := parts.Engine.Try(ctx, o, src)
			return r.Body, p
		},
		Limits: op.Limits{Document: s.DocumentLimit}, BodyLimit: s.BodyLimit, Output: s.OutputLimit, Rate: s.RatePerMinute, Visitors: s.VisitorsPerMinute,
		Ready: front.Ready, Address: front.Address, NotFound: front.NotFound, NotAllowed: front.NotAllowed,
		Now: now, Log: log,
	})
}
