// Package toolcrib holds the documents that are read in the repository and on
// the website alike, so that there is one text of each.
package toolcrib

import "embed"

// Docs are the guides in docs/ and the changelog.
//
//go:embed CHANGELOG.md docs/*.md
var Docs embed.FS
