package main

import (
	"context"
	"io"
	"net"
	"strings"
	"sync"
	"time"
)

// dawdlers is how many slow connections stand beside the callers of soak.
const dawdlers = 32

// dawdle keeps slow connections open, of all kinds in turn: on which nothing,
// half of the headers or half of a body comes, and whose answers are read at
// some bytes a second. One that is cut off is opened again. stop ends them.
func dawdle(t *trial, n *node, key string) (stop func()) {
	ctx, cancel := context.WithCancel(t.ctx)
	kinds := append(holds(key), hold{"half of an answer taken", strings.Repeat("GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n", 8)})
	var wg sync.WaitGroup
	for i := range dawdlers {
		wg.Go(func() {
			for ctx.Err() == nil {
				linger(ctx, n, kinds[i%len(kinds)])
				select {
				case <-ctx.Done():
				case <-time.After(100 * time.Millisecond):
				}
			}
		})
	}
	return func() { cancel(); wg.Wait() }
}

// linger is one slow connection, until it is cut off or ctx ends.
func linger(ctx context.Context, n *node, h hold) {
	conn, err := (&net.Dialer{}).DialContext(ctx, "tcp", n.host())
	if err != nil {
		return // full up for a moment, as far as such a caller can tell
	}
	defer conn.Close()
	defer context.AfterFunc(ctx, func() { _ = conn.Close() })()
	if _, err := io.WriteString(conn, h.text); err != nil {
		return
	}
	for some := make([]byte, 512); ; {
		if _, err := conn.Read(some); err != nil {
			return
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(time.Second):
		}
	}
}
