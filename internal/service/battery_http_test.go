package service_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"strings"
	"time"

	"toolcrib/internal/account"
	"toolcrib/internal/problem"
)

const (
	documentLimit = 1_000_000
	bodyLimit     = 2 << 20
)

// zipped compresses a text.
func zipped(s string) string {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, _ = io.WriteString(z, s)
	_ = z.Close()
	return b.String()
}

// chunked sends a body without Content-Length.
func (r request) chunked() request {
	r.edit = func(req *http.Request, _ *house) { req.ContentLength = -1 }
	return r
}

// sizeAttacks are too large, openly or hidden by compression.
func sizeAttacks() []attack {
	large := func(name string, send request) attack {
		return attack{name, send, 413, problem.BodyTooLarge, "", []string{"2097152 bytes"}}
	}
	broken := func(name, body string) attack {
		a := malformed(name, body, "gzip")
		a.send = a.send.with("Content-Encoding", "gzip")
		return a
	}
	long := `{"text":"` + strings.Repeat(canary, bodyLimit/len(canary)+1) + `"}`
	empty := refused("gzip of a wrong body", post(slugPath, zipped(`{"text":5}`)).with("Content-Encoding", "gzip"), "text invalid_type")
	good := zipped(`{"text":"` + canary + `"}`)
	return []attack{
		refused("a field over its limit", post(slugPath, `{"text":"`+strings.Repeat("a", documentLimit+1)+`"}`), "text too_long", "1000001", "1000000"),
		refused("a field over its limit in bytes", post(slugPath, `{"text":"`+strings.Repeat("न", documentLimit/3+1)+`"}`), "text too_long", "1000002 bytes"),
		large("a body over its limit", post(slugPath, long)),
		large("a body over its limit in chunks", post(slugPath, long).chunked()),
		large("a body over its limit for decide", post(decidePath, long)),
		large("white space without end", post(slugPath, strings.Repeat(" ", bodyLimit+1))),
		large("gzip bomb", post(slugPath, zipped(strings.Repeat(" ", 64<<20))).with("Content-Encoding", "gzip")),
		large("gzip bomb of many members", post(slugPath, strings.Repeat(zipped(strings.Repeat(" ", 1<<20)), 3)).with("Content-Encoding", "gzip")),
		empty,
		broken("what is not gzip", `{"text":"`+canary+`"}`),
		broken("nothing for gzip", ""),
		broken("gzip cut off", good[:len(good)-9]),
		broken("gzip with a wrong checksum", good[:len(good)-8]+"\x00\x01\x02\x03"+good[len(good)-4:]),
		broken("gzip with a tail", good+"tail"),
	}
}

// mediaAttacks send something other than JSON in UTF-8.
func mediaAttacks() []attack {
	const body = `{"text":"` + canary + `"}`
	media := func(name string, headers ...string) attack {
		return attack{name, post(slugPath, body).with(headers...), 415, problem.UnsupportedMediaType, "", nil}
	}
	missing := media("no content type", "Content-Type", "")
	missing.says = []string{"Content-Type header is missing", "application/json"}
	decide := media("content type of decide", "Content-Type", "text/plain")
	decide.send.target = decidePath
	return []attack{
		missing, decide,
		media("form", "Content-Type", "application/x-www-form-urlencoded"),
		media("multipart", "Content-Type", "multipart/form-data; boundary=x"),
		media("plain text", "Content-Type", "text/plain"),
		media("text/json", "Content-Type", "text/json"),
		media("problem JSON sent back", "Content-Type", "application/problem+json"),
		media("charset=utf-16", "Content-Type", "application/json; charset=utf-16"),
		media("charset=latin1", "Content-Type", "application/json; charset=iso-8859-1"),
		media("two content types", "Content-Type", "application/json, text/plain"),
		media("content type that is none", "Content-Type", canary),
		media("brotli", "Content-Encoding", "br"),
		media("gzip twice", "Content-Encoding", "gzip, gzip"),
		media("encoding that is none", "Content-Encoding", canary),
	}
}

