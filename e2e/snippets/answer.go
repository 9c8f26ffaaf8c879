package main

import (
	"encoding/json"
	"fmt"
	"reflect"
	"regexp"
	"strings"
)

// anything stands in an answer for what differs from run to run.
const anything = "…"

// differs tells how what was printed differs from what a document says; ""
// where it does not. JSON is compared by its values, everything else by its
// lines, but for white space around it.
func differs(lang, got, want string) string {
	if lang == "json" {
		var g, w any
		if err := json.Unmarshal([]byte(want), &w); err != nil {
			return fmt.Sprintf("the document's answer is not JSON: %v", err)
		}
		if err := json.Unmarshal([]byte(got), &g); err != nil {
			return fmt.Sprintf("it prints no JSON: %v\n%s", err, got)
		}
		if !sameValue(g, w) {
			return "it prints\n" + got + "\nand not\n" + want
		}
		return ""
	}
	if !fits(trimmed(got), trimmed(want)) {
		return "it prints\n" + got + "\nand not\n" + want
	}
	return ""
}

// sameValue compares JSON values.
func sameValue(got, want any) bool {
	switch w := want.(type) {
	case string:
		g, ok := got.(string)
		return ok && fits(g, w)
	case []any:
		g, ok := got.([]any)
		if !ok || len(g) != len(w) {
			return false
		}
		for i := range w {
			if !sameValue(g[i], w[i]) {
				return false
			}
		}
		return true
	case map[string]any:
		g, ok := got.(map[string]any)
		if !ok || len(g) != len(w) {
			return false
		}
		for name := range w {
			if _, there := g[name]; !there || !sameValue(g[name], w[name]) {
				return false
			}
		}
		return true
	default:
		return reflect.DeepEqual(got, want)
	}
}

// fits compares texts.
func fits(got, want string) bool {
	pattern := strings.ReplaceAll(regexp.QuoteMeta(want), anything, ".*?")
	return regexp.MustCompile(`(?s)\A` + pattern + `\z`).MatchString(got)
}

// trimmed is a text without the white space that nobody sees.
func trimmed(text string) string {
	lines := strings.Split(strings.ReplaceAll(text, "\r", ""), "\n")
	for i, l := range lines {
		lines[i] = strings.TrimRight(l, " \t")
	}
	return strings.TrimSpace(strings.Join(lines, "\n"))
}
