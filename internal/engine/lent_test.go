package engine_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"toolcrib/internal/engine"
	"toolcrib/internal/op"
)

// lent is a call whose body is given back.
func (b *bench) lent(id, text string) engine.Call {
	return engine.Call{ID: id, Key: b.key, Op: cheap, Source: op.JSON([]byte(`{"text":"` + text + `"}`)), Lent: true}
}

// Bodies that are lent are those of their calls until they are given back,
// however many calls are under way.
func TestLentBodies(t *testing.T) {
	b := newBenchWith(500, func(o *engine.Options) { o.Output = 1 << 20 })
	var callers sync.WaitGroup
	for i := range 60 {
		callers.Go(func() {
			text := strings.Repeat(fmt.Sprint(i, " "), 1+i*40)
			r, p := b.Do(t.Context(), b.lent(fmt.Sprint("lent", i), text))
			if p != nil {
				t.Error(p)
				return
			}
			other, p := b.Try(t.Context(), cheap, op.JSON([]byte(`{"text":"other"}`)))
			if p != nil || string(other.Body) != `{"success":true,"data":{"text":"other"}}` {
				t.Errorf("%s, %v", other.Body, p)
			}
			if got, want := string(r.Body), `{"success":true,"data":{"text":"`+text+`"}}`; got != want {
				t.Errorf("%.40s of %d bytes, want %.40s of %d", got, len(got), want, len(want))
			}
			if r.Done(); r.Body != nil {
				t.Error("the body is there after it was given back")
			}
			r.Done() // once more does no harm
		})
	}
	callers.Wait()
}

// What waits to be read keeps no memory that is far larger than it is.
func TestLentBodyIsNotFarTooLarge(t *testing.T) {
	b := newBenchWith(500, func(o *engine.Options) { o.Output = 1 << 20 })
	r, p := b.Do(t.Context(), b.lent("long", strings.Repeat("x", 100_000)))
	if p != nil {
		t.Fatal(p)
	}
	if cap(r.Body) > 2*len(r.Body) {
		t.Errorf("%d bytes in %d", len(r.Body), cap(r.Body))
	}
	r.Done()
	short, p := b.Do(t.Context(), b.lent("short", "hello"))
	if p != nil || string(short.Body) != `{"success":true,"data":{"text":"hello"}}` {
		t.Fatalf("%s, %v", short.Body, p)
	}
	if cap(short.Body) > 64<<10 {
		t.Errorf("%d bytes in %d", len(short.Body), cap(short.Body))
	}
}