// routeAttacks miss the path or the method.
func routeAttacks() []attack {
	path := func(name, target string, says ...string) attack {
		return attack{name, get(target), 404, problem.NotFound, "", says}
	}
	method := func(name, method, target, allowed string) attack {
		return attack{name, request{method: method, target: target}, 405, problem.MethodNotAllowed, "", []string{allowed}}
	}
	return []attack{
		path("unknown path", "/v1/"+canary),
		path("root of the API", "/v1"),
		path("wrong version", "/v2/uuid", "/v1/uuid"),
		path("no version", "/calculators/bmi", "did you mean /v1/calculators/bmi?"),
		path("misspelt path", "/v1/calculator/bmi", "did you mean /v1/calculators/bmi?"),
		path("misspelt last part", "/v1/text/slugfy", "did you mean /v1/text/slugify?"),
		path("path in capitals", "/V1/UUID", "did you mean /v1/uuid?"),
		path("slash at the end", "/v1/uuid/", "did you mean /v1/uuid?"),
		path("two slashes", "/v1//uuid", "did you mean /v1/uuid?"),
		path("two slashes first", "//v1/uuid", "did you mean /v1/uuid?"),
		path("dots", "/v1/uuid/../usage"),
		path("escaped dots", "/v1/uuid/%2e%2e/usage"),
		path("escaped dots to a file", "/%2e%2e/%2e%2e/etc/passwd"),
		path("NUL in the path", "/v1/uuid%00"),
		path("path that is not UTF-8", "/v1/%ff%fe"),
		path("line break in the path", "/v1/uuid%0d%0aX-Injected:%20"+canary),
		path("path of a thousand parts", "/v1"+strings.Repeat("/a", 1000)),
		path("operation id for a path", "/v1/bmi-calculator"),
		path("unknown problem", "/problems/"+canary),
		method("GET of a POST", "GET", slugPath, "POST"),
		method("HEAD of a POST", "HEAD", slugPath, "POST"),
		method("POST of a GET", "POST", bmiPath, "GET, HEAD"),
		method("PUT", "PUT", slugPath, "POST"),
		method("PATCH", "PATCH", slugPath, "POST"),
		method("DELETE", "DELETE", bmiPath, "GET, HEAD"),
		method("OPTIONS", "OPTIONS", slugPath, "POST"),
		method("TRACE", "TRACE", bmiPath, "GET, HEAD"),
		method("method in lower case", "get", bmiPath, "GET, HEAD"),
		method("method of WebDAV", "PROPFIND", bmiPath, "GET, HEAD"),
		method("POST of the usage", "POST", "/v1/usage", "GET, HEAD"),
		{"HEAD of a call that is refused", request{method: "HEAD", target: bmiPath}, 422, problem.ValidationFailed, "", nil},
		{"proxy request", get("http://example.com/v1/none"), 404, problem.NotFound, "", nil},
		{"headers over 32 KiB", get(uuidPath).with("X-Long", strings.Repeat(canary, 2000)), 431, problem.HeadersTooLarge, "", []string{"32768"}},
		{"query over 32 KiB", get(uuidPath + "?" + strings.Repeat("a", 33_000)), 431, problem.HeadersTooLarge, "", nil},
		{"cookies over 32 KiB", get(uuidPath).with("Cookie", strings.Repeat("a="+canary+"; ", 2000)), 431, problem.HeadersTooLarge, "", nil},
	}
}

