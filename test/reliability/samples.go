package main

import (
	"bufio"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"
)

// sample is what one look at a server shows.
type sample struct {
	at         time.Duration // since the first
	rate       float64       // calls a second since the look before
	p50, p99   time.Duration // of them
	resident   float64       // bytes
	heap       float64       // bytes at which the collector begins: twice what lives, the steadiest figure there is of it
	goroutines float64
	files      float64
	database   float64 // bytes
	log        float64 // bytes of the write-ahead log
	load       float64 // of the machine, over a minute
}

// sampler looks at a server now and then.
type sampler struct {
	t       *trial
	p       *place
	n       *node
	g       *gun
	metrics string
	every   time.Duration
	samples []sample
}

// until looks until it is over.
func (s *sampler) until(over <-chan struct{}) {
	begin := time.Now()
	s.g.taken()
	tick := time.NewTicker(s.every)
	defer tick.Stop()
	for last := begin; ; {
		select {
		case <-over:
			return
		case now := <-tick.C:
			one := s.look(now.Sub(last))
			one.at, last = now.Sub(begin), now
			s.samples = append(s.samples, one)
			s.t.progressf("%s: %s", one.at.Round(time.Second), one)
		}
	}
}

func (s *sampler) look(since time.Duration) sample {
	values := s.scrape()
	times := s.g.taken()
	one := sample{
		rate: float64(len(times)) / since.Seconds(), p50: quantile(times, 0.5), p99: quantile(times, 0.99),
		resident: float64(s.n.memory()), heap: values["go_memstats_next_gc_bytes"],
		goroutines: values["go_goroutines"], files: values["process_open_fds"],
	}
	if s.p.driver == "sqlite" {
		one.database, one.log = size(s.t, s.p.source), size(s.t, s.p.source+"-wal")
	} else {
		s.p.query("SELECT pg_database_size(current_database())", func(rows *sql.Rows) error { return rows.Scan(&one.database) })
	}
	text, err := os.ReadFile("/proc/loadavg")
	s.t.must(err)
	one.load, err = strconv.ParseFloat(strings.Fields(string(text))[0], 64)
	s.t.must(err)
	return one
}

// scrape reads the metrics that have no labels.
func (s *sampler) scrape() map[string]float64 {
	resp, err := http.Get(s.metrics)
	s.t.must(err)
	defer resp.Body.Close()
	values := map[string]float64{}
	for lines := bufio.NewScanner(resp.Body); lines.Scan(); {
		name, value, _ := strings.Cut(lines.Text(), " ")
		if n, err := strconv.ParseFloat(value, 64); err == nil {
			values[name] = n
		}
	}
	return values
}

// size is that of a file, 0 where there is none.
func size(t *trial, file string) float64 {
	info, err := os.Stat(file)
	if errors.Is(err, fs.ErrNotExist) {
		return 0
	}
	t.must(err)
	return float64(info.Size())
}

// String is one line of progress.
func (s sample) String() string {
	return fmt.Sprintf("%.0f/s, p50 %s, p99 %s, resident %s, heap %s, %.0f goroutines, %.0f files, database %s, log %s, load %.1f",
		s.rate, short(s.p50), short(s.p99), mib(int(s.resident)), mib(int(s.heap)), s.goroutines, s.files, mib(int(s.database)), mib(int(s.log)), s.load)
}

// middle is the median of a figure over some samples.
func middle(of []sample, figure func(sample) float64) float64 {
	if len(of) == 0 {
		return 0
	}
	var all []float64
	for _, s := range of {
		all = append(all, figure(s))
	}
	slices.Sort(all)
	return all[len(all)/2]
}

// slope is by how much a figure grows in a second: the line of least squares.
func slope(of []sample, figure func(sample) float64) float64 {
	var n, x, y, xx, xy float64
	for _, s := range of {
		at, value := s.at.Seconds(), figure(s)
		n, x, y, xx, xy = n+1, x+at, y+value, xx+at*at, xy+at*value
	}
	if d := n*xx - x*x; d > 0 {
		return (n*xy - x*y) / d
	}
	return 0
}

