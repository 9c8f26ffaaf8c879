package text_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"toolcrib/internal/op"
	"toolcrib/internal/op/optest"
)

func TestCharacterCounter(t *testing.T) {
	const contract, node = "contract 3.3", "Node 20, ICU 78.2"
	repeat := func(s string, n int) string { return `{"text":"` + strings.Repeat(s, n) + `"}` }
	optest.Table(t, "character-counter", []optest.Case{
		{Name: "example 1", In: `{"text":"👨‍👩‍👧‍👦 family 🇮🇳"}`, Source: "Intl.Segmenter ICU 78, twitter-text 3.1",
			Want: `{"characters":10,"code_points":17,"utf16_units":23,"bytes":41,"platforms.twitter.weighted_length":12,"platforms.sms.encoding":"ucs2","emoji":2,"words":1}`},
		{Name: "example 2", In: `{"text":"क्षत्रिय"}`, Source: node, Want: `{"characters":3,"code_points":8,"bytes":24,"letters":5}`},
		{Name: "example 3", In: `{"text":"€100 [x]"}`, Source: "sms-segments-calculator 1.3.0",
			Want: `{"characters":8,"platforms.sms":{"encoding":"gsm7","units":11,"segments":1,"per_segment":160,"remaining":149,"non_gsm":[]}}`},
		{Name: "example 4, 161", In: repeat("a", 161), Source: "sms-segments-calculator 1.3.0", Want: `{"platforms.sms.segments":2,"platforms.sms.per_segment":153,"platforms.sms.remaining":145}`},
		{Name: "example 4, 160", In: repeat("a", 160), Source: "sms-segments-calculator 1.3.0", Want: `{"platforms.sms.segments":1,"platforms.sms.remaining":0}`},
		{Name: "example 4, 158 and €", In: `{"text":"` + strings.Repeat("a", 158) + `€"}`, Source: "sms-segments-calculator 1.3.0", Want: `{"platforms.sms.segments":1}`},
		{Name: "example 4, 159 and €", In: `{"text":"` + strings.Repeat("a", 159) + `€"}`, Source: "sms-segments-calculator 1.3.0", Want: `{"platforms.sms.segments":2}`},
		{Name: "example 5, Hindi", In: repeat("न", 71), Source: "sms-segments-calculator 1.3.0",
			Want: `{"platforms.sms.encoding":"ucs2","platforms.sms.segments":2,"platforms.sms.non_gsm":[{"char":"न","code_point":"U+0928","index":0}]}`},
		{Name: "example 5, emoji", In: repeat("😀", 67), Source: "sms-segments-calculator 1.3.0", Want: `{"platforms.sms.segments":3}`},
		{Name: "example 6, quotes", In: `{"text":"“quoted” – dash…"}`, Source: "twitter-text 3.1", Want: `{"platforms.twitter.weighted_length":17}`},
		{Name: "example 6, URL", In: `{"text":"example.com"}`, Source: "twitter-text 3.1", Want: `{"platforms.twitter":{"weighted_length":23,"limit":280,"remaining":257,"ok":true,"urls":1}}`},
		{Name: "example 6, decomposed", In: repeat(`e\u0301`, 10), Source: "twitter-text 3.1", Want: `{"platforms.twitter.weighted_length":10,"characters":10,"code_points":20,"normalization":"nfd"}`},
		{Name: "example 7", In: `{"text":"Dr. Smith paid $3.50. He left! Did he?"}`, Source: contract, Want: `{"words":8,"sentences":3,"digits":3,"punctuation":5}`},
		{Name: "example 8, ç", In: `{"text":"ç"}`, Source: "3GPP TS 23.038", Want: `{"platforms.sms.encoding":"ucs2","platforms.sms.non_gsm.0.code_point":"U+00E7"}`},
		{Name: "example 8, Ç", In: `{"text":"Ç"}`, Source: "3GPP TS 23.038", Want: `{"platforms.sms.encoding":"gsm7"}`},

		{Name: "empty", In: `{"text":""}`, Source: contract, Absent: []string{"limits", "frequency"},
			Want: `{"characters":0,"characters_no_spaces":0,"code_points":0,"utf16_units":0,"bytes":0,"letters":0,"digits":0,"spaces":0,"punctuation":0,"emoji":0,` +
				`"words":0,"words_whitespace":0,"sentences":0,"paragraphs":0,"lines":0,"blank_lines":0,"line_breaks":0,"longest_line":0,"normalization":"nfc","invisible":[],` +
				`"platforms.twitter":{"weighted_length":0,"limit":280,"remaining":280,"ok":false,"urls":0},` +
				`"platforms.sms":{"encoding":"gsm7","units":0,"segments":0,"per_segment":160,"remaining":160,"non_gsm":[]},` +
				`"platforms.meta_title":{"length":0,"limit":60,"ok":true},"platforms.meta_description":{"length":0,"min":70,"limit":160,"ok":false},` +
				`"warnings":[{"code":"meta_description_too_short","message":"a meta description should have at least 70 characters, this has 0"}]}`},
		{Name: "lines", In: `{"text":"ab\r\n\n \t\nlonger\rx\n"}`, Source: "contract 0.3",
			Want: `{"lines":5,"blank_lines":2,"line_breaks":5,"longest_line":6,"paragraphs":2,"characters":16,"code_points":17,"spaces":8,"characters_no_spaces":9}`},
		{Name: "a mark on a space is seen", In: `{"text":"a \u0301 \u00a0"}`, Source: node, Want: `{"characters":4,"characters_no_spaces":2,"spaces":3}`},
		{Name: "Chinese", In: `{"text":"中文字 and 3 words"}`, Source: "contract 3.4", Want: `{"words":6,"words_whitespace":4}`},
		{Name: "Greek question mark", In: `{"text":"Τι κάνεις; Καλά.","locale":"el-GR"}`, Source: "CLDR, Greek", Want: `{"sentences":2}`},
		{Name: "no question mark elsewhere", In: `{"text":"Τι κάνεις; Καλά."}`, Source: contract, Want: `{"sentences":1}`},
		{Name: "Thai", In: `{"text":"ภาษาไทย"}`, Source: contract, Want: `{"words":1,"warnings.2.code":"no_word_segmentation"}`},
		{Name: "NUL and byte order mark", In: `{"text":"\ufeffa\u0000b"}`, Source: "contract 0.2",
			Want: `{"code_points":4,"platforms.twitter.ok":false,"invisible":[{"code_point":"U+FEFF","name":"ZERO WIDTH NO-BREAK SPACE","count":1},{"code_point":"U+0000","name":"NULL","count":1}]}`},
		{Name: "mixed normalization", In: `{"text":"ée\u0301"}`, Source: node, Want: `{"normalization":"mixed"}`},
		{Name: "letters of Unicode 17", In: `{"text":"\uA7CE\uA7D2"}`, Source: node, Want: `{"letters":2,"words":1}`},

		{Name: "limits", In: `{"text":"naïve café","limits":[{"name":"a","max":10,"unit":"bytes"},{"name":"b","max":10},{"name":"c","max":1,"unit":"Word"},{"name":"x","max":9,"unit":"twitter"}]}`, Source: contract,
			Want: `{"limits":[{"name":"a","unit":"bytes","length":12,"max":10,"remaining":-2,"ok":false},{"name":"b","unit":"characters","length":10,"max":10,"remaining":0,"ok":true},` +
				`{"name":"c","unit":"words","length":2,"max":1,"remaining":-1,"ok":false},{"name":"x","unit":"twitter","length":10,"max":9,"remaining":-1,"ok":false}],` +
				`"warnings.2":{"code":"limit_exceeded","message":"12 bytes are more than 10","field":"limits[0]"}}`},
		{Name: "frequency", In: `{"text":"abba e\u0301","include_frequency":true}`, Source: contract,
			Want: `{"frequency":[{"char":"a","count":2,"percent":33.33},{"char":"b","count":2,"percent":33.33},{"char":" ","count":1,"percent":16.67},{"char":"e\u0301","count":1,"percent":16.67}]}`},
		{Name: "no frequency", In: `{"text":"","include_frequency":true}`, Source: contract, Want: `{"characters":0}`, Absent: []string{"frequency"}},

		{Name: "no text", In: `{}`, Source: contract, Wrong: []string{"text required"}},
		{Name: "limits wrong", In: `{"text":"a","limits":[{"max":-1,"unit":"inch"},{"name":"","max":1.5}]}`, Source: contract,
			Wrong: []string{"limits[0].max out_of_range", "limits[0].unit not_allowed", "limits[0].name required", "limits[1].name too_short", "limits[1].max invalid_number"}},
		{Name: "no language", In: `{"text":"a","locale":"x"}`, Source: contract, Wrong: []string{"locale invalid_format"}},
		{Name: "names of other APIs", In: `{"content":"x"}`, Source: "contract 0.1", Wrong: []string{"content unknown_field", "text required"}},
		{Name: "lone surrogate", In: `{"text":"\udc00"}`, Source: "contract 0.2", Wrong: []string{"text invalid_unicode"}},
	})
}

