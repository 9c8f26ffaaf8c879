package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"syscall"
	"text/tabwriter"

	"toolcrib/internal/bench/goal"
	"toolcrib/internal/bench/stats"
)

// goals measures what has a goal: operations alone, against what one writes in
// Go without us, and calls over HTTP. Tables go to standard output, figures to
// a file for internal/bench.
func goals(o options, file, without string) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	dir, err := os.MkdirTemp("", "peers")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	sheet := goal.NewSheet()
	if err := alone(o, dir, sheet); err != nil {
		return err
	}
	over := goal.Section(2)
	if without != "" {
		sheet.Missing(without, over...)
	} else if err := overHTTP(ctx, o, dir, sheet); err != nil {
		fmt.Fprintln(os.Stderr, "peers:", err)
		sheet.Missing(err.Error(), over...)
	}
	f, err := os.Create(file)
	if err != nil {
		return err
	}
	return errors.Join(sheet.WriteJSON(f), f.Close())
}

// alone measures each operation that has a goal against its first peer, the
// usual choice in Go.
func alone(o options, dir string, sheet *goal.Sheet) error {
	t := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Println()
	fmt.Fprintln(t, "one operation, 1 MB, one processor\tours\tusual\tours is … times as fast\tquartiles\t")
	matches, err := o.matches(dir, slices.Concat(jobs, textJobs, countJobs, pictureJobs), megabyte, func(j job, m *match) {
		if _, ok := goal.Lookup(j.name); ok && len(j.peers) > 0 {
			m.us, m.peers = inProcess("toolcrib", ours[j.name]), j.peers[:1]
		}
	})()
	if err != nil {
		return err
	}
	disturbed := 0
	for _, m := range matches {
		done, err := m.run(dir, o.rounds, o.slice)
		if err != nil {
			return err
		}
		disturbed += done.disturbed
		g, usual := goal.Find(m.name), done.results[1]
		speed := m.amount / done.results[0].took.Seconds()
		ratio, low, high := stats.Median(usual.ratios), stats.Quantile(usual.ratios, .25), stats.Quantile(usual.ratios, .75)
		fmt.Fprintf(t, "%s\t%s %s\t%s %s\t%.2f\t%.2f–%.2f\t\n", m.title, goal.Number(speed), g.Unit, usual.name, goal.Number(m.amount/usual.took.Seconds()), ratio, low, high)
		sheet.Put(m.name, speed, fmt.Sprintf("%.2f × %s", ratio, usual.name))
	}
	if err := t.Flush(); err != nil {
		return err
	}
	fmt.Printf("time is processor time; in %d of %d rounds other programs took more than a tenth of the time\n", disturbed, o.rounds*len(matches))
	return nil
}
