package engine

import (
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"

	"toolcrib/internal/op"
)

// The text of a caller is never logged, and the words of an unforeseen error
// or of a panic may quote it. What goes to the log is therefore the type of
// the value and the place in the code, never its words, except for the
// runtime's own errors, which name only types and numbers.

// panicked is the error of a call that panicked.
type panicked struct {
	what  string
	stack []byte
}

func (e *panicked) Error() string { return e.what + "\n" + string(e.stack) }

// Panicked is the error of a recovered panic, with the stack of the caller,
// that is safe to log.
func Panicked(where string, recovered any) error {
	what := fmt.Sprintf("a value of type %T", recovered)
	if e, ok := recovered.(runtime.Error); ok {
		what = e.Error()
	}
	return &panicked{where + " panicked with " + what, debug.Stack()}
}

// guard runs a step of a call. A panic inside it is a defect of ours and must
// not take the server down.
func guard[T any](o *op.Op, step func() (T, error)) (out T, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = Panicked("engine: "+o.ID, r)
		}
	}()
	return step()
}

// defect is what may be logged of an error that an operation should not have
// returned: the types of which it is made.
func defect(o *op.Op, err error) error {
	var p *panicked
	if errors.As(err, &p) {
		return p
	}
	var types []string
	for ; err != nil; err = errors.Unwrap(err) {
		types = append(types, fmt.Sprintf("%T", err))
	}
	return fmt.Errorf("engine: %s failed with an error of type %s", o.ID, strings.Join(types, " around "))
}