func TestCharacterCounterMembers(t *testing.T) {
	data := optest.Data(t, "character-counter", op.JSON([]byte(`{"text":"ç","limits":[{"name":"a","max":0}],"include_frequency":true}`)))
	for path, want := range map[string]string{
		"": "characters characters_no_spaces code_points utf16_units bytes letters digits spaces punctuation emoji words words_whitespace " +
			"sentences paragraphs lines blank_lines line_breaks longest_line platforms normalization invisible limits frequency warnings",
		"platforms":                  "twitter sms meta_title meta_description",
		"platforms.twitter":          "weighted_length limit remaining ok urls",
		"platforms.sms":              "encoding units segments per_segment remaining non_gsm",
		"platforms.sms.non_gsm.0":    "char code_point index",
		"platforms.meta_title":       "length limit ok",
		"platforms.meta_description": "length min limit ok",
		"limits.0":                   "name unit length max remaining ok",
		"frequency.0":                "char count percent",
	} {
		if got := optest.Keys(t, data, path); got != want {
			t.Errorf("%s has %s", path, got)
		}
	}
}

// TestCharacterCounterUnits: each unit of a limit counts what the member of
// that name says.
func TestCharacterCounterUnits(t *testing.T) {
	const text = `"Hi 😀, é漢字.\n\nOK? example.com"`
	counts := optest.Data(t, "character-counter", op.JSON([]byte(`{"text":`+text+`}`)))
	for _, unit := range strings.Fields("characters characters_no_spaces code_points utf16_units bytes words words_whitespace sentences paragraphs lines twitter") {
		data := optest.Data(t, "character-counter", op.JSON([]byte(`{"text":`+text+`,"limits":[{"name":"x","max":1,"unit":"`+unit+`"}]}`)))
		path := unit
		if unit == "twitter" {
			path = "platforms.twitter.weighted_length"
		}
		optest.Want(t, data, "limits.0.length="+optest.At(counts, path), `limits.0.unit="`+unit+`"`)
	}
}

