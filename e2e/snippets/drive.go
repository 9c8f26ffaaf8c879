package main

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

//go:embed drive.mjs
var driveJS []byte

//go:embed drive.py
var drivePython []byte

// drive runs code of an interpreted language, each piece as a program of its
// own but for the process.
func (w *site) drive(dir, name, extension, program string, calls []*call) error {
	driver := filepath.Join(dir, "drive."+extension)
	code := map[string][]byte{"js": driveJS, "py": drivePython}[name]
	pieces := filepath.Join(dir, name)
	if err := errors.Join(os.WriteFile(driver, code, 0o600), os.Mkdir(pieces, 0o700)); err != nil {
		return err
	}
	for i, c := range calls {
		if err := os.WriteFile(filepath.Join(pieces, fmt.Sprintf("%04d.%s", i, extension)), []byte(c.text), 0o600); err != nil {
			return err
		}
	}
	cmd := exec.Command(program, driver, pieces)
	cmd.Dir, cmd.Env = w.folder, w.env
	out, err := cmd.Output()
	if err != nil {
		return fmt.Errorf("%s: %w", program, err)
	}
	var list []struct {
		Printed []json.RawMessage
		Fault   string
	}
	if err := json.Unmarshal(out, &list); err != nil || len(list) != len(calls) {
		return fmt.Errorf("%s: %d of %d pieces answer: %w", program, len(list), len(calls), err)
	}
	for i, c := range calls {
		switch l := list[i]; {
		case l.Fault != "":
			c.err = errors.New(l.Fault)
		case len(l.Printed) != 1:
			c.err = fmt.Errorf("it prints %d values", len(l.Printed))
		default:
			c.out = l.Printed[0]
		}
	}
	return nil
}

// compile makes one program of all the code in Go, in which each main has a
// name of its own and says which one it is before it runs.
func (w *site) compile(dir string, calls []*call) error {
	pieces := filepath.Join(dir, "go")
	if err := os.Mkdir(pieces, 0o700); err != nil {
		return err
	}
	var main bytes.Buffer
	main.WriteString("package main\n\nimport \"fmt\"\n\nfunc main() {\n")
	for i, c := range calls {
		piece := strings.Replace(c.text, "func main() {", fmt.Sprintf("func call%d() {", i), 1)
		if err := os.WriteFile(filepath.Join(pieces, fmt.Sprintf("call%d.go", i)), []byte(piece), 0o600); err != nil {
			return err
		}
		fmt.Fprintf(&main, "\tfmt.Print(\"\\x00\")\n\tcall%d()\n", i)
	}
	main.WriteString("}\n")
	err := errors.Join(os.WriteFile(filepath.Join(pieces, "main.go"), main.Bytes(), 0o600), os.WriteFile(filepath.Join(pieces, "go.mod"), []byte("module calls\n\ngo 1.21\n"), 0o600))
	if err != nil {
		return err
	}
	build := exec.Command("go", "build", "-o", "calls", ".")
	build.Dir = pieces
	if out, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("go build: %w\n%s", err, out)
	}
	cmd := exec.Command(filepath.Join(pieces, "calls"))
	cmd.Dir, cmd.Env = w.folder, w.env
	out, err := cmd.Output()
	if err != nil {
		return fmt.Errorf("the code in Go: %w", err)
	}
	for i, text := range strings.Split(string(out), "\x00")[1:] {
		calls[i].out = []byte(text)
	}
	return nil
}
