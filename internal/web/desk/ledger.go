package desk

import (
	"bytes"
	"encoding/csv"
	"slices"
	"strconv"
	"time"

	"toolcrib/internal/account"
	"toolcrib/internal/web/ui"
)

// ledgerSheet is what the statement of an account's units shows.
type ledgerSheet struct {
	sheet
	Pools []account.Pool
	Pool  account.Pool
	Rows  []account.Movement // latest first
	Now   int64              // what is left
	Until time.Time          // when the statement was made
	Older int                // the next page begins before this movement, 0 = there is none
	First bool               // this is the page of the latest
}

// unitPools are the pools that packs and grants are of.
var unitPools = []account.Pool{account.PoolCompute, account.PoolImage, account.PoolAI}

// ledgerPageSize is how many movements a page has.
const ledgerPageSize = 60

// movements reads those of the pool that the query names.
func (v *visit) movements() (account.Pool, account.Statement, []account.Movement, error) {
	pool := unitPools[0]
	if asked := v.r.URL.Query().Get("pool"); asked != "" {
		if pool = account.Pool(asked); !slices.Contains(unitPools, pool) {
			return "", account.Statement{}, nil, account.ErrNotFound
		}
	}
	st, err := v.Store.Statement(v.r.Context(), v.place.Account.ID)
	return pool, st, st.Movements(pool), err
}

func (h *Handler) ledgerPage(v *visit) error {
	pool, st, list, err := v.movements()
	if err != nil {
		return err
	}
	s := ledgerSheet{sheet: v.sheet(), Pools: unitPools, Pool: pool, Until: st.At, First: true}
	end := len(list)
	if end > 0 {
		s.Now = list[end-1].Balance
	}
	if text := v.r.URL.Query().Get("before"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 || n > len(list) {
			return account.ErrNotFound
		}
		end, s.First = n, false
	}
	s.Older = max(end-ledgerPageSize, 0)
	s.Rows = slices.Clone(list[s.Older:end])
	slices.Reverse(s.Rows)
	return v.tell("ledger", s.sheet, ui.Page{Data: s})
}

// Moment is when a movement was, in UTC.
func (ledgerSheet) Moment(m account.Movement) string { return moment(m, "2006-01-02 15:04") }

// moment is when a movement was; of the calls of a day that day alone.
func moment(m account.Movement, layout string) string {
	if m.Cause == account.CauseUsed {
		return account.DayText(m.Day)
	}
	return m.At.Format(layout)
}

// ledgerCSV sends all movements of the pool, oldest first.
func (h *Handler) ledgerCSV(v *visit) error {
	pool, _, list, err := v.movements()
	if err != nil {
		return err
	}
	var text bytes.Buffer
	w := csv.NewWriter(&text)
	w.UseCRLF = true
	rows := [][]string{{"time", "pool", "cause", "units", "balance", "requests", "month", "grant", "order"}}
	for _, m := range list {
		rows = append(rows, []string{
			moment(m, time.RFC3339), string(pool), string(m.Cause), strconv.FormatInt(m.Units, 10), strconv.FormatInt(m.Balance, 10),
			strconv.FormatInt(m.Requests, 10), m.Period, m.GrantID, m.OrderID,
		})
	}
	if err := w.WriteAll(rows); err != nil {
		return err
	}
	v.w.Header().Set("Content-Disposition", `attachment; filename="ledger-`+string(pool)+`.csv"`)
	v.Site.Send(v.w, v.r, "text/csv; charset=utf-8", "no-store", text.Bytes())
	return nil
}
