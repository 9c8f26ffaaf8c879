// Package jsondoc does for JSON documents (RFC 8259) what a person would use a
// JSON tool for: say whether a text is JSON and exactly where it is not, report
// what is suspicious in it, lay it out anew, sort it and bring it into the
// canonical form of RFC 8785.
//
// # Never change a value
//
// Nothing here builds a value from a document and writes it back, which is how
// other tools turn 1.50 into 1.5 and 12345678901234567890 into
// 12345678901234567000. A document is read token by token (jsonscan.Tokens) and
// the bytes of each token are copied; only Canonical and the two ways to
// rewrite escapes write anything else, and only because that is asked of them.
//
// # Positions
//
// The position of a fault is the first byte that cannot continue any valid
// document, and the end of the document where more was expected. Bytes that
// are not UTF-8 are placed at the first byte of the malformed sequence. All
// offsets count the text as it was sent, a byte order mark included.
//
// # JSON with comments
//
// A JSONC document has // and /* */ comments and may have a comma before a
// closing bracket. A copy in which these are replaced by spaces is what is read
// as JSON, so that there is one grammar and no offset moves; Format puts them
// back in their places.
package jsondoc
