// Package xml checks that a text is a well-formed XML document and lays it out
// anew without changing what it says.
//
// [Parse] reads a document once, from front to back, and finds the places of
// its markup; [Document.Format] copies that markup in order, with other white
// space in between. No tree is built, nothing is decoded and written again:
// names, quotes, references, CDATA sections, comments, processing instructions
// and the DOCTYPE come out as the bytes that went in.
//
// # Well-formedness
//
// The grammar and the well-formedness constraints are those of XML 1.0, fifth
// edition, the internal subset of the DTD included. Replacement texts are the
// exception: entities are never expanded, so what a reference would bring in is
// not looked at, and nothing outside the text is ever opened. Attacks that
// live on expansion therefore find nothing to act on. A reference must name
// a declared entity only where all declarations are in sight; with an external
// subset or a parameter entity reference they are not (section 4.1, WFC: Entity
// Declared).
//
// Violations of Namespaces in XML 1.0 are warnings: a document may be
// well-formed without them.
//
// # White space
//
// White space is markup's own inside tags, outside the root element, and in
// element content: between the tags, comments and processing instructions of
// an element that has at least one of them and no character data but white
// space, no CDATA section and no reference. There it may change. All other
// content is copied as it stands, with everything inside it; so is the content
// of elements with xml:space="preserve" (also where the internal subset gives
// that as the default) and of those that the caller names.
package xml
