package service_test

import (
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

// links are the operations that answer signed links, whatever they paint.
func links() (found []*op.Op) {
	for _, o := range op.All() {
		if o.Signs != nil {
			found = append(found, o)
		}
	}
	return found
}

// link has a link made and returns its path and query.
func (h *house) link(sign *op.Op, input string) string {
	h.t.Helper()
	w := h.call(sign, input)
	var answer struct{ Data struct{ URL string } }
	if err := json.Unmarshal(w.Body.Bytes(), &answer); err != nil || w.Code != http.StatusOK {
		h.t.Fatalf("%d %s", w.Code, w.Body)
	}
	u, err := url.Parse(answer.Data.URL)
	if err != nil {
		h.t.Fatal(err)
	}
	return u.RequestURI()
}

// follow opens a link as a browser does.
func (h *house) follow(link string) *httptest.ResponseRecorder {
	return h.do(httptest.NewRequest(http.MethodGet, link, nil))
}

func (h *house) images() account.Balance {
	h.t.Helper()
	b, err := h.store.Balance(h.t.Context(), h.account.ID, account.PoolImage, "")
	if err != nil {
		h.t.Fatal(err)
	}
	return b
}

// TestLinksInTheLedger follows signed links over the real store: the picture
// is the one that a key gets, and is charged once a month, also by a service
// started anew.
func TestLinksInTheLedger(t *testing.T) {
	now := time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)
	env := op.Env{Now: func() time.Time { return now }, Random: op.SampleEnv().Random}
	if len(links()) == 0 {
		t.Fatal("no operation makes links")
	}
	for _, sign := range links() {
		h := newHouse(t, defaults(t), env)
		example := sign.Examples[0].In
		link := h.link(sign, example)
		in := members(t, example)
		delete(in, "expires_in")
		body, err := json.Marshal(in)
		if err != nil {
			t.Fatal(err)
		}
		keyed := h.request("POST", sign.Signs.Path, string(body))
		keyed.Header.Set("Accept", "image/*")
		want := h.do(keyed)
		before := h.images().Free
		for range 2 {
			h.open(defaults(t), env)
			for range 2 {
				if w := h.follow(link); w.Code != 200 || w.Body.String() != want.Body.String() || w.Header().Get("ETag") != want.Header().Get("ETag") {
					t.Fatalf("%s: %d %.200s", sign.ID, w.Code, w.Body)
				}
			}
		}
		if spent := before - h.images().Free; spent < 1 || spent > 4 {
			t.Errorf("%s: %d units", sign.ID, spent)
		}
		price := before - h.images().Free
		now = time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC)
		link = h.link(sign, `{"expires_in":null,`+strings.TrimPrefix(string(body), "{"))
		for range 2 {
			if h.follow(link).Code != 200 {
				t.Errorf("%s: not answered in the next month", sign.ID)
			}
		}
		if left := h.images().Free; left != 50-price {
			t.Errorf("%s: %d units are left in the next month, want %d", sign.ID, left, 50-price)
		}
		now = time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)
		if report, err := h.store.Verify(t.Context()); err != nil || !report.OK() {
			t.Errorf("ledger: %+v %v", report, err)
		}
	}
}

// TestPicturesUseImageUnits spends the free image units, then prepaid compute
// units at five for one, and never the free compute units.
func TestPicturesUseImageUnits(t *testing.T) {
	s := defaults(t)
	s.FreeImageUnits = 1
	h := newHouse(t, s, op.SampleEnv())
	paint := func() *httptest.ResponseRecorder {
		return h.do(h.request("GET", "/v1/design/qr?text=hello", ""))
	}
	if w := paint(); w.Code != 200 || !strings.HasPrefix(w.Header().Get("Toolcrib-Quota"), `"image";free=0;prepaid=0;`) {
		t.Fatalf("%d %v", w.Code, w.Header())
	}
	if w := paint(); w.Code != 429 || !strings.Contains(w.Body.String(), `"pool":"image"`) {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	h.grant(9)
	if w := paint(); w.Code != 200 || !strings.Contains(w.Header().Get("Toolcrib-Charge"), ";units=1;free=0;prepaid=1") {
		t.Errorf("%d %v", w.Code, w.Header())
	}
	if w := paint(); w.Code != 402 {
		t.Errorf("with 4 prepaid units left: %d %s", w.Code, w.Body)
	}
	if b := h.balance(); b.Free != 500 || b.Prepaid != 4 {
		t.Errorf("compute units: %+v", b)
	}
}

// TestProductHosts asks each product host for what the contract says it has.
func TestProductHosts(t *testing.T) {
	s := defaults(t)
	s.HostsQR, s.HostsOG, s.HostsHash, s.HostsUUID = "qr.test", "og.test:81", "hash.test", "uuid.test"
	h := newHouse(t, s, op.SampleEnv())
	for _, c := range []struct{ host, method, path, body string }{
		{"qr.test", "GET", "/v1/qr?text=x", ""}, {"qr.test", "POST", "/v1/qr", `{"text":"x"}`}, {"qr.test", "POST", "/v1/qr/sign", `{"text":"x"}`},
		{"og.test", "GET", "/v1/og?title=x", ""}, {"og.test", "POST", "/v1/og", `{"title":"x"}`}, {"og.test", "POST", "/v1/og/sign", `{"title":"x"}`},
		{"hash.test", "POST", "/v1/hash", `{"text":"x"}`}, {"hash.test", "POST", "/v1/hash/md5", `{"text":"x"}`},
		{"uuid.test", "GET", "/v1/uuid", ""}, {"uuid.test", "GET", "/v1/generate?count=2", ""}, {"uuid.test", "POST", "/v1/batch", `{"count":2}`},
		{"uuid.test", "GET", "/v1/validate?uuid=2489e9ad-2ee2-8e00-8ec9-32d5f69181c0", ""},
	} {
		r := h.request(c.method, c.path, c.body)
		r.Host = c.host
		if w := h.do(r); w.Code != 200 {
			t.Errorf("%s %s%s: %d %.300s", c.method, c.host, c.path, w.Code, w.Body)
		}
	}
	for host, paths := range map[string][]string{
		"qr.test": {"/v1/qr", "/v1/qr/decode", "/v1/qr/sign"}, "og.test": {"/v1/og", "/v1/og/sign"},
		"hash.test": {"/v1/hash", "/v1/hash/{algorithm}"}, "uuid.test": {"/v1/batch", "/v1/generate", "/v1/uuid", "/v1/validate"},
	} {
		r := httptest.NewRequest("GET", "/openapi.json", nil)
		r.Host = host
		var doc struct {
			Paths map[string]any
		}
		if err := json.Unmarshal(h.do(r).Body.Bytes(), &doc); err != nil {
			t.Fatal(err)
		}
		have := 0
		for path := range doc.Paths {
			if strings.HasPrefix(path, "/v1/") {
				have++
			}
		}
		for _, path := range paths {
			if doc.Paths[path] == nil {
				t.Errorf("%s: no %s in the document", host, path)
			}
		}
		if have != len(paths) {
			t.Errorf("%s: %d operations in the document, want %d", host, have, len(paths))
		}
	}
}
