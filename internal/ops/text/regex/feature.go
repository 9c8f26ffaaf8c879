package regex

// The engines that Error.Engines names.
const (
	javaScript = "javascript"
	python     = "python"
	pcre       = "pcre"
	java       = "java"
	dotNet     = "dotnet"
	ruby       = "ruby"
)

// feature describes a construct that RE2 lacks.
type feature struct {
	name string
	// what completes the sentence "… is not supported by RE2".
	what    string
	hint    string
	engines []string
}

// in returns the feature in a spelling that only these engines have.
func (f feature) in(engines ...string) feature {
	f.engines = engines
	return f
}

var everyEngine = []string{javaScript, python, pcre, java, dotNet, ruby}

// Assertions and groups.
var (
	lookahead = feature{"lookahead", "lookahead",
		"match the following text too and take the part you need from a capturing group", everyEngine}
	negativeLookahead = feature{"lookahead", "negative lookahead",
		"match what may follow with a negated class such as [^…], or filter the matches afterwards", everyEngine}
	lookbehind = feature{"lookbehind", "lookbehind",
		"match the preceding text too and take the part you need from a capturing group", everyEngine}
	negativeLookbehind = feature{"lookbehind", "negative lookbehind",
		"match what may precede with (?:^|[^…]), or filter the matches afterwards", everyEngine}
	backreference = feature{"backreference", "a backreference",
		"capture both parts in groups and compare them afterwards", everyEngine}
	namedBackreference    = backreference.in(javaScript, pcre, java, dotNet, ruby)
	pythonBackreference   = backreference.in(python, pcre)
	relativeBackreference = backreference.in(pcre)

	atomicGroup = feature{"atomic_group", "an atomic group",
		"write (?:…): RE2 never backtracks, so it needs no atomic group for speed", []string{python, pcre, java, dotNet, ruby}}
	conditional = feature{"conditional", "a conditional",
		"write both cases as alternatives: (?:…|…)", []string{python, pcre, dotNet, ruby}}
	recursion = feature{"recursion", "recursion or a subroutine call",
		"repeat the group's text where it is called; unbounded nesting needs a parser", []string{pcre, ruby}}
	branchReset = feature{"branch_reset", "a branch reset group",
		"use a plain group; each alternative then has its own group numbers", []string{pcre}}
	absentOperator = feature{"absent_operator", "the absent operator", "", []string{ruby}}
	callout        = feature{"callout", "a callout or embedded code", "", []string{pcre}}
	backtrackVerb  = feature{"backtracking_verb", "a (*VERB)",
		"RE2 never backtracks; remove the verb", []string{pcre}}
	comment = feature{"comment", "a comment group",
		"remove the comment", []string{python, pcre, dotNet, ruby}}
	quotedName = feature{"quoted_group_name", "a group name in quotes",
		"write (?<name>…)", []string{pcre, dotNet, ruby}}
	inlineFlag = feature{"inline_flag", "an inline flag other than i, m, s and U", "", nil}
	verbose    = feature{"extended_mode", "the inline flag x",
		"remove the white space and comments from the pattern", []string{python, pcre, java, dotNet, ruby}}
)

// Quantifiers.
var (
	possessive = feature{"possessive_quantifier", "a possessive quantifier",
		"remove the +: RE2 never backtracks, so it needs none for speed", []string{python, pcre, java, ruby}}
	repeatCount = feature{"repeat_count", "a repeat count over 1,000",
		"use an open repetition such as {1000,} or *, and check the length afterwards", everyEngine}
)

