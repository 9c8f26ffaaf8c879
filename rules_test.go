// Package toolcrib_test holds the rules of the house itself: who may import
// whom, what every package and file must have, and that generated files are
// fresh. They are tests, so that they hold wherever the tests run.
package toolcrib_test

import (
	"bufio"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"toolcrib/internal/op"
	_ "toolcrib/internal/ops"
)

const module = "toolcrib/"

// layers says which packages of ours each package may import: the longest
// prefix that fits decides. Arrows only point down; what is not here may
// import nothing of ours.
var layers = map[string][]string{
	"cmd/toolcrib":              {"internal/cli", "internal/ops"},
	"internal/cli":              {"internal/account", "internal/ai", "internal/auth", "internal/build", "internal/config", "internal/mcp", "internal/op", "internal/openapi", "internal/ops/design", "internal/ops/rules", "internal/ops/zone", "internal/outbox", "internal/pay", "internal/problem", "internal/rest", "internal/search", "internal/service", "internal/store", "internal/web/snippet"},
	"internal/service":          {"internal/account", "internal/ai", "internal/auth", "internal/build", "internal/config", "internal/engine", "internal/mcp", "internal/meter", "internal/metrics", "internal/op", "internal/openapi", "internal/outbox", "internal/pay", "internal/problem", "internal/rest", "internal/search", "internal/tally", "internal/trace", "internal/web", "internal/window"},
	"internal/mcp":              {"internal/account", "internal/engine", "internal/op", "internal/problem", "internal/window"},
	"internal/rest":             {"internal/account", "internal/engine", "internal/link", "internal/meter", "internal/op", "internal/problem", "internal/search", "internal/window"},
	"internal/openapi":          {"internal/account", "internal/link", "internal/op", "internal/problem"},
	"internal/trace":            {"internal/account", "internal/ai", "internal/engine", "internal/meter", "internal/op", "internal/outbox"},
	"internal/tally":            {"internal/account", "internal/engine"},
	"internal/engine":           {"internal/account", "internal/link", "internal/meter", "internal/op", "internal/problem", "internal/window"},
	"internal/meter":            {"internal/account", "internal/window"},
	"internal/outbox":           {"internal/account", "internal/egress"},
	"internal/search":           {"internal/op"},
	"internal/problem":          {"internal/op"},
	"internal/config":           {"internal/account", "internal/egress", "internal/num", "internal/op", "internal/pay/gst"},
	"internal/store":            {"internal/account", "internal/store", "internal/window"},
	"internal/ops":              {"internal/jsonscan", "internal/num", "internal/op", "internal/ops", "internal/tokens"},
	"internal/op":               {"internal/jsonscan", "internal/link", "internal/num", "internal/tokens"},
	"internal/op/optest":        {"internal/op", "internal/num"},
	"internal/num":              {},
	"internal/jsonscan":         {},
	"internal/window":           {},
	"internal/account":          {"internal/account"},
	"internal/bench":            {"internal/account", "internal/bench", "internal/config", "internal/engine", "internal/meter", "internal/op", "internal/ops", "internal/service", "internal/store"},
	"internal/bench/goal":       {},
	"internal/bench/load":       {"internal/bench"},
	"internal/bench/machine":    {},
	"internal/bench/stats":      {},
	"internal/metrics":          {"internal/account", "internal/ai", "internal/engine", "internal/meter", "internal/outbox", "internal/problem"},
	"internal/build":            {},
	"internal/link":             {},
	"internal/auth":             {"internal/account", "internal/auth", "internal/window"},
	"internal/web":              {"internal/account", "internal/auth", "internal/op", "internal/pay", "internal/problem", "internal/web", "internal/window"},
	"internal/web/ui":           {},
	"internal/web/detect":       {},
	"internal/web/docs":         {"internal/web/ui"},
	"internal/web/home":         {"internal/op", "internal/problem", "internal/web/detect", "internal/web/snippet", "internal/web/ui"},
	"internal/web/desk":         {"internal/account", "internal/auth", "internal/config", "internal/op", "internal/ops/design/qr", "internal/outbox", "internal/pay", "internal/web/draw", "internal/web/snippet", "internal/web/ui"},
	"internal/web/tools":        {"internal/op", "internal/problem", "internal/web/draw", "internal/web/form", "internal/web/snippet", "internal/web/ui"},
	"internal/web/form":         {"internal/jsonscan", "internal/num", "internal/op"},
	"internal/web/snippet":      {"internal/op"},
	"internal/web/draw":         {"internal/op"},
	"internal/pay":              {"internal/account", "internal/pay"},
	"internal/gen/contactsheet": {"internal/op", "internal/ops/design"},
	"internal/pay/shop":         {"internal/account", "internal/config", "internal/pay"},
	"tools":                     {},
	"client":                    {},
	"internal/gen/client":       {},
	"examples":                  {"client"},
	"e2e/snippets":              {},
	".":                         {},
	"internal/ai":               {"internal/ai", "internal/config", "internal/egress", "internal/jsonscan", "internal/num", "internal/op", "internal/tokens"},
	"internal/egress":           {},
	"internal/tokens":           {},
	"internal/gen/docs":         {"internal/op", "internal/openapi", "internal/ops", "internal/problem"},
	"internal/gen/groups":       {},
	"internal/newop":            {},
	"test":                      {"internal"},
	"e2e/mcp/fixture":           {"internal/account", "internal/mcp", "internal/op", "internal/problem"},
}

