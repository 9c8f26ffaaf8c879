package language

import (
	"slices"
	"strings"
	"testing"
)

// TestDetect has everyday sentences, written for this test.
func TestDetect(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", Unknown}, {"123 !?", Unknown}, {"👍", Unknown},
		{"Worst purchase ever", "en"}, {"Ich habe heute keine Zeit und gehe nach Hause", "de"}, {"C'est la vie", "fr"},
		{"Mañana vamos a la playa con los niños", "es"}, {"Amanhã vamos à praia com as crianças", "pt"}, {"Domani andiamo al mare con i bambini", "it"},
		{"Morgen gaan we met de kinderen naar het strand", "nl"}, {"Jutro idziemy z dziećmi na plażę", "pl"}, {"Yarın çocuklarla plaja gidiyoruz", "tr"},
		{"Завтра мы идём с детьми на пляж", "ru"}, {"Завтра ми йдемо з дітьми на пляж", "uk"}, {"Αύριο πάμε στην παραλία", "el"},
		{"यह फिल्म शानदार है", "hi"}, {"मी उद्या मुलांसोबत समुद्रकिनारी जाणार आहे", "mr"}, {"म भोलि केटाकेटीसँग समुद्र किनारमा जानेछु", "ne"},
		{"আমি কাল বাচ্চাদের সাথে সমুদ্রে যাব", "bn"}, {"নমস্কাৰ অসম", "as"}, {"ਸਤ ਸ੍ਰੀ ਅਕਾਲ", "pa"}, {"કેમ છો", "gu"}, {"நாளை கடற்கரைக்கு போகிறோம்", "ta"},
		{"రేపు సముద్ర తీరానికి వెళ్తాం", "te"}, {"ನಾಳೆ ಹೋಗೋಣ", "kn"}, {"നാളെ പോകാം", "ml"}, {"କାଲି ଯିବା", "or"}, {"හෙට යමු", "si"},
		{"کیا حال ہے", "ur"}, {"فردا با بچه\u200Cها به ساحل می\u200Cرویم", "fa"}, {"غدا نذهب إلى الشاطئ مع الأطفال", "ar"}, {"מחר נלך לים", "he"},
		{"明日は子供たちと海に行きます", "ja"}, {"中文", "zh"}, {"내일 바다에 가요", "ko"}, {"พรุ่งนี้เราจะไปทะเล", "th"},
	} {
		if got := Of(c.text); got != c.want {
			t.Errorf("%q: %v, want %s", c.text, Detect(c.text), c.want)
		}
	}
}

// TestMixed: a text in two scripts is divided by its letters.
func TestMixed(t *testing.T) {
	guesses := Detect("नमस्ते दुनिया, yes")
	i := slices.IndexFunc(guesses, func(g Guess) bool { return g.Script == "Latin" })
	if guesses[0].Script != "Devanagari" || i < 1 {
		t.Errorf("%v", guesses)
	}
}

func TestLanguages(t *testing.T) {
	all := Languages()
	if len(all) < 100 || !slices.IsSorted(all) {
		t.Errorf("%d languages: %v", len(all), all)
	}
	for script, g := range groups() {
		if len(g.languages) < 2 || alone[script] != "" {
			t.Errorf("%s: %v", script, g.languages)
		}
	}
}

// TestCase: case and composition make no difference.
func TestCase(t *testing.T) {
	a, b := Detect("Über den Flüssen liegt Schnee"), Detect("U\u0308BER DEN FLU\u0308SSEN LIEGT SCHNEE")
	if !slices.Equal(a, b) {
		t.Errorf("%v, %v", a, b)
	}
}

func FuzzDetect(f *testing.F) {
	f.Add("Hello नमस्ते 你好 かな Привет")
	f.Fuzz(func(t *testing.T, text string) {
		guesses := Detect(strings.ToValidUTF8(text, "\uFFFD"))
		total := 0
		for i, g := range guesses {
			if total += g.Share; g.Language == "" || i > 0 && (g.Share < 1 || g.Share > guesses[i-1].Share) {
				t.Fatalf("%v", guesses)
			}
		}
		if len(guesses) == 0 || total > 1000 {
			t.Fatalf("%v", guesses)
		}
	})
}
