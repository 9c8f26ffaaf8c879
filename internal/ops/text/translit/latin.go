package translit

// latinLetters renders the Latin letters that have no canonical decomposition,
// as ICU 72 Latin-ASCII does. Letters with diacritics are reduced to their base
// letter by indexComposed.
var latinLetters = []rendering{
	{"A", "Ⱥᴀ"},
	{"a", "ᶏⱥ"},
	{"AA", "Ꜳ"},
	{"aa", "ꜳ"},
	{"AE", "Æᴁ"},
	{"ae", "æ"},
	{"AO", "Ꜵ"},
	{"ao", "ꜵ"},
	{"AU", "Ꜷ"},
	{"au", "ꜷ"},
	{"AV", "ꜸꜺ"},
	{"av", "ꜹꜻ"},
	{"AY", "Ꜽ"},
	{"ay", "ꜽ"},
	{"B", "ƁƂɃʙᴃ"},
	{"b", "ƀƃɓᵬᶀ"},
	{"C", "ƇȻᴄꞒ"},
	{"c", "ƈȼɕꞓ"},
	{"D", "ÐĐƉƊƋᴅᴆꝹ"},
	{"d", "ðđƌȡɖɗᵭᶁᶑꝱꝺ"},
	{"db", "ȸ"},
	{"dz", "ʣʥ"},
	{"E", "ƐɆᴇ"},
	{"e", "ɇɛᶒᶓⱸ"},
	{"F", "ƑꜰꝻ"},
	{"f", "ƒᵮᶂꝼ"},
	{"G", "ƓǤɢʛꞠ"},
	{"g", "ǥɠɡᶃꞡ"},
	{"H", "ĦʜⱧꞪ"},
	{"h", "ħɦɧⱨ"},
	{"hv", "ƕ"},
	{"I", "ƖƗɪᵻ"},
	{"i", "ıɨᶖ"},
	{"J", "Ɉᴊ"},
	{"j", "ȷɉɟʝ"},
	{"K", "ƘᴋⱩꝀꝂꝄꞢ"},
	{"k", "ƙᶄⱪꝁꝃꝅꞣ"},
	{"L", "ŁȽʟᴌⱠⱢꝆꝈ"},
	{"l", "łƚȴɫɬɭᶅⱡꝇꝉꝲ"},
	{"LL", "Ỻ"},
	{"ll", "ỻ"},
	{"ls", "ʪ"},
	{"lz", "ʫ"},
	{"M", "ᴍⱮ"},
	{"m", "ɱᵯᶆꝳ"},
	{"N", "ŊƝɴꞐꞤ"},
	{"n", "ŋƞȵɲɳᵰᶇꝴꞑꞥ"},
	{"O", "ØᴏꝊꝌ"},
	{"o", "øⱺꝋꝍ"},
	{"OE", "Œɶ"},
	{"oe", "œ"},
	{"OI", "Ƣ"},
	{"oi", "ƣ"},
	{"OO", "Ꝏ"},
	{"oo", "ꝏ"},
	{"P", "ƤᴘⱣꝐꝒꝔ"},
	{"p", "ƥᵱᵽᶈꝑꝓꝕ"},
	{"Q", "ꝖꝘ"},
	{"q", "ĸʠꝗꝙ"},
	{"qp", "ȹ"},
	{"R", "ɌʀⱤꝶꞦ"},
	{"r", "ɍɼɽɾᵲᵳᶉꝵꞧ"},
	{"S", "ⱾꜱꞨ"},
	{"s", "ȿʂᵴᶊẜẝꞩ"},
	{"SS", "ẞ"},
	{"ss", "ß"},
	{"T", "ŦƬƮȾᴛꞆ"},
	{"t", "ŧƫƭȶʈᵵⱦꝷꞇ"},
	{"TH", "ÞꝤꝦ"},
	{"th", "þᵺꝥꝧ"},
	{"ts", "ʦ"},
	{"U", "Ʉᴜᵾ"},
	{"u", "ʉᶙ"},
	{"ue", "ᵫ"},
	{"V", "ƲᴠỼꝞ"},
	{"v", "ʋᶌỽⱱⱴꝟ"},
	{"VY", "Ꝡ"},
	{"vy", "ꝡ"},
	{"W", "ᴡⱲ"},
	{"w", "ⱳ"},
	{"x", "ᶍ"},
	{"Y", "ƳɎʏỾ"},
	{"y", "ƴɏỿ"},
	{"Z", "ƵȤᴢⱫⱿ"},
	{"z", "ƶȥɀʐʑᵶᶎⱬ"},
}

