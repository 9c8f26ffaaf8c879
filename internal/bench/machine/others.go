// Package machine is what the benchmarks ask of the machine: to keep processes
// on a processor, and how much of it others take. On systems without /proc
// nothing is known of others, and nothing fails.
package machine

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// Anywhere stands for all processors where one could be named.
const Anywhere = -1

// Disturbing is what others may use, in processors, before a round is measured
// again.
const Disturbing = 0.1

// tick is the unit of times in /proc, on every Linux that Go runs on.
const tick = 10 * time.Millisecond

// Watch is a moment from which on the work of others is counted.
type Watch struct {
	root   string
	self   int
	at     time.Time
	others time.Duration
	err    error
}

// Begin begins to watch.
func Begin() Watch { return begin("/proc", os.Getpid(), time.Now()) }

func begin(root string, self int, now time.Time) Watch {
	others, err := othersTime(root, self)
	return Watch{root, self, now, others, err}
}

// Others is how many processors other programs have used on average since.
// Ours are this process and its descendants; the kernel's own threads, which
// write what we sync, are nobody's.
func (w Watch) Others() (processors float64, known bool) { return w.until(time.Now()) }

func (w Watch) until(now time.Time) (processors float64, known bool) {
	others, err := othersTime(w.root, w.self)
	if err != nil || w.err != nil || !now.After(w.at) {
		return 0, false
	}
	return max(0, float64(others-w.others)/float64(now.Sub(w.at))), true
}

// Disturbed says whether others took more than they may.
func (w Watch) Disturbed() bool {
	used, known := w.Others()
	return known && used > Disturbing
}

// Used is the processor time of processes so far; children that have ended
// count as their parent's. It is 0 where it cannot be known.
func Used(pids ...int) time.Duration {
	var ticks int64
	for _, pid := range pids {
		if text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid)); err == nil {
			p, _ := parse(string(text))
			ticks += p.ticks
		}
	}
	return time.Duration(ticks) * tick
}

// UsedBelow is the processor time of all that descend from a process.
func UsedBelow(pid int) time.Duration {
	all, _ := processes("/proc")
	var ticks int64
	for id, p := range all {
		if id != pid && descends(all, id, func(id int, _ process) bool { return id == pid }) {
			ticks += p.ticks
		}
	}
	return time.Duration(ticks) * tick
}

// othersTime is what all processors have worked, less what we and the kernel's
// threads have.
func othersTime(root string, self int) (time.Duration, error) {
	total, err := worked(root)
	if err != nil {
		return 0, err
	}
	all, err := processes(root)
	if err != nil {
		return 0, err
	}
	for id, p := range all {
		if descends(all, id, func(id int, _ process) bool { return id == self }) || descends(all, id, kernelThreads) {
			total -= p.ticks
		}
	}
	return time.Duration(total) * tick, nil
}

// kernelThreads is the process that the kernel's threads descend from.
func kernelThreads(_ int, p process) bool { return p.parent == 0 && p.name == "kthreadd" }

// worked reads what all processors did for user, nice and system; the time of
// interrupts is nobody's, that which other guests stole is others'.
func worked(root string) (ticks int64, err error) {
	text, err := os.ReadFile(filepath.Join(root, "stat"))
	if err != nil {
		return 0, err
	}
	line, _, _ := strings.Cut(string(text), "\n")
	fields := strings.Fields(line)
	if len(fields) < 9 || fields[0] != "cpu" {
		return 0, fmt.Errorf("%s/stat begins with %q", root, line)
	}
	for _, i := range []int{1, 2, 3, 8} {
		n, err := strconv.ParseInt(fields[i], 10, 64)
		if err != nil {
			return 0, err
		}
		ticks += n
	}
	return ticks, nil
}

type process struct {
	name   string
	parent int
	ticks  int64 // of its own, and of children that ended
}

func processes(root string) (map[int]process, error) {
	entries, err := os.ReadDir(root)
	if err != nil {
		return nil, err
	}
	all := map[int]process{}
	for _, e := range entries {
		id, err := strconv.Atoi(e.Name())
		if err != nil {
			continue
		}
		text, err := os.ReadFile(filepath.Join(root, e.Name(), "stat"))
		if err != nil {
			continue // ended meanwhile
		}
		if all[id], err = parse(string(text)); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// parse reads a process's stat, whose second field, the name, may hold
// anything between its brackets.
func parse(stat string) (p process, err error) {
	begin, end := strings.IndexByte(stat, '('), strings.LastIndexByte(stat, ')')
	fields := strings.Fields(stat[end+1:])
	if begin < 0 || end < begin || len(fields) < 15 {
		return p, fmt.Errorf("stat of a process: %q", stat)
	}
	p.name = stat[begin+1 : end]
	if p.parent, err = strconv.Atoi(fields[1]); err != nil {
		return p, err
	}
	for _, i := range []int{11, 12, 13, 14} { // utime, stime, and those of children
		n, err := strconv.ParseInt(fields[i], 10, 64)
		if err != nil {
			return p, err
		}
		p.ticks += n
	}
	return p, nil
}

// descends says whether a process or one it descends from is the one wanted.
func descends(all map[int]process, id int, wanted func(int, process) bool) bool {
	for range all { // no line is longer, whatever changed while it was read
		p, ok := all[id]
		if !ok {
			return false
		}
		if wanted(id, p) {
			return true
		}
		id = p.parent
	}
	return false
}
