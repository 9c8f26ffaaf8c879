package text

import (
	"context"
	"slices"
	"strings"

	"golang.org/x/text/language"

	"toolcrib/internal/num"
	"toolcrib/internal/op"
	"toolcrib/internal/ops/text/fold"
	"toolcrib/internal/ops/text/lettercase"
	"toolcrib/internal/ops/text/prose"
	"toolcrib/internal/ops/text/readability"
	"toolcrib/internal/ops/text/stopwords"
)

// WordCounter counts words and tells which are frequent.
var WordCounter = op.Define(op.Def[WordCounterIn, WordCounterOut]{
	ID:      "word-counter",
	Route:   "POST /v1/text/word-counter",
	Summary: "Count words, with frequency, reading time and readability",
	Doc: "Counts words, sentences and paragraphs in any script, lists the most frequent words or phrases of two or three, and estimates " +
		"reading and speaking time and, for English, readability (Flesch, Flesch-Kincaid). A hyphenated word is one; each Han or kana " +
		"character is one. Empty text is zeros, with null averages.",
	See:    []op.See{{When: "length limits of platforms", ID: "character-counter"}},
	Words:  []string{"essay", "article", "length", "keywords", "density", "occurrences", "statistics", "reading level", "grade", "words per minute"},
	Source: "UAX #29, Unicode 17; Brysbaert 2019 for words per minute; Flesch 1948 and Kincaid 1975 for readability",
	Since:  "1.0.0",
	Examples: []op.Example{
		{Name: "English", In: `{"text":"The quick brown fox. The lazy dog!\n\nFin."}`},
		{Name: "hyphens", In: `{"text":"well-known state-of-the-art"}`},
		{Name: "Chinese and English", In: `{"text":"中文字 and 3 words"}`},
		{Name: "Hindi without stop words", In: `{"text":"भारत एक देश है। भारत में गाँव हैं।","locale":"hi","ignore_stop_words":true}`},
		{Name: "phrases", In: `{"text":"to be or not to be","ngram":2,"top":3}`},
	},
	Run: countWords,
})

// WordCounterIn is the input of word-counter.
type WordCounterIn struct {
	Text                   string `json:"text" doc:"The text, which may be empty." document:"true" aka:"input,data,content,value,str,source,body" example:"The quick brown fox."`
	Top                    int    `json:"top" doc:"How many of the most frequent words to list." default:"10" min:"0" max:"200"`
	NGram                  int    `json:"ngram" doc:"List words (1), or phrases of two or three words in a row." default:"1" min:"1" max:"3"`
	CaseSensitive          bool   `json:"case_sensitive" doc:"Tell words apart that differ only in case." default:"false"`
	MinLength              int    `json:"min_length" doc:"List only words of at least so many characters." default:"1" min:"1" max:"1000"`
	IgnoreStopWords        bool   `json:"ignore_stop_words" doc:"List no words such as the and of; known for locales en and hi." default:"false"`
	Locale                 string `json:"locale" doc:"Language of the text (BCP 47), for stop words and readability; el: a semicolon ends a sentence." default:"en" len:"1..35"`
	WordsPerMinute         int    `json:"words_per_minute" doc:"Speed of silent reading." default:"238" min:"50" max:"1000" aka:"wpm,reading_speed"`
	SpeakingWordsPerMinute int    `json:"speaking_words_per_minute" doc:"Speed of reading aloud." default:"183" min:"50" max:"1000" aka:"speaking_speed"`
}

// WordCounterOut is the answer of word-counter.
type WordCounterOut struct {
	Words                 int           `json:"words" doc:"Words; what has neither letter nor number is none."`
	WordsWhitespace       int           `json:"words_whitespace" doc:"What white space parts, as wc -w counts."`
	UniqueWords           int           `json:"unique_words" doc:"Different words."`
	Characters            int           `json:"characters" doc:"What people see as characters."`
	CharactersNoSpaces    int           `json:"characters_no_spaces" doc:"Those that are not white space."`
	Sentences             int           `json:"sentences" doc:"Sentences."`
	Paragraphs            int           `json:"paragraphs" doc:"Blocks between blank lines."`
	Lines                 int           `json:"lines" doc:"Lines."`
	AverageWordLength     *num.Dec      `json:"average_word_length" doc:"Characters of a word without punctuation around it."`
	AverageSentenceLength *num.Dec      `json:"average_sentence_length" doc:"Words of a sentence."`
	LongestWord           *string       `json:"longest_word" doc:"The first of the longest words, without punctuation around it."`
	ReadingTimeSeconds    int           `json:"reading_time_seconds" doc:"Time to read it silently, rounded up."`
	SpeakingTimeSeconds   int           `json:"speaking_time_seconds" doc:"Time to read it aloud, rounded up."`
	TopWords              []WordShare   `json:"top_words" doc:"The most frequent words or phrases, equally frequent ones as they come."`
	Readability           *Readability  `json:"readability" doc:"How easily it is read; null unless it is English."`
	Scripts               []ScriptShare `json:"scripts" doc:"The scripts of its letters, most letters first."`
	Warnings              []op.Warning  `json:"warnings,omitempty" doc:"What cannot be counted well."`
}

// WordShare is how often a word or phrase occurs.
type WordShare struct {
	Word    string  `json:"word" doc:"The word or phrase, in lower case unless case_sensitive."`
	Count   int     `json:"count" doc:"How often it occurs."`
	Percent num.Dec `json:"percent" doc:"Its count in percent of all words."`
}

// Readability is how easily a text is read.
type Readability struct {
	FleschReadingEase  num.Dec `json:"flesch_reading_ease" doc:"From 100, very easy, down to 0 and below, very hard."`
	FleschKincaidGrade num.Dec `json:"flesch_kincaid_grade" doc:"School year in the United States."`
}

