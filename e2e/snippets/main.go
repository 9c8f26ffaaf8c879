// Command snippets runs what the project shows to its readers as they would:
// every block of code of its documents, one by one and in an empty folder, and
// the code of every operation's page in all of its forms, against a server on
// loopback. CONTRIBUTING.md tells how documents mark their blocks.
//
//	snippets path/to/toolcrib              everything
//	snippets path/to/toolcrib docs/ai.md…  these documents alone
//	snippets path/to/toolcrib pages        the pages alone
package main

import (
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"time"
)

func main() {
	if len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, "usage: snippets path/to/toolcrib [document… | pages]")
		os.Exit(2)
	}
	if err := check(os.Args[1], os.Args[2:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// patterns name the documents.
var patterns = []string{"README.md", "SECURITY.md", "docs/*.md", "client/README.md", "clients/README.md", "clients/*/README.md", "deploy/README.md", "deploy/*/README.md", "examples/README.md", "examples/*/README.md"}

func check(bin string, names []string) error {
	bin, err := filepath.Abs(bin)
	if err != nil {
		return err
	}
	repo, err := os.Getwd()
	if err != nil {
		return err
	}
	scratch, err := os.MkdirTemp("", "snippets")
	if err != nil {
		return err
	}
	defer os.RemoveAll(scratch)
	defer endAll()
	interrupted := make(chan os.Signal, 1)
	signal.Notify(interrupted, os.Interrupt, syscall.SIGTERM)
	go func() {
		<-interrupted
		endAll()
		_ = os.RemoveAll(scratch)
		os.Exit(1)
	}()
	pages := len(names) == 0 || names[0] == "pages"
	if len(names) == 0 {
		for _, p := range patterns {
			found, err := filepath.Glob(p)
			if err != nil {
				return err
			}
			names = append(names, found...)
		}
	} else if pages {
		names = nil
	}
	var r report
	for i, name := range names {
		r.document(bin, repo, filepath.Join(scratch, fmt.Sprint(i)), name)
	}
	if pages {
		r.printed(bin, repo, scratch)
		r.pages(bin, scratch)
	}
	return r.verdict()
}

// report is what came of it.
type report struct {
	run, failed int
	notRun      []string
}

// fail tells of a block that is not as it says.
func (r *report) fail(where string, err error) {
	r.failed++
	fmt.Printf("FAIL  %s\n      %s\n", where, strings.ReplaceAll(strings.TrimSpace(err.Error()), "\n", "\n      "))
}

func (r *report) verdict() error {
	if len(r.notRun) > 0 {
		fmt.Println("not run, as marked:")
		for _, line := range r.notRun {
			fmt.Println("      " + line)
		}
	}
	if r.failed > 0 {
		return fmt.Errorf("%d of %d failed", r.failed, r.run)
	}
	fmt.Printf("%d passed\n", r.run)
	return nil
}

var needsCheckout = regexp.MustCompile(`(?m)^(make |bin/toolcrib )`)

// document runs the blocks of one document.
func (r *report) document(bin, repo, scratch, name string) {
	began, failed, run := time.Now(), r.failed, r.run
	source, err := os.ReadFile(name)
	if err != nil {
		r.fail(name, err)
		return
	}
	list, err := blocks(source)
	if err != nil {
		r.run++
		r.fail(name, err)
		return
	}
	var here []*block
	own, tree := false, false
	for _, b := range list {
		if b.NotRun != "" {
			r.notRun = append(r.notRun, fmt.Sprintf("%s:%d  %s", name, b.Line, b.NotRun))
			continue
		}
		here = append(here, b)
		own = own || b.Serves
		tree = tree || b.Lang == "sh" && needsCheckout.MatchString(b.Text)
	}
	if len(here) == 0 {
		return
	}
	s, err := newSession(bin, repo, scratch)
	if err == nil && tree {
		err = s.checkout()
	}
	if err == nil && !own {
		err = s.begin()
	}
	if err != nil {
		r.fail(name, err)
		return
	}
	defer s.end()
	for i, b := range here {
		r.run++
		if err := s.run(b, i); err != nil {
			r.fail(fmt.Sprintf("%s:%d (%s)", name, b.Line, b.Lang), err)
		}
	}
	if r.failed == failed {
		fmt.Printf("ok    %s: %d blocks, %.1f s\n", name, r.run-run, time.Since(began).Seconds())
	}
}
