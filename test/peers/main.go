// Command peers measures the operations on documents, QR codes and social cards
// against the libraries and programs that people use for the same jobs, all of
// them in one run and in turn. test/peers/run installs what it needs and starts
// it.
//
//	peers [-rounds 6] [-slice 60ms] [-only 'sort|diff']   the tables, as Markdown
//	peers goals -figures FILE [-quick]                    what has goals, for make bench
//	peers job NAME FILE...                                one job of ours, as a program
//
// Time is processor time, user and system, of all threads of who does the work:
// other programs on the machine lengthen it far less than they do the clock's.
package main

import (
	"bufio"
	"flag"
	"fmt"
	"os"
	"regexp"
	"slices"
	"time"
)

func main() {
	if len(os.Args) > 3 && os.Args[1] == "job" {
		exit(program(os.Args[2], os.Args[3:]))
	}
	wantGoals := len(os.Args) > 1 && os.Args[1] == "goals"
	if wantGoals {
		os.Args = slices.Delete(os.Args, 1, 2)
	}
	var o options
	only := flag.String("only", "", "regular expression of the jobs to measure; all if empty")
	flag.IntVar(&o.rounds, "rounds", 6, "rounds; each measures everybody twice")
	flag.DurationVar(&o.slice, "slice", 60*time.Millisecond, "processor time of one measurement, at least")
	flag.StringVar(&o.toolcrib, "toolcrib", "bin/toolcrib", "our program")
	flag.StringVar(&o.node, "node", "test/peers/node.mjs", "the script that calls the Node libraries")
	flag.StringVar(&o.css, "css", "internal/ops/format/css/testdata/stylesheets", "folder of style sheets to make the CSS of")
	flag.StringVar(&o.fonts, "fonts", "internal/ops/design/typeset/fonts", "folder of the fonts that cards are drawn with")
	flag.DurationVar(&o.httpSlice, "http-slice", 400*time.Millisecond, "goals: length of one measurement over HTTP")
	figures := flag.String("figures", os.DevNull, "goals: the file for the figures")
	without := flag.String("without", "", "goals: why nothing can be measured over HTTP")
	quick := flag.Bool("quick", false, "goals: few and short rounds")
	flag.Parse()
	if *quick {
		o.rounds, o.slice, o.httpSlice = 2, 20*time.Millisecond, 100*time.Millisecond
	}
	pattern, err := regexp.Compile(*only)
	if err != nil {
		exit(err)
	}
	o.only = pattern
	if wantGoals {
		exit(goals(o, *figures, *without))
	}
	exit(run(o))
}

func exit(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "peers:", err)
		os.Exit(1)
	}
	os.Exit(0)
}

// options are the flags.
type options struct {
	rounds              int
	slice               time.Duration
	only                *regexp.Regexp
	toolcrib, node, css string
	fonts               string
	httpSlice           time.Duration
}

// megabyte is the most that the service takes as one document.
const megabyte = 1_000_000

func run(o options) error {
	dir, err := os.MkdirTemp("", "peers")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	node, err := startNode(o.node)
	if err != nil {
		return err
	}
	defer node.stop()
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	list, err := tables(o, dir, node)
	if err != nil {
		return err
	}
	for _, t := range list {
		if err := t.measure(o, dir, out); err != nil {
			return err
		}
		if err := out.Flush(); err != nil {
			return err
		}
	}
	return compareVersions(o, dir, node, out)
}

// program does a job of ours as a program would: read, work, write.
func program(name string, files []string) error {
	in, err := newInput(files...)
	if err != nil {
		return err
	}
	job, ok := ours[name]
	if !ok {
		return fmt.Errorf("there is no job %q", name)
	}
	answer, err := job(in)
	if err != nil {
		return err
	}
	_, err = os.Stdout.Write(toBytes(answer))
	return err
}
