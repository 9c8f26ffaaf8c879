package service_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"log/slog"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/oklog/ulid/v2"

	"toolcrib/internal/account"
	"toolcrib/internal/cli"
	"toolcrib/internal/engine"
	"toolcrib/internal/op"
	"toolcrib/internal/op/optest"
	"toolcrib/internal/service"
)

var update = flag.Bool("update", false, "write the golden files anew")

// golden is one line of a golden file.
type golden struct {
	Example string          `json:"example"`
	In      json.RawMessage `json:"in"`
	Out     json.RawMessage `json:"out"`
}

// TestGolden holds every example of every operation to one answer, byte for
// byte, through every door, and that answer to the golden file beside the
// operation, where a person has compared it with the contract. Input and
// output are valid by the published schemas in the eyes of a validator that
// knows nothing of ours.
func TestGolden(t *testing.T) {
	for _, o := range op.All() {
		t.Run(o.ID, func(t *testing.T) {
			t.Parallel()
			h := newHouse(t, defaults(t), op.SampleEnv())
			input, output := compile(t, o.Input()), compile(t, o.Output())
			var got []golden
			for _, e := range o.Examples {
				want, err := o.Sample(e)
				if err != nil {
					t.Fatal(err)
				}
				valid(t, input, e.In)
				valid(t, output, string(want))
				for door, answer := range h.doors(o, e.In) {
					// What is left is the account's: where there is none, nothing is.
					answer = balanceAfter.ReplaceAllString(answer, `"balance_after":null`)
					if answer != string(want) {
						t.Errorf("%s: %s answers\n%s\nwant\n%s", e.Name, door, answer, want)
					}
				}
				// The bytes of a picture are told by their digest beside them.
				if o.Media != nil {
					want = pictureBytes.ReplaceAll(want, nil)
				}
				got = append(got, golden{e.Name, json.RawMessage(e.In), want})
			}
			compareGolden(t, o, got)
		})
	}
}

var balanceAfter = regexp.MustCompile(`"balance_after":\d+`)

var pictureBytes = regexp.MustCompile(`"(image_base64|data_uri)":"[^"]*",`)

// doors asks for an answer at every door there is, each with the same fixed
// clock and randomness.
func (h *house) doors(o *op.Op, input string) map[string]string {
	h.t.Helper()
	h.grantOf(account.Pool(o.Pool), max(o.Units()*2, 10_000))
	h.open(defaults(h.t), op.SampleEnv())
	w := h.call(o, input)
	if w.Code != 200 {
		h.t.Fatalf("REST: %d %s", w.Code, w.Body)
	}
	return map[string]string{
		"REST":             data(h.t, w.Body.Bytes()),
		"a tool call":      h.toolCall(o, input),
		"CLI with --input": run(h.t, input, o.ID, "--input", "-"),
		"CLI with flags":   run(h.t, "", append([]string{o.ID}, flagsOf(h.t, o, input)...)...),
	}
}

// toolCall hands the engine an object of arguments, as the tool calls of
// agents come, whatever the method of the operation.
func (h *house) toolCall(o *op.Op, input string) string {
	h.t.Helper()
	e := service.Build(defaults(h.t), "http://toolcrib.test", h.store, op.SampleEnv(), slog.New(slog.DiscardHandler)).Engine
	key, err := account.NewKeyring(h.store, op.SampleEnv().Now).Lookup(h.t.Context(), h.key)
	if err != nil {
		h.t.Fatal(err)
	}
	result, refused := e.Do(h.t.Context(), engine.Call{ID: ulid.Make().String(), Key: key, Op: o, Source: op.JSON([]byte(input))})
	if refused != nil {
		h.t.Fatalf("engine: %s", refused.Detail)
	}
	return data(h.t, result.Body)
}

// run is "toolcrib run" in this process.
func run(t *testing.T, stdin string, args ...string) string {
	t.Helper()
	var out, errs bytes.Buffer
	code := cli.Main(cli.Process{
		Args: append([]string{"run"}, args...), Stdin: strings.NewReader(stdin), Stdout: &out, Stderr: &errs, Env: op.SampleEnv(),
	})
	if code != 0 {
		t.Fatalf("toolcrib run %q: exit %d: %s", args, code, errs.String())
	}
	return strings.TrimSuffix(out.String(), "\n")
}

// flagsOf writes an input as flags: a list as one flag for each item, an
// object as JSON, and so a list that is a document.
func flagsOf(t *testing.T, o *op.Op, input string) (args []string) {
	t.Helper()
	documents := map[string]bool{}
	for _, p := range o.Params() {
		documents[p.Name] = p.Schema.Get("x-document") == true
	}
	for name, raw := range members(t, input) {
		var items []json.RawMessage
		if documents[name] || json.Unmarshal(raw, &items) != nil {
			items = []json.RawMessage{raw}
		}
		for _, item := range items {
			var text string
			if json.Unmarshal(item, &text) != nil {
				text = string(item)
			}
			if strings.HasPrefix(text, "@") {
				text = "@" + text
			}
			args = append(args, "--"+strings.ReplaceAll(name, "_", "-"), text)
		}
	}
	return args
}

func compile(t *testing.T, schema op.Object) optest.Schema {
	t.Helper()
	s, err := optest.Compile(schema)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func valid(t *testing.T, s optest.Schema, doc string) {
	t.Helper()
	if err := s.Validate([]byte(doc)); err != nil {
		t.Errorf("%s\nis not valid by the published schema: %v", doc, err)
	}
}

func compareGolden(t *testing.T, o *op.Op, got []golden) {
	t.Helper()
	path := filepath.Join("..", "ops", o.Group(), "testdata", "golden", o.ID+".json")
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	b.WriteString("[\n")
	for i, g := range got {
		if i > 0 {
			b.WriteString(",\n")
		}
		if err := e.Encode(g); err != nil {
			t.Fatal(err)
		}
	}
	b.WriteString("]\n")
	if *update {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v; compare the answers with the contract, then run the test with -update", err)
	}
	have, lines := strings.Split(string(want), "\n"), strings.Split(b.String(), "\n")
	for i := range max(len(have), len(lines)) {
		if i >= len(have) || i >= len(lines) || have[i] != lines[i] {
			t.Fatalf("%s differs from line %d on; compare the answers with the contract, then run the test with -update and look at the change", path, i+1)
		}
	}
}
