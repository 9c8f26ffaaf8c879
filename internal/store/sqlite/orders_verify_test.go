package sqlite_test

import (
	"context"
	"fmt"
	"testing"

	"toolcrib/internal/account"
	"toolcrib/internal/store/sqlite"
)

// orderCorruptions break what makeOrders made.
var orderCorruptions = []corruption{
	{"order-grants", "paid, and never granted", []string{"UPDATE grants SET bought = NULL WHERE bought = 1"}},
	{"order-grants", "granted twice", []string{
		"DROP INDEX grants_bought", "UPDATE grants SET bought = 1 WHERE class = 3 AND bought IS NULL"}},
	{"order-grants", "granted unpaid", []string{
		"UPDATE grants SET bought = (SELECT seq FROM orders WHERE status = 'open') WHERE class = 3 AND bought IS NULL"}},
	{"order-grants", "another pack", []string{"UPDATE orders SET units = units + 1 WHERE seq = 1"}},
	{"order-grants", "another pool", []string{"UPDATE orders SET pool = 'image' WHERE seq = 1"}},
	{"order-grants", "another account", []string{"UPDATE orders SET account = (SELECT min(seq) FROM accounts) WHERE seq = 1"}},
	{"order-grants", "another price", []string{"UPDATE orders SET paise = paise + 1 WHERE seq = 1"}},
	{"order-grants", "no invoice", []string{
		"DROP TRIGGER invoices_no_delete", "DELETE FROM invoices WHERE bought = 1"}},
	{"paper-numbers", "an invoice lost", []string{
		"DROP TRIGGER invoices_no_delete", "DELETE FROM invoices WHERE number = 1"}},
	{"paper-numbers", "the last invoice lost", []string{
		"DROP TRIGGER invoices_no_delete", "DELETE FROM invoices WHERE number = 3"}},
	{"paper-numbers", "a number left out", []string{
		"DROP TRIGGER invoices_no_update", "UPDATE invoices SET number = 4 WHERE number = 3", "UPDATE series SET last = 4 WHERE name LIKE 'TC/%'"}},
	{"paper-numbers", "a number taken for nothing", []string{"UPDATE series SET last = last + 1 WHERE name LIKE 'CN/%'"}},
	{"paper-numbers", "a series of nothing", []string{"INSERT INTO series VALUES ('TC/9900', 1)"}},
	{"order-refunds", "more than was paid", []string{"UPDATE refunds SET paise = paise + 10000 WHERE status = 'done'"}},
	{"order-refunds", "of another amount than its credit note", []string{"UPDATE refunds SET paise = paise - 1 WHERE status = 'done'"}},
	{"order-refunds", "of an order never paid", []string{
		"UPDATE refunds SET bought = (SELECT seq FROM orders WHERE status = 'open')"}},
	{"order-refunds", "done without credit note", []string{"UPDATE refunds SET status = 'done' WHERE status = 'failed'"}},
	{"order-refunds", "credit note of a refund that failed", []string{"UPDATE refunds SET status = 'failed'"}},
	{"order-refunds", "called refunded", []string{"UPDATE orders SET status = 'refunded' WHERE seq = 1"}},
	{"order-units", "units not taken", []string{"UPDATE refunds SET units = units + 1 WHERE status = 'done'"}},
	{"order-units", "units left of a disputed order", []string{"UPDATE grants SET remaining = 1 WHERE bought = 2"}},
}

// makeOrders makes a paid order, half of it refunded after a try that failed,
// a disputed one, a plain one, and one that nobody pays.
func makeOrders(t *testing.T, s *sqlite.Store, accountID string) {
	t.Helper()
	ctx := context.Background()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	for i := range 4 {
		o, err := s.CreateOrder(ctx, account.Order{
			AccountID: accountID, Provider: "test",
			Pack: account.Pack{Sku: "compute-10", Pool: account.PoolCompute, Units: 10, Paise: 1000},
		})
		must(err)
		if i == 3 {
			continue
		}
		_, err = s.ApplyPayment(ctx, account.Payment{
			Provider: "test", Ref: fmt.Sprint("cs_", i), PaymentRef: fmt.Sprint("pay_", i), OrderID: o.ID,
			State: account.PaymentPaid, Paise: 1000, Currency: account.Currency, Disputed: i == 1,
		}, account.Bill{Tax: account.Tax{Taxable: 848, CGST: 76, SGST: 76}})
		must(err)
		if i > 0 {
			continue
		}
		r, err := s.StartRefund(ctx, o.ID, 5)
		must(err)
		_, err = s.FailRefund(ctx, r.ID)
		must(err)
		r, err = s.StartRefund(ctx, o.ID, 5)
		must(err)
		_, err = s.FinishRefund(ctx, r.ID, "re", account.Tax{Taxable: 424, CGST: 38, SGST: 38})
		must(err)
	}
}
