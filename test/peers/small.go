package main

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"time"

	"github.com/google/uuid"
	"github.com/rivo/uniseg"
	standard "github.com/robfig/cron/v3"

	"toolcrib/internal/op"
	_ "toolcrib/internal/ops/developer"
	"toolcrib/internal/ops/text/cron"
	"toolcrib/internal/ops/text/prose"
	"toolcrib/internal/ops/text/regex"
	"toolcrib/internal/ops/uuid/rfc9562"
)

// textJobs are those on texts for which people call a function of their
// language.
var textJobs = append([]job{
	{
		name: "base64", title: "base64 encode", check: checkBase64, makeInput: one((*maker).log),
		peers: []contestant{inProcess("encoding/base64", func(in input) (any, error) { return base64.StdEncoding.EncodeToString(in.bytes[0]), nil })},
	}, {
		name: "unbase64", title: "base64 decode", check: checkUnbase64, makeInput: one((*maker).encoded),
		peers: []contestant{inProcess("encoding/base64", func(in input) (any, error) { return base64.StdEncoding.DecodeString(in.texts[0]) })},
	}, {
		name: "graphemes", title: "graphemes, mixed", check: checkGraphemes, makeInput: one((*maker).mixed),
		peers: []contestant{inProcess("rivo/uniseg", usualGraphemes)},
	}, {
		name: "graphemes-ascii", title: "graphemes, ASCII", check: checkGraphemes, makeInput: one((*maker).log),
		peers: []contestant{inProcess("rivo/uniseg", usualGraphemes)},
	},
}, regexJobs()...)

// countJobs make things that are counted.
var countJobs = []job{
	{
		name: "uuid4", title: "UUID version 4", counted: batch, varies: true, check: checkUUIDs(4), makeInput: one(nothing),
		peers: []contestant{inProcess("google/uuid", usualUUIDs(uuid.NewRandom))},
	}, {
		name: "uuid7", title: "UUID version 7", counted: batch, varies: true, check: checkUUIDs(7), makeInput: one(nothing),
		peers: []contestant{inProcess("google/uuid", usualUUIDs(uuid.NewV7))},
	}, {
		name: "cron", title: "cron: parse, next five, description", counted: len(expressions), check: checkCron, makeInput: one(nothing),
		peers: []contestant{inProcess("robfig/cron, no description", usualCron)},
	},
}

func init() {
	ours["base64"] = operation("base64-encoder", `{"text":%s}`)
	ours["unbase64"] = operation("base64-encoder", `{"text":%s,"mode":"decode"}`)
	ours["graphemes"] = func(in input) (any, error) { return strconv.Itoa(prose.Graphemes(in.texts[0])), nil }
	ours["graphemes-ascii"] = ours["graphemes"]
	ours["uuid4"] = ourUUIDs(func(ctx context.Context) ([]rfc9562.UUID, error) { return rfc9562.V4(op.Random(ctx), batch) })
	ours["uuid7"] = ourUUIDs(func(ctx context.Context) ([]rfc9562.UUID, error) {
		return rfc9562.V7(op.Random(ctx), op.Now(ctx), batch)
	})
	ours["cron"] = ourCron
}

func nothing(*maker) []byte { return nil }

// operation runs an operation on an input that was decoded beforehand.
func operation(id, body string) function {
	decoded := map[string]op.Input{}
	o := op.Find(id)
	return func(in input) (any, error) {
		file := in.files[0]
		if _, ok := decoded[file]; !ok {
			text, err := json.Marshal(in.texts[0])
			if err != nil {
				return nil, err
			}
			if decoded[file], err = o.Decode(op.JSON(fmt.Appendf(nil, body, text)), op.DefaultLimits()); err != nil {
				return nil, err
			}
		}
		out, err := o.Run(context.Background(), decoded[file])
		return func() []byte { return o.AppendData(nil, out) }, err
	}
}

func (m *maker) encoded() []byte {
	m.size = m.size / 4 * 3
	return []byte(base64.StdEncoding.EncodeToString(m.log()))
}

// member is a text of our answer, or the answer where it is no JSON.
func member(answer []byte, name string) string {
	var fields map[string]json.RawMessage
	var text string
	if json.Unmarshal(answer, &fields) != nil || json.Unmarshal(fields[name], &text) != nil {
		return string(answer)
	}
	return text
}

func checkBase64(in input, answer []byte) (string, error) {
	return "", equal(member(answer, "base64"), base64.StdEncoding.EncodeToString(in.bytes[0]))
}

func checkUnbase64(in input, answer []byte) (string, error) {
	want, err := base64.StdEncoding.DecodeString(in.texts[0])
	return "", errors.Join(err, equal(member(answer, "text"), string(want)))
}

func equal(got, want string) error {
	if got != want {
		return errors.New("another answer than the standard library's")
	}
	return nil
}

// mixed is English with the signs, names and emoji of today. Indic conjuncts are
// left out: uniseg counts them by an older rule.
func (m *maker) mixed() []byte {
	return m.repeat("", " ", "\n", func(int) string {
		return m.sentence(7) + pick(m, []string{" — ", " “naïve café” ", " 👨‍👩‍👧‍👦 ", " สวัสดีชาวโลก ", " 日本語 ", ", "}) + m.sentence(5) + "."
	})
}

