package main

import (
	"slices"
	"strings"
	"testing"
)

// fenced writes a document: ~ stands for the mark of a fence.
func fenced(text string) []byte { return []byte(strings.ReplaceAll(text, "~", "```")) }

func TestBlocks(t *testing.T) {
	list, err := blocks(fenced(`# Title

<!-- not run: needs a daemon -->
~sh
docker run
~

Words.

<!-- something else --><!-- fails -->
~sh
false
~

~text
…
~
- in a list

  <!-- file: a/b.yaml -->
  ~yaml
  a: 1
  ~

~sh
true
~
and far below

<!-- prints -->
~json
{}
~
~json
{"of": "nobody"}
~
<!-- runs until stopped -->
~sh
toolcrib serve
~
`))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, b := range list {
		s := b.Lang + " " + strings.TrimSpace(b.Text)
		for _, mark := range []struct {
			name string
			set  bool
		}{{"not run", b.NotRun == "needs a daemon"}, {"fails", b.Fails}, {"serves", b.Serves}, {"file", b.File == "a/b.yaml"}, {"answered", b.Answer != nil}} {
			if mark.set {
				s += " " + mark.name
			}
		}
		got = append(got, s)
	}
	want := []string{"sh docker run not run", "sh false fails answered", "yaml a: 1 file", "sh true answered", `json {"of": "nobody"}`, "sh toolcrib serve serves"}
	if !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	if list[1].Line != 12 || list[1].Answer.Text != "…\n" {
		t.Errorf("%+v, answered %+v", list[1], list[1].Answer)
	}
}

// TestBlocksRefuses: nothing can go by without being run or marked.
func TestBlocksRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"Words.\n\n    toolcrib serve\n":                 "line 3: code without a fence",
		"~\ntoolcrib serve\n~\n":                         "line 2: the fence does not name its language",
		"<!-- not run: -->\n~sh\nx\n~\n":                 "line 3: it is not run, and nothing says why",
		"<!-- not run -->\n~sh\nx\n~\n":                  "line 3: it is not run, and nothing says why",
		"<!-- prints -->\n~json\n{}\n~\n":                "line 3: no block before this could print it",
		"~json\n{}\n~\n\n<!-- prints -->\n~text\nx\n~\n": "line 7: no block before this could print it",
	} {
		if _, err := blocks(fenced(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestDiffers(t *testing.T) {
	for _, c := range []struct {
		lang, got, want string
		same            bool
	}{
		{"text", "a  \nb\n\n", "a\nb", true},
		{"text", "a b c\nd", "a …d", true},
		{"text", "a b", "a", false},
		{"text", "a.b", "a+b", false},
		{"http", "X: 1\n", "X: …", true},
		{"json", `{"b":[1,"req_12"],"a":null}`, "{\"a\": null,\n \"b\": [1, \"req_…\"]}", true},
		{"json", `{"a":1,"b":2}`, `{"a":1}`, false},
		{"json", `{"a":1}`, `{"a":1,"b":2}`, false},
		{"json", `[1,2]`, `[1]`, false},
		{"json", `{"a":1}`, `{"a":"…"}`, false},
		{"json", `{"a":null}`, `{"b":null}`, false},
		{"json", `no`, `{}`, false},
		{"json", `{}`, `{"a":1,…`, false},
	} {
		if d := differs(c.lang, c.got, c.want); (d == "") != c.same {
			t.Errorf("%s %q and %q: %q", c.lang, c.got, c.want, d)
		}
	}
}

func TestJudge(t *testing.T) {
	const api = `{"success":true,"data":{"n":1.50,"list":[{"a":"x"}],"balance_after":7}}`
	fixed, varying := &operation{}, &operation{Varies: true}
	for _, c := range []struct {
		op        *operation
		form, out string
		good      bool
	}{
		{fixed, "curl", api, true},
		{fixed, "curl", strings.Replace(api, "1.50", "1.5", 1), false},
		{fixed, "curl", strings.Replace(api, "true", "false", 1), false},
		{fixed, "Go", api + "\n", true},
		{fixed, "Python", `{"n": 1.5, "list": [{"a": "x"}], "balance_after": 7}`, true},
		{fixed, "JavaScript", `{"n":1.5,"list":[{"a":"y"}],"balance_after":7}`, false},
		{fixed, "CLI", `{"n":1.50,"list":[{"a":"x"}],"balance_after":null}`, true},
		{fixed, "CLI", `{"n":1.51,"list":[{"a":"x"}],"balance_after":null}`, false},
		{varying, "CLI", `{"n":9,"list":[{"a":"z"}],"balance_after":null}`, true},
		{varying, "CLI", `{"n":"9","list":[{"a":"z"}],"balance_after":null}`, false},
		{varying, "curl", `{"success":false,"status":422}`, false},
		{fixed, "MCP", `{"result":{"content":[{"text":` + quote(api) + `}],"structuredContent":` + api + `}}`, true},
		{fixed, "MCP", "event: message\ndata: " + `{"result":{"content":[{"text":` + quote(api) + `}],"structuredContent":` + api + "}}\n\n", true},
		{fixed, "MCP", `{"result":{"content":[{"text":` + quote(api) + `}],"structuredContent":{}}}`, false},
		{fixed, "MCP", `{"result":{"isError":true,"content":[{"text":` + quote(api) + `}],"structuredContent":` + api + `}}`, false},
	} {
		err := (&call{op: c.op, form: c.form, out: []byte(c.out), want: []byte(api)}).judge()
		if (err == nil) != c.good {
			t.Errorf("%s %s: %v", c.form, c.out, err)
		}
	}
}

func quote(s string) string { return `"` + strings.ReplaceAll(s, `"`, `\"`) + `"` }
