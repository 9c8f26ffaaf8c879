package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"
)

// trial is one run of a trial. It is a testing.TB as far as pgtest needs one;
// the rest of the interface is nil and not called.
type trial struct {
	testing.TB
	*lab
	ctx  context.Context // ends with the trial, and when it cannot go on
	stop context.CancelFunc
	name string

	mu       sync.Mutex
	cleanups []func()
	fault    error // why it could not be carried out
	bad      bool  // a figure is not what it must be
}

// try runs a trial in a goroutine of its own, which Fatal ends.
func (l *lab) try(ctx context.Context, name string, run func(*trial)) bool {
	t := &trial{lab: l, name: name}
	t.ctx, t.stop = context.WithTimeout(ctx, trialTime+l.soaking.length())
	defer t.stop()
	t.progressf("begins")
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer t.cleanUp()
		run(t)
	}()
	<-done
	if t.fault != nil {
		fmt.Fprintf(t.out, "| %s | could not be carried out: %v | | | | FAILED |\n", t.name, t.fault)
	}
	return t.fault == nil && !t.bad
}

func (t *trial) cleanUp() {
	for _, f := range slices.Backward(t.cleanups) {
		f()
	}
}

// Helper is part of testing.TB.
func (t *trial) Helper() {}

// Cleanup is part of testing.TB.
func (t *trial) Cleanup(f func()) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.cleanups = append(t.cleanups, f)
}

// Fatal ends the trial, which could not be carried out, and this goroutine.
func (t *trial) Fatal(args ...any) {
	t.mu.Lock()
	t.fault = cmp.Or(t.fault, errors.New(fmt.Sprint(args...)))
	t.mu.Unlock()
	t.stop()
	runtime.Goexit()
}

// Fatalf is Fatal with a format.
func (t *trial) Fatalf(format string, args ...any) { t.Fatal(fmt.Sprintf(format, args...)) }

// must ends the trial where there is an error.
func (t *trial) must(err error) {
	if err != nil {
		t.Fatal(err)
	}
}

// folder is a new folder that goes with the trial.
func (t *trial) folder() string {
	dir, err := os.MkdirTemp(t.dir, t.name+"-")
	t.must(err)
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	return dir
}

func (t *trial) progressf(format string, args ...any) {
	fmt.Fprintf(t.progress, "%s %s: %s\n", time.Now().Format("15:04:05"), t.name, fmt.Sprintf(format, args...))
}

// rand is the n-th source of random numbers of the trial. It is for one
// goroutine.
func (t *trial) rand(n int) *rand.Rand { return rand.New(rand.NewPCG(t.seed, uint64(n))) }

// sleep waits, unless the trial ends.
func (t *trial) sleep(d time.Duration) {
	select {
	case <-time.After(d):
	case <-t.ctx.Done():
	}
}

// of chooses between the counts of the full and of the quick run.
func of[T any](t *trial, full, quick T) T {
	if t.quick {
		return quick
	}
	return full
}

// deed is what was done, for the figures that follow from it.
type deed struct {
	t    *trial
	done string
}

// did says what was done. A trial that could not be carried out ends here.
func (t *trial) did(format string, args ...any) deed {
	if err := t.ctx.Err(); err != nil {
		t.Fatal(err)
	}
	return deed{t, fmt.Sprintf(format, args...)}
}

func (d deed) show(what, got, must string, ok bool) {
	verdict := "ok"
	if !ok {
		verdict = "FAILED"
		d.t.bad = true
	}
	fmt.Fprintf(d.t.out, "| %s | %s | %s | %s | %s | %s |\n", d.t.name, d.done, what, got, must, verdict)
}

func (d deed) exactly(what string, got, want int) {
	d.show(what, fmt.Sprint(got), fmt.Sprint(want), got == want)
}

func (d deed) atMost(what string, got, most int) {
	d.show(what, fmt.Sprint(got), fmt.Sprintf("at most %d", most), got <= most)
}

// atLeast is for what makes the other figures worth something.
func (d deed) atLeast(what string, got, least int) {
	d.show(what, fmt.Sprint(got), fmt.Sprintf("at least %d", least), got >= least)
}

// within is a bound on time. The quick run is a test, which shares its machine
// with others: it shows times and holds nothing to them.
func (d deed) within(what string, got, most time.Duration) {
	if d.t.quick {
		d.note(what, short(got))
		return
	}
	d.show(what, short(got), "at most "+most.String(), got <= most)
}

// note is a figure that nothing is promised of.
func (d deed) note(what, got string) { d.show(what, got, "not promised", true) }

// short writes a time without the digits that say nothing.
func short(d time.Duration) string {
	if d >= time.Second {
		return d.Round(time.Millisecond).String()
	}
	return d.Round(10 * time.Microsecond).String()
}

// quantile is the q-th part of the times, 0 to 1; 0 of none.
func quantile(times []time.Duration, q float64) time.Duration {
	if len(times) == 0 {
		return 0
	}
	times = slices.Sorted(slices.Values(times))
	return times[int(q*float64(len(times)-1))]
}
