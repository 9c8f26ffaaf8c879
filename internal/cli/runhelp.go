package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"toolcrib/internal/op"
)

const runHelp = `Usage: toolcrib run OPERATION [--field value …]
       toolcrib run OPERATION --input FILE|-
       toolcrib run OPERATION --help

Run one operation here, without server or key. The answer is the same, byte
for byte, as the server's.

Fields of the operation are flags: --tenure-months 12, or --tenure_months=12.
  A list repeats its flag, an object is JSON, a boolean may stand alone.
  --text @FILE reads a text from a file, @- from standard input; @@ is one @.

Flags of run, before the operation, or behind it where no field has the name:
  --input FILE|-            The whole input as one JSON object.
  --output data|json|raw    The data of the answer (the default), the whole
                            answer with its envelope, or the main result alone,
                            such as the bytes of a picture.
  --json                    Short for --output json.
  -h, --help                Show this, or the fields and examples of OPERATION.

'toolcrib ops' lists the operations.
`

// Layout of an operation's help.
const (
	helpWidth  = 78
	helpIndent = "      "
)

// printOpHelp describes an operation and its fields.
func printOpHelp(w io.Writer, o *op.Op) error {
	var b bytes.Buffer
	fmt.Fprintf(&b, "Usage: toolcrib run %s [--field value …]\n\n%s\n\nFields:\n", o.ID, wrap(o.Doc(), helpWidth, ""))
	for _, p := range o.Params() {
		fmt.Fprintf(&b, "  --%s  %s\n%s%s\n", strings.ReplaceAll(p.Name, "_", "-"), kindOf(p), helpIndent,
			wrap(p.Doc, helpWidth-len(helpIndent), helpIndent))
	}
	b.WriteString("\nExamples:\n")
	for _, e := range o.Examples {
		fmt.Fprintf(&b, "  # %s\n  toolcrib run %s%s\n", e.Name, o.ID, exampleFlags(e.In))
	}
	fmt.Fprintf(&b, "\nRule: %s\nOn a server: %s %s, %s\n", wrap(o.Source, helpWidth-len(helpIndent), helpIndent), strings.Join(o.Methods(), " and "), o.Path, o.Cost())
	_, err := w.Write(b.Bytes())
	return err
}

// kindOf says what a field takes, and what holds when it is left out.
func kindOf(p op.Param) string {
	kind := p.Noun
	if p.Repeat {
		kind += ", repeated"
	}
	for _, alias := range p.Aliases {
		kind += ", also --" + strings.ReplaceAll(alias, "_", "-")
	}
	switch {
	case p.Required:
		kind += ", required"
	case p.Default != "":
		kind += ", default " + p.Default
	}
	return "(" + kind + ")"
}

// exampleFlags writes an example as the flags of a shell command: a list of
// plain values as one flag for each, anything deeper as JSON. The members
// come in the order of the example.
func exampleFlags(input string) string {
	var b strings.Builder
	d := json.NewDecoder(strings.NewReader(input))
	_, _ = d.Token() // the brace: examples are objects, which tests hold them to
	for d.More() {
		name, _ := d.Token()
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			return ""
		}
		for _, text := range flagTexts(value) {
			fmt.Fprintf(&b, " --%s %s", strings.ReplaceAll(fmt.Sprint(name), "_", "-"), shellQuote(text))
		}
	}
	return b.String()
}

// flagTexts are the texts of the flags that carry a JSON value.
func flagTexts(value json.RawMessage) []string {
	var list []json.RawMessage
	if json.Unmarshal(value, &list) != nil {
		list = []json.RawMessage{value}
	}
	texts := make([]string, len(list))
	for i, item := range list {
		if json.Unmarshal(item, &texts[i]) != nil {
			texts[i] = string(item)
		} else if strings.HasPrefix(texts[i], "@") {
			texts[i] = "@" + texts[i]
		}
	}
	return texts
}

// shellQuote quotes a word for a POSIX shell where it needs it.
func shellQuote(word string) string {
	const safe = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./:,+@%"
	if word != "" && strings.Trim(word, safe) == "" {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
