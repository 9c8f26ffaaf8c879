package sqldb

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"toolcrib/internal/account"
)

// CreateOrder stores an open order, or finds the one of the same token.
func (s *Store) CreateOrder(ctx context.Context, o account.Order) (made account.Order, err error) {
	if err := validOrder(&o); err != nil {
		return made, err
	}
	buyer, err := json.Marshal(o.Buyer)
	if err != nil {
		return made, err
	}
	err = s.db.WriteAside(ctx, func(tx Tx, now int64) error {
		acct, err := s.lockAccount(tx, o.AccountID)
		if err != nil {
			return err
		}
		if o.Token != "" {
			made, err = readOrder(tx, "WHERE o.account = $1 AND o.token = $2", acct.seq, o.Token)
			if !errors.Is(err, account.ErrNotFound) {
				return err
			}
		}
		if err := mayOrder(tx, acct.seq); err != nil {
			return err
		}
		id := account.NewID("ord", fromMillis(now))
		_, err = tx.Exec(`INSERT INTO orders (id, account, token, sku, pool, units, paise, buyer, provider, status, created_at)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'open', $10)`,
			id, acct.seq, optionalText(o.Token), o.Sku, string(o.Pool), o.Units, o.Paise, string(buyer), o.Provider, now)
		if err != nil {
			return err
		}
		if made, err = readOrder(tx, "WHERE o.id = $1", id); err != nil {
			return err
		}
		return s.record(ctx, tx, now, acct.seq, "order.create", id,
			fmt.Sprintf("%s for %s %s by %s", o.Sku, account.Currency, account.Rupees(o.Paise), o.Provider))
	})
	return made, fail("create order", err)
}

func validOrder(o *account.Order) error {
	if o.Sku == "" || o.Provider == "" || o.Paise <= 0 {
		return errors.New("store: an order needs a pack, a price and a provider")
	}
	return validGrant(account.Grant{Pool: o.Pool, Class: account.ClassPrepaid, Units: o.Units})
}

// mayOrder tells why an account cannot order, nil where it can.
func mayOrder(tx Tx, acct int64) error {
	var suspended, open int64
	_, err := queryRow(tx, `SELECT a.suspended, (SELECT count(*) FROM orders o WHERE o.account = a.seq AND o.status = 'open')
		FROM accounts a WHERE a.seq = $1`, []any{&suspended, &open}, acct)
	switch {
	case err != nil:
		return err
	case suspended != 0:
		return account.ErrSuspended
	case open >= account.MaxOpenOrders:
		return account.ErrLimit
	}
	return nil
}

func optionalText(s string) any {
	if s == "" {
		return nil
	}
	return s
}

const selectOrders = `SELECT o.id, a.id, coalesce(o.token, ''), o.sku, o.pool, o.units, o.paise, o.buyer, o.provider, o.status,
		o.created_at, coalesce(o.ref, ''), o.url, coalesce(o.payment_ref, ''), coalesce(o.paid_at, 0),
		coalesce(g.id, ''), coalesce(g.remaining, 0), coalesce(i.series, ''), coalesce(i.number, 0),
		(SELECT CAST(coalesce(sum(r.units), 0) AS BIGINT) FROM refunds r WHERE r.bought = o.seq AND r.status <> 'failed'),
		(SELECT CAST(coalesce(sum(r.paise), 0) AS BIGINT) FROM refunds r WHERE r.bought = o.seq AND r.status <> 'failed')
	FROM orders o JOIN accounts a ON a.seq = o.account
	LEFT JOIN grants g ON g.bought = o.seq LEFT JOIN invoices i ON i.bought = o.seq `

