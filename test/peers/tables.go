package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"

	"toolcrib/internal/bench/goal"
	"toolcrib/internal/bench/stats"
)

// table is a part of the report.
type table struct {
	title, about string
	rate         rate
	matches      func() ([]match, error) // whose inputs are made when it is their turn
}

// rate is what is told of speed beside the time of one job.
type rate string

const (
	bySize  rate = "MB/s"
	byCount rate = "a second"
)

// job is what the matches of a kind of document have in common.
type job struct {
	name, title string
	counted     int  // how many things one job makes; 0 where its speed is told in bytes
	varies      bool // answers are never the same twice
	check       check
	makeInput   func(m *maker, o options) ([][]byte, error)
	peers       []contestant
	nodes       []string // names of jobs of the script
	programs    [][]string
	differs     bool // its programs end with status 1
}

func one(f func(*maker) []byte) func(*maker, options) ([][]byte, error) {
	return func(m *maker, _ options) ([][]byte, error) { return [][]byte{f(m)}, nil }
}

var jobs = []job{
	{
		name: "start", title: "start alone", check: checkNothing, makeInput: one(func(*maker) []byte { return nil }),
		programs: [][]string{{"jq", "empty", "{0}"}, {"mlr", "cat", "{0}"}, {"sort", "{0}"}, {"node", "{0}"}},
	}, {
		name: "validate", title: "JSON validate", check: checkNothing, makeInput: one((*maker).events),
		peers: goValidators, nodes: []string{"JSON.parse"}, programs: [][]string{{"jq", "empty", "{0}"}},
	}, {
		name: "format", title: "JSON format", check: checkJSON, makeInput: one((*maker).events),
		peers: []contestant{inProcess("encoding/json Indent", indentJSON), inProcess("jsontext Indent", indentJSONText)},
		nodes: []string{"JSON.stringify", "prettier json"}, programs: [][]string{{"jq", ".", "{0}"}},
	}, {
		name: "csv", title: "CSV to JSON", check: checkCSV, makeInput: one((*maker).orders),
		peers: []contestant{inProcess("encoding/csv, all text, JSON appended", csvAppend), inProcess("encoding/csv, all text, maps, Marshal", csvMaps)},
		nodes: []string{"papaparse", "papaparse typed"}, programs: [][]string{{"mlr", "--icsv", "--ojson", "cat", "{0}"}},
	}, {
		name: "xml", title: "XML format", check: checkXML, makeInput: one((*maker).catalogue),
		peers: []contestant{inProcess("encoding/xml", encodingXML), inProcess("beevik/etree", etreeXML)},
		nodes: []string{"xml-formatter", "fast-xml-parser"}, programs: [][]string{{"xmllint", "--format", "{0}"}},
	}, {
		name: "css", title: "CSS beautify", check: checkCSS,
		makeInput: func(m *maker, o options) ([][]byte, error) {
			text, err := m.styles(o.css)
			return [][]byte{text}, err
		},
		peers: []contestant{inProcess("esbuild", esbuildCSS)}, nodes: []string{"js-beautify", "prettier css"},
	}, {
		name: "sort", title: "sort lines by code point", check: checkSorted, makeInput: one((*maker).log),
		peers: []contestant{inProcess("strings.Split, slices.Sort", slicesSort)}, nodes: []string{"sort"}, programs: [][]string{{"sort", "{0}"}},
	}, {
		name: "collate", title: "sort lines as English does", check: checkPermutation, makeInput: one((*maker).log),
		peers: []contestant{inProcess("x/text/collate", textCollate)}, nodes: []string{"collate"},
	}, {
		name: "dedupe", title: "remove duplicate lines", check: checkDistinct, makeInput: one((*maker).log),
		peers: []contestant{inProcess("map", mapDedupe)}, nodes: []string{"dedupe"}, programs: [][]string{{"awk", "!seen[$0]++", "{0}"}, {"sort", "-u", "{0}"}},
	}, {
		name: "diff", title: "diff lines", check: checkPatch,
		makeInput: func(m *maker, _ options) ([][]byte, error) {
			original, modified := m.versions()
			return [][]byte{original, modified}, nil
		},
		peers: []contestant{inProcess("aymanbagabas/go-udiff", goUdiff)}, nodes: []string{"jsdiff"},
		programs: [][]string{{"diff", "-u", "{0}", "{1}"}, {"git", "diff", "--no-index", "--no-color", "{0}", "{1}"}}, differs: true,
	},
}

