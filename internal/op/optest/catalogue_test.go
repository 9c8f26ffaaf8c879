package optest_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"toolcrib/internal/op"
	"toolcrib/internal/op/optest"
	_ "toolcrib/internal/ops"
)

// catalogue lists the operations of the product.
func catalogue() (ops []*op.Op) {
	for _, o := range op.All() {
		if !strings.HasPrefix(o.ID, "optest-") {
			ops = append(ops, o)
		}
	}
	return ops
}

// ofCheck are codes that an operation's own Check gives to valid inputs; those
// it may not give would hide a decoder that disagrees with its schema.
func ofCheck(code string) bool {
	return code != op.UnknownField && code != op.InvalidType
}

func agree(o *op.Op, input optest.Schema, doc []byte) error {
	stricter := optest.Stricter
	if _, err := o.Decode(op.JSON(doc), op.DefaultLimits()); err != nil {
		var refusal *op.Invalid
		if errors.As(err, &refusal) {
			for _, v := range refusal.Violations {
				if ofCheck(v.Code) {
					stricter = append(stricter, v.Code)
				}
			}
		}
	}
	return optest.Agreement(o, input, doc, stricter)
}

func schemas(t testing.TB, o *op.Op) (input, output optest.Schema) {
	t.Helper()
	input, err := optest.Compile(o.Input())
	if err != nil {
		t.Fatalf("%s: input schema: %v", o.ID, err)
	}
	if output, err = optest.Compile(o.Output()); err != nil {
		t.Fatalf("%s: output schema: %v", o.ID, err)
	}
	return input, output
}

// Every example is answered with data that the output schema allows.
func TestExamples(t *testing.T) {
	for _, o := range catalogue() {
		input, output := schemas(t, o)
		for _, e := range o.Examples {
			if err := agree(o, input, []byte(e.In)); err != nil {
				t.Errorf("%s: %s: %v", o.ID, e.Name, err)
			}
			data, err := o.Sample(e)
			if err != nil {
				t.Error(err)
				continue
			}
			if err := output.Validate(data); err != nil {
				t.Errorf("%s: %s: %s: %v", o.ID, e.Name, data, err)
			}
		}
	}
}

// What a picture costs is known before it is made: by the pixels that it then
// has, and one unit where it is a text.
func TestPicturesCostTheirPixels(t *testing.T) {
	for _, o := range catalogue() {
		for _, e := range o.Examples {
			in, err := o.Decode(op.JSON([]byte(e.In)), op.DefaultLimits())
			if err != nil || o.Media == nil {
				continue
			}
			out, err := o.Run(context.Background(), in)
			if err != nil {
				t.Fatal(err)
			}
			p, want := o.Picture(out), int64(1)
			if p.Base64 != nil {
				want = (int64(p.Width)*int64(p.Height) + op.PixelsPerUnit - 1) / op.PixelsPerUnit
			}
			if got := o.Price(in); got != want || !slices.Contains(o.Media, p.ContentType) {
				t.Errorf("%s: %s: %d units for %dx%d of %s, want %d", o.ID, e.Name, got, p.Width, p.Height, p.ContentType, want)
			}
		}
	}
}

// ofValues are the codes of a value that is wrong by itself.
var ofValues = []string{op.InvalidType, op.InvalidNumber, op.OutOfRange, op.NotAllowed, op.TooLong, op.TooShort, op.InvalidFormat}

// The example of each field is a value of the field, in the form of a query.
func TestFieldExamples(t *testing.T) {
	for _, o := range catalogue() {
		for _, p := range o.Params() {
			if p.Doc == "" {
				t.Errorf("%s: %s has no description", o.ID, p.Name)
			}
			if p.Example == "" {
				continue
			}
			_, err := o.Decode(op.Fields([]op.Field{{Name: p.Name, Value: p.Example}}), op.DefaultLimits())
			var refusal *op.Invalid
			if !errors.As(err, &refusal) {
				continue
			}
			for _, v := range refusal.Violations {
				if strings.HasPrefix(v.Field, p.Name) && slices.Contains(ofValues, v.Code) {
					t.Errorf("%s: the example of %s: %s: %s", o.ID, p.Name, v.Code, v.Message)
				}
			}
		}
	}
}

// Decoder and schema agree on documents drawn from the schema, and what is
// answered to them is what the output schema allows.
func TestAgreement(t *testing.T) {
	for _, o := range catalogue() {
		t.Run(o.ID, func(t *testing.T) {
			input, output := schemas(t, o)
			schema := o.Input()
			rapid.Check(t, func(t *rapid.T) {
				doc := optest.Document(t, schema)
				if err := agree(o, input, doc); err != nil {
					t.Fatal(err)
				}
				in, err := o.Decode(op.JSON(doc), op.DefaultLimits())
				if err != nil {
					return
				}
				ctx := op.SampleEnv().With(context.Background())
				out, err := o.Run(ctx, in)
				var refusal *op.Invalid
				var away *op.ModelUnavailable
				switch {
				case errors.As(err, &refusal), errors.As(err, &away): // the model of the examples knows nothing else
					return
				case err != nil:
					t.Fatalf("%s: %v", doc, err)
				}
				if data := o.AppendData(nil, out); output.Validate(data) != nil {
					t.Fatalf("%s: %s: %v", doc, data, output.Validate(data))
				}
			})
		})
	}
}

func FuzzDecode(f *testing.F) {
	ops := catalogue()
	inputs := make([]optest.Schema, len(ops))
	for i, o := range ops {
		inputs[i], _ = schemas(f, o)
		for _, e := range o.Examples {
			f.Add(i, []byte(e.In))
		}
	}
	f.Fuzz(func(t *testing.T, i int, doc []byte) {
		i = int(uint(i) % uint(len(ops)))
		if err := agree(ops[i], inputs[i], doc); err != nil {
			t.Fatalf("%s: %v", ops[i].ID, err)
		}
	})
}
