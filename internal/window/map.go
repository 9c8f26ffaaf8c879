package window

import (
	"sync"
	"time"
)

// Slot is a window of a Map.
type Slot struct {
	mu sync.Mutex
	Window
}

// Unlock lets others use the slot.
func (s *Slot) Unlock() { s.mu.Unlock() }

// Map holds the windows of many names and forgets those that are idle. It is
// safe for concurrent use. The zero value is empty.
type Map struct {
	mu     sync.Mutex
	byName map[string]*Slot
	sweep  int // size at which to look for idle ones
}

const firstSweep = 1024

// Get returns the window of a name, locked.
func (m *Map) Get(name string, now time.Duration) *Slot {
	m.mu.Lock()
	defer m.mu.Unlock()
	s := m.byName[name]
	if s == nil {
		if len(m.byName) >= max(m.sweep, firstSweep) {
			m.forget(now)
			m.sweep = 2 * len(m.byName)
		}
		if m.byName == nil {
			m.byName = map[string]*Slot{}
		}
		s = &Slot{}
		m.byName[name] = s
	}
	// Locked before the map is let go, so that forget cannot take it for idle.
	s.mu.Lock()
	return s
}

// Len is the number of windows held.
func (m *Map) Len() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return len(m.byName)
}

func (m *Map) forget(now time.Duration) {
	for name, s := range m.byName {
		if !s.mu.TryLock() {
			continue
		}
		if s.Expire(now); s.Count() == 0 {
			delete(m.byName, name)
		}
		s.mu.Unlock()
	}
}
