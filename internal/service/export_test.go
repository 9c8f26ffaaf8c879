package service

import "time"

// Sweep is what the upkeep does to a store.
var Sweep = sweep

// Hurry shortens the waits for slow callers, so that a test can see them end.
// It reports whether the server had a bound on each of them before.
func (s *Server) Hurry(header, read time.Duration) (bounded bool) {
	h := s.http
	bounded = h.ReadHeaderTimeout > 0 && h.ReadTimeout > 0 && h.WriteTimeout > 0 && h.IdleTimeout > 0
	h.ReadHeaderTimeout, h.ReadTimeout = header, read
	return bounded
}
