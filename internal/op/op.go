package op

import (
	"cmp"
	"context"
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
	Name  string // a few words, unique within the operation
	In    string
	Reply string // what the model of SampleEnv replies, where one is asked
}

// See names an operation that is better for some purpose: "For <When> use <ID>."
type See struct{ When, ID string }

// Def declares an operation.
type Def[In, Out any] struct {
	ID       string   // operationId
	Route    string   // method and path; "GET|POST /v1/…" takes the fields in the query or in a body
	Summary  string   // a few words
	Doc      string   // what it does and returns; edge behaviour
	See      []See    // when another operation is the better one
	Words    []string // what people call it that none of its texts says; only searched, never shown
	Source   string   // the rule followed: law, RFC, standard
	Since    string   // version of the API in which it appeared
	Class    Class
	Pool     Pool           // ImagePool: 1 image unit instead of the class; "" = ComputePool
	Pixels   func(In) int64 // of the raster that is asked for: 1 image unit for each PixelsPerUnit begun, at least 1
	Media    []string       // what a picture may be, the default first; In embeds Respond, Out embeds Image
	Hosts    []string       // product hosts with the paths there: "qr /v1/qr"; {name} in a path is a field
	Varies   bool           // may use Now or Random: never cached, not idempotent
	BadInput int            // HTTP status of an invalid input; 0 = 422
	Allowed  bool           // has a monthly allowance of free requests of its own
	Twin     string         // the operation this one repeats under another path; set by As
	Rules    []Rule
	Examples []Example
	Run      func(context.Context, In) (Out, error)
}

// Op is an operation as the front ends see it.
type Op struct {
	ID, Method, Path, Summary, Source, Since string
	AlsoGet                                  bool // the path answers GET too, with the fields in the query; Method is POST
	Twin                                     string
	Words                                    []string
	Class                                    Class
	Pool                                     Pool
	Media                                    []string   // what the picture may be; nil = no picture
	Hosts                                    []HostPath // where product hosts have it
	Signs                                    *Op        // the operation that it makes links for; nil = none
	Varies, Allowed                          bool
	BadInput                                 int
	Examples                                 []Example

	withdrawn bool
	in, out   *node
	main      *field // of out; nil when there is no raw form
	doc       string
	see       []See
	rules     []Rule
	call      func(ctx context.Context, in any) (any, error)
	asks      *asking // how models carry it out; nil = it is computed
	pixels    func(in any) int64
	subject   func(in any) any // what of the input has Check and CheckSent; nil = itself
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
	o := &Op{
		ID: def.ID, Summary: def.Summary, Source: def.Source,
		Since: def.Since, Class: def.Class, Pool: def.Pool, Media: def.Media, Varies: def.Varies, Allowed: def.Allowed, BadInput: def.BadInput,
		Twin: def.Twin, Words: def.Words, Examples: def.Examples, doc: def.Doc, see: def.See, rules: def.Rules,
		in:  compile(reflect.TypeFor[In](), "", def.ID+" input"),
		out: compile(reflect.TypeFor[Out](), "", def.ID+" output"),
	}
	o.call = func(ctx context.Context, in any) (any, error) {
		out, err := def.Run(ctx, *in.(*In))
		return &out, err
	}
	if def.Pixels != nil {
		o.pixels = func(in any) int64 { return def.Pixels(*in.(*In)) }
	}
	return o.register(def.Route, def.Hosts)
}

// register fills in what follows from the rest, and enters the operation.
func (o *Op) register(route string, hosts []string) *Op {
	o.Method, o.Path, _ = strings.Cut(route, " ")
	if o.Method == "GET|POST" {
		o.Method, o.AlsoGet = "POST", true
	}
	for _, h := range hosts {
		host, path, _ := strings.Cut(h, " ")
		o.Hosts = append(o.Hosts, HostPath{host, path})
	}
	if o.BadInput == 0 {
		o.BadInput = 422
	}
	if o.Pool == "" {
		o.Pool = ComputePool
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
	o.verifyHosts()
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
	o.verifyImage()
}

// verifyUnique panics when two operations share a route or two examples a name.
func (o *Op) verifyUnique() {
	for _, other := range registry {
		if other.Path == o.Path && slices.ContainsFunc(other.Methods(), o.Answers) {
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
	return slices.DeleteFunc(Everything(), func(o *Op) bool { return o.withdrawn })
}

// Everything is All with what was withdrawn.
func Everything() []*Op {
	ops := make([]*Op, 0, len(registry))
	for _, o := range registry {
		ops = append(ops, o)
	}
	slices.SortFunc(ops, func(a, b *Op) int {
		return cmp.Or(strings.Compare(a.Path, b.Path), strings.Compare(a.Method, b.Method))
	})
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
func Find(id string) *Op {
	if o := registry[id]; o != nil && !o.withdrawn {
		return o
	}
	return nil
}

// Withdraw takes an operation out of what this program offers. It is for the
// start of a server, before anything is made of the registry.
func (o *Op) Withdraw() { o.withdrawn = true }

// Withdrawn tells whether Withdraw was called.
func (o *Op) Withdrawn() bool { return o.withdrawn }

// Group is the first part of the path behind the version.
func (o *Op) Group() string {
	group, _, _ := strings.Cut(strings.TrimPrefix(o.Path, "/v1/"), "/")
	return group
}

// Decode reads an input. The error is an *Invalid with every violation found.
func (o *Op) Decode(src Source, limits Limits) (Input, error) {
	in := reflect.New(o.in.typ)
	d := &decoder{noun: "field", limits: limits, invalid: &Invalid{}, root: o.in, given: src.given}
	if o.Method == "GET" || src.query {
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
		if c, ok := o.of(in.Interface()).(sentChecker); ok {
			c.CheckSent(d.invalid)
		}
	}
	if c, ok := o.of(in.Interface()).(checker); ok && len(d.invalid.Violations) == 0 {
		c.Check(d.invalid)
	}
	return Input{in.Interface()}, d.invalid.Or()
}

// of is what of an input has checks of its own.
func (o *Op) of(in any) any {
	if o.subject != nil {
		return o.subject(in)
	}
	return in
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

// HasRaw tells whether there is a raw form: a main field, or a picture.
func (o *Op) HasRaw() bool { return o.main != nil || o.Media != nil }

// RawType is the media type of the main field, "" when there is none. That of
// a picture differs from answer to answer.
func (o *Op) RawType() string {
	if o.main == nil {
		return ""
	}
	return o.main.main
}

// AppendRaw appends the picture, or the main field alone, of several the first
// that is set: a text as it is, anything else as JSON. It may only be called
// when HasRaw.
func (o *Op) AppendRaw(dst []byte, out Output) []byte {
	if p := o.Picture(out); p != nil {
		return append(dst, p.Body...)
	}
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
