package local

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"

	"toolcrib/internal/ops/text/ai/local/sentiment"
	"toolcrib/internal/ops/text/ai/local/summary"
)

const english = `The council met on Monday to discuss the new bridge. The bridge will cost nine million and take two years to build.
Some members were unhappy about the cost of the bridge. "It is far too expensive," said Dr. Ann Lee. Others praised the plan!
The old ferry carries four thousand people a day. A vote on the bridge is expected next week.`

const hindi = `भारत में सौर ऊर्जा का उपयोग तेज़ी से बढ़ रहा है। सरकार ने गाँवों में सौर ऊर्जा के पैनल लगाने की योजना बनाई है। राजस्थान और गुजरात में बड़े सौर ऊर्जा संयंत्र बनाए गए हैं। किसान अब सिंचाई के लिए सौर पंप का उपयोग करते हैं। इससे पर्यावरण को लाभ हुआ है। बिजली भंडारण की लागत अभी भी एक समस्या है।`

// hostile are texts that no rule was made for, of about 200,000 characters.
var hostile = map[string]string{
	"empty":      "",
	"no spaces":  strings.Repeat("abcdefghij", 20_000),
	"one letter": strings.Repeat("a", 200_000),
	"a b":        strings.Repeat("a ", 20_000),
	"stops":      strings.Repeat(".", 200_000),
	"sentences":  strings.Repeat("Go on. ", 28_000),
	"all new":    numbered(20_000, "word%d is here. "),
	"one long":   numbered(5_000, "word%d "),
	"emoji":      strings.Repeat("👨‍👩‍👧‍👦😀", 25_000),
	"emoticons":  strings.Repeat(":) :-( ", 5_000),
	"arabic":     strings.Repeat("السلام عليكم ورحمة الله. ", 1_000),
	"zalgo":      strings.Repeat("Z"+strings.Repeat("\u0310\u0324", 50)+" ", 1_000),
	"marks":      strings.Repeat("\u0301", 40_000),
	"mixed":      strings.Repeat("Hello नमस्ते Привет 你好 مرحبا שלום ", 6_000),
	"han":        strings.Repeat("中文文本没有空格。", 4_000),
	"thai":       strings.Repeat("ภาษาไทยไม่มีช่องว่าง", 2_000),
	"lines":      strings.Repeat("\n", 40_000),
	"bullets":    strings.Repeat("- x\n", 10_000),
	"nul":        strings.Repeat("\x00a", 20_000),
	"not good":   strings.Repeat("not very good, ", 13_000),
	"but":        strings.Repeat("but ", 10_000),
	"waste of":   strings.Repeat("waste of ", 4_000),
}

func numbered(n int, format string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, format, i)
	}
	return b.String()
}

// check looks at everything that holds for every text.
func check(t *testing.T, text string) {
	t.Helper()
	s := Summarize(text, SummaryOptions{Length: summary.Long})
	last := 0
	for i, span := range s.Spans {
		if span.Start < last || span.End <= span.Start || !utf8.ValidString(span.Of(text)) {
			t.Fatalf("span %v after %d", span, last)
		}
		last = span.End
		if !slices.Equal(strings.Fields(span.Of(text)), strings.Fields(s.Sentences[i])) || strings.ContainsAny(s.Sentences[i], "\r\n") {
			t.Fatalf("%q is not %q", s.Sentences[i], span.Of(text))
		}
	}
	best := 1000
	for _, k := range Keywords(text, 20, "") {
		if k.Score < 1 || k.Score > best || k.Count < 1 || k.Text == "" {
			t.Fatalf("keyword %+v after %d", k, best)
		}
		best = k.Score
	}
	f := Sentiment(text, "")
	last = 0
	for _, s := range f.Sentences {
		if s.Score < -1000 || s.Score > 1000 || s.Start < last || s.End <= s.Start {
			t.Fatalf("sentence %+v", s)
		}
		last = s.End
	}
	if f.Score < -1000 || f.Score > 1000 {
		t.Fatalf("score %d", f.Score)
	}
	guesses, total := Detect(text), 0
	for _, g := range guesses {
		total += g.Share
	}
	if len(guesses) == 0 || total > 1000 {
		t.Fatalf("languages %v", guesses)
	}
}

// limit is far above what any text takes, and below the CPU budget of a call.
const limit = 2 * time.Second

