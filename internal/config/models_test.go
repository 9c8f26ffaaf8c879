package config_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"toolcrib/internal/config"
)

// canary is a key that no error may tell.
const canary = "sk-canary-0123456789"

const wellModels = `
endpoints:
- name: cloud
  base-url: https://api.example.com/v1/
  key: ` + canary + `
  timeout: 20s
- name: office
  base-url: https://models.example.org:8443/openai
models:
- id: quick
  rates: 10 0.25 1.5
  tasks: [ai-summarize, ai-rewrite]
  max-output: 4096
  at:
  - {endpoint: cloud, model: org/quick-1:7b, limit: max_completion_tokens, temperature: no, form: json_object}
  - {endpoint: office}
- id: 1.10
  at: [{endpoint: office, form: none}]
`

// withModels loads settings with a file of models.
func withModels(t *testing.T, text string, flags ...string) (config.Settings, error) {
	t.Helper()
	name := filepath.Join(t.TempDir(), "models.yaml")
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	s, _, err := load(t, append(flags, "ai-models-file="+name), nil, "")
	return s, err
}

func TestModelsFile(t *testing.T) {
	s, err := withModels(t, wellModels)
	if err != nil {
		t.Fatal(err)
	}
	models, err := s.Models()
	if err != nil || len(models) != 2 {
		t.Fatalf("%+v, %v", models, err)
	}
	quick, plain := models[0], models[1]
	if quick.ID != "quick" || strings.Join(quick.Tasks, " ") != "ai-summarize ai-rewrite" || quick.MaxOutput != 4096 || len(quick.Routes) != 2 ||
		quick.Rates.Fee != 10 || quick.Rates.Cost(101, 33) != 10+75 { // the contract's worked example, and the fee
		t.Errorf("%+v", quick)
	}
	cloud := config.Endpoint{Name: "cloud", BaseURL: "https://api.example.com/v1", Key: canary, Timeout: 20 * time.Second}
	if want := (config.Route{Endpoint: cloud, Model: "org/quick-1:7b", CompletionLimit: true, FixedTemperature: true, Form: "json_object"}); quick.Routes[0] != want {
		t.Errorf("%+v", quick.Routes[0])
	}
	office := config.Endpoint{Name: "office", BaseURL: "https://models.example.org:8443/openai", Timeout: time.Minute}
	if want := (config.Route{Endpoint: office, Model: "quick", Form: "json_schema"}); quick.Routes[1] != want {
		t.Errorf("%+v", quick.Routes[1])
	}
	if plain.ID != "1.10" || plain.Tasks != nil || plain.MaxOutput != 8192 || plain.Rates.Cost(2, 3) != 5 || plain.Routes[0].Form != "none" {
		t.Errorf("%+v", plain)
	}
}

func TestModelsFileFaults(t *testing.T) {
	for name, c := range map[string]struct{ old, new, want string }{
		"broken":                {"  timeout: 20s", "  timeout: [", "ai-models-file:"},
		"key that is open":      {canary, `"` + canary, "ai-models-file:"},
		"key that is a list":    {canary, "[" + canary + "]", "one plain value"},
		"key with a colon":      {canary, canary + ": x", "ai-models-file:"},
		"no such member":        {"  key:", "  kee:", `unknown field "kee"`},
		"twice":                 {"  timeout: 20s", "  key: x", `"key" already defined`},
		"key of two words":      {canary, canary + " x", "visible ASCII"},
		"key of other letters":  {canary, canary + "é", "visible ASCII"},
		"key twice":             {"  timeout: 20s", "  key-file: x", "set one"},
		"no key file":           {"key: " + canary, "key-file: nowhere/key", "key-file: open"},
		"name twice":            {"name: office", "name: cloud", "a name of its own"},
		"no name":               {"name: office", "name: ''", "a name of its own"},
		"http":                  {"https://api", "http://api", "ai-private allows them"},
		"private address":       {"api.example.com", "10.0.0.1", "ai-private allows them"},
		"local name":            {"api.example.com", "localhost", "ai-private allows them"},
		"mail":                  {"api.example.com", "api.example.com:25", "port 25"},
		"password":              {"api.example.com", "u:p@api.example.com", "user or password"},
		"query":                 {"/v1/", "/v1?version=2", "holds a query"},
		"no URL":                {"base-url: https://api.example.com/v1/", "base-url: ''", "not an absolute URL"},
		"no time":               {"20s", "0s", "1s to 60s"},
		"too much time":         {"20s", "2m", "1s to 60s"},
		"built in":              {"id: quick", "id: Local-1", "built in"},
		"id":                    {"id: quick", "id: a b", "letter or digit first"},
		"id twice":              {"id: quick", "id: '1.10'", "an id of its own"},
		"rates of two":          {"10 0.25 1.5", "10 0.25", "rates:"},
		"rate below 0":          {"10 0.25 1.5", "10 -1 1.5", "rates:"},
		"rate above":            {"10 0.25 1.5", "10 1000.000001 1.5", "rates:"},
		"rate too fine":         {"10 0.25 1.5", "10 0.0000001 1.5", "rates:"},
		"fee with places":       {"10 0.25 1.5", "1.5 0.25 1.5", "rates:"},
		"fee above":             {"10 0.25 1.5", "1000001 0.25 1.5", "rates:"},
		"rate that is no limit": {"10 0.25 1.5", "10 NaN 1.5", "rates:"},
		"no output":             {"4096", "0", "from 1 to 8192"},
		"too much output":       {"4096", "8193", "from 1 to 8192"},
		"nowhere":               {"at: [{endpoint: office, form: none}]", "at: []", "at least one endpoint"},
		"unknown endpoint":      {"{endpoint: office}", "{endpoint: ofice}", `none called "ofice"`},
		"unused endpoint":       {"models:", "- {name: spare, base-url: 'https://spare.example.com'}\nmodels:", `"spare": no model is at it`},
		"limit":                 {"max_completion_tokens", "max", "max_tokens, max_completion_tokens"},
		"temperature":           {"temperature: no", "temperature: 0", "yes, no"},
		"form":                  {"json_object", "xml", "json_schema, json_object, none"},
	} {
		text := strings.Replace(wellModels, c.old, c.new, 1)
		if text == wellModels {
			t.Errorf("%s: nothing changed", name)
		}
		if _, err := withModels(t, text); err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "canary") {
			t.Errorf("%s: %v; want %q", name, err, c.want)
		}
	}
	for _, empty := range []string{"", "models: []"} {
		if _, err := withModels(t, empty); err == nil || !strings.Contains(err.Error(), "lists no models") {
			t.Errorf("%q: %v", empty, err)
		}
	}
}

