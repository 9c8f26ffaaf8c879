package regex

import (
	"context"
	"errors"
	"runtime"
	"strings"
	"testing"
	"time"
)

// hostile are patterns that keep an engine busy for minutes on a megabyte of
// one letter: large programs, and repeated searches to the end of the text.
var hostile = map[string]string{
	"counted optionals":  `(?:a?){500}a{500}`,
	"quadratic":          `a*b|a`,
	"large program":      strings.Repeat("a?", 4999) + "b",
	"larger program":     "(?:" + strings.Repeat("a?", 40) + "){1000}b",
	"captures":           strings.Repeat("(a?)", 900) + "b",
	"nested quantifiers": `(((a+)+)+b){50}|(?:a*){300}c`,
	"property classes":   strings.Repeat(`\pL?`, 2000) + "b",
	"assertions":         strings.Repeat(`\b\B|`, 1900) + `(?:a?){900}b`,
}

// patience is far beyond the milliseconds that the tests below take on an idle
// machine, and far below the minutes of a search that nothing stops.
const patience = 10 * time.Second

// spentContext ends after it has been asked a number of times, and counts.
type spentContext struct {
	context.Context
	left, asked int
}

func (c *spentContext) Err() error {
	c.asked++
	if c.asked > c.left {
		return context.DeadlineExceeded
	}
	return nil
}

// TestBudget runs hostile patterns under a context that ends, and makes sure
// that the search asks it often and takes its first no for an answer.
func TestBudget(t *testing.T) {
	text := strings.Repeat("a", 1_000_000)
	for name, pattern := range hostile {
		r := mustCompile(t, pattern, "g")
		ctx := &spentContext{Context: context.Background(), left: 20}
		start := time.Now()
		_, _, err := r.All(ctx, text, 10_000)
		if !errors.Is(err, context.DeadlineExceeded) || ctx.asked != 21 {
			t.Errorf("%s: %v after asking %d times", name, err, ctx.asked)
		}
		if d := time.Since(start); d > patience {
			t.Errorf("%s: 20 looks at the context took %v", name, d)
		}
	}
}

// TestDeadline is the same with a clock, through every entry point.
func TestDeadline(t *testing.T) {
	text := strings.Repeat("a", 1_000_000)
	r := mustCompile(t, hostile["large program"], "g")
	template := LiteralTemplate("")
	before := runtime.NumGoroutine()
	for name, run := range map[string]func(context.Context) error{
		"All":       func(ctx context.Context) error { _, _, err := r.All(ctx, text, 1); return err },
		"FullMatch": func(ctx context.Context) error { _, err := r.FullMatch(ctx, text); return err },
		"Replace":   func(ctx context.Context) error { _, _, err := r.Replace(ctx, text, template, 1<<20); return err },
	} {
		ctx, cancel := context.WithTimeout(context.Background(), 30*time.Millisecond)
		start := time.Now()
		err := run(ctx)
		if d := time.Since(start); !errors.Is(err, context.DeadlineExceeded) || d > patience {
			t.Errorf("%s: %v after %v", name, err, d)
		}
		cancel()
	}
	if after := runtime.NumGoroutine(); after > before {
		t.Errorf("%d goroutines before, %d after", before, after)
	}
}

// TestManyMatchesAskToo: a million cheap searches must ask as well.
func TestManyMatchesAskToo(t *testing.T) {
	ctx := &spentContext{Context: context.Background(), left: 5}
	n := 0
	for _, err := range mustCompile(t, `a`, "g").Matches(ctx, strings.Repeat("a", 1_000_000)) {
		if err == nil {
			n++
		}
	}
	if ctx.asked != 6 || n == 0 || n > 6*checkEvery {
		t.Errorf("asked %d times in %d matches", ctx.asked, n)
	}
}

// TestLinear is what RE2 promises: these end at once where a backtracking
// engine takes exponential time.
func TestLinear(t *testing.T) {
	for pattern, text := range map[string]string{
		`(a+)+$`:     strings.Repeat("a", 36) + "!",
		`(x+x+)+y`:   strings.Repeat("x", 100_000),
		`.*.*.*=.*`:  strings.Repeat("a", 100_000),
		`(a|aa)+$`:   strings.Repeat("a", 100_000) + "!",
		`(?:a|a?)+b`: strings.Repeat("a", 100_000),
	} {
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		matches, _, err := mustCompile(t, pattern, "").All(ctx, text, 1)
		if err != nil || len(matches) != 0 {
			t.Errorf("%s: %v %v", pattern, matches, err)
		}
		cancel()
	}
}

func BenchmarkMatches(b *testing.B) {
	text := strings.Repeat("The quick brown fox jumps over é the lazy dog 2026-01-02 john@example.com, \U0001F600\n", 12_000)
	for _, pattern := range []string{`[\w.+-]+@[\w-]+\.[\w.-]+`, `\d{4}-\d{2}-\d{2}`, `\w+`, `fox`, `(?i)fox|dog`, `.*fox`} {
		b.Run(pattern, func(b *testing.B) {
			r, err := Compile(pattern, Flags{Global: true})
			if err != nil {
				b.Fatal(err)
			}
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				for range r.Matches(context.Background(), text) {
				}
			}
		})
	}
}
