package csv

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
)

func TestColumnNames(t *testing.T) {
	for _, c := range []struct {
		name, header string
		options      Options
		want         []string // name, or name<original
	}{
		{"plain", "a,b", with(), []string{"a", "b"}},
		{"repeated", "a,a,a", with(), []string{"a", "a_2<a", "a_3<a"}},
		{"numbered name taken later", "a,a,a_2", with(), []string{"a", "a_3<a", "a_2"}},
		{"numbered name taken before", "a_2,a,a", with(), []string{"a_2", "a", "a_3<a"}},
		{"numbered name repeated", "a,a,a_2,a_2", with(), []string{"a", "a_3<a", "a_2", "a_2_2<a_2"}},
		{"empty", "a,,b,", with(), []string{"a", "column_2<", "b", "column_4<"}},
		{"empty, its name taken", ",column_1", with(), []string{"column_1_2<", "column_1"}},
		{"case and space make another name", "a,A,a ", with(), []string{"a", "A", "a "}},
		{"trimmed into one", "a, a", with(trimmed), []string{"a", "a_2<a"}},
		{"quoted", "\"a\nb\",\"c\"\"\"", with(), []string{"a\nb", "c\""}},
		{"no header", "x,y", with(noHeader), []string{"column_1", "column_2"}},
		{"replaced", "a,b", with(columns("x", "b")), []string{"x<a", "b"}},
		{"replaced by more", "a", with(columns("x", "y")), []string{"x<a", "y"}},
		{"given twice", "1,2", with(columns("x", "x"), noHeader), []string{"x", "x_2<x"}},
		{"given empty", "1,2", with(columns("x", ""), noHeader), []string{"x", "column_2<"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got []string
			for _, column := range mustConvert(t, c.header, c.options).Columns {
				name := column.Name
				if column.OriginalName != nil {
					name += "<" + *column.OriginalName
				}
				got = append(got, name)
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

// describe writes a warning as code@line:column.
func describe(warnings []Warning) []string {
	var all []string
	for _, w := range warnings {
		all = append(all, fmt.Sprintf("%s@%d:%d", w.Code, w.Line, w.Column))
	}
	return all
}

func TestWarnings(t *testing.T) {
	for _, c := range []struct {
		name, text string
		options    Options
		want       []string
	}{
		{"none", "a,b\n1,2\n", with(), nil},
		{"the worked example", "a,a,b\n1,2,3,4\n5", with(),
			[]string{"duplicate_header@1:3", "extra_cells@2:0", "missing_cells@3:0"}},
		{"mark", "\uFEFFa\n", with(), []string{"bom_removed@1:1"}},
		{"header on a later line", "\n#\n\"x\ny\",\"\",,a,a\n", with(comment('#')),
			[]string{"empty_header@4:4", "empty_header@4:7", "duplicate_header@4:10"}},
		{"lines of the text, not of records", "a,b\n\"1\n2\",3\n4\n", with(), []string{"missing_cells@4:0"}},
		{"header shorter than the names", "a\n1,2\n", with(columns("x", "y")), []string{"missing_cells@1:0"}},
		{"names given need no place", "1,2", with(noHeader, columns("", "")), []string{"empty_header@0:0", "empty_header@0:0"}},
		{"rows left", "a\n1\n\n#x\n2\n", with(rows(1), comment('#')), []string{"rows_truncated@5:0"}},
		{"no rows left", "a\n1\n\n#x", with(rows(1), comment('#')), nil},
		{"unknown escapes", "a\n\"\\n\\\"\\\\ \\é\"\n", with(backslash), []string{"unknown_escape@2:2", "unknown_escape@2:9"}},
		{"numbers spelled anew", "a;b\n1;x\n+2;y\n", with(typed("a", NumberType)), []string{"number_respelled@3:1"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := mustConvert(t, c.text, c.options).Warnings
			if !slices.Equal(describe(got), c.want) {
				t.Errorf("got %q, want %q", describe(got), c.want)
			}
			for _, w := range got {
				if w.Message == "" || w.Field != "csv" {
					t.Errorf("warning %+v", w)
				}
			}
		})
	}
}

func TestWarningsAreBounded(t *testing.T) {
	text := "a,b\n" + strings.Repeat("1\n1,2,3\n", MaxWarnings) + strings.Repeat("1\n", 7)
	got := mustConvert(t, text, with()).Warnings
	if len(got) != 2*MaxWarnings+1 {
		t.Fatalf("%d warnings, want %d", len(got), 2*MaxWarnings+1)
	}
	last := got[len(got)-1]
	if last.Code != WarnOmitted || !strings.HasPrefix(last.Message, "7 more warnings of code "+WarnMissingCells) {
		t.Errorf("last warning %+v", last)
	}
}

// TestManyEqualNames would take minutes if a name were sought from 2 each time.
func TestManyEqualNames(t *testing.T) {
	var header []string
	for i := range 8000 {
		header = append(header, "a", "a_"+strconv.Itoa(i+2))
	}
	r := mustConvert(t, strings.Join(header, ","), with())
	seen := make(map[string]bool)
	for _, c := range r.Columns {
		if seen[c.Name] {
			t.Fatalf("name %q given twice", c.Name)
		}
		seen[c.Name] = true
	}
	if !seen["a_16000"] {
		t.Error("the second a of 8000 should begin after a_8001 and the last one be a_16000")
	}
}
