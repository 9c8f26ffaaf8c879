package op

import (
	"context"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
)

// Class is what a call costs.
type Class uint8

// The classes.
const (
	T0 Class = iota
	T1
	T2
)

// Units is the price of one call in compute units.
func (c Class) Units() int64 { return [...]int64{1, 2, 5}[c] }

// Example is one documented call. In is the input as JSON, just as a caller
// would send it.
type Example struct {
	Name string // a few words, unique within the operation
	In   string
}

// See names an operation that is better for some purpose: "For <When> use <ID>."
type See struct{ When, ID string }

// Def declares an operation.
type Def[In, Out any] struct {
	ID       string   // operationId
	Route    string   // method and path
	Summary  string   // a few words
	Doc      string   // what it does and returns; edge behaviour
	See      []See    // when another operation is the better one
	Words    []string // what people call it that none of its texts says; only searched, never shown
	Source   string   // the rule followed: law, RFC, standard
	Since    string   // version of the API in which it appeared
	Class    Class
	Varies   bool   // uses Now or Random: never cached, not idempotent
	BadInput int    // HTTP status of an invalid input; 0 = 422
	Allowed  bool   // has a monthly allowance of free requests of its own
	Twin     string // the operation this one repeats under another path; set by As
	Rules    []Rule
	Examples []Example
	Run      func(context.Context, In) (Out, error)
}

// Op is an operation as the front ends see it.
type Op struct {
	ID, Method, Path, Summary, Source, Since string
	Twin                                     string
	Words                                    []string
	Class                                    Class
	Varies, Allowed                          bool
	BadInput                                 int
	Examples                                 []Example

	in, out *node
	main    *field // of out; nil when there is no raw form
	doc     string
	see     []See
	rules   []Rule
	call    func(ctx context.Context, in any) (any, error)
	check   func(in any, e *Invalid)
}

// Input is a decoded, valid input; the type is the operation's own.
type Input struct{ value any }

// Output is a result; the type is the operation's own.
type Output struct{ value any }

// checker is implemented by inputs with rules beyond presence and bounds.
type checker interface{ Check(*Invalid) }

// sentChecker is implemented by inputs whose fields need each other in a way
// that no Rule says, such as one that a mode decides. It is asked beside the
// Rules and looks at modes and at which pointers are set; what was sent but is
// unsound is zero.
type sentChecker interface{ CheckSent(*Invalid) }

// As is the same operation under another id and route: one function, two
// paths, the same bytes. Lists made for agents show only the first.
func (d Def[In, Out]) As(id, route string) Def[In, Out] {
	d.Twin, d.ID, d.Route = d.ID, id, route
	return d
}

var registry = map[string]*Op{}

var idPattern = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)

// Define registers an operation. It panics on anything that could not be
// served, so that a mistake shows when the program starts.
func Define[In, Out any](def Def[In, Out]) *Op {
	method, path, _ := strings.Cut(def.Route, " ")
	o := &Op{
		ID: def.ID, Method: method, Path: path, Summary: def.Summary, Source: def.Source,
		Since: def.Since, Class: def.Class, Varies: def.Varies, Allowed: def.Allowed, BadInput: def.BadInput,
		Twin: def.Twin, Words: def.Words, Examples: def.Examples, doc: def.Doc, see: def.See, rules: def.Rules,
		in:  compile(reflect.TypeFor[In](), "", def.ID+" input"),
		out: compile(reflect.TypeFor[Out](), "", def.ID+" output"),
	}
	if o.BadInput == 0 {
		o.BadInput = 422
	}
	o.call = func(ctx context.Context, in any) (any, error) {
		out, err := def.Run(ctx, *in.(*In))
		return &out, err
	}
	o.check = func(in any, e *Invalid) {
		if c, ok := in.(checker); ok {
			c.Check(e)
		}
	}
	o.verify()
	registry[o.ID] = o
	return o
}

func (o *Op) verify() {
	switch {
	case !idPattern.MatchString(o.ID) || len(o.ID) > 25:
		panic("op: bad operation id " + o.ID)
	case registry[o.ID] != nil:
		panic("op: two operations called " + o.ID)
	case o.Method != "GET" && o.Method != "POST" || !strings.HasPrefix(o.Path, "/v1/"):
		panic("op: " + o.ID + ": bad route " + o.Method + " " + o.Path)
	case o.Class > T2 || o.BadInput != 422 && o.BadInput != 400:
		panic("op: " + o.ID + ": bad class or status of bad input")
	case o.in.kind != kObject || o.out.kind != kObject:
		panic("op: " + o.ID + ": input and output must be structs")
	case o.Summary == "" || o.doc == "" || o.Source == "" || o.Since == "" || len(o.Examples) == 0:
		panic("op: " + o.ID + ": summary, doc, source, since and an example are needed")
	}
	o.verifyUnique()
	o.in.verifyInput(o.ID + " input")
	for _, r := range o.rules {
		r.verify(o.in, o.ID)
	}
	for _, f := range o.out.fields {
		switch {
		case f.main == "":
		case o.main != nil && o.main.main != f.main:
			panic("op: " + o.ID + ": two main fields of different types")
		default:
			o.main = f
		}
	}
}

