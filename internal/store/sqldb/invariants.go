package sqldb

import "slices"

// checks are made over all data. Those that read every transfer sort on disk
// where they do not fit in memory.
func checks(d Dialect) []check {
	return slices.Concat(movementChecks(), grantChecks(d), callChecks(d), orderChecks(), holdChecks(d))
}

// moved is what each ledger account was given, less what was taken from it.
const moved = `WITH moved (acct, units) AS (
		SELECT to_acct, units FROM transfers UNION ALL SELECT from_acct, -units FROM transfers
	), net (acct, units) AS (SELECT acct, CAST(sum(units) AS BIGINT) FROM moved GROUP BY acct)`

// movementChecks prove charges and pools against the transfers.
func movementChecks() []check {
	return []check{
		{
			name: "grant-balance",
			rule: "what remains and is held of a grant is what was transferred to it less what was transferred from it",
			query: moved + `
			SELECT 'grant ' || g.id || ': ' || g.remaining || ' remain and ' || g.held || ' are held, the transfers leave ' || coalesce(n.units, 0)
			FROM grants g LEFT JOIN net n ON n.acct = g.seq
			WHERE g.remaining + g.held <> coalesce(n.units, 0)`,
		},
		{
			name: "charge-transfers",
			rule: "the units of a charge are the sum of its transfers from grants of its pool and of what its overflow covered, " +
				"for which prepaid units of that pool were transferred; " +
				"and a request taken from an allowance is one transfer of 1 from the same account's",
			query: `SELECT 'charge ' || c.id || ': ' || c.units || ' units, ' || c.overflow || ' of them by ' || c.overflow_units
					|| ' of another pool, and ' || c.allowance || ' requests; transferred '
					|| c.moved || ', ' || c.covered || ' and ' || c.requests || ', ' || c.other || ' elsewhere'
			FROM (
				SELECT c.id, c.pool, c.units, c.allowance, c.overflow, c.overflow_pool, c.overflow_units,
					coalesce(sum(t.units) FILTER (WHERE g.class > 0 AND g.pool = c.pool AND g.account = k.account), 0) AS moved,
					coalesce(sum(t.units) FILTER (WHERE g.class = 3 AND g.pool = c.overflow_pool AND g.account = k.account), 0) AS covered,
					coalesce(sum(t.units) FILTER (WHERE g.class = 0 AND g.account = k.account), 0) AS requests,
					count(t.id) FILTER (WHERE g.seq IS NULL OR g.account <> k.account
						OR (g.class > 0 AND g.pool <> c.pool AND NOT (g.class = 3 AND g.pool = c.overflow_pool))
						OR NOT EXISTS (SELECT 1 FROM ledger_accounts l
							WHERE l.seq = t.to_acct AND l.pool = g.pool AND l.kind = 'consumed')) AS other
				FROM charges c
				LEFT JOIN api_keys k ON k.seq = c.key
				LEFT JOIN transfers t ON t.id = c.id
				LEFT JOIN grants g ON g.seq = t.from_acct
				GROUP BY c.id, c.pool, c.units, c.allowance, c.overflow, c.overflow_pool, c.overflow_units
			) c
			WHERE c.units <> c.moved + c.overflow OR c.allowance <> c.requests OR c.overflow_units <> c.covered OR c.other > 0
				OR c.overflow < 0 OR c.overflow_pool = c.pool
				OR CASE WHEN c.overflow = 0 THEN c.overflow_units <> 0 ELSE c.overflow_units % c.overflow <> 0 END`,
		},
		{
			name: "transfer-origin",
			rule: "every transfer belongs to a charge, or issues a grant from the issued account of its pool, " +
				"or refunds what was given or bought, or takes such a refund back",
			query: `SELECT 'transfer ' || t.id || ' part ' || t.part || ' of ' || t.units || ' units belongs to no charge, grant or refund'
			FROM transfers t
			WHERE NOT EXISTS (SELECT 1 FROM charges c WHERE c.id = t.id)
			AND NOT EXISTS (SELECT 1 FROM grants g
				JOIN ledger_accounts l ON l.seq = t.from_acct AND l.kind = 'issued' AND l.pool = g.pool
				WHERE g.id = t.id AND g.seq = t.to_acct AND t.part = 0 AND t.units = g.amount)
			AND NOT EXISTS (SELECT 1 FROM grants g
				JOIN ledger_accounts l ON l.seq = t.to_acct AND l.kind = 'refunded' AND l.pool = g.pool
				WHERE g.seq = t.from_acct AND g.class >= 2 AND t.part = 0 AND substr(t.id, 1, 3) = 'rf_')
			AND NOT EXISTS (SELECT 1 FROM grants g
				JOIN ledger_accounts l ON l.seq = t.from_acct AND l.kind = 'refunded' AND l.pool = g.pool
				WHERE g.seq = t.to_acct AND g.bought IS NOT NULL AND t.part = 0 AND substr(t.id, 1, 3) = 'rv_')`,
		},
		{
			name: "pool-total",
			rule: "the units issued in a pool are those that remain or are held, plus those consumed, expired and refunded",
			query: moved + `, pools (pool, issued, taken) AS (
				SELECT l.pool,
					-coalesce(sum(n.units) FILTER (WHERE l.kind = 'issued'), 0),
					coalesce(sum(n.units) FILTER (WHERE l.kind IN ('consumed', 'expired', 'refunded')), 0)
				FROM ledger_accounts l LEFT JOIN net n ON n.acct = l.seq
				GROUP BY l.pool
			)
			SELECT 'pool ' || p.pool || ': ' || p.issued || ' issued, ' || p.remaining || ' remain or are held and '
				|| p.taken || ' are consumed, expired or refunded'
			FROM (SELECT p.pool, p.issued, p.taken, coalesce(g.remaining, 0) AS remaining FROM pools p
				LEFT JOIN (SELECT pool, sum(remaining + held) AS remaining FROM grants GROUP BY pool) g ON g.pool = p.pool) p
			WHERE p.issued <> p.remaining + p.taken`,
		},
	}
}

