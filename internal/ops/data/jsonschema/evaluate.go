package jsonschema

import (
	"context"
	"fmt"

	"toolcrib/internal/jsonscan"
	"toolcrib/internal/ops/data/jsondoc"
)

// The bounds of one validation.
const (
	maxSteps = 10_000_000 // schemas applied to values, and comparisons of about 16 bytes
	maxNest  = 20_000     // schemas in application at one time
)

// checkEvery is the number of steps between two looks at the context.
const checkEvery = 1 << 12

// evaluation is one document being held against one schema.
type evaluation struct {
	ctx      context.Context
	schema   *Schema
	limit    int
	failures []Failure
	count    int
	quiet    int // in how many schemas whose failures are not reported
	scope    []*resource
	foreign  map[*jsondoc.Value]*draft // values to be passed over
	steps    int
	nest     int
	chain    int // schemas in application to the value at hand
	err      error
}

func newEvaluation(ctx context.Context, s *Schema, limit int) *evaluation {
	return &evaluation{ctx: ctx, schema: s, limit: limit}
}

func (e *evaluation) run(v *jsondoc.Value) ([]Failure, int, error) {
	e.apply(e.schema.root, v, nil)
	return e.failures, e.count, e.err
}

// work counts steps and tells whether there may be more.
func (e *evaluation) work(steps int) bool {
	before := e.steps
	e.steps += steps
	switch {
	case e.err != nil:
	case e.steps > maxSteps:
		e.err = ErrTooComplex
	case before/checkEvery != e.steps/checkEvery:
		e.err = e.ctx.Err()
	}
	return e.err == nil
}

// fail records that a value does not meet a keyword.
func (e *evaluation) fail(v *jsondoc.Value, k keywordAt, format string, args ...any) bool {
	if e.quiet > 0 || e.err != nil {
		return false
	}
	if e.count++; e.count <= e.limit {
		e.failures = append(e.failures, Failure{v.Offset, k.value.Offset, k.document, k.name, fmt.Sprintf(format, args...)})
	}
	return false
}

// child applies a schema to a part of the value at hand.
func (e *evaluation) child(n *node, v *jsondoc.Value) bool {
	chain := e.chain
	e.chain = 0
	ok := e.apply(n, v, nil)
	e.chain = chain
	return ok
}

// silently tells whether a schema accepts the value at hand.
func (e *evaluation) silently(n *node, v *jsondoc.Value, evaluated []bool) bool {
	e.quiet++
	ok := e.apply(n, v, evaluated)
	e.quiet--
	return ok
}

// apply holds a value against a schema. What the schema has looked at is noted
// in evaluated, where that is not nil, if the schema accepts the value.
func (e *evaluation) apply(n *node, v *jsondoc.Value, evaluated []bool) bool {
	if !e.enter() {
		return false
	}
	ok := e.applied(n, v, evaluated)
	e.leave()
	return ok
}

func (e *evaluation) applied(n *node, v *jsondoc.Value, evaluated []bool) bool {
	if n.verdict != nil {
		return *n.verdict || e.fail(v, keywordAt{falseSchema, n.value, n.in.document}, "no value is allowed here")
	}
	if e.foreign != nil && e.foreign[v] != nil && len(e.scope) > 0 {
		return true
	}
	depth := len(e.scope)
	if depth == 0 || e.scope[depth-1] != n.in {
		e.scope = append(e.scope, n.in)
	}
	var mine []bool
	if len(v.Items) > 0 && (evaluated != nil || len(n.late) > 0) {
		mine = make([]bool, len(v.Items))
		e.work(len(mine) / 16)
	}
	ok := e.all(n.checks, v, mine) && e.err == nil && e.all(n.late, v, mine)
	e.scope = e.scope[:depth]
	if ok && evaluated != nil {
		for i, seen := range mine {
			evaluated[i] = evaluated[i] || seen
		}
	}
	return ok
}

// falseSchema is the keyword of a failure that a schema of false is to blame for.
const falseSchema = "false schema"

func (e *evaluation) all(checks []check, v *jsondoc.Value, evaluated []bool) bool {
	ok := true
	for _, one := range checks {
		if !one(e, v, evaluated) {
			if ok = false; e.quiet > 0 {
				break
			}
		}
	}
	return ok
}

// enter begins the application of a schema, if it is still within bounds. More
// schemas in application to one value than there are means that one of them is
// so twice, and that there is no end to it.
func (e *evaluation) enter() bool {
	e.nest++
	e.chain++
	switch {
	case !e.work(1):
	case e.chain > e.schema.nodes:
		e.err = errLoop
	case e.nest > maxNest:
		e.err = ErrTooComplex
	}
	if e.err != nil {
		e.leave()
		return false
	}
	return true
}

func (e *evaluation) leave() {
	e.nest--
	e.chain--
}

// isObject and its kin tell what a value is.
func isObject(v *jsondoc.Value) bool { return v.Kind == jsonscan.Object }
func isArray(v *jsondoc.Value) bool  { return v.Kind == jsonscan.Array }
func isString(v *jsondoc.Value) bool { return v.Kind == jsonscan.String }
func isNumber(v *jsondoc.Value) bool { return v.Kind == jsonscan.Number }
