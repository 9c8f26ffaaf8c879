// Package migrations holds the database schemas as numbered SQL files, one
// folder for each kind of database, embedded so that the binary carries them.
// A file is never edited once it has been released: a change is a new file
// with the next number, in every folder. The stores apply what is missing
// when they open.
package migrations

import (
	"embed"
	"io/fs"
)

//go:embed sqlite/*.sql postgres/*.sql
var files embed.FS

// SQLite is the schema of the SQLite store.
func SQLite() fs.FS { return folder("sqlite") }

// Postgres is the schema of the PostgreSQL store.
func Postgres() fs.FS { return folder("postgres") }

func folder(name string) fs.FS {
	sub, err := fs.Sub(files, name)
	if err != nil {
		// Sub fails only for a malformed path, and these are constants.
		panic(err)
	}
	return sub
}
