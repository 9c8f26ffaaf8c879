package openapi

import (
	"maps"
	"net/http"
	"net/url"
	"slices"

	"toolcrib/internal/op"
	"toolcrib/internal/problem"
)

// refusal is the response of one error status.
type refusal struct {
	name    string // of the component
	text    string
	headers []string
}

// The headers of refusals, by how far the call came.
var (
	anonymous = []string{"Request-Id"}
	challenge = []string{"Request-Id", "WWW-Authenticate"}
	keyed     = []string{"Request-Id", "RateLimit-Policy", "RateLimit", "Toolcrib-Quota"}
	waiting   = []string{"Request-Id", "RateLimit-Policy", "RateLimit", "Toolcrib-Quota", "Retry-After"}
)

var refusals = map[int]refusal{
	http.StatusBadRequest:                  {"BadRequest", "A parameter is missing or not valid. Nothing was charged.", keyed},
	http.StatusUnauthorized:                {"Unauthorized", "No key, or one that opens nothing.", challenge},
	http.StatusPaymentRequired:             {"PaymentRequired", "Only money helps: the units are used up, or the account is suspended.", keyed},
	http.StatusForbidden:                   {"Forbidden", "The key is valid, but not for this.", challenge},
	http.StatusNotFound:                    {"NotFound", "Nothing is found at this path.", anonymous},
	http.StatusConflict:                    {"Conflict", "An earlier call with the same Idempotency-Key may still be under way. Nothing was charged.", waiting},
	http.StatusRequestEntityTooLarge:       {"ContentTooLarge", "The body is larger than this service accepts.", keyed},
	http.StatusUnsupportedMediaType:        {"UnsupportedMediaType", "The body is not sent as JSON.", keyed},
	http.StatusUnprocessableEntity:         {"UnprocessableContent", "The input is not valid, and every fault is listed; or the Idempotency-Key came with another request. Nothing was charged.", keyed},
	http.StatusTooManyRequests:             {"TooManyRequests", "Waiting helps: too many requests, or the free units of the month are used up.", waiting},
	http.StatusRequestHeaderFieldsTooLarge: {"HeadersTooLarge", "The headers are larger than this service accepts.", anonymous},
	http.StatusInternalServerError:         {"InternalError", "A defect of the service. Nothing was charged.", keyed},
	http.StatusBadGateway:                  {"BadGateway", "The model replied with something other than what it was asked for. Nothing was charged.", keyed},
	http.StatusServiceUnavailable:          {"ServiceUnavailable", "The ledger cannot be reached, too many calls are under way, or no model is available. Nothing was charged.", waiting},
	http.StatusGatewayTimeout:              {"GatewayTimeout", "The call took too long. Nothing was charged.", keyed},
}

// responses writes every refusal.
func (d *document) responses() op.Object {
	var responses op.Object
	for _, status := range slices.Sorted(maps.Keys(refusals)) {
		r := refusals[status]
		responses = append(responses, m(r.name, op.Object{
			m("description", r.text),
			m("headers", headers(r.headers...)),
			m("content", op.Object{m(problem.MediaType, op.Object{
				m("schema", ref("schemas", "Problem")),
				m("examples", d.occurrences(status)),
			})}),
		}))
	}
	return responses
}

// occurrences has one example for every code of a status.
func (d *document) occurrences(status int) op.Object {
	const requestID = "req_01KAFZ6QTR5W3M8C9H2X7D4VNB"
	instance := "/v1/calculators/fd"
	if status == http.StatusNotFound {
		instance = "/v1/calculators/fdd"
	}
	if u, err := url.Parse(d.base); err == nil {
		instance = u.Path + instance
	}
	var examples op.Object
	for _, e := range problem.All() {
		invalid := e.Code == problem.ValidationFailed || e.Code == problem.MalformedJSON
		if e.Status == status || status == http.StatusBadRequest && invalid {
			body := occurrence(e, status).AppendJSON(nil, d.problems, instance, requestID)
			examples = append(examples, m(string(e.Code), op.Object{m("summary", e.Title), m("value", op.Raw(body))}))
		}
	}
	return examples
}

// occurrence is a problem of the code as it might be met.
func occurrence(e problem.Entry, status int) *problem.Problem {
	const resets = "2026-12-01T00:00:00Z"
	compute := func(p *problem.Problem, remaining int) *problem.Problem {
		return p.With("pool", "compute").With("required", 5).With("remaining", remaining)
	}
	switch e.Code {
	case problem.ValidationFailed:
		invalid := op.Refuse("principal", op.OutOfRange, "must be above 0 and at most 1000000000000, got 0")
		invalid.Add("month", op.UnknownField, "unknown field 'month'; did you mean 'tenure_months'?").Hint = "accepted: principal, annual_rate, tenure_months, …"
		return problem.Invalid(invalid, status)
	case problem.MalformedJSON:
		invalid := op.Refuse("", op.MalformedJSON, "a comma before the closing bracket at line 1, column 21")
		invalid.Malformed = true
		invalid.Violations[0].Reason = "trailing_comma"
		invalid.Violations[0].Place = &op.Place{Line: 1, Column: 21, Offset: 20}
		return problem.Invalid(invalid, status)
	case problem.RateLimited:
		return problem.New(e.Code, "More than 60 requests in 60 seconds; the next is accepted in 12 s.").
			With("limit", 60).With("window_seconds", 60).With("violated-policies", []string{"per-minute"})
	case problem.FreeQuotaExceeded:
		p := problem.New(e.Code, "This call costs 5 compute units; 3 of 500 free units are left until %s.", resets).
			With("violated-policies", []string{"compute-month"})
		return compute(p, 3).With("resets_at", resets)
	case problem.InsufficientCredits:
		return compute(problem.New(e.Code, "This call costs 5 compute units; 3 are left."), 3).With("free_resets_at", resets)
	case problem.KeyCapExceeded:
		return problem.New(e.Code, "This call costs 5 units; the key's monthly cap of 1000 units cannot cover it.").With("cap", 1000)
	}
	return problem.New(e.Code, "%s", e.Means)
}
