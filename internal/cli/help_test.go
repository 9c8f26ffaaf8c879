package cli_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"toolcrib/internal/cli"
)

var update = flag.Bool("update", false, "write the golden files anew")

// TestHelp holds the help of every command to api/cli.txt, which is the
// reference of the command line: a change to it is a change of the interface.
func TestHelp(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	for _, command := range []string{
		"", "serve", "run", "run bmi-calculator", "ops", "openapi", "account", "account create", "account list", "account suspend",
		"key", "key create", "key list", "key revoke", "grant", "verify-ledger", "config", "config print", "version",
	} {
		args := append(strings.Fields(command), "--help")
		fmt.Fprintf(&b, "$ toolcrib %s\n%s\n", strings.Join(args, " "), help(t, args))
	}
	for line := range strings.Lines(b.String()) {
		if len([]rune(line)) > 81 && !strings.HasPrefix(line, "  toolcrib run") {
			t.Errorf("a line of help is wider than a terminal: %s", line)
		}
	}
	path := filepath.Join("..", "..", "api", "cli.txt")
	if *update {
		if err := os.WriteFile(path, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if string(want) != b.String() {
		t.Errorf("%s differs; look at the change, then run the test with -update. Help is now:\n%s", path, b.String())
	}
}

// TestSettingsOfCommands holds commands whose names are written in every way
// there is to taking the settings: a command line gets those of the command
// that it calls.
func TestSettingsOfCommands(t *testing.T) {
	t.Parallel()
	for _, command := range []string{"mcp", "openapi", "setup-link", "user reset-link", "verify-ledger", "orders mark-paid", "doctor", "healthcheck"} {
		for _, args := range [][]string{append(strings.Fields(command), "--help"), append([]string{"help"}, strings.Fields(command)...)} {
			text := help(t, args)
			if _, settings, _ := strings.Cut(text, "\nSettings:\n"); strings.Count(settings, "\n  --") < 2 { // the first is the file's
				t.Errorf("toolcrib %q shows no settings:\n%s", args, text)
			}
		}
	}
}

// help runs a command that must print its help on standard output and end
// with 0. What it prints must not depend on the environment.
func help(t *testing.T, args []string) string {
	t.Helper()
	var out, errs bytes.Buffer
	code := cli.Main(cli.Process{Args: args, Environ: []string{"TOOLCRIB_LISTEN=127.0.0.1:1"}, Stdin: &bytes.Buffer{}, Stdout: &out, Stderr: &errs})
	if code != 0 || errs.Len() > 0 || out.Len() == 0 {
		t.Fatalf("toolcrib %q: exit %d, stderr %q", args, code, errs.String())
	}
	return out.String()
}
