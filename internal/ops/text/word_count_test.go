package text_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"toolcrib/internal/op"
	"toolcrib/internal/op/optest"
)

func TestWordCounter(t *testing.T) {
	const contract = "contract 3.4"
	optest.Table(t, "word-counter", []optest.Case{
		{Name: "example 1", In: `{"text":"The quick brown fox. The lazy dog!\n\nFin.","top":1}`, Source: "python",
			Want: `{"words":8,"words_whitespace":8,"unique_words":7,"characters":40,"characters_no_spaces":32,"sentences":3,"paragraphs":2,"lines":3,` +
				`"average_word_length":3.62,"average_sentence_length":2.67,"longest_word":"quick","top_words":[{"word":"the","count":2,"percent":25}],` +
				`"scripts":[{"name":"Latin","letters":29}]}`, Absent: []string{"warnings"}},
		{Name: "example 2", In: `{"text":""}`, Source: contract,
			Want: `{"words":0,"words_whitespace":0,"unique_words":0,"characters":0,"characters_no_spaces":0,"sentences":0,"paragraphs":0,"lines":0,` +
				`"average_word_length":null,"average_sentence_length":null,"longest_word":null,"reading_time_seconds":0,"speaking_time_seconds":0,` +
				`"top_words":[],"readability":null,"scripts":[]}`, Absent: []string{"warnings"}},
		{Name: "example 3", In: `{"text":"well-known state-of-the-art"}`, Source: "wc -w", Want: `{"words":2,"words_whitespace":2,"longest_word":"state-of-the-art"}`},
		{Name: "example 4", In: `{"text":"中文字 and 3 words"}`, Source: contract, Want: `{"words":6}`},
		{Name: "example 5", In: `{"text":"` + strings.Repeat("word ", 476) + `"}`, Source: contract, Want: `{"words":476,"unique_words":1,"reading_time_seconds":120,"speaking_time_seconds":157}`},
		{Name: "speeds", In: `{"text":"a b c","words_per_minute":50,"speaking_words_per_minute":1000}`, Source: contract, Want: `{"reading_time_seconds":4,"speaking_time_seconds":1}`},
		{Name: "no word", In: `{"text":"-- !\n"}`, Source: contract, Want: `{"words":0,"words_whitespace":2,"lines":1,"sentences":0,"average_word_length":null,"readability":null}`},

		{Name: "case folded", In: `{"text":"Straße STRASSE ΛΌΓΟΣ λόγος Café CAFE\u0301"}`, Source: "python casefold",
			Want: `{"unique_words":3,"top_words":[{"word":"straße","count":2,"percent":33.33},{"word":"λόγος","count":2,"percent":33.33},{"word":"café","count":2,"percent":33.33}]}`},
		{Name: "case sensitive", In: `{"text":"The the The","case_sensitive":true}`, Source: contract,
			Want: `{"unique_words":2,"top_words":[{"word":"The","count":2,"percent":66.67},{"word":"the","count":1,"percent":33.33}]}`},
		{Name: "Turkish lower case", In: `{"text":"ISPARTA ısparta","locale":"tr"}`, Source: "ICU 78.2", Want: `{"unique_words":1,"top_words.0.word":"ısparta"}`},
		{Name: "punctuation at the edges", In: `{"text":"(fox) “Fox”, FOX! fox's $3.50. C++"}`, Source: contract,
			Want: `{"top_words":[{"word":"fox","count":3,"percent":50},{"word":"fox's","count":1,"percent":16.67},{"word":"3.50","count":1,"percent":16.67},{"word":"c","count":1,"percent":16.67}]}`},
		{Name: "ties by first appearance", In: `{"text":"b a c a b c","top":2}`, Source: contract, Want: `{"top_words":[{"word":"b","count":2,"percent":33.33},{"word":"a","count":2,"percent":33.33}]}`},
		{Name: "none listed", In: `{"text":"a b","top":0}`, Source: contract, Want: `{"top_words":[],"unique_words":2}`},
		{Name: "min_length in characters", In: `{"text":"न नमस्ते नमः ab","min_length":2}`, Source: contract, Want: `{"unique_words":4,"top_words":[{"word":"नमस्ते","count":1,"percent":25},{"word":"नमः","count":1,"percent":25},{"word":"ab","count":1,"percent":25}]}`},
		{Name: "stop words", In: `{"text":"The fox and the dog. Don’t!","ignore_stop_words":true}`, Source: contract,
			Want: `{"words":6,"unique_words":5,"top_words":[{"word":"fox","count":1,"percent":16.67},{"word":"dog","count":1,"percent":16.67}]}`},
		{Name: "Hindi stop words", In: `{"text":"भारत एक देश है","locale":"hi-IN","ignore_stop_words":true}`, Source: contract,
			Want: `{"top_words":[{"word":"भारत","count":1,"percent":25},{"word":"देश","count":1,"percent":25}],"readability":null}`},
		{Name: "phrases of two", In: `{"text":"to be or not to be","ngram":2}`, Source: contract,
			Want: `{"unique_words":4,"top_words":[{"word":"to be","count":2,"percent":33.33},{"word":"be or","count":1,"percent":16.67},{"word":"or not","count":1,"percent":16.67},{"word":"not to","count":1,"percent":16.67}]}`},
		{Name: "phrases of three", In: `{"text":"a b c a B c","ngram":3,"top":1}`, Source: contract, Want: `{"top_words":[{"word":"a b c","count":2,"percent":33.33}]}`},
		{Name: "phrases without stop words", In: `{"text":"red fox and red fox in red","ngram":2,"ignore_stop_words":true}`, Source: contract, Want: `{"top_words":[{"word":"red fox","count":2,"percent":28.57}]}`},
		{Name: "too few for a phrase", In: `{"text":"a b","ngram":3}`, Source: contract, Want: `{"top_words":[]}`},

		// 15 syllables: 206.835 − 1.015·9 − 84.6·15/9 = 56.7; 0.39·9 + 11.8·15/9 − 15.59 = 7.587
		{Name: "readability", In: `{"text":"The cat sat on the comfortable mat beside Julia."}`, Source: "Flesch 1948, Kincaid 1975, by hand", Want: `{"readability":{"flesch_reading_ease":56.7,"flesch_kincaid_grade":7.59}}`},
		{Name: "of English only", In: `{"text":"Le chat.","locale":"fr"}`, Source: contract, Want: `{"readability":null}`},
		{Name: "of Latin letters only", In: `{"text":"नमस्ते दुनिया yes"}`, Source: contract, Want: `{"readability":null,"scripts":[{"name":"Devanagari","letters":7},{"name":"Latin","letters":3}]}`},
		{Name: "British English", In: `{"text":"One.","locale":"en-GB"}`, Source: contract, Want: `{"readability":{"flesch_reading_ease":121.22,"flesch_kincaid_grade":-3.4}}`},
		{Name: "Greek sentences", In: `{"text":"Τι κάνεις; Καλά.","locale":"el"}`, Source: "CLDR, Greek", Want: `{"sentences":2,"average_sentence_length":1.5}`},
		{Name: "Khmer", In: `{"text":"សួស្តី hello"}`, Source: contract, Want: `{"words":2,"warnings.0.code":"no_word_segmentation"}`},

		{Name: "no text", In: `{}`, Source: contract, Wrong: []string{"text required"}},
		{Name: "bounds", In: `{"text":"a","top":201,"ngram":4,"min_length":0,"words_per_minute":49,"speaking_words_per_minute":1001}`, Source: contract,
			Wrong: []string{"top out_of_range", "ngram out_of_range", "min_length out_of_range", "words_per_minute out_of_range", "speaking_words_per_minute out_of_range"}},
		{Name: "more bounds", In: `{"text":"a","top":-1,"ngram":0,"words_per_minute":1001,"speaking_words_per_minute":49}`, Source: contract,
			Wrong: []string{"top out_of_range", "ngram out_of_range", "words_per_minute out_of_range", "speaking_words_per_minute out_of_range"}},
		{Name: "at the bounds", In: `{"text":"a","top":200,"ngram":1,"words_per_minute":1000,"speaking_words_per_minute":50}`, Source: contract, Want: `{"reading_time_seconds":1,"speaking_time_seconds":2}`},
		{Name: "no language", In: `{"text":"a","locale":"english language","ignore_stop_words":true}`, Source: contract, Wrong: []string{"locale invalid_format"}},
		{Name: "no list", In: `{"text":"a","locale":"fr","ignore_stop_words":true}`, Source: contract, Wrong: []string{"locale not_allowed"}},
		{Name: "names of other APIs", In: `{"body":"x","wpm":200}`, Source: "contract 0.1", Wrong: []string{"body unknown_field", "wpm unknown_field", "text required"}},
		{Name: "lone surrogate", In: `{"text":"\ud800"}`, Source: "contract 0.2", Wrong: []string{"text invalid_unicode"}},
	})
}

