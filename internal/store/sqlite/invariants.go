package sqlite

// invariant is a rule of the ledger with the query that finds what breaks it:
// one row for each violation, one column that describes it.
type invariant struct{ name, rule, query string }

// invariants are checked over all data. Those that read every transfer sort
// on disk where they do not fit in memory.
var invariants = []invariant{
	{
		"grant-balance",
		"what remains of a grant is what was transferred to it less what was transferred from it",
		`WITH moved (acct, units) AS (
			SELECT to_acct, units FROM transfers UNION ALL SELECT from_acct, -units FROM transfers
		), net (acct, units) AS (SELECT acct, sum(units) FROM moved GROUP BY acct)
		SELECT printf('grant %s: %d remain, the transfers leave %d', g.id, g.remaining, coalesce(n.units, 0))
		FROM grants g LEFT JOIN net n ON n.acct = g.seq
		WHERE g.remaining <> coalesce(n.units, 0)`,
	},
	{
		"charge-transfers",
		"the units of a charge are the sum of its transfers from grants of its pool, " +
			"and a request taken from an allowance is one transfer of 1 from the same account's",
		`SELECT printf('charge %s: %d units and %d requests, transferred %d and %d, %d elsewhere',
			c.id, c.units, c.allowance, c.moved, c.requests, c.other)
		FROM (
			SELECT c.id, c.units, c.allowance,
				coalesce(sum(t.units) FILTER (WHERE g.class > 0 AND g.pool = c.pool AND g.account = k.account), 0) AS moved,
				coalesce(sum(t.units) FILTER (WHERE g.class = 0 AND g.account = k.account), 0) AS requests,
				count(t.id) FILTER (WHERE g.seq IS NULL OR g.account <> k.account
					OR (g.class > 0 AND g.pool <> c.pool)
					OR NOT EXISTS (SELECT 1 FROM ledger_accounts l
						WHERE l.seq = t.to_acct AND l.pool = g.pool AND l.kind = 'consumed')) AS other
			FROM charges c
			LEFT JOIN api_keys k ON k.seq = c.key
			LEFT JOIN transfers t ON t.id = c.id
			LEFT JOIN grants g ON g.seq = t.from_acct
			GROUP BY c.id
		) c
		WHERE c.units <> c.moved OR c.allowance <> c.requests OR c.other > 0`,
	},
	{
		"transfer-origin",
		"every transfer belongs to a charge, or issues a grant from the issued account of its pool",
		`SELECT printf('transfer %s part %d of %d units belongs to no charge and no grant', t.id, t.part, t.units)
		FROM transfers t
		WHERE NOT EXISTS (SELECT 1 FROM charges c WHERE c.id = t.id)
		AND NOT EXISTS (SELECT 1 FROM grants g
			JOIN ledger_accounts l ON l.seq = t.from_acct AND l.kind = 'issued' AND l.pool = g.pool
			WHERE g.id = t.id AND g.seq = t.to_acct AND t.part = 0 AND t.units = g.amount)`,
	},
	{
		"pool-total",
		"the units issued in a pool are those that remain, plus those consumed, expired and refunded",
		`WITH moved (acct, units) AS (
			SELECT to_acct, units FROM transfers UNION ALL SELECT from_acct, -units FROM transfers
		), net (acct, units) AS (SELECT acct, sum(units) FROM moved GROUP BY acct
		), pools (pool, issued, taken) AS (
			SELECT l.pool,
				-coalesce(sum(n.units) FILTER (WHERE l.kind = 'issued'), 0),
				coalesce(sum(n.units) FILTER (WHERE l.kind IN ('consumed', 'expired', 'refunded')), 0)
			FROM ledger_accounts l LEFT JOIN net n ON n.acct = l.seq
			GROUP BY l.pool
		)
		SELECT printf('pool %s: %d issued, %d remain and %d are consumed, expired or refunded',
			p.pool, p.issued, p.remaining, p.taken)
		FROM (SELECT *, (SELECT coalesce(sum(remaining), 0) FROM grants g WHERE g.pool = pools.pool) AS remaining
			FROM pools) p
		WHERE p.issued <> p.remaining + p.taken`,
	},
	{
		"no-overdraft",
		"a grant is never drawn on beyond what it gave, nor its balance above it",
		`SELECT printf('grant %s: %d of %d units remain', id, remaining, amount)
		FROM grants WHERE remaining < 0 OR remaining > amount`,
	},
	{
		"one-monthly-grant",
		"an account is given the monthly units of a pool once a month",
		`SELECT printf('account %s, pool %s, %s: %d monthly grants', a.id, g.pool, g.period, count(*))
		FROM grants g LEFT JOIN accounts a ON a.seq = g.account
		WHERE g.class <= 1 GROUP BY g.account, g.pool, g.class, g.period HAVING count(*) > 1`,
	},
	{
		"usage-equals-charges",
		"the daily usage of a key and operation is the count and the sum of its charges",
		`WITH charged (key, day, op, requests, units) AS (
			SELECT key, CAST(strftime('%Y%m%d', at / 1000, 'unixepoch') AS INTEGER) AS day, op, count(*), sum(units)
			FROM charges GROUP BY key, day, op
		)
		SELECT printf('key %s, %s on %d: usage says %d requests and %d units, the charges %d and %d',
			coalesce(k.id, '?'), coalesce(c.op, u.op), coalesce(c.day, u.day),
			coalesce(u.requests, 0), coalesce(u.units, 0), coalesce(c.requests, 0), coalesce(c.units, 0))
		FROM charged c
		FULL JOIN usage_daily u ON u.key = c.key AND u.day = c.day AND u.op = c.op
		LEFT JOIN api_keys k ON k.seq = coalesce(c.key, u.key)
		WHERE c.requests IS NOT u.requests OR c.units IS NOT u.units`,
	},
	{
		"no-charge-after-end",
		"no charge was made when its key had been revoked or had expired, or did not exist",
		`SELECT printf('charge %s of key %s was made after the key ended', c.id, coalesce(k.id, '?'))
		FROM charges c LEFT JOIN api_keys k ON k.seq = c.key
		WHERE k.seq IS NULL OR c.at >= k.revoked_at OR c.at >= k.expires_at`,
	},
	{
		"ledger-accounts",
		"every grant has its own ledger account, of its pool",
		`SELECT printf('grant %s has no ledger account of its own in pool %s', g.id, g.pool)
		FROM grants g LEFT JOIN ledger_accounts l ON l.seq = g.seq
		WHERE l.seq IS NULL OR l.kind <> 'grant' OR l.pool <> g.pool`,
	},
}
