package home_test

import (
	"net/http/httptest"
	"strings"
	"testing"

	"toolcrib/internal/op"
	_ "toolcrib/internal/ops"
	"toolcrib/internal/web/home"
	"toolcrib/internal/web/ui"
)

// The first page of each product host names every operation that the host
// answers, with a call of it there, and leads to the website for the rest.
func TestFront(t *testing.T) {
	site := ui.New(ui.Options{BaseURL: "https://x.example/sub"})
	h := home.New(home.Options{Site: site, Ops: op.All(), Find: func(string, int) []*op.Op { return nil }})
	for _, host := range []string{"qr", "og", "hash", "uuid"} {
		for _, lang := range []string{"en", "hi"} {
			r := httptest.NewRequestWithContext(t.Context(), "GET", "/", nil)
			r.Header.Set("Accept-Language", lang)
			w := httptest.NewRecorder()
			h.Front(host, "https://"+host+".example").ServeHTTP(w, r)
			page := w.Body.String()
			if w.Code != 200 || strings.Contains(page, "home.front.") || !strings.Contains(page, `href="https://x.example/sub/docs"`) {
				t.Errorf("%s in %s: %d\n%s", host, lang, w.Code, page)
			}
			answered := 0
			for _, o := range op.All() {
				if path := o.PathOn(host); path != "" {
					answered++
					if !strings.Contains(page, "https://"+host+".example"+path) || !strings.Contains(page, strings.Join(o.Methods(), ", ")+" "+path) {
						t.Errorf("%s does not tell of %s", host, o.ID)
					}
				}
			}
			if answered == 0 {
				t.Errorf("%s answers nothing", host)
			}
		}
	}
}
