package toolcrib

import (
	"encoding/json"
	"fmt"
	"mime"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// Error is a refusal of the service (RFC 9457). Programs go by Code and the
// codes of Fields; the texts are for people. A refused call costs nothing.
type Error struct {
	Status    int          `json:"status"`     // of HTTP
	Code      string       `json:"code"`       // such as rate_limited; "" where the answer is not the service's own
	Type      string       `json:"type"`       // URL of a page about the code
	Title     string       `json:"title"`      // the code in a few words
	Detail    string       `json:"detail"`     // what went wrong this time
	Instance  string       `json:"instance"`   // the path that was called
	RequestID string       `json:"request_id"` // for asking the operator
	Fields    []FieldError `json:"errors"`     // every fault of the input

	// Of 402 and 429: the pool that cannot pay, what the call costs and what is left.
	Pool      string `json:"pool"`
	Required  *int64 `json:"required"`
	Remaining *int64 `json:"remaining"`

	// RetryAfter is how long to wait before the same call can succeed; 0 where
	// waiting does not help.
	RetryAfter time.Duration `json:"-"`
	// Receipt has the rate limit and the quota.
	Receipt Receipt `json:"-"`
	// Document is the whole problem document, "" where there is none.
	Document json.RawMessage `json:"-"`
}

// FieldError is one fault of an input.
type FieldError struct {
	Field   string `json:"field"` // where, such as options[1].weight; "" for the whole input
	Code    string `json:"code"`
	Message string `json:"message"` // what was wrong and what was expected
	Hint    string `json:"hint"`    // what to send instead
}

// Error names the status, the code, what went wrong, and the request.
func (e *Error) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "toolcrib: %d %s", e.Status, e.Code)
	if e.Code == "" {
		b.WriteString(http.StatusText(e.Status))
	}
	if e.Detail != "" {
		b.WriteString(": " + e.Detail)
	}
	for _, f := range e.Fields {
		b.WriteString("; " + strings.TrimPrefix(f.Field+": "+f.Message, ": "))
	}
	if e.RequestID != "" {
		b.WriteString(" (" + e.RequestID + ")")
	}
	return b.String()
}

// refusal reads an answer that is no success.
func refusal(r *http.Response) *Error {
	e := &Error{}
	text, err := body(r)
	media, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err == nil && media == "application/problem+json" && json.Unmarshal(text, e) == nil {
		e.Document = text
	} else {
		*e = Error{Title: http.StatusText(r.StatusCode)}
	}
	e.Status, e.Receipt = r.StatusCode, receipt(r.Header)
	if e.RequestID == "" {
		e.RequestID = e.Receipt.RequestID
	}
	e.RetryAfter = retryAfter(r.Header.Get("Retry-After"))
	return e
}

// retryAfter reads seconds or a date (RFC 9110 section 10.2.3).
func retryAfter(value string) time.Duration {
	if seconds, err := strconv.ParseInt(value, 10, 32); err == nil && seconds > 0 {
		return time.Duration(seconds) * time.Second
	}
	if at, err := http.ParseTime(value); err == nil {
		return max(0, time.Until(at))
	}
	return 0
}
