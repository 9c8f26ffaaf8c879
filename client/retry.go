package toolcrib

import (
	"context"
	"errors"
	"math/rand/v2"
	"net/http"
	"slices"
	"time"
)

// wait tells whether a failed call is worth another attempt, and after how
// long. safe tells that sending it again cannot charge it again.
func (r Retry) wait(err error, attempt int, safe bool) (time.Duration, bool) {
	var broken *unreadable
	if attempt >= r.Attempts || errors.As(err, &broken) {
		return 0, false
	}
	var refused *Error
	if !errors.As(err, &refused) {
		return r.backoff(attempt), safe
	}
	switch {
	case refused.RetryAfter > 0:
		// A little is added by chance, so that callers who were refused together
		// do not come back together.
		return refused.RetryAfter + rand.N(r.Base), refused.RetryAfter <= r.MaxWait
	case refused.Code == "" && slices.Contains(passing, refused.Status):
		return r.backoff(attempt), safe
	}
	return 0, false
}

// passing are statuses with which something on the way to the service says
// that it is away.
var passing = []int{http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout}

// backoff is a wait from the upper half of one that doubles each time.
func (r Retry) backoff(attempt int) time.Duration {
	longest := min(r.Base<<min(attempt-1, 16), r.MaxWait)
	return longest/2 + rand.N(longest/2+1)
}

// pause waits, or ends with the context. It ends at once where the context
// would end first.
func pause(ctx context.Context, d time.Duration) error {
	if end, ok := ctx.Deadline(); ok && time.Until(end) < d {
		return context.DeadlineExceeded
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// tooLongToKeep tells that the answer depends on chance or the clock and is
// too long to be kept under an Idempotency-Key. The refusal cost nothing, and
// without the key the call is answered.
func tooLongToKeep(err error) bool {
	var refused *Error
	return errors.As(err, &refused) && refused.Status == http.StatusUnprocessableEntity &&
		slices.ContainsFunc(refused.Fields, func(f FieldError) bool {
			return f.Field == "Idempotency-Key" && f.Code == "output_too_large"
		})
}
