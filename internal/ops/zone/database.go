package zone

import (
	"bytes"
	_ "embed"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// The data are Debian's files, which list the changes of clocks up to 2037
// before they leave the rest to a rule. Shorter lists would do, but a Location
// of Go 1.26 that is loaded in the season in which its list ends can be wrong
// about the instants before.
var (
	//go:embed data/zones.bin
	files []byte
	//go:embed data/zones.tsv
	index string
)

// tables is the index of the database. Each zone is read when it is first
// asked for, and then kept.
type tables struct {
	version string
	names   []string
	zones   map[string]func() *Zone // by lower-case name
}

var database = sync.OnceValue(func() tables {
	head, rows, _ := strings.Cut(index, "\n")
	t := tables{version: strings.TrimPrefix(head, "# version "), zones: map[string]func() *Zone{}}
	for row := range strings.Lines(rows) {
		columns := strings.Fields(row)
		name, offset, length := columns[0], number(columns[1]), number(columns[2])
		t.names = append(t.names, name)
		t.zones[strings.ToLower(name)] = sync.OnceValue(func() *Zone { return read(name, files[offset:offset+length]) })
	}
	return t
})

// number reads digits. Where it panics, the embedded data are broken.
func number(digits string) int {
	n, err := strconv.Atoi(digits)
	if err != nil {
		panic("zone: " + err.Error())
	}
	return n
}

// read makes a zone of the 64-bit part of a file, which is all that is kept of
// it: package time wants a 32-bit part before it, if only an empty one.
func read(name string, data []byte) *Zone {
	if bytes.HasSuffix(data, []byte("\nUTC0\n")) {
		return &Zone{name, time.UTC}
	}
	empty := append([]byte("TZif2"), make([]byte, 39)...)
	loc, err := time.LoadLocationFromTZData(name, append(empty, data...))
	if err != nil {
		panic("zone: " + name + ": " + err.Error())
	}
	return &Zone{name, loc}
}

// Version is the release of the database, such as 2026f.
func Version() string { return database().version }

// Names lists the names of the database in order, old names included.
func Names() []string { return slices.Clone(database().names) }