func scanOrder(scan func(...any) error) (o account.Order, err error) {
	var pool, buyer, status, series string
	var created, paid, number int64
	err = scan(&o.ID, &o.AccountID, &o.Token, &o.Sku, &pool, &o.Units, &o.Paise, &buyer, &o.Provider, &status,
		&created, &o.Ref, &o.URL, &o.PaymentRef, &paid, &o.GrantID, &o.Remaining, &series, &number, &o.RefundedUnits, &o.RefundedPaise)
	if err != nil {
		return o, err
	}
	o.Pool, o.Status, o.CreatedAt = account.Pool(pool), account.OrderStatus(status), fromMillis(created)
	if paid != 0 {
		o.PaidAt = fromMillis(paid)
	}
	if series != "" {
		if o.Invoice, err = account.PaperNumber(series, number); err != nil {
			return o, err
		}
	}
	return o, json.Unmarshal([]byte(buyer), &o.Buyer)
}

// readOrder reads the only order that fits, or ErrNotFound.
func readOrder(tx Tx, where string, args ...any) (o account.Order, err error) {
	found := false
	err = tx.Query(selectOrders+where, func(scan func(...any) error) (err error) {
		found = true
		o, err = scanOrder(scan)
		return err
	}, args...)
	if err == nil && !found {
		err = account.ErrNotFound
	}
	return o, err
}

func (s *Store) order(ctx context.Context, where string, args ...any) (o account.Order, err error) {
	err = s.db.ReadLedger(ctx, "", func(tx Tx, _ int64) error {
		o, err = readOrder(tx, where, args...)
		return err
	})
	return o, fail("order", err)
}

// Order finds an order.
func (s *Store) Order(ctx context.Context, orderID string) (account.Order, error) {
	return s.order(ctx, "WHERE o.id = $1", orderID)
}

// OrderByPayment finds the order that a payment of a provider paid.
func (s *Store) OrderByPayment(ctx context.Context, provider, paymentRef string) (account.Order, error) {
	return s.order(ctx, "WHERE o.provider = $1 AND o.payment_ref = $2", provider, paymentRef)
}

// Orders lists orders, latest first.
func (s *Store) Orders(ctx context.Context, q account.OrderQuery) (list []account.Order, err error) {
	// Each condition is there only where it is asked for, so that an index serves it.
	where, args := "WHERE 1 = 1", []any{int64(q.Limit)}
	only := func(condition, value string) {
		if value != "" {
			args = append(args, value)
			where += fmt.Sprintf(condition, len(args))
		}
	}
	only(" AND o.account = (SELECT seq FROM accounts WHERE id = $%d)", q.AccountID)
	only(" AND o.status = $%d", string(q.Status))
	only(" AND o.seq < (SELECT seq FROM orders WHERE id = $%d)", q.Before)
	err = s.db.ReadLedger(ctx, q.AccountID, func(tx Tx, _ int64) error {
		list = nil
		return tx.Query(selectOrders+where+" ORDER BY o.seq DESC LIMIT $1", func(scan func(...any) error) error {
			o, err := scanOrder(scan)
			list = append(list, o)
			return err
		}, args...)
	})
	return list, fail("orders", err)
}

// lockedOrder is an order whose account the transaction has locked, and with
// it all orders of that account.
type lockedOrder struct {
	account.Order
	seq, acct int64
	grant     int64 // 0 until there is one
}

func (s *Store) lockOrder(tx Tx, id string) (o lockedOrder, err error) {
	if _, err = queryRow(tx, "SELECT seq, account FROM orders WHERE id = $1", []any{&o.seq, &o.acct}, id); err != nil {
		return o, err
	}
	if o.seq == 0 {
		return o, account.ErrNotFound
	}
	if _, err := s.lockAccountWhere(tx, "a.seq = $1", o.acct); err != nil {
		return o, err
	}
	return o, o.read(tx)
}

// read brings o to what the transaction has made of it.
func (o *lockedOrder) read(tx Tx) (err error) {
	if _, err = queryRow(tx, "SELECT seq FROM grants WHERE bought = $1", []any{&o.grant}, o.seq); err != nil {
		return err
	}
	o.Order, err = readOrder(tx, "WHERE o.seq = $1", o.seq)
	return err
}