// grantChecks prove that grants give what they may, when they may.
func grantChecks(d Dialect) []check {
	used := d.Month("coalesce(h.at, t.at)")
	return []check{
		{
			name: "no-overdraft",
			rule: "a grant is never drawn on beyond what it gave, nor its balance above it",
			query: `SELECT 'grant ' || id || ': ' || remaining || ' of ' || amount || ' units remain, ' || held || ' are held'
			FROM grants WHERE remaining < 0 OR held < 0 OR remaining + held > amount`,
		},
		{
			name: "one-monthly-grant",
			rule: "an account is given the monthly units of a pool once a month",
			query: `SELECT 'account ' || coalesce(a.id, '?') || ', pool ' || g.pool || ', ' || g.period || ': ' || count(*) || ' monthly grants'
			FROM grants g LEFT JOIN accounts a ON a.seq = g.account
			WHERE g.class <= 1 GROUP BY a.id, g.account, g.pool, g.class, g.period HAVING count(*) > 1`,
		},
		{
			name: "free-use",
			rule: "the free units and requests of a month are used, or held for the call that uses them, in that month, and never more than were given",
			query: `SELECT 'grant ' || g.id || ' of ' || g.period || ': ' || sum(t.units) || ' of ' || g.amount || ' used, from '
				|| min(` + used + `) || ' to ' || max(` + used + `)
			FROM grants g JOIN transfers t ON t.from_acct = g.seq LEFT JOIN holds h ON h.id = t.id
			WHERE g.class <= 1 GROUP BY g.id, g.period, g.amount
			HAVING sum(t.units) > g.amount OR min(` + used + `) <> g.period OR max(` + used + `) <> g.period`,
		},
		{
			name: "ledger-accounts",
			rule: "every grant has its own ledger account, of its pool",
			query: `SELECT 'grant ' || g.id || ' has no ledger account of its own in pool ' || g.pool
			FROM grants g LEFT JOIN ledger_accounts l ON l.seq = g.seq
			WHERE l.seq IS NULL OR l.kind <> 'grant' OR l.pool <> g.pool`,
		},
	}
}

