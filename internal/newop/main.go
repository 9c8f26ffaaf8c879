// Command newop makes the file of a new operation and of its test:
//
//	go run ./internal/newop finance xirr
//
// The file compiles and answers; what is left is to make it true.
package main

import (
	"bytes"
	_ "embed"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"text/template"
)

var (
	//go:embed operation.go.tmpl
	operation string
	//go:embed operation_test.go.tmpl
	test string
)

var word = regexp.MustCompile(`^[a-z][a-z0-9]*(-[a-z0-9]+)*$`)

func main() {
	if len(os.Args) != 3 || !word.MatchString(os.Args[1]) || !word.MatchString(os.Args[2]) {
		fmt.Fprintln(os.Stderr, "usage: go run ./internal/newop GROUP NAME   (lower case, such as: finance xirr)")
		os.Exit(2)
	}
	if err := scaffold(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, "newop:", err)
		os.Exit(1)
	}
}

// names are what the templates are filled with.
type names struct{ Group, ID, Var string }

func scaffold(group, id string) error {
	n := names{Group: group, ID: id, Var: goName(id)}
	dir := filepath.Join("internal", "ops", group)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	file := strings.ReplaceAll(id, "-", "_")
	for _, f := range []struct{ path, text string }{
		{filepath.Join(dir, file+".go"), operation},
		{filepath.Join(dir, file+"_test.go"), test},
	} {
		if _, err := os.Stat(f.path); err == nil {
			return fmt.Errorf("%s exists", f.path)
		}
		var b bytes.Buffer
		if err := template.Must(template.New("").Parse(f.text)).Execute(&b, n); err != nil {
			return err
		}
		if err := os.WriteFile(f.path, b.Bytes(), 0o644); err != nil {
			return err
		}
		fmt.Println("wrote", f.path)
	}
	generate := exec.Command("go", "generate", "./internal/ops")
	generate.Stderr = os.Stderr
	return generate.Run()
}

// goName writes an id as an exported Go name.
func goName(id string) string {
	var b strings.Builder
	for part := range strings.SplitSeq(id, "-") {
		b.WriteString(strings.ToUpper(part[:1]) + part[1:])
	}
	return b.String()
}
