package ai

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"toolcrib/internal/config"
	"toolcrib/internal/egress"
	"toolcrib/internal/op"
)

// Rests of an endpoint.
const (
	failedRest = 10 * time.Second // after a failure
	maxRest    = time.Minute      // that a provider may ask for
)

// endpoint is an OpenAI-compatible server. It is safe for concurrent use.
type endpoint struct {
	config.Endpoint
	transport http.RoundTripper
	log       *slog.Logger
	watch     Watch

	mu    sync.Mutex
	until time.Time // before which it rests
	asked bool      // the rest was asked for by the provider
}

// resting tells until when the endpoint rests, zero if it does not, and whether
// its provider asked for that.
func (e *endpoint) resting() (until time.Time, asked bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if !time.Now().Before(e.until) {
		return time.Time{}, false
	}
	return e.until, e.asked
}

// rest has the endpoint passed over for a while after a failure.
func (e *endpoint) rest(ctx context.Context, f *fault) {
	wait := f.wait
	if wait == 0 {
		wait = failedRest
	}
	now := time.Now()
	e.mu.Lock()
	first := !now.Before(e.until)
	e.until, e.asked = now.Add(wait), f.wait > 0
	e.mu.Unlock()
	if first {
		e.log.LogAttrs(ctx, slog.LevelWarn, "AI endpoint failed; it is passed over for a while",
			slog.String("endpoint", e.Name), slog.String("why", f.why), slog.Duration("for", wait))
	}
}

// ask makes one attempt. A *fault, or what ends the call.
func (e *endpoint) ask(ctx context.Context, r config.Route, p op.Prompt) (op.Completion, error) {
	ended := e.watch(ctx, e.Name, r.Model)
	c, err := e.attempt(ctx, r, p)
	ended(attempted(ctx, c, err))
	var f *fault
	if !errors.As(err, &f) {
		return c, err
	}
	// An endpoint that lets a call's whole time pass has failed; of one whose
	// caller went away nothing is known.
	if !f.asking && !f.reply && !errors.Is(ctx.Err(), context.Canceled) {
		e.rest(ctx, f)
	}
	if ctx.Err() != nil {
		return c, ctx.Err()
	}
	return c, f
}

func (e *endpoint) attempt(ctx context.Context, r config.Route, p op.Prompt) (op.Completion, error) {
	body, err := json.Marshal(newRequest(r, p))
	if err != nil {
		return op.Completion{}, &fault{why: "request not written"}
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, e.BaseURL+"/chat/completions", bytes.NewReader(body))
	if err != nil {
		return op.Completion{}, &fault{why: "URL not usable"}
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("User-Agent", "toolcrib")
	if e.Key != "" {
		req.Header.Set("Authorization", "Bearer "+e.Key)
	}
	resp, err := e.transport.RoundTrip(req)
	if err != nil {
		return op.Completion{}, &fault{why: egress.Reason(err)}
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return e.refused(resp)
	}
	return readReply(resp, p.OnText)
}

// maxRefusal is how much is read of an answer that is none, in bytes.
const maxRefusal = 64 << 10

// refused judges an answer by its status. Of its body only one code counts: by
// content_filter Azure's models say that they would not take the prompt.
func (e *endpoint) refused(resp *http.Response) (op.Completion, error) {
	f := &fault{why: fmt.Sprintf("status %d", resp.StatusCode)}
	switch code := resp.StatusCode; {
	case code == http.StatusSwitchingProtocols:
		// Its body is the bare connection, which does not end with the context.
	case code == http.StatusBadRequest || code == http.StatusRequestEntityTooLarge || code == http.StatusUnprocessableEntity:
		text, _ := io.ReadAll(io.LimitReader(resp.Body, maxRefusal))
		var answer struct{ Error struct{ Code any } }
		_ = json.Unmarshal(text, &answer) // without a code the status has to do
		if answer.Error.Code == "content_filter" {
			return op.Completion{Finish: op.FinishRefused}, nil
		}
		f.asking = true
		f.detail = "the model's provider does not take this request, as when a text is too long for the model; send less, or name another model"
	case code == http.StatusTooManyRequests || code >= 500:
		if wait := egress.RetryAfter(resp.Header.Get("Retry-After"), time.Now()); wait > 0 {
			f.wait = min(wait, maxRest)
		}
		f.detail = "the model's provider is busy or has failed"
	}
	return op.Completion{}, f
}
