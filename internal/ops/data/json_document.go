package data

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"toolcrib/internal/jsonscan"
	"toolcrib/internal/op"
	"toolcrib/internal/ops/data/jsondoc"
)

// jsonDocument is the text of a JSON document without a byte order mark, which
// a warning tells of.
func jsonDocument(raw op.Raw) (doc []byte, warnings []op.Warning) {
	text := jsonText(raw)
	doc, marked := bytes.CutPrefix(text, []byte(byteOrderMark))
	if marked {
		warnings = jsonWarnings(jsondoc.NewSource(text, jsondoc.JSON))
	}
	return doc, warnings
}

const byteOrderMark = "\ufeff"

// documentError refuses a document that is not JSON or is nested deeper than so
// many levels. The offset of the error is one in jsonDocument's text.
func documentError(raw op.Raw, syntax *jsonscan.Error, lines bool, depth int) error {
	text := jsonText(raw)
	at := syntax.Offset
	if bytes.HasPrefix(text, []byte(byteOrderMark)) {
		at += len(byteOrderMark)
	}
	if lines {
		text = onlyLine(text, at)
	}
	refusal := invalidJSON(jsondoc.NewSource(text, jsondoc.JSON), &jsonscan.Error{Reason: syntax.Reason, Offset: at})
	var invalid *op.Invalid
	if errors.As(refusal, &invalid) {
		v := &invalid.Violations[0]
		v.Hint, _, _ = strings.Cut(v.Hint, ", or send dialect jsonc") // there is none here
		if syntax.Reason == jsonscan.DepthExceeded {
			v.Message = fmt.Sprintf("the document is nested deeper than %d levels", depth)
		}
	}
	return refusal
}

// onlyLine leaves of a text the line that has an offset, where it was, with
// spaces for what stands in the lines before it.
func onlyLine(text []byte, offset int) []byte {
	end := len(text)
	if i := bytes.IndexByte(text[offset:], '\n'); i >= 0 {
		end = offset + i
	}
	only := bytes.Clone(text[:end])
	for i := range only[:bytes.LastIndexByte(text[:offset], '\n')+1] {
		if only[i] != '\n' && only[i] != '\r' {
			only[i] = ' '
		}
	}
	return only
}
