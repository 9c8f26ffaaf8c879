package rest_test

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"toolcrib/internal/account"
	"toolcrib/internal/op"
)

type (
	paintIn struct {
		op.Respond
		Text   string `json:"text" doc:"What to paint." len:"1..5000"`
		Format string `json:"format" doc:"Which form." enum:"png,svg,text" default:"png"`
	}
	paintOut struct {
		op.Image
		Text string `json:"painted" doc:"What was painted."`
	}
)

var paintDef = op.Def[paintIn, paintOut]{
	ID: "test-paint", Route: "GET|POST /v1/design/paint", Summary: "Paint", Doc: "Paints.", Source: "none", Since: "1.0.0",
	Pool: op.ImagePool, Media: []string{"image/png", "image/svg+xml", "text/plain"}, Hosts: []string{"paint /v1/paint", "paint /v1/again"},
	Examples: []op.Example{{Name: "plain", In: `{"text":"hello"}`}},
	Run: func(_ context.Context, in paintIn) (paintOut, error) {
		switch in.Format {
		case "svg":
			return paintOut{op.NewText("image/svg+xml", []byte(in.Text), 1, 1), in.Text}, nil
		case "text":
			return paintOut{op.NewText("text/plain", []byte(in.Text), 1, 1), in.Text}, nil
		}
		return paintOut{op.NewImage("image/png", []byte(in.Text), 1, 1), in.Text}, nil
	},
}

var (
	_ = op.Define(paintDef)
	_ = op.DefineSign(paintDef, op.Sign{
		ID: "test-paint-sign", Route: "POST /v1/design/paint/sign", Summary: "Sign", Doc: "Signs.", Source: "none", Since: "1.0.0",
		Hosts: []string{"paint /v1/paint/sign"}, Examples: []op.Example{{Name: "plain", In: `{"text":"hello"}`}},
	})
)

const (
	paintURL  = "/sub/v1/design/paint"
	helloETag = `"2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824"` // sha256sum of coreutils
)

// GET answers the picture and POST the envelope; Accept and then the field
// response go before that.
func TestFormsOfPictures(t *testing.T) {
	s := newSite(t)
	const envelope = "application/json"
	for _, c := range []struct{ accept, field, get, post string }{
		{"", "", "image/png", envelope},
		{"*/*", "", "image/png", envelope},
		{"application/json", "", envelope, envelope},
		{"application/json, */*;q=0.1", "", envelope, envelope},
		{"image/png", "", "image/png", "image/png"},
		{"image/*", "", "image/png", "image/png"},
		{"image/webp, image/*, */*;q=0.8", "", "image/png", "image/png"},
		{"text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8", "", "image/png", envelope},
		{"application/json, text/plain, */*", "", "image/png", envelope},
		{"image/png;q=0.5, application/json;q=0.6", "", envelope, envelope},
		{"text/html", "", "image/png", envelope},
		{"application/json", "image", "image/png", "image/png"},
		{"image/png", "json", envelope, envelope},
	} {
		query, body := "?text=hello", `{"text":"hello"`
		if c.field != "" {
			query, body = query+"&response="+c.field, body+`,"response":"`+c.field+`"`
		}
		for i, w := range []*httptest.ResponseRecorder{
			s.get(paintURL+query, "Accept: "+c.accept), s.post(paintURL, body+"}", "Accept: "+c.accept),
		} {
			want := [...]string{c.get, c.post}[i]
			if w.Code != 200 || w.Header().Get("Content-Type") != want || want == "image/png" && w.Body.String() != "hello" {
				t.Errorf("%+v: %d %s %s, want %s", c, w.Code, w.Header().Get("Content-Type"), w.Body, want)
			}
		}
	}
}

