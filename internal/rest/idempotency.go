package rest

import (
	"net/http"
	"strings"

	"toolcrib/internal/engine"
	"toolcrib/internal/op"
	"toolcrib/internal/problem"
)

// maxIdempotencyKey is the most characters of an idempotency key.
const maxIdempotencyKey = 255

// idempotency reads the Idempotency-Key of a request; nil where there is none.
// It is a structured field's string, "abc", or the bare abc that most callers
// send; both are the same key.
func idempotency(r *http.Request, o *op.Op, secret string) (*engine.Idempotency, *problem.Problem) {
	values := r.Header.Values("Idempotency-Key")
	if len(values) == 0 {
		return nil, nil
	}
	key, ok := idempotencyKey(values[0])
	if len(values) > 1 || !ok {
		e := op.Refuse("Idempotency-Key", op.InvalidFormat, "the header Idempotency-Key takes 1 to %d visible ASCII characters, once", maxIdempotencyKey)
		e.Violations[0].Hint = "send a random value such as a UUID, the same when the same call is sent again"
		return nil, problem.Invalid(e, o.BadInput)
	}
	return &engine.Idempotency{Key: key, Secret: secret}, nil
}

// idempotencyKey takes the quotes and escapes off a quoted key (RFC 9651
// section 3.3.3).
func idempotencyKey(value string) (string, bool) {
	quoted := strings.HasPrefix(value, `"`)
	if quoted {
		inner, ok := strings.CutSuffix(value[1:], `"`)
		if !ok {
			return "", false
		}
		var key strings.Builder
		for i := 0; i < len(inner); i++ {
			switch c := inner[i]; {
			case c == '"':
				return "", false
			case c == '\\':
				if i++; i == len(inner) || inner[i] != '"' && inner[i] != '\\' {
					return "", false
				}
			}
			key.WriteByte(inner[i])
		}
		value = key.String()
	}
	visible := strings.IndexFunc(value, func(c rune) bool { return c <= ' ' && !(quoted && c == ' ') || c > '~' }) < 0
	return value, visible && len(value) >= 1 && len(value) <= maxIdempotencyKey
}
