package problem

// Code names a problem. It is the last part of the problem's type URL.
type Code string

// The codes.
const (
	ValidationFailed      Code = "validation_failed"
	MalformedJSON         Code = "malformed_json"
	MissingAPIKey         Code = "missing_api_key"
	InvalidAPIKey         Code = "invalid_api_key"
	SignatureExpired      Code = "signature_expired"
	InsufficientCredits   Code = "insufficient_credits"
	AccountSuspended      Code = "account_suspended"
	InsufficientScope     Code = "insufficient_scope"
	AddressNotAllowed     Code = "address_not_allowed"
	OriginNotAllowed      Code = "origin_not_allowed"
	NotFound              Code = "not_found"
	MethodNotAllowed      Code = "method_not_allowed"
	BodyTooLarge          Code = "body_too_large"
	UnsupportedMediaType  Code = "unsupported_media_type"
	HeadersTooLarge       Code = "headers_too_large"
	RateLimited           Code = "rate_limited"
	FreeQuotaExceeded     Code = "free_quota_exceeded"
	KeyCapExceeded        Code = "key_cap_exceeded"
	IdempotencyKeyReused  Code = "idempotency_key_reused"
	IdempotencyInProgress Code = "idempotency_in_progress"
	Overloaded            Code = "overloaded"
	InternalError         Code = "internal_error"
	ModelOutputInvalid    Code = "model_output_invalid"
	ChargeUnavailable     Code = "charge_unavailable"
	ModelUnavailable      Code = "model_unavailable"
	Timeout               Code = "timeout"
)

// Entry is what is fixed about a code.
type Entry struct {
	Code   Code
	Status int    // HTTP status; validation faults of decide are 400
	Title  string // the same for every occurrence
	Means  string // for the page behind the type URL
	Do     string // what the caller can do about it
}

// table holds every code, in the order of status and contract.
var table = []Entry{
	{MissingAPIKey, 401, "API key missing", "The request carried no API key where one is needed.",
		"Send the header 'Authorization: Bearer <key>', exactly once. Keys are never read from the URL or the body."},
	{InvalidAPIKey, 401, "API key not valid", "The key is malformed, unknown, revoked or expired. The answer is the same for all four.",
		"Check that the whole key was copied; create a new one if in doubt."},
	{SignatureExpired, 401, "Signed link ended", "The signed link was made to work until a time that has passed.", "Have a new link made."},
	{InsufficientCredits, 402, "Not enough units", "The free units and the prepaid units together cannot cover this call, and this account has had a pack for this pool.",
		"Buy a pack, or wait for the next month's free units. Trying again before that does not help."},
	{AccountSuspended, 402, "Account suspended", "The account that owns this key is suspended.", "Contact the operator of this service."},
	{InsufficientScope, 403, "Key lacks the scope", "The key is valid, but was not given the scope that this call needs.", "Use a key with that scope."},
	{AddressNotAllowed, 403, "Address not allowed", "The key is valid, but may be used from certain network addresses only, and the call came from another.",
		"Call from an allowed address, or use a key without that bound."},
	{OriginNotAllowed, 403, "Origin not allowed", "The request names a host, or comes from a web page of an origin, that this service does not know as its own.",
		"Call the service by the name in its settings (base-url)."},
	{NotFound, 404, "No such resource", "Nothing is found at this path.", "Compare the path with GET /v1/operations or /openapi.json."},
	{MethodNotAllowed, 405, "Method not allowed", "The path exists, but not for this method.", "Use a method listed in the 'Allow' header."},
	{IdempotencyInProgress, 409, "Earlier call still under way", "An earlier call with this Idempotency-Key may still be under way.",
		"Send the same call again after the seconds in 'Retry-After'."},
	{BodyTooLarge, 413, "Body too large", "The request body, after decompression, is larger than this service accepts.", "Send less, or in parts."},
	{UnsupportedMediaType, 415, "Media type not supported", "A POST body must be JSON, uncompressed or compressed by gzip.",
		"Send 'Content-Type: application/json'."},
	{ValidationFailed, 422, "Input not valid", "The request was understood, but a field is missing, unknown or out of bounds. Every fault found is listed under 'errors'.",
		"Correct the fields named under 'errors'. The call cost nothing."},
	{MalformedJSON, 422, "Body is not JSON", "The body is not one complete JSON value (RFC 8259).", "Correct it at the place named under 'errors'. The call cost nothing."},
	{IdempotencyKeyReused, 422, "Idempotency key used before", "The Idempotency-Key came with another request in the last 24 hours. The same key means the same request.",
		"Send a new key for a new request. The call cost nothing."},
	{RateLimited, 429, "Too many requests", "More requests were sent in the last 60 seconds than the limit of the key or its account allows, or more credentials that open nothing came from one address. Refused requests do not count.",
		"Wait for the seconds in 'Retry-After'."},
	{FreeQuotaExceeded, 429, "Free quota exceeded", "This month's free units cannot cover this call, and the account has no pack.",
		"Wait for the first of the next month (UTC), or buy a pack."},
	{KeyCapExceeded, 429, "Key's monthly cap reached", "The units that this key may use in a month cannot cover this call.", "Wait for the next month (UTC), or raise the key's cap."},
	{HeadersTooLarge, 431, "Headers too large", "The request's headers are larger than this service accepts.", "Send fewer or shorter headers."},
	{InternalError, 500, "Internal error", "Something went wrong here. Nothing was charged.", "Try again; if it stays, report the request id."},
	{ModelOutputInvalid, 502, "Model's reply not usable", "The model replied with something other than what it was asked for, such as data that does not fit the schema. Nothing was charged.",
		"Try again, with a larger max_output_tokens where the detail says so, or with another model."},
	{ChargeUnavailable, 503, "Charge not possible right now", "The ledger could not be written, so the result was dropped and nothing was charged.",
		"Try again after the seconds in 'Retry-After'."},
	{ModelUnavailable, 503, "No model available", "No model is configured for this operation, or its provider is away or busy. Nothing was charged, unless parts of an answer had been sent already.",
		"Try again after the seconds in 'Retry-After', where there is one; else use another model, or ask the operator to configure one."},
	{Overloaded, 503, "Too many calls under way", "The service carries out as many calls as it can at a time. Nothing was charged.",
		"Try again after the seconds in 'Retry-After'."},
	{Timeout, 504, "Timed out", "The call took longer than allowed. Nothing was charged.", "Send less, or try again."},
}

// All lists every code.
func All() []Entry { return table }

// Lookup returns the entry of a code.
func Lookup(c Code) (Entry, bool) {
	for _, e := range table {
		if e.Code == c {
			return e, true
		}
	}
	return Entry{}, false
}