func TestHostile(t *testing.T) {
	for name, text := range hostile {
		t.Run(name, func(t *testing.T) {
			start := time.Now()
			check(t, text)
			if took := time.Since(start); took > 4*limit { // four calls
				t.Errorf("took %v", took)
			}
		})
	}
}

func FuzzLocal(f *testing.F) {
	f.Add(english)
	f.Add(hindi)
	f.Add("🙂 नमस्ते! Not bad… ہے۔ 你好。\n- x\n# y")
	f.Fuzz(func(t *testing.T, text string) {
		check(t, strings.ToValidUTF8(text, "\uFFFD"))
	})
}

// TestDeterministic: the same answer in every run, whoever asks at the same
// time.
func TestDeterministic(t *testing.T) {
	answer := func(text string) string {
		return fmt.Sprint(Summarize(text, SummaryOptions{Length: summary.Long}), Keywords(text, 10, ""), Sentiment(text, ""), Detect(text))
	}
	text := english + hindi + strings.ToValidUTF8(hostile["mixed"][:2000], "")
	want := answer(text)
	var group sync.WaitGroup
	for range 100 {
		group.Go(func() {
			if got := answer(text); got != want {
				t.Errorf("%s\nwas\n%s", got, want)
			}
		})
	}
	group.Wait()
}

func TestSummarize(t *testing.T) {
	s := Summarize(english, SummaryOptions{Length: summary.Short})
	if s.Language != "en" || len(s.Sentences) != 1 || !strings.Contains(s.Sentences[0], "bridge") {
		t.Errorf("%+v", s)
	}
	if s := Summarize(english, SummaryOptions{}); len(s.Sentences) != 3 {
		t.Errorf("medium: %q", s.Sentences)
	}
	if s := Summarize(hindi, SummaryOptions{Length: summary.Short}); s.Language != "hi" || len(s.Sentences) != 1 || !strings.Contains(s.Sentences[0], "सौर ऊर्जा") {
		t.Errorf("%+v", s)
	}
	if s := Summarize("One\nline. Two.", SummaryOptions{Language: "en-GB", Length: summary.Long}); s.Language != "en" || s.Paragraph() != "One line. Two." {
		t.Errorf("%+v", s)
	}
	if s := Summarize("!?", SummaryOptions{}); len(s.Sentences) != 0 {
		t.Errorf("%+v", s)
	}
}

func TestKeywords(t *testing.T) {
	if k := Keywords(english, 3, ""); len(k) != 3 || k[0].Text != "bridge" || k[0].Count != 4 || k[0].Score != 1000 {
		t.Errorf("%v", k)
	}
	if k := Keywords(hindi, 1, ""); len(k) != 1 || k[0].Text != "सौर ऊर्जा" || k[0].Count != 3 {
		t.Errorf("%v", k)
	}
	if k := Keywords("the of and", 5, "en"); len(k) != 0 {
		t.Errorf("%v", k)
	}
}

func TestSentiment(t *testing.T) {
	for _, c := range []struct {
		text, tag, language string
		want                sentiment.Label
		words               bool
	}{
		{"I love this phone.", "", "en", sentiment.Positive, true},
		{"बहुत अच्छा", "", "hi", sentiment.Positive, true},
		{"घटिया सामान", "hi-IN", "hi", sentiment.Negative, true},
		{"Das ist schrecklich. 😡", "", "de", sentiment.Negative, false},
		{"Das ist schrecklich.", "", "de", sentiment.Neutral, false},
		{"👍", "", "und", sentiment.Positive, false},
	} {
		f := Sentiment(c.text, c.tag)
		if f.Language != c.language || f.Score.Label() != c.want || f.Words != c.words {
			t.Errorf("%q: %+v", c.text, f)
		}
	}
}

func BenchmarkLocal(b *testing.B) {
	texts := map[string]string{"english": strings.Repeat(english+"\n\n", 400), "hindi": strings.Repeat(hindi+"\n\n", 500), "new words": hostile["all new"]}
	for _, name := range []string{"english", "hindi", "new words"} {
		text := texts[name]
		for _, c := range []struct {
			name string
			run  func()
		}{
			{"summarize", func() { Summarize(text, SummaryOptions{Length: summary.Long}) }},
			{"keywords", func() { Keywords(text, 20, "") }},
			{"sentiment", func() { Sentiment(text, "") }},
			{"detect", func() { Detect(text) }},
		} {
			b.Run(name+"/"+c.name, func(b *testing.B) {
				b.SetBytes(int64(len(text)))
				for b.Loop() {
					c.run()
				}
			})
		}
	}
}
