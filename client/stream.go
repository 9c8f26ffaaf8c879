package toolcrib

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
)

// stream sends an operation and hands its text to each while it comes. After
// the first part nothing is sent again: the caller has seen it, and paid.
func stream[T any, P interface {
	*T
	settler
}](ctx context.Context, c *Client, op operation, in any, each func(string) error, opts []CallOption) (*T, error) {
	out := new(T)
	err := c.do(ctx, op, in, "text/event-stream", options(opts), func(r *http.Response) error {
		P(out).settle(receipt(r.Header))
		e := events{out: out, each: each}
		err := e.read(r.Body)
		if err != nil && e.began {
			return &unreadable{err}
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}

// events reads server-sent events (HTML Living Standard, section 9.2) as the
// service writes them: "delta", then "result" or "problem".
type events struct {
	out   any
	each  func(string) error
	began bool // a part was handed over
}

func (e *events) read(r io.Reader) error {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, maxAnswer)
	name, data := "", ""
	for lines.Scan() {
		field, value, _ := strings.Cut(lines.Text(), ":")
		value = strings.TrimPrefix(value, " ")
		switch field {
		case "event":
			name = value
		case "data":
			data += value
		case "":
			done, err := e.event(name, []byte(data))
			if done || err != nil {
				return err
			}
			name, data = "", ""
		}
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("toolcrib: %w", err)
	}
	return fmt.Errorf("toolcrib: the stream ended before its result: %w", io.ErrUnexpectedEOF)
}

// event takes one event; done tells that it was the last.
func (e *events) event(name string, data []byte) (done bool, err error) {
	switch name {
	case "delta":
		var part struct {
			Text string `json:"text"`
		}
		if err := json.Unmarshal(data, &part); err != nil {
			return false, &unreadable{fmt.Errorf("toolcrib: the stream cannot be read: %w", err)}
		}
		e.began = true
		return false, e.each(part.Text)
	case "result":
		return true, unwrap(data, e.out)
	case "problem":
		refused := &Error{}
		if err := json.Unmarshal(data, refused); err != nil {
			return true, &unreadable{errors.New("toolcrib: the stream cannot be read")}
		}
		refused.Document = data
		return true, refused
	}
	return false, nil
}
