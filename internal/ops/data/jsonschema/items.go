package jsonschema

import (
	"fmt"
	"math"

	"toolcrib/internal/ops/data/jsondoc"
)

func compilePrefixItems(c *compiler, _ *node, k keywordAt) check {
	nodes := c.nodesOf(k.value)
	return func(e *evaluation, v *jsondoc.Value, evaluated []bool) bool {
		if !isArray(v) {
			return true
		}
		ok := true
		for i := range v.Items[:min(len(nodes), len(v.Items))] {
			if evaluated != nil {
				evaluated[i] = true
			}
			if !e.child(nodes[i], &v.Items[i]) {
				if ok = false; e.quiet > 0 {
					break
				}
			}
		}
		return ok
	}
}

// itemsFrom applies a schema to all items of an array but the first few.
func (c *compiler) itemsFrom(k keywordAt, first int) check {
	rest := rest{c.node(k.value), k}
	return func(e *evaluation, v *jsondoc.Value, evaluated []bool) bool {
		return !isArray(v) || rest.apply(e, v, func(i int) bool { return i >= first }, evaluated)
	}
}

func compileItems(c *compiler, n *node, k keywordAt) check {
	first := 0
	if prefix := n.value.Get("prefixItems"); prefix != nil {
		first = len(prefix.Items)
	}
	return c.itemsFrom(k, first)
}

// compileOldItems is for items up to 2019-09, where an array is what
// prefixItems is now.
func compileOldItems(c *compiler, n *node, k keywordAt) check {
	if isArray(k.value) {
		return compilePrefixItems(c, n, k)
	}
	return c.itemsFrom(k, 0)
}

func compileAdditionalItems(c *compiler, n *node, k keywordAt) check {
	items := n.value.Get("items")
	if items == nil || !isArray(items) {
		return nil
	}
	return c.itemsFrom(k, len(items.Items))
}

// compileContains is for contains with minContains and maxContains beside it.
func compileContains(c *compiler, n *node, k keywordAt) check {
	each := c.node(k.value)
	least, most := keywordAt{k.name, k.value, k.document}, k
	minimum, maximum := 1, math.MaxInt
	if n.in.draft.version >= draft2019 {
		least, minimum = beside(n, k, "minContains", 1)
		most, maximum = beside(n, k, "maxContains", math.MaxInt)
	}
	marks := n.in.draft.version >= draft2020
	return func(e *evaluation, v *jsondoc.Value, evaluated []bool) bool {
		if !isArray(v) {
			return true
		}
		found := 0
		for i := range v.Items {
			e.quiet++
			fits := e.child(each, &v.Items[i])
			e.quiet--
			if !fits {
				continue
			}
			if found++; marks && evaluated != nil {
				evaluated[i] = true
			}
		}
		switch {
		case found < minimum:
			return e.fail(v, least, "must have at least %s, has %d", matching(minimum), found)
		case found > maximum:
			return e.fail(v, most, "must have at most %s, has %d", matching(maximum), found)
		}
		return true
	}
}

// beside is a keyword that another one looks at, and its number; the other one
// itself where there is none.
func beside(n *node, k keywordAt, name string, otherwise int) (keywordAt, int) {
	if v := n.value.Get(name); v != nil {
		if limit, ok := bound(v); ok {
			return keywordAt{name, v, k.document}, limit
		}
	}
	return k, otherwise
}

func matching(n int) string {
	if n == 1 {
		return "1 item that matches the schema"
	}
	return fmt.Sprintf("%d items that match the schema", n)
}