// tables are the parts of the report, in order.
func tables(o options, dir string, n *node) ([]table, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	libraries := func(j job, m *match) {
		m.us, m.peers, m.goal = inProcess("toolcrib", ours[j.name]), slices.Clone(j.peers), asked(j.name)
		for _, name := range j.nodes {
			c := n.contestant(dir, name, "Node: "+name)
			m.peers = append(m.peers, c)
		}
	}
	programs := func(j job, m *match, us contestant) {
		m.us = us
		for _, args := range j.programs {
			m.peers = append(m.peers, command(dir, j.differs, args...))
		}
	}
	return []table{
		{
			"Against libraries, 1 MB, in process",
			"One operation, without HTTP, key or charge. The libraries of Node run in a Node process that is warm.",
			bySize,
			o.matches(dir, jobs, megabyte, libraries),
		}, {
			"Pictures against libraries, in process",
			"From the text to the bytes of the PNG. Fonts are read beforehand, the same by everybody.",
			byCount,
			o.matches(dir, pictureJobs, megabyte, libraries),
		}, {
			"Other work on texts against libraries, 1 MB, in process",
			"One operation, without HTTP, key or charge.",
			bySize,
			o.matches(dir, textJobs, megabyte, libraries),
		}, {
			"What is counted, against libraries, in process",
			"One operation, without HTTP, key or charge. UUIDs are made a thousand at a time and not yet written as text, schedules six at a time.",
			byCount,
			o.matches(dir, countJobs, megabyte, libraries),
		}, {
			"Against programs, 1 MB, from start to end",
			"Ours is `toolcrib run`: it starts, reads the call, applies the operation's rules and writes its main result.",
			bySize,
			o.matches(dir, jobs, megabyte, func(j job, m *match) { programs(j, m, product(dir, o.toolcrib, j)) }),
		}, {
			"Against programs, 20 MB, from start to end",
			"The operations take 1 MB at most; ours is here a small program that reads the file, calls the operation's package and writes.",
			bySize,
			o.matches(dir, jobs, 20*megabyte, func(j job, m *match) {
				if _, ok := ours[j.name]; ok {
					programs(j, m, bare(dir, self, j))
				}
			}),
		},
	}, nil
}

// asked is the goal of a job in process, empty where there is none.
func asked(job string) string {
	if g, ok := goal.Lookup(job); ok && g.Bounded() {
		return g.Asked()
	}
	return ""
}

// matches returns what makes the matches of all jobs that have peers.
func (o options) matches(dir string, jobs []job, size int, enter func(j job, m *match)) func() ([]match, error) {
	return func() (list []match, err error) {
		for _, j := range jobs {
			m := match{name: j.name, title: j.title, check: j.check, validates: j.name == "validate", varies: j.varies}
			if enter(j, &m); len(m.peers) == 0 || !o.only.MatchString(j.name) {
				continue
			}
			if m.in, err = o.input(dir, j, size); err != nil {
				return nil, err
			}
			if m.amount = float64(j.counted); j.counted == 0 {
				m.amount = float64(len(m.in.texts[0])) / 1e6
			}
			list = append(list, m)
		}
		return list, nil
	}
}

// input writes the files of a job.
func (o options) input(dir string, j job, size int) (input, error) {
	texts, err := j.makeInput(newMaker(size), o)
	if err != nil {
		return input{}, err
	}
	var files []string
	for i, text := range texts {
		file := filepath.Join(dir, fmt.Sprintf("%s-%d-%d", j.name, size, i))
		if err := os.WriteFile(file, text, 0o600); err != nil {
			return input{}, err
		}
		files = append(files, file)
	}
	return newInput(files...)
}

// measure measures the matches of a table and writes it as Markdown.
func (t table) measure(o options, dir string, w io.Writer) error {
	matches, err := t.matches()
	if err != nil || len(matches) == 0 {
		return err
	}
	fmt.Fprintf(w, "\n### %s\n\n%s\n\n| job | who | ms | %s | ours is … times as fast | quartiles | remark |\n|---|---|---|---|---|---|---|\n", t.title, t.about, t.rate)
	disturbed := 0
	for _, m := range matches {
		done, err := m.run(dir, o.rounds, o.slice)
		if err != nil {
			return err
		}
		disturbed += done.disturbed
		done.write(w)
	}
	fmt.Fprintf(w, "\n%d rounds of each job, %d in all; in %d of them other programs took more than a tenth of the time.\n",
		o.rounds, o.rounds*len(matches), disturbed)
	return nil
}

func (m measured) write(w io.Writer) {
	for i, r := range m.results {
		title, name, ratio, quartiles := "", r.name, fmt.Sprintf("%.2f", stats.Median(r.ratios)), ""
		if i == 0 {
			title, name, ratio = m.title, "**"+r.name+"**", "1"
			if m.goal != "" {
				title += ", goal " + m.goal
			}
		} else {
			quartiles = fmt.Sprintf("%.2f–%.2f", stats.Quantile(r.ratios, .25), stats.Quantile(r.ratios, .75))
			ratio = "**" + ratio + "**"
		}
		fmt.Fprintf(w, "| %s | %s | %s | %s | %s | %s | %s |\n", title, name, milliseconds(r.took), speed(m.amount/r.took.Seconds()), ratio, quartiles, r.remark)
	}
}

// milliseconds writes a time with as many digits as mean something.
func milliseconds(d time.Duration) string {
	decimals := 2
	if d < time.Millisecond {
		decimals = 3
	}
	return fmt.Sprintf("%.*f", decimals, float64(d)/float64(time.Millisecond))
}

// speed writes a rate with as many digits as mean something.
func speed(n float64) string {
	switch {
	case n == 0:
		return "–"
	case n < 10:
		return fmt.Sprintf("%.1f", n)
	}
	return fmt.Sprintf("%.0f", n)
}
