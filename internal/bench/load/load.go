// Package load asks a server over HTTP as fast as it answers, or at a steady
// rate, and measures. It speaks just enough HTTP itself, so that the server is
// the part that is measured. Every answer must be a 200.
package load

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"strconv"
	"sync"
	"time"

	"toolcrib/internal/bench/machine"
	"toolcrib/internal/bench/stats"
)

// Get writes GET requests of a path, one for each key; without keys one
// request that has none.
func Get(path string, keys []string) [][]byte { return requests("GET", path, "", keys) }

// Post writes POST requests of a JSON body, one for each key.
func Post(path, body string, keys []string) [][]byte { return requests("POST", path, body, keys) }

func requests(method, path, body string, keys []string) [][]byte {
	head := method + " " + path + " HTTP/1.1\r\nHost: bench\r\n"
	if method == "POST" {
		head += fmt.Sprintf("Content-Type: application/json\r\nContent-Length: %d\r\n", len(body))
	}
	if keys == nil {
		return [][]byte{[]byte(head + "\r\n" + body)}
	}
	out := make([][]byte, len(keys))
	for i, k := range keys {
		out[i] = []byte(head + "Authorization: Bearer " + k + "\r\n\r\n" + body)
	}
	return out
}

// Plan is what to ask.
type Plan struct {
	Addrs    []string // of servers, which the connections share
	Requests [][]byte // sent in turn by each connection
	Conns    int
	Length   time.Duration
	// Rate is requests a second of all connections, sent when their time has
	// come, however long answers take; 0 sends each when the last is answered.
	Rate float64
	PIDs []int // of the servers, whose processor time is told
	// Each sends every request once, however long that takes, up to Length.
	Each bool
}

// Result is what was measured.
type Result struct {
	Calls     int
	PerSecond float64
	P50, P99  time.Duration
	// Processor is what the servers used for one call: other programs lengthen
	// it far less than they lower the speed. 0 where it cannot be known.
	Processor time.Duration
}

// Run asks for as long as the plan says. With a rate, a latency counts from
// when the request was due, so that a server that stalls cannot hide those it
// kept waiting.
func (p Plan) Run(ctx context.Context) (Result, error) {
	var wg sync.WaitGroup
	latencies := make([][]time.Duration, p.Conns)
	errs := make([]error, p.Conns)
	begin, used := time.Now(), machine.Used(p.PIDs...)
	for i := range p.Conns {
		wg.Go(func() { latencies[i], errs[i] = p.converse(ctx, i, begin) })
	}
	wg.Wait()
	took := time.Since(begin)
	used = machine.Used(p.PIDs...) - used
	if err := errors.Join(errs...); err != nil {
		return Result{}, err
	}
	all := slices.Concat(latencies...)
	if len(all) == 0 {
		return Result{}, fmt.Errorf("no answer within %s", p.Length)
	}
	return Result{
		len(all), float64(len(all)) / took.Seconds(), stats.Quantile(all, .5), stats.Quantile(all, .99), used / time.Duration(len(all)),
	}, ctx.Err()
}

// converse asks over one connection.
func (p Plan) converse(ctx context.Context, i int, begin time.Time) (latencies []time.Duration, err error) {
	conn, err := (&net.Dialer{}).DialContext(ctx, "tcp", p.Addrs[i%len(p.Addrs)])
	if err != nil {
		return nil, err
	}
	defer conn.Close()
	end := begin.Add(p.Length)
	if err := conn.SetDeadline(end.Add(time.Minute)); err != nil {
		return nil, err
	}
	r := bufio.NewReaderSize(conn, 64<<10)
	for n := 0; ctx.Err() == nil; n++ {
		at := (i + 61*n) % len(p.Requests) // a step without common factor spreads the keys
		if p.Each {
			if at = i + p.Conns*n; at >= len(p.Requests) {
				break
			}
		}
		due := time.Now()
		if p.Rate > 0 {
			due = begin.Add(p.due(i, n))
			time.Sleep(time.Until(due))
		}
		if n > 0 && due.After(end) { // one answer at least, however slow
			break
		}
		if _, err := conn.Write(p.Requests[at]); err != nil {
			return nil, err
		}
		if _, err := readAnswer(r, false); err != nil {
			return nil, err
		}
		latencies = append(latencies, time.Since(due))
	}
	return latencies, nil
}

// due is when a connection's request is to be sent: the connections take
// turns, so that all requests together are evenly spaced.
func (p Plan) due(conn, n int) time.Duration {
	return time.Duration(float64(n*p.Conns+conn) / p.Rate * float64(time.Second))
}

// Once sends one request and returns the body of its answer.
func Once(ctx context.Context, addr string, request []byte) ([]byte, error) {
	conn, err := (&net.Dialer{}).DialContext(ctx, "tcp", addr)
	if err != nil {
		return nil, err
	}
	defer conn.Close()
	if err := conn.SetDeadline(time.Now().Add(2 * time.Minute)); err != nil {
		return nil, err
	}
	if _, err := conn.Write(request); err != nil {
		return nil, err
	}
	return readAnswer(bufio.NewReader(conn), true)
}

var (
	lengthHeader  = []byte("content-length:")
	chunkedHeader = []byte("transfer-encoding:")
)

// readAnswer reads one response, which must be a 200 and say its length, and
// returns its body where that is wanted.
func readAnswer(r *bufio.Reader, wanted bool) ([]byte, error) {
	status, err := r.ReadSlice('\n')
	if err != nil {
		return nil, err
	}
	if !bytes.HasPrefix(status, []byte("HTTP/1.1 200")) {
		return nil, fmt.Errorf("answered %q", bytes.TrimSpace(status))
	}
	length := -1
	for {
		line, err := r.ReadSlice('\n')
		if err != nil {
			return nil, err
		}
		if len(line) <= 2 {
			break
		}
		if header(line, chunkedHeader) {
			return nil, errors.New("answered in chunks")
		}
		if header(line, lengthHeader) {
			if length, err = strconv.Atoi(string(bytes.TrimSpace(line[len(lengthHeader):]))); err != nil {
				return nil, err
			}
		}
	}
	if length < 0 {
		return nil, errors.New("answered without a length")
	}
	if !wanted {
		_, err = r.Discard(length)
		return nil, err
	}
	body := make([]byte, length)
	_, err = io.ReadFull(r, body)
	return body, err
}

func header(line, name []byte) bool {
	return len(line) >= len(name) && bytes.EqualFold(line[:len(name)], name)
}