// ScriptShare is how many letters of a script there are.
type ScriptShare struct {
	Name    string `json:"name" doc:"The name of the script in Unicode."`
	Letters int    `json:"letters" doc:"How many letters."`
}

// Check reads the locale and whether its stop words are known.
func (in *WordCounterIn) Check(e *op.Invalid) {
	checkLocale(e, in.Locale)
	if in.IgnoreStopWords && len(e.Violations) == 0 && stopwords.Of(baseLanguage(in.Locale)) == nil {
		e.Add("locale", op.NotAllowed, "has no list of stop words").Hint = "send en or hi, or ignore_stop_words false"
	}
}

func countWords(ctx context.Context, in WordCounterIn) (out WordCounterOut, err error) {
	c := countProse(in.Text, in.Locale)
	w := newWordCount(in)
	for start, end := range prose.Words(in.Text) {
		if err := ctx.Err(); err != nil {
			return out, err
		}
		w.add(in.Text[start:end])
	}
	out = WordCounterOut{
		Words: c.Words, WordsWhitespace: c.Pieces, UniqueWords: len(w.unique), Characters: c.Characters, CharactersNoSpaces: c.CharactersNoSpaces,
		Sentences: c.Sentences, Paragraphs: c.Paragraphs, Lines: c.Lines,
		ReadingTimeSeconds: seconds(c.Words, in.WordsPerMinute), SpeakingTimeSeconds: seconds(c.Words, in.SpeakingWordsPerMinute),
		TopWords: w.top(), Scripts: []ScriptShare{}, Warnings: segmentationWarning(c.Scripts),
	}
	for _, s := range c.Scripts {
		out.Scripts = append(out.Scripts, ScriptShare{s.Name, s.Letters})
	}
	slices.SortStableFunc(out.Scripts, func(a, b ScriptShare) int { return b.Letters - a.Letters })
	if c.Words > 0 {
		wordLength, sentenceLength := quotient(w.characters, c.Words), quotient(c.Words, c.Sentences)
		out.AverageWordLength, out.AverageSentenceLength, out.LongestWord = &wordLength, &sentenceLength, &w.longest
		if w.english && mostlyLatin(c) {
			t := readability.Text{Words: c.Words, Sentences: c.Sentences, Syllables: w.syllables}
			out.Readability = &Readability{t.FleschReadingEase(), t.FleschKincaidGrade()}
		}
	}
	return out, nil
}

// seconds is how long so many words take, rounded up.
func seconds(words, perMinute int) int { return (words*60 + perMinute - 1) / perMinute }

// mostlyLatin tells whether at least half of the letters are Latin; words that
// are numbers need none.
func mostlyLatin(c prose.Counts) bool {
	latin := 0
	for _, s := range c.Scripts {
		if s.Name == "Latin" {
			latin = s.Letters
		}
	}
	return 2*latin >= c.Letters
}

// wordCount is what is counted of each word.
type wordCount struct {
	in      WordCounterIn
	caser   *lettercase.Caser
	stop    stopwords.List // nil where none is left out
	english bool

	total      int
	spellings  map[string]*spelling // of the words so far
	unique     map[string]struct{}  // their keys
	last       []*spelling          // as many as a phrase has
	phrases    prose.Tally
	characters int
	syllables  int
	longest    string
	length     int // of the longest
}

// spelling is what there is to know of a word as it is written.
type spelling struct {
	key, text string // how it is compared, and shown
	length    int    // in characters
	syllables int
	listed    bool // long enough and no stop word
}

func newWordCount(in WordCounterIn) *wordCount {
	base := baseLanguage(in.Locale)
	w := &wordCount{
		in: in, caser: lettercase.New(language.Make(in.Locale)), english: base == "en",
		spellings: map[string]*spelling{}, unique: map[string]struct{}{},
	}
	if in.IgnoreStopWords {
		w.stop = stopwords.Of(base)
	}
	return w
}

func (w *wordCount) add(word string) {
	s, ok := w.spellings[word]
	if !ok {
		s = w.spell(word)
		w.spellings[word] = s
		w.unique[s.key] = struct{}{}
	}
	w.total++
	w.characters += s.length
	w.syllables += s.syllables
	if s.length > w.length {
		w.longest, w.length = word, s.length
	}
	if w.last = append(w.last, s); len(w.last) > w.in.NGram {
		w.last = w.last[1:]
	}
	if len(w.last) == w.in.NGram {
		w.addPhrase()
	}
}

func (w *wordCount) spell(word string) *spelling {
	normal := prose.NFC(word)
	lower := w.caser.Lower(normal)
	s := &spelling{key: normal, text: normal, length: prose.Graphemes(word)}
	s.listed = s.length >= w.in.MinLength && !w.stop.Has(lower)
	if !w.in.CaseSensitive {
		s.key, s.text = fold.Canonical(lower), lower
	}
	if w.english {
		s.syllables = readability.Syllables(word)
	}
	return s
}

// addPhrase counts the last words as a phrase, if all of them are listed.
func (w *wordCount) addPhrase() {
	var keys, texts [3]string
	for i, s := range w.last {
		if !s.listed {
			return
		}
		keys[i], texts[i] = s.key, s.text
	}
	if item := w.phrases.Add(strings.Join(keys[:w.in.NGram], " ")); item.Count == 1 {
		item.Text = strings.Join(texts[:w.in.NGram], " ")
	}
}

func (w *wordCount) top() []WordShare {
	list := []WordShare{}
	for _, item := range w.phrases.Top(w.in.Top) {
		list = append(list, WordShare{item.Text, item.Count, percent(item.Count, w.total)})
	}
	return list
}
