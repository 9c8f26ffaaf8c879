package toolcrib_test

import (
	"go/parser"
	"go/token"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	toolcrib "toolcrib/client"
)

// TestStandardLibraryOnly: who takes this package takes nothing else with it.
func TestStandardLibraryOnly(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil || len(files) < 20 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for _, name := range files {
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
		if err != nil {
			t.Fatal(err)
		}
		for _, spec := range f.Imports {
			path, _ := strconv.Unquote(spec.Path.Value)
			first, _, _ := strings.Cut(path, "/")
			if !strings.HasSuffix(name, "_test.go") && (strings.Contains(first, ".") || first == "toolcrib") {
				t.Errorf("%s imports %s", name, path)
			}
		}
	}
}

func TestNew(t *testing.T) {
	for _, base := range []string{"", "tools.example.com", "ftp://tools.example.com", "https://", "https://u:p@tools.example.com", "https://tools.example.com/?key=x"} {
		if c, err := toolcrib.New(base, "k"); err == nil {
			t.Errorf("%q is taken: %v", base, c)
		}
	}
}

func TestNumber(t *testing.T) {
	for want, got := range map[string]string{
		"9.5": toolcrib.Number(9.5).String(), "100000": toolcrib.Number(100000).String(), "-3": toolcrib.Number(int64(-3)).String(),
		"0.1": toolcrib.Number(0.1).String(), "9007199254740993": toolcrib.Number(int64(9007199254740993)).String(),
		"1000000000000000000000": toolcrib.Number(1e21).String(), "9223372036854775807": toolcrib.Number(int64(1<<63 - 1)).String(),
	} {
		if got != want {
			t.Errorf("%s; want %s", got, want)
		}
	}
}

// TestOneOf: a value of several kinds is written as the one that is set, and
// refused where that is none or two.
func TestOneOf(t *testing.T) {
	two, spaces := int64(2), toolcrib.JSONFormatIndent{}
	if _, err := spaces.MarshalJSON(); err == nil {
		t.Error("nothing set is written")
	}
	spaces.Integer = &two
	if got, err := spaces.MarshalJSON(); err != nil || string(got) != "2" {
		t.Errorf("%s %v", got, err)
	}
	spaces.Word = toolcrib.JSONFormatIndentWordTab
	if _, err := spaces.MarshalJSON(); err == nil {
		t.Error("two kinds at once are written")
	}
	if err := spaces.UnmarshalJSON([]byte(`"tab"`)); err != nil || spaces.Integer != nil || spaces.Word != "tab" {
		t.Errorf("%+v %v", spaces, err)
	}
}
