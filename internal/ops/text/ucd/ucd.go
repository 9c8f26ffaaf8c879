// Package ucd knows the properties of characters that counting and casing
// need, by Unicode 17 whatever the toolchain: the tables of Go 1.26 are those
// of Unicode 15, to which some ten thousand letters and marks have since been
// added. All properties of a code point are found in one step.
package ucd

import (
	_ "embed"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"
)

// Version is the version of Unicode that the properties are of.
const Version = "17.0"

// Props are the properties of a code point: five bits of category, eight of
// script, and flags.
type Props uint32

const (
	cased Props = 1 << (13 + iota)
	caseIgnorable
	emoji
	starter
	extender

	scriptShift = 5
)

// Set is a set of general categories.
type Set uint32

// The general categories; Cw are the controls that are white space.
const (
	Lu Set = 1 << iota
	Ll
	Lt
	Lm
	Lo
	Mn
	Mc
	Me
	Nd
	Nl
	No
	Pc
	Pd
	Ps
	Pe
	Pi
	Pf
	Po
	Sm
	Sc
	Sk
	So
	Zs
	Zl
	Zp
	Cc
	Cw
	Cf
	Cs
	Co
	Cn
)

var categories = strings.Fields("Lu Ll Lt Lm Lo Mn Mc Me Nd Nl No Pc Pd Ps Pe Pi Pf Po Sm Sc Sk So Zs Zl Zp Cc Cw Cf Cs Co Cn")

// Sets of categories with names of their own.
const (
	Letter  = Lu | Ll | Lt | Lm | Lo
	Mark    = Mn | Mc | Me
	Number  = Nd | Nl | No
	Punct   = Pc | Pd | Ps | Pe | Pi | Pf | Po
	Symbol  = Sm | Sc | Sk | So
	Space   = Zs | Zl | Zp | Cw // the property White_Space
	Control = Cc | Cw
)

// In tells whether the category is one of a set.
func (p Props) In(s Set) bool { return s>>(p&31)&1 != 0 }

// Script is a script by its number; 0 is no script.
type Script uint8

// Script is the property Script.
func (p Props) Script() Script { return Script(p >> scriptShift) }

// Cased is the property of the same name: letters that have case, and what
// looks like them.
func (p Props) Cased() bool { return p&cased != 0 }

// CaseIgnorable is the property Case_Ignorable: what may stand inside a word
// without parting its letters.
func (p Props) CaseIgnorable() bool { return p&caseIgnorable != 0 }

// Emoji is the property of the same name: what an emoji sequence can start
// with, digits among it.
func (p Props) Emoji() bool { return p&emoji != 0 }

// Starts tells that a grapheme cluster starts here wherever the character
// before Starts or Extends: such a pair is never one cluster.
func (p Props) Starts() bool { return p&starter != 0 }

// Extends tells that the character belongs to the grapheme cluster of one
// before it that Starts or Extends, and is no linker or joiner that could tie
// the next one to it as well.
func (p Props) Extends() bool { return p&extender != 0 }

const blockBits = 8

// Table finds properties. It is immutable.
type Table struct {
	index   [(utf8.MaxRune + 1) >> blockBits]uint16
	blocks  [][1 << blockBits]Props
	scripts []string
}

// Of returns the properties of a code point.
func (t *Table) Of(r rune) Props {
	if uint32(r) > utf8.MaxRune {
		r = utf8.RuneError
	}
	return t.blocks[t.index[r>>blockBits]][r&(1<<blockBits-1)]
}

// Name is the name of a script: Latin, Old Italic.
func (t *Table) Name(s Script) string { return t.scripts[s] }

// ScriptOf is the script of that name, 0 if there is none.
func (t *Table) ScriptOf(name string) Script {
	for i, n := range t.scripts {
		if n == name {
			return Script(i)
		}
	}
	return 0
}

//go:embed ucd.txt
var data string

// Load returns the table, which is built when it is first asked for: in some
// milliseconds, of about 300 kB.
var Load = sync.OnceValue(func() *Table {
	t := &Table{scripts: []string{"Unknown"}}
	scripts := map[string]Props{"Unknown": 0}
	known := map[[1 << blockBits]Props]uint16{}
	var block [1 << blockBits]Props
	next, p := 0, Props(0)
	fill := func(end int) {
		for ; next < end; next++ {
			block[next&(1<<blockBits-1)] = p
			if next&(1<<blockBits-1) < 1<<blockBits-1 {
				continue
			}
			n, ok := known[block]
			if !ok {
				n = uint16(len(t.blocks))
				known[block] = n
				t.blocks = append(t.blocks, block)
			}
			t.index[next>>blockBits] = n
		}
	}
	for line := range strings.Lines(data) {
		f := strings.Fields(line)
		start, err := strconv.ParseUint(f[0], 16, 32)
		if err != nil {
			panic("ucd: " + err.Error()) // the file is part of the program
		}
		fill(int(start))
		p = t.parse(f[1:], scripts)
	}
	fill(utf8.MaxRune + 1)
	return t
})

// parse reads category, script and flags.
func (t *Table) parse(f []string, scripts map[string]Props) (p Props) {
	if f[0] == "Cc" && len(f) > 2 && strings.Contains(f[2], "w") {
		f[0] = "Cw"
	}
	for i, name := range categories {
		if name == f[0] {
			p = Props(i)
		}
	}
	script, ok := scripts[f[1]]
	if !ok {
		script = Props(len(t.scripts))
		scripts[f[1]] = script
		t.scripts = append(t.scripts, strings.ReplaceAll(f[1], "_", " "))
	}
	p |= script << scriptShift
	if len(f) > 2 {
		for flag, bit := range map[string]Props{"c": cased, "i": caseIgnorable, "e": emoji, "s": starter, "x": extender} {
			if strings.Contains(f[2], flag) {
				p |= bit
			}
		}
	}
	return p
}