// changeOrder runs f on a locked order and returns what became of it.
func (s *Store) changeOrder(ctx context.Context, what, id string, f func(tx Tx, now int64, o *lockedOrder) error) (account.Order, error) {
	var o lockedOrder
	err := s.db.Write(ctx, func(tx Tx, now int64) (err error) {
		if o, err = s.lockOrder(tx, id); err != nil {
			return err
		}
		return f(tx, now, &o)
	})
	return o.Order, fail(what, err)
}

// BindCheckout notes the checkout made for an order.
func (s *Store) BindCheckout(ctx context.Context, orderID, ref, url string) (account.Order, error) {
	return s.changeOrder(ctx, "bind checkout", orderID, func(tx Tx, _ int64, o *lockedOrder) error {
		switch {
		case ref == "":
			return errors.New("a checkout needs a name")
		case o.Ref != "" && o.Ref != ref:
			return account.ErrForeign
		}
		o.Ref, o.URL = ref, url
		_, err := tx.Exec("UPDATE orders SET ref = $1, url = $2 WHERE seq = $3", ref, url, o.seq)
		return err
	})
}

// ExpireOrder ends the wait of an open order.
func (s *Store) ExpireOrder(ctx context.Context, orderID string) (account.Order, error) {
	return s.changeOrder(ctx, "expire order", orderID, func(tx Tx, now int64, o *lockedOrder) error {
		if o.Status != account.OrderOpen {
			return nil
		}
		return s.expire(ctx, tx, now, o)
	})
}

func (s *Store) expire(ctx context.Context, tx Tx, now int64, o *lockedOrder) error {
	if err := o.become(tx, account.OrderExpired); err != nil {
		return err
	}
	return s.record(ctx, tx, now, o.acct, "order.expire", o.ID, "")
}

func (o *lockedOrder) become(tx Tx, status account.OrderStatus) error {
	o.Status = status
	_, err := tx.Exec("UPDATE orders SET status = $1 WHERE seq = $2", string(status), o.seq)
	return err
}

// EventSeen tells whether a message of a provider has had its effect.
func (s *Store) EventSeen(ctx context.Context, provider, eventID string) (seen bool, err error) {
	err = s.db.Read(ctx, func(tx Tx, _ int64) (err error) {
		var at int64
		seen, err = queryRow(tx, "SELECT at FROM payment_events WHERE provider = $1 AND event = $2", []any{&at}, provider, eventID)
		return err
	})
	return seen, fail("payment event", err)
}

// NoteReceipt notes money that came in by hand; the first note of an order stays.
func (s *Store) NoteReceipt(ctx context.Context, r account.Receipt) error {
	_, err := s.changeOrder(ctx, "note receipt", r.OrderID, func(tx Tx, now int64, o *lockedOrder) error {
		n, err := tx.Exec("INSERT INTO receipts (bought, paise, reference, at) VALUES ($1, $2, $3, $4) ON CONFLICT (bought) DO NOTHING",
			o.seq, r.Paise, r.Reference, now)
		if err != nil || n == 0 {
			return err
		}
		return s.record(ctx, tx, now, o.acct, "order.receipt", o.ID,
			fmt.Sprintf("%s %s, reference %s", account.Currency, account.Rupees(r.Paise), r.Reference))
	})
	return err
}

// Receipt finds what was noted of money for an order.
func (s *Store) Receipt(ctx context.Context, orderID string) (account.Receipt, error) {
	r := account.Receipt{OrderID: orderID}
	err := s.db.Read(ctx, func(tx Tx, _ int64) error {
		found, err := queryRow(tx, "SELECT r.paise, r.reference FROM receipts r JOIN orders o ON o.seq = r.bought WHERE o.id = $1",
			[]any{&r.Paise, &r.Reference}, orderID)
		if err == nil && !found {
			err = account.ErrNotFound
		}
		return err
	})
	return r, fail("receipt", err)
}
