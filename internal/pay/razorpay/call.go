package razorpay

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"toolcrib/internal/pay"
)

// Bounds on one request.
const (
	timeout   = 20 * time.Second
	maxAnswer = 1 << 20 // bytes
)

func newHTTP() *http.Client {
	return &http.Client{
		Timeout: timeout,
		// A redirect would take the credentials along.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// refusal is an answer that the request cannot be carried out as it is. Its
// text is the API's short code, never its description, which may name a buyer.
type refusal struct {
	status int
	code   string
}

func (r *refusal) Error() string { return fmt.Sprintf("razorpay: status %d, %s", r.status, r.code) }

// call makes a request and reads the answer. pay.ErrUnknown, a *refusal; any
// other error leaves open whether the request was carried out.
func (p *Provider) call(ctx context.Context, method, path string, body, answer any) error {
	var text []byte
	if body != nil {
		var err error
		if text, err = json.Marshal(body); err != nil {
			return err
		}
	}
	req, err := http.NewRequestWithContext(ctx, method, p.opts.URL+path, bytes.NewReader(text))
	if err != nil {
		return err
	}
	req.SetBasicAuth(p.opts.KeyID, p.opts.KeySecret)
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	resp, err := p.http.Do(req)
	if err != nil {
		return fmt.Errorf("razorpay: no answer: %w", err)
	}
	defer resp.Body.Close()
	text, err = io.ReadAll(io.LimitReader(resp.Body, maxAnswer+1))
	if err != nil || len(text) > maxAnswer {
		return errors.Join(errors.New("razorpay: the answer could not be read"), err)
	}
	if resp.StatusCode != http.StatusOK {
		return refused(resp.StatusCode, text)
	}
	if json.Unmarshal(text, answer) != nil {
		return errors.New("razorpay: the answer is not as it should be")
	}
	return nil
}

func refused(status int, text []byte) error {
	var e struct{ Error struct{ Code, Reason string } }
	_ = json.Unmarshal(text, &e) // without a code the status has to do
	switch {
	case status == http.StatusNotFound, status == http.StatusBadRequest && e.Error.Reason == "invalid_id":
		return pay.ErrUnknown
	case status == http.StatusBadRequest:
		return &refusal{status, e.Error.Code}
	}
	return fmt.Errorf("razorpay: status %d", status)
}
