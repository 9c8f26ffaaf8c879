package toolcrib

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
)

// operation is where a call goes. once tells that it is charged and takes an
// Idempotency-Key; the others are read only and free.
type operation struct {
	method, path string
	once         bool
}

// Meta is what every result has besides its data.
type Meta struct {
	// Receipt says what the call cost and what is left.
	Receipt Receipt `json:"-"`
}

func (m *Meta) settle(r Receipt) { m.Receipt = r }

// settler is a result, which holds a receipt.
type settler interface{ settle(Receipt) }

// maxAnswer bounds an answer, in bytes, far above what the service sends.
const maxAnswer = 64 << 20

// call sends an operation and reads its result.
func call[T any, P interface {
	*T
	settler
}](ctx context.Context, c *Client, op operation, in any, opts []CallOption) (*T, error) {
	out := new(T)
	err := c.do(ctx, op, in, "application/json", options(opts), func(r *http.Response) error {
		text, err := body(r)
		if err != nil {
			return err
		}
		P(out).settle(receipt(r.Header))
		return unwrap(text, out)
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}

// unwrap takes the data out of the envelope of a success.
func unwrap(text []byte, data any) error {
	envelope := struct {
		Success bool `json:"success"`
		Data    any  `json:"data"`
	}{Data: data}
	if err := json.Unmarshal(text, &envelope); err != nil {
		return &unreadable{fmt.Errorf("toolcrib: the answer cannot be read: %w", err)}
	}
	if !envelope.Success {
		return &unreadable{errors.New("toolcrib: the answer is not the envelope of a success")}
	}
	return nil
}

// unreadable is an answer that came whole but is not the service's. Sending
// the call again would not change it.
type unreadable struct{ error }

func (u *unreadable) Unwrap() error { return u.error }

func body(r *http.Response) ([]byte, error) {
	text, err := io.ReadAll(io.LimitReader(r.Body, maxAnswer+1))
	if err == nil && len(text) > maxAnswer {
		err = &unreadable{errors.New("toolcrib: the answer is too large")}
	}
	return text, err
}

// do sends a call until it is answered, refused for good, or given up. read
// reads an answer of status 200.
func (c *Client) do(ctx context.Context, op operation, in any, accept string, o callOptions, read func(*http.Response) error) error {
	text, err := encode(in)
	if err != nil {
		return fmt.Errorf("toolcrib: %w", err)
	}
	if !op.once {
		o.key = ""
	}
	for attempt := 1; ; attempt++ {
		err := c.attempt(ctx, op, text, accept, o.key, read)
		if err == nil || ctx.Err() != nil {
			return err
		}
		if o.key != "" && !o.chosen && tooLongToKeep(err) {
			o.key, attempt = "", attempt-1
			continue
		}
		wait, again := c.retry.wait(err, attempt, o.key != "" || !op.once)
		if !again {
			return err
		}
		if late := pause(ctx, wait); late != nil {
			return errors.Join(late, err)
		}
	}
}

// encode writes an input. Documents in it go as they are, not as a web page
// would need them.
func encode(in any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(in)
	return bytes.TrimSpace(b.Bytes()), err
}

// attempt sends a call once.
func (c *Client) attempt(ctx context.Context, op operation, text []byte, accept, key string, read func(*http.Response) error) error {
	r, err := c.request(ctx, op, text)
	if err != nil {
		return &unreadable{fmt.Errorf("toolcrib: %w", err)}
	}
	r.Header.Set("Authorization", "Bearer "+c.key)
	r.Header.Set("Accept", accept)
	r.Header.Set("User-Agent", c.agent)
	if key != "" {
		r.Header.Set("Idempotency-Key", key)
	}
	answer, err := c.http.Do(r)
	if err != nil {
		// The URL holds what the caller sent, which is not for logs.
		var in *url.Error
		if errors.As(err, &in) {
			err = in.Err
		}
		return fmt.Errorf("toolcrib: %s %s: %w", op.method, op.path, err)
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return refusal(answer)
	}
	return read(answer)
}

// request is the call as its method has it: fields in the query, or in a body.
func (c *Client) request(ctx context.Context, op operation, text []byte) (*http.Request, error) {
	if op.method == http.MethodGet {
		query, err := query(text)
		if err != nil {
			return nil, err
		}
		return http.NewRequestWithContext(ctx, op.method, c.base+op.path+query, nil)
	}
	r, err := http.NewRequestWithContext(ctx, op.method, c.base+op.path, bytes.NewReader(text))
	if err == nil {
		r.Header.Set("Content-Type", "application/json")
	}
	return r, err
}

// query writes the members of a JSON object as a query: texts as they are,
// numbers and words in the digits and letters that JSON has for them.
func query(text []byte) (string, error) {
	var members map[string]json.RawMessage
	if err := json.Unmarshal(text, &members); err != nil {
		return "", err
	}
	values := url.Values{}
	for name, value := range members {
		var s string
		if value[0] != '"' {
			s = string(value)
		} else if err := json.Unmarshal(value, &s); err != nil {
			return "", err
		}
		values.Set(name, s)
	}
	return strings.TrimSuffix("?"+values.Encode(), "?"), nil
}
