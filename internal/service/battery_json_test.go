package service_test

import (
	"strings"

	"toolcrib/internal/problem"
)

// malformed is the answer to a body that is not JSON.
func malformed(name, body, says string) attack {
	return attack{name, post(slugPath, body), 422, problem.MalformedJSON, "malformed_json", []string{says}}
}

// syntaxAttacks are bodies that nearly are JSON.
func syntaxAttacks() []attack {
	trailing := func(name, body, says string) attack {
		return attack{name, post(slugPath, body), 422, problem.MalformedJSON, "trailing_data", []string{says, "send exactly one JSON object"}}
	}
	return []attack{
		trailing("trailing word", `{"text":"a"} `+canary, "line 1, column 14"),
		trailing("two objects", `{"text":"a"}{"text":"b"}`, "line 1, column 13"),
		trailing("JSON lines", "{\"text\":\"a\"}\n{\"text\":\"b\"}\n", "line 2, column 1"),
		trailing("trailing NUL", "{\"text\":\"a\"}\x00", "line 1, column 13"),
		trailing("trailing bracket", `{"text":"a"}}`, "line 1, column 13"),
		malformed("empty body", ``, "the body is empty"),
		malformed("white space alone", " \r\n\t", "the body is empty"),
		malformed("half an object", `{"text":"a"`, "ends too early"),
		malformed("half a string", `{"text":"`+canary, "ends too early"),
		malformed("half an escape", `{"text":"\u00`, "ends too early"),
		malformed("half a word", `{"text":tru`, "ends too early"),
		malformed("trailing comma", `{"text":"a",}`, "a comma before the closing bracket"),
		malformed("trailing comma in a list", `{"text":"a","existing":["x",]}`, "a comma before the closing bracket"),
		malformed("two commas", `{"text":"a",,"x":1}`, "line 1, column 13"),
		malformed("no comma", `{"text":"a" "locale":"de"}`, "line 1, column 13"),
		malformed("no colon", `{"text" "a"}`, "line 1, column 9"),
		malformed("single quotes", `{'text':'a'}`, "single quote"),
		malformed("single quotes of a value", `{"text":'a'}`, "single quote"),
		malformed("curly quotes", `{“text”:“a”}`, "line 1, column 2"),
		malformed("name without quotes", `{text:"a"}`, "a name without quotes"),
		malformed("line comment", "{\"text\":\"a\" // "+canary+"\n}", "a comment"),
		malformed("block comment", `{/* `+canary+` */"text":"a"}`, "a comment"),
		malformed("comment first", "# "+canary+"\n{\"text\":\"a\"}", "line 1, column 1"),
		malformed("NaN in JSON", `{"text":"a","max_length":NaN}`, "no JSON number"),
		malformed("Infinity in JSON", `{"text":"a","max_length":-Infinity}`, "no JSON number"),
		malformed("plus sign in JSON", `{"text":"a","max_length":+5}`, "no JSON number"),
		malformed("no digit before the point", `{"text":"a","max_length":.5}`, "no JSON number"),
		malformed("no digit after the point", `{"text":"a","max_length":5.}`, "no JSON number"),
		malformed("leading zero", `{"text":"a","max_length":007}`, "leading zero"),
		malformed("hexadecimal", `{"text":"a","max_length":0x10}`, "no JSON number"),
		malformed("separators in a number", `{"text":"a","max_length":1_000}`, "no JSON number"),
		malformed("thousands separator", `{"text":"a","max_length":1,000}`, "line 1, column 28"),
		malformed("full-width digits", `{"text":"a","max_length":１２}`, "line 1, column 26"),
		malformed("True of Python", `{"text":"a","lowercase":True}`, "true, false or null"),
		malformed("undefined", `{"text":undefined}`, "true, false or null"),
		malformed("line feed in a string", "{\"text\":\"a\nb\"}", "unescaped control character"),
		malformed("tab in a string", "{\"text\":\"a\tb\"}", "unescaped control character"),
		malformed("NUL in a string", "{\"text\":\"a\x00b\"}", "unescaped control character"),
		malformed("NUL for a body", "\x00\x00\x00\x00", "line 1, column 1"),
		malformed("NUL between tokens", "{\x00\"text\":\"a\"}", "line 1, column 2"),
		malformed("escape of another language", `{"text":"\x41"}`, "an escape that JSON does not have"),
		malformed("escape of an apostrophe", `{"text":"don\'t"}`, "an escape that JSON does not have"),
		malformed("broken unicode escape", `{"text":"\u12g4"}`, "an escape that JSON does not have"),
		malformed("form data", "text="+canary+"&x=1", "line 1, column 2"),
		malformed("XML", "<text>"+canary+"</text>", "line 1, column 1"),
		malformed("a megabyte of garbage", strings.Repeat("\x01#~", 350_000), "line 1, column 1"),
		malformed("a megabyte of quotes", "{"+strings.Repeat(`"`, 1<<20), "line 1, column 4"),
		malformed("a megabyte of brackets that close", "{"+strings.Repeat("]", 1<<20), "line 1, column 2"),
	}
}

