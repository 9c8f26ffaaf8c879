package jsonschema

import (
	"net/url"
	"strconv"
	"strings"

	"toolcrib/internal/ops/data/jsondoc"
)

// splitRef parts a reference at its fragment, which is without escapes of URLs.
func splitRef(ref string) (uri, fragment string) {
	uri, fragment, _ = strings.Cut(ref, "#")
	if plain, err := url.PathUnescape(fragment); err == nil {
		fragment = plain
	}
	return uri, fragment
}

// refer finds what the reference of a keyword leads to, and the resource that
// is in. What cannot be found is recorded, and nil returned.
func (c *compiler) refer(n *node, k keywordAt) (*node, *resource) {
	if !isString(k.value) {
		return nil, nil
	}
	ref, fragment := splitRef(k.value.Text)
	uri, err := resolveURI(n.in.uri, ref)
	if err != nil {
		c.invalid(k.value, "%s is not a URI reference", quote(k.value.Text))
		return nil, nil
	}
	r := c.resource(uri, n.in.draft)
	if r == nil {
		c.fault(Error{Code: RemoteRef, Offset: k.value.Offset,
			Message: quote(k.value.Text) + " is neither in the schema nor a known metaschema; nothing is fetched",
			Hint:    "put what it refers to under $defs, with its URI as $id"})
		return nil, nil
	}
	target := r.anchors[fragment]
	if fragment == "" || fragment[0] == '/' {
		target, r = c.follow(r, fragment)
	}
	if target == nil {
		c.invalid(k.value, "%s leads to nothing in the schema", quote(k.value.Text))
		return nil, nil
	}
	c.collect(target, r)
	return c.node(target), c.owner[target]
}

// resource is the resource of a URI: one of the schema, or a metaschema. d is
// the draft of one that names none.
func (c *compiler) resource(uri string, d *draft) *resource {
	if r := c.resources[uri]; r != nil {
		return r
	}
	tree := metaschema(uri)
	if tree == nil {
		tree = c.remotes[uri]
	}
	if tree == nil {
		return nil
	}
	return c.load(tree, uri, c.draftOf(tree, d))
}

// follow goes a JSON Pointer from the root of a resource.
func (c *compiler) follow(r *resource, pointer string) (*jsondoc.Value, *resource) {
	v := r.root
	for _, token := range strings.Split(pointer, "/")[1:] {
		switch {
		case isObject(v):
			v = v.Get(pointerEscapes.Replace(token))
		case isArray(v):
			i, err := strconv.ParseUint(token, 10, 31)
			if err != nil || int(i) >= len(v.Items) {
				return nil, r
			}
			v = &v.Items[i]
		default:
			return nil, r
		}
		if v == nil {
			return nil, r
		}
		if owner := c.owner[v]; owner != nil {
			r = owner
		}
	}
	return v, r
}

var pointerEscapes = strings.NewReplacer("~1", "/", "~0", "~")
