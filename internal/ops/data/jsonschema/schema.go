package jsonschema

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"toolcrib/internal/ops/data/jsondoc"
)

// Schema is a compiled schema. It does not change and is safe for concurrent
// use.
type Schema struct {
	root  *node
	nodes int
}

// The codes of an Error.
const (
	Invalid          = "schema_invalid"
	RemoteRef        = "remote_ref_forbidden"
	UnsupportedRegex = "unsupported_regex_feature"
)

// Error is something wrong with a schema.
type Error struct {
	Code    string
	Offset  int // in the schema, of the value at fault
	Message string
	Hint    string
	Feature string // of an UnsupportedRegex
}

// Errors is what is wrong with a schema, at least one thing.
type Errors []Error

func (e Errors) Error() string { return e[0].Message }

// ErrTooComplex is the error of a schema that needs more work than is allowed.
var ErrTooComplex = errors.New("jsonschema: too much work")

// errLoop is the error of a schema that refers to itself without end.
var errLoop = errors.New("jsonschema: endless reference")

// maxErrors bounds Errors.
const maxErrors = 20

// Compile reads a schema. assertFormat makes format a constraint; else it is an
// annotation. Errors are Errors, ErrTooComplex and that of ctx.
func Compile(ctx context.Context, tree *jsondoc.Value, assertFormat bool) (*Schema, error) {
	c := newCompiler(ctx, assertFormat)
	d := c.draftOf(tree, latest)
	if len(c.errs) > 0 {
		return nil, c.errs
	}
	c.load(tree, rootURI, d)
	if err := c.checkMeta(tree, d); err != nil {
		return nil, err
	}
	return c.compile(tree)
}

// checkMeta validates a schema, and those in it that name another draft,
// against their metaschemas.
func (c *compiler) checkMeta(tree *jsondoc.Value, d *draft) error {
	if err := c.checkAgainst(tree, d); err != nil {
		return err
	}
	for _, v := range slices.SortedFunc(maps.Keys(c.foreign), func(a, b *jsondoc.Value) int { return a.Offset - b.Offset }) {
		if err := c.checkAgainst(v, c.foreign[v]); err != nil {
			return err
		}
	}
	if len(c.errs) > 0 {
		return c.errs
	}
	return nil
}

func (c *compiler) checkAgainst(tree *jsondoc.Value, d *draft) error {
	e := newEvaluation(c.ctx, d.meta(), maxErrors)
	e.foreign = c.foreign
	failures, _, err := e.run(tree)
	for _, f := range failures {
		c.fault(Error{Code: Invalid, Offset: f.Instance, Message: fmt.Sprintf("%s: %s", f.Keyword, f.Message)})
	}
	return err
}

// mustCompile compiles the metaschema of a draft.
func mustCompile(d *draft) *Schema {
	c := newCompiler(context.Background(), false)
	tree := metaschema(d.uri)
	c.load(tree, d.uri, d)
	s, err := c.compile(tree)
	if err != nil {
		panic(err)
	}
	return s
}

// Failure is one way in which a document does not fit a schema.
type Failure struct {
	Instance int    // offset of the value in the document
	Schema   int    // offset of the keyword's value in the schema
	URI      string // of the metaschema that the keyword is in; "" for the schema itself
	Keyword  string
	Message  string
}

// Validate holds a document against the schema. It lists the first limit
// failures, in the order of the schema's keywords, and counts all. Errors are
// Errors (a schema that refers to itself without end), ErrTooComplex and that
// of ctx.
func (s *Schema) Validate(ctx context.Context, v *jsondoc.Value, limit int) (list []Failure, count int, err error) {
	list, count, err = newEvaluation(ctx, s, limit).run(v)
	if errors.Is(err, errLoop) {
		err = Errors{{Code: Invalid, Offset: s.root.value.Offset,
			Message: "a $ref leads back to itself without looking deeper into the document", Hint: "let the $ref stand below properties or items"}}
	}
	return list, count, err
}