// bans are imports that a part of the tree must do without, whoever else may.
var bans = []struct {
	tree    string
	imports []string
	why     string
}{
	{"internal/op", []string{"net/http", "database/sql", "os", "os/exec", "net"}, "the kernel knows no network, store or file"},
	{"internal/ops", []string{"net/http", "database/sql", "os", "os/exec", "net", "math/rand", "math/rand/v2", "crypto/rand"}, "operations are pure: clock and randomness come from the context"},
	{"internal/num", []string{"net/http", "database/sql", "os"}, "numbers are only numbers"},
	{"internal/account", []string{"net/http", "database/sql"}, "the domain knows no SQL and no HTTP"},
	{"internal/meter", []string{"net/http", "database/sql"}, "the meter knows no SQL and no HTTP"},
	{"internal/rest", []string{"database/sql"}, "the front knows no SQL"},
}

// source is one Go file of ours.
type source struct {
	path string // from the root, with slashes
	dir  string
	file *ast.File
	fset *token.FileSet
	text []byte
}

func (s *source) test() bool { return strings.HasSuffix(s.path, "_test.go") }

func (s *source) generated() bool { return ast.IsGenerated(s.file) }

func sources(t *testing.T) []*source {
	t.Helper()
	var out []*source
	for _, name := range tracked(t) {
		if !strings.HasSuffix(name, ".go") {
			continue
		}
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, name, text, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, &source{filepath.ToSlash(name), path.Dir(filepath.ToSlash(name)), f, fset, text})
	}
	return out
}

