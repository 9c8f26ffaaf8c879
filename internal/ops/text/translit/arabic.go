package translit

const (
	arabicFirst = 0x0600
	arabicLast  = 0x06FF
)

// arabicLetters renders Arabic as ICU 72 Arabic-Latin does (UNGEGN without
// diacritics): consonants as written, vowels only where they are marked.
// Hamza and ayin have no letter; shadda, sukun, madda and tatweel fall away.
// The n of the nunation marks, superscript in ICU, is a plain n.
var arabicLetters = []rendering{
	{"a", "ا"}, {"b", "ب"}, {"t", "تةط"}, {"th", "ث"}, {"j", "ج"},
	{"h", "حه"}, {"kh", "خ"}, {"d", "دض"}, {"dh", "ذ"}, {"r", "ر"},
	{"z", "زظ"}, {"s", "سص"}, {"sh", "ش"}, {"gh", "غ"}, {"f", "ف"},
	{"q", "ق"}, {"k", "كک"}, {"l", "ل"}, {"m", "م"}, {"n", "ن"},
	{"w", "و"}, {"y", "يىی"},
	{"p", "پ"}, {"ch", "چ"}, {"zh", "ژ"}, {"g", "گ"}, {"v", "ڤۋ"},
	{"ng", "ڭ"}, {"s", "ښ"},
	{"", "ءع\u0640"},
	{"an", "\u064B"}, {"un", "\u064C"}, {"in", "\u064D"},
	{"a", "\u064E"}, {"u", "\u064F"}, {"i", "\u0650"},
	{"", "\u0651\u0652\u0653\u0654\u0655\u0670"},
}

// arabicGaps renders letters of the other languages in Arabic script, which
// ICU 72 leaves alone, by the ALA-LC romanisation tables of the language named
// and without diacritics.
var arabicGaps = []rendering{
	{"a", "ٱٲٳ"},
	// Urdu and Punjabi. Yeh barree ends a word in e or ai.
	{"t", "ٹۃ"}, {"d", "ڈ"}, {"r", "ڑ"}, {"n", "ں"}, {"h", "ہھۂۀ"},
	{"e", "ےۓ"}, {"n", "ݨ"},
	// Kurdish, Uyghur, Kyrgyz.
	{"e", "ەێې"}, {"o", "ۆۅ"}, {"u", "ۇۈۉۊ"}, {"l", "ڵ"}, {"r", "ڕ"},
	// Pashto.
	{"t", "ټ"}, {"c", "څ"}, {"z", "ځ"}, {"d", "ډ"}, {"r", "ړ"}, {"g", "ږګ"},
	{"n", "ڼ"}, {"y", "ۍ"},
	// Sindhi.
	{"b", "ٻ"}, {"bh", "ڀ"}, {"th", "ٿٺ"}, {"t", "ٽ"}, {"j", "ڄ"}, {"n", "ڃڱڻ"},
	{"ch", "ڇ"}, {"dh", "ڌڍ"}, {"d", "ڊڏ"}, {"r", "ڙ"}, {"ph", "ڦ"}, {"k", "ڪ"},
	{"g", "ڳ"},
	// Jawi and Maghribi.
	{"ng", "ڠ"}, {"ny", "ڽ"}, {"g", "ݢڨڬ"}, {"v", "ڥۏ"}, {"f", "ڢڡ"},
	{"q", "ڧٯ"},
	// Kashmiri.
	{"w", "ۄ"}, {"y", "ؠ"},
	{"", "ٴ"},
}

// arabic handles the long vowels: a vowel mark and the letter that lengthens it
// (fatha with alef, damma with waw, kasra with yeh) are one vowel.
func (c *converter) arabic(r rune) bool {
	next := c.peek(1)
	switch {
	case r == 0x064E && isAlef(next):
		c.emit("a", 2)
	case r == 0x064F && (next == 'و' || next == 'ؤ'):
		c.emit("u", 2)
	case r == 0x0650 && (next == 'ي' || next == 'ئ'):
		c.emit("i", 2)
	default:
		return false
	}
	return true
}

func isAlef(r rune) bool {
	return r == 'ا' || r == 'آ' || r == 'أ' || r == 'إ'
}
