package cli

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"toolcrib/internal/op"
	"toolcrib/internal/web/snippet"
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
	if o.Signs == nil { // else it wants a key, and there is none here
		b.WriteString("\nExamples:\n")
		for _, e := range o.Examples {
			fmt.Fprintf(&b, "\n# %s\n%s", e.Name, snippet.CLI(o, []byte(e.In)))
		}
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
