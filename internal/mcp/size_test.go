package mcp_test

import (
	"bytes"
	"encoding/json"
	"testing"

	"toolcrib/internal/mcp"
)

// TestSizer compares with the lists that are sent.
func TestSizer(t *testing.T) {
	s := newSite(t)
	size := mcp.Sizer(s.opts)
	for _, c := range []struct {
		query    string
		toolsets []string
		compact  bool
	}{
		{"", nil, false}, {"?toolsets=data", []string{"data"}, false}, {"?toolsets=data,text", []string{"text", "data"}, false},
		{"?toolsets=all", []string{"all"}, false}, {"?mode=compact", nil, true},
	} {
		_, text := s.post(c.query, message("tools/list", `{}`))
		var sent struct {
			Result struct{ Tools json.RawMessage }
		}
		var tools []json.RawMessage
		var compact bytes.Buffer
		if err := json.Unmarshal([]byte(text), &sent); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(sent.Result.Tools, &tools); err != nil {
			t.Fatal(err)
		}
		if err := json.Compact(&compact, sent.Result.Tools); err != nil {
			t.Fatal(err)
		}
		n, length, ok := size(c.toolsets, c.compact)
		if !ok || n != len(tools) || length != compact.Len() {
			t.Errorf("%q: %d tools of %d bytes, %t; sent are %d of %d", c.query, n, length, ok, len(tools), compact.Len())
		}
	}
	if _, _, ok := size([]string{"nonsense"}, false); ok {
		t.Error("a toolset that there is not has a size")
	}
}
