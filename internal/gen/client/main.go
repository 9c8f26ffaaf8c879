// Command client writes the operations of the client libraries, in Go and
// Python, from api/openapi.json: what a caller is promised, and nothing that
// only the server knows. Run it in the root of the repository, after the
// document is written.
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	check := flag.Bool("check", false, "write nothing; fail if a file is not fresh")
	flag.Parse()
	if err := run(*check); err != nil {
		fmt.Fprintln(os.Stderr, "client:", err)
		os.Exit(1)
	}
}

func run(check bool) error {
	text, err := os.ReadFile(filepath.Join("api", "openapi.json"))
	if err != nil {
		return err
	}
	doc, err := parse(text)
	if err != nil {
		return err
	}
	groups, err := model(doc)
	if err != nil {
		return err
	}
	files, err := golang(groups)
	if err != nil {
		return err
	}
	files[filepath.Join("clients", "python", "toolcrib", "operations.py")] = python(groups)
	for name, want := range files {
		err = errors.Join(err, settle(name, want, check))
	}
	return errors.Join(err, strangers(files))
}

// settle writes a file, or says that it should be.
func settle(name string, want []byte, check bool) error {
	if !check {
		return os.WriteFile(name, want, 0o644)
	}
	if have, err := os.ReadFile(name); err != nil || !bytes.Equal(have, want) {
		return fmt.Errorf("%s is not fresh; run 'make generate'", name)
	}
	return nil
}

// strangers reports files of operations that are no more.
func strangers(files map[string][]byte) error {
	have, err := filepath.Glob(filepath.Join("client", "*_gen.go"))
	for _, name := range have {
		if files[name] == nil {
			err = errors.Join(err, fmt.Errorf("%s belongs to no operation; delete it", name))
		}
	}
	return err
}