// keyAttacks bring no key, or one that does not open. The calls behind them
// are wrong as well, so that a key that opens all the same costs nothing.
func keyAttacks() []attack {
	wrong := get(bmiPath + "?note=" + canary)
	missing := func(name string, send request, says ...string) attack {
		return attack{name, send, 401, problem.MissingAPIKey, "", append(says, "Authorization: Bearer <key>")}
	}
	invalid := func(name string, credential func(h *house) string) attack {
		return attack{name, wrong.as(credential), 401, problem.InvalidAPIKey, "", []string{"malformed, unknown, revoked or expired"}}
	}
	opens := func(name string, credential func(h *house) string) attack {
		return refused(name, wrong.as(credential), "note unknown_field; weight required; height required")
	}
	literal := func(s string) func(*house) string { return func(*house) string { return s } }
	none := literal("")
	twoHeaders := wrong
	twoHeaders.edit = func(req *http.Request, h *house) { req.Header.Add("Authorization", "Bearer "+h.key) }
	return []attack{
		missing("no key", wrong.with("Authorization", "")),
		missing("no key and a broken body", post(slugPath, `{`).with("Authorization", "")),
		missing("key in the URL", request{method: "GET", target: bmiPath, edit: func(req *http.Request, h *house) {
			req.Header.Del("Authorization")
			req.URL.RawQuery = "api_key=" + h.key
		}}, "stood in the URL", "Revoke that key"),
		missing("key in the body", request{method: "POST", target: slugPath, body: `{"text":"a","api_key":"` + canary + `"}`}.with("Authorization", "")),
		missing("key in X-Api-Key", wrong.with("Authorization", "", "X-Api-Key", canary)),
		missing("empty credential", wrong.as(none)),
		missing("Bearer without a key", wrong.as(literal("Bearer"))),
		missing("Bearer and a space", wrong.as(literal("Bearer "))),
		missing("Basic scheme", wrong.as(func(h *house) string { return "Basic " + h.key }), "scheme Bearer"),
		missing("key without a scheme", wrong.as(func(h *house) string { return h.key }), "scheme Bearer"),
		missing("Token scheme", wrong.as(func(h *house) string { return "Token " + h.key })),
		missing("Bearer with a colon", wrong.as(func(h *house) string { return "Bearer: " + h.key })),
		{"two keys", twoHeaders, 401, problem.InvalidAPIKey, "", nil},
		invalid("something else", literal("Bearer "+canary)),
		invalid("key with one character changed", func(h *house) string { return "Bearer " + changed(h.key) }),
		invalid("key with one character less", func(h *house) string { return "Bearer " + h.key[:len(h.key)-1] }),
		invalid("key with one character more", func(h *house) string { return "Bearer " + h.key + "0" }),
		invalid("key of the other environment", func(h *house) string { return "Bearer " + strings.Replace(h.key, "live", "test", 1) }),
		invalid("key in capitals", func(h *house) string { return "Bearer " + strings.ToUpper(h.key) }),
		invalid("key in quotes", func(h *house) string { return `Bearer "` + h.key + `"` }),
		invalid("key in angle brackets", func(h *house) string { return "Bearer <" + h.key + ">" }),
		invalid("key twice", func(h *house) string { return "Bearer " + h.key + ", Bearer " + h.key }),
		invalid("key with a line feed", func(h *house) string { return "Bearer " + h.key + "\n" }),
		invalid("key with a NUL", func(h *house) string { return "Bearer " + h.key + "\x00" }),
		invalid("key of 30,000 characters", literal("Bearer tc_live_"+strings.Repeat("0", 30_000))),
		invalid("key that was never made", func(h *house) string { return "Bearer " + h.strayKey() }),
		invalid("key that was revoked", func(h *house) string { return "Bearer " + h.revokedKey() }),
		invalid("key that has expired", func(h *house) string { return "Bearer " + h.expiredKey() }),
		opens("scheme in lower case", func(h *house) string { return "bearer " + h.key }),
		opens("scheme in capitals", func(h *house) string { return "BEARER " + h.key }),
		opens("spaces around the key", func(h *house) string { return "Bearer  " + h.key + " " }),
		{"key without the scope", wrong.as(func(h *house) string { return "Bearer " + h.newKey(account.ScopeUsage) }),
			403, problem.InsufficientScope, "", []string{"tools:compute"}},
		{"key without any scope", wrong.as(func(h *house) string { return "Bearer " + h.newKey() }), 403, problem.InsufficientScope, "", nil},
		{"usage without a key", get("/v1/usage").with("Authorization", ""), 401, problem.MissingAPIKey, "", nil},
		{"all keys without the scope", get("/v1/usage?keys=all"), 403, problem.InsufficientScope, "", []string{"usage:read"}},
		refused("unknown parameter of the usage", get("/v1/usage?key=all"), "key unknown_field", "accepted: keys"),
	}
}

// changed is a key with its twelfth character changed.
func changed(key string) string {
	other := byte('0')
	if key[11] == '0' {
		other = '1'
	}
	return key[:11] + string(other) + key[12:]
}

// strayKey is sound in shape and checksum, but no store knows it.
func (h *house) strayKey() string {
	h.t.Helper()
	secret, err := account.NewSecret(account.Live, bytes.NewReader(bytes.Repeat([]byte{7}, 64)))
	if err != nil {
		h.t.Fatal(err)
	}
	return secret
}

func (h *house) revokedKey() string {
	h.t.Helper()
	secret := h.newKey(account.ScopeCompute)
	k, err := h.store.KeyByHash(h.t.Context(), account.HashKey(secret))
	if err != nil {
		h.t.Fatal(err)
	}
	if _, err := h.store.RevokeKey(h.t.Context(), k.ID); err != nil {
		h.t.Fatal(err)
	}
	return secret
}

func (h *house) expiredKey() string {
	h.t.Helper()
	secret, err := account.NewSecret(account.Live, bytes.NewReader(bytes.Repeat([]byte{9}, 64)))
	if err != nil {
		h.t.Fatal(err)
	}
	_, err = h.store.CreateKey(h.t.Context(), account.Key{
		AccountID: h.account.ID, Name: "expired", Env: account.Live, Hash: account.HashKey(secret), Hint: account.Hint(secret),
		Scopes: []account.Scope{account.ScopeCompute}, ExpiresAt: h.env().Now().Add(-time.Second),
	})
	if err != nil {
		h.t.Fatal(err)
	}
	return secret
}
