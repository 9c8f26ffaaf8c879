package optest

import (
	"bytes"
	"errors"
	"fmt"
	"slices"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"toolcrib/internal/op"
)

// Schema is a JSON Schema compiled by a validator that shares no code with
// the kernel.
type Schema struct{ s *jsonschema.Schema }

// Compile compiles a schema as JSON Schema 2020-12, checked against the
// metaschema first.
func Compile(schema op.Object) (Schema, error) {
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(schema.AppendJSON(nil)))
	if err != nil {
		return Schema{}, err
	}
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft2020)
	if err := c.AddResource("https://schema.invalid/", doc); err != nil {
		return Schema{}, err
	}
	s, err := c.Compile("https://schema.invalid/")
	return Schema{s}, err
}

// Validate tells what a JSON document violates.
func (s Schema) Validate(doc []byte) error {
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(doc))
	if err != nil {
		return err
	}
	return s.s.Validate(v)
}

// Stricter are the codes with which the decoder may refuse an input that its
// schema allows: rules that JSON Schema does not carry.
var Stricter = []string{
	op.Conflict, op.MissingOneOf, op.Required, // presence rules; what the schema requires is checked by it
	op.InvalidNumber,                  // more than 34 digits, exponents beyond ±60
	op.OutOfRange,                     // beyond 64 bits where no bound is given
	op.TooLong,                        // bytes of a document
	op.TooManyItems,                   // of lists without a bound of their own
	op.DuplicateField,                 // a schema sees the last of two members
	op.InvalidUnicode, op.InvalidUTF8, // a schema sees U+FFFD
	op.DepthExceeded,                  // the schema of any JSON has no depth
	op.MalformedJSON, op.TrailingData, // jsonschema reads what encoding/json reads
}

// Agreement holds decoder and input schema of an operation against each other
// on one document: what the decoder accepts is, in canonical form, valid, and
// canonical form is stable; what is valid is accepted, or refused with one of
// the codes given.
func Agreement(o *op.Op, input Schema, doc []byte, stricter []string) error {
	in, err := o.Decode(op.JSON(doc), op.DefaultLimits())
	var refusal *op.Invalid
	switch {
	case errors.As(err, &refusal):
		return refusedRightly(input, doc, refusal, stricter)
	case err != nil:
		return err
	}
	canonical := o.AppendInput(nil, in)
	if err := input.Validate(canonical); err != nil {
		return fmt.Errorf("%s is accepted, but its canonical form %s is not valid: %w", doc, canonical, err)
	}
	again, err := o.Decode(op.JSON(canonical), op.DefaultLimits())
	if err != nil {
		return fmt.Errorf("%s is accepted, but its canonical form %s is not: %w", doc, canonical, err)
	}
	if twice := o.AppendInput(nil, again); !bytes.Equal(twice, canonical) {
		return fmt.Errorf("%s has the canonical form %s, which has %s", doc, canonical, twice)
	}
	return nil
}

func refusedRightly(input Schema, doc []byte, refusal *op.Invalid, stricter []string) error {
	if len(refusal.Violations) == 0 {
		return fmt.Errorf("%s is refused for nothing", doc)
	}
	if input.Validate(doc) != nil {
		return nil
	}
	for _, v := range refusal.Violations {
		if !slices.Contains(stricter, v.Code) {
			return fmt.Errorf("%s is valid, but refused: %s %s: %s", doc, v.Field, v.Code, v.Message)
		}
	}
	return nil
}
