package translit

// Index of a script in indicTable and indicOverrides, in the order of the
// blocks.
const (
	devanagariBlock = iota
	bengaliBlock
	gurmukhiBlock
	gujaratiBlock
	oriyaBlock
	tamilBlock
	teluguBlock
	kannadaBlock
	malayalamBlock
	sinhalaBlock
)

// indicOverrides lists what sets a script apart from the shared layout. Unless
// a line says otherwise the values are those of ICU 72 InterIndic-Latin.
var indicOverrides = [indicScripts][]indicRow{
	devanagariBlock: {
		// Kashmiri, Sindhi and Marathi letters, absent in ICU, by ISO 15919:
		// candra a ê, oe ö, ue ü, implosives by their plain letter, zha ž.
		{indicOther, map[int]string{0x00: "m", 0x71: "", 0x7D: ""}},
		{indicVowel, map[int]string{0x04: "a", 0x72: "e", 0x73: "o", 0x74: "o", 0x75: "o", 0x76: "u", 0x77: "u"}},
		{indicSign, map[int]string{0x3A: "o", 0x3B: "o", 0x4E: "e", 0x4F: "o", 0x55: "e", 0x56: "u", 0x57: "u"}},
		{indicConsonant, map[int]string{0x29: "n", 0x31: "r", 0x34: "l",
			0x78: "d", 0x79: "z", 0x7A: "y", 0x7B: "g", 0x7C: "j", 0x7E: "d", 0x7F: "b"}},
	},
	bengaliBlock: {
		// Khanda ta has no vowel. U+09F1 is the Assamese va; ICU reads it as ra.
		{indicOther, map[int]string{0x4E: "t", 0x7E: ""}},
		{indicConsonant, map[int]string{0x70: "r", 0x71: "v"}},
		{indicNasal, map[int]string{0x7C: ""}},
	},
	gurmukhiBlock: {
		// Tippi and addak, dropped by ICU: ISO 15919 writes the first as the
		// nasal of the consonant that follows and doubles for the second.
		{indicNasal, map[int]string{0x70: ""}},
		{indicDouble, map[int]string{0x71: ""}},
		{indicOther, map[int]string{0x72: "", 0x73: ""}},
		{indicSign, map[int]string{0x75: "y"}},
		{indicVowel, map[int]string{0x74: "ek onkar"}},
		{indicConsonant, map[int]string{0x5C: "r"}},
	},
	gujaratiBlock: {
		{indicConsonant, map[int]string{0x79: "z"}},
		{indicOther, map[int]string{0x7A: "", 0x7B: "", 0x7C: "", 0x7D: "", 0x7E: "", 0x7F: ""}},
	},
	oriyaBlock: {
		{indicConsonant, map[int]string{0x5F: "y", 0x71: "w"}},
	},
	tamilBlock: {
		{indicOther, map[int]string{0x70: "10", 0x71: "100", 0x72: "1000"}},
	},
	teluguBlock: {
		{indicOther, map[int]string{0x00: "m", 0x5D: "n"}},
		{indicNasal, map[int]string{0x04: ""}},
		{indicConsonant, map[int]string{0x58: "ts", 0x59: "dz", 0x5A: "r"}},
	},
	kannadaBlock: {
		{indicOther, map[int]string{0x00: "m", 0x5D: "n", 0x71: "h", 0x72: "h"}},
		{indicNasal, map[int]string{0x73: ""}},
		{indicConsonant, map[int]string{0x5E: "l"}},
	},
	malayalamBlock: {
		// Chillu letters are consonants without vowel. The au length mark alone
		// is the modern way to write the vowel au; ICU drops it.
		{indicNasal, map[int]string{0x00: "", 0x04: ""}},
		{indicOther, map[int]string{0x4E: "r", 0x54: "m", 0x55: "y", 0x56: "l",
			0x7A: "n", 0x7B: "n", 0x7C: "r", 0x7D: "l", 0x7E: "l", 0x7F: "k",
			0x70: "10", 0x71: "100", 0x72: "1000"}},
		{indicVirama, map[int]string{0x3B: "", 0x3C: ""}},
		{indicSign, map[int]string{0x57: "au"}},
		{indicVowel, map[int]string{0x5F: "i"}},
		{indicConsonant, map[int]string{0x3A: "t"}},
	},
	sinhalaBlock: sinhalaRows,
}

// sinhalaRows is the whole Sinhala block by ISO 15919; ICU has no rules for it.
// The sannaka letters are a nasal with its stop (n̆g, m̆b), æ is ae.
var sinhalaRows = []indicRow{
	{indicOther, map[int]string{0x01: "m", 0x03: "h"}},
	{indicNasal, map[int]string{0x02: ""}},
	{indicVowel, map[int]string{
		0x05: "a", 0x06: "a", 0x07: "ae", 0x08: "ae", 0x09: "i", 0x0A: "i", 0x0B: "u", 0x0C: "u",
		0x0D: "r", 0x0E: "r", 0x0F: "l", 0x10: "l", 0x11: "e", 0x12: "e", 0x13: "ai",
		0x14: "o", 0x15: "o", 0x16: "au"}},
	{indicConsonant, map[int]string{
		0x1A: "k", 0x1B: "kh", 0x1C: "g", 0x1D: "gh", 0x1E: "n", 0x1F: "ng",
		0x20: "c", 0x21: "ch", 0x22: "j", 0x23: "jh", 0x24: "n", 0x25: "jn", 0x26: "nj",
		0x27: "t", 0x28: "th", 0x29: "d", 0x2A: "dh", 0x2B: "n", 0x2C: "nd",
		0x2D: "t", 0x2E: "th", 0x2F: "d", 0x30: "dh", 0x31: "n", 0x33: "nd",
		0x34: "p", 0x35: "ph", 0x36: "b", 0x37: "bh", 0x38: "m", 0x39: "mb",
		0x3A: "y", 0x3B: "r", 0x3D: "l", 0x40: "v", 0x41: "s", 0x42: "s", 0x43: "s",
		0x44: "h", 0x45: "l", 0x46: "f"}},
	{indicVirama, map[int]string{0x4A: ""}},
	{indicSign, map[int]string{
		0x4F: "a", 0x50: "ae", 0x51: "ae", 0x52: "i", 0x53: "i", 0x54: "u", 0x56: "u",
		0x58: "r", 0x59: "e", 0x5A: "e", 0x5B: "ai", 0x5C: "o", 0x5D: "o", 0x5E: "au",
		0x5F: "l", 0x72: "r", 0x73: "l"}},
}
