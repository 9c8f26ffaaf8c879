package openapi

import (
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	"pgregory.net/rapid"

	"toolcrib/internal/op"
)

// sameData fails unless a YAML parser reads from the YAML what a JSON parser
// reads from the JSON.
func sameData(t rapid.TB, doc []byte) {
	t.Helper()
	spelt := yamlFromJSON(doc)
	var want, read, got any
	if err := yaml.Unmarshal(spelt, &read); err != nil {
		t.Fatalf("%v\n%s", err, spelt)
	}
	// Through JSON once more, so that integers have one Go type.
	back, err := json.Marshal(read)
	if err := errors.Join(err, json.Unmarshal(back, &got), json.Unmarshal(doc, &want)); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(want, got) {
		t.Fatalf("%s\nbecame\n%s\nwhich is\n%s", doc, spelt, back)
	}
}

// everywhere puts a value in every place of a document.
func everywhere(value, key string) []byte {
	k := string(op.AppendString(nil, key))
	return []byte(`{"o":{` + k + `:` + value + `,"z":{}},"l":[` + value + `,[` + value + `,[]],{` + k + `:` + value + `,"n":[]}]}`)
}

// TestYAMLIsTheSameData reads the YAML of the whole document with a parser of
// its own.
func TestYAMLIsTheSameData(t *testing.T) { sameData(t, JSON("")) }

func TestYAMLTexts(t *testing.T) {
	for _, s := range []string{
		"", " ", "plain text", "yes", "No", "NULL", "~", "true", "y", "on", "1", "1.0.0", "1e3", "0x1f", "0o7", "1_000", ".inf", ".nan",
		"2026-11-20", "12:30:45", "a: b", "a:", ":a", "a #b", "# a", "- a", "-", "--- a", "...", "? a", "[a]", "{a}", "a, b", "&a", "*a", "!a", "|", ">",
		"@a", "`a`", "%a", "'a'", "\"a\"", `\`, "<<", "=", " lead", "trail ", "a\nb", "a\n\nb", "a\n b", "\na", "a\n", "a\n\n", "a\r\nb", "tab\tb",
		"\x00", "\x07", "\x7f", "\u0085", "\u00a0", "\u2028", "\ufeff", "\ufffe", "é", "क्षि", "😀", "\U0010ffff",
	} {
		sameData(t, everywhere(string(op.AppendString(nil, s)), strings.TrimSpace("k "+s)))
	}
}

func TestYAMLNumbers(t *testing.T) {
	for _, s := range []string{"0", "-1", "1.50", "1e3", "1E-7", "2.5e+10", "12345678901234567", "0.1", "true", "false", "null"} {
		sameData(t, everywhere(s, "k"))
	}
	// PyYAML, a reader of YAML 1.1, takes 1e12 for a text and 1.0e+12 for a number.
	if got := yamlNumber("1e12"); got != "1.0e+12" {
		t.Errorf("1e12 is written %s", got)
	}
}

func TestYAMLKeepsOrderAndSpelling(t *testing.T) {
	const want = "b: 1.50\na:\n  - - x\n    - {}\n  - d: |-\n      one\n\n      two\n    c: \"\"\n"
	if got := string(yamlFromJSON([]byte(`{"b":1.50,"a":[["x",{}],{"d":"one\n\ntwo","c":""}]}`))); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestYAMLOfAnyText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sameData(t, everywhere(string(op.AppendString(nil, rapid.String().Draw(t, "text"))), "k"+rapid.String().Draw(t, "key")))
	})
}
