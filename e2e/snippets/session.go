package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"
)

// session carries out one document, as a reader would who follows it from its
// first line to its last, in a folder that holds nothing.
type session struct {
	bin, repo string // the program, and the checkout that it was built from
	folder    string // where the blocks run; home too
	state     string // beside it: what lasts from block to block
	root      string // beside it: stands for / where a document names folders there
	address   string // of the document's server
	metrics   string
	key       string // stands for tc_live_…
	server    *server
	env       []string
}

// keyPattern is a whole API key.
var keyPattern = regexp.MustCompile(`tc_live_[0-9A-Za-z]{38}`)

// newSession makes the folders of a document.
func newSession(bin, repo, scratch string) (*session, error) {
	s := &session{bin: bin, repo: repo, folder: filepath.Join(scratch, "home"), state: filepath.Join(scratch, "state"), root: filepath.Join(scratch, "root")}
	programs := filepath.Join(s.state, "bin")
	for _, dir := range []string{s.folder, programs, filepath.Join(s.root, "var/lib"), filepath.Join(s.root, "etc/toolcrib"), filepath.Join(s.root, "backup")} {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return nil, err
		}
	}
	var err1, err2 error
	s.address, err1 = port()
	s.metrics, err2 = port()
	// curl tells an error of the service by its exit code here, as shells expect.
	return s, errors.Join(err1, err2,
		os.Symlink(bin, filepath.Join(programs, "toolcrib")),
		os.WriteFile(filepath.Join(s.folder, ".curlrc"), []byte("fail-with-body\nno-progress-meter\n"), 0o600),
		s.keep("cwd", s.folder), s.keep("env", ""), s.settle(programs))
}

// settle puts together the environment.
func (s *session) settle(programs string) error {
	// As if the Python client were installed.
	s.env = environment("HOME="+s.folder, "PYTHONPATH="+filepath.Join(s.repo, "clients", "python"), "PYTHONDONTWRITEBYTECODE=1", "TOOLCRIB_LISTEN="+s.address, "TOOLCRIB_METRICS_LISTEN="+s.metrics)
	for i, v := range s.env {
		if path, ok := strings.CutPrefix(v, "PATH="); ok {
			s.env[i] = "PATH=" + programs + ":" + path
		}
	}
	return nil
}

func (s *session) keep(name, text string) error {
	return os.WriteFile(filepath.Join(s.state, name), []byte(text), 0o600)
}

// checkout puts what make needs beside the blocks: a document that says make,
// or bin/toolcrib, is read in a checkout. The copy is newer than what it is
// made of, so it is not built again.
func (s *session) checkout() error {
	program, err := os.ReadFile(s.bin)
	if err != nil {
		return err
	}
	for _, name := range []string{"Makefile", "go.mod", "go.sum"} {
		if err := os.Symlink(filepath.Join(s.repo, name), filepath.Join(s.folder, name)); err != nil {
			return err
		}
	}
	return errors.Join(os.Mkdir(filepath.Join(s.folder, "bin"), 0o700),
		os.WriteFile(filepath.Join(s.folder, "bin/toolcrib"), program, 0o700)) //nolint:gosec // a program
}

// begin starts where the quickstart ends: a server, and a key named laptop in
// TOOLCRIB_KEY.
func (s *session) begin() error {
	if err := s.serve([]string{s.bin, "serve"}); err != nil {
		return err
	}
	cmd := exec.Command(s.bin, "key", "create", "--name", "laptop")
	cmd.Dir, cmd.Env = s.folder, s.env
	out, err := cmd.Output()
	if err != nil {
		return fmt.Errorf("key create: %w", err)
	}
	s.key = strings.TrimSpace(string(out))
	return s.keep("env", "export TOOLCRIB_KEY="+s.key+"\n")
}

// serve runs a command as the document's server, in place of the one before.
func (s *session) serve(command []string) error {
	s.end()
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Dir, cmd.Env = s.folder, s.env
	var err error
	if s.server, err = start(cmd, s.address); err != nil {
		return err
	}
	if key := keyPattern.FindString(s.server.out.String()); key != "" {
		s.key = key
	}
	return nil
}

