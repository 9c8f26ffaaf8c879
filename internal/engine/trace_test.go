package engine_test

import (
	"context"
	"slices"
	"testing"

	"toolcrib/internal/engine"
)

// notes is a Tracer that notes what begins and ends.
type notes struct{ did []string }

type insideKey struct{}

func (n *notes) Call(ctx context.Context, op, id string) (context.Context, func(engine.Observed)) {
	n.did = append(n.did, op+" "+id)
	return context.WithValue(ctx, insideKey{}, true), func(o engine.Observed) { n.did = append(n.did, "end "+string(o.Code)) }
}

func (n *notes) Step(ctx context.Context, name string) (context.Context, func()) {
	if ctx.Value(insideKey{}) != true {
		name += " outside the call"
	}
	n.did = append(n.did, name)
	return ctx, func() { n.did = append(n.did, "end "+name) }
}

// Every step that a call comes to is traced, and ends before the next begins.
func TestTraced(t *testing.T) {
	n := &notes{}
	b := newBenchWith(5, func(o *engine.Options) { o.Trace = n })
	b.t = t
	whole := []string{"test-cheap call1", "read", "end read", "decode", "end decode", "funds", "end funds", "run", "end run", "charge", "end charge", "end "}
	if _, p := b.call(cheap, `{"text":"hello"}`); p != nil || !slices.Equal(n.did, whole) {
		t.Errorf("%v: %q, want %q", p, n.did, whole)
	}
	n.did = nil
	refused := []string{"test-cheap call2", "read", "end read", "decode", "end decode", "end validation_failed"}
	if _, p := b.call(cheap, `{"text":1}`); p == nil || !slices.Equal(n.did, refused) {
		t.Errorf("%v: %q, want %q", p, n.did, refused)
	}
	n.did = nil
	if _, p := b.call(cheap, `{"text":"panic"}`); p == nil || n.did[len(n.did)-2] != "end run" || n.did[len(n.did)-1] != "end internal_error" {
		t.Errorf("%v: %q", p, n.did)
	}
}

// Where nobody traces, that costs no memory.
func TestUntracedIsFree(t *testing.T) {
	b := newBench(5)
	if n := testing.AllocsPerRun(100, func() { engine.Untraced(t.Context(), b.Engine) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
