package desk

import (
	"crypto/rand"
	"errors"
	"net/http"
	"slices"

	"toolcrib/internal/account"
	"toolcrib/internal/pay"
	"toolcrib/internal/pay/gst"
	"toolcrib/internal/web/ui"
)

// buySheet is what the form that buys a pack shows.
type buySheet struct {
	sheet
	Pack   packCard
	Name   string // of the pack
	Buyer  account.Party
	Token  string // the same form sent again is the same order
	States []gst.State
	Tax    bool // the invoice shows GST
	Manual bool // the operator collects the money
}

func (h *Handler) buyPage(v *visit) error {
	p, err := v.onSale(v.r.URL.Query().Get("pack"))
	if err != nil {
		return err
	}
	// Whoever bought before buys for the same name again, most of the time.
	last, err := v.Sales.Desk.History(v.r.Context(), v.place.Account.ID, "", 1)
	if err != nil {
		return err
	}
	var buyer account.Party
	if len(last) > 0 {
		buyer = last[0].Buyer
	}
	return v.buyForm(v.sheet(), p, buyer, rand.Text())
}

// onSale finds a pack by its sku.
func (v *visit) onSale(sku string) (packCard, error) {
	packs := v.packs()
	i := slices.IndexFunc(packs, func(p packCard) bool { return p.Sku == sku })
	if i < 0 {
		return packCard{}, &stop{http.StatusNotFound, "billing.stop.pack"}
	}
	return packs[i], nil
}

func (v *visit) buyForm(s sheet, p packCard, buyer account.Party, token string) error {
	return v.tell("buy", s, ui.Page{FormHosts: v.Sales.Hosts, Data: buySheet{
		sheet: s, Pack: p, Name: v.pack(p.Pack), Buyer: buyer, Token: token, States: gst.States(),
		Tax: v.Sales.Seller.GSTIN != "", Manual: v.Sales.Provider == pay.Manual,
	}})
}

// maxToken is the longest token of a form; ours have 26 characters.
const maxToken = 64

// buy orders a pack and leads to where it is paid.
func (h *Handler) buy(v *visit) error {
	p, err := v.onSale(v.value("pack"))
	if err != nil {
		return err
	}
	token := v.value("token")
	if token == "" || len(token) > maxToken {
		return &stop{http.StatusUnprocessableEntity, "auth.stop.malformed"}
	}
	buyer := account.Party{Name: v.value("name"), Address: v.value("address"), GSTIN: v.value("gstin"), State: v.value("state")}
	o, err := v.Sales.Desk.Buy(v.r.Context(), pay.Purchase{AccountID: v.place.Account.ID, Sku: p.Sku, Buyer: buyer, Token: token})
	if err != nil {
		return v.buyForm(v.unsold(err), p, buyer, token)
	}
	if o.Status == account.OrderOpen && v.leads(o.URL) {
		http.Redirect(v.w, v.r, o.URL, http.StatusSeeOther)
		return nil
	}
	return v.redirect(orders + "/" + o.ID)
}

// unsold is the sheet of the form where nothing could be ordered.
func (v *visit) unsold(err error) sheet {
	var fault *gst.Fault
	switch {
	case errors.As(err, &fault):
		return v.wrong(map[string]string{fault.Field: v.t("billing.fault." + fault.Field)})
	case errors.Is(err, account.ErrSuspended):
		return v.refused("billing.fault.suspended", http.StatusForbidden)
	case errors.Is(err, account.ErrLimit):
		return v.refused("billing.fault.open", http.StatusConflict, account.MaxOpenOrders)
	}
	// The provider did not answer, or the store. The form can be sent again: its
	// token makes it the same order.
	v.Log.Warn("a pack could not be ordered", "account", v.place.Account.ID, "cause", err)
	return v.refused("billing.fault.provider", http.StatusServiceUnavailable)
}

// refused is the sheet of a form that is shown again with why.
func (v *visit) refused(key string, status int, args ...any) sheet {
	s := v.sheet()
	s.Text, s.status = v.t(key, args...), status
	return s
}