const (
	// dayRoom is what memory may grow by in a day, by the slope of the second
	// half of a run: less than that cannot be told from the collector's ups and
	// downs in half an hour.
	dayRoom = 512 << 20
	// flatRoom is by how much the last tenth may be above the middle one.
	flatRoom = 1.1
	// logRoom bounds the write-ahead log, which is to be written back as it grows.
	logRoom = 64 << 20
)

func resident(s sample) float64   { return s.resident }
func heap(s sample) float64       { return s.heap }
func goroutines(s sample) float64 { return s.goroutines }
func files(s sample) float64      { return s.files }
func halfTime(s sample) float64   { return float64(s.p50) }
func longTime(s sample) float64   { return float64(s.p99) }

// judge says whether anything grew.
func (s *sampler) judge(d deed) {
	count := len(s.samples)
	d.atLeast("looks at the server", count, of(s.t, 10, 3))
	tenth := max(count/10, 1)
	second, mid, last := s.samples[count/2:], s.samples[(count-tenth)/2:(count+tenth)/2], s.samples[count-tenth:]
	bytes := func(v float64) string { return mib(int(v)) }
	plain := func(v float64) string { return fmt.Sprintf("%.0f", v) }
	times := func(v float64) string { return short(time.Duration(v)) }
	level := func(what string, figure func(sample) float64, write func(float64) string, factor, slack float64) {
		before, after := middle(mid, figure), middle(last, figure)
		bound := before*factor + slack
		d.bound(what+", half of the last tenth's samples; of the middle tenth's", write(after)+"; "+write(before), write(bound), after <= bound)
	}
	for _, memory := range []struct {
		what   string
		figure func(sample) float64
	}{{"resident memory", resident}, {"size at which the heap is collected", heap}} {
		level(memory.what, memory.figure, bytes, flatRoom, 0)
		day := slope(second, memory.figure) * 24 * 60 * 60
		d.bound(memory.what+", growth in a day by the line of least squares through the second half", bytes(day), mib(dayRoom), day <= dayRoom)
	}
	level("goroutines", goroutines, plain, flatRoom, 20)
	level("open files and connections", files, plain, flatRoom, 20)
	level("a call, half of the times", halfTime, times, mostSlower, 0)
	level("a call, 99 of 100 times", longTime, times, mostSlower, 0)
	first, end := s.samples[0], s.samples[count-1]
	most := slices.MaxFunc(s.samples, func(a, b sample) int { return int(a.log - b.log) }).log
	d.bound("largest write-ahead log", bytes(most), mib(logRoom), most <= logRoom)
	d.note("database at the end, and what a result added", fmt.Sprintf("%s, %.0f bytes", bytes(end.database),
		(end.database-first.database)/float64(max(len(s.g.charges), 1))))
}

// bound is a bound on what needs a long run to tell: the quick one shows it and
// holds nothing to it.
func (d deed) bound(what, got, must string, kept bool) {
	if d.t.quick {
		d.note(what, got)
		return
	}
	d.show(what, got, "at most "+must, kept)
}

// tableRows is how many rows the table of a run has.
const tableRows = 15

// table prints the run: medians of equal parts of it.
func (s *sampler) table() {
	fmt.Fprintf(s.t.out, "\n| minutes | calls/s | p50 ms | p99 ms | resident MiB | heap MiB | goroutines | files | database MiB | log MiB | load |\n|---|---|---|---|---|---|---|---|---|---|---|\n")
	for part := range slices.Chunk(s.samples, max((len(s.samples)+tableRows-1)/tableRows, 1)) {
		of := func(figure func(sample) float64) float64 { return middle(part, figure) }
		fmt.Fprintf(s.t.out, "| %.1f | %.0f | %.2f | %.1f | %.1f | %.1f | %.0f | %.0f | %.1f | %.1f | %.1f |\n",
			part[len(part)-1].at.Minutes(), of(func(s sample) float64 { return s.rate }), of(halfTime)/1e6, of(longTime)/1e6,
			of(resident)/(1<<20), of(heap)/(1<<20), of(goroutines), of(files),
			of(func(s sample) float64 { return s.database })/(1<<20), of(func(s sample) float64 { return s.log })/(1<<20),
			of(func(s sample) float64 { return s.load }))
	}
	fmt.Fprintln(s.t.out)
}
