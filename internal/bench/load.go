package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"net"
	"slices"
	"strconv"
	"sync"
	"time"
)

// get writes GET requests for a path, one for each key.
func get(path string, keys []string) [][]byte {
	if keys == nil {
		return [][]byte{[]byte("GET " + path + " HTTP/1.1\r\nHost: bench\r\n\r\n")}
	}
	out := make([][]byte, len(keys))
	for i, k := range keys {
		out[i] = []byte("GET " + path + " HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer " + k + "\r\n\r\n")
	}
	return out
}

// post writes POST requests of a JSON body, one for each key.
func post(path, body string, keys []string) [][]byte {
	out := make([][]byte, len(keys))
	for i, k := range keys {
		out[i] = fmt.Appendf(nil, "POST %s HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s",
			path, k, len(body), body)
	}
	return out
}

// result is what one slice of load measured.
type result struct {
	perSec   float64
	p50, p99 time.Duration
}

// load sends requests over so many connections for a while, each waiting for
// its answer before the next. Every answer must be a 200. It speaks just enough
// HTTP itself, so that the server is the part that is measured.
func load(ctx context.Context, addr string, requests [][]byte, conns int, length time.Duration) (result, error) {
	var wg sync.WaitGroup
	latencies := make([][]time.Duration, conns)
	errs := make([]error, conns)
	begin := time.Now()
	end := begin.Add(length)
	for i := range conns {
		wg.Go(func() { latencies[i], errs[i] = hammer(ctx, addr, requests, i, end) })
	}
	wg.Wait()
	took := time.Since(begin)
	for _, err := range errs {
		if err != nil {
			return result{}, err
		}
	}
	all := slices.Concat(latencies...)
	if len(all) == 0 {
		return result{}, fmt.Errorf("no answer within %s", length)
	}
	return result{float64(len(all)) / took.Seconds(), quantile(all, .5), quantile(all, .99)}, ctx.Err()
}

func hammer(ctx context.Context, addr string, requests [][]byte, offset int, end time.Time) (latencies []time.Duration, err error) {
	conn, err := (&net.Dialer{}).DialContext(ctx, "tcp", addr)
	if err != nil {
		return nil, err
	}
	defer conn.Close()
	if err := conn.SetDeadline(end.Add(10 * time.Second)); err != nil {
		return nil, err
	}
	r := bufio.NewReaderSize(conn, 8<<10)
	for n := offset; ; n += 61 { // a step without common factor spreads the keys
		begin := time.Now()
		if begin.After(end) {
			return latencies, nil
		}
		if _, err := conn.Write(requests[n%len(requests)]); err != nil {
			return nil, err
		}
		if err := answer(r); err != nil {
			return nil, err
		}
		latencies = append(latencies, time.Since(begin))
	}
}

var lengthHeader = []byte("Content-Length: ")

// answer reads one response and wants it to be a 200.
func answer(r *bufio.Reader) error {
	status, err := r.ReadSlice('\n')
	if err != nil {
		return err
	}
	if !bytes.HasPrefix(status, []byte("HTTP/1.1 200")) {
		return fmt.Errorf("answered %q", bytes.TrimSpace(status))
	}
	length := 0
	for {
		line, err := r.ReadSlice('\n')
		if err != nil {
			return err
		}
		if len(line) <= 2 {
			break
		}
		if v, ok := bytes.CutPrefix(line, lengthHeader); ok {
			if length, err = strconv.Atoi(string(bytes.TrimSpace(v))); err != nil {
				return err
			}
		}
	}
	_, err = r.Discard(length)
	return err
}