// TestCharacterCounterWarnings: each limit at its two sides.
func TestCharacterCounterWarnings(t *testing.T) {
	for _, c := range []struct {
		text, want string
	}{
		{strings.Repeat("a", 60), "meta_description_too_short"},
		{strings.Repeat("a", 69), "meta_title_too_long meta_description_too_short"},
		{strings.Repeat("a", 70), "meta_title_too_long"},
		{strings.Repeat("a", 160), "meta_title_too_long"},
		{strings.Repeat("a", 161), "sms_multiple_segments meta_title_too_long meta_description_too_long"},
		{strings.Repeat("a", 281), "twitter_too_long sms_multiple_segments meta_title_too_long meta_description_too_long"},
		{"ñ–", "sms_unicode meta_description_too_short"},
		{"ຂ້ອຍ", "sms_unicode meta_description_too_short no_word_segmentation"},
	} {
		data := optest.Data(t, "character-counter", op.JSON([]byte(`{"text":`+quote(c.text)+`}`)))
		var got []string
		for i := 0; optest.At(data, fmt.Sprintf("warnings.%d", i)) != "absent"; i++ {
			code, _ := strconv.Unquote(optest.At(data, fmt.Sprintf("warnings.%d.code", i)))
			got = append(got, code)
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("%.10q…: %s, want %s", c.text, s, c.want)
		}
	}
}

// TestCharacterCounterWC compares with wc (testdata/wc.sh).
func TestCharacterCounterWC(t *testing.T) {
	data, err := os.ReadFile("testdata/wc.tsv")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(data)) {
		f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		text, err := strconv.Unquote(`"` + f[0] + `"`)
		if err != nil {
			t.Fatal(err)
		}
		got := optest.Data(t, "character-counter", op.JSON([]byte(`{"text":`+quote(text)+`}`)))
		optest.Want(t, got, "words_whitespace="+f[1], "bytes="+f[2], "code_points="+f[3])
	}
}

// TestCharacterCounterBounds: long texts of many kinds take little time and
// their answers little space.
func TestCharacterCounterBounds(t *testing.T) {
	distinct := ""
	for r := rune(0x4E00); len(distinct) < 60_000; r++ {
		distinct += string(r)
	}
	for name, text := range map[string]string{
		"ideographs": strings.Repeat(distinct, 16), "a.": strings.Repeat("a.", 500_000), "marks": strings.Repeat("\u0301", 500_000),
		"joined": strings.Repeat("👩\u200D", 140_000), "flags": strings.Repeat("🇮", 250_000), "URLs": strings.Repeat("a.com/((", 125_000),
	} {
		start := time.Now()
		data := optest.Data(t, "character-counter", op.JSON([]byte(`{"include_frequency":true,"text":`+quote(text)+`}`)))
		if took := time.Since(start); took > 4*time.Second || len(data) > 1_200_000 {
			t.Errorf("%s: %v, %d bytes", name, took, len(data))
		}
		if name == "ideographs" && (optest.At(data, "platforms.sms.non_gsm.100") != "absent" || optest.At(data, "frequency.1000") != "absent") {
			t.Error("lists without end")
		}
	}
	if got := optest.Refusal(t, "character-counter", op.JSON([]byte(`{"text":"`+strings.Repeat("a", 1_000_001)+`"}`))); got != "text:too_long" {
		t.Error(got)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := run(t, ctx, "character-counter", json.RawMessage(`{"text":"a"}`)); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}