// tracked lists the files of the tree, the ones that are never committed left out.
func tracked(t *testing.T) (names []string) {
	t.Helper()
	err := filepath.WalkDir(".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == ".git" || d.Name() == "node_modules" || d.Name() == "bin" || d.Name() == "toolcrib-data"):
			return filepath.SkipDir
		case !d.IsDir():
			names = append(names, name)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

func TestImportsPointDown(t *testing.T) {
	for _, s := range sources(t) {
		if s.test() {
			continue
		}
		allowed, known := layerOf(s.dir)
		if !known {
			t.Errorf("%s: %s is in no layer; give it one in rules_test.go", s.path, s.dir)
		}
		for _, spec := range s.file.Imports {
			name, _ := strconv.Unquote(spec.Path.Value)
			for _, ban := range bans {
				if within(s.dir, ban.tree) && !within(s.dir, "internal/op/optest") && slices.Contains(ban.imports, name) {
					t.Errorf("%s imports %s: %s", s.path, name, ban.why)
				}
			}
			ours, isOurs := strings.CutPrefix(name, module)
			if isOurs && !slices.ContainsFunc(allowed, func(a string) bool { return within(ours, a) }) {
				t.Errorf("%s imports %s, which its layer may not; see ARCHITECTURE.md", s.path, name)
			}
		}
	}
}

func layerOf(dir string) (allowed []string, known bool) {
	best := ""
	for layer := range layers {
		if within(dir, layer) && len(layer) >= len(best) {
			best, known = layer, true
		}
	}
	return layers[best], known
}

func within(dir, tree string) bool { return dir == tree || strings.HasPrefix(dir, tree+"/") }

// TestOperationsArePure looks for the clock and for randomness inside
// operations, other than through what they are handed.
func TestOperationsArePure(t *testing.T) {
	forbidden := regexp.MustCompile(`\b(time\.(Now|Since|Until|After|Tick|Sleep|NewTimer|NewTicker)|rand\.(Read|Int|IntN|Float64|Text))\(`)
	for _, s := range sources(t) {
		if s.test() || !within(s.dir, "internal/ops") {
			continue
		}
		if at := forbidden.FindString(string(s.text)); at != "" {
			t.Errorf("%s calls %s…); use op.Now or op.Random", s.path, at)
		}
	}
}

func TestPackagesAreDocumented(t *testing.T) {
	documented := map[string]bool{}
	for _, s := range sources(t) {
		if s.test() {
			continue
		}
		documented[s.dir] = documented[s.dir] || s.file.Doc != nil && len(s.file.Doc.Text()) > 40
	}
	for dir, ok := range documented {
		if !ok {
			t.Errorf("package %s has no documentation that says what it is for", dir)
		}
	}
}

// Sizes beyond which a file or function does two jobs.
const (
	maxFileLines     = 500
	maxFunctionLines = 80
)

func TestFilesAndFunctionsAreSmall(t *testing.T) {
	for _, s := range sources(t) {
		if s.generated() {
			continue
		}
		if n := strings.Count(string(s.text), "\n"); n > maxFileLines {
			t.Errorf("%s has %d lines; at most %d", s.path, n, maxFileLines)
		}
		for _, d := range s.file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok {
				continue
			}
			n := s.fset.Position(f.End()).Line - s.fset.Position(f.Pos()).Line + 1
			if n > maxFunctionLines && !s.test() {
				t.Errorf("%s: %s has %d lines; at most %d", s.path, f.Name.Name, n, maxFunctionLines)
			}
		}
	}
}

// TestNothingIsLeftBehind looks for notes to self, tests that skip, and paths
// or hosts that belong to one machine.
func TestNothingIsLeftBehind(t *testing.T) {
	patterns := map[string]*regexp.Regexp{
		"a note to self":       regexp.MustCompile(`\b(TO` + `DO|FIX` + `ME|X` + `XX)\b`),
		"a test that skips":    regexp.MustCompile(`\bt\.Skip` + `(f|Now)?\(`),
		"a folder of a person": regexp.MustCompile(`/(home|Users|ro` + `ot)/[a-z]`),
		"a registry's host":    regexp.MustCompile(`registry\.np` + `mjs|proxy\.go` + `lang|deb\.deb` + `ian`),
	}
	binary := regexp.MustCompile(`\.(png|ico|woff2|gz|db)$`)
	for _, name := range tracked(t) {
		if binary.MatchString(name) {
			continue
		}
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for what, p := range patterns {
			if at := p.Find(text); at != nil {
				t.Errorf("%s holds %s: %q", name, what, at)
			}
		}
	}
}

// TestGeneratedFilesAreFresh runs the generators in their checking mode.
func TestGeneratedFilesAreFresh(t *testing.T) {
	for _, args := range [][]string{
		{"run", "./internal/gen/groups", "-out", "internal/ops/all.go", "-check"},
		{"run", "./internal/gen/docs", "-check"},
	} {
		if out, err := exec.CommandContext(t.Context(), "go", args...).CombinedOutput(); err != nil {
			t.Errorf("go %s: %v\n%s", strings.Join(args, " "), err, out)
		}
	}
}

// TestOperationsKeepTheirPlace compares the registry with the list of the
// contract: no operation may move or change its name.
func TestOperationsKeepTheirPlace(t *testing.T) {
	f, err := os.Open("testdata/operations.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	listed := map[string]string{}
	for s := bufio.NewScanner(f); s.Scan(); {
		if id, route, ok := strings.Cut(s.Text(), " "); ok && id != "#" {
			listed[id] = route
		}
	}
	for _, o := range op.All() {
		if got := o.Route(); listed[o.ID] != got {
			t.Errorf("%s is at %q; the contract has it at %q", o.ID, got, listed[o.ID])
		}
	}
}

// TestLicence finds the licence where people look for it.
func TestLicence(t *testing.T) {
	text, err := os.ReadFile("LICENSE")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(text), "Apache License") || !strings.Contains(string(text), "Version 2.0") {
		t.Error("LICENSE is not the Apache License 2.0")
	}
}
