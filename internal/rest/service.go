package rest

import (
	"context"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"toolcrib/internal/account"
	"toolcrib/internal/op"
	"toolcrib/internal/problem"
	"toolcrib/internal/window"
)

// service authenticates a call that costs no units but counts in the rate
// window, and reads its parameters, whose names and values are those of
// allowed. The key is read from the store, since no charge checks it later.
func (s *Server) service(r *http.Request, rep *Reply, allowed map[string]string) (*account.Key, map[string]string, *problem.Problem) {
	key, _, p := s.authenticate(r, rep, "", "", s.opts.Keys.Reload)
	if p != nil {
		return nil, nil, p
	}
	rep.Keyed = true
	if rep.Receipt, p = s.opts.Engine.Admit(r.Context(), key); p != nil {
		return nil, nil, p
	}
	params, err := parameters(r.URL.RawQuery, allowed)
	if err != nil {
		return nil, nil, problem.Invalid(err, http.StatusUnprocessableEntity)
	}
	return key, params, nil
}

// anyText allows a parameter every value.
const anyText = ""

// parameters reads a query of which each parameter has one allowed value, or
// any.
func parameters(raw string, allowed map[string]string) (map[string]string, *op.Invalid) {
	e, given := &op.Invalid{}, map[string]string{}
	for part := range strings.SplitSeq(raw, "&") {
		if part == "" {
			continue
		}
		name, value, _ := strings.Cut(part, "=")
		want, known := allowed[name]
		_, again := given[name]
		switch {
		case !known:
			e.Add(strings.ToValidUTF8(name[:min(len(name), 64)], "\ufffd"), op.UnknownField, "unknown parameter").
				Hint = "accepted: " + accepted(allowed)
		case again:
			e.Add(name, op.DuplicateField, "the parameter '%s' was sent twice", name).Hint = "send it once"
		case want == anyText:
			text, err := url.QueryUnescape(value)
			if err != nil || !utf8.ValidString(text) {
				e.Add(name, op.InvalidFormat, "the parameter '%s' is not text in percent-encoded UTF-8", name)
			}
			value = text
		case value != want:
			e.Add(name, op.NotAllowed, "the parameter '%s' takes only '%s'", name, want).Hint = "send " + name + "=" + want
		}
		given[name] = value
	}
	if len(e.Violations) > 0 {
		return nil, e
	}
	return given, nil
}

func accepted(allowed map[string]string) string {
	if len(allowed) == 0 {
		return "none"
	}
	return strings.Join(slices.Sorted(maps.Keys(allowed)), ", ")
}

// usage answers GET /v1/usage: what this key and its account have left.
func (s *Server) usage(w http.ResponseWriter, r *http.Request) {
	rep := s.newReply()
	key, params, p := s.service(r, rep, map[string]string{"keys": "all"})
	var data op.Object
	if p == nil {
		data, p = s.usageOf(r.Context(), key, rep.Receipt.Rate, params["keys"] == "all")
	}
	if p != nil {
		s.fail(w, r, rep, p)
		return
	}
	s.success(w, r, rep, data)
}

func (s *Server) success(w http.ResponseWriter, r *http.Request, rep *Reply, data any) {
	body := op.Object{{Name: "success", Value: true}, {Name: "data", Value: data}}.AppendJSON(nil)
	s.write(w, r, rep, http.StatusOK, "application/json", body)
}

func (s *Server) usageOf(ctx context.Context, key *account.Key, rate window.Rate, all bool) (op.Object, *problem.Problem) {
	if all && !key.Has(account.ScopeUsage) {
		p := problem.New(problem.InsufficientScope, "The account's other keys need the scope %s.", account.ScopeUsage)
		p.Scope = string(account.ScopeUsage)
		return nil, p
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), storeTimeout)
	defer cancel()
	data, err := s.usageData(ctx, key, rate, all)
	if err != nil {
		p := problem.New(problem.ChargeUnavailable, "The ledger cannot be read right now.").After(1)
		p.Cause = err
		return nil, p
	}
	return data, nil
}

func (s *Server) usageData(ctx context.Context, key *account.Key, rate window.Rate, all bool) (op.Object, error) {
	period := account.Period(s.opts.Now())
	own, err := s.keyUsage(ctx, key, period)
	if err != nil {
		return nil, err
	}
	acc, err := s.opts.Store.Account(ctx, key.AccountID)
	if err != nil {
		return nil, err
	}
	pools, err := s.pools(ctx, key)
	if err != nil {
		return nil, err
	}
	data := op.Object{
		{Name: "key", Value: own},
		{Name: "account", Value: op.Object{{Name: "id", Value: acc.ID}, {Name: "name", Value: acc.Name}}},
		{Name: "rate", Value: op.Object{{Name: "limit", Value: rate.Limit},
			{Name: "window_seconds", Value: int(window.Period / time.Second)}, {Name: "remaining", Value: rate.Remaining}}},
		{Name: "pools", Value: pools},
		{Name: "month", Value: period},
	}
	if !all {
		return data, nil
	}
	keys, err := s.opts.Store.Keys(ctx, key.AccountID)
	if err != nil {
		return nil, err
	}
	others := make([]op.Object, 0, len(keys))
	for i := range keys {
		o, err := s.keyUsage(ctx, &keys[i], period)
		if err != nil {
			return nil, err
		}
		others = append(others, o)
	}
	return append(data, op.Member{Name: "keys", Value: others}), nil
}

