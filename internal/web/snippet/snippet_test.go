package snippet_test

import (
	"context"
	"encoding/json"
	"go/format"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"toolcrib/internal/op"
	_ "toolcrib/internal/ops"
	"toolcrib/internal/web/snippet"
)

// hostile has what breaks out of quotes somewhere, or is lost on the way.
const hostile = "'\"`$(touch x)${x}\\ \\n %s %2F #{x}\n<script>\t\u202eabc\u2066 ' '' ''' \"\"\" `+` é नमस्ते 👨‍👩‍👧 \u2028 \u00a0 $& !! ; & | > ~ *\x7f"

// sent is what a call brought.
type sent struct {
	Method, Path, Query, Body, Auth, Type string
}

// stub answers every call and hands over what it was.
func stub(t *testing.T) (base string, calls chan sent) {
	calls = make(chan sent, 1)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		calls <- sent{r.Method, r.URL.Path, r.URL.RawQuery, string(body), r.Header.Get("Authorization"), r.Header.Get("Content-Type")}
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, `{"success":true,"data":{"answer":42}}`)
	}))
	t.Cleanup(server.Close)
	return server.URL + "/sub", calls
}

// run executes code as a reader would, and returns what it prints.
func run(t *testing.T, code snippet.Code) string {
	t.Helper()
	dir := t.TempDir()
	file := filepath.Join(dir, code.File)
	if err := os.WriteFile(file, []byte(code.Text), 0o600); err != nil {
		t.Fatal(err)
	}
	command := map[string][]string{
		"sh": {"sh", file}, "js": {"node", file}, "python": {"python3", file}, "go": {"go", "run", file},
	}[code.Lang]
	cmd := exec.CommandContext(t.Context(), command[0], command[1:]...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), snippet.Key+"=tc_test_$'\"", "NO_PROXY=127.0.0.1", "no_proxy=127.0.0.1")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s\n%s", code.ID, err, out, code.Text)
	}
	return string(out)
}

// calls with whatever could be read otherwise, of an operation with a query
// and of one with a body.
func inputs() map[string][]byte {
	text := func(s string) []byte { return op.AppendString(nil, s) }
	return map[string][]byte{
		"uuid-validate":      []byte(`{"uuid":` + string(text(hostile[:60])) + `,"strict":true}`),
		"find-and-replace":   []byte(`{"text":` + string(text(hostile)) + `,"find":` + string(text("$1`'\"\\")) + `,"replace":` + string(text(hostile+"'")) + `}`),
		"json-to-csv":        []byte(`{"json":[{"n":12345678901234567890,"m":1.50,"__proto__":1,"t":` + string(text("\x00"+hostile)) + `}]}`),
		"tip-calculator":     []byte(`{"bill":86.40,"tip_percent":18}`),
		"emi-calculator":     []byte(`{"principal":100000,"annual_rate":12,"tenure_months":12}`),
		"timezone-converter": []byte(`{"datetime":"2026-11-20T15:00+05:30","to":["UTC","Asia/Kolkata"]}`),
	}
}

// TestRun executes the code of every language against a server that notes what
// it is asked: whatever the input holds, it arrives as it was.
func TestRun(t *testing.T) {
	base, calls := stub(t)
	for id, input := range inputs() {
		o := op.Find(id)
		for _, code := range snippet.All(snippet.Call{Op: o, Base: base, Input: input}) {
			if code.ID == "cli" {
				continue
			}
			t.Run(id+"/"+code.ID, func(t *testing.T) {
				if out := run(t, code); !strings.Contains(out, "42") {
					t.Errorf("prints %q", out)
				}
				got := <-calls
				if got.Auth != "Bearer tc_test_$'\"" {
					t.Errorf("sent the key as %q", got.Auth)
				}
				switch {
				case code.ID == "mcp":
					var message struct {
						Method string
						Params struct {
							Name      string
							Arguments json.RawMessage
						}
					}
					if err := json.Unmarshal([]byte(got.Body), &message); err != nil || got.Path != "/sub/mcp" || message.Method != "tools/call" || message.Params.Name != id {
						t.Errorf("sent %+v: %v", got, err)
					}
					same(t, o, op.JSON(message.Params.Arguments), input)
				case o.Method == "GET":
					if got.Method != "GET" || got.Path != "/sub"+o.Path || got.Body != "" {
						t.Errorf("sent %+v", got)
					}
					same(t, o, op.Query(got.Query), input)
				default:
					if got.Method != "POST" || got.Path != "/sub"+o.Path || got.Query != "" || got.Type != "application/json" {
						t.Errorf("sent %+v", got)
					}
					same(t, o, op.JSON([]byte(got.Body)), input)
				}
			})
		}
	}
}

// same compares a source with an input by what the operation answers.
func same(t *testing.T, o *op.Op, got op.Source, want []byte) {
	t.Helper()
	if a, b := answer(t, o, got), answer(t, o, op.JSON(want)); a != b {
		t.Errorf("is answered by %s, not by %s", a, b)
	}
}

