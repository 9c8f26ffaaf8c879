package ai

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"toolcrib/internal/num"
	"toolcrib/internal/op"
)

// bare is a reply without the fence of a code block around it, which models put
// around JSON although they were asked for nothing else.
func bare(reply string) string {
	s := strings.TrimSpace(reply)
	if rest, ok := strings.CutPrefix(s, "```"); ok {
		if _, body, found := strings.Cut(rest, "\n"); found {
			s = strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(body), "```"))
		}
	}
	return s
}

// object reads a reply that is one JSON value and nothing behind it.
func object(reply string, into any) error {
	d := json.NewDecoder(strings.NewReader(bare(reply)))
	if err := d.Decode(into); err != nil {
		return errNotJSON
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return errNotJSON
	}
	return nil
}

var (
	errNotJSON = errors.New("ai: the reply is not the JSON that was asked for")
	errScore   = errors.New("ai: the reply has a score that is no number in its range")
)

// score is a number of a reply in thousandths, between two whole numbers.
func score(n json.Number, lo, hi int64) (num.Dec, error) {
	d, err := num.Parse(string(n))
	if err != nil || d.Cmp(num.FromInt(lo)) < 0 || d.Cmp(num.FromInt(hi)) > 0 {
		return num.Dec{}, errScore
	}
	return d.Round(3, num.HalfEven), nil
}

// thousandths is a score of the model that is built in.
func thousandths(n int) num.Dec { return num.Scaled(int64(n), 3) }

// members is the JSON Schema of an object that has all of its members and no
// others; they are given as name and schema.
func members(pairs ...string) op.Raw {
	var b bytes.Buffer
	b.WriteString(`{"type":"object","properties":{`)
	var names []string
	for i := 0; i < len(pairs); i += 2 {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, "%q:%s", pairs[i], pairs[i+1])
		names = append(names, fmt.Sprintf("%q", pairs[i]))
	}
	fmt.Fprintf(&b, `},"required":[%s],"additionalProperties":false}`, strings.Join(names, ","))
	return b.Bytes()
}

// asJSON is a list of texts as one part of a prompt.
func asJSON(texts []string) string { return string(op.Append(nil, texts)) }

// replaced is a model's version of a text with the white space around it that
// the text has, for models leave it out.
func replaced(text, reply string) string {
	inner := strings.TrimSpace(text)
	at := strings.Index(text, inner)
	return text[:at] + strings.TrimSpace(reply) + text[at+len(inner):]
}