func TestPictureHeaders(t *testing.T) {
	s := newSite(t)
	w := s.get(paintURL + "?text=hello")
	h := w.Header()
	if h.Get("ETag") != helloETag || h.Get("Cache-Control") != "private, no-cache" || h.Get("Vary") != "Accept" {
		t.Errorf("%v", h)
	}
	if got := field(t, h, "Toolcrib-Quota"); !strings.HasPrefix(got, "image free=49 ") {
		t.Errorf("Toolcrib-Quota %s", got)
	}
	if got := field(t, h, "Toolcrib-Charge"); !strings.HasSuffix(got, " units=1 free=1 prepaid=0") {
		t.Errorf("Toolcrib-Charge %s", got)
	}
	if h := s.post(paintURL, `{"text":"hello","response":"image"}`).Header(); h.Get("Cache-Control") != "no-store" || h.Get("ETag") != helloETag {
		t.Errorf("POST: %v", h)
	}
	if h := s.get(paintURL + "?text=hello&response=json").Header(); h.Get("Cache-Control") != "no-store" || h.Get("ETag") != "" || h.Get("Vary") != "Accept" {
		t.Errorf("envelope: %v", h)
	}
	long := strings.Repeat("x", 2000)
	for format, want := range map[string]string{"png": "image/png  ", "svg": "image/svg+xml gzip W/", "text": "text/plain; charset=utf-8 gzip W/"} {
		h := s.get(paintURL+"?format="+format+"&text="+long, "Accept-Encoding: gzip").Header()
		tag, _, _ := strings.Cut(h.Get("ETag"), `"`)
		if got := h.Get("Content-Type") + " " + h.Get("Content-Encoding") + " " + tag; got != want {
			t.Errorf("%s: %q, want %q", format, got, want)
		}
		if sandboxed := strings.Contains(h.Get("Content-Security-Policy"), "sandbox"); sandboxed != (format == "svg") {
			t.Errorf("%s: sandboxed %t", format, sandboxed)
		}
	}
	if w := s.serve(s.request("HEAD", paintURL+"?text=hello", "")); w.Code != 200 || w.Body.Len() != 0 || w.Header().Get("Content-Length") != "5" || w.Header().Get("ETag") != helloETag {
		t.Errorf("HEAD: %d %v", w.Code, w.Header())
	}
}

// bare answers a request without the checks that hold for answers with a body.
func (s *site) bare(r *http.Request) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return w
}

func TestNotModified(t *testing.T) {
	s := newSite(t)
	for tag, status := range map[string]int{
		helloETag: 304, "W/" + helloETag: 304, `"x", ` + helloETag: 304, "*": 304, `"x"`: 200, strings.Trim(helloETag, `"`): 200,
	} {
		before := len(s.ledger.Made())
		w := s.bare(s.request("GET", paintURL+"?text=hello", "", "If-None-Match: "+tag))
		if w.Code != status || (status == 304) != (len(s.ledger.Made()) == before) || (w.Body.Len() == 0) != (status == 304) {
			t.Errorf("%s: %d %s, %d charges more", tag, w.Code, w.Body, len(s.ledger.Made())-before)
		}
		if h := w.Header(); h.Get("ETag") != helloETag || h.Get("Cache-Control") == "" || h.Get("RateLimit") == "" || (h.Get("Toolcrib-Charge") == "") != (status == 304) {
			t.Errorf("%s: %v", tag, h)
		}
	}
	// POST has no conditions.
	if w := s.post(paintURL, `{"text":"hello","response":"image"}`, "If-None-Match: *"); w.Code != 200 {
		t.Errorf("POST: %d", w.Code)
	}
}

// sign makes a link at a path and returns it without the origin.
func (s *site) sign(path, body, origin string) string {
	s.t.Helper()
	w := s.post(path, body)
	var answer struct{ Data struct{ URL string } }
	if err := json.Unmarshal(w.Body.Bytes(), &answer); err != nil || w.Code != 200 {
		s.t.Fatalf("%d %s", w.Code, w.Body)
	}
	link, ok := strings.CutPrefix(answer.Data.URL, origin)
	if !ok {
		s.t.Fatalf("%s does not begin with %s", answer.Data.URL, origin)
	}
	return link
}

// follow answers what a browser asks that follows a link, without a key.
func (s *site) follow(link string, headers ...string) *httptest.ResponseRecorder {
	r := s.request("GET", link, "", append(headers, "Authorization:")...)
	r.RemoteAddr = "203.0.113.7:1"
	return s.bare(r)
}

