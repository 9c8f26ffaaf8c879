package translit

// cyrillicLetters renders the letters that ICU 72 Cyrillic-Latin knows; it
// follows ISO 9, whose diacritics fall away. Letters that Unicode composes (ё,
// ї, ў) lose their diacritic in indexComposed. Soft and hard sign have no letter.
var cyrillicLetters = []rendering{
	{"A", "АЯ"}, {"a", "ая"},
	{"AE", "Ӕ"}, {"ae", "ӕ"},
	{"B", "Б"}, {"b", "б"},
	{"C", "ЦЧЋ"}, {"c", "цчћ"},
	{"D", "ДЂЏ"}, {"d", "дђџ"},
	{"E", "ЕЄЭ"}, {"e", "еєэ"},
	{"F", "Ф"}, {"f", "ф"},
	{"G", "ГҐҒҔ"}, {"g", "гґғҕ"},
	{"H", "Х"}, {"h", "х"},
	{"I", "ИІ"}, {"i", "иі"},
	{"J", "ЙЈ"}, {"j", "йј"},
	{"K", "КҚ"}, {"k", "кқ"},
	{"L", "ЛЉ"}, {"l", "лљ"},
	{"M", "М"}, {"m", "м"},
	{"N", "НЊ"}, {"n", "нњ"},
	{"O", "О"}, {"o", "о"},
	{"P", "П"}, {"p", "п"},
	{"R", "Р"}, {"r", "р"},
	{"S", "СШЩ"}, {"s", "сшщ"},
	{"T", "Т"}, {"t", "т"},
	{"U", "УЮ"}, {"u", "ую"},
	{"V", "В"}, {"v", "в"},
	{"Y", "Ы"}, {"y", "ы"},
	{"Z", "ЖЗЅҘ"}, {"z", "жзѕҙ"},
	{"", "ЬьЪъ"},
}

// cyrillicGaps renders the letters that ICU 72 lacks: those of Kazakh, Tatar,
// Bashkir, Mongolian, Abkhaz and the languages of the North by ISO 9:1995
// without diacritics (ң ņ, ө ô, ү ù, һ ḥ, ә a̋), the letters of Church Slavonic
// and Komi by the modern letter they vary. The palochka only marks a glottal
// sound.
var cyrillicGaps = []rendering{
	{"A", "ӘѪѬꙖ"}, {"a", "әѫѭꙗ"},
	{"AE", "Ԙ"}, {"ae", "ԙ"},
	{"C", "ҴҶҸҼҾӋԬ"}, {"c", "ҵҷҹҽҿӌԭ"},
	{"D", "ԀԂ"}, {"d", "ԁԃᲁ"},
	{"DZ", "ԆԪ"}, {"dz", "ԇԫ"},
	{"E", "ѢѤѦѨԐ"}, {"e", "ѣѥѧѩԑᲇ"},
	{"F", "Ѳ"}, {"f", "ѳ"},
	{"G", "ӶӺ"}, {"g", "ӷӻ"},
	{"H", "ҲҺӼӾԦ"}, {"h", "ҳһӽӿԧ"},
	{"J", "Ҋ"}, {"j", "ҋ"},
	{"K", "ҠҜҞӃԞ"}, {"k", "ҡҝҟӄԟ"},
	{"KS", "Ѯ"}, {"ks", "ѯ"},
	{"L", "ӅԈԒԔԠԮ"}, {"l", "ӆԉԓԕԡԯ"},
	{"M", "Ӎ"}, {"m", "ӎ"},
	{"N", "ҢҤӇӉԊԢԨ"}, {"n", "ңҥӈӊԋԣԩ"},
	{"O", "ӨҨѠѺѼꙌ"}, {"o", "өҩѡѻѽꙍᲂ"},
	{"OT", "Ѿ"}, {"ot", "ѿ"},
	{"P", "ҦԤ"}, {"p", "ҧԥ"},
	{"PS", "Ѱ"}, {"ps", "ѱ"},
	{"Q", "Ԛ"}, {"q", "ԛ"},
	{"R", "ҎԖ"}, {"r", "ҏԗ"},
	{"S", "ҪԌ"}, {"s", "ҫԍᲃ"},
	{"T", "ҬԎ"}, {"t", "ҭԏᲄᲅ"},
	{"U", "ҮҰѸꙊ"}, {"u", "үұѹꙋᲈ"},
	{"v", "ᲀ"},
	{"W", "Ԝ"}, {"w", "ԝ"},
	{"Y", "ѴꙐ"}, {"y", "ѵꙑ"},
	{"Z", "ҖӠԄꙀꙂ"}, {"z", "җӡԅꙁꙃ"},
	{"", "ӀӏҌҍᲆ"},
}
