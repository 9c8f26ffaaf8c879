package problem

import (
	"errors"

	"toolcrib/internal/op"
)

// OfModel is the problem of an error of a model, nil where it is none.
func OfModel(err error) *Problem {
	var away *op.ModelUnavailable
	var output *op.ModelOutput
	switch {
	case errors.As(err, &away):
		detail := away.Detail
		if detail == "" {
			detail = "The model could not be reached, or is busy."
		}
		p := New(ModelUnavailable, "%s", detail)
		if away.RetryAfter > 0 {
			p.After(away.RetryAfter)
		}
		p.Cause = away.Cause
		return p
	case errors.As(err, &output):
		p := New(ModelOutputInvalid, "%s", output.Detail)
		p.Cause = output.Cause
		return p
	}
	return nil
}
