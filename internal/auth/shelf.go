package auth

import (
	"crypto/rand"
	"sync"
	"time"
)

// Shelf keeps things in memory for a few minutes, each under a name and for one
// taking. It is safe for concurrent use. A server that starts again,
// or another one, has none of them.
type Shelf[T any] struct {
	keep time.Duration
	now  func() time.Time
	mu   sync.Mutex
	held map[string]shelved[T]
	line []string // names in the order in which they were put, at least those held
}

type shelved[T any] struct {
	thing T
	until time.Time
}

// shelfSize is the most things on a shelf; one more drops the oldest.
const shelfSize = 4096

// NewShelf returns a shelf that keeps things for the given time.
func NewShelf[T any](keep time.Duration, now func() time.Time) *Shelf[T] {
	return &Shelf[T]{keep: keep, now: now, held: map[string]shelved[T]{}}
}

// Put keeps a thing and returns the name to take it by.
func (s *Shelf[T]) Put(thing T) string {
	name := rand.Text()
	s.PutAs(name, thing)
	return name
}

// PutAs keeps a thing under a name of the caller's, in place of what is there.
func (s *Shelf[T]) PutAs(name string, thing T) {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.now()
	for len(s.line) > 0 {
		oldest, there := s.held[s.line[0]]
		if there && now.Before(oldest.until) && len(s.line) < shelfSize {
			break
		}
		delete(s.held, s.line[0])
		s.line = s.line[1:]
	}
	s.held[name] = shelved[T]{thing, now.Add(s.keep)}
	s.line = append(s.line, name)
}

// Take returns a thing and keeps it no longer.
func (s *Shelf[T]) Take(name string) (thing T, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	found, ok := s.held[name]
	if !ok || !s.now().Before(found.until) {
		return thing, false
	}
	delete(s.held, name)
	return found.thing, true
}
