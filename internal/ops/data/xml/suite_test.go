package xml

import (
	"archive/zip"
	"io"
	"maps"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"
)

// replacement lists the documents of the suites that are not well-formed for
// what an entity would bring in. Replacement texts are never looked at, so they
// pass.
var replacement = []string{
	"not-wf/sa/071.xml", "not-wf/sa/074.xml", "not-wf/sa/075.xml", "not-wf/sa/077.xml", "not-wf/sa/079.xml", "not-wf/sa/080.xml",
	"not-wf/sa/090.xml", "not-wf/sa/092.xml", "not-wf/sa/103.xml", "not-wf/sa/115.xml", "not-wf/sa/116.xml", "not-wf/sa/117.xml",
	"not-wf/sa/119.xml", "not-wf/sa/120.xml", "not-wf/sa/153.xml", "not-wf/sa/182.xml",
	"ibm-not-wf-P41-ibm41n11.xml", "ibm-not-wf-P41-ibm41n13.xml", "ibm-not-wf-P41-ibm41n14.xml", "ibm-not-wf-P60-ibm60n07.xml",
	"ibm-not-wf-P68-ibm68n09.xml", "ibm-not-wf-P68-ibm68n10.xml",
}

// fifthEdition lists the documents of James Clark whose names became names in
// the fifth edition.
var fifthEdition = []string{"not-wf/sa/140.xml", "not-wf/sa/141.xml"}

// twoRoots lists the documents with such names that have a second root too.
var twoRoots = []string{
	"ibm-not-wf-P89-ibm89n06.xml", "ibm-not-wf-P89-ibm89n07.xml", "ibm-not-wf-P89-ibm89n08.xml", "ibm-not-wf-P89-ibm89n09.xml",
	"ibm-not-wf-P89-ibm89n10.xml", "ibm-not-wf-P89-ibm89n11.xml", "ibm-not-wf-P89-ibm89n12.xml",
}

// TestJamesClark reads the collection of James Clark, testdata/xmltest.zip:
// what is not well-formed by itself, and what is valid.
func TestJamesClark(t *testing.T) {
	archive, err := zip.OpenReader("testdata/xmltest.zip")
	if err != nil {
		t.Fatal(err)
	}
	defer archive.Close()
	refused, accepted := 0, 0
	for _, f := range archive.File {
		name := strings.TrimPrefix(f.Name, "xmltest/")
		if !strings.HasSuffix(name, ".xml") || !strings.HasPrefix(name, "valid/") && !strings.HasPrefix(name, "not-wf/sa/") {
			continue
		}
		passes := strings.HasPrefix(name, "valid/") || slices.Contains(replacement, name) || slices.Contains(fifthEdition, name)
		_, err := Parse(t.Context(), readText(t, f))
		switch {
		case passes != (err == nil):
			t.Errorf("%s: %v", name, err)
		case passes:
			accepted++
		default:
			refused++
		}
	}
	// 186 not well-formed documents less 16 and 2; 119 + 31 + 14 valid ones with
	// as many canonical forms.
	if refused != 186-16-2 || accepted != 2*(119+31+14)+16+2 {
		t.Errorf("%d refused, %d accepted", refused, accepted)
	}
}

// readText decodes a document as the service's caller would have.
func readText(t *testing.T, f *zip.File) string {
	r, err := f.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	b, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	big := strings.HasPrefix(string(b), "\xFE\xFF")
	if !big && !strings.HasPrefix(string(b), "\xFF\xFE") {
		return string(b)
	}
	units := make([]uint16, len(b)/2)
	for i := range units {
		units[i] = uint16(b[2*i]) | uint16(b[2*i+1])<<8
		if big {
			units[i] = units[i]>>8 | units[i]<<8
		}
	}
	return string(utf16.Decode(units))
}

// TestW3C reads the other documents of the W3C suite; testdata/w3c.py recorded
// them.
func TestW3C(t *testing.T) {
	const (
		accepted = iota
		refused
		warned // of namespaces
		unjudged
	)
	judge := func(id, suite, kind, entities, editions string) int {
		switch {
		case id == "rmt-e2e-50", // XML 1.1
			id == "rmt-ns10-035", // an attribute twice, prefix and all
			slices.Contains(twoRoots, id):
			return refused
		case id == "rmt-e2e-61", // of its encoding, which a text no longer has
			id == "rmt-ns10-011", // equal namespaces once an entity is expanded
			id == "rmt-ns10-012": // equal namespaces once a default's declared type is applied
			return accepted
		case kind == "error", entities != "none" && kind == "not-wf":
			return unjudged
		case kind != "not-wf", editions != "" && !strings.Contains(editions, "5"), slices.Contains(replacement, id):
			return accepted
		case strings.Contains(suite, "namespaces"):
			return warned
		}
		return refused
	}
	got := map[int]int{}
	readLines(t, "testdata/w3c.jsonl.gz", func(c struct{ ID, Suite, Type, Entities, Editions, XML string }) {
		want := judge(c.ID, c.Suite, c.Type, c.Entities, c.Editions)
		got[want]++
		d, err := Parse(t.Context(), c.XML)
		namespaces := err == nil && slices.ContainsFunc(d.Warnings, func(w Warning) bool { return w.Code == WarnPrefix || w.Code == WarnNamespace })
		switch {
		case want != unjudged && (want == refused) != (err != nil):
			t.Errorf("%s (%s): %v", c.ID, c.Type, err)
		case want == warned && !namespaces:
			t.Errorf("%s: no warning", c.ID)
		case want == accepted && namespaces && strings.Contains(c.Suite, "namespaces"):
			t.Errorf("%s: %v", c.ID, d.Warnings)
		}
	})
	if want := map[int]int{accepted: 1092, refused: 730, warned: 21, unjudged: 74}; !maps.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}