// callChecks prove what is kept beside the ledger against it.
func callChecks(d Dialect) []check {
	return []check{
		{
			name: "usage-equals-charges",
			rule: "the daily usage of a key and operation is the count and the sum of its charges",
			query: `WITH charged (key, day, op, requests, units) AS (
				SELECT key, ` + d.Day("at") + `, op, count(*), CAST(sum(units) AS BIGINT)
				FROM charges GROUP BY key, ` + d.Day("at") + `, op
			)
			SELECT 'key ' || coalesce(k.id, '?') || ', ' || coalesce(c.op, u.op) || ' on ' || coalesce(c.day, u.day) || ': usage says '
				|| coalesce(u.requests, 0) || ' requests and ' || coalesce(u.units, 0) || ' units, the charges '
				|| coalesce(c.requests, 0) || ' and ' || coalesce(c.units, 0)
			FROM charged c
			FULL JOIN usage_daily u ON u.key = c.key AND u.day = c.day AND u.op = c.op
			LEFT JOIN api_keys k ON k.seq = coalesce(c.key, u.key)
			WHERE c.requests IS DISTINCT FROM u.requests OR c.units IS DISTINCT FROM u.units`,
		},
		{
			name: "pool-usage-equals-charges",
			rule: "the daily usage of an account and a pool other than compute is the count and the sums of the charges of its live keys",
			query: `WITH charged (account, day, pool, overflow_pool, requests, units, overflow, overflow_units) AS (
				SELECT k.account, ` + d.Day("c.at") + `, c.pool, c.overflow_pool, count(*),
					CAST(sum(c.units) AS BIGINT), CAST(sum(c.overflow) AS BIGINT), CAST(sum(c.overflow_units) AS BIGINT)
				FROM charges c JOIN api_keys k ON k.seq = c.key
				WHERE c.pool NOT IN ('compute', 'test:compute') AND k.env = 'live'
				GROUP BY k.account, ` + d.Day("c.at") + `, c.pool, c.overflow_pool
			)
			SELECT 'account ' || coalesce(a.id, '?') || ', ' || coalesce(c.pool, u.pool) || ' on ' || coalesce(c.day, u.day) || ': usage says '
				|| coalesce(u.requests, 0) || ' requests and ' || coalesce(u.units, 0) || ' units, the charges '
				|| coalesce(c.requests, 0) || ' and ' || coalesce(c.units, 0)
			FROM charged c
			FULL JOIN usage_pool u ON u.account = c.account AND u.day = c.day AND u.pool = c.pool AND u.overflow_pool = c.overflow_pool
			LEFT JOIN accounts a ON a.seq = coalesce(c.account, u.account)
			WHERE coalesce(c.requests, 0) <> coalesce(u.requests, 0) OR coalesce(c.units, 0) <> coalesce(u.units, 0)
				OR coalesce(c.overflow, 0) <> coalesce(u.overflow, 0) OR coalesce(c.overflow_units, 0) <> coalesce(u.overflow_units, 0)`,
		},
		{
			name: "no-charge-after-end",
			rule: "no charge was made when its key had been revoked or had expired, or did not exist",
			query: `SELECT 'charge ' || c.id || ' of key ' || coalesce(k.id, '?') || ' was made after the key ended'
			FROM charges c LEFT JOIN api_keys k ON k.seq = c.key
			WHERE k.seq IS NULL OR c.at >= k.revoked_at OR c.at >= k.expires_at`,
		},
		{
			name: "replies",
			rule: "every reply kept for an idempotency key belongs to a charge of the same API key",
			query: `SELECT 'reply of key ' || coalesce(k.id, '?') || ' kept for charge ' || i.charge || ', which the key did not make'
			FROM idempotency i LEFT JOIN api_keys k ON k.seq = i.key LEFT JOIN charges c ON c.id = i.charge
			WHERE c.key IS DISTINCT FROM i.key`,
		},
		{
			name: "quota-events",
			rule: "an event tells of a part of a month's free units that has been used",
			query: `SELECT 'event ' || e.id || ': ' || e.percent || ' % of ' || e.pool || ' in ' || e.period || ', used are '
				|| coalesce(g.amount - g.remaining - g.held, 0) || ' of ' || coalesce(g.amount, 0)
			FROM events e LEFT JOIN grants g
				ON g.account = e.account AND g.pool = e.pool AND g.class = 1 AND g.period = e.period
			WHERE g.seq IS NULL OR (g.amount - g.remaining - g.held) * 100 < g.amount * e.percent`,
		},
		{
			name: "account-owner",
			rule: "an account with members has an owner",
			query: `SELECT 'account ' || a.id || ': ' || count(*) || ' members, none of them an owner'
			FROM members m JOIN accounts a ON a.seq = m.account
			GROUP BY a.id HAVING count(*) FILTER (WHERE m.role = 'owner') = 0`,
		},
		{
			name: "audit-chain",
			rule: "the entries of the audit log are numbered without gap, each holds the hash of the one before, and the last is the head",
			find: auditChain,
		},
	}
}
