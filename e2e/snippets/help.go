package main

import (
	"errors"
	"fmt"
	"html"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
)

// What is typed off elsewhere than in documents and on the pages of the tools.
var (
	helpCommand  = regexp.MustCompile(`(?m)^    (toolcrib .*)$`)
	devCommand   = regexp.MustCompile(`(?m)^  (curl .*)$`)
	firstCommand = regexp.MustCompile(`(?m)^  (toolcrib key create .*)$`)
)

// printed runs the commands that the program itself tells people to type: in
// its help, and when it starts; and what the first page of the website shows.
func (r *report) printed(bin, repo, scratch string) {
	s, err := newSession(bin, repo, filepath.Join(scratch, "printed"))
	if err == nil {
		err = s.checkout()
	}
	if err != nil {
		r.run++
		r.fail("what the program prints", err)
		return
	}
	defer s.end()
	for _, step := range []struct {
		where string
		run   func(s *session) error
	}{
		{"toolcrib --help", helpOfAll},
		{"what serve --dev prints", func(s *session) error { return s.typed(devCommand, s.server.out.String()) }},
		{"the first page of the website", r.home},
		{"the guides on the website, without their marks", guides},
		{"what the first serve prints", func(s *session) error {
			if err := s.serve([]string{bin, "serve"}); err != nil {
				return err
			}
			return s.typed(firstCommand, s.server.out.String())
		}},
	} {
		r.run++
		if err := step.run(s); err != nil {
			r.fail(step.where, err)
		} else {
			fmt.Println("ok    " + step.where)
		}
	}
}

// typed runs the one command of a text.
func (s *session) typed(command *regexp.Regexp, text string) error {
	m := command.FindAllStringSubmatch(text, -1)
	if len(m) != 1 {
		return fmt.Errorf("%d commands are in\n%s", len(m), text)
	}
	_, err := s.execute(m[0][1], false)
	return err
}

func helpOfAll(s *session) error {
	out, err := s.execute("toolcrib --help", false)
	if err != nil {
		return err
	}
	found := helpCommand.FindAllStringSubmatch(out, -1)
	if len(found) == 0 {
		return fmt.Errorf("it has no examples:\n%s", out)
	}
	for _, m := range found {
		if strings.Contains(m[1], " serve") {
			err = errors.Join(err, s.serve([]string{"bash", "-c", s.shell(m[1])}))
		} else if _, e := s.execute(m[1], false); e != nil {
			err = errors.Join(err, e)
		}
	}
	return err
}

// home runs what the first page shows, but for what needs a program that an
// agent is.
func (r *report) home(s *session) error {
	w := &site{s, "http://" + s.address}
	page, err := w.get("/")
	if err != nil {
		return err
	}
	run := 0
	for _, m := range figure.FindAllSubmatch(page, -1) {
		switch text := s.real(html.UnescapeString(string(m[2]))); {
		case strings.HasPrefix(text, "claude "):
			r.notRun = append(r.notRun, "/  needs Claude Code")
		case strings.HasPrefix(text, "make run"):
			err = errors.Join(err, s.serve([]string{"bash", "-c", s.shell(text)}))
		default:
			run++
			if _, e := s.execute(text, false); e != nil {
				err = errors.Join(err, fmt.Errorf("%w\n%s", e, text))
			}
		}
	}
	if run == 0 {
		return errors.New("it shows no code")
	}
	return err
}

// guides looks for the marks of the documents on their pages, where nobody is
// to see them.
func guides(s *session) (err error) {
	w := &site{s, "http://" + s.address}
	for _, name := range []string{"quickstart", "mcp", "webhooks"} {
		page, e := w.get("/docs/" + name)
		if e != nil {
			err = errors.Join(err, e)
		} else if m := mark.Find(page); m != nil {
			err = errors.Join(err, fmt.Errorf("/docs/%s shows the mark %q", name, m))
		}
	}
	return err
}

var mark = regexp.MustCompile(`(not run: |runs until stopped|file: |prints) ?--|&lt;!--`)

// example begins an example in the help of an operation.
var example = regexp.MustCompile(`(?m)^# .*\n(toolcrib run )`)

// helps are the commands in the help of an operation that are not on its page,
// with the API's answers to the examples that they are. Without a server
// nothing can be signed, and nothing is shown.
func (w *site) helps(o *operation, answers [][]byte, page []*call) (list []*call, err error) {
	out, err := exec.Command(w.bin, "run", o.ID, "--help").Output()
	if err != nil {
		return nil, err
	}
	_, text, _ := strings.Cut(string(out), "\nExamples:\n")
	text, _, _ = strings.Cut(text, "\n\nRule: ")
	commands := strings.Split(example.ReplaceAllString(text, "\x00$1"), "\x00")[1:]
	if len(commands) == 0 && strings.HasSuffix(o.ID, "-sign") {
		return nil, nil
	}
	if len(commands) != len(answers) {
		return nil, fmt.Errorf("its help has %d examples, not %d", len(commands), len(answers))
	}
	shown := map[string]bool{}
	for _, c := range page {
		shown[words(c.text)] = c.form == "CLI"
	}
	for i, command := range commands {
		if !shown[words(command)] {
			list = append(list, &call{op: o, form: "help", text: command, want: answers[i]})
		}
	}
	return list, nil
}

// words is a command without the white space that a shell passes over, near
// enough to tell one from another.
func words(command string) string {
	return strings.Join(strings.Fields(strings.ReplaceAll(command, "\\\n", "")), " ")
}
