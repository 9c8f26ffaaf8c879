package jsonschema

import (
	"context"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"toolcrib/internal/jsonscan"
	"toolcrib/internal/ops/data/jsondoc"
	"toolcrib/internal/ops/text/regex"
)

// rootURI is the base URI of a schema without $id.
const rootURI = "schema:///"

// resource is a schema with a URI of its own.
type resource struct {
	uri       string
	root      *jsondoc.Value
	document  string // URI of the metaschema it is in; "" for the schema sent
	draft     *draft
	anchors   map[string]*jsondoc.Value
	dynamic   map[string]*node // its $dynamicAnchors; the nodes are made last
	recursive *node            // its root, if it has a true $recursiveAnchor
}

// node is a schema within a schema, ready to be applied.
type node struct {
	value   *jsondoc.Value
	in      *resource
	verdict *bool // of a boolean schema
	checks  []check
	late    []check // those that look at what the others have evaluated
}

// check applies one keyword to a value. evaluated, where it is not nil, takes
// note of the items that the keyword has looked at.
type check func(e *evaluation, v *jsondoc.Value, evaluated []bool) bool

type compiler struct {
	ctx          context.Context
	assertFormat bool
	resources    map[string]*resource
	owner        map[*jsondoc.Value]*resource // of every schema found
	foreign      map[*jsondoc.Value]*draft    // those of another draft than the schema around them
	nodes        map[*jsondoc.Value]*node
	todo         []*node
	regexps      map[string]*regex.Regexp
	errs         Errors
	remotes      map[string]*jsondoc.Value // further documents, for tests
}

func newCompiler(ctx context.Context, assertFormat bool) *compiler {
	return &compiler{
		ctx: ctx, assertFormat: assertFormat,
		resources: map[string]*resource{}, owner: map[*jsondoc.Value]*resource{},
		foreign: map[*jsondoc.Value]*draft{}, nodes: map[*jsondoc.Value]*node{}, regexps: map[string]*regex.Regexp{},
	}
}

// fault records an error once: the vocabularies of a metaschema agree on much.
func (c *compiler) fault(e Error) {
	if len(c.errs) < maxErrors && !slices.Contains(c.errs, e) {
		c.errs = append(c.errs, e)
	}
}

// invalid records that a value of the schema is not what it should be.
func (c *compiler) invalid(v *jsondoc.Value, format string, args ...any) {
	c.fault(Error{Code: Invalid, Offset: v.Offset, Message: fmt.Sprintf(format, args...)})
}

// draftOf is the draft that a schema names, or else the one given.
func (c *compiler) draftOf(v *jsondoc.Value, otherwise *draft) *draft {
	name := v.Get("$schema")
	if name == nil || name.Kind != jsonscan.String {
		return otherwise
	}
	uri := withoutScheme(name.Text)
	if uri == "json-schema.org/schema" {
		return latest
	}
	d := drafts[uri]
	if d == nil {
		c.fault(Error{Code: RemoteRef, Offset: name.Offset, Message: "$schema names " + quote(name.Text) + ", which is not known",
			Hint: "name draft 4, 6, 7, 2019-09 or 2020-12, such as https://json-schema.org/draft/2020-12/schema"})
		return otherwise
	}
	return d
}

// load finds the schemas of a document.
func (c *compiler) load(tree *jsondoc.Value, uri string, d *draft) *resource {
	r := &resource{uri: uri, root: tree, draft: d, anchors: map[string]*jsondoc.Value{}, dynamic: map[string]*node{}}
	if uri != rootURI {
		r.document = uri
	}
	c.resources[uri] = r
	c.collect(tree, r)
	return c.owner[tree]
}

// collect finds the URIs and anchors of a schema and of those in it, where the
// keywords of its draft have schemas.
func (c *compiler) collect(v *jsondoc.Value, around *resource) {
	if c.owner[v] != nil {
		return
	}
	r := c.resourceOf(v, around)
	c.owner[v] = r
	c.anchors(v, r)
	for i, name := range v.Names() {
		k := r.draft.keywords[name]
		if k == nil {
			continue
		}
		item := &v.Items[i]
		switch {
		case k.holds == schemas && (item.Kind == jsonscan.Object || item.Kind == jsonscan.Array),
			k.holds == schemaOrSchemas && item.Kind == jsonscan.Array:
			for j := range item.Items {
				c.collect(&item.Items[j], r)
			}
		case k.holds == schema || k.holds == schemaOrSchemas:
			c.collect(item, r)
		}
	}
}