func answer(t *testing.T, o *op.Op, src op.Source) string {
	t.Helper()
	in, err := o.Decode(src, op.DefaultLimits())
	if err != nil {
		t.Fatal(err)
	}
	out, err := o.Run(op.SampleEnv().With(t.Context()), in)
	if err != nil {
		t.Fatal(err)
	}
	return string(o.AppendData(nil, out))
}

// TestCLI lets a shell take the command lines apart and reads their flags.
func TestCLI(t *testing.T) {
	for id, input := range inputs() {
		o := op.Find(id)
		line := snippet.CLI(o, input)
		script := "toolcrib() { printf '%s\\0' \"$@\"; cat; }\n" + line
		cmd := exec.CommandContext(t.Context(), "sh", "-c", script)
		cmd.Stdin = strings.NewReader("")
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("%s: %v\n%s", id, err, line)
		}
		args := strings.Split(string(out), "\x00")
		rest := args[len(args)-1]
		args = args[:len(args)-1]
		if len(args) < 2 || args[0] != "run" || args[1] != id {
			t.Fatalf("%s: arguments %q", id, args)
		}
		if reflect.DeepEqual(args[2:], []string{"--input", "-"}) {
			same(t, o, op.JSON([]byte(rest)), input)
			continue
		}
		var fields []op.Field
		for i := 2; i+1 < len(args); i += 2 {
			value := args[i+1]
			value = strings.TrimPrefix(value, "@")
			fields = append(fields, op.Field{Name: strings.ReplaceAll(strings.TrimPrefix(args[i], "--"), "-", "_"), Value: value})
		}
		same(t, o, op.Fields(fields), input)
	}
	if got, want := snippet.CLI(op.Find("md5-generator"), []byte(`{"text":"@home"}`)), "toolcrib run md5-generator --text @@home\n"; got != want {
		t.Errorf("a text with an @ is %q, want %q", got, want)
	}
}

// TestForms: what cannot be carried out is not shown. A link is signed with a
// key, which the command line has none of; a model must be named to it.
func TestForms(t *testing.T) {
	for id, want := range map[string]string{
		"text-to-slug": "curl javascript python go cli mcp", "og-sign": "curl javascript python go mcp",
		"ai-translate": "curl javascript python go cli mcp",
	} {
		o := op.Find(id)
		var forms []string
		for _, code := range snippet.All(snippet.Call{Op: o, Base: "https://tools.example", Input: []byte(o.Examples[0].In)}) {
			forms = append(forms, code.ID)
			if code.ID != "cli" {
				continue
			}
			if asks := strings.HasPrefix(code.Text, "# asks the model that TOOLCRIB_AI_BASE_URL "); asks != (id == "ai-translate") || asks == (code.Extra == "local") {
				t.Errorf("%s: %q says %q beside it", id, code.Text, code.Extra)
			}
		}
		if got := strings.Join(forms, " "); got != want {
			t.Errorf("%s has the forms %s", id, got)
		}
	}
}

// TestEveryExample looks at the code of all documented calls without running
// it: Go is formatted as gofmt has it, and nothing reads otherwise than it runs.
func TestEveryExample(t *testing.T) {
	for _, o := range op.All() {
		for _, e := range o.Examples {
			for _, code := range snippet.All(snippet.Call{Op: o, Base: "https://tools.example/x", Input: []byte(e.In)}) {
				if code.Text == "" || strings.ContainsAny(code.Text, "\u202e\u2066\r") {
					t.Errorf("%s, %s: %q", o.ID, code.ID, code.Text)
				}
				if code.ID != "go" {
					continue
				}
				if formatted, err := format.Source([]byte(code.Text)); err != nil || string(formatted) != code.Text {
					t.Errorf("%s: not as gofmt has it: %v\n%s", o.ID, err, code.Text)
				}
			}
		}
	}
}

// TestExamplesParse lets Python and Node read all their examples at once.
func TestExamplesParse(t *testing.T) {
	var python []string
	var scripts strings.Builder
	for _, o := range op.All() {
		for _, e := range o.Examples {
			for _, code := range snippet.All(snippet.Call{Op: o, Base: "https://tools.example", Input: []byte(e.In)}) {
				switch code.ID {
				case "python":
					python = append(python, code.Text)
				case "javascript":
					scripts.WriteString("async function f" + strings.ReplaceAll(o.ID, "-", "_") + "() {\n" + code.Text + "}\n")
				}
			}
		}
	}
	list, err := json.Marshal(python)
	if err != nil {
		t.Fatal(err)
	}
	check(t, string(list), "python3", "-c", "import ast,json,sys\nfor code in json.load(sys.stdin): ast.parse(code)")
	check(t, scripts.String(), "node", "--check", "-")
}

func check(t *testing.T, input string, command ...string) {
	t.Helper()
	cmd := exec.CommandContext(context.Background(), command[0], command[1:]...)
	cmd.Stdin = strings.NewReader(input)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v: %v\n%.2000s", command, err, out)
	}
}
