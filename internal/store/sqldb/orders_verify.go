package sqldb

// orderChecks prove orders, papers and refunds against the ledger.
func orderChecks() []check {
	return []check{
		{
			name: "order-grants",
			rule: "an order is paid if and only if it has one grant, prepaid, of its account, pool and units, and one invoice of its price",
			query: `SELECT 'order ' || o.id || ' is ' || o.status || ', with ' || count(g.seq) || ' grants and ' || count(i.number) || ' invoices'
			FROM orders o LEFT JOIN grants g ON g.bought = o.seq LEFT JOIN invoices i ON i.bought = o.seq
			GROUP BY o.seq, o.id, o.status, o.account, o.pool, o.units, o.paise, o.paid_at
			HAVING count(g.seq) <> CASE WHEN o.paid_at IS NULL THEN 0 ELSE 1 END
				OR count(i.number) <> CASE WHEN o.paid_at IS NULL THEN 0 ELSE 1 END
				OR (o.paid_at IS NULL) <> (o.status IN ('open', 'expired', 'held'))
				OR min(g.account) <> o.account OR min(g.pool) <> o.pool OR min(g.class) <> 3
				OR min(g.amount) <> o.units OR min(i.paise) <> o.paise`,
		},
		{
			name: "paper-numbers",
			rule: "the invoices and the credit notes of each financial year are numbered from 1 without gap, and the last is the series'",
			query: `SELECT 'series ' || coalesce(s.name, p.series) || ': ' || coalesce(p.n, 0) || ' papers up to number ' || coalesce(p.top, 0)
				|| ', the series says ' || coalesce(s.last, 0)
			FROM series s FULL JOIN (
				SELECT series, count(*) AS n, max(number) AS top FROM (
					SELECT series, number FROM invoices UNION ALL SELECT series, number FROM credit_notes) q GROUP BY series
			) p ON p.series = s.name
			WHERE p.n IS DISTINCT FROM s.last OR p.top IS DISTINCT FROM s.last`,
		},
		{
			name: "order-refunds",
			rule: "refunds are of paid orders, give back at most what was paid and granted, and each that is done has one credit note of its amount",
			query: `SELECT 'order ' || o.id || ': refunds of ' || r.units || ' units and ' || r.paise || ' paise, ' || r.papers || ' credit notes for ' || r.done
			FROM orders o JOIN (
				SELECT r.bought,
					coalesce(sum(r.units) FILTER (WHERE r.status <> 'failed'), 0) AS units,
					coalesce(sum(r.paise) FILTER (WHERE r.status <> 'failed'), 0) AS paise,
					count(*) FILTER (WHERE r.status = 'done') AS done,
					count(c.number) AS papers,
					count(*) FILTER (WHERE c.number IS NOT NULL AND (c.paise <> r.paise OR r.status <> 'done')) AS wrong
				FROM refunds r LEFT JOIN credit_notes c ON c.refund = r.seq GROUP BY r.bought
			) r ON r.bought = o.seq
			WHERE o.paid_at IS NULL OR r.units > o.units OR r.paise > o.paise OR r.papers <> r.done OR r.wrong > 0
				OR (o.status = 'refunded') AND r.paise <> o.paise`,
		},
		{
			name: "order-units",
			rule: "of what an order bought at least the units of its refunds were taken back, and all that was left where it is disputed",
			query: `WITH taken (acct, units) AS (
				SELECT acct, sum(units) FROM (
					SELECT t.from_acct AS acct, t.units FROM transfers t JOIN ledger_accounts l ON l.seq = t.to_acct AND l.kind = 'refunded'
					UNION ALL
					SELECT t.to_acct, -t.units FROM transfers t JOIN ledger_accounts l ON l.seq = t.from_acct AND l.kind = 'refunded'
				) m GROUP BY acct
			), refunded (bought, units) AS (
				SELECT bought, sum(units) FROM refunds WHERE status <> 'failed' GROUP BY bought
			)
			SELECT 'order ' || o.id || ' is ' || o.status || ': ' || coalesce(t.units, 0) || ' units taken back, '
				|| coalesce(r.units, 0) || ' by refunds, ' || g.remaining || ' and ' || g.held || ' held left'
			FROM orders o JOIN grants g ON g.bought = o.seq
			LEFT JOIN taken t ON t.acct = g.seq LEFT JOIN refunded r ON r.bought = o.seq
			WHERE coalesce(t.units, 0) < coalesce(r.units, 0) OR o.status = 'disputed' AND g.remaining + g.held > 0`,
		},
	}
}
