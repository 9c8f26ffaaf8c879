package fake

import (
	"html/template"
	"net/http"

	"toolcrib/internal/account"
	"toolcrib/internal/pay"
)

var page = template.Must(template.New("").Parse(`<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Test checkout</title>
<h1>Test checkout</h1>
<p>No money moves here.</p>
<p>{{.Title}}: ₹{{.Rupees}}</p>
{{with .Problem}}<p role="alert">{{.}}</p>{{end}}
<form method="post">
<p><button name="do" value="pay">Pay</button>
<button name="do" value="later">Pay, the money comes later</button>
<button name="do" value="decline">Have the card declined</button></p>
</form>
<p><a href="{{.CancelURL}}">Back without paying</a></p>
</html>
`))

// Handler is the checkout page, at GET and POST /{ref} below where it is
// mounted (strip what is before it). Paying leads back to the order.
func (b *Bank) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{ref}", func(w http.ResponseWriter, r *http.Request) {
		if c, ok := b.checkout(r.PathValue("ref")); ok {
			show(w, http.StatusOK, c, "")
		} else {
			http.NotFound(w, r)
		}
	})
	mux.HandleFunc("POST /{ref}", func(w http.ResponseWriter, r *http.Request) {
		ref := r.PathValue("ref")
		c, ok := b.checkout(ref)
		if !ok {
			http.NotFound(w, r)
			return
		}
		r.Body = http.MaxBytesReader(w, r.Body, 1<<10)
		var err error
		switch r.PostFormValue("do") {
		case "pay":
			err = b.Pay(ref)
		case "later":
			err = b.PayLater(ref)
		case "decline":
			if err = b.Decline(ref); err == nil {
				show(w, http.StatusPaymentRequired, c, "The card was declined. Try again.")
				return
			}
		default:
			show(w, http.StatusBadRequest, c, "Choose one of the buttons.")
			return
		}
		if err != nil {
			show(w, http.StatusConflict, c, "This checkout has ended.")
			return
		}
		http.Redirect(w, r, c.ReturnURL, http.StatusSeeOther)
	})
	return mux
}

func (b *Bank) checkout(ref string) (pay.Checkout, bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	s := b.sessions[ref]
	if s == nil {
		return pay.Checkout{}, false
	}
	return s.checkout, true
}

func show(w http.ResponseWriter, status int, c pay.Checkout, problem string) {
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	h.Set("Content-Security-Policy", "default-src 'none'; base-uri 'none'; frame-ancestors 'none'")
	w.WriteHeader(status)
	// Of the writer's errors nobody is left to be told.
	_ = page.Execute(w, struct {
		pay.Checkout
		Rupees, Problem string
	}{c, account.Rupees(c.Paise), problem})
}
