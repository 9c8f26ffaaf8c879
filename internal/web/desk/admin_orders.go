package desk

import (
	"errors"
	"net/http"
	"slices"
	"strings"
	"unicode/utf8"

	"toolcrib/internal/account"
	"toolcrib/internal/pay"
)

const adminOrders = admin + "/orders"

// orderStatuses are the statuses that orders are listed by.
var orderStatuses = []account.OrderStatus{
	account.OrderOpen, account.OrderPaid, account.OrderHeld, account.OrderDisputed, account.OrderRefunded, account.OrderExpired,
}

// allOrdersSheet is what the list of all orders shows.
type allOrdersSheet struct {
	control
	Statuses []account.OrderStatus
	Status   account.OrderStatus // the only one, "" = all
	Rows     []orderRow
	Older    string // the next page begins before this order, "" = there is none
}

func (h *Handler) allOrdersPage(v *visit) error {
	q := v.r.URL.Query()
	s := allOrdersSheet{control: v.control(sheet{}), Statuses: orderStatuses, Status: account.OrderStatus(q.Get("status"))}
	if s.Status != "" && !slices.Contains(orderStatuses, s.Status) {
		return account.ErrNotFound
	}
	var err error
	s.Rows, err = v.ordersOf(account.OrderQuery{Status: s.Status, Before: q.Get("before"), Limit: orderPageSize + 1})
	if err != nil {
		return err
	}
	if len(s.Rows) > orderPageSize {
		s.Rows = s.Rows[:orderPageSize]
		s.Older = s.Rows[orderPageSize-1].ID
	}
	return v.manage("orders", s.control, s)
}

// ordersOf reads orders with the names of their accounts.
func (v *visit) ordersOf(q account.OrderQuery) ([]orderRow, error) {
	list, err := v.Store.Orders(v.r.Context(), q)
	if err != nil {
		return nil, err
	}
	named := v.everybody()
	rows := v.orderRows(list)
	for i := range rows {
		if rows[i].Whose, _, err = named(rows[i].AccountID); err != nil {
			return nil, err
		}
	}
	return rows, nil
}

// anyOrderSheet is what the operator's page of an order shows.
type anyOrderSheet struct {
	control
	Own       orderSheet
	Account   account.Account
	Receipt   string // reference of the money that came in by hand
	Payable   bool   // may be marked as paid
	Askable   bool   // a provider can be asked
	Most      int64  // units that can be refunded, 0 = none
	Worth     string // their money
	Reference string // of the form, as it was typed
	Units     string // likewise
}

func (h *Handler) anyOrderPage(v *visit) error { return v.anyOrderForm(sheet{}) }

func (v *visit) anyOrderForm(faulty sheet) error {
	ctx := v.r.Context()
	own, err := v.Sales.Desk.Sheet(ctx, "", v.r.PathValue("order"))
	if err != nil {
		return err
	}
	o := own.Order
	c := v.control(faulty)
	s := anyOrderSheet{control: c, Own: v.orderSheet(own, adminOrders), Reference: v.value("reference"), Units: v.value("units")}
	if s.Account, err = v.Store.Account(ctx, o.AccountID); err != nil {
		return err
	}
	receipt, err := v.Store.Receipt(ctx, o.ID)
	if err != nil && !gone(err) {
		return err
	}
	s.Receipt = receipt.Reference
	s.Payable, s.Askable = s.Own.Manual && !o.Status.Granted(), o.Ref != "" && !s.Own.Manual
	busy := slices.ContainsFunc(own.Refunds, func(r account.Refund) bool { return r.Status == account.RefundPending })
	if o.Status == account.OrderPaid && !busy {
		s.Most = o.Remaining
		s.Worth = v.rupees(o.Share(min(o.RefundedUnits+o.Remaining, o.Pack.Units)) - o.RefundedPaise)
	}
	return v.manage("order", c, s)
}

// askProvider asks what became of an order.
func (h *Handler) askProvider(v *visit) error {
	id := v.r.PathValue("order")
	o, err := v.Sales.Desk.Settle(v.r.Context(), id)
	if err != nil {
		return v.orderFault(err)
	}
	v.say("admin.order.asked", v.t("billing.status."+string(o.Status)))
	return v.redirect(adminOrders + "/" + id)
}

// maxReference is the longest reference of a receipt, in characters.
const maxReference = 64

// markPaid notes that the money of an order has come in by hand.
func (h *Handler) markPaid(v *visit) error {
	reference := strings.TrimSpace(v.value("reference"))
	if n := utf8.RuneCountInString(reference); n < 1 || n > maxReference {
		return v.anyOrderForm(v.amiss("reference", v.t("admin.fault.reference", maxReference)))
	}
	id := v.r.PathValue("order")
	if _, err := v.Sales.Desk.MarkPaid(v.r.Context(), id, reference); err != nil {
		return v.orderFault(err)
	}
	v.say("admin.order.paid")
	return v.redirect(adminOrders + "/" + id)
}

// refundOrder gives money back for units that are left of an order.
func (h *Handler) refundOrder(v *visit) error {
	units, ok := whole(v.value("units"), maxGiven)
	if !ok {
		return v.anyOrderForm(v.amiss("units", v.t("admin.fault.units", int64(maxGiven))))
	}
	id := v.r.PathValue("order")
	note, err := v.Sales.Desk.Refund(v.r.Context(), id, units)
	if err != nil {
		return v.orderFault(err)
	}
	v.say("admin.order.refunded", v.rupees(note.Tax.Total()), note.Number)
	return v.redirect(adminOrders + "/" + id)
}

// orderFault shows the page of the order again with what was in the way.
func (v *visit) orderFault(err error) error {
	s := sheet{faults: faults{status: http.StatusConflict}}
	switch {
	case errors.Is(err, account.ErrNotFound):
		return err
	case errors.Is(err, account.ErrNothing):
		s.Text = v.t("admin.fault.nothing")
	case errors.Is(err, account.ErrBusy):
		s.Text = v.t("admin.fault.busy")
	case errors.Is(err, pay.ErrRefused):
		s.Text = v.t("admin.fault.refused")
	case errors.Is(err, pay.ErrNotManual):
		s.Text = v.t("admin.fault.not_manual")
	case errors.Is(err, pay.ErrNotOurs):
		s.Text = v.t("admin.fault.not_ours")
	default:
		v.Log.Warn("a provider did not do what the operator asked for", "order", v.r.PathValue("order"), "cause", err)
		s.Text, s.status = v.t("admin.fault.provider"), http.StatusServiceUnavailable
	}
	return v.anyOrderForm(s)
}

func (h *Handler) anyPaper(v *visit) error { return v.paper("", adminOrders) }
