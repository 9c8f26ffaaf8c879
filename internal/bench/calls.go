package main

import (
	"context"
	"fmt"
	"os"
	"time"

	"toolcrib/internal/bench/goal"
	"toolcrib/internal/bench/load"
	"toolcrib/internal/bench/machine"
	"toolcrib/internal/bench/stats"
)

// target is one thing asked for in turn with the others.
type target struct {
	name, goal string
	plan       load.Plan
}

// Processors of the servers, and of the load.
const (
	serverProcessor = 0
	loadProcessor   = 1
)

// wholeCalls measures complete calls over HTTP.
func wholeCalls(ctx context.Context, o options, sheet *goal.Sheet) error {
	dir, err := os.MkdirTemp("", "toolcrib-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	keys, err := prepare(ctx, dir, o.keys)
	if err != nil {
		return err
	}
	bare, err := startChild(ctx, serverProcessor, "bare")
	if err != nil {
		return err
	}
	defer bare.stop()
	ours, err := startChild(ctx, serverProcessor, "sqlite", dir)
	if err != nil {
		return err
	}
	defer ours.stop()
	if err := machine.Pin(loadProcessor); err != nil {
		return err
	}
	defer func() { _ = machine.Pin(machine.Anywhere) }()
	ask := func(name, goal string, r *running, requests [][]byte) target {
		return target{name, goal, load.Plan{
			Addrs: []string{r.addr}, Requests: requests, Conns: o.conns, Length: o.slice, PIDs: []int{r.cmd.Process.Pid},
		}}
	}
	targets := []target{
		ask("bare net/http handler", "", bare, load.Get("/", nil)),
		ask("uuid, many keys", "share-many", ours, load.Get("/v1/uuid", keys)),
		ask("uuid, one key", "share-one", ours, load.Get("/v1/uuid", keys[:1])),
		ask("bmi, many keys", "", ours, load.Get("/v1/calculators/bmi?weight=70&height=175", keys)),
		ask("slugify, many keys", "", ours, load.Post("/v1/text/slugify", `{"text":"Hello, World!"}`, keys)),
	}
	results, disturbed, err := alternate(ctx, o, targets)
	if err != nil {
		return err
	}
	peak := report(o, targets, results, disturbed, sheet)
	return latencies(ctx, o, targets[1], peak, sheet)
}

// alternate measures all targets in turn, after one round to warm up.
func alternate(ctx context.Context, o options, targets []target) ([][][2]load.Result, int, error) {
	var sides []func() (load.Result, error)
	for _, t := range targets {
		sides = append(sides, func() (load.Result, error) {
			r, err := t.plan.Run(ctx)
			if err != nil {
				err = fmt.Errorf("%s: %w", t.name, err)
			}
			return r, err
		})
	}
	for _, side := range sides {
		if _, err := side(); err != nil {
			return nil, 0, err
		}
	}
	return stats.Alternate(rounds(o), sides)
}

// rounds are those of the flags, half as many of them measured again at most.
func rounds(o options) stats.Rounds {
	return stats.Rounds{
		N: o.rounds, Again: o.rounds / 2,
		Watch: func() func() bool { return machine.Begin().Disturbed },
		Done:  func(n int) { progress("round %d of %d", n, o.rounds) },
	}
}

// report prints the targets, the first of which is what the others are
// compared with, and returns the peak of the second.
func report(o options, targets []target, results [][][2]load.Result, disturbed int, sheet *goal.Sheet) (peak float64) {
	var rows []string
	bare := speeds(results[0])
	_, _, bareUsed := medians(results[0])
	for i, t := range targets {
		own, ratios := speeds(results[i]), stats.Ratios(speeds(results[i]), bare)
		if i == 1 {
			peak = stats.Median(own)
		}
		ratio, low, high := stats.Median(ratios), stats.Quantile(ratios, .25), stats.Quantile(ratios, .75)
		p50, p99, used := medians(results[i])
		if t.goal != "" {
			note := fmt.Sprintf("quartiles %.2f–%.2f; by processor time %.2f%s", low, high, float64(bareUsed)/float64(max(1, used)), disturbance(disturbed, o))
			sheet.Put(t.goal, ratio, note)
			sheet.Put(t.goal+"-aim", ratio, note)
		}
		rows = append(rows, fmt.Sprintf("%s\t%.0f\t%.2f\t%.2f–%.2f\t%.2f\t%.2f\t%d\t",
			t.name, stats.Median(own), ratio, low, high, ms(p50), ms(p99), used.Microseconds()))
	}
	table("keyed, metered, durably charged call\trequests/s\tratio\tquartiles\tp50 ms\tp99 ms\tprocessor µs a call\t", rows)
	fmt.Printf("%d connections, server on one processor; %s\n", o.conns, disturbedRounds(disturbed, o))
	return peak
}

// medians are those of the latencies and of the processor time of a call.
func medians(results [][2]load.Result) (p50, p99, processor time.Duration) {
	var all [3][]time.Duration
	for _, pair := range results {
		for _, r := range pair {
			all[0], all[1], all[2] = append(all[0], r.P50), append(all[1], r.P99), append(all[2], r.Processor)
		}
	}
	return stats.Median(all[0]), stats.Median(all[1]), stats.Median(all[2])
}

// disturbedRounds says under a table how far others were in the way.
func disturbedRounds(n int, o options) string {
	return fmt.Sprintf("in %d of %d rounds other programs took more than a tenth of a processor", n, o.rounds)
}

// disturbance says it beside a figure, where that is worth it.
func disturbance(n int, o options) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("; %d of %d rounds disturbed", n, o.rounds)
}

// speeds are the requests a second of each round.
func speeds(results [][2]load.Result) []float64 {
	out := make([]float64, len(results))
	for i, pair := range results {
		out[i] = (pair[0].PerSecond + pair[1].PerSecond) / 2
	}
	return out
}

// latencies measures calls at half of the peak, and one caller alone.
func latencies(ctx context.Context, o options, t target, peak float64, sheet *goal.Sheet) error {
	half, alone := t, t
	half.name, half.plan.Rate, half.plan.Length = fmt.Sprintf("half of peak, %.0f/s asked", peak/2), peak/2, 3*o.slice
	alone.name, alone.plan.Conns = "one caller, each call after the last", 1
	targets := []target{half, alone}
	results, disturbed, err := alternate(ctx, o, targets)
	if err != nil {
		return err
	}
	var rows []string
	for i, t := range targets {
		p50, p99, _ := medians(results[i])
		rows = append(rows, fmt.Sprintf("%s\t%.0f\t%.2f\t%.2f\t", t.name, stats.Median(speeds(results[i])), ms(p50), ms(p99)))
		if t.plan.Rate > 0 {
			sheet.Put("half-p99", ms(p99), fmt.Sprintf("%.0f calls a second, timed from when each was due%s", t.plan.Rate, disturbance(disturbed, o)))
		} else {
			sheet.Put("alone-p50", ms(p50), fmt.Sprintf("p99 %.2f ms%s", ms(p99), disturbance(disturbed, o)))
		}
	}
	table("uuid, many keys\tcalls/s\tp50 ms\tp99 ms\t", rows)
	fmt.Println(disturbedRounds(disturbed, o))
	return nil
}

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