func (s *Server) keyUsage(ctx context.Context, k *account.Key, period string) (op.Object, error) {
	u, err := s.opts.Store.KeyUsage(ctx, k.ID, period)
	if err != nil {
		return nil, err
	}
	var limit any
	if k.Cap > 0 {
		limit = k.Cap
	}
	return op.Object{
		{Name: "id", Value: k.ID}, {Name: "name", Value: k.Name}, {Name: "env", Value: string(k.Env)}, {Name: "scopes", Value: k.ScopeNames()},
		{Name: "month", Value: op.Object{{Name: "requests", Value: u.Requests}, {Name: "units", Value: u.Units}}},
		{Name: "cap", Value: limit},
	}, nil
}

// pools lists what is left for keys of this environment: the pools of units
// that the plan or a grant fills, then the request allowances.
func (s *Server) pools(ctx context.Context, key *account.Key) ([]op.Object, error) {
	pools := []op.Object{}
	for _, pool := range []account.Pool{account.PoolCompute, account.PoolImage, account.PoolAI} {
		b, err := s.opts.Meter.Balance(ctx, key.AccountID, pool.For(key.Env), "")
		if err != nil {
			return nil, err
		}
		if b.FreeLimit == 0 && b.Units() == 0 && !b.EverPaid {
			continue
		}
		pools = append(pools, poolObject(pool, b.FreeLimit, b.Free, &b))
	}
	for _, pool := range slices.Sorted(maps.Keys(s.opts.Plan.Allowances)) {
		b, err := s.opts.Meter.Balance(ctx, key.AccountID, account.PoolCompute.For(key.Env), pool.For(key.Env))
		if err != nil {
			return nil, err
		}
		pools = append(pools, poolObject(pool, b.AllowanceLimit, b.Allowance, &account.Balance{ResetsAt: b.ResetsAt}))
	}
	return pools, nil
}

func poolObject(pool account.Pool, limit, left int64, b *account.Balance) op.Object {
	o := op.Object{{Name: "pool", Value: string(pool)}}
	free := op.Object{{Name: "limit", Value: limit}, {Name: "used", Value: limit - left}, {Name: "remaining", Value: left}}
	if strings.HasPrefix(string(pool), "op:") {
		o = append(o, op.Member{Name: "allowance", Value: free})
	} else {
		o = append(o, op.Member{Name: "free", Value: free},
			op.Member{Name: "promo", Value: op.Object{{Name: "remaining", Value: b.Promo}}},
			op.Member{Name: "prepaid", Value: op.Object{{Name: "remaining", Value: b.Prepaid}}})
	}
	return append(o, op.Member{Name: "resets_at", Value: b.ResetsAt.UTC().Format(time.RFC3339)})
}

// operations answers GET /v1/operations: the machine catalogue, or with q the
// operations that the words mean, the best first.
func (s *Server) operations() http.HandlerFunc {
	catalogue := sync.OnceValue(func() op.Raw { return s.catalogue(op.All()) })
	return func(w http.ResponseWriter, r *http.Request) {
		rep := s.newReply()
		_, params, p := s.service(r, rep, map[string]string{"q": anyText})
		if p != nil {
			s.fail(w, r, rep, p)
			return
		}
		words, asked := params["q"]
		if !asked {
			s.success(w, r, rep, catalogue())
			return
		}
		s.success(w, r, rep, s.catalogue(s.opts.Find(words, maxFound)))
	}
}

// maxFound is the most operations that a search answers.
const maxFound = 10

// catalogue describes operations with the limits that they have here.
func (s *Server) catalogue(ops []*op.Op) op.Raw {
	document, output, compute := s.opts.Engine.Limits()
	limits := op.Object{
		{Name: "body_bytes", Value: s.opts.BodyLimit}, {Name: "document_bytes", Value: document},
		{Name: "output_bytes", Value: output}, {Name: "compute_ms", Value: compute.Milliseconds()},
	}
	list := make([]op.Object, len(ops))
	for i, o := range ops {
		list[i] = append(Describe(o, s.opts.BaseURL), op.Member{Name: "limits", Value: limits})
	}
	return op.Raw(op.Object{{Name: "operations", Value: list}}.AppendJSON(nil))
}

// Describe is one entry of the catalogue. base is the service's base URL.
func Describe(o *op.Op, base string) op.Object {
	examples := make([]op.Object, len(o.Examples))
	for i, e := range o.Examples {
		examples[i] = op.Object{{Name: "name", Value: e.Name}, {Name: "input", Value: op.Raw(e.In)}}
	}
	return op.Object{
		{Name: "id", Value: o.ID}, {Name: "group", Value: o.Group()}, {Name: "summary", Value: o.Summary},
		{Name: "description", Value: o.Doc()}, {Name: "method", Value: o.Method}, {Name: "methods", Value: o.Methods()}, {Name: "url", Value: base + o.Path},
		{Name: "units", Value: o.Units()}, {Name: "pool", Value: string(o.Pool)}, {Name: "varies", Value: o.Varies}, {Name: "source", Value: o.Source},
		{Name: "since", Value: o.Since}, {Name: "input", Value: o.Input()}, {Name: "output", Value: o.Output()},
		{Name: "examples", Value: examples},
	}
}
