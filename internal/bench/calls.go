package main

import (
	"context"
	"fmt"
	"os"
	"slices"
	"time"
)

// target is one thing asked for in turn with the others.
type target struct {
	name     string
	url      string
	requests [][]byte // sent in turn by each connection
	perSec   []float64
	p50, p99 []time.Duration
}

// wholeCalls measures complete calls over HTTP.
func wholeCalls(ctx context.Context, o options) error {
	dir, err := os.MkdirTemp("", "toolcrib-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	keys, err := prepare(ctx, dir, o.keys)
	if err != nil {
		return err
	}
	bare, err := startChild(ctx, "bare")
	if err != nil {
		return err
	}
	defer bare.stop()
	ours, err := startChild(ctx, "toolcrib", dir)
	if err != nil {
		return err
	}
	defer ours.stop()
	if err := pin(os.Getpid(), 1); err != nil {
		fmt.Println("not pinned to processors:", err)
	}
	targets := []*target{
		{name: "bare net/http handler", url: bare.addr, requests: get("/", nil)},
		{name: "uuid, many keys", url: ours.addr, requests: get("/v1/uuid", keys)},
		{name: "uuid, one key", url: ours.addr, requests: get("/v1/uuid", keys[:1])},
		{name: "bmi, many keys", url: ours.addr, requests: get("/v1/calculators/bmi?weight=70&height=175", keys)},
		{name: "slugify, many keys", url: ours.addr, requests: post("/v1/text/slugify", `{"text":"Hello, World!"}`, keys)},
	}
	if err := alternate(ctx, o, targets); err != nil {
		return err
	}
	report(targets)
	return nil
}

// alternate measures all targets in each round, the order turning about, so
// that a change of the machine's speed meets all of them.
func alternate(ctx context.Context, o options, targets []*target) error {
	for round := range o.rounds + 1 {
		order := slices.Clone(targets)
		if round%2 == 1 {
			slices.Reverse(order)
		}
		for _, t := range order {
			r, err := load(ctx, t.url, t.requests, o.conns, o.slice)
			if err != nil {
				return fmt.Errorf("%s: %w", t.name, err)
			}
			if round == 0 {
				continue // warming up
			}
			t.perSec = append(t.perSec, r.perSec)
			t.p50, t.p99 = append(t.p50, r.p50), append(t.p99, r.p99)
		}
		fmt.Printf("\rround %d of %d ", round, o.rounds)
	}
	fmt.Println()
	return nil
}

func report(targets []*target) {
	var rows []string
	for _, t := range targets {
		ratios := make([]float64, len(t.perSec))
		for i := range ratios {
			ratios[i] = t.perSec[i] / targets[0].perSec[i]
		}
		rows = append(rows, fmt.Sprintf("%s\t%.0f\t%.2f\t%.2f–%.2f\t%.2f\t%.2f\t",
			t.name, quantile(t.perSec, .5), quantile(ratios, .5), quantile(ratios, .25), quantile(ratios, .75),
			ms(quantile(t.p50, .5)), ms(quantile(t.p99, .5))))
	}
	table("keyed, metered, durably charged call\trequests/s\tratio\tquartiles\tp50 ms\tp99 ms\t", rows)
	fmt.Println("goal: ratio of at least 0.25, aim 0.5 (64 connections, server on one processor)")
}

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// quantile is the value below which a share q of the values lies.
func quantile[T float64 | time.Duration](values []T, q float64) T {
	sorted := slices.Sorted(slices.Values(values))
	return sorted[int(q*float64(len(sorted)-1))]
}
