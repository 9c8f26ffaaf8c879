package docs

import (
	"bytes"
	"html/template"
	"path"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"

	"toolcrib/internal/web/ui"
)

// article is a guide as HTML.
type article struct {
	Title string
	Parts []part        // its sections, for a list of contents
	HTML  template.HTML // below the title
}

type part struct{ ID, Title string }

// local is the address that the guides name where the reader's own belongs.
const local = "http://127.0.0.1:8080"

// render makes a page of Markdown (CommonMark with tables). What a text holds
// of HTML is left out: marks for the tests of its snippets. Links between the
// guides lead to their pages here; links to other files of the repository,
// which a reader of the page need not have, become their text.
func render(source []byte, site *ui.Site) article {
	source = bytes.ReplaceAll(source, []byte(local), []byte(site.Absolute("")))
	md := goldmark.New(goldmark.WithExtensions(extension.GFM), goldmark.WithParserOptions(parser.WithAutoHeadingID()))
	doc := md.Parser().Parse(text.NewReader(source))
	var a article
	var drop []ast.Node
	_ = ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) { // walks the tree, and cannot fail
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Heading:
			title := plain(n, source)
			if n.Level == 1 && a.Title == "" {
				a.Title = title
				drop = append(drop, n)
			} else if id, ok := n.AttributeString("id"); ok && n.Level == 2 {
				a.Parts = append(a.Parts, part{string(id.([]byte)), title})
			}
		case *ast.Link:
			if to, ok := target(string(n.Destination), site); ok {
				n.Destination = []byte(to)
			} else {
				drop = append(drop, n)
			}
		}
		return ast.WalkContinue, nil
	})
	for _, n := range drop {
		unwrap(n)
	}
	var b bytes.Buffer
	if err := md.Renderer().Render(&b, source, doc); err != nil {
		panic("docs: " + err.Error())
	}
	// What may be wider than the page is scrolled by keyboard too.
	html := strings.ReplaceAll(b.String(), "<pre>", `<figure class="code"><pre tabindex="0">`)
	html = strings.ReplaceAll(html, "</pre>", "</pre></figure>")
	html = strings.ReplaceAll(strings.ReplaceAll(html, "<table>", `<div class="table" tabindex="0" role="group"><table>`), "</table>", "</table></div>")
	// A column without a name has no head, which a screen reader would announce.
	html = strings.ReplaceAll(html, "<th></th>", "<td></td>")
	a.HTML = template.HTML(html) //nolint:gosec // our own documents
	return a
}

// target is where a link of the repository leads on the website.
func target(to string, site *ui.Site) (string, bool) {
	file, fragment, _ := strings.Cut(to, "#")
	if fragment != "" {
		fragment = "#" + fragment
	}
	switch {
	case file == "" || strings.Contains(file, "://") || strings.HasPrefix(file, "mailto:"):
		return to, true
	case strings.HasPrefix(file, "/"):
		return site.URL(to), true
	case path.Base(file) == "CHANGELOG.md":
		return site.URL("/changelog") + fragment, true
	}
	for _, g := range guides {
		if path.Base(g.file) == path.Base(file) {
			return site.URL("/docs/"+g.Name) + fragment, true
		}
	}
	return "", false
}

// unwrap puts what a node holds in its place; a heading goes with its words.
func unwrap(n ast.Node) {
	parent := n.Parent()
	if n.Kind() != ast.KindHeading {
		for c := n.FirstChild(); c != nil; c = n.FirstChild() {
			parent.InsertBefore(parent, n, c)
		}
	}
	parent.RemoveChild(parent, n)
}

// plain is the text of a heading.
func plain(n ast.Node, source []byte) string {
	var b strings.Builder
	_ = ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) { // cannot fail either
		if t, ok := n.(*ast.Text); ok && entering {
			b.Write(t.Segment.Value(source))
		}
		return ast.WalkContinue, nil
	})
	return b.String()
}
