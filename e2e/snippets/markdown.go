package main

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"
)

// block is a fenced block of code of a document.
type block struct {
	Lang, Text string
	Line       int    // of its first line of code
	NotRun     string // why it is not run; "" = it is
	File       string // where it is kept besides; "" = nowhere
	Fails      bool   // it must end with an error
	Serves     bool   // it starts a server, and runs until it is stopped
	Answer     *block // what it must print; nil = not told
}

// Languages of what is run, and of what that may print.
var (
	programs = []string{"sh", "js", "python", "go"}
	printed  = []string{"json", "text", "http"}
)

// blocks lists what a document would have its reader run, in order. Comments
// before a fence mark it. An answer stands right after the block that prints
// it, or is marked.
func blocks(source []byte) (list []*block, err error) {
	doc := goldmark.New().Parser().Parse(text.NewReader(source))
	var program *block // the last one that was run
	var end ast.Node   // where it, with its answer, ends
	err = ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if n.Kind() == ast.KindCodeBlock {
			return ast.WalkStop, fmt.Errorf("line %d: code without a fence, which nothing would run", line(n, source))
		}
		fence, ok := n.(*ast.FencedCodeBlock)
		if !ok || !entering {
			return ast.WalkContinue, nil
		}
		b := &block{Lang: string(fence.Language(source)), Text: string(fence.Lines().Value(source)), Line: line(n, source)}
		prints, bare := marks(b, n, source)
		follows := end != nil && n.PreviousSibling() == end && slices.Contains(printed, b.Lang) && b.NotRun == "" && b.File == ""
		switch {
		case bare:
			return ast.WalkStop, fmt.Errorf("line %d: it is not run, and nothing says why", b.Line)
		case b.Lang == "":
			return ast.WalkStop, fmt.Errorf("line %d: the fence does not name its language", b.Line)
		case prints && (program == nil || program.Answer != nil):
			return ast.WalkStop, fmt.Errorf("line %d: no block before this could print it", b.Line)
		case prints || follows:
			program.Answer, end = b, nil
			return ast.WalkContinue, nil
		}
		list = append(list, b)
		if program, end = nil, nil; b.NotRun == "" && slices.Contains(programs, b.Lang) {
			program, end = b, n
		}
		return ast.WalkContinue, nil
	})
	return list, err
}

// marks reads the comments right before a fence. It tells whether one of them
// says that a program before it prints this, and whether one gives no reason
// where it must.
func marks(b *block, fence ast.Node, source []byte) (prints, bare bool) {
	for n := fence.PreviousSibling(); n != nil && n.Kind() == ast.KindHTMLBlock; n = n.PreviousSibling() {
		for _, comment := range strings.Split(string(n.Lines().Value(source)), "-->") {
			words, _ := strings.CutPrefix(strings.TrimSpace(comment), "<!--")
			switch name, value, _ := strings.Cut(strings.TrimSpace(words), ":"); name {
			case "not run":
				b.NotRun = strings.TrimSpace(value)
				bare = b.NotRun == ""
			case "file":
				b.File = strings.TrimSpace(value)
			case "fails":
				b.Fails = true
			case "runs until stopped":
				b.Serves = true
			case "prints":
				prints = true
			}
		}
	}
	return prints, bare
}

// line is where a node's text begins.
func line(n ast.Node, source []byte) int {
	if n.Lines().Len() == 0 {
		return 0
	}
	return 1 + bytes.Count(source[:n.Lines().At(0).Start], []byte("\n"))
}
