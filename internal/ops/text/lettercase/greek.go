package lettercase

import (
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// marks are what Greek letters may bear.
type marks uint8

const (
	accent marks = 1 << iota
	dialytika
	combiningDialytika
	iotaSubscript
	otherMark
)

// markOf returns what a combining character adds to the letter before it, 0 for
// what is no Greek mark.
func markOf(r rune) marks {
	switch r {
	case 0x300, 0x301, 0x302, 0x303, 0x311, 0x342:
		return accent
	case 0x308:
		return combiningDialytika
	case 0x344:
		return combiningDialytika | accent
	case 0x345:
		return iotaSubscript
	case 0x304, 0x306, 0x313, 0x314, 0x343:
		return otherMark
	}
	return 0
}

// greekLetter takes a letter apart: its base in upper case, 0 for what is no
// Greek letter, and the marks that are one with it.
func (c *Caser) greekLetter(r rune) (upper rune, has marks) {
	coptic := r >= 0x3E2 && r <= 0x3EF
	inBlocks := r >= 0x370 && r <= 0x3FF && !coptic || r >= 0x1F00 && r <= 0x1FFF || r == 'Ω'
	if !inBlocks || !c.table.Of(r).Cased() {
		return 0, 0
	}
	for i, part := range string(norm.NFD.PropertiesString(string(r)).Decomposition()) {
		if i == 0 {
			r = part
		} else if m := markOf(part); m == combiningDialytika {
			has |= dialytika
		} else {
			has |= m
		}
	}
	if upper := c.mappings[r].upper; upper != "" {
		r, _ = utf8.DecodeRuneInString(upper)
	}
	return r, has
}

func isVowel(upper rune) bool {
	switch upper {
	case 'Α', 'Ε', 'Η', 'Ι', 'Ο', 'Υ', 'Ω':
		return true
	}
	return false
}

// appendGreekUpper appends s[from:to] in upper case as Greek is written: without
// accents and breathings, but with a dialytika where there was one or where the
// lost accent told two vowels apart, and with iota adscript. The disjunctive ή
// keeps its accent. The rule is that of ICU's GreekUpper.
func (c *Caser) appendGreekUpper(dst []byte, s string, from, to int) []byte {
	split := marks(0) // the dialytika that the next iota or ypsilon needs
	for i := from; i < to; {
		r, size := utf8.DecodeRuneInString(s[i:])
		next := i + size
		upper, has := c.greekLetter(r)
		if upper == 0 {
			if full := c.mappings[r].upper; full != "" {
				dst = append(dst, full...)
			} else {
				dst = append(dst, s[i:next]...)
			}
			split = 0
		} else {
			if upper == 'Ι' || upper == 'Υ' {
				has |= split
			}
			precomposed := has&accent != 0
			var iotas int
			has, iotas, next = addMarks(s, next, to, has)
			split = 0
			if isVowel(upper) && has&(accent|dialytika) == accent {
				split = combiningDialytika
				if precomposed {
					split = dialytika
				}
			}
			or := upper == 'Η' && has&accent != 0 && iotas == 0 && !c.casedBefore(s[:i]) && !c.casedAfter(s[next:])
			dst = appendGreekLetter(dst, upper, has, or, precomposed)
			for range iotas {
				dst = append(dst, "Ι"...)
			}
		}
		i = next
	}
	return dst
}

// addMarks adds the marks that stand at s[i:to] to those of the letter before
// them, and counts those that become an iota of their own.
func addMarks(s string, i, to int, has marks) (all marks, iotas, end int) {
	if has&iotaSubscript != 0 {
		iotas++
	}
	for i < to {
		r, size := utf8.DecodeRuneInString(s[i:])
		m := markOf(r)
		if m == 0 {
			break
		}
		has |= m
		if m == iotaSubscript {
			iotas++
		}
		i += size
	}
	return has, iotas, i
}

// appendGreekLetter appends a letter with the marks that it keeps in upper case;
// or is the disjunctive ή.
func appendGreekLetter(dst []byte, upper rune, has marks, or, precomposed bool) []byte {
	switch {
	case or && precomposed:
		upper, or = 'Ή', false
	case or || has&dialytika == 0:
	case upper == 'Ι':
		upper, has = 'Ϊ', 0
	case upper == 'Υ':
		upper, has = 'Ϋ', 0
	}
	dst = utf8.AppendRune(dst, upper)
	if has&(dialytika|combiningDialytika) != 0 {
		dst = append(dst, "\u0308"...)
	}
	if or {
		dst = append(dst, "\u0301"...)
	}
	return dst
}
