package sqldb

import (
	"context"
	"encoding/json"
	"fmt"

	"toolcrib/internal/account"
)

// nextNumber takes the next number of a series. Until the transaction ends
// nobody else takes one, so that a number is never left out.
func nextNumber(tx Tx, series string) (int64, error) {
	return queryInt(tx, `INSERT INTO series (name, last) VALUES ($1, 1)
		ON CONFLICT (name) DO UPDATE SET last = series.last + 1 RETURNING last`, series)
}

func insertInvoice(tx Tx, now int64, o *lockedOrder, b *account.Bill) (string, error) {
	if b.Tax.Total() != o.Paise {
		return "", fmt.Errorf("the invoice would be of %d paise, the order is of %d", b.Tax.Total(), o.Paise)
	}
	text, err := json.Marshal(b)
	if err != nil {
		return "", err
	}
	series := account.SeriesOf(account.InvoiceSeries, fromMillis(now))
	n, err := nextNumber(tx, series)
	if err != nil {
		return "", err
	}
	_, err = tx.Exec(`INSERT INTO invoices (series, number, bought, at, paise, taxable, cgst, sgst, igst, bill)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
		series, n, o.seq, now, o.Paise, b.Tax.Taxable, b.Tax.CGST, b.Tax.SGST, b.Tax.IGST, string(text))
	if err != nil {
		return "", err
	}
	return account.PaperNumber(series, n)
}

func insertCreditNote(tx Tx, now int64, r *account.Refund, t account.Tax) (string, error) {
	if t.Total() != r.Paise {
		return "", fmt.Errorf("the credit note would be of %d paise, the refund is of %d", t.Total(), r.Paise)
	}
	series := account.SeriesOf(account.CreditSeries, fromMillis(now))
	n, err := nextNumber(tx, series)
	if err != nil {
		return "", err
	}
	_, err = tx.Exec(`INSERT INTO credit_notes (series, number, refund, at, paise, taxable, cgst, sgst, igst)
		SELECT CAST($1 AS TEXT), CAST($2 AS BIGINT), seq, CAST($3 AS BIGINT), paise,
			CAST($4 AS BIGINT), CAST($5 AS BIGINT), CAST($6 AS BIGINT), CAST($7 AS BIGINT) FROM refunds WHERE id = $8`,
		series, n, now, t.Taxable, t.CGST, t.SGST, t.IGST, r.ID)
	if err != nil {
		return "", err
	}
	return account.PaperNumber(series, n)
}

// Invoice finds the invoice of an order.
func (s *Store) Invoice(ctx context.Context, orderID string) (account.Invoice, error) {
	v := account.Invoice{OrderID: orderID}
	err := s.db.Read(ctx, func(tx Tx, _ int64) error {
		var series, text string
		var n, at int64
		found, err := queryRow(tx, `SELECT i.series, i.number, i.at, i.taxable, i.cgst, i.sgst, i.igst, i.bill
			FROM invoices i JOIN orders o ON o.seq = i.bought WHERE o.id = $1`,
			[]any{&series, &n, &at, &v.Tax.Taxable, &v.Tax.CGST, &v.Tax.SGST, &v.Tax.IGST, &text}, orderID)
		if err == nil && !found {
			err = account.ErrNotFound
		}
		if err != nil {
			return err
		}
		v.IssuedAt = fromMillis(at)
		if err := json.Unmarshal([]byte(text), &v.Bill); err != nil {
			return err
		}
		v.Number, err = account.PaperNumber(series, n)
		return err
	})
	return v, fail("invoice", err)
}

// CreditNotes lists the credit notes of an order, oldest first.
func (s *Store) CreditNotes(ctx context.Context, orderID string) (list []account.CreditNote, err error) {
	err = s.db.Read(ctx, func(tx Tx, _ int64) (err error) {
		list, err = readCreditNotes(tx, "WHERE o.id = $1 ORDER BY r.seq", orderID)
		return err
	})
	return list, fail("credit notes", err)
}

func readCreditNotes(tx Tx, where string, args ...any) (list []account.CreditNote, err error) {
	err = tx.Query(`SELECT c.series, c.number, i.series, i.number, o.id, r.id, c.at, r.units, c.taxable, c.cgst, c.sgst, c.igst
		FROM credit_notes c JOIN refunds r ON r.seq = c.refund JOIN orders o ON o.seq = r.bought JOIN invoices i ON i.bought = o.seq `+where,
		func(scan func(...any) error) error {
			var c account.CreditNote
			var own, of string
			var n, m, at int64
			err := scan(&own, &n, &of, &m, &c.OrderID, &c.RefundID, &at, &c.Units, &c.Tax.Taxable, &c.Tax.CGST, &c.Tax.SGST, &c.Tax.IGST)
			if err != nil {
				return err
			}
			c.IssuedAt = fromMillis(at)
			if c.Invoice, err = account.PaperNumber(of, m); err != nil {
				return err
			}
			c.Number, err = account.PaperNumber(own, n)
			list = append(list, c)
			return err
		}, args...)
	return list, err
}
