package cli

import (
	"context"
	"time"

	"toolcrib/internal/account"
	"toolcrib/internal/op"
)

type usageCmd struct {
	SettingFlags `show:"data,database-url"`
	Account      string `help:"Only of this account, by id or name." placeholder:"ACCOUNT"`
	Key          string `help:"Only of this key, by id or name." placeholder:"KEY"`
	From         string `help:"First day, UTC; without it, the first of this month." placeholder:"2026-11-01"`
	To           string `help:"Last day, UTC; without it, today." placeholder:"2026-11-30"`
	CSV          bool   `help:"Print CSV (RFC 4180)." xor:"form"`
	JSON         bool   `help:"Print JSON." xor:"form"`
}

// Run shows usage. Requests and units are those of the ledger, to the unit.
func (c *usageCmd) Run(ctx context.Context, p *Process, given flags) error {
	q, err := c.days(time.Now())
	if err != nil {
		return err
	}
	return c.with(ctx, p, given, findStore, func(ctx context.Context, s account.Store) error {
		if c.Account != "" {
			a, err := findAccount(ctx, s, c.Account)
			if err != nil {
				return err
			}
			q.AccountID = a.ID
		}
		if c.Key != "" {
			k, err := findKey(ctx, s, c.Key)
			if err != nil {
				return err
			}
			q.KeyID = k.ID
		}
		list, err := s.Usage(ctx, q)
		if err != nil {
			return err
		}
		if c.CSV {
			return account.WriteUsageCSV(p.Stdout, list)
		}
		rows := make([]op.Object, len(list))
		for i, u := range list {
			rows[i] = op.Object{
				{Name: "day", Value: account.DayText(u.Day)}, {Name: "account", Value: u.AccountID}, {Name: "key", Value: u.KeyID}, {Name: "operation", Value: u.Op},
				{Name: "requests", Value: u.Requests}, {Name: "units", Value: u.Units}, {Name: "errors", Value: u.Errors}, {Name: "replays", Value: u.Replays},
			}
		}
		return printRows(p, c.JSON, rows, "Nothing was used in these days.")
	})
}

func (c *usageCmd) days(now time.Time) (q account.UsageQuery, err error) {
	now = now.UTC()
	from, to := time.Date(now.Year(), now.Month(), 1, 0, 0, 0, 0, time.UTC), now
	for _, d := range []struct {
		flag, text string
		at         *time.Time
	}{{"--from", c.From, &from}, {"--to", c.To, &to}} {
		if d.text == "" {
			continue
		}
		if *d.at, err = time.Parse(time.DateOnly, d.text); err != nil {
			return q, usage("%s: %q is not a day such as 2026-11-30", d.flag, d.text)
		}
	}
	if account.Day(to) < account.Day(from) {
		return q, usage("--to: %s is before the first day, %s", to.Format(time.DateOnly), from.Format(time.DateOnly))
	}
	return account.UsageQuery{From: account.Day(from), To: account.Day(to)}, nil
}
