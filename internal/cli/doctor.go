package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/url"
	"os"
	"strings"
	"time"

	"toolcrib/internal/account"
	"toolcrib/internal/config"
	"toolcrib/internal/op"
	"toolcrib/internal/ops/zone"
)

type configCheckCmd struct {
	SettingFlags
	JSON bool `help:"Print JSON."`
}

// Run tells whether the settings can be used. That they cannot is said by
// load, as every command says it.
func (c *configCheckCmd) Run(p *Process, given flags) error {
	s, rows, err := c.load(p, given)
	if err != nil {
		return err
	}
	set := 0
	for _, r := range rows {
		if r.Origin != "default" {
			set++
		}
	}
	found := doubts(s)
	if c.JSON {
		return printJSON(p.Stdout, op.Object{{Name: "ok", Value: true}, {Name: "set", Value: set}, {Name: "remarks", Value: append([]string{}, found...)}})
	}
	fmt.Fprintf(p.Stdout, "The settings can be used: %d of %d are set, the others have their defaults.\n", set, len(rows))
	for _, d := range found {
		fmt.Fprintf(p.Stdout, "  remark: %s\n", d)
	}
	return nil
}

// doubts are settings that can be used and may not be meant.
func doubts(s config.Settings) (found []string) {
	u, err := url.Parse(s.BaseURL)
	switch public := err == nil && s.BaseURL != "" && !loopback(net.JoinHostPort(u.Hostname(), "0")); {
	case s.BaseURL == "" && !loopback(s.Listen):
		found = append(found, "base-url is not set: links will name an address of this machine, not the one that callers use")
	case public && u.Scheme == "http":
		found = append(found, "base-url begins with http://: keys and passwords cross the network in clear; put a proxy with TLS in front and name its https:// URL")
	case public && s.TrustedProxies == "" && loopback(s.Listen):
		found = append(found, "trusted-proxies is not set: behind a proxy every caller seems to have the proxy's address")
	}
	if s.RatePerMinute == 0 {
		found = append(found, "rate-per-minute is 0: keys are not limited")
	}
	return found
}

// finding is what the doctor says of one thing.
type finding struct {
	name, state, says string // state: ok, warn or fail
}

type doctorCmd struct {
	SettingFlags `show:"data,database-url,listen,base-url"`
	JSON         bool `help:"Print JSON."`
}

// Run looks at everything that a server needs, and changes nothing.
func (c *doctorCmd) Run(ctx context.Context, p *Process, given flags) error {
	s, _, err := c.load(p, given)
	if err != nil {
		return err
	}
	found := []finding{{"settings", "ok", "can be used"}}
	for _, d := range doubts(s) {
		found = append(found, finding{"settings", "warn", d})
	}
	found = append(found, lookAtServer(ctx, s))
	if s.DatabaseURL == "" {
		found = append(found, lookAtFolder(s.Data))
	}
	found = append(found, c.lookAtStore(ctx, p, s, given)...)
	found = append(found, finding{"time zones", "ok", "tz database " + zone.Version() + ", built in"})
	failed := false
	rows := make([]op.Object, len(found))
	for i, f := range found {
		failed = failed || f.state == "fail"
		rows[i] = op.Object{{Name: "check", Value: f.name}, {Name: "state", Value: f.state}, {Name: "says", Value: f.says}}
	}
	if err := printRows(p, c.JSON, rows, ""); err != nil {
		return err
	}
	if failed {
		return &exit{exitServer, errSaidNo}
	}
	return nil
}

// lookAtServer tells whether a server answers, or whether one could listen.
func lookAtServer(ctx context.Context, s config.Settings) finding {
	at := readiness(s)
	status, err := ask(ctx, at)
	switch {
	case err == nil:
		return finding{"server", "ok", "answers at " + strings.TrimSuffix(at, "/readyz")}
	case status != 0:
		return finding{"server", "fail", err.Error()}
	}
	l, err := (&net.ListenConfig{}).Listen(ctx, "tcp", s.Listen)
	if err != nil {
		return finding{"server", "fail", fmt.Sprintf("none answers, and none could listen on %s: %v; choose another address with --listen", s.Listen, err)}
	}
	_ = l.Close()
	return finding{"server", "ok", "not running; " + s.Listen + " is free"}
}

// lookAtFolder tells whether the data folder can be written to by this user
// and read by no other.
func lookAtFolder(dir string) finding {
	info, err := os.Stat(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return finding{"data folder", "ok", dir + " is not there yet; the first command makes it"}
	case err != nil:
		return finding{"data folder", "fail", err.Error()}
	case !info.IsDir():
		return finding{"data folder", "fail", dir + " is no folder; name another with --data"}
	}
	probe, err := os.CreateTemp(dir, ".doctor-")
	if err != nil {
		return finding{"data folder", "fail", fmt.Sprintf("%v; make it writable for user id %d", err, os.Getuid())}
	}
	if err := errors.Join(probe.Close(), os.Remove(probe.Name())); err != nil {
		return finding{"data folder", "fail", err.Error()}
	}
	if info.Mode().Perm()&0o077 != 0 {
		return finding{"data folder", "warn", fmt.Sprintf("%s can be read by other users (mode %o); 'chmod 700' keeps them out", dir, info.Mode().Perm())}
	}
	return finding{"data folder", "ok", dir + ", for this user alone"}
}

// lookAtStore tells whether the store can be opened by this program, whether
// its ledger is sound, and whether the clock has gone back.
func (c *doctorCmd) lookAtStore(ctx context.Context, p *Process, s config.Settings, given flags) []finding {
	if s.DatabaseURL == "" && !hasData(s) {
		return []finding{{"database", "ok", "none yet; the first command makes it"}}
	}
	have, known, err := versions(ctx, s)
	switch {
	case err == nil && have == 0:
		return []finding{{"database", "ok", "empty; the first command makes its schema"}}
	case err != nil:
		return []finding{{"database", "fail", err.Error()}}
	case have != known:
		state := "warn"
		if have > known {
			state = "fail"
		}
		return []finding{{"database", state, standing(have, known)}}
	}
	found := []finding{{"database", "ok", fmt.Sprintf("answers; schema version %d", have)}}
	err = c.with(ctx, p, given, findStore, func(ctx context.Context, store account.Store) error {
		report, err := store.Verify(ctx)
		switch {
		case err != nil:
			return err
		case !report.OK():
			found = append(found, finding{"ledger", "fail", "is not sound; 'toolcrib verify-ledger' tells more"})
		default:
			found = append(found, finding{"ledger", "ok", fmt.Sprintf("every unit is accounted for (%d checks)", len(report.Checks))})
		}
		found = append(found, lookAtClock(ctx, store))
		return nil
	})
	if err != nil {
		found = append(found, finding{"ledger", "fail", err.Error()})
	}
	return found
}

// lookAtClock compares the clock with the last change that the store knows of.
func lookAtClock(ctx context.Context, store account.Store) finding {
	var last time.Time
	for after := int64(0); ; {
		entries, err := store.Audit(ctx, after, 1000)
		if err != nil {
			return finding{"clock", "fail", err.Error()}
		}
		if len(entries) == 0 {
			break
		}
		end := entries[len(entries)-1]
		after, last = end.Seq, end.At
	}
	if ahead := time.Until(last); ahead > time.Minute {
		return finding{"clock", "fail", fmt.Sprintf("the last change is %s in the future: this machine's clock has gone back; set it right, since months and expiries go by it", ahead.Round(time.Second))}
	}
	return finding{"clock", "ok", "not behind the data"}
}
