package toolcrib

import (
	"net/http"
	"strconv"
	"strings"
	"time"
)

// Receipt says what a call cost, what is left and how it is called in the
// service's books.
type Receipt struct {
	RequestID string
	Charge    string // id of the charge; "" where nothing was charged, or a stream began before it
	Units     int64  // taken for this call: 0 of an answer that is sent again
	Free      int64  // of them from free units
	Prepaid   int64  // of them from packs
	Replayed  bool   // the answer is that of an earlier call with the same Idempotency-Key
	Quota     Quota
	Rate      Rate
}

// Quota is what is left in the pool that a call draws on.
type Quota struct {
	Pool    string // compute, image, ai_tokens; "" where the service did not say
	Free    int64  // units this month
	Prepaid int64
	Resets  time.Duration // until the free units are full again
}

// Rate is the limit on requests; all zero where there is none.
type Rate struct {
	Limit     int64
	Window    time.Duration
	Remaining int64
	Reset     time.Duration // until one more is free
}

func receipt(h http.Header) Receipt {
	charge, taken := item(h.Get("Toolcrib-Charge"))
	pool, left := item(h.Get("Toolcrib-Quota"))
	_, policy := item(h.Get("RateLimit-Policy"))
	_, rate := item(h.Get("RateLimit"))
	return Receipt{
		RequestID: h.Get("Request-Id"),
		Charge:    charge, Units: taken["units"], Free: taken["free"], Prepaid: taken["prepaid"],
		Replayed: h.Get("Idempotent-Replayed") == "true",
		Quota:    Quota{Pool: pool, Free: left["free"], Prepaid: left["prepaid"], Resets: seconds(left["t"])},
		Rate:     Rate{Limit: policy["q"], Window: seconds(policy["w"]), Remaining: rate["r"], Reset: seconds(rate["t"])},
	}
}

func seconds(n int64) time.Duration { return time.Duration(n) * time.Second }

// item reads the first of a list of strings with integer parameters, such as
// "compute";free=499;prepaid=0 (RFC 9651). The service's names need no escapes.
func item(value string) (name string, params map[string]int64) {
	first, _, _ := strings.Cut(value, ",")
	parts := strings.Split(first, ";")
	params = map[string]int64{}
	for _, p := range parts[1:] {
		key, digits, _ := strings.Cut(strings.TrimSpace(p), "=")
		if n, err := strconv.ParseInt(digits, 10, 64); err == nil {
			params[key] = n
		}
	}
	return strings.Trim(strings.TrimSpace(parts[0]), `"`), params
}
