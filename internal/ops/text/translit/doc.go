// Package translit turns text of many scripts into readable ASCII.
//
// # Contract
//
// The rendering is that of ICU's transform "Any-Latin; Latin-ASCII" for Latin,
// Greek, Cyrillic, Arabic, Hebrew, Hangul, Kana, Han and the ten Indic scripts of
// ISO 15919 (Devanagari, Bengali, Gurmukhi, Gujarati, Oriya, Tamil, Telugu,
// Kannada, Malayalam, Sinhala). Where ICU has no rule for a letter of one of
// those scripts, or garbles it, the standard that the script's table names
// decides: ISO 15919 for Indic, ISO 9 for Cyrillic, ALA-LC for Arabic letters
// of other languages, modified Hepburn for Kana.
//
// Three rules hold everywhere:
//
//   - What ICU writes only to be reversible is left out: the apostrophes of
//     ayin, hamza, alef, the soft and the hard sign, n' before a vowel; the
//     tilde before a small kana. The hyphen between Hangul syllables that would
//     run together stays (영어 → yeong-eo), as the Revised Romanization has it.
//   - Only letters, marks and decimal digits are rendered. Punctuation, symbols
//     and spaces pass through untouched, so that the caller decides what
//     separates words.
//   - A character without a rendering (Thai, Georgian, emoji, …) is kept as it is
//     and reported in [Result.Kept], never replaced by a question mark.
//
// Input is expected in NFKC: compatibility forms such as ﬁ, Ａ or ｶﾞ are the
// business of normalisation, not of this package. Canonically equivalent
// inputs have the same result.
//
// The cost is linear in the length of the text.
package translit
