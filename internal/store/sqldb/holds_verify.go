package sqldb

// holdChecks prove holds against grants and charges.
func holdChecks(d Dialect) []check {
	return []check{
		{
			name: "held-units",
			rule: "what is held of a grant is what open holds have set aside of it",
			query: `SELECT 'grant ' || g.id || ': ' || g.held || ' held, the open holds have set aside ' || coalesce(p.units, 0)
			FROM grants g LEFT JOIN (
				SELECT p.from_acct, sum(p.units) AS units
				FROM hold_parts p JOIN holds h ON h.id = p.hold AND h.state = 'held' GROUP BY p.from_acct
			) p ON p.from_acct = g.seq
			WHERE g.held <> coalesce(p.units, 0)`,
		},
		{
			name: "hold-parts",
			rule: "an open hold has set aside its units, from grants of its pool and, for what its overflow covers, prepaid ones of that, " +
				"all of its key's account; one that is over has set aside nothing",
			query: `SELECT 'hold ' || h.id || ' is ' || h.state || ': ' || h.units || ' units, ' || h.overflow || ' of them by ' || h.overflow_units
					|| ' of another pool; set aside ' || h.own || ' and ' || h.covered || ', ' || h.other || ' elsewhere'
			FROM (
				SELECT h.id, h.state, h.units, h.overflow, h.overflow_units, count(p.hold) AS parts,
					coalesce(sum(p.units) FILTER (WHERE g.class > 0 AND g.pool = h.pool), 0) AS own,
					coalesce(sum(p.units) FILTER (WHERE g.class = 3 AND g.pool = h.overflow_pool), 0) AS covered,
					count(p.hold) FILTER (WHERE g.seq IS NULL OR k.seq IS NULL OR g.account <> k.account OR g.class = 0
						OR (g.pool <> h.pool AND NOT (g.class = 3 AND g.pool = h.overflow_pool))) AS other
				FROM holds h
				LEFT JOIN api_keys k ON k.seq = h.key
				LEFT JOIN hold_parts p ON p.hold = h.id
				LEFT JOIN grants g ON g.seq = p.from_acct
				GROUP BY h.id, h.state, h.units, h.overflow, h.overflow_units
			) h
			WHERE CASE WHEN h.state = 'held' THEN h.own <> h.units - h.overflow OR h.covered <> h.overflow_units OR h.other > 0
				ELSE h.parts > 0 END`,
		},
		{
			name: "settled-holds",
			rule: "a hold is settled if and only if its charge was made: with its key, operation and pool, while it was open, and of at most its units",
			query: `SELECT 'hold ' || h.id || ' of ' || h.units || ' units is ' || h.state || ', '
				|| CASE WHEN c.id IS NULL THEN 'without a charge' ELSE 'with a charge of ' || c.units || ' units' END
			FROM holds h LEFT JOIN charges c ON c.id = h.id
			WHERE CASE WHEN h.state <> 'settled' THEN c.id IS NOT NULL
				ELSE c.id IS NULL OR c.key <> h.key OR c.op <> h.op OR c.pool <> h.pool
					OR c.units < 1 OR c.units > h.units OR c.at < h.at OR c.at >= h.ends_at END`,
		},
		{
			name: "hold-expiry",
			rule: "no hold is open a minute after its time, where the ledger went on since",
			find: func(tx Tx, now int64, found *violations) error {
				// Data at rest stay sound: nobody gives anything back while no
				// server runs, and none charges.
				return found.query(tx, `SELECT 'hold ' || h.id || ' of ' || h.units || ' units is still open' FROM holds h
					WHERE h.state = 'held' AND h.ends_at + 60000 < $1
						AND h.ends_at + 60000 < (SELECT max(`+d.LastCharge+`) FROM accounts a)`, now)
			},
		},
	}
}
