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
	"toolcrib/internal/op"
	"toolcrib/internal/problem"
)

// reply is what is known of a request while it is answered.
type reply struct {
	ulid    string
	receipt engine.Receipt
	keyed   bool // a key was accepted: the rate and quota headers apply
}

func (s *Server) newReply() *reply {
	return &reply{ulid: strings.TrimPrefix(account.NewID("req", s.opts.Now()), "req_")}
}

// operation is the handler of one operation.
func (s *Server) operation(o *op.Op) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		rep := s.newReply()
		key, p := s.authenticate(r, account.ScopeCompute, s.opts.Keys.Lookup)
		if p != nil {
			s.fail(w, r, rep, p)
			return
		}
		rep.keyed = true
		in := &input{server: s, w: w, r: r, op: o}
		defer in.done()
		raw := wantsRaw(strings.Join(r.Header.Values("Accept"), ","), o.RawType())
		result, p := s.opts.Engine.Do(r.Context(), engine.Call{ID: rep.ulid, Key: key, Op: o, Read: in.read, Raw: raw})
		rep.receipt = result.Receipt
		if p != nil {
			if result.Receipt.KeyRefused {
				rep.keyed = false
				s.opts.Keys.Forget(key)
			}
			s.fail(w, r, rep, p)
			return
		}
		mediaType := "application/json"
		if raw {
			mediaType = rawMediaType(o.RawType())
		}
		s.write(w, r, rep, http.StatusOK, mediaType, result.Body)
	}
}

// storeTimeout bounds one look into the store: a store that is away is
// answered with 503, not with silence.
const storeTimeout = time.Second

// lookup finds the key behind a credential.
type lookup func(ctx context.Context, secret string) (*account.Key, error)

// authenticate finds the caller's key and checks its scope.
func (s *Server) authenticate(r *http.Request, scope account.Scope, find lookup) (*account.Key, *problem.Problem) {
	secret, p := bearer(r)
	if p != nil {
		return nil, p
	}
	key, err := find(r.Context(), secret)
	switch {
	case errors.Is(err, account.ErrBadKey):
		return nil, engine.InvalidKey()
	case err != nil:
		p := problem.New(problem.ChargeUnavailable, "Keys cannot be looked up right now.").After(1)
		p.Cause = err
		return nil, p
	case scope != "" && !key.Has(scope):
		p := problem.New(problem.InsufficientScope, "The key is valid, but has not the scope %s.", scope)
		p.Scope = string(scope)
		return nil, p
	}
	return key, nil
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