// verifyUnique panics when two operations share a route or two examples a name.
func (o *Op) verifyUnique() {
	for _, other := range registry {
		if other.Method == o.Method && other.Path == o.Path {
			panic("op: " + o.ID + " and " + other.ID + " have the same route")
		}
	}
	names := map[string]bool{}
	for _, e := range o.Examples {
		if e.Name == "" || e.In == "" || names[e.Name] {
			panic("op: " + o.ID + ": example " + e.Name + " needs an input and a name of its own")
		}
		names[e.Name] = true
	}
}

// All lists the operations in the order of their paths.
func All() []*Op {
	ops := make([]*Op, 0, len(registry))
	for _, o := range registry {
		ops = append(ops, o)
	}
	slices.SortFunc(ops, func(a, b *Op) int { return strings.Compare(a.Path+a.Method, b.Path+b.Method) })
	return ops
}

// Doc says what the operation does and which other one is better for what.
func (o *Op) Doc() string {
	doc := o.doc
	for _, s := range o.Siblings() {
		doc += " For " + s.When + " use " + s.ID + "."
	}
	return doc
}

// About is Doc without the siblings.
func (o *Op) About() string { return o.doc }

// Siblings lists which other operations are better for what, of those that
// this program has.
func (o *Op) Siblings() []See {
	var found []See
	for _, s := range o.see {
		if Find(s.ID) != nil {
			found = append(found, s)
		}
	}
	return found
}

// Find returns the operation of an id, nil if there is none.
func Find(id string) *Op { return registry[id] }

// Group is the first part of the path behind the version.
func (o *Op) Group() string {
	group, _, _ := strings.Cut(strings.TrimPrefix(o.Path, "/v1/"), "/")
	return group
}

// Decode reads an input. The error is an *Invalid with every violation found.
func (o *Op) Decode(src Source, limits Limits) (Input, error) {
	in := reflect.New(o.in.typ)
	d := &decoder{noun: "field", limits: limits, invalid: &Invalid{}}
	if o.Method == "GET" {
		d.noun = "parameter"
	}
	var got sent
	if src.text {
		got = d.fields(o.in, in.Elem(), src.pairs)
	} else {
		got = d.document(o.in, in.Elem(), src.json)
	}
	if !d.unread {
		for _, r := range o.rules {
			r.check(d, o.in, &got)
		}
		if c, ok := in.Interface().(sentChecker); ok {
			c.CheckSent(d.invalid)
		}
	}
	if len(d.invalid.Violations) == 0 {
		o.check(in.Interface(), d.invalid)
	}
	return Input{in.Interface()}, d.invalid.Or()
}

// Run computes the answer to a decoded input. An error is an *Invalid, the
// context's, or a defect.
func (o *Op) Run(ctx context.Context, in Input) (Output, error) {
	out, err := o.call(ctx, in.value)
	if err != nil {
		return Output{}, err
	}
	return Output{out}, nil
}

// AppendData appends the answer as JSON, as it stands under "data".
func (o *Op) AppendData(dst []byte, out Output) []byte { return Append(dst, out.value) }

// RawType is the media type of the raw form, "" when there is none.
func (o *Op) RawType() string {
	if o.main == nil {
		return ""
	}
	return o.main.main
}

// AppendRaw appends the main field alone, of several the first that is set: a
// text as it is, anything else as JSON. It may only be called when RawType is
// not "".
func (o *Op) AppendRaw(dst []byte, out Output) []byte {
	for _, f := range o.out.fields {
		if f.main == "" {
			continue
		}
		v := reflect.ValueOf(out.value).Elem().FieldByIndex(f.index)
		for v.Kind() == reflect.Pointer && !v.IsNil() {
			v = v.Elem()
		}
		switch v.Kind() {
		case reflect.Pointer: // not set
		case reflect.String:
			return append(dst, v.String()...)
		default:
			return Append(dst, v.Interface())
		}
	}
	return dst
}

// AppendInput appends a decoded input in its canonical form: canonical names,
// defaults filled in, folded values spelt as the schema has them.
func (o *Op) AppendInput(dst []byte, in Input) []byte {
	return o.in.appendInput(dst, reflect.ValueOf(in.value).Elem())
}

// Sample runs an example with SampleEnv and returns its input and answer.
func (o *Op) Sample(e Example) (data []byte, err error) {
	in, err := o.Decode(JSON([]byte(e.In)), DefaultLimits())
	if err != nil {
		return nil, fmt.Errorf("op: example %q of %s: %w", e.Name, o.ID, err)
	}
	out, err := o.Run(SampleEnv().With(context.Background()), in)
	if err != nil {
		return nil, fmt.Errorf("op: example %q of %s: %w", e.Name, o.ID, err)
	}
	return o.AppendData(nil, out), nil
}