func (s *session) end() {
	if s.server != nil {
		s.server.stop()
		s.server = nil
	}
}

// real puts what there is here in the place of what documents name.
func (s *session) real(text string) string {
	return strings.NewReplacer(
		"tc_live_…", s.key,
		"https://tools.example.org", "http://"+s.address, "https://tools.example", "http://"+s.address,
		"127.0.0.1:8080", s.address, "127.0.0.1:9464", s.metrics,
		"/var/lib/", s.root+"/var/lib/", "/etc/toolcrib", s.root+"/etc/toolcrib", "/backup/", s.root+"/backup/",
	).Replace(text)
}

// shell is a script that goes on where the one before ended, and runs a block.
func (s *session) shell(text string) string {
	return "set -euo pipefail\n. " + s.state + "/env\ncd \"$(cat " + s.state + "/cwd)\"\n" +
		"trap 'export -p >" + s.state + "/env; pwd >" + s.state + "/cwd' EXIT\n" + text
}

// run carries out a block and compares what it prints.
func (s *session) run(b *block, number int) error {
	text := s.real(b.Text)
	if b.File != "" {
		name := filepath.Join(s.folder, filepath.FromSlash(b.File))
		if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o700), os.WriteFile(name, []byte(text), 0o600)); err != nil {
			return err
		}
	}
	var command string
	file := fmt.Sprintf("%s/block-%d", s.folder, number)
	switch b.Lang {
	case "sh":
		command = text
		if b.Serves {
			return s.serve([]string{"bash", "-c", s.shell(text)})
		}
	case "js":
		file += ".mjs"
		command = "node " + file
	case "python":
		file += ".py"
		command = "python3 " + file
	case "go":
		program, err := s.build(text, number)
		if err != nil || program == "" {
			return err
		}
		command = program
	case "json", "yaml", "toml":
		return s.configuration(b.Lang, text, number)
	default:
		if b.File != "" {
			return nil
		}
		return fmt.Errorf("nothing runs %q, and no mark says why", b.Lang)
	}
	if b.Lang == "js" || b.Lang == "python" {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			return err
		}
	}
	out, err := s.execute(command, b.Fails)
	if err == nil && b.Answer != nil {
		if d := differs(b.Answer.Lang, out, s.real(b.Answer.Text)); d != "" {
			return errors.New(d)
		}
	}
	return err
}

// execute runs commands of a shell and returns what they print; of those that
// must fail, what they say of it where they print nothing.
func (s *session) execute(command string, fails bool) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, "bash", "-c", s.shell(command))
	cmd.Env = s.env
	cmd.WaitDelay = time.Second
	var out, faults bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &faults
	err := cmd.Run()
	_, failed := errors.AsType[*exec.ExitError](err)
	switch {
	case fails && failed && ctx.Err() == nil && out.Len() == 0:
		return faults.String(), nil
	case fails && failed && ctx.Err() == nil:
		return out.String(), nil
	case fails:
		return "", fmt.Errorf("it does not fail, as it says (%v)\n%s", err, out.String())
	case err != nil:
		return "", fmt.Errorf("%w\n%s%s", err, out.String(), faults.String())
	}
	return out.String(), nil
}

// build compiles a file of Go with what the project has at hand; a library is
// compiled alone, and has no name.
func (s *session) build(text string, number int) (string, error) {
	dir := filepath.Join(s.state, fmt.Sprintf("go-%d", number))
	if err := errors.Join(os.Mkdir(dir, 0o700), os.WriteFile(filepath.Join(dir, "main.go"), []byte(text), 0o600)); err != nil {
		return "", err
	}
	program := filepath.Join(dir, "program")
	cmd := exec.Command("go", "build", "-o", program, filepath.Join(dir, "main.go"))
	cmd.Dir = s.repo
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("go build: %w\n%s", err, out)
	}
	if !strings.HasPrefix(text, "package main\n") {
		return "", nil
	}
	return program, nil
}
