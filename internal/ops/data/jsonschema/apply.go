package jsonschema

import (
	"toolcrib/internal/jsonscan"
	"toolcrib/internal/ops/data/jsondoc"
)

// nodesOf lists the nodes of the elements or members of a keyword's value.
func (c *compiler) nodesOf(v *jsondoc.Value) []*node {
	list := make([]*node, len(v.Items))
	for i := range v.Items {
		list[i] = c.node(&v.Items[i])
	}
	return list
}

func compileRef(c *compiler, n *node, k keywordAt) check {
	target, _ := c.refer(n, k)
	if target == nil {
		return nil
	}
	return func(e *evaluation, v *jsondoc.Value, evaluated []bool) bool { return e.apply(target, v, evaluated) }
}

// compileRecursiveRef is for the $recursiveRef of 2019-09: a $ref to the root,
// or, if that has a true $recursiveAnchor, to the outermost root in scope that
// has one.
func compileRecursiveRef(c *compiler, n *node, k keywordAt) check {
	target, r := c.refer(n, k)
	if target == nil {
		return nil
	}
	return func(e *evaluation, v *jsondoc.Value, evaluated []bool) bool {
		if r.recursive != target {
			return e.apply(target, v, evaluated)
		}
		for _, outer := range e.scope {
			if outer.recursive != nil {
				return e.apply(outer.recursive, v, evaluated)
			}
		}
		return e.apply(target, v, evaluated)
	}
}

// compileDynamicRef is for the $dynamicRef of 2020-12: a $ref, or, if that
// leads to a $dynamicAnchor, one to the outermost resource in scope with a
// $dynamicAnchor of that name.
func compileDynamicRef(c *compiler, n *node, k keywordAt) check {
	target, r := c.refer(n, k)
	if target == nil {
		return nil
	}
	_, name := splitRef(k.value.Text)
	return func(e *evaluation, v *jsondoc.Value, evaluated []bool) bool {
		if r.dynamic[name] != target {
			return e.apply(target, v, evaluated)
		}
		for _, outer := range e.scope {
			if anchored := outer.dynamic[name]; anchored != nil {
				return e.apply(anchored, v, evaluated)
			}
		}
		return e.apply(target, v, evaluated)
	}
}

func compileAllOf(c *compiler, _ *node, k keywordAt) check {
	list := c.nodesOf(k.value)
	return func(e *evaluation, v *jsondoc.Value, evaluated []bool) bool {
		ok := true
		for _, n := range list {
			if !e.apply(n, v, evaluated) {
				if ok = false; e.quiet > 0 {
					break
				}
			}
		}
		return ok
	}
}

// compileAnyOf accepts what one of the schemas accepts. The failures of all are
// reported where none does.
func compileAnyOf(c *compiler, _ *node, k keywordAt) check {
	list := c.nodesOf(k.value)
	return func(e *evaluation, v *jsondoc.Value, evaluated []bool) bool {
		listed, count, ok := len(e.failures), e.count, false
		e.fail(v, k, "must match at least one of %d schemas, matches none", len(list))
		for _, n := range list {
			if ok = e.apply(n, v, evaluated) || ok; ok && evaluated == nil {
				break
			}
		}
		if ok {
			e.failures, e.count = e.failures[:listed], count
		}
		return ok
	}
}

func compileOneOf(c *compiler, _ *node, k keywordAt) check {
	list := c.nodesOf(k.value)
	return func(e *evaluation, v *jsondoc.Value, evaluated []bool) bool {
		listed, count, first := len(e.failures), e.count, -1
		e.fail(v, k, "must match exactly one of %d schemas, matches none", len(list))
		for i, n := range list {
			if first < 0 && e.apply(n, v, evaluated) {
				first, e.failures, e.count = i, e.failures[:listed], count
			} else if first >= 0 && first != i && e.silently(n, v, nil) {
				return e.fail(v, k, "must match exactly one of %d schemas, matches those at %d and %d", len(list), first, i)
			}
		}
		return first >= 0
	}
}

func compileNot(c *compiler, _ *node, k keywordAt) check {
	n := c.node(k.value)
	return func(e *evaluation, v *jsondoc.Value, _ []bool) bool {
		return !e.silently(n, v, nil) || e.fail(v, k, "must not match the schema, but does")
	}
}

func compileIf(c *compiler, n *node, k keywordAt) check {
	condition := c.node(k.value)
	branch := func(name string) *node {
		if v := n.value.Get(name); v != nil {
			return c.node(v)
		}
		return nil
	}
	then, otherwise := branch("then"), branch("else")
	return func(e *evaluation, v *jsondoc.Value, evaluated []bool) bool {
		next := otherwise
		if e.silently(condition, v, evaluated) {
			next = then
		}
		return next == nil || e.apply(next, v, evaluated)
	}
}

// compileDependencies is for dependentSchemas and dependentRequired, and for
// dependencies, which was both until 2019-09.
func compileDependencies(c *compiler, _ *node, k keywordAt) check {
	if !isObject(k.value) {
		return nil
	}
	names := k.value.Names()
	required := make([][]string, len(names))
	nodes := make([]*node, len(names))
	for i := range names {
		if item := &k.value.Items[i]; isArray(item) {
			required[i] = texts(item)
		} else {
			nodes[i] = c.node(item)
		}
	}
	return func(e *evaluation, v *jsondoc.Value, evaluated []bool) bool {
		if !isObject(v) || !e.work(len(names)/16) {
			return true
		}
		ok := true
		for i, name := range names {
			switch {
			case v.Index(name) < 0:
			case nodes[i] != nil:
				ok = e.apply(nodes[i], v, evaluated) && ok
			default:
				ok = requireAll(e, v, k, required[i], " beside "+quote(name)) && ok
			}
		}
		return ok
	}
}

// compileUnevaluated is for unevaluatedProperties and unevaluatedItems, which
// apply to what no other keyword has looked at.
func compileUnevaluated(c *compiler, _ *node, k keywordAt) check {
	kind := jsonscan.Object
	if k.name == "unevaluatedItems" {
		kind = jsonscan.Array
	}
	rest := rest{c.node(k.value), k}
	return func(e *evaluation, v *jsondoc.Value, evaluated []bool) bool {
		if v.Kind != kind || len(v.Items) == 0 {
			return true
		}
		return rest.apply(e, v, func(i int) bool { return !evaluated[i] }, evaluated)
	}
}

// rest is a schema for the items of a value that no other keyword is for.
type rest struct {
	node *node
	at   keywordAt
}

// apply applies the schema to the items of a kind, and takes note of them. A
// schema of false makes one failure for all.
func (r rest) apply(e *evaluation, v *jsondoc.Value, applies func(i int) bool, evaluated []bool) bool {
	ok := true
	var surplus []int
	for i := range v.Items {
		if !applies(i) {
			continue
		}
		if evaluated != nil {
			evaluated[i] = true
		}
		if r.at.value.Kind == jsonscan.False {
			surplus = append(surplus, i)
		} else if !e.child(r.node, &v.Items[i]) {
			if ok = false; e.quiet > 0 {
				break
			}
		}
	}
	if len(surplus) > 0 {
		return r.surplus(e, v, surplus)
	}
	return ok
}

func (r rest) surplus(e *evaluation, v *jsondoc.Value, items []int) bool {
	if isArray(v) {
		return e.fail(v, r.at, "must have no further items, but has %d from item %d on", len(items), items[0])
	}
	names := make([]string, len(items))
	for i, item := range items {
		names[i] = v.Names()[item]
	}
	return e.fail(v, r.at, "must have no further members, but has %s", quoteAll(names))
}
