// Package toolcrib holds the documents that are read in the repository and on
// the website alike, so that there is one text of each.
package toolcrib

import "embed"

// Docs are the guides in docs/, the changelog and what is said of security.
//
//go:embed CHANGELOG.md SECURITY.md docs/*.md
var Docs embed.FS
