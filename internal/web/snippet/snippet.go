// Package snippet writes a call of an operation as code that can be pasted and
// run: curl, JavaScript, Python, Go, the command line, and a message for
// agents. The code is made from the very input, so it asks what the page shows;
// whatever the input holds stays text in it. It uses nothing but what each
// language brings along.
package snippet

import (
	"bytes"
	"encoding/json"
	"net/url"
	"strings"

	"toolcrib/internal/op"
)

// Key is the environment variable from which all code takes the API key: keys
// do not belong into programs.
const Key = "TOOLCRIB_KEY"

// Call is what the code is to do.
type Call struct {
	Op    *op.Op
	Base  string // base URL of the service, without a final slash
	Path  string // where the operation is below it, "" = at its own path
	Input []byte // a JSON object that the operation accepts
}

// Code is one form of a call.
type Code struct {
	ID    string // curl, javascript, python, go, cli or mcp
	Name  string // as people call it
	Lang  string // of the code, as highlighters name it
	File  string // a name under which it could be saved
	Text  string
	Extra string // what to know beside it: a key of messages, "" for none
}

// All writes the call in every form that can carry it out: a link is signed
// with a key, which the command line has none of.
func All(c Call) []Code {
	r := newRequest(c)
	list := []Code{
		{ID: "curl", Name: "curl", Lang: "sh", File: "call.sh", Text: r.curl()},
		{ID: "javascript", Name: "JavaScript", Lang: "js", File: "call.mjs", Text: r.javaScript()},
		{ID: "python", Name: "Python", Lang: "python", File: "call.py", Text: r.python()},
		{ID: "go", Name: "Go", Lang: "go", File: "main.go", Text: r.golang()},
	}
	switch command := (Code{ID: "cli", Name: "CLI", Lang: "sh", File: "call.sh", Text: CLI(c.Op, c.Input), Extra: "local"}); {
	case c.Op.Signs != nil:
	case c.Op.NeedsKey():
		command.Text, command.Extra = ownModel+command.Text, ""
		list = append(list, command)
	default:
		list = append(list, command)
	}
	return append(list, Code{ID: "mcp", Name: "MCP", Lang: "sh", File: "call.sh", Text: r.mcp(), Extra: "tool"})
}

// ownModel tells what a command line that asks a model needs.
const ownModel = "# asks the model that TOOLCRIB_AI_BASE_URL and TOOLCRIB_AI_MODEL name\n"

// request is a call taken apart.
type request struct {
	Call
	get   bool
	query []op.Field // of a GET
	body  string     // of a POST
}

func newRequest(c Call) *request {
	if c.Path == "" {
		c.Path = c.Op.Path
	}
	r := &request{Call: c, get: c.Op.Method == "GET"}
	if r.get {
		// An input of another shape cannot have been accepted.
		r.query, _ = c.Op.Texts(c.Input)
		return r
	}
	r.body = layout(c.Input)
	return r
}

// url is the address of the call, with its query.
func (r *request) url() string {
	u := r.Base + r.Path
	for i, f := range r.query {
		u += string("?&"[min(i, 1)]) + url.QueryEscape(f.Name) + "=" + url.QueryEscape(f.Value)
	}
	return u
}

// short is the length up to which a body stays on one line.
const short = 76

// layout writes a JSON text for people: on one line where it is short, else a
// member a line. Numbers and names stay as they are; marks that would change
// the order in which a reader sees the text are escaped.
func layout(input []byte) string {
	text := input
	var b bytes.Buffer
	if len(input) > short && json.Indent(&b, input, "", "  ") == nil {
		text = b.Bytes()
	}
	return visible.Replace(string(text))
}

// visible escapes, inside JSON strings, the controls of text direction: code
// must read as it runs (Boucher and Anderson, Trojan Source, 2021).
var visible = strings.NewReplacer(
	"\u200e", `\u200e`, "\u200f", `\u200f`, "\u061c", `\u061c`,
	"\u202a", `\u202a`, "\u202b", `\u202b`, "\u202c", `\u202c`, "\u202d", `\u202d`, "\u202e", `\u202e`,
	"\u2066", `\u2066`, "\u2067", `\u2067`, "\u2068", `\u2068`, "\u2069", `\u2069`,
	"\u2028", `\u2028`, "\u2029", `\u2029`, "\u007f", `\u007f`,
)

// quoted is a text as a string literal of JSON, which is one of JavaScript and
// of Python too.
func quoted(s string) string { return visible.Replace(string(op.AppendString(nil, s))) }

// Shell quotes a word for a POSIX shell where it needs it.
func Shell(word string) string {
	const safe = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./:,+@%"
	if word != "" && strings.Trim(word, safe) == "" {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