// encodingAttacks are bodies that are not Unicode text. RFC 8259 section 8.1
// forbids a byte order mark to senders and leaves it to readers to refuse or
// to ignore it; strict reading refuses, and says what is wrong.
func encodingAttacks() []attack {
	utf8 := func(name, body, says string) attack {
		return refused(name, post(slugPath, body), "invalid_utf8", "the body is not valid UTF-8 at byte "+says)
	}
	surrogate := func(name, body, field string) attack {
		return refused(name, post(slugPath, body), strings.TrimSpace(field+" invalid_unicode"), "surrogate", `\ud83d\ude00`)
	}
	return []attack{
		malformed("byte order mark", "\ufeff{\"text\":\"a\"}", "byte order mark"),
		utf8("UTF-16 with a mark", "\xff\xfe{\x00}\x00", "0"),
		malformed("UTF-16 without a mark", "{\x00\"\x00t\x00", "line 1, column 2"),
		utf8("Latin-1", "{\"text\":\"caf\xe9\"}", "12"),
		utf8("byte that is not UTF-8 in a value", "{\"text\":\"a\xffb\"}", "10"),
		utf8("byte that is not UTF-8 in a name", "{\"te\xfft\":\"a\"}", "4"),
		utf8("byte that is not UTF-8 behind the end", "{\"text\":\"a\"}\xff", "12"),
		utf8("character cut off", "{\"text\":\"\xe0\xa4\"}", "9"),
		utf8("character cut off by the end", "{\"text\":\"\xf0\x9f\x98", "9"),
		utf8("overlong slash", "{\"text\":\"\xc0\xaf\"}", "9"),
		utf8("overlong NUL", "{\"text\":\"\xc0\x80\"}", "9"),
		utf8("overlong in four bytes", "{\"text\":\"\xf0\x80\x80\xaf\"}", "9"),
		utf8("surrogates as UTF-8", "{\"text\":\"\xed\xa0\xbd\xed\xb8\x80\"}", "9"),
		utf8("beyond U+10FFFF", "{\"text\":\"\xf4\x90\x80\x80\"}", "9"),
		surrogate("high surrogate alone", `{"text":"\ud800"}`, "text"),
		surrogate("low surrogate alone", `{"text":"\udc00"}`, "text"),
		surrogate("low surrogate first", `{"text":"\ude00\ud83d"}`, "text"),
		surrogate("high surrogate before a letter", `{"text":"\ud83dx"}`, "text"),
		surrogate("high surrogate before an escape", `{"text":"\ud83d\n"}`, "text"),
		surrogate("two high surrogates", `{"text":"\ud83d\ud83d\ude00"}`, "text"),
		surrogate("surrogate in a name", `{"\ud800":"a"}`, ""),
		surrogate("surrogate in a list", `{"text":"a","existing":["x","\udfff"]}`, "existing[1]"),
		surrogate("surrogate in an unknown field", `{"text":"a","x":"\ud800"}`, "x"),
	}
}

// nestingAttacks go 10,000 levels down, closed or not.
func nestingAttacks() []attack {
	const depth = 10_000
	lists, objects := strings.Repeat("[", depth), strings.Repeat(`{"a":`, depth)
	deep := func(name, path, body, field string) attack {
		return refused(name, post(path, body), strings.TrimSpace(field+" depth_exceeded"), "nested deeper than 1000 levels")
	}
	return []attack{
		deep("deep lists for a body", slugPath, lists+strings.Repeat("]", depth), ""),
		deep("deep lists never closed", slugPath, lists, ""),
		deep("deep objects for a body", slugPath, objects+"1"+strings.Repeat("}", depth), "a"),
		deep("deep lists in a known field", slugPath, `{"text":`+lists+strings.Repeat("]", depth)+`}`, "text"),
		deep("deep objects in a known field", slugPath, `{"text":`+objects+`1`, "text"),
		deep("deep lists in an unknown field", slugPath, `{"x":`+lists, "x"),
		deep("deep objects in an unknown field", csvPath, `{"csv":"a","x":`+objects+`1`, "x"),
		deep("deep objects in a map", slugPath, `{"text":"a","replacements":`+objects, "replacements"),
	}
}

