// Package jsonschema validates JSON documents against JSON Schema, drafts 4, 6,
// 7, 2019-09 and 2020-12, for schemas and documents that strangers send.
//
// # Why not a library
//
// The usual library (github.com/santhosh-tekuri/jsonschema/v6, which the tests
// compare with) is correct but cannot be bounded. It looks at no context; a
// chain of forty definitions, each with two $refs to the next, runs for ever;
// so in effect does an enum of a few thousand values over as many elements, and
// a schema of 20,000 properties takes it seconds to compile. A number such as
// 1e1000001 panics. Its errors come in random order and each copies its path,
// so that a deep document costs gigabytes. Its default loader opens files.
//
// Here every step of work is counted (Schema.Validate stops with ErrTooComplex,
// and earlier when its context ends), enum and uniqueItems compare by key in
// linear time, numbers are compared as decimals of any size, errors are two
// offsets each, and there is no loader: what a $ref may name is in the schema
// itself or among the metaschemas, which are part of the program.
//
// # Choices
//
// pattern and patternProperties are RE2 (package regex): a pattern that needs
// backtracking is refused by name. format is asserted on request, in every
// draft, for the names in formats.go; other names are annotations. Whole
// numbers are integers however they are written (1.0, 1e2), in draft 4 too.
// content* keywords are annotations. Of members with the same name the last
// counts.
package jsonschema
