package web

import (
	"net/http"
	"strings"
)

// Route is the path of the site that a request is for, with fields as {name}:
// one of few, and never what the caller made up. It is "" where there is none.
func (s *Site) Route(r *http.Request) string {
	_, pattern := s.mux.Handler(r)
	if _, path, ok := strings.Cut(pattern, " "); ok {
		return path
	}
	return pattern
}
