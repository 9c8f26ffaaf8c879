package main

import (
	"net/http"
	"time"
)

// calm is how calls fared that were made one after another.
type calm struct {
	times  []time.Duration
	failed int
}

// warm calls until the server has the memory that it needs for that.
func warm(t *trial, n *node, c caller) {
	client := t.newClient(8)
	for range of(t, 300, 100) {
		_, err := send(t.ctx, client, plain(n, c))
		t.must(err)
	}
}

// beside calls for a while, with a pause after each answer.
func beside(t *trial, client *http.Client, r request, d time.Duration) calm {
	over := make(chan struct{})
	time.AfterFunc(d, func() { close(over) })
	return besideUntil(t, client, r, over)
}

func besideUntil(t *trial, client *http.Client, r request, over <-chan struct{}) (c calm) {
	for t.ctx.Err() == nil {
		select {
		case <-over:
			return c
		case <-time.After(10 * time.Millisecond):
		}
		a, err := send(t.ctx, client, r)
		t.must(err)
		c.times = append(c.times, a.took())
		if !a.ok() {
			c.failed++
		}
	}
	return c
}
