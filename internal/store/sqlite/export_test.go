package sqlite

import (
	"context"
	"maps"
	"slices"
)

// OpenUnsynced is Open without waiting for the disk, for tests that make
// thousands of transactions and none of which pulls the plug.
func OpenUnsynced(ctx context.Context, o Options) (*Store, error) { return open(ctx, o, "OFF") }

// Statements lists the SQL of all statements that the store has prepared and
// still holds; none of one that is closed.
func (s *Store) Statements() []string {
	texts := map[string]bool{}
	s.lock <- struct{}{}
	defer func() { <-s.lock }()
	if s.closed {
		return nil
	}
	if s.writer != nil {
		s.writer.addStatements(texts)
	}
	var conns []*conn
	for range cap(s.readers.free) {
		c := <-s.readers.free
		conns = append(conns, c)
		if c != nil {
			c.addStatements(texts)
		}
	}
	for _, c := range conns {
		s.readers.free <- c
	}
	return slices.Collect(maps.Keys(texts))
}

func (c *conn) addStatements(to map[string]bool) {
	for text := range c.stmts {
		to[text] = true
	}
}
