// Package css lays out and minifies CSS without changing a token.
//
// A Tokenizer splits a text as CSS Syntax Module Level 3 section 4 says; a
// formatter nests the tokens as section 5 does (any text is CSS: what is not a
// rule or declaration is kept and reported) and writes them again with other
// white space. The text of a token is always copied from the source, so
// strings, numbers, escapes and case cannot change, and a space is put or left
// out only where that neither joins two tokens nor parts one, nor means
// anything: the value of a custom property is copied whole.
package css
