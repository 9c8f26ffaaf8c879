// Package problem is the one place that knows what can go wrong: a closed
// table of codes with status and title, and the body of RFC 9457 that every
// door sends. A Problem's text is safe for the caller; its cause is for the
// log alone.
package problem

import (
	"fmt"

	"toolcrib/internal/op"
)

// MediaType is the media type of a problem body (RFC 9457 section 3).
const MediaType = "application/problem+json"

// Problem is one occurrence of a problem. It is an error.
type Problem struct {
	Entry
	Detail     string
	Errors     []op.Violation
	Extra      op.Object // further members, such as pool and remaining
	RetryAfter int       // seconds; 0 = none
	Allow      string    // methods, on 405
	Scope      string    // the scope that was missing, on 403
	Cause      error     // never shown
}

// New returns a problem of the code with its detail.
func New(c Code, format string, args ...any) *Problem {
	e, ok := Lookup(c)
	if !ok {
		panic("problem: no code " + string(c))
	}
	return &Problem{Entry: e, Detail: fmt.Sprintf(format, args...)}
}

func (p *Problem) Error() string { return string(p.Code) + ": " + p.Detail }

func (p *Problem) Unwrap() error { return p.Cause }

// With adds a member to the body.
func (p *Problem) With(name string, value any) *Problem {
	p.Extra = append(p.Extra, op.Member{Name: name, Value: value})
	return p
}

// After sets Retry-After, at least one second.
func (p *Problem) After(seconds int) *Problem {
	p.RetryAfter = max(seconds, 1)
	return p
}

// Invalid turns an operation's refusal into a problem with the status that
// the operation answers bad input with.
func Invalid(e *op.Invalid, status int) *Problem {
	code := ValidationFailed
	if e.Malformed {
		code = MalformedJSON
	}
	p := New(code, "%s", e.Error())
	p.Status = status
	if n := len(e.Violations) + e.Omitted; n > 1 {
		p.Detail += fmt.Sprintf(" (and %d more)", n-1)
	}
	p.Errors = e.Violations
	return p
}

// Internal is a defect: the cause goes to the log, the caller learns only
// that it happened.
func Internal(cause error) *Problem {
	p := New(InternalError, "An unexpected error occurred; nothing was charged.")
	p.Cause = cause
	return p
}

// AppendJSON appends the body. base is the service's base URL without a final
// slash, instance the path that was called.
func (p *Problem) AppendJSON(dst []byte, base, instance, requestID string) []byte {
	o := op.Object{
		{Name: "success", Value: false},
		{Name: "type", Value: base + "/problems/" + string(p.Code)},
		{Name: "title", Value: p.Title},
		{Name: "status", Value: p.Status},
		{Name: "code", Value: string(p.Code)},
		{Name: "detail", Value: p.Detail},
		{Name: "instance", Value: instance},
		{Name: "request_id", Value: requestID},
	}
	o = append(o, p.Extra...)
	errs := make([]op.Object, len(p.Errors))
	for i, v := range p.Errors {
		errs[i] = v.Object()
	}
	return append(o, op.Member{Name: "errors", Value: errs}).AppendJSON(dst)
}
