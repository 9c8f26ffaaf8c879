package sentiment

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"toolcrib/internal/ops/text/ai/local/segment"
	"toolcrib/internal/ops/text/emoji"
)

// role is what a token does to others.
type role uint8

const (
	word  role = iota
	no         // turns what is near into its opposite
	turn       // but: what follows counts more
	pause      // a comma or the like: what is before it reaches no farther
)

// token is a word, a phrase, an emoji or a pause.
type token struct {
	role     role
	value    int // in hundredths; 0 = says nothing
	boost    int // what it adds to a value near it, with the sign for more or less
	capitals bool
	hindi    bool

	text string // as the lists have it
}

func set(words string) map[string]bool {
	all := map[string]bool{}
	for w := range strings.FieldsSeq(words) {
		all[w] = true
	}
	return all
}

var (
	englishNo = set(`aint arent cannot cant couldnt darent didnt doesnt dont hadnt hasnt havent isnt mightnt mustnt neither neednt never none nope nor not
		nothing nowhere oughtnt shant shouldnt wasnt werent without wont wouldnt rarely seldom despite no hardly barely scarcely nobody`)
	englishTurn   = set("but however yet though although except unfortunately")
	moreEnglishly = set(`absolutely amazingly awfully completely considerable considerably decidedly deeply effing enormous enormously entirely
		especially exceptional exceptionally extreme extremely fabulously flipping flippin frackin fracking fricking frickin frigging friggin fully
		fuckin fucking greatly hella highly hugely incredible incredibly intensely major majorly more most particularly purely quite really
		remarkably so substantially thoroughly total totally tremendous tremendously uber unbelievably unusually utter utterly very super damn truly`)
	lessEnglishly = set("almost kinda kindof less little marginal marginally occasional occasionally partly slight slightly somewhat sorta sortof fairly")

	hindiNo   = set(foldHindi("नहीं नही न ना मत बिना बग़ैर कभी-नहीं रहित बावजूद"))
	hindiTurn = set(foldHindi("लेकिन मगर किंतु परंतु बल्कि हालांकि अलबत्ता"))
	hindiMore = set(foldHindi("बहुत बेहद अत्यंत अत्यधिक काफ़ी बड़ा बड़ी बड़े सबसे एकदम बिल्कुल बिलकुल पूरी पूरा वाक़ई सचमुच इतना इतनी इतने निहायत ख़ासा ख़ासी अति परम घोर भारी ज़्यादा अधिक सच"))
	hindiLess = set(foldHindi("थोड़ा थोड़ी थोड़े कुछ ज़रा हल्का हल्की हल्के कम लगभग थोड़ा-सा"))
)

// tokenize takes a sentence apart. Without words only its emoji say something.
func tokenize(text string, words bool) []token {
	var all []token
	for chunk := range strings.FieldsSeq(text) {
		if v := english().values[chunk]; words && v != 0 && emoticon(chunk) {
			all = append(all, token{value: v})
			continue
		}
		last := 0
		for start, end := range segment.Words(chunk) {
			all = between(all, chunk[last:start])
			all = append(all, read(chunk[start:end], words))
			last = end
		}
		all = between(all, chunk[last:])
	}
	if !words {
		return all
	}
	return negatives(phrases(adverbs(all)))
}

// emoticon tells whether a piece of text is more than letters and numbers: :D.
func emoticon(chunk string) bool {
	return strings.ContainsFunc(chunk, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) && r != '-' && r != '\'' })
}

// read makes a token of a word.
func read(text string, words bool) token {
	t := token{capitals: shouted(text)}
	if !words {
		return t
	}
	if r, _ := utf8.DecodeRuneInString(text); unicode.Is(unicode.Devanagari, r) {
		t.hindi = true
		t.text = foldHindi(text)
		t.value = hindi().ofHindi(t.text)
		switch {
		case hindiNo[t.text]:
			t.role, t.value = no, 0
		case hindiTurn[t.text]:
			t.role = turn
		case hindiMore[t.text]:
			t.boost = boost
		case hindiLess[t.text]:
			t.boost = -boost
		}
		return t
	}
	t.text = strings.ReplaceAll(strings.ToLower(text), "’", "'")
	t.value = englishValue(t.text)
	switch {
	case englishNo[t.text], strings.HasSuffix(t.text, "n't"):
		t.role, t.value = no, 0
	case englishTurn[t.text]:
		t.role = turn
	case moreEnglishly[t.text]:
		t.boost = boost
	case lessEnglishly[t.text]:
		t.boost = -boost
	}
	return t
}

