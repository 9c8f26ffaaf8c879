package rest

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"time"

	"toolcrib/internal/account"
	"toolcrib/internal/engine"
	"toolcrib/internal/link"
	"toolcrib/internal/op"
	"toolcrib/internal/problem"
)

// Reply is what is known of a request while it is answered.
type Reply struct {
	ID      string // ULID; Request-Id is req_<ID>
	Keyed   bool   // a key was accepted: the rate and quota headers apply
	Receipt engine.Receipt
}

func (s *Server) newReply() *Reply { return &Reply{ID: s.NewID()} }

// operation is the handler of one operation.
func (s *Server) operation(o *op.Op) http.HandlerFunc {
	linked := o.Media != nil && o.Signer() != nil
	return func(w http.ResponseWriter, r *http.Request) {
		if linked && r.Method != http.MethodPost && link.Is(r.URL.RawQuery) {
			s.follow(w, r, o)
			return
		}
		rep := s.newReply()
		key, secret, p := s.authenticate(r, rep, account.ScopeCompute, o.ID, s.opts.Keys.Lookup)
		if p != nil {
			s.fail(w, r, rep, p)
			return
		}
		rep.Keyed = true
		in := &input{server: s, w: w, r: r, op: o}
		defer in.done()
		call := engine.Call{ID: rep.ID, Key: key, Op: o, From: s.address(r), Until: r.Context(), Read: in.read, URL: s.at, Lent: true}
		call.Idempotency, in.fault = idempotency(r, o, secret)
		s.form(r, &call)
		stream := s.stream(w, r, rep, &call)
		result, p := s.opts.Engine.Do(r.Context(), call)
		defer result.Done()
		rep.Receipt = result.Receipt
		if p != nil && result.Receipt.KeyRefused {
			rep.Keyed = false
			s.opts.Keys.Forget(key)
		}
		if stream != nil && (p == nil || stream.began) {
			stream.end(&result, p)
			return
		}
		if p != nil {
			s.fail(w, r, rep, p)
			return
		}
		if result.Replayed {
			w.Header().Set("Idempotent-Replayed", "true")
		}
		s.answer(w, r, rep, o, &result)
	}
}

// form tells the call in which form the caller wants the answer.
func (s *Server) form(r *http.Request, call *engine.Call) {
	accept := strings.Join(r.Header.Values("Accept"), ",")
	if call.Op.Media == nil {
		call.Raw = wantsRaw(accept, call.Op.RawType())
		return
	}
	get := r.Method != http.MethodPost
	call.Raw, call.Choose = wantsPicture(accept, call.Op.Media, get), true
	if get {
		call.Have = func(sha256 string) bool { return has(r, sha256) }
	}
}

// answer sends a result.
func (s *Server) answer(w http.ResponseWriter, r *http.Request, rep *Reply, o *op.Op, result *engine.Result) {
	if o.Media != nil {
		w.Header().Add("Vary", "Accept")
	}
	switch {
	case result.Picture == nil && result.Raw:
		s.write(w, r, rep, http.StatusOK, rawMediaType(o.RawType()), result.Body)
	case result.Picture == nil:
		s.write(w, r, rep, http.StatusOK, "application/json", result.Body)
	case r.Method == http.MethodPost:
		s.writePicture(w, r, rep, result.Picture, false, noStore[0])
	default:
		s.writePicture(w, r, rep, result.Picture, result.Had, keptByCaller)
	}
}

// storeTimeout bounds one look into the store: a store that is away is
// answered with 503, not with silence.
const storeTimeout = time.Second

// lookup finds the key behind a credential.
type lookup func(ctx context.Context, secret string) (*account.Key, error)

// authenticate finds the caller's key and checks its scope and the address
// that it is used from. what is the operation, for the count of refusals.
func (s *Server) authenticate(r *http.Request, rep *Reply, scope account.Scope, what string, find lookup) (*account.Key, string, *problem.Problem) {
	secret, p := bearer(r)
	if p != nil {
		if p.Code == problem.InvalidAPIKey {
			p = s.badCredential(r)
		}
		return nil, "", p
	}
	key, err := find(r.Context(), secret)
	if err != nil {
		return nil, "", s.unopened(r, err)
	}
	from := s.address(r)
	switch {
	case scope != "" && !key.Has(scope):
		p = problem.New(problem.InsufficientScope, "The key is valid, but has not the scope %s.", scope)
		p.Scope = string(scope)
	case !key.Allows(from):
		p = problem.New(problem.AddressNotAllowed, "The key is valid, but may not be used from the address %s.", from)
	default:
		return key, secret, nil
	}
	if s.opts.Observe != nil {
		s.opts.Observe(engine.Observed{ID: rep.ID, Key: key, Op: what, From: from, Refused: true, Status: p.Status, Code: p.Code})
	}
	return nil, "", p
}

// unopened is the problem of a key that was not found, for the error of the
// keyring.
func (s *Server) unopened(r *http.Request, err error) *problem.Problem {
	if errors.Is(err, account.ErrBadKey) {
		return s.badCredential(r)
	}
	p := problem.New(problem.ChargeUnavailable, "Keys cannot be looked up right now.").After(1)
	p.Cause = err
	return p
}

// keyInURL tells whether the query of a URL holds what looks like a key.
func keyInURL(u *url.URL) bool {
	query, err := url.QueryUnescape(u.RawQuery)
	if err != nil {
		query = u.RawQuery
	}
	return strings.Contains(query, "tc_live_") || strings.Contains(query, "tc_test_")
}

// bearer takes the credential out of the one place where it may stand.
func bearer(r *http.Request) (string, *problem.Problem) {
	values := r.Header.Values("Authorization")
	if len(values) == 0 {
		p := problem.New(problem.MissingAPIKey, "Send your API key in the header 'Authorization: Bearer <key>'.")
		if keyInURL(r.URL) {
			p.Detail = "An API key stood in the URL, where logs and histories keep it. Revoke that key, and send the new one in the header 'Authorization: Bearer <key>'."
		}
		return "", p
	}
	if len(values) > 1 {
		return "", engine.InvalidKey()
	}
	scheme, credential, _ := strings.Cut(values[0], " ")
	if !strings.EqualFold(scheme, "Bearer") {
		return "", problem.New(problem.MissingAPIKey, "The Authorization header must use the scheme Bearer: 'Authorization: Bearer <key>'.")
	}
	if credential = strings.Trim(credential, " "); credential == "" {
		return "", problem.New(problem.MissingAPIKey, "The Authorization header carries no key: 'Authorization: Bearer <key>'.")
	}
	return credential, nil
}
