package text_test

import (
	"fmt"
	"strings"
	"testing"

	"toolcrib/internal/op"
	"toolcrib/internal/op/optest"
)

func TestFindAndReplace(t *testing.T) {
	const contract = "contract 3.8"
	optest.Table(t, "find-and-replace", []optest.Case{
		{Name: "example 1", In: `{"text":"a.b a.b","find":"a.b","replace":"x"}`, Source: "node replaceAll",
			Want: `{"text":"x x","replacements":2,"per_rule":[2],"changed":true,"positions":[{"start":0,"end":3,"line":1,"column":1},{"start":4,"end":7,"line":1,"column":5}]}`, Absent: []string{"warnings"}},
		{Name: "example 2", In: `{"text":"aXbX","find":"X","replace":"$$"}`, Source: contract, Want: `{"text":"a$$b$$","replacements":2}`},
		{Name: "example 3", In: `{"text":"John Smith","find":"(\\w+) (\\w+)","replace":"$2, $1","regex":true}`, Source: "node", Want: `{"text":"Smith, John"}`},
		{Name: "example 4", In: `{"text":"ab","find":"(a)(b)","replace":"$1x$2","regex":true}`, Source: "node", Want: `{"text":"axb"}`},
		{Name: "example 5", In: `{"text":"cat scatter Cat","find":"cat","replace":"dog","whole_word":true}`, Source: contract, Want: `{"text":"dog scatter Cat"}`},
		{Name: "example 5, any case", In: `{"text":"cat scatter Cat","find":"cat","replace":"dog","whole_word":true,"case_sensitive":false}`, Source: contract, Want: `{"text":"dog scatter dog"}`},
		{Name: "example 6", In: `{"text":"2026-01-05","find":"(?<y>\\d+)-(?<m>\\d+)-(?<d>\\d+)","replace":"$<d>/$<m>/$<y>","regex":true}`, Source: "node", Want: `{"text":"05/01/2026"}`},

		{Name: "nothing put in", In: `{"text":"a-b-c","find":"-"}`, Source: contract, Want: `{"text":"abc","replacements":2}`},
		{Name: "not found", In: `{"text":"abc","find":"x","replace":"y"}`, Source: contract, Want: `{"text":"abc","replacements":0,"per_rule":[0],"positions":[],"changed":false}`},
		{Name: "replaced by itself", In: `{"text":"abc","find":"b","replace":"b"}`, Source: contract, Want: `{"replacements":1,"changed":false}`},
		{Name: "no text", In: `{"text":"","find":"x*","replace":"y","regex":true}`, Source: "node", Want: `{"text":"y","positions":[{"start":0,"end":0,"line":1,"column":1}]}`},
		{Name: "not overlapping", In: `{"text":"aaaaa","find":"aa","replace":"b"}`, Source: "node replaceAll", Want: `{"text":"bba"}`},
		{Name: "what is put in is not looked at again", In: `{"text":"aa","find":"a","replace":"aa"}`, Source: "node replaceAll", Want: `{"text":"aaaa","replacements":2}`},
		{Name: "line by line", In: `{"text":"a\nb","find":"^.","replace":"x","regex":true,"multiline":true}`, Source: "node, flag m", Want: `{"text":"x\nx"}`},
		{Name: "dot for all", In: `{"text":"a\nb","find":"a.b","replace":"x","regex":true,"dot_all":true}`, Source: "node, flag s", Want: `{"text":"x"}`},
		{Name: "simple folding", In: `{"text":"STRASSE straße ſ","find":"ss","replace":"_","case_sensitive":false}`, Source: "node, flags iu", Want: `{"text":"STRA_E straße ſ"}`},
		{Name: "words with marks and joined by _", In: `{"text":"cafe cafe\u0301 cafe_ (cafe)","find":"cafe","replace":"x","whole_word":true}`, Source: contract, Want: `{"text":"x cafe\u0301 cafe_ (x)"}`},
		{Name: "case kept", In: `{"text":"color Color COLOR coLor","find":"color","replace":"Colour","case_sensitive":false,"preserve_case":true}`, Source: contract, Want: `{"text":"colour Colour COLOUR Colour"}`},
		{Name: "at most", In: `{"text":"aaa","find":"a","replace":"b","max_replacements":2}`, Source: contract, Want: `{"text":"bba","replacements":2}`},
		{Name: "no bound", In: `{"text":"aaa","find":"a","replace":"b","max_replacements":0}`, Source: contract, Want: `{"text":"bbb"}`},
		{Name: "the second", In: `{"text":"aaa","find":"a","replace":"b","occurrence":2}`, Source: contract, Want: `{"text":"aba","replacements":1,"positions":[{"start":1,"end":2,"line":1,"column":2}]}`},
		{Name: "one that is not there", In: `{"text":"aaa","find":"a","replace":"b","occurrence":4}`, Source: contract, Want: `{"text":"aaa","replacements":0,"changed":false}`},
		{Name: "only asked", In: `{"text":"aaa","find":"a","replace":"b","dry_run":true}`, Source: contract, Want: `{"text":"aaa","replacements":3,"changed":true,"positions.2.start":2}`},
		{Name: "in UTF-16 units", In: `{"text":"😀a\r\nb","find":"[ab]","replace":"","regex":true,"offset_unit":"utf16"}`, Source: "contract 0.3", Want: `{"positions":[{"start":2,"end":3,"line":1,"column":2},{"start":5,"end":6,"line":2,"column":1}]}`},
		{Name: "in bytes", In: `{"text":"😀a","find":"a","offset_unit":"byte"}`, Source: "contract 0.3", Want: `{"positions":[{"start":4,"end":5,"line":1,"column":2}]}`},

		{Name: "several", In: `{"text":"tea for two","replacements":[{"find":"tea","replace":"coffee"},{"find":"f+","replace":"f","regex":true},{"find":"TWO","replace":"three","case_sensitive":false}]}`,
			Source: contract, Want: `{"text":"cofee for three","per_rule":[1,2,1],"replacements":4,"positions.1.start":0,"positions.1.end":3,"positions.2.start":4,"positions.3":{"start":8,"end":11,"line":1,"column":9}}`},
		{Name: "exchanged", In: `{"text":"a b","replacements":[{"find":"a","replace":"\u0001"},{"find":"b","replace":"a"},{"find":"\u0001","replace":"b"}]}`, Source: contract, Want: `{"text":"b a","per_rule":[1,1,1]}`},
		{Name: "warning", In: "{\"text\":\"a\",\"replacements\":[{\"find\":\"a\",\"replace\":\"$`\",\"regex\":true}]}", Source: "contract 0.4", Want: `{"warnings.0.code":"literal_dollar","warnings.0.field":"replacements[0].replace"}`},

		{Name: "nothing to find", In: `{"text":"a","find":""}`, Source: contract, Wrong: []string{"find too_short"}},
		{Name: "both ways", In: `{"text":"a","find":"a","replacements":[{"find":"b"}]}`, Source: contract, Wrong: []string{"replacements conflict"}},
		{Name: "neither way", In: `{"text":"a","replace":"b"}`, Source: contract, Wrong: []string{"find missing_one_of"}},
		{Name: "options beside the list", In: `{"text":"a","replacements":[{"find":"a"}],"replace":"x","regex":true,"case_sensitive":false,"whole_word":true,"preserve_case":true,"multiline":true,"dot_all":true,"max_replacements":1,"occurrence":1}`,
			Source: "contract 0.4: no defined answer", Wrong: []string{"replace conflict", "regex conflict", "case_sensitive conflict", "whole_word conflict", "preserve_case conflict", "multiline conflict", "dot_all conflict", "max_replacements conflict", "occurrence conflict"}},
		{Name: "defaults beside the list", In: `{"text":"a","replacements":[{"find":"a"}],"regex":false,"case_sensitive":true,"max_replacements":0}`, Source: contract, Want: `{"text":""}`},
		{Name: "no list", In: `{"text":"a","replacements":[]}`, Source: contract, Wrong: []string{"replacements too_short"}},
		{Name: "a hundred", In: `{"text":"a","replacements":[` + strings.Repeat(`{"find":"a","replace":"a"},`, 99) + `{"find":"a"}]}`, Source: contract, Want: `{"text":"","replacements":100}`},
		{Name: "a hundred and one", In: `{"text":"a","replacements":[` + strings.Repeat(`{"find":"a"},`, 100) + `{"find":"a"}]}`, Source: contract, Wrong: []string{"replacements too_many_items"}},
		{Name: "two ways to stop", In: `{"text":"a","replacements":[{"find":"a"},{"find":"a","max_replacements":1,"occurrence":1}]}`, Source: "contract 0.4: no defined answer", Wrong: []string{"replacements[1].occurrence conflict"}},
		{Name: "all faults of the list", In: `{"text":"a","replacements":[{"find":"("},{"find":"(","regex":true},{"find":"a(?=b)++","regex":true},{"find":"a","replace":"$1","regex":true}]}`, Source: "contract 3.1",
			Wrong: []string{"replacements[1].find invalid_regex", "replacements[2].find unsupported_regex_feature", "replacements[2].find unsupported_regex_feature", "replacements[3].replace unknown_group"}},
		{Name: "long pattern", In: `{"text":"a","find":"` + strings.Repeat("é", 10_001) + `","regex":true}`, Source: "contract 3.1", Wrong: []string{"find too_long"}},
		{Name: "long text to find", In: `{"text":"` + strings.Repeat("a", 20_002) + `","find":"` + strings.Repeat("a", 10_001) + `"}`, Source: contract, Want: `{"text":"","replacements":2}`},
		{Name: "bounds", In: `{"text":"a","find":"a","max_replacements":-1,"occurrence":0}`, Source: contract, Wrong: []string{"max_replacements out_of_range", "occurrence out_of_range"}},
		{Name: "expansion", In: `{"text":"` + strings.Repeat("a", 900_000) + `","find":"a","replace":"0123456789"}`, Source: contract, Wrong: []string{"text output_too_large"}},
		{Name: "names of other APIs", In: `{"input":"a","search":"b","with":"c"}`, Source: "contract 0.1", Wrong: []string{"input unknown_field", "search unknown_field", "with unknown_field", "text required", "find missing_one_of"}},
	})
}

// TestFindAndReplaceRecorded compares with JavaScript, as
// testdata/find_replace_oracle.mjs wrote it down.
func TestFindAndReplaceRecorded(t *testing.T) {
	optest.Recorded(t, "find-and-replace", "testdata/find_replace.json")
}

func TestFindAndReplaceShape(t *testing.T) {
	data := optest.Data(t, "find-and-replace", op.JSON([]byte("{\"text\":\"a\",\"find\":\"a\",\"replace\":\"$`\",\"regex\":true}")))
	if keys := optest.Keys(t, data, ""); keys != "text replacements per_rule positions changed warnings" {
		t.Errorf("members %s", keys)
	}
	data = optest.Data(t, "find-and-replace", op.JSON([]byte(fmt.Sprintf(`{"text":"%s","find":"a","replace":"b"}`, strings.Repeat("a", 1001)))))
	if at := optest.At(data, "positions.1000"); at != "absent" || optest.At(data, "positions.999.start") != "999" || optest.At(data, "replacements") != "1001" {
		t.Errorf("position 1,000 is %s", at)
	}
}
