package engine

import "context"

// Tracer shows what calls spend their time on. It is told names and ids of ours
// alone.
type Tracer interface {
	// Call begins to trace a call of an operation; id is its ULID. The function
	// that is returned ends that, and the context is for what the call does.
	Call(ctx context.Context, op, id string) (context.Context, func(Observed))

	// Step begins to trace a part of a call, one of the Step… names.
	Step(ctx context.Context, name string) (context.Context, func())
}

// The steps of a call, in their order.
const (
	StepRead   = "read"   // taking in what the caller sends
	StepDecode = "decode" // decoding and validating it
	StepFunds  = "funds"  // the look at what the account has left
	StepRun    = "run"    // the operation, and writing its answer
	StepCharge = "charge" // waiting until the charge is durable
)

// trace begins to trace a call, where calls are traced.
func (e *Engine) trace(ctx context.Context, op, id string) (context.Context, func(Observed)) {
	if e.opts.Trace == nil {
		return ctx, func(Observed) {}
	}
	return e.opts.Trace.Call(ctx, op, id)
}

// step begins to trace a part of one.
func (e *Engine) step(ctx context.Context, name string) (context.Context, func()) {
	if e.opts.Trace == nil {
		return ctx, func() {}
	}
	return e.opts.Trace.Step(ctx, name)
}
