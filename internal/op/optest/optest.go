// Package optest is the table test of operations: named inputs as JSON with
// the answer or the refusal that each must get, and where that expectation
// comes from. It is for tests alone.
//
// A case runs the way every front end does, decode, run and encode, with the
// clock and the randomness of op.SampleEnv. For an operation that answers GET
// the same input is also sent as a query, and both answers must be the same
// bytes: the doors may not disagree.
package optest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"toolcrib/internal/op"
)

// Case is one input with what must come of it. Exactly one of In and Query,
// and one of Want (or Absent) and Wrong, is given.
type Case struct {
	Name string

	In    string // the input, a JSON object
	Query string // the raw query of a GET operation, for what JSON cannot say

	// Want is a JSON object. Each of its members must equal the answer's,
	// spelling of numbers and order of members included; only white space and
	// the escapes of strings are free. Other members of the answer are not
	// looked at. A name such as "schedule.0.payment" leads into the answer.
	Want   string
	Absent []string // members (or paths) that the answer must not have

	// Wrong lists all violations in order, each as "field code"; a violation of
	// the whole input is " code".
	Wrong []string

	// Source says where the expectation comes from: a section of a law or
	// standard, or the program that computed it. It is required.
	Source string
}

// Table runs the cases of the operation with the given id as subtests.
func Table(t *testing.T, id string, cases []Case) {
	t.Helper()
	o := op.Find(id)
	if o == nil {
		t.Fatalf("no operation %q is registered", id)
	}
	seen := map[string]bool{}
	for _, c := range cases {
		if seen[c.Name] {
			t.Errorf("two cases named %q", c.Name)
		}
		seen[c.Name] = true
		t.Run(c.Name, func(t *testing.T) {
			if err := c.run(o); err != nil {
				t.Error(err)
			}
		})
	}
}

// run carries out the case and reports everything that is not as expected.
func (c Case) run(o *op.Op) error {
	if err := c.verify(o); err != nil {
		return err
	}
	src := op.JSON([]byte(c.In))
	if c.Query != "" {
		src = op.Query(c.Query)
	}
	data, err := answer(o, src)
	var refusal *op.Invalid
	if err != nil && !errors.As(err, &refusal) {
		return err
	}
	if c.Wrong != nil {
		return c.compareRefusal(data, refusal)
	}
	if refusal != nil {
		return fmt.Errorf("refused: %q", codes(refusal))
	}
	errs := []error{c.compareAnswer(data)}
	if o.Answers("GET") && c.In != "" {
		errs = append(errs, c.sameAsQuery(o, data))
	}
	return errors.Join(errs...)
}

// verify refuses a case that could not fail.
func (c Case) verify(o *op.Op) error {
	switch {
	case c.Name == "" || c.Source == "":
		return errors.New("the case needs a name and a source of what it expects")
	case (c.In == "") == (c.Query == ""):
		return errors.New("the case needs either In or Query")
	case c.Query != "" && !o.Answers("GET"):
		return errors.New("the operation takes no query")
	case (c.Want == "" && c.Absent == nil) == (c.Wrong == nil):
		return errors.New("the case needs either Want or Wrong")
	}
	return nil
}

func answer(o *op.Op, src op.Source) ([]byte, error) {
	in, err := o.Decode(src, op.DefaultLimits())
	if err != nil {
		return nil, err
	}
	out, err := o.Run(op.SampleEnv().With(context.Background()), in)
	if err != nil {
		return nil, err
	}
	return o.AppendData(nil, out), nil
}

// codes lists violations as Case.Wrong has them.
func codes(e *op.Invalid) []string {
	list := make([]string, len(e.Violations))
	for i, v := range e.Violations {
		list[i] = v.Field + " " + v.Code
	}
	return list
}

func (c Case) compareRefusal(data []byte, refusal *op.Invalid) error {
	if refusal == nil {
		return fmt.Errorf("answered %s, must be refused with %q", data, c.Wrong)
	}
	if got := codes(refusal); !slices.Equal(got, c.Wrong) {
		return fmt.Errorf("refused with %q, want %q", got, c.Wrong)
	}
	return nil
}

func (c Case) compareAnswer(data []byte) error {
	want := []member{}
	if c.Want != "" {
		var err error
		if want, err = members([]byte(c.Want)); err != nil {
			return fmt.Errorf("Want: %w", err)
		}
	}
	var errs []error
	for _, m := range want {
		got, err := at(data, m.name)
		if err != nil {
			return err
		}
		if got != m.value {
			errs = append(errs, fmt.Errorf("%s is %s, want %s", m.name, or(got, "absent"), m.value))
		}
	}
	for _, path := range c.Absent {
		if got, err := at(data, path); err != nil || got != "" {
			errs = append(errs, fmt.Errorf("%s is %s, must be absent", path, got))
		}
	}
	return errors.Join(errs...)
}

func or(s, otherwise string) string {
	if s == "" {
		return otherwise
	}
	return s
}

// member is a member of an object; its value is in normal form.
type member struct{ name, value string }

// members reads an object.
func members(text []byte) ([]member, error) {
	normal, err := normalize(text)
	if err != nil {
		return nil, err
	}
	d := jsontext.NewDecoder(strings.NewReader(normal))
	if t, err := d.ReadToken(); err != nil || t.Kind() != '{' {
		return nil, fmt.Errorf("not a JSON object: %s", text)
	}
	var list []member
	for d.PeekKind() != '}' {
		name, err := d.ReadToken()
		if err != nil {
			return nil, err
		}
		m := member{name: name.String()}
		value, err := d.ReadValue()
		if err != nil {
			return nil, err
		}
		m.value = string(value)
		list = append(list, m)
	}
	return list, nil
}

// normalize removes white space and writes each string with the fewest
// escapes; order of members and spelling of numbers stay.
func normalize(text []byte) (string, error) {
	v := jsontext.Value(text).Clone()
	if err := v.Format(jsontext.PreserveRawStrings(false), jsontext.CanonicalizeRawFloats(false),
		jsontext.CanonicalizeRawInts(false), jsontext.Multiline(false)); err != nil {
		return "", fmt.Errorf("not JSON: %w: %s", err, text)
	}
	return string(v), nil
}

// at returns the value that a name or path leads to, "" when there is none.
func at(data []byte, path string) (string, error) {
	whole, err := normalize(data)
	if err != nil {
		return "", err
	}
	if value, ok := child(whole, path); ok {
		return value, nil
	}
	for step := range strings.SplitSeq(path, ".") {
		value, ok := child(whole, step)
		if !ok {
			return "", nil
		}
		whole = value
	}
	return whole, nil
}

// child returns the member or element of a value in normal form.
func child(value, step string) (string, bool) {
	switch value[0] {
	case '{':
		list, err := members([]byte(value))
		i := slices.IndexFunc(list, func(m member) bool { return m.name == step })
		if err != nil || i < 0 {
			return "", false
		}
		return list[i].value, true
	case '[':
		n, err := strconv.Atoi(step)
		list, errList := elements(value)
		if err != nil || errList != nil || n < 0 || n >= len(list) {
			return "", false
		}
		return list[n], true
	}
	return "", false
}

func elements(array string) ([]string, error) {
	d := jsontext.NewDecoder(strings.NewReader(array))
	if _, err := d.ReadToken(); err != nil {
		return nil, err
	}
	var list []string
	for d.PeekKind() != ']' {
		v, err := d.ReadValue()
		if err != nil {
			return nil, err
		}
		list = append(list, string(v))
	}
	return list, nil
}
