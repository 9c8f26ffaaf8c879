package snippet

import (
	"slices"
	"strings"
	"unicode"

	"toolcrib/internal/op"
)

// curl writes the call for a POSIX shell.
func (r *request) curl() string {
	head := "curl " + Shell(r.url()) + " \\\n  --header \"Authorization: Bearer $" + Key + "\""
	if r.get {
		return head + "\n"
	}
	return head + " \\\n  --header 'Content-Type: application/json' \\\n  --data-raw " + Shell(r.body) + "\n"
}

// mcp writes the call as the message that an agent sends.
func (r *request) mcp() string {
	message := layout(op.Object{
		{Name: "jsonrpc", Value: "2.0"},
		{Name: "id", Value: 1},
		{Name: "method", Value: "tools/call"},
		{Name: "params", Value: op.Object{
			{Name: "name", Value: r.Op.ID},
			{Name: "arguments", Value: op.Raw(r.Input)},
		}},
	}.AppendJSON(nil))
	return "curl " + Shell(r.Base+"/mcp") + " \\\n  --header \"Authorization: Bearer $" + Key + "\"" +
		" \\\n  --header 'Content-Type: application/json' \\\n  --header 'Accept: application/json, text/event-stream'" +
		" \\\n  --data-raw " + Shell(message) + "\n"
}

// CLI writes an input as the command line that computes it on one's own
// machine. Text that cannot be pasted into a shell, or would not be seen there
// as it is, goes in by standard input.
func CLI(o *op.Op, input []byte) string {
	fields, err := o.Texts(input)
	if err != nil || slices.ContainsFunc(fields, func(f op.Field) bool { return strings.ContainsFunc(f.Value, unseen) }) {
		return "toolcrib run " + o.ID + " --input - <<'JSON'\n" + layout(input) + "\nJSON\n"
	}
	parts := []string{"toolcrib run " + o.ID}
	length := len(parts[0])
	for _, f := range fields {
		value := f.Value
		if strings.HasPrefix(value, "@") {
			value = "@" + value
		}
		part := "--" + strings.ReplaceAll(f.Name, "_", "-") + " " + Shell(value)
		parts = append(parts, part)
		length += len(part) + 1
	}
	if length <= short {
		return strings.Join(parts, " ") + "\n"
	}
	return strings.Join(parts, " \\\n  ") + "\n"
}

// unseen tells the characters that a terminal acts on.
func unseen(c rune) bool {
	return unicode.IsControl(c) && c != '\n' && c != '\t' || visible.Replace(string(c)) != string(c)
}