func TestWordCounterMembers(t *testing.T) {
	data := optest.Data(t, "word-counter", op.JSON([]byte(`{"text":"a ไทย hello"}`)))
	for path, want := range map[string]string{
		"": "words words_whitespace unique_words characters characters_no_spaces sentences paragraphs lines average_word_length average_sentence_length " +
			"longest_word reading_time_seconds speaking_time_seconds top_words readability scripts warnings",
		"top_words.0": "word count percent", "readability": "flesch_reading_ease flesch_kincaid_grade", "scripts.0": "name letters",
	} {
		if got := optest.Keys(t, data, path); got != want {
			t.Errorf("%s has %s", path, got)
		}
	}
}

// TestWordCounterRecorded compares with Python (testdata/word_count.py).
func TestWordCounterRecorded(t *testing.T) {
	optest.Recorded(t, "word-counter", "testdata/word_count.json")
}

// TestCountersAgree: both counters count alike.
func TestCountersAgree(t *testing.T) {
	for _, text := range []string{"The fox. 中文字\r\n\r\nNo. It's", "👨‍👩‍👧‍👦 a\u0301 \u0301", "नमस्ते दुनिया। ok", "a\n\n\nb"} {
		in := op.JSON([]byte(`{"text":` + quote(text) + `}`))
		characters := optest.Data(t, "character-counter", in)
		words := optest.Data(t, "word-counter", in)
		for _, name := range strings.Fields("words words_whitespace characters characters_no_spaces sentences paragraphs lines") {
			optest.Want(t, words, name+"="+optest.At(characters, name))
		}
	}
}

// TestWordCounterBounds: long texts of many kinds take little time and their
// answers little more space than they.
func TestWordCounterBounds(t *testing.T) {
	var distinct strings.Builder
	for i := 0; distinct.Len() < 990_000; i++ {
		distinct.WriteString(string(rune('a'+i%26)) + string(rune('a'+i/26%26)) + string(rune('a'+i/676%26)) + string(rune('a'+i/17576%26)) + " ")
	}
	for name, text := range map[string]string{
		"distinct words": distinct.String(), "one word": strings.Repeat("a", 1_000_000), "letters": strings.Repeat("a ", 500_000),
		"ideographs": strings.Repeat("漢字", 160_000), "marks": "a" + strings.Repeat("\u0301\u0323", 200_000), "vowels": strings.Repeat("io-", 300_000),
	} {
		start := time.Now()
		data := optest.Data(t, "word-counter", op.JSON([]byte(`{"ngram":3,"top":200,"text":`+quote(text)+`}`)))
		if took := time.Since(start); took > 4*time.Second || len(data) > 1_100_000 {
			t.Errorf("%s: %v, %d bytes", name, took, len(data))
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := run(t, ctx, "word-counter", json.RawMessage(`{"text":"a"}`)); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}
