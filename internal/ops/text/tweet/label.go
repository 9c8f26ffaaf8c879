package tweet

import (
	"sort"
	"strings"
	"unicode/utf8"
)

// run is a piece of text of characters that domain names consist of, with the
// labels in it that a dot ends. It answers for every start in it where the
// longest domain from there ends, and is read once.
type run struct {
	span
	labels []label
}

// label is a part of a run.
type label struct {
	start, dot int
	closed     bool // it may be followed by its dot: the character before it is no hyphen
	underscore int  // where its last underscore is, -1 if there is none
	tld        int  // where the top-level domain behind the dot ends, 0 if there is none
	domain     int  // where the longest domain that starts with this label ends
}

// domainEnd returns where the domain that starts at i ends, 0 if there is none.
func (f *finder) domainEnd(i int) int {
	if i < f.run.start || i >= f.run.end {
		f.readRun(i)
	}
	labels := f.run.labels
	k := sort.Search(len(labels), func(k int) bool { return labels[k].dot >= i })
	if k == len(labels) {
		return 0
	}
	return f.chain(k, i)
}

// chain returns where the longest domain ends whose first label is number k
// from offset i on: labels with dots, the last of them without underscores,
// then a top-level domain.
func (f *finder) chain(k, i int) int {
	l := f.run.labels[k]
	r, _ := utf8.DecodeRuneInString(f.text[i:])
	if i >= l.dot || !l.closed || !isDomain(r) {
		return 0
	}
	if k+1 < len(f.run.labels) && f.run.labels[k+1].domain > 0 {
		return f.run.labels[k+1].domain
	}
	if l.underscore >= i {
		return 0
	}
	return l.tld
}

// readRun reads the run from i on.
func (f *finder) readRun(i int) {
	f.run = run{span{i, i}, f.run.labels[:0]}
	l := label{start: i, underscore: -1}
	last := '.'
	for at, r := range f.text[i:] {
		at += i
		f.run.end = at
		switch {
		case r == '.':
			l.dot, l.closed = at, at > l.start && isDomain(last)
			f.run.labels = append(f.run.labels, l)
			l = label{start: at + 1, underscore: -1}
		case r == '_':
			l.underscore = at
		case r != '-' && !isDomain(r):
			f.judge()
			return
		}
		last = r
	}
	f.run.end = len(f.text)
	f.judge()
}

// judge fills in, from the last label to the first, where domains end.
func (f *finder) judge() {
	for k := len(f.run.labels) - 1; k >= 0; k-- {
		l := &f.run.labels[k]
		if n := tldEnd(f.text[l.dot+1:]); n > 0 {
			l.tld = l.dot + 1 + n
		}
		l.domain = f.chain(k, l.start)
	}
}

// asciiDomains lists the domains in a domain that consist of ASCII and
// accented Latin letters: only those are URLs without a protocol.
func asciiDomains(domain string) (found []span) {
	for i := 0; i < len(domain); {
		end, tld := asciiChain(domain, i)
		if tld > 0 {
			found = append(found, span{i, tld})
			end = tld
		}
		i = max(end, i+1)
	}
	return found
}

// asciiChain follows labels with dots from i on. It returns where that ends,
// and where the last top-level domain behind one of the dots does.
func asciiChain(domain string, i int) (end, tld int) {
	for {
		n := asciiLabel(domain[i:])
		if n == 0 || !strings.HasPrefix(domain[i+n:], ".") {
			return i + n, tld
		}
		i += n + 1
		if n := tldEnd(domain[i:]); n > 0 {
			tld = i + n
		}
	}
}

func asciiLabel(s string) int {
	for i, r := range s {
		if r != '-' && !isAlnum(r) && !isLatin(r) {
			return i
		}
	}
	return len(s)
}
