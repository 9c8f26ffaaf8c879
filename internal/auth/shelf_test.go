package auth

import (
	"testing"
	"time"
)

func TestShelf(t *testing.T) {
	now := time.Unix(0, 0)
	s := NewShelf[int](time.Minute, func() time.Time { return now })
	name := s.Put(7)
	if got, ok := s.Take(name); !ok || got != 7 {
		t.Errorf("%d %v", got, ok)
	}
	if _, ok := s.Take(name); ok {
		t.Error("taken twice")
	}
	if _, ok := s.Take(""); ok {
		t.Error("taken without a name")
	}
	name = s.Put(8)
	now = now.Add(time.Minute)
	if _, ok := s.Take(name); ok {
		t.Error("taken too late")
	}
}

func TestShelfIsBounded(t *testing.T) {
	now := time.Unix(0, 0)
	s := NewShelf[int](time.Minute, func() time.Time { return now })
	first := s.Put(0)
	var last string
	for i := range 3 * shelfSize {
		last = s.Put(i)
	}
	if len(s.held) > shelfSize || len(s.line) > shelfSize {
		t.Errorf("%d held, %d in line", len(s.held), len(s.line))
	}
	if _, ok := s.Take(first); ok {
		t.Error("the oldest was not dropped")
	}
	if _, ok := s.Take(last); !ok {
		t.Error("the latest was dropped")
	}
	now = now.Add(time.Hour)
	s.Put(1)
	if len(s.held) != 1 || len(s.line) != 1 {
		t.Errorf("%d held after their time, %d in line", len(s.held), len(s.line))
	}
}
