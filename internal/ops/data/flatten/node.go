package flatten

import "fmt"

// node is a place in the rows: a name inside that of its parent. Each row
// walks the tree of nodes that earlier rows have made.
type node struct {
	parent   *node
	name     string
	size     int // length of the path
	column   int // number of its column from 1, 0 for none
	row      int // number of the last row that had it, from 1
	children []*node
	byName   map[string]*node
	next     int // the child that comes next if this row is like the one before
}

// child returns the node of a name inside n, and notes that the row has it.
func (r *reader) child(n *node, name []byte) (*node, error) {
	var c *node
	if n.next < len(n.children) && n.children[n.next].name == string(name) {
		c = n.children[n.next]
		n.next++
	} else if c = n.byName[string(name)]; c == nil {
		c = r.grow(n, string(name))
	}
	row := r.table.Rows() + 1
	if c.row == row {
		return nil, &Error{Duplicate, r.table.Rows(), fmt.Sprintf("the name %.60q occurs twice in one object", c.name), "send it once"}
	}
	c.row = row
	return c, nil
}

// grow adds a child to a node.
func (r *reader) grow(n *node, name string) *node {
	c := &node{parent: n, name: name, size: len(name)}
	if n != &r.root {
		c.size += n.size + len(r.o.Separator)
	}
	if n.byName == nil {
		n.byName = map[string]*node{}
	}
	n.byName[name] = c
	n.children = append(n.children, c)
	n.next = len(n.children)
	return c
}

// addColumn makes a column of a node.
func (r *reader) addColumn(n *node) error {
	if r.nameBytes += n.size; r.nameBytes > r.o.Limit {
		return r.tooLarge(r.nameBytes, "the names of the columns", "send flatten: false, or a shorter separator")
	}
	path := string(r.appendPath(make([]byte, 0, n.size), n))
	if r.columns[path] {
		return &Error{Conflict, r.table.Rows(), fmt.Sprintf("two members would both be the column %.60q", path),
			"send another separator, one that occurs in no name"}
	}
	r.columns[path] = true
	r.table.Columns = append(r.table.Columns, path)
	n.column = len(r.table.Columns)
	return nil
}

// appendPath appends the names from the row down to a node.
func (r *reader) appendPath(path []byte, n *node) []byte {
	if n.parent != &r.root {
		path = append(r.appendPath(path, n.parent), r.o.Separator...)
	}
	return append(path, n.name...)
}