// Escapes.
var (
	keepOut = feature{"keep_out", `\K`,
		"put what follows in a capturing group", []string{pcre, ruby}}
	contiguous = feature{"contiguous_match", `\G`,
		`use \A for the start of the text`, []string{pcre, java, dotNet, ruby}}
	endAnchor = feature{"end_anchor", `\Z`,
		`use \z, or \n?\z to allow a final line feed`, []string{python, pcre, java, dotNet, ruby}}
	horizontalSpace = feature{"horizontal_space", `\h`,
		`use [\t\p{Zs}]`, []string{pcre, java}}
	notHorizontalSpace = feature{"horizontal_space", `\H`,
		`use [^\t\p{Zs}]`, []string{pcre, java}}
	notVerticalSpace = feature{"vertical_space", `\V`,
		`use [^\n\v\f\r\x{85}\x{2028}\x{2029}]`, []string{pcre, java}}
	lineBreak = feature{"line_break", `\R`,
		`use (?:\r\n|[\n\v\f\r\x{85}\x{2028}\x{2029}])`, []string{pcre, java, ruby}}
	graphemeCluster = feature{"grapheme_cluster", `\X`,
		`\P{M}\p{M}* comes close`, []string{pcre, java, ruby}}
	notNewline = feature{"not_newline", `\N`,
		`use [^\n]; write a character as \x{…}`, []string{pcre}}
	anyByte = feature{"any_byte", `\C`,
		"use . for any character", []string{pcre}}
	escapeChar = feature{"escape_character", `\e`,
		`use \x1B`, []string{pcre, java, dotNet, ruby}}
	controlChar = feature{"control_character", `\c`,
		"", []string{javaScript, pcre, java, dotNet, ruby}}
	unicodeEscape = feature{"unicode_escape", "a \\u escape",
		"", []string{javaScript, python, java, dotNet, ruby}}
	octalEscape = feature{"octal_escape", `\o{…}`,
		"", []string{pcre}}
	backspace = feature{"backspace", `\b in a character class`,
		`use \x08`, []string{javaScript, python, pcre, dotNet, ruby}}
	unicodeProperty = feature{"unicode_property", "this Unicode property",
		`supported are the general categories and scripts, such as \p{L}, \p{Lu} and \p{Greek}`, []string{javaScript, pcre, java}}
)

// simpleEscapes are the escapes of one letter.
var simpleEscapes = map[byte]feature{
	'K': keepOut, 'G': contiguous, 'Z': endAnchor, 'h': horizontalSpace, 'H': notHorizontalSpace,
	'V': notVerticalSpace, 'R': lineBreak, 'X': graphemeCluster, 'N': notNewline, 'C': anyByte, 'e': escapeChar,
}

// groupOpeners are the groups RE2 lacks, by how they begin. The longest that
// fits counts, so an opener must come before its own prefixes.
var groupOpeners = []struct {
	opener string
	feature
}{
	{"(?=", lookahead}, {"(?!", negativeLookahead},
	{"(?<=", lookbehind}, {"(?<!", negativeLookbehind},
	{"(?>", atomicGroup}, {"(?|", branchReset}, {"(?~", absentOperator}, {"(?'", quotedName},
	{"(?(", conditional}, {"(?{", callout}, {"(??{", callout}, {"(?C", callout},
}

// foreignProperties are well-known \p names of other engines that are neither
// a general category nor a script.
var foreignProperties = map[string]bool{
	"Alphabetic": true, "Alpha": true, "Uppercase": true, "Upper": true, "Lowercase": true, "Lower": true,
	"White_Space": true, "Space": true, "Alnum": true, "Digit": true, "Punct": true, "Graph": true, "Print": true,
	"Blank": true, "Cntrl": true, "XDigit": true, "Word": true, "Math": true, "Dash": true, "Hex_Digit": true,
	"Emoji": true, "Emoji_Presentation": true, "Emoji_Modifier": true, "Emoji_Modifier_Base": true,
	"Emoji_Component": true, "Extended_Pictographic": true, "RGI_Emoji": true, "Basic_Emoji": true,
	"ID_Start": true, "ID_Continue": true, "XID_Start": true, "XID_Continue": true, "Ideographic": true,
	"Cased": true, "Quotation_Mark": true, "Regional_Indicator": true, "Diacritic": true, "L&": true,
	"Xan": true, "Xps": true, "Xsp": true, "Xwd": true, "Xuc": true,
}
