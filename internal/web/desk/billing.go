package desk

import (
	"toolcrib/internal/account"
	"toolcrib/internal/web/ui"
)

// billingSheet is what the page about units and packs shows. It answers
// everybody: refusals for want of units lead there.
type billingSheet struct {
	sheet
	Guest  bool // nobody is signed in
	Away   bool // or belongs to no account
	Buys   bool // may buy
	Packs  []packCard
	Rate   int64 // of the GST to be told of, 0 = none
	Pools  []pool
	Orders []orderRow // the latest
	More   bool       // there are older ones
	Hook   bool       // alerts are sent to a webhook

	Free, FreeImages, PerImage int64 // of the plan
	Contact                    string
}

// latestOrders is how many orders the page shows.
const latestOrders = 5

func (h *Handler) billingPage(v *visit) error {
	s := billingSheet{
		Guest: v.seat == nil, Packs: v.packs(), Contact: v.Sales.Contact,
		Free: v.Sales.Plan.Free[account.PoolCompute], FreeImages: v.Sales.Plan.Free[account.PoolImage],
		PerImage: v.Sales.Plan.Overflow[account.PoolImage].Rate,
	}
	if v.Sales.Seller.GSTIN != "" {
		s.Rate = v.Sales.Rate
	}
	if s.Guest {
		return v.tell("overview", s.sheet, ui.Page{Data: s, Description: v.t("billing.overview.lede")})
	}
	s.sheet, s.Away = v.sheet(), v.place.Account.ID == ""
	s.Buys = v.place.Role.Covers(account.RoleAdmin) && !v.place.Account.Suspended
	if !s.Away {
		if err := v.fillBilling(&s); err != nil {
			return err
		}
	}
	return v.tell("overview", s.sheet, ui.Page{Data: s})
}

// fillBilling reads what there is of the account.
func (v *visit) fillBilling(s *billingSheet) error {
	ctx, id := v.r.Context(), v.place.Account.ID
	all, err := v.pools()
	if err != nil {
		return err
	}
	for _, p := range all {
		if p.Op == "" {
			s.Pools = append(s.Pools, p)
		}
	}
	list, err := v.Sales.Desk.History(ctx, id, "", latestOrders+1)
	if err != nil {
		return err
	}
	s.More = len(list) > latestOrders
	s.Orders = v.orderRows(list[:min(len(list), latestOrders)])
	_, err = v.Store.Webhook(ctx, id)
	s.Hook = err == nil
	if gone(err) {
		err = nil
	}
	return err
}

// ordersSheet is what the history of orders shows.
type ordersSheet struct {
	sheet
	Rows  []orderRow
	Older string // the next page begins before this order, "" = there is none
	First bool   // this is the page of the latest
}

// orderPageSize is how many orders a page has.
const orderPageSize = 25

func (h *Handler) ordersPage(v *visit) error {
	before := v.r.URL.Query().Get("before")
	list, err := v.Sales.Desk.History(v.r.Context(), v.place.Account.ID, before, orderPageSize+1)
	if err != nil {
		return err
	}
	s := ordersSheet{sheet: v.sheet(), First: before == ""}
	if len(list) > orderPageSize {
		list = list[:orderPageSize]
		s.Older = list[orderPageSize-1].ID
	}
	s.Rows = v.orderRows(list)
	return v.tell("orders", s.sheet, ui.Page{Data: s})
}
