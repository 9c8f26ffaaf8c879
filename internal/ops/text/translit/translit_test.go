package translit

import (
	"slices"
	"strings"
	"testing"
)

func TestASCII(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"empty", "", ""},
		{"ASCII", "Hello, World! ~`'\"", "Hello, World! ~`'\""},
		{"Devanagari", "नमस्ते दुनिया", "namaste duniya"},
		{"Devanagari keeps the inherent vowel", "भारत", "bharata"},
		{"Tamil", "தமிழ்", "tamil"},
		{"Cyrillic", "Привет мир", "Privet mir"},
		{"Vietnamese", "Đường phố", "Duong pho"},
		{"sharp s", "Straße", "Strasse"},
		{"French", "Déjà", "Deja"},
		{"decomposed", "De\u0301ja\u0300", "Deja"},
		{"signs without letter", "объект день عين שלום אב", "obekt den yn slwm b"},
		{"digits", "٣۳३৩๓", "33333"},
		{"punctuation stays", "Да — «нет»…", "Da — «net»…"},
		{"symbols stay", "5 € © ₹", "5 € © ₹"},
		{"no rendering", "Tower ไทย 🎉", "Tower ไทย 🎉"},
		{"joiners vanish", "می\u200cخواهم क्\u200dष co\u00ADop", "mykhwahm ksa coop"},
		{"mark on nothing", "\u0301", "\u0301"},
		{"mark on a digit", "1\u0301 2\uFE0F\u20E3", "1 2"},
		{"mark on a kept letter", "ก\u0301", "ก\u0301"},
		{"not UTF-8", "a\xffb", "a\uFFFDb"},
		{"archaic jamo stay", "ᄀ\u1140", "g\u1140"},
		{"prolonged sound alone", "ー", "ー"},
		{"iteration without letter", "ゝa", "a"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := ASCII(tt.in, Und); got != tt.want {
				t.Errorf("ASCII(%q) = %q, want %q", tt.in, got, tt.want)
			}
		})
	}
}

func TestLocale(t *testing.T) {
	tests := []struct {
		name     string
		loc      Locale
		in, want string
	}{
		{"und umlaut", Und, "Ärger", "Arger"},
		{"de umlaut", De, "Ärger über Öl", "Aerger ueber Oel"},
		{"de decomposed", De, "A\u0308pfel", "Aepfel"},
		{"de other diacritics", De, "Café Ǟ", "Cafe A"},
		{"de leaves Hindi alone", De, "भारत", "bharata"},
		{"tr", Tr, "İstanbul ığdır Iğdır", "Istanbul igdir Igdir"},
		{"hi word end", Hi, "भारत का संविधान", "bharat ka sanvidhan"},
		{"hi one syllable", Hi, "न", "na"},
		{"hi one conjunct", Hi, "क्ष", "ksa"},
		{"hi conjunct end", Hi, "मित्र", "mitr"},
		{"hi nukta end", Hi, "बर्फ़ गज़", "barf gaz"},
		{"hi vowel sign", Hi, "हिंदी", "hindi"},
		{"hi virama", Hi, "अर्थात्", "arthat"},
		{"hi nasal end", Hi, "में हूं", "mem hum"},
		{"hi visarga", Hi, "अतः", "atah"},
		{"hi before punctuation", Hi, "भारत। भारत, (भारत)", "bharat। bharat, (bharat)"},
		{"hi before digit", Hi, "भारत२०", "bharat20"},
		{"hi before Latin", Hi, "भारतX", "bharatX"},
		{"hi joiner at the end", Hi, "भारत\u200d", "bharat"},
		{"hi new word starts over", Hi, "राम व श्याम", "ram va syam"},
		{"hi independent vowel", Hi, "आज एक", "aj ek"},
		{"hi leaves Bengali alone", Hi, "ভারত", "bharata"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := ASCII(tt.in, tt.loc); got != tt.want {
				t.Errorf("ASCII(%q) = %q, want %q", tt.in, got, tt.want)
			}
		})
	}
}

func TestConvertReports(t *testing.T) {
	tests := []struct {
		name, in  string
		converted bool
		kept      []Kept
	}{
		{"ASCII", "abc 1", false, nil},
		{"letter", "é", true, nil},
		{"letter rendered by nothing", "ь", true, nil},
		{"digit", "٣", true, nil},
		{"mark dropped", "x\u0302", true, nil},
		{"Thai", "กขとก", true, []Kept{{'ก', 2}, {'ข', 1}}},
		{"only Thai", "กข", false, []Kept{{'ก', 1}, {'ข', 1}}},
		{"punctuation", "a — b", false, []Kept{{'—', 1}}},
		{"joiner is neither", "a\u200db", false, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := Convert(tt.in, Und)
			if got.Converted != tt.converted || !slices.Equal(got.Kept, tt.kept) {
				t.Errorf("Convert(%q) = %+v, want converted %v, kept %v", tt.in, got, tt.converted, tt.kept)
			}
		})
	}
}

// Hepburn spellings of the syllables for foreign sounds: the romanisation of
// the Agency for Cultural Affairs (1991 notice on loan words) in Hepburn.
func TestForeignKana(t *testing.T) {
	tests := map[string]string{
		"ヴァイオリン": "vaiorin", "ウィキペディア": "wikipedia", "ウェブ": "webu",
		"ウォーター": "wota", "デュアル": "dyuaru", "ツァーリ": "tsari",
		"トゥモロー": "tumoro", "ドゥ": "du", "クォーツ": "kwotsu", "グァム": "gwamu",
		"イェール": "yeru", "フュージョン": "fyujon", "シェフ": "shefu",
		"チェス": "chesu", "ジェット": "jetto", "ファン": "fan", "ティー": "ti",
		"ディスコ": "disuko", "キャンプ": "kyanpu", "リュック": "ryukku",
		"ギャラリー": "gyarari", "ジャズ": "jazu", "ラッキー": "rakki",
		"カヌー": "kanu", "ねぇ": "nee", "ヴュ": "vyu", "テュ": "tyu", "イトㇰ": "itok",
	}
	for in, want := range tests {
		if got := ASCII(in, Und); got != want {
			t.Errorf("ASCII(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestEveryDecimalDigit(t *testing.T) {
	for _, zero := range []rune{0x660, 0x6F0, 0x7C0, 0x966, 0xBE6, 0xDE6, 0xE50, 0x1A80, 0x1A90, 0x104A0, 0x1D7CE, 0x1D7D8} {
		var in strings.Builder
		for d := range rune(10) {
			in.WriteRune(zero + d)
		}
		if got := ASCII(in.String(), Und); got != "0123456789" {
			t.Errorf("digits from %U = %q", zero, got)
		}
	}
}
