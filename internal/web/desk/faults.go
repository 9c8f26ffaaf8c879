package desk

import (
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"

	"toolcrib/internal/account"
	"toolcrib/internal/auth"
)

// faults is what was wrong with what somebody sent, in their language.
type faults struct {
	Text   string            // of the whole, "" = see Fields
	Fields map[string]string // by the name of the field
	status int
	wait   time.Duration // before the next try, 0 = none
}

// String is all of it, for where there is no form to show it in.
func (f faults) String() string {
	all := []string{}
	if f.Text != "" {
		all = append(all, f.Text)
	}
	for _, name := range []string{"login", "password", "code", "name"} {
		if text := f.Fields[name]; text != "" {
			all = append(all, text)
		}
	}
	return strings.Join(all, " ")
}

// faults explains an error that somebody can do something about; known is
// false for any other.
func (v *visit) faults(err error) (f faults, known bool) {
	var halt *stop
	var wait *auth.WaitError
	f.status = http.StatusForbidden
	switch {
	case errors.As(err, &halt):
		f.Text, f.status = v.t(halt.key), halt.status
	case errors.As(err, &wait):
		f.wait, f.status = wait.After, http.StatusTooManyRequests
		f.Text = v.t("auth.fault.wait", int((wait.After+time.Minute-1)/time.Minute))
	case errors.Is(err, auth.ErrWrong):
		f.Text = v.t("auth.fault.wrong")
	case errors.Is(err, auth.ErrBusy):
		f.Text, f.status, f.wait = v.t("auth.fault.busy"), http.StatusServiceUnavailable, time.Second
	case errors.Is(err, auth.ErrClosed):
		f.Text = v.t("auth.fault.closed")
	case errors.Is(err, auth.ErrNoPasskeys):
		f.Text = v.t("auth.fault.no_passkeys")
	case errors.Is(err, account.ErrEnded):
		f.Text = v.t("auth.fault.ended")
	case errors.Is(err, account.ErrLimit):
		f.Text = v.t("auth.fault.limit", account.MaxPasskeys)
	case errors.Is(err, account.ErrTaken):
		f.Text = v.t("auth.fault.known_passkey")
	case errors.Is(err, account.ErrLastOwner):
		f.Text = v.t("auth.fault.last_owner")
	case errors.Is(err, account.ErrNotFound):
		f.Text, f.status = v.t("auth.fault.gone"), http.StatusNotFound
	default:
		f.Fields, f.status = v.refusals(err), http.StatusUnprocessableEntity
		known = len(f.Fields) > 0
		return f, known
	}
	return f, true
}

// refusals collects what is wrong with fields, all of it.
func (v *visit) refusals(err error) map[string]string {
	found := map[string]string{}
	var walk func(error)
	walk = func(err error) {
		var r *auth.Refusal
		if many, ok := err.(interface{ Unwrap() []error }); ok {
			for _, e := range many.Unwrap() {
				walk(e)
			}
		} else if errors.As(err, &r) {
			found[r.Field] = v.t("auth.field." + r.Field + "." + r.Code)
		}
	}
	walk(err)
	return found
}

// again shows a form once more with what was wrong; other errors end the visit.
func (v *visit) again(err error, form func(faults) error) error {
	if errors.Is(err, auth.ErrSignedOut) || errors.Is(err, auth.ErrUnsure) {
		return err
	}
	f, known := v.faults(err)
	if !known {
		return err
	}
	v.later(f)
	return form(f)
}

// later says when to try again, where that is known.
func (v *visit) later(f faults) {
	if f.wait > 0 {
		v.w.Header().Set("Retry-After", strconv.Itoa(int((f.wait+time.Second-1)/time.Second)))
	}
}
