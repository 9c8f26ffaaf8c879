package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"time"

	"toolcrib/internal/bench/goal"
	"toolcrib/internal/bench/load"
	"toolcrib/internal/bench/machine"
	"toolcrib/internal/bench/stats"
	"toolcrib/internal/store/postgres/pgtest"
)

// twoNodes measures one node and two on one PostgreSQL. Each may use one
// processor; database and load share the machine with them.
func twoNodes(ctx context.Context, o options, sheet *goal.Sheet) error {
	server, err := pgtest.Start(pgtest.Options{})
	if err != nil {
		return err
	}
	defer func() { _ = server.Stop() }()
	url, err := server.NewDatabase(ctx)
	if err != nil {
		return err
	}
	store, err := openPostgres(ctx, url)
	if err != nil {
		return err
	}
	keys, _, err := makeKeys(ctx, store, o.keys)
	if err := errors.Join(err, store.Close()); err != nil {
		return err
	}
	var addrs []string
	var pids []int
	for range 2 {
		node, err := startChild(ctx, machine.Anywhere, "postgres", url)
		if err != nil {
			return err
		}
		defer node.stop()
		addrs, pids = append(addrs, node.addr), append(pids, node.cmd.Process.Pid)
	}
	ask := func(addrs []string) load.Plan {
		return load.Plan{Addrs: addrs, Requests: load.Get("/v1/uuid", keys), Conns: o.conns, Length: 2 * o.slice}
	}
	results, disturbed, err := alternate(ctx, o, []target{{name: "one node", plan: ask(addrs[:1])}, {name: "two nodes", plan: ask(addrs)}})
	if err != nil {
		return err
	}
	one, two := speeds(results[0]), speeds(results[1])
	ratios := stats.Ratios(two, one)
	table("nodes on one PostgreSQL\tcalls/s\tratio\tquartiles\t", []string{
		fmt.Sprintf("one\t%.0f\t1\t\t", stats.Median(one)),
		fmt.Sprintf("two\t%.0f\t%.2f\t%.2f–%.2f\t", stats.Median(two), stats.Median(ratios), stats.Quantile(ratios, .25), stats.Quantile(ratios, .75)),
	})
	shares, err := sharesOf(ctx, ask(addrs), pids)
	if err != nil {
		return err
	}
	note := fmt.Sprintf("of %d processors %s", runtime.NumCPU(), shares)
	fmt.Printf("%s; %s\n", note, disturbedRounds(disturbed, o))
	sheet.Put("two-nodes", stats.Median(ratios), note+disturbance(disturbed, o))
	return nil
}

// sharesOf says who uses the processors while a plan runs: where they are all
// in use, a second node can only take from the first.
func sharesOf(ctx context.Context, plan load.Plan, pids []int) (string, error) {
	begin, before := time.Now(), readUse(pids)
	if _, err := plan.Run(ctx); err != nil {
		return "", err
	}
	took, after := time.Since(begin), readUse(pids)
	share := func(before, after time.Duration) float64 { return float64(after-before) / float64(took) }
	return fmt.Sprintf("two nodes use %.2f, the database %.2f, the load %.2f",
		share(before.nodes, after.nodes), share(before.database, after.database), share(before.load, after.load)), nil
}

// use is processor time by who used it.
type use struct{ load, nodes, database time.Duration }

// readUse reads it: what descends from this process and is no node is the
// database.
func readUse(nodes []int) use {
	u := use{load: machine.Used(os.Getpid()), nodes: machine.Used(nodes...)}
	u.database = machine.UsedBelow(os.Getpid()) - u.nodes
	return u
}
