package mcp

import (
	"bytes"
	"encoding/json"
	"sync"
)

// Sizer returns a function that says what a list of tools costs a model: how
// many tools these toolsets list and the bytes of their JSON, of which a model
// makes a token of four or so. ok is false where there is no such toolset. The
// tools are described when it is first called; of opts only what decides which
// are offered is read.
func Sizer(opts Options) func(toolsets []string, compact bool) (tools, size int, ok bool) {
	described := sync.OnceValue(func() *gateway { return newGateway(opts) })
	return func(toolsets []string, compact bool) (tools, size int, ok bool) {
		g := described()
		v, invalid := g.look(Selection{Toolsets: toolsets, Compact: compact})
		if invalid != nil {
			return 0, 0, false
		}
		list := g.list(v)
		var text bytes.Buffer
		e := json.NewEncoder(&text)
		e.SetEscapeHTML(false) // as the SDK writes it
		err := e.Encode(list)
		return len(list), text.Len() - len("\n"), err == nil
	}
}