// TestPrivateModels: what is refused in public may be allowed.
func TestPrivateModels(t *testing.T) {
	text := strings.Replace(wellModels, "https://api.example.com", "http://localhost:11434", 1)
	if _, err := withModels(t, text, "ai-private=yes"); err != nil {
		t.Error(err)
	}
}

func TestModelsKeyFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "key")
	for text, want := range map[string]string{canary + "\nmore\n": "", "\n": "is empty"} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		s, err := withModels(t, strings.Replace(wellModels, "key: "+canary, "key-file: "+name, 1))
		if want != "" {
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%q: %v", text, err)
			}
			continue
		}
		if models, _ := s.Models(); err != nil || models[0].Routes[0].Endpoint.Key != canary {
			t.Errorf("%+v, %v", models, err)
		}
	}
}

func TestOneModel(t *testing.T) {
	s, rows, err := load(t, []string{"ai-base-url=https://api.example.com/v1", "ai-model=m-1", "ai-rates=0 0.5 2"}, []string{"TOOLCRIB_AI_KEY=" + canary}, "")
	if err != nil {
		t.Fatal(err)
	}
	models, err := s.Models()
	if err != nil || len(models) != 1 || models[0].ID != "m-1" || models[0].Rates.Cost(2, 3) != 7 || models[0].Routes[0].Endpoint.Key != canary || models[0].Routes[0].Model != "m-1" {
		t.Errorf("%+v, %v", models, err)
	}
	if r := rows["ai-key"]; r.Public() != "xxxxx" {
		t.Errorf("the key is shown: %q", r.Public())
	}
	for want, flags := range map[string][]string{
		"set both":               {"ai-base-url=https://api.example.com/v1"},
		"go together":            {"ai-model=m"},
		"goes without":           {"ai-models-file=x", "ai-model=m"},
		"ai-models-file: open":   {"ai-models-file=nowhere/models.yaml"},
		"base-url: ":             {"ai-base-url=http://localhost:1/v1", "ai-model=m"},
		"rates: \"1\"":           {"ai-base-url=https://api.example.com/v1", "ai-model=m", "ai-rates=1"},
		"visible ASCII":          {"ai-base-url=https://api.example.com/v1", "ai-model=m", "ai-key=" + canary + "\n"},
		"ai-proxy: not a URL of": {"ai-proxy=socks5://user:canary@proxy.example:1"},
	} {
		if _, _, err := load(t, flags, nil, ""); err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "canary") {
			t.Errorf("%q: %v", flags, err)
		}
	}
	if s, rows, err := load(t, []string{"ai-proxy=http://user:canary@proxy.example:3128"}, nil, ""); err != nil {
		t.Error(err)
	} else if u, _ := s.ModelProxy(); u.Host != "proxy.example:3128" || strings.Contains(public(rows, "ai-proxy"), "canary") {
		t.Errorf("%v, shown as %q", u, public(rows, "ai-proxy"))
	}
}

func public(rows map[string]config.Row, name string) string {
	r := rows[name]
	return r.Public()
}

// TestBrokenFileTellsNoSecret: the lines around a fault may hold keys.
func TestBrokenFileTellsNoSecret(t *testing.T) {
	for _, text := range []string{"stripe-key: \"" + canary + "\n", "stripe-key: " + canary + ": x\n", "stripe-key: " + canary + "\nlisten: [\n", "stripe-key: [" + canary + "]\n"} {
		if _, _, err := load(t, nil, nil, text); err == nil || strings.Contains(err.Error(), "canary") {
			t.Errorf("%q: %v", text, err)
		}
	}
}