func TestSignedLink(t *testing.T) {
	s := newSite(t)
	link := s.sign(paintURL+"/sign", `{"text":"hello"}`, "https://x.example")
	if !strings.HasPrefix(link, paintURL+"?kid=key_1&text=hello&sig=") {
		t.Fatal(link)
	}
	for range 2 {
		w := s.follow(link, "Accept: text/html,*/*")
		h := w.Header()
		if w.Code != 200 || w.Body.String() != "hello" || h.Get("Content-Type") != "image/png" || h.Get("ETag") != helloETag {
			t.Fatalf("%d %s %v", w.Code, w.Body, h)
		}
		if h.Get("Cache-Control") != "public, max-age=31536000, immutable" || h.Get("Vary") != "" {
			t.Errorf("%v", h)
		}
		for name := range h {
			if strings.HasPrefix(name, "Toolcrib-") || strings.HasPrefix(name, "Ratelimit") {
				t.Errorf("who follows a link learns %s", name)
			}
		}
	}
	if w := s.follow(link, "If-None-Match: "+helloETag); w.Code != 304 || w.Body.Len() != 0 {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	if made := s.ledger.Made(); len(made) != 2 || made[1].Pool != account.PoolImage {
		t.Errorf("%+v", made)
	}
	// The key stands beside the signature for nothing; the link is of the GET alone.
	if w := s.follow(link, "Authorization: Bearer x"); w.Code != 200 {
		t.Errorf("with a credential: %d", w.Code)
	}
	s.refused(s.post(link, `{"text":"hello"}`), 422, "validation_failed")
	s.refused(s.get(strings.Replace(link, "/design/paint", "/calculators/add", 1)), 422, "validation_failed")
}

func TestSignedLinkThatEnds(t *testing.T) {
	s := newSite(t)
	link := s.sign(paintURL+"/sign", `{"text":"hello","expires_in":3600}`, "https://x.example")
	s.clock.Add(time.Minute)
	if got := s.follow(link).Header().Get("Cache-Control"); got != "public, max-age=3540" {
		t.Errorf("Cache-Control %s", got)
	}
	s.clock.Add(59 * time.Minute)
	w := s.follow(link)
	s.refused(w, 401, "signature_expired")
	if w.Header().Get("Cache-Control") != "no-store" {
		t.Errorf("%v", w.Header())
	}
}

func TestSignedLinkThatOpensNothing(t *testing.T) {
	s := newSite(t)
	link := s.sign(paintURL+"/sign", `{"text":"hello"}`, "https://x.example")
	for _, broken := range []string{
		strings.Replace(link, "hello", "hallo", 1), strings.Replace(link, "key_1", "key_3", 1),
		strings.Replace(link, "key_1", "key_0", 1), strings.Replace(link, "key_1", url.QueryEscape("name of key_1"), 1),
		link[:len(link)-4], strings.Replace(link, "kid=key_1&", "", 1), link + "&format=svg",
	} {
		s.refused(s.follow(broken), 401, "invalid_api_key")
	}
	if len(s.ledger.Made()) != 1 {
		t.Errorf("%+v", s.ledger.Made())
	}
	if w := s.follow(link); w.Code != 200 {
		t.Fatal(w.Code)
	}
	s.ledger.Update("key_1", func(k *account.Key) { k.RevokedAt = s.clock.Now() })
	s.clock.Add(5 * time.Second)
	s.refused(s.follow(link), 401, "invalid_api_key")
	// Guessing is bounded as it is for keys.
	for range 30 {
		s.follow(link)
	}
	s.refused(s.follow(link), 429, "rate_limited")
}

func TestSignedLinkOfASuspendedAccount(t *testing.T) {
	s := newSite(t)
	link := s.sign(paintURL+"/sign", `{"text":"hello"}`, "https://x.example")
	s.follow(link)
	s.ledger.Suspend("acc_1", true)
	s.clock.Add(5 * time.Second)
	s.refused(s.follow(link), 402, "account_suspended")
}

// What the owner has left is not told to who follows a link.
func TestSignedLinkWithoutFunds(t *testing.T) {
	s := newSite(t)
	delete(s.ledger.Plan.Free, account.PoolImage)
	link := s.sign(paintURL+"/sign", `{"text":"hello"}`, "https://x.example")
	w := s.follow(link)
	s.refused(w, 402, "insufficient_credits")
	if strings.Contains(w.Body.String(), "remaining") || strings.Contains(w.Body.String(), "pool") {
		t.Errorf("%s", w.Body)
	}
}

// A refusal before the engine is noted like those of the engine.
func TestObservedRefusal(t *testing.T) {
	s := newSite(t)
	w := s.get(paintURL+"?text=x", "Authorization: Bearer "+s.mute)
	if len(s.observed) != 1 || "req_"+s.observed[0].ID != w.Header().Get("Request-Id") || s.observed[0].Status != 403 || s.observed[0].Code != "insufficient_scope" {
		t.Errorf("%+v", s.observed)
	}
}
