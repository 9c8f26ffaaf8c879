package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"io"
	"maps"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
)

// operation is one of the catalogue, GET /v1/operations.
type operation struct {
	ID, Method, URL string
	Varies          bool
	Examples        []struct{ Input json.RawMessage }
}

// call is the code of one example in one form.
type call struct {
	op   *operation
	form string // as its tab is called
	text string
	want []byte // what the API answers
	out  []byte // what the code prints
	err  error
}

// forms of the code on every page, in their order.
var forms = []string{"curl", "JavaScript", "Python", "Go", "CLI", "MCP"}

// site is a server with what every operation needs, and its key.
type site struct {
	*session
	base string
}

// pages runs the code that the pages of the operations show.
func (r *report) pages(bin, scratch string) {
	began, failed, run := time.Now(), r.failed, r.run
	calls, err := r.everyCall(bin, filepath.Join(scratch, "pages"))
	if err != nil {
		r.run++
		r.fail("pages", err)
		return
	}
	counts := map[string]int{}
	for _, c := range calls {
		r.run++
		counts[c.form]++
		if err := c.judge(); err != nil {
			r.fail(fmt.Sprintf("/tools/%s (%s)", c.op.ID, c.form), fmt.Errorf("%w\n%s", err, c.text))
		}
	}
	if r.failed == failed {
		fmt.Printf("ok    pages and help of the tools: %d pieces of code %v, %.1f s\n", r.run-run, counts, time.Since(began).Seconds())
	}
}

// everyCall starts a server, reads the pages, and runs all that they show.
func (r *report) everyCall(bin, scratch string) ([]*call, error) {
	w, err := open(bin, scratch)
	if err != nil {
		return nil, err
	}
	defer w.end()
	body, err := w.get("/v1/operations")
	if err != nil {
		return nil, err
	}
	var catalogue struct {
		Data struct{ Operations []*operation }
	}
	if err := json.Unmarshal(body, &catalogue); err != nil {
		return nil, err
	}
	var calls []*call
	for _, o := range catalogue.Data.Operations {
		found, err := w.calls(o)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", o.ID, err)
		}
		calls = append(calls, found...)
	}
	return calls, w.runAll(calls)
}

// open starts the server.
func open(bin, scratch string) (*site, error) {
	s, err := newSession(bin, "", scratch)
	if err != nil {
		return nil, err
	}
	model, err := provider()
	if err != nil {
		return nil, err
	}
	models := filepath.Join(s.state, "models.yaml")
	if err := os.WriteFile(models, fmt.Appendf(nil, modelsFile, model), 0o600); err != nil {
		return nil, err
	}
	s.env = append(s.env, "TOOLCRIB_AI_MODELS_FILE="+models, "TOOLCRIB_AI_PRIVATE=yes",
		"TOOLCRIB_RATE_PER_MINUTE=0", "TOOLCRIB_ACCOUNT_RATE_PER_MINUTE=0", "TOOLCRIB_FREE_COMPUTE_UNITS=1000000", "TOOLCRIB_FREE_IMAGE_UNITS=1000000")
	if err := s.begin(); err != nil {
		return nil, err
	}
	s.env = append(s.env, "TOOLCRIB_KEY="+s.key)
	_, err = s.execute("toolcrib grant --account default --pool ai_tokens --units 10000000", false)
	return &site{s, "http://" + s.address}, err
}

// modelsFile leaves to the model that is built in what that can do.
const modelsFile = `endpoints: [{name: here, base-url: %s}]
models:
  - id: some-model
    rates: 10 0.25 1.5
    tasks: [ai-classify, ai-extract, ai-generate, ai-proofread, ai-rewrite, ai-translate]
    at: [{endpoint: here}]
`

// get asks for a page or an answer.
func (w *site) get(path string) ([]byte, error) {
	return w.ask(http.MethodGet, w.base+path, nil)
}

func (w *site) ask(method, address string, body []byte) ([]byte, error) {
	request, err := http.NewRequest(method, address, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	if strings.HasPrefix(address, w.base+"/v1/") {
		request.Header.Set("Authorization", "Bearer "+w.key)
	}
	if body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	if err == nil && response.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s %s: %d %.500s", method, address, response.StatusCode, answer)
	}
	return answer, err
}

// figure is a piece of code as pages show it.
var figure = regexp.MustCompile(`(?s)<figure class="code"><figcaption>([^<]*)</figcaption><pre tabindex="0"><code class="lang-\w+">(.*?)</code></pre>`)

// calls reads what the page of an operation shows for each of its examples,
// and the examples in its help.
func (w *site) calls(o *operation) (list []*call, err error) {
	var answers [][]byte
	for i, e := range o.Examples {
		page, err := w.get(fmt.Sprintf("/tools/%s?_example=%d", o.ID, i+1))
		if err != nil {
			return nil, err
		}
		want, err := w.answer(o, e.Input)
		if err != nil {
			return nil, err
		}
		answers = append(answers, want)
		var seen []string
		for _, m := range figure.FindAllSubmatch(page, -1) {
			c := &call{op: o, form: string(m[1]), text: html.UnescapeString(string(m[2])), want: want}
			seen = append(seen, c.form)
			list = append(list, c)
		}
		expected := forms
		if strings.HasSuffix(o.ID, "-sign") { // there is no key to sign with but a server's
			expected = slices.DeleteFunc(slices.Clone(forms), func(f string) bool { return f == "CLI" })
		}
		if !slices.Equal(seen, expected) {
			return nil, fmt.Errorf("the page shows the forms %v", seen)
		}
	}
	helps, err := w.helps(o, answers, list)
	return append(list, helps...), err
}

// answer is what the API says to an input.
func (w *site) answer(o *operation, input json.RawMessage) ([]byte, error) {
	if o.Method != http.MethodGet {
		return w.ask(o.Method, o.URL, input)
	}
	var members map[string]json.RawMessage
	if err := json.Unmarshal(input, &members); err != nil {
		return nil, err
	}
	query := url.Values{}
	for _, name := range slices.Sorted(maps.Keys(members)) {
		values := []json.RawMessage{members[name]}
		if members[name][0] == '[' {
			if err := json.Unmarshal(members[name], &values); err != nil {
				return nil, err
			}
		}
		for _, v := range values {
			text := string(v)
			if v[0] == '"' {
				if err := json.Unmarshal(v, &text); err != nil {
					return nil, err
				}
			}
			query.Add(name, text)
		}
	}
	return w.ask(http.MethodGet, o.URL+"?"+query.Encode(), nil)
}

// runAll executes the code: the shell's piece by piece, that of each other
// language in one process.
func (w *site) runAll(calls []*call) error {
	dir := filepath.Join(w.state, "code")
	if err := os.Mkdir(dir, 0o700); err != nil {
		return err
	}
	byForm := map[string][]*call{}
	for _, c := range calls {
		byForm[c.form] = append(byForm[c.form], c)
	}
	done := make(chan error)
	go func() {
		done <- errors.Join(w.drive(dir, "js", "mjs", "node", byForm["JavaScript"]), w.drive(dir, "py", "py", "python3", byForm["Python"]), w.compile(dir, byForm["Go"]))
	}()
	for _, form := range []string{"curl", "CLI", "MCP", "help"} {
		for _, c := range byForm[form] {
			cmd := exec.Command("sh", "-c", c.text)
			cmd.Dir, cmd.Env = w.folder, w.env
			c.out, c.err = cmd.Output()
		}
	}
	return <-done
}
