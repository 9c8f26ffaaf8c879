package mcp

import (
	"context"
	"net/http"
	"net/netip"

	"toolcrib/internal/account"
	"toolcrib/internal/engine"
	"toolcrib/internal/op"
	"toolcrib/internal/problem"
)

// Options say what is offered, and by whose means.
type Options struct {
	Version string // of this program
	Base    string // public URL of the service without a final slash, for the types of problems; may be ""

	// Caller carries out calls.
	Caller Caller

	// Search finds operations by words, best first, at most n. It may find
	// some that are not offered here; those are left out.
	Search func(query string, n int) []*op.Op

	// Allowed tells whether the operator offers an operation; nil offers all.
	// No choice of a caller goes beyond it.
	Allowed func(*op.Op) bool

	// Core tells whether an operation is listed where the caller chooses
	// nothing; nil lists all. The others answer all the same, and are listed
	// when they are chosen: a list costs the model tokens on every turn.
	Core func(*op.Op) bool

	// Report is told of every tool error that is the service's own fault
	// (status 500 and above), for the log; nil drops them.
	Report func(ctx context.Context, id string, p *problem.Problem)
}

// Core are the operations that are listed where a caller chooses nothing: those
// that compute. Pictures, and links to them, are chosen by name or group: a
// model can do nothing with their bytes, and they have many fields. So are the
// operations of models: whoever reads the list is a model.
func Core(o *op.Op) bool { return o.Pool == op.ComputePool && o.Signs == nil && !o.OfModels() }

// Unkeyed are the operations that need no API key, which there is none of on a
// pipe: all but those that sign links with it.
func Unkeyed(o *op.Op) bool { return o.Signs == nil }

// Caller is what a call needs of the engine.
type Caller interface {
	// Do carries out a call: see engine.Engine.
	Do(ctx context.Context, c engine.Call) (engine.Result, *problem.Problem)

	// Admit counts a request that costs no units in the windows of the key and
	// its account. The problem is that of a request too many. key is nil where
	// calls are not metered.
	Admit(ctx context.Context, key *account.Key) (engine.Receipt, *problem.Problem)
}

// Web is what the HTTP front lends. All but Hosts and Origins is needed.
type Web struct {
	// BodyLimit is the bytes a request may have.
	BodyLimit int

	// Hosts are the names by which the service may be called, without port, as
	// the settings have them: those of the base URL and of the product hosts.
	// Loopback is always among them. Without any, requests that arrive by
	// loopback must name it, and others may name what they like.
	Hosts []string

	// Origins may call from a browser beside the service's own pages:
	// scheme://host[:port], the base URL's first.
	Origins []string

	// NewID makes the ULID of a request.
	NewID func() string

	// Authenticate finds the key of a request, with the scope that calls need.
	Authenticate func(*http.Request) (*account.Key, *problem.Problem)

	// From is the address that a request comes from.
	From func(*http.Request) netip.Addr

	// Refused is told of a key that the store no longer accepts.
	Refused func(*account.Key)

	// Write sends an answer with the headers that every keyed response
	// carries. An empty mediaType means that there is no body.
	Write func(w http.ResponseWriter, r *http.Request, a Answer, status int, mediaType string, body []byte)

	// Fail sends a problem in place of an answer.
	Fail func(w http.ResponseWriter, r *http.Request, a Answer, p *problem.Problem)
}

// Answer is what is known of a request beside its result.
type Answer struct {
	ID      string // ULID; Request-Id is req_<ID>
	Keyed   bool   // a key was accepted: the rate and quota headers apply
	Receipt engine.Receipt
}
