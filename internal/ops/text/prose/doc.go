// Package prose counts text as people do: characters, words, sentences,
// paragraphs and lines, in any script, in one pass. Both counters of the API
// count with it, so they cannot disagree.
//
// # Rules
//
// A character is an extended grapheme cluster (UAX #29, Unicode 17).
//
// Words are split at White_Space. In each piece every character of the scripts
// Han, Hiragana and Katakana is a word, and what remains between them is one
// word if it has a letter or a number: well-known is one, - and & are none.
// The text of a word leaves out what is before its first and after its last
// letter or number, but keeps the marks on them.
//
// A sentence ends at a run of . ! ? … ‽ with closing quotes and brackets that
// white space or the end follows, at each of 。！？｡।॥۔؟, at a blank line and at
// the end. A lone full stop ends none after a known abbreviation or a single
// capital initial, and no mark of the first kind does when the text goes on
// with a lower-case letter. What has neither letter nor number is no sentence.
//
// A line ends at CRLF, LF or CR; a final terminator opens no other line. A
// blank line has nothing but White_Space. Paragraphs are the blocks between
// blank lines.
//
// # Cost
//
// Time is linear in the length of the text, whatever it holds, and no memory
// is taken beyond what is returned.
package prose