// decideAttacks: the one operation that answers bad input by 400.
func decideAttacks() []attack {
	bad := func(name, body, violations string, says ...string) attack {
		return attack{"decide: " + name, post(decidePath, body), 400, problem.ValidationFailed, violations, says}
	}
	broken := func(name, body, violation string) attack {
		return attack{"decide: " + name, post(decidePath, body), 400, problem.MalformedJSON, violation, nil}
	}
	query := bad("a query", `{"options":[{"text":"a"}]}`, "seed unknown_field", "body")
	query.send.target += "?seed=" + canary
	gzip := broken("what is not gzip", `{"options":[{"text":"a"}]}`, "malformed_json")
	gzip.send = gzip.send.with("Content-Encoding", "gzip")
	return []attack{
		query, gzip,
		bad("nothing", `{}`, "options required", "a list"),
		bad("no options", `{"options":[]}`, "options too_short"),
		bad("null for options", `{"options":null}`, "options invalid_type"),
		bad("an object for options", `{"options":{"text":"a"}}`, "options invalid_type", "a list"),
		bad("texts for options", `{"options":["`+canary+`","b"]}`, "options[0] invalid_type; options[1] invalid_type", `{"text": …}`),
		bad("blank text", `{"options":[{"text":" \u00a0\t"}]}`, "options[0].text too_short", "blank"),
		bad("empty text", `{"options":[{"text":""}]}`, "options[0].text too_short"),
		bad("text of 501 characters", `{"options":[{"text":"`+strings.Repeat("é", 501)+`"}]}`, "options[0].text too_long", "501", "500"),
		bad("option without a text", `{"options":[{"weight":1}]}`, "options[0].text required"),
		bad("negative weight", `{"options":[{"text":"a"},{"text":"b","weight":-1}]}`, "options[1].weight out_of_range", "at least 0"),
		bad("weight as text", `{"options":[{"text":"a"},{"text":"b","weight":"2"}]}`, "options[1].weight invalid_type", "without quotes"),
		bad("weight of 7 decimals", `{"options":[{"text":"a","weight":0.0000001}]}`, "options[0].weight invalid_number", "6 decimals"),
		bad("weights of 0", `{"options":[{"text":"a","weight":0},{"text":"b","weight":0.0}]}`, "options out_of_range", "all weights are 0"),
		bad("member twice", `{"options":[{"text":"a","text":"`+canary+`"}]}`, "options[0].text duplicate_field"),
		bad("unknown member", `{"options":[{"text":"a","wieght":2}]}`, "options[0].wieght unknown_field", "did you mean 'weight'?"),
		bad("count above the options", `{"options":[{"text":"a"}],"count":2}`, "count out_of_range"),
		bad("count as text", `{"options":[{"text":"a"}],"count":"1"}`, "count invalid_type"),
		bad("empty seed", `{"options":[{"text":"a"}],"seed":""}`, "seed too_short"),
		bad("1001 options", `{"options":[`+strings.Repeat(`{"text":"`+canary+`"},`, 1000)+`{"text":"b"}]}`, "options too_many_items", "1001", "1000"),
		bad("not UTF-8", "{\"options\":[{\"text\":\"\xff\"}]}", "invalid_utf8"),
		bad("lone surrogate", `{"options":[{"text":"\ud800"}]}`, "options[0].text invalid_unicode"),
		bad("too deep", `{"options":`+strings.Repeat("[", 10_000), "options depth_exceeded"),
		bad("a list for a body", `[{"text":"a"}]`, "invalid_type"),
		bad("many faults", `{"options":[{"text":""},{"text":"b","weight":-1},7],"count":0,"sede":"x"}`,
			"options[0].text too_short; options[1].weight out_of_range; options[2] invalid_type; count out_of_range; sede unknown_field"),
		broken("an empty body", ``, "malformed_json"),
		broken("trailing data", `{"options":[{"text":"a"}]} x`, "trailing_data"),
		broken("single quotes", `{'options':[]}`, "malformed_json"),
	}
}
