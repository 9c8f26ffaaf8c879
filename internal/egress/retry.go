package egress

import (
	"net/http"
	"strconv"
	"time"
)

// RetryAfter reads Retry-After, in seconds or as a date (RFC 9110, section
// 10.2.3); 0 or less when there is nothing to wait for.
func RetryAfter(value string, now time.Time) time.Duration {
	if seconds, err := strconv.ParseUint(value, 10, 32); err == nil {
		return time.Duration(seconds) * time.Second
	}
	if at, err := http.ParseTime(value); err == nil {
		return at.Sub(now)
	}
	return 0
}
