package main

import (
	"fmt"
	"strings"
	"time"

	"toolcrib/internal/account"
)

// literalRows is how many rows one statement spells out.
const literalRows = 500

// literals makes statements of rows that are spelled out.
func literals(insert string, n int, row func(i int) string) (list []string) {
	for from := 0; from < n; from += literalRows {
		var b strings.Builder
		b.WriteString(insert)
		for i := from; i < min(from+literalRows, n); i++ {
			if i > from {
				b.WriteByte(',')
			}
			b.WriteString(row(i))
		}
		list = append(list, b.String())
	}
	return list
}

func (f *filler) keyRows(from, until, at int64) []string {
	row := "(%[1]d, 'key_%026[1]d', %[1]d, 'key %[1]d', 'live', " + strings.Replace(f.blob, "%x", "%[2]x", 1) + ", '%[3]s', 'tools:compute', %[4]d)"
	return literals("INSERT INTO api_keys (seq, id, account, name, env, hash, hint, scopes, created_at) VALUES ", int(until-from), func(i int) string {
		n := from + int64(i) + 1
		secret := secretOf(n)
		return fmt.Sprintf(row, n, account.HashKey(secret), account.Hint(secret), at)
	})
}

// auditRows goes on with the chain of the audit log.
func (f *filler) auditRows(from, until, at int64) []string {
	var about []int64
	for n := from + 1; n <= until; n++ {
		if n%10 == 1 {
			about = append(about, n)
		}
	}
	list := literals("INSERT INTO audit_log (seq, at, actor, address, action, target, detail, prev, hash, account) VALUES ", len(about), func(i int) string {
		e := account.AuditEntry{
			Seq: f.entry.Seq + 1, At: account.DayTime(account.Day(time.UnixMilli(at))), Actor: account.Actor{Name: "growth"},
			Action: "account.create", Target: fmt.Sprintf("acc_%026d", about[i]), Prev: f.entry.Hash,
		}
		e.Hash = e.Sum()
		f.entry = e
		return fmt.Sprintf("(%d, %d, 'growth', '', 'account.create', '%s', '', "+f.blob+", "+f.blob+", %d)",
			e.Seq, e.At.UnixMilli(), e.Target, e.Prev, e.Hash, about[i])
	})
	return append(list, fmt.Sprintf("UPDATE audit_head SET seq = %d, hash = "+f.blob, f.entry.Seq, f.entry.Hash))
}

// chargeRows adds charges, numbered after from up to until, with all that
// follows from them. A tenth are of the first account, half of those of other
// pools than compute. The others are spread over all accounts, so that the first
// hundredth of the accounts makes a tenth of them; and over twenty operations
// and the last days. A hundredth have kept a reply.
func (f *filler) chargeRows(from, until int64) []string {
	// Two hashes of the number: multiplicative, 32 and 16 bits (Knuth, The Art
	// of Computer Programming, volume 3, section 6.4).
	drawn := fmt.Sprintf(`SELECT n, h, g, CASE WHEN n %% 10 = 0 THEN 1 ELSE 1 + (%d * (h / 4096) / 1048576) * (h / 4096) / 1048576 END AS acct
		FROM (SELECT n, (n * 2654435761) %% 4294967296 AS h, ((n * 2246822519) %% 4294967296) / 65536 AS g
			FROM (SELECT %d + i AS n FROM numbers WHERE %[2]d + i <= %[3]d) m) m`, f.have.accounts, from, until)
	drawn = "SELECT n, h, g, acct, CASE WHEN acct % 10 <> 1 OR g % 100 < 50 THEN 0 ELSE 1 + g / 100 % 2 END AS pool FROM (" + drawn + ") d"
	first, last := f.number("ch", from+1), f.number("ch", until)
	within := " BETWEEN " + first + " AND " + last
	return []string{
		fmt.Sprintf(`INSERT INTO charges (id, key, op, pool, units, allowance, at)
			SELECT %s, acct, CASE pool WHEN 0 THEN 'operation-' || g %% 20 WHEN 1 THEN 'qr-code-image' ELSE 'summarize-text' END,
				CASE pool WHEN 0 THEN 'compute' WHEN 1 THEN 'image' ELSE 'ai_tokens' END,
				CASE pool WHEN 2 THEN 100 + g %% 900 ELSE 1 END, 0, %d - (h / 1024 %% %d) * %d - g FROM (%s) d`,
			f.padded("ch", "n"), f.now, days, dayMillis, drawn),
		// An account's number is its key's.
		fmt.Sprintf(`INSERT INTO transfers (id, part, from_acct, to_acct, units, at)
			SELECT id, 0, CASE pool WHEN 'compute' THEN %s WHEN 'image' THEN %s ELSE %s END,
				CASE pool WHEN 'compute' THEN 2 WHEN 'image' THEN 4 ELSE 6 END, units, at FROM charges WHERE id%s`,
			grantSeq("key", 0), grantSeq("key", 1), grantSeq("key", 2), within),
		`UPDATE grants SET remaining = grants.remaining - t.units FROM
			(SELECT from_acct, CAST(sum(units) AS BIGINT) AS units FROM transfers WHERE id` + within + ` GROUP BY from_acct) t
			WHERE grants.seq = t.from_acct`,
		`INSERT INTO usage_daily (key, day, op, requests, units)
			SELECT key, ` + f.day("at") + ` AS day, op, count(*), CAST(sum(units) AS BIGINT) FROM charges WHERE id` + within + ` GROUP BY key, day, op
			ON CONFLICT (key, day, op) DO UPDATE SET requests = usage_daily.requests + excluded.requests, units = usage_daily.units + excluded.units`,
		fmt.Sprintf(`INSERT INTO idempotency (key, hash, fingerprint, charge, expires_at)
			SELECT c.key, %s, %[1]s, c.id, %d FROM (SELECT %d + i AS n FROM numbers WHERE %[3]d + i <= %[4]d AND i %% 100 = 0) m
			JOIN charges c ON c.id = %[5]s`, f.bytes("n"), f.now+dayMillis, from, until, f.padded("ch", "n")),
	}
}

// number is an identifier with its number, as a literal.
func (*filler) number(prefix string, n int64) string { return fmt.Sprintf("'%s_%026d'", prefix, n) }
