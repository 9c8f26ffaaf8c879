package cli_test

import (
	"bufio"
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
	_ "modernc.org/sqlite"

	"toolcrib/internal/cli"
	_ "toolcrib/internal/ops"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"toolcrib": func() {
			os.Exit(cli.Main(cli.Process{Args: os.Args[1:], Environ: os.Environ(), Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr}))
		},
		"call":     program(call),
		"slowpost": program(slowPost),
	})
}

// program is a command whose error is its exit.
func program(run func(args []string) error) func() {
	return func() {
		if err := run(os.Args[1:]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
}

// TestScripts runs the commands as a person would; testdata/script holds what
// is typed and what must be seen. Beside the commands of testscript there are:
//
//	exits CODE PROGRAM ARG…      run a program that must end with the code
//	await FILE                   wait until the file exists
//	sigterm READY [SIGNAL]       signal the server of a ready file
//	gone READY                   wait until that server accepts no new connection
//	portof READY                 set LISTEN to the address of that server
//	line NAME FILE               set NAME to the only line of a file
//	sql DATABASE STATEMENT       change a database behind the program's back
//	call READY KEY METHOD PATH [BODY]        make one call, print status, charge and body
//	slowpost READY KEY BODY HALF GO          upload half a body, write HALF, wait for GO, upload the rest
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(e *testscript.Env) error {
			fonts, err := filepath.Abs("../ops/design/typeset/testdata")
			e.Setenv("FONTS", fonts)
			return err
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits": exits, "await": await, "sigterm": sigterm, "gone": gone, "portof": portOf, "sql": runSQL, "line": line,
		},
	})
}

func line(ts *testscript.TestScript, _ bool, args []string) {
	ts.Setenv(args[0], strings.TrimSpace(ts.ReadFile(args[1])))
}

func exits(ts *testscript.TestScript, _ bool, args []string) {
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	var failed *exec.ExitError
	switch err := ts.Exec(args[1], args[2:]...); {
	case errors.As(err, &failed):
		got = failed.ExitCode()
	case err != nil:
		ts.Fatalf("%v", err)
	}
	if got != want {
		ts.Fatalf("exit code %d, want %d", got, want)
	}
}

// patience is how long a test waits for what should take a moment.
const patience = 20 * time.Second

func await(ts *testscript.TestScript, _ bool, args []string) {
	ts.Check(awaitFile(ts.MkAbs(args[0])))
}

func awaitFile(path string) error {
	for begin := time.Now(); time.Since(begin) < patience; time.Sleep(5 * time.Millisecond) {
		if _, err := os.Stat(path); err == nil {
			return nil
		}
	}
	return fmt.Errorf("%s did not appear within %s", path, patience)
}

func sigterm(ts *testscript.TestScript, _ bool, args []string) {
	ready, err := readReady(ts.MkAbs(args[0]))
	ts.Check(err)
	signal := syscall.SIGTERM
	if len(args) > 1 && args[1] == "INT" {
		signal = syscall.SIGINT
	}
	ts.Check(syscall.Kill(ready.PID, signal))
}

func gone(ts *testscript.TestScript, _ bool, args []string) {
	ready, err := readReady(ts.MkAbs(args[0]))
	ts.Check(err)
	for begin := time.Now(); time.Since(begin) < patience; time.Sleep(5 * time.Millisecond) {
		c, err := net.Dial("tcp", strings.TrimPrefix(ready.URL, "http://"))
		if err != nil {
			return
		}
		ts.Check(c.Close())
	}
	ts.Fatalf("%s still accepts connections", ready.URL)
}

func portOf(ts *testscript.TestScript, _ bool, args []string) {
	ready, err := readReady(ts.MkAbs(args[0]))
	ts.Check(err)
	ts.Setenv("LISTEN", strings.TrimPrefix(ready.URL, "http://"))
}

func runSQL(ts *testscript.TestScript, _ bool, args []string) {
	db, err := sql.Open("sqlite", "file:"+ts.MkAbs(args[0])+"?_pragma=busy_timeout(5000)")
	ts.Check(err)
	defer db.Close()
	for _, statement := range args[1:] {
		_, err := db.ExecContext(context.Background(), statement)
		ts.Check(err)
	}
}

// readyFile is what "serve --ready-file" writes.
type readyFile struct {
	URL string `json:"url"`
	PID int    `json:"pid"`
}

func readReady(path string) (r readyFile, err error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return r, err
	}
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(&r); err != nil {
		return r, err
	}
	if r.URL == "" || r.PID == 0 {
		return r, fmt.Errorf("ready file %s", data)
	}
	return r, nil
}

// call makes one call and prints its status, what was charged, and the body.
func call(args []string) error {
	ready, key, err := target(args)
	if err != nil {
		return err
	}
	var body io.Reader
	if len(args) > 4 {
		body = strings.NewReader(args[4])
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, args[2], ready.URL+args[3], body)
	if err != nil {
		return err
	}
	req.Header.Set("Authorization", "Bearer "+key)
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	resp, err := (&http.Transport{DisableKeepAlives: true}).RoundTrip(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	return printAnswer(resp)
}

func printAnswer(resp *http.Response) error {
	_, charge, _ := strings.Cut(resp.Header.Get("Toolcrib-Charge"), ";")
	fmt.Printf("status %d\ncharge %s\n", resp.StatusCode, charge)
	_, err := io.Copy(os.Stdout, resp.Body)
	fmt.Println()
	return err
}

// target reads the arguments that say which server and which key.
func target(args []string) (readyFile, string, error) {
	ready, err := readReady(args[0])
	if err != nil {
		return ready, "", err
	}
	key, err := os.ReadFile(args[1])
	return ready, strings.TrimSpace(string(key)), err
}

// slowPost uploads a body to text-to-slug in two halves.
func slowPost(args []string) error {
	ready, key, err := target(args)
	if err != nil {
		return err
	}
	body, half, goOn := args[2], args[3], args[4]
	c, err := net.DialTimeout("tcp", strings.TrimPrefix(ready.URL, "http://"), patience)
	if err != nil {
		return err
	}
	defer c.Close()
	_ = c.SetDeadline(time.Now().Add(patience))
	head := fmt.Sprintf("POST /v1/text/slugify HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\nExpect: 100-continue\r\n\r\n", key, len(body))
	if _, err := io.WriteString(c, head); err != nil {
		return err
	}
	// The server asks for the body once the call is under way.
	r := bufio.NewReader(c)
	if line, err := r.ReadString('\n'); err != nil || !strings.HasPrefix(line, "HTTP/1.1 100 ") {
		return fmt.Errorf("%q instead of 100 Continue: %w", line, err)
	}
	if _, err := r.ReadString('\n'); err != nil {
		return err
	}
	if _, err := io.WriteString(c, body[:len(body)/2]); err != nil {
		return err
	}
	if err := os.WriteFile(half, nil, 0o600); err != nil {
		return err
	}
	if err := awaitFile(goOn); err != nil {
		return err
	}
	if _, err := io.WriteString(c, body[len(body)/2:]); err != nil {
		return err
	}
	resp, err := http.ReadResponse(r, nil)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	return printAnswer(resp)
}