func usualGraphemes(in input) (any, error) {
	return strconv.Itoa(uniseg.GraphemeClusterCount(in.texts[0])), nil
}

// checkGraphemes wants what uniseg counts, another program by the same rules.
func checkGraphemes(in input, answer []byte) (string, error) {
	if want := uniseg.GraphemeClusterCount(in.texts[0]); string(answer) != strconv.Itoa(want) {
		return "", fmt.Errorf("%s graphemes, not %d", answer, want)
	}
	return "", nil
}

// batch is how many UUIDs are made at a time.
const batch = 1000

func ourUUIDs(generate func(context.Context) ([]rfc9562.UUID, error)) function {
	env := op.Env{Now: time.Now, Random: rand.Reader}
	return func(input) (any, error) {
		list, err := generate(env.With(context.Background()))
		return func() []byte { return inLines(list) }, err
	}
}

func usualUUIDs(generate func() (uuid.UUID, error)) function {
	return func(input) (any, error) {
		list := make([]uuid.UUID, batch)
		for i := range list {
			var err error
			if list[i], err = generate(); err != nil {
				return nil, err
			}
		}
		return func() []byte { return inLines(list) }, nil
	}
}

// inLines writes values, each on a line.
func inLines[T fmt.Stringer](list []T) []byte {
	var text []byte
	for _, v := range list {
		text = append(append(text, v.String()...), '\n')
	}
	return text
}

// checkUUIDs wants a batch of different UUIDs of a version.
func checkUUIDs(version int) check {
	return func(_ input, answer []byte) (string, error) {
		list := splitLines(string(answer))
		for _, text := range list {
			u, err := uuid.Parse(text)
			if err != nil {
				return "", err
			}
			if int(u.Version()) != version || u.Variant() != uuid.RFC4122 {
				return "", fmt.Errorf("%s is not of version %d", text, version)
			}
		}
		slices.Sort(list)
		if len(slices.Compact(list)) != batch {
			return "", fmt.Errorf("not %d different ones", batch)
		}
		return "", nil
	}
}

// expressions are of the kinds that people write.
var expressions = []string{"*/15 * * * *", "30 4 1,15 * 5", "0 9 * * MON-FRI", "30 2 * * *", "0 0 29 2 *", "0 0 31 2,3 *"}

var schedulesFrom = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

func ourCron(input) (any, error) {
	var text []byte
	for _, e := range expressions {
		s, faults := cron.Parse(e, cron.Standard)
		if len(faults) > 0 {
			return nil, fmt.Errorf("%s: %v", e, faults[0])
		}
		if s.Describe(cron.Clock12) == "" {
			return nil, errors.New("no description")
		}
		for _, at := range s.Runs(schedulesFrom, time.UTC, 5, cron.Options{}).Runs {
			text = at.AppendFormat(text, time.RFC3339)
		}
	}
	return text, nil
}

func usualCron(input) (any, error) {
	var text []byte
	for _, e := range expressions {
		s, err := standard.ParseStandard(e)
		if err != nil {
			return nil, err
		}
		at := schedulesFrom
		for range 5 {
			at = s.Next(at)
			text = at.AppendFormat(text, time.RFC3339)
		}
	}
	return text, nil
}

func checkCron(in input, answer []byte) (string, error) {
	want, err := usualCron(in)
	if err != nil {
		return "", err
	}
	return "", equal(string(answer), string(want.([]byte)))
}

// regexJobs count the matches of patterns that people write.
func regexJobs() (list []job) {
	for _, p := range []struct{ name, title, pattern string }{
		{"regex-email", "regex, e-mail", `[\w.+-]+@[\w-]+\.[\w.-]+`},
		{"regex-phone", "regex, phone", `\+?\d[\d -]{7,}\d`},
		{"regex-words", "regex, words", `\w+`},
		{"regex-quoted", "regex, quoted", `"[^"\n]*"`},
	} {
		usual := regexp.MustCompile(p.pattern)
		count := func(in input) (any, error) { return strconv.Itoa(len(usual.FindAllStringIndex(in.texts[0], -1))), nil }
		re, err := regex.Compile(p.pattern, regex.Flags{Global: true})
		ours[p.name] = func(in input) (any, error) {
			n := 0
			for _, err := range re.Matches(context.Background(), in.texts[0]) {
				if err != nil {
					return nil, err
				}
				n++
			}
			return strconv.Itoa(n), err
		}
		list = append(list, job{
			name: p.name, title: p.title, makeInput: one((*maker).contacts), peers: []contestant{inProcess("regexp", count)},
			check: func(in input, answer []byte) (string, error) {
				return "", equal(string(answer), must(count(in)).(string))
			},
		})
	}
	return list
}

// contacts is prose with an address, a number or a quotation now and then.
func (m *maker) contacts() []byte {
	return m.repeat("", "\n", "\n", func(int) string {
		switch m.IntN(4) {
		case 0:
			return m.sentence(8) + " " + pick(m, logins) + "@example.com " + m.sentence(4)
		case 1:
			return fmt.Sprintf("%s +91 %05d %05d %s", m.sentence(6), m.IntN(100_000), m.IntN(100_000), m.sentence(6))
		case 2:
			return m.sentence(5) + ` "` + m.sentence(4) + `" ` + m.sentence(3)
		}
		return m.sentence(12)
	})
}