// latinGaps renders letters that ICU 72 leaves alone although they are part of
// living or historic orthographies: schwa (Azerbaijani), open o and gamma
// (African alphabets), ezh (Sami), insular and medieval letters. Each becomes
// the letter its Unicode name builds on, or the spelling used where the letter
// cannot be typed. Turned letters and clicks have no such spelling.
var latinGaps = []rendering{
	{"A", "ⱭꞺ"},
	{"a", "ɑꞻ"},
	{"AE", "Ꞛ"},
	{"ae", "ꞛ"},
	{"B", "ꞖꞴ"},
	{"b", "ꞗꞵ"},
	{"C", "Ꞔ"},
	{"c", "ꞔ"},
	{"D", "Ꟈ"},
	{"d", "ẟꟈ"},
	{"E", "ƎƏ"},
	{"e", "ǝɘəɚɜɝɞꬲꬳꬴ"},
	{"F", "Ꞙ"},
	{"f", "ꞙꬵ"},
	{"G", "ƔꝽꝾꞬꟐ"},
	{"g", "ɣᵹꝿꟑꬶ"},
	{"H", "Ꜧ"},
	{"h", "ꜧꞕ"},
	{"HV", "Ƕ"},
	{"I", "ꞮꞼ"},
	{"i", "ɩꞽ"},
	{"J", "Ʝ"},
	{"L", "Ɬ"},
	{"l", "ꞎꬷꬸꬹ"},
	{"m", "ꬺ"},
	{"N", "Ƞ"},
	{"n", "ꬻꬼ"},
	{"O", "ƆƟꞶꟀ"},
	{"o", "ɔɵꞷꟁꬽꬾ"},
	{"OE", "Ꞝ"},
	{"oe", "ꞝ"},
	{"OU", "Ȣ"},
	{"ou", "ȣ"},
	{"Q", "Ɋꞯ"},
	{"q", "ɋ"},
	{"R", "ƦꝚꞂ"},
	{"r", "ꝛꞃꭇꭉꭋꭌ"},
	{"S", "ꞄꟅꟉꟖꟘ"},
	{"s", "ꞅꟊꟗꟙ"},
	{"SH", "Ʃ"},
	{"sh", "ʃ"},
	{"TZ", "Ꜩ"},
	{"tz", "ꜩ"},
	{"U", "ƱꞸꞾ"},
	{"u", "ʊꞹꞿꭎꭏꭒ"},
	{"UE", "Ꞟ"},
	{"ue", "ꞟ"},
	{"W", "ǷꟂ"},
	{"w", "ƿꟃ"},
	{"x", "ꭖꭗꭘꭙ"},
	{"Y", "Ȝ"},
	{"y", "ȝꭚ"},
	{"Z", "ƷꝢꟆ"},
	{"z", "ʒꝣ"},
}

// modifierLetters are the spacing letters that romanisations use for a glottal
// stop, ayin, soft sign, length or stress, and the letters for a glottal stop
// itself. ICU writes an apostrophe or a colon for some and keeps the others;
// in ASCII none of them is a letter.
var modifierLetters = []rendering{
	{"", "ʹʺʻʼʽʾʿˀˁˈˌːˑ"},
	{"", "ɁɂʔꞋꞌꜢꜣꜤꜥ"},
}

// umlaut renders the umlauts of German text. The second letter follows the
// case of its neighbourhood: Ärger → Aerger, ÄRGER → AERGER.
func (c *converter) umlaut(r rune) bool {
	switch r {
	case 'ä':
		c.emit("ae", 1)
	case 'ö':
		c.emit("oe", 1)
	case 'ü':
		c.emit("ue", 1)
	case 'Ä', 'Ö', 'Ü':
		c.emit(c.capitalUmlaut(r), 1)
	default:
		return false
	}
	return true
}

func (c *converter) capitalUmlaut(r rune) string {
	lower := c.lowerFollows(c.pos + 1)
	switch {
	case r == 'Ä' && lower:
		return "Ae"
	case r == 'Ä':
		return "AE"
	case r == 'Ö' && lower:
		return "Oe"
	case r == 'Ö':
		return "OE"
	case lower:
		return "Ue"
	}
	return "UE"
}