// englishValue is the value of a word: of itself, without the ending of a
// genitive, or of the first of its parts between hyphens and full stops that has one.
func englishValue(text string) int {
	values := english().values
	if v, ok := values[text]; ok {
		return v
	}
	if v, ok := values[strings.TrimSuffix(text, "'s")]; ok {
		return v
	}
	if strings.ContainsAny(text, "-.") {
		for part := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == '-' || r == '.' }) {
			if v := values[part]; v != 0 {
				return v
			}
		}
	}
	return stretched(values, text)
}

// stretched is the value of a word some letter of which is held: soooo goood.
func stretched(values map[string]int, text string) int {
	for keep := 2; keep > 0; keep-- {
		var b strings.Builder
		run, last, cut := 0, rune(-1), false
		for _, r := range text {
			if r == last {
				run++
			} else {
				run, last = 1, r
			}
			if run > keep {
				cut = cut || run > 2
				continue
			}
			b.WriteRune(r)
		}
		if !cut {
			return 0
		}
		if v := values[b.String()]; v != 0 {
			return v
		}
	}
	return 0
}

// shouted tells whether a word of two letters or more is in capitals.
func shouted(text string) bool {
	letters := 0
	for _, r := range text {
		if unicode.IsLower(r) || unicode.IsLetter(r) && !unicode.IsUpper(r) {
			return false
		}
		if unicode.IsUpper(r) {
			letters++
		}
	}
	return letters > 1
}

// between adds what is between two words: emoji and pauses.
func between(all []token, gap string) []token {
	table := emoji.Load()
	for i := 0; i < len(gap); {
		r, size := utf8.DecodeRuneInString(gap[i:])
		switch r {
		case ',', ';', ':', '.', '!', '?', '(', ')', '،', '।', '—', '–', '…':
			all = append(all, token{role: pause})
		}
		if r >= 0x2000 {
			n := max(size, table.Match(gap[i:]))
			if v := picture(gap[i : i+n]); v != 0 {
				all = append(all, token{value: v})
			}
			size = n
		}
		i += size
	}
	return all
}

// picture is the value of an emoji: of itself without style and skin, or of the
// first of those that it is joined from.
func picture(text string) int {
	bare := strings.Map(func(r rune) rune {
		if r == '\uFE0E' || r == '\uFE0F' || r >= '🏻' && r <= '🏿' {
			return -1
		}
		return r
	}, text)
	values := pictures().values
	if v, ok := values[bare]; ok {
		return v
	}
	first, _, _ := strings.Cut(bare, "\u200D")
	return values[first]
}

// likers are the words after which like is a verb.
var likers = set("i we you they he she who people everyone really will would i'd we'd you'd they'd to don't didn't doesn't not also always did do does much not")

// adverbs takes the value from words where they are used for something else:
// like that compares, pretty and kind that are degrees.
func adverbs(all []token) []token {
	for i := range all {
		t := &all[i]
		switch {
		case t.text == "like" && (i == 0 || !likers[all[i-1].text]):
			t.value = 0
		case t.text == "pretty" && i+1 < len(all) && (all[i+1].value != 0 || all[i+1].boost != 0):
			t.value, t.boost = 0, boost
		case t.text == "kind" && i+1 < len(all) && all[i+1].text == "of":
			t.value, t.boost = 0, -boost
		}
	}
	return all
}

// phrases makes one token of the words of a phrase.
func phrases(all []token) []token {
	out := all[:0]
	for i := 0; i < len(all); {
		n, v := phraseAt(all[i:])
		if n == 0 {
			out = append(out, all[i])
			i++
			continue
		}
		out = append(out, token{value: v, hindi: all[i].hindi})
		i += n
	}
	return out
}

// phraseAt finds the longest phrase at the start of tokens.
func phraseAt(tokens []token) (n, value int) {
	l := english()
	if tokens[0].hindi {
		l = hindi()
	}
	if !l.heads[tokens[0].text] {
		return 0, 0
	}
	key := tokens[0].text
	for i := 1; i < min(len(tokens), longestPhrase) && tokens[i].text != ""; i++ {
		key += "_" + tokens[i].text
		if v, ok := l.values[key]; ok {
			n, value = i+1, v
		}
	}
	return n, value
}

// denied is the value of a thing that there is none of, where it has no value
// itself (VADER): no instructions.
const denied = -120

// negatives takes the power from negations that are none, such as not only, no
// doubt and न केवल, and gives a value to those of what has none.
func negatives(all []token) []token {
	for i := range all[:max(len(all)-1, 0)] {
		switch next := all[i+1].text; {
		case all[i].role != no:
		case next == "only", next == "just" && all[i].text == "not", next == "doubt", next == "केवल", next == "सिर्फ", next == "मात्र":
			all[i].role = word
			all[i+1].value = 0
		case all[i].text == "no" && next != "" && all[i+1].value == 0 && all[i+1].boost == 0:
			all[i].role, all[i].value = word, denied
		}
	}
	return all
}
