package main

import (
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// diskFull takes away the room that a server's data need, under callers, and
// gives it back. Once by a limit on the process, at which every write to a file
// fails; and where the machine lets this program mount a file system, by one
// that is really full.
func diskFull(t *trial) {
	p := t.onSQLite()
	n := p.start(unlimited...)
	filling(t, p, n, "no write to a file is let through", func() { n.limitFiles(0) }, func() { n.limitFiles(unix.RLIM_INFINITY) }, true)
	n.kill()
	if t.quick {
		return
	}
	p, device := t.onTinyDisk()
	if p == nil {
		t.did("a file system that is full").note("not tried: this program may not mount one here", device)
		return
	}
	n = p.start(unlimited...)
	plug := filepath.Join(device, "plug")
	filling(t, p, n, "the file system is full", func() { t.fill(plug) }, func() { t.must(os.Remove(plug)) }, false)
}

// limitFiles sets the size that files of the process may have (getrlimit(2)).
func (n *node) limitFiles(most uint64) {
	n.t.must(unix.Prlimit(n.cmd.Process.Pid, unix.RLIMIT_FSIZE, &unix.Rlimit{Cur: most, Max: unix.RLIM_INFINITY}, nil))
}

// onTinyDisk is a place on a file system of a few megabytes, nil where none may
// be mounted.
func (t *trial) onTinyDisk() (p *place, where string) {
	p = t.onSQLite()
	where = filepath.Dir(p.source)
	if err := unix.Mount("tmpfs", where, "tmpfs", 0, "size=24m"); err != nil {
		return nil, err.Error()
	}
	t.Cleanup(func() { _ = unix.Unmount(where, unix.MNT_DETACH) })
	return p, where
}

// fill writes a file until there is no more room.
func (t *trial) fill(name string) {
	f, err := os.Create(name)
	t.must(err)
	defer f.Close()
	for block := make([]byte, 4096); err == nil; {
		_, err = f.Write(block)
	}
	if !errors.Is(err, syscall.ENOSPC) {
		t.Fatal(err)
	}
}

// filling looks what callers get before, while and after the disk is full. all
// tells that while it is, nothing at all can be written.
func filling(t *trial, p *place, n *node, which string, begin, end func(), all bool) {
	const callers = 16
	who := p.callers(callers, plenty)
	client := t.newClient(callers)
	enough := make(chan struct{})
	gather := t.callOn(client, n, who, enough)
	t.sleep(300 * time.Millisecond)
	begin()
	full := time.Now()
	t.sleep(of(t, 4*time.Second, 700*time.Millisecond))
	still := t.status(n, "/healthz")
	seen := t.status(n, "/")
	ready, err := send(t.ctx, client, request{base: n.url, path: "/readyz"})
	t.must(err)
	over := time.Now()
	end()
	back := t.untilCharged(client, plain(n, who[0]))
	close(enough)
	answers := gather()
	var refused, released, other int
	var slowest time.Duration
	paid := map[string]bool{}
	for i := range answers {
		a := &answers[i]
		if a.start.After(full) && a.end.Before(over) {
			slowest = max(slowest, a.took())
			if a.ok() {
				released++
			}
		}
		switch {
		case a.ok():
			paid[a.id()] = true
		case a.status == http.StatusServiceUnavailable:
			refused++
		default:
			other++
		}
	}
	d := t.did("%s, for %s, %d callers, %d requests", which, short(over.Sub(full)), callers, len(answers))
	d.atLeast("answered 503", refused, callers)
	d.exactly("answered other than 200 and 503", other, 0)
	if all {
		d.exactly("results released meanwhile", released, 0)
	}
	unpaid, untold := 0, 0
	ledger := p.charges()
	for id := range paid {
		if ledger[id].moved != 1 {
			unpaid++
		}
	}
	for i := range answers {
		if _, charged := ledger[answers[i].id()]; charged && !answers[i].ok() {
			untold++
		}
	}
	d.exactly("results without a charge", unpaid, 0)
	d.exactly("charged, though told 503", untold, 0)
	d.exactly("of /healthz and the front page, meanwhile, not 200", still+seen, 0)
	d.note("status of /readyz meanwhile", fmt.Sprint(ready.status))
	d.within("slowest answer", slowest, 2*time.Second)
	d.within("first result once there was room, by itself", back, 5*time.Second)
	d.exactly("checks of the ledger that fail", p.faults(), 0)
}

// callOn lets callers call until it is enough; the function that it returns
// waits for them and tells what they were answered.
func (t *trial) callOn(client *http.Client, n *node, who []caller, enough <-chan struct{}) func() []answer {
	var mu sync.Mutex
	var answers []answer
	var wg sync.WaitGroup
	for _, c := range who {
		wg.Go(func() {
			for {
				select {
				case <-enough:
					return
				case <-time.After(2 * time.Millisecond):
				}
				a, err := send(t.ctx, client, plain(n, c))
				t.must(err)
				mu.Lock()
				answers = append(answers, a)
				mu.Unlock()
			}
		})
	}
	return func() []answer { wg.Wait(); return answers }
}

// status is 0 where a page answers, else 1.
func (t *trial) status(n *node, path string) int {
	a, err := send(t.ctx, t.newClient(1), request{base: n.url, path: path})
	t.must(err)
	if !a.ok() {
		t.progressf("%s: %d", path, a.status)
		return 1
	}
	return 0
}

// untilCharged is how long it takes until a call is paid for.
func (t *trial) untilCharged(client *http.Client, r request) time.Duration {
	for begin := time.Now(); ; t.sleep(5 * time.Millisecond) {
		a, err := send(t.ctx, client, r)
		t.must(err)
		if a.ok() {
			return time.Since(begin)
		}
		if time.Since(begin) > time.Minute {
			t.Fatal(fmt.Errorf("no call is paid for a minute after there is room again: status %d", a.status))
		}
	}
}
