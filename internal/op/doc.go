// Package op is the kernel: what an operation is, how its input is read and
// how its output is written. An operation is declared once, by Define, from
// two plain Go structs and a function; everything else that the product shows
// of it (REST route, OpenAPI, JSON Schema, command-line flags, examples) is
// derived from that declaration.
//
// # Input
//
// The input struct is compiled once into a tree of nodes. The same tree reads
// JSON bodies, query strings and command-line flags, and writes the schema,
// so the doors cannot disagree. Tags on a field:
//
//	json:"name"            the name; ",omitempty" makes a list or map optional
//	doc:"…"                one sentence for schema, flags and pages
//	example:"…"            a sample value, in the form a query would carry it
//	default:"…"            value when absent; makes the field optional
//	min above max below    bounds of a number (inclusive, exclusive)
//	len:"1..64"            bounds on characters of a text or items of a list or map
//	each:"1..64"           the same for the texts or lists inside a list or map
//	enum:"a,b"             the values; matched after lower-casing and dropping _ - and spaces
//	same:"add=exclusive"   further spellings of enum values
//	pattern:"…"            RE2 pattern that a text must match
//	document:"true"        a document of its own, shown as such, of which a flag
//	                       holds the text and not the JSON value; "base64": as
//	                       base64, where Limits.Document bounds what is encoded
//	alias:"rate"           accepted names of the same field
//	aka:"input,data"       names refused, but answered with this field's name
//	null:"true"            null is the same as leaving the field out
//
// The other tags on a list or map hold for what is in it. A tag that is not
// known or that bounds nothing panics. Every text is bounded in bytes by
// Limits.Document, every list by 100,000 items where len has no upper end.
//
// A pointer, a default or omitempty makes a field optional; all else is
// required. null is not "absent" and is refused, but for that tag. A field
// named "-" is neither read nor written, in answers too. Field types: string, bool,
// int, int64, num.Dec, num.Int, Raw, Either, Pairs, structs and slices of
// these. Binary floats are refused when the operation is defined.
//
// Rules that span fields are presence rules (ExactlyOne, AtMostOne,
// RequiredOnce), which look at what was sent, a CheckSent method, which looks
// at which pointers are set, or a Check method, which sees only sound values.
// All violations are collected; only a document that is not JSON ends at its
// first fault.
//
// # Output
//
// The output struct is written in field order. A nil pointer is null, a field
// with omitempty is left out when empty, and a pointer to a pointer with
// omitempty may be both: left out when nil, null when it points to nil.
// main:"text/plain" marks the field that is the whole answer when a caller asks
// for it raw; of several it is the first that is set.
//
// # Pictures
//
// An operation that answers with pictures lists what they may be in Def.Media,
// embeds Respond in its input and Image in its output. It is paid for in image
// units, by the pixels that its input asks for. GET and POST may lead to it; the
// fronts answer with the bytes alone, whose type is the picture's own, or with
// the envelope. DefineSign makes the operation that signs links to it.
//
// # What an operation may do
//
// It is a pure function of its input and of the clock and randomness found in
// its context (Now, Random). This package imports no net/http, no
// database/sql and no os, and operations import little else.
package op