// resourceOf is the resource that a schema belongs to: a new one if it has a
// URI, else that of the schema around it.
func (c *compiler) resourceOf(v *jsondoc.Value, around *resource) *resource {
	if v.Index("$id") < 0 && v.Index("id") < 0 {
		return around
	}
	d := c.draftOf(v, around.draft)
	id := v.Get(d.id)
	if id == nil || id.Kind != jsonscan.String || d.version < draft2019 && v.Get("$ref") != nil {
		return around
	}
	base, _, _ := strings.Cut(id.Text, "#")
	if base == "" {
		return around
	}
	uri, err := resolveURI(around.uri, base)
	if err != nil {
		c.invalid(id, "%s is not a URI reference", quote(id.Text))
		return around
	}
	if v == around.root && uri == around.uri {
		return around
	}
	if c.resources[uri] != nil {
		c.invalid(id, "two schemas have the URI %s", quote(uri))
		return around
	}
	if d != around.draft && v != around.root {
		c.foreign[v] = d
	}
	r := &resource{
		uri: uri, root: v, document: around.document, draft: d,
		anchors: map[string]*jsondoc.Value{}, dynamic: map[string]*node{},
	}
	c.resources[uri] = r
	return r
}

// anchors notes the names that a schema gives itself within its resource.
func (c *compiler) anchors(v *jsondoc.Value, r *resource) {
	if r.draft.version < draft2019 {
		if id := v.Get(r.draft.id); id != nil && id.Kind == jsonscan.String && v.Get("$ref") == nil {
			if _, name, _ := strings.Cut(id.Text, "#"); name != "" {
				c.anchor(r, name, v, id)
			}
		}
		return
	}
	if a := v.Get("$anchor"); a != nil && a.Kind == jsonscan.String {
		c.anchor(r, a.Text, v, a)
	}
	if a := v.Get("$dynamicAnchor"); a != nil && a.Kind == jsonscan.String && r.draft.version >= draft2020 {
		c.anchor(r, a.Text, v, a)
		r.dynamic[a.Text] = c.node(v)
	}
	if a := v.Get("$recursiveAnchor"); a != nil && a.Kind == jsonscan.True && r.draft.version == draft2019 && v == r.root {
		r.recursive = c.node(v)
	}
}

func (c *compiler) anchor(r *resource, name string, v, at *jsondoc.Value) {
	if other := r.anchors[name]; other != nil && other != v {
		c.invalid(at, "two schemas have the anchor %s", quote(name))
		return
	}
	r.anchors[name] = v
}

// node is the node of a schema, made when it is first asked for. Its checks
// follow later, since schemas can refer to each other in a circle.
func (c *compiler) node(v *jsondoc.Value) *node {
	n := c.nodes[v]
	if n == nil {
		n = &node{value: v}
		c.nodes[v] = n
		c.todo = append(c.todo, n)
	}
	return n
}

// compile makes the nodes of all schemas that can be reached.
func (c *compiler) compile(tree *jsondoc.Value) (*Schema, error) {
	root := c.node(tree)
	for done := 0; done < len(c.todo); done++ {
		c.fill(c.todo[done])
		if err := c.ctx.Err(); err != nil {
			return nil, err
		}
	}
	if len(c.errs) > 0 {
		return nil, c.errs
	}
	return &Schema{root: root, nodes: len(c.todo)}, nil
}

// fill gives a node its checks.
func (c *compiler) fill(n *node) {
	n.in = c.owner[n.value]
	switch v := n.value; v.Kind {
	case jsonscan.True, jsonscan.False:
		verdict := v.Kind == jsonscan.True
		n.verdict = &verdict
	case jsonscan.Object:
		only := v.Index("$ref")
		if n.in.draft.version >= draft2019 {
			only = -1
		}
		for i, name := range v.Names() {
			if only < 0 || i == only { // up to draft 7 a $ref stands alone
				c.keyword(n, name, &v.Items[i])
			}
		}
	default:
		c.invalid(v, "a schema must be an object, true or false")
	}
}

func (c *compiler) keyword(n *node, name string, v *jsondoc.Value) {
	k := n.in.draft.keywords[name]
	if k == nil || k.compile == nil {
		return
	}
	if one := k.compile(c, n, keywordAt{name, v, n.in.document}); one == nil {
		return
	} else if k.late {
		n.late = append(n.late, one)
	} else {
		n.checks = append(n.checks, one)
	}
}

// keywordAt is a keyword in its place.
type keywordAt struct {
	name     string
	value    *jsondoc.Value
	document string
}

// resolveURI resolves a reference without fragment.
func resolveURI(base, ref string) (string, error) {
	r, err := url.Parse(ref)
	if err != nil {
		return "", err
	}
	b, err := url.Parse(base)
	if err != nil {
		return "", err
	}
	if !r.IsAbs() && b.Opaque != "" {
		return base, nil // a URN has no relative references
	}
	return b.ResolveReference(r).String(), nil
}
