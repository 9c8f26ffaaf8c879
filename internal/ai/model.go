package ai

import (
	"context"
	"errors"
	"fmt"
	"time"

	"toolcrib/internal/config"
	"toolcrib/internal/op"
)

// model is one model and the ways to it.
type model struct {
	routes    []route
	maxOutput int64
}

// route is one way to a model.
type route struct {
	config.Route
	at *endpoint
}

// fault is why an attempt failed. Errors of any other type end the call: the
// context's, and that of op.Prompt.OnText.
type fault struct {
	why    string        // for the log: fixed words or a status
	detail string        // for the caller; "" = the model could not be reached
	wait   time.Duration // that the provider asked for; 0 = none
	reply  bool          // an answer came, but it is none to a chat completion
	asking bool          // the request is what was refused: the endpoint is well
}

func (f *fault) Error() string { return f.why }

// complete asks the routes in order until one answers. Once a part of a reply
// was handed on there is no other try.
func (m *model) complete(ctx context.Context, p op.Prompt) (op.Completion, error) {
	p.MaxOutput = min(p.MaxOutput, m.maxOutput)
	released := false
	if hand := p.OnText; hand != nil {
		p.OnText = func(part string) error {
			released = true
			return hand(part)
		}
	}
	var failed error
	for _, r := range m.inTurn() {
		c, err := r.at.ask(ctx, r.Route, p)
		if err == nil {
			return c, nil
		}
		var f *fault
		if !errors.As(err, &f) {
			return op.Completion{}, err
		}
		if failed = f.at(r.at.Name); released {
			break
		}
	}
	if failed == nil {
		return op.Completion{}, m.busy()
	}
	return op.Completion{}, failed
}

// inTurn are the routes to try, in order: those whose endpoint has just failed
// come last, so that one call's bad luck does not become that of the others,
// and those whose provider asked for a wait that is not over are left out.
func (m *model) inTurn() []route {
	var well, failed []route
	for _, r := range m.routes {
		switch until, asked := r.at.resting(); {
		case until.IsZero():
			well = append(well, r)
		case !asked:
			failed = append(failed, r)
		}
	}
	return append(well, failed...)
}

// busy is the error of a model whose providers have all asked for a wait.
func (m *model) busy() error {
	wait := maxRest
	for _, r := range m.routes {
		until, _ := r.at.resting()
		wait = min(wait, time.Until(until))
	}
	f := &fault{why: "asked to wait, as are all others", detail: "the model's provider is busy", wait: wait}
	return f.at(m.routes[0].at.Name)
}

// at is the error for the kernel.
func (f *fault) at(endpoint string) error {
	cause := fmt.Errorf("AI endpoint %s: %s", endpoint, f.why)
	if f.reply {
		return &op.ModelOutput{Detail: "the model's provider did not send a complete and valid reply", Cause: cause}
	}
	return &op.ModelUnavailable{Detail: f.detail, RetryAfter: seconds(f.wait), Cause: cause}
}

// seconds is a wait in whole seconds, rounded up.
func seconds(d time.Duration) int { return int((max(d, 0) + time.Second - 1) / time.Second) }
