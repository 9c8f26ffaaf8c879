package translit

// hebrewLetters renders Hebrew as ICU 72 Hebrew-Latin does (UNGEGN): vowels
// only where points are written, shin and sin alike. Alef and ayin, which ICU
// writes as apostrophes, have no letter; nor have dagesh, the dots of shin and
// sin, rafe and meteg.
//
// Beyond ICU: qamats qatan, holam haser, the geresh and gershayim inside
// abbreviations (צה״ל), which are apostrophes, and the cantillation marks, which
// ICU deletes only after a letter. Maqaf and the other punctuation are kept.
var hebrewLetters = []rendering{
	{"b", "ב"}, {"g", "ג"}, {"d", "ד"}, {"h", "הח"}, {"w", "ו"},
	{"z", "זצץ"}, {"t", "טת"}, {"y", "י"}, {"k", "כך"}, {"l", "ל"},
	{"m", "מם"}, {"n", "נן"}, {"s", "סש"}, {"p", "פף"}, {"q", "ק"},
	{"r", "ר"},
	{"ww", "װ"}, {"wy", "ױ"}, {"yy", "ײ"}, {"yyy", "ׯ"},
	{"", "אע׳״"},
	{"a", "\u05B2\u05B7\u05B8"},
	{"e", "\u05B0\u05B1\u05B5\u05B6"},
	{"i", "\u05B4"},
	{"o", "\u05B3\u05B9\u05BA\u05C7"},
	{"u", "\u05BB"},
	{"", "\u05BC\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\uFB1E"},
}
