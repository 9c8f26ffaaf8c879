package service_test

import (
	"net/url"
	"strings"

	"toolcrib/internal/problem"
)

const (
	emiLoan = "principal=100000&tenure_months=12&annual_rate=" // the rate follows
	emiRate = "annual_rate=12&tenure_months=12&principal="     // the principal follows
)

// refused is the answer to input that is JSON but wrong.
func refused(name string, send request, violations string, says ...string) attack {
	return attack{name, send, 422, problem.ValidationFailed, violations, says}
}

// nameAttacks are parameters that are unknown, doubled or called otherwise.
func nameAttacks() []attack {
	return []attack{
		refused("tenure alone", emi("principal=100000&annual_rate=12&tenure=1"), "tenure unknown_field; tenure_months missing_one_of",
			"unknown parameter 'tenure'; use tenure_months or tenure_years"),
		refused("tenure beside tenure_months", emi(emiLoan+"12&tenure=1"), "tenure unknown_field", "use tenure_months or tenure_years"),
		refused("unknown parameter", emi(emiLoan+"12&"+canary+"=1"), canary+" unknown_field", "unknown parameter '"+canary+"'", "accepted: principal"),
		refused("misspelt parameter", emi("principle=100000&annual_rate=12&tenure_months=12"), "principle unknown_field; principal required", "did you mean 'principal'?"),
		refused("parameter in the wrong case", emi("Principal=100000&annual_rate=12&tenure_months=12"), "Principal unknown_field; principal required", "did you mean 'principal'?"),
		refused("parameter with a hyphen", emi("principal=1000&annual-rate=12&tenure_months=12"), "annual-rate unknown_field; annual_rate required", "did you mean 'annual_rate'?"),
		refused("parameter with a space", emi("principal=1000&annual_rate+=12&tenure_months=12"), "annual_rate  unknown_field; annual_rate required", "did you mean 'annual_rate'?"),
		refused("name used elsewhere", emi("amount=100000&annual_rate=12&tenure_months=12"), "amount unknown_field; principal required", "'principal'"),
		refused("brackets of PHP", emi(emiRate+"100000&schedule[]=none"), "schedule[] unknown_field", "schedule"),
		refused("empty name", emi(emiLoan+"12&=5"), `"" unknown_field`),
		refused("name without value", emi("principal&annual_rate=12&tenure_months=12"), "principal invalid_number", "empty"),
		refused("repeated parameter", emi(emiLoan+"12&annual_rate=12"), "annual_rate duplicate_field", "send it once"),
		refused("repeated and broken", emi(emiLoan+"x&annual_rate=12"), "annual_rate invalid_number; annual_rate duplicate_field"),
		refused("thrice the same", emi(emiLoan+"12&annual_rate=12&annual_rate=13"), "annual_rate duplicate_field; annual_rate duplicate_field"),
		refused("alias and canonical", emi(emiLoan+"12&rate=12"), "rate conflict", "'annual_rate'", "send only 'annual_rate'"),
		refused("two aliases", emi("principal=1000&tenure_months=12&rate=12&interest_rate=12"), "interest_rate conflict", "'rate'"),
		refused("two terms", emi(emiLoan+"12&tenure_years=1"), "tenure_years conflict", "'tenure_months'"),
		refused("two weights", get(bmiPath+"?weight=70&weight_kg=70&height=175"), "weight_kg conflict", "'weight'"),
		refused("three heights", get(bmiPath+"?weight=70&height=175&height_cm=175&height_feet=5"), "height_feet conflict; height_cm conflict"),
		refused("semicolons for ampersands", emi("principal=1000;annual_rate=12;tenure_months=12"),
			"principal invalid_format; annual_rate required; tenure_months missing_one_of", "%3B"),
		refused("broken percent escape", emi(emiRate+"100%"), "principal invalid_format", "%25"),
		refused("query that is not UTF-8", emi(emiRate+"%ff%fe"), "principal invalid_utf8", "UTF-8"),
		refused("name that is not UTF-8", emi(emiRate+"100000&%ff=1"), `\u{fffd} invalid_utf8`),
		refused("overlong UTF-8 in a query", emi(emiRate+"%c0%b1"), "principal invalid_utf8"),
		refused("surrogate in a query", emi(emiRate+"%ed%a0%80"), "principal invalid_utf8"),
		refused("NUL in a query", emi(emiRate+"1%00"), "principal invalid_number"),
		refused("NUL in a name", emi(emiRate+"1&a%00b=1"), `a\u{0}b unknown_field`),
		refused("line break in a name", emi(emiRate+"1&a%0d%0aSet-Cookie:b=1"), `a\u{d}\u{a}Set-Cookie:b unknown_field`),
		refused("nothing at all", get(emiPath), "principal required; annual_rate required; tenure_months missing_one_of"),
		refused("question mark alone", get(emiPath+"?"), "principal required; annual_rate required; tenure_months missing_one_of"),
		refused("JSON in the query", get(bmiPath+"?"+url.QueryEscape(`{"weight":70}`)), `{"weight":70} unknown_field; weight required; height required`),
		refused("the body of a GET", request{method: "GET", target: bmiPath, body: `{"weight":70,"height":175,"note":"` + canary + `"}`},
			"weight required; height required"),
		refused("a hundred unknown parameters", emi(emiRate+"1"+manyUnknown(130)), strings.Repeat("x unknown_field; ", 99)+"x unknown_field", "(and 129 more)"),
		refused("a name of a thousand letters", emi(emiRate+"1&"+strings.Repeat("n", 1000)+"=1"), strings.Repeat("n", 60)+"… unknown_field"),
		refused("a name of a thousand letters beyond ASCII", emi(emiRate+"1&n"+strings.Repeat("%C3%A9", 1000)+"=1"), "n"+strings.Repeat("é", 59)+"… unknown_field"),
	}
}

func manyUnknown(n int) string { return strings.Repeat("&x=1", n) }

// ruleAttacks are values that are well written and out of bounds.
func ruleAttacks() []attack {
	return []attack{
		refused("metres for centimetres", get(bmiPath+"?weight=70&height=1.75"), "height out_of_range", "height is in cm; use height_unit=m"),
		refused("grams for kilograms", get(bmiPath+"?weight=70000&height=175"), "weight out_of_range", "weight_unit=g"),
		refused("no weight, no height", get(bmiPath), "weight required; height required", "weight_kg"),
		refused("inches without feet", get(bmiPath+"?weight=70&height_inches=10"), "height_feet required"),
		refused("twelve inches", get(bmiPath+"?weight_lb=154&height_feet=5&height_inches=12"), "height_inches out_of_range", "below 12"),
		refused("negative age", get(bmiPath+"?weight=70&height=175&age=-1"), "age out_of_range", "at least 2"),
		refused("age in fractions", get(bmiPath+"?weight=70&height=175&age=30.5"), "age invalid_number", "whole"),
		refused("misspelt enum value", get(bmiPath+"?weight=70&height=175&standard=asain"), "standard not_allowed", "did you mean 'asian'?"),
		refused("empty enum value", get(bmiPath+"?weight=70&height=175&standard="), "standard not_allowed", "who, asian, asia_pacific"),
		refused("boolean of another language", get(uuidPath+"?uppercase=1"), "uppercase invalid_type", "true or false"),
		refused("boolean in capitals", get(uuidPath+"?uppercase=TRUE"), "uppercase invalid_type"),
		refused("principal of zero", emi(emiRate+"0"), "principal out_of_range", "above 0"),
		refused("negative principal", emi(emiRate+"-100000"), "principal out_of_range"),
		refused("more than there is", emi(emiRate+"1000000000001"), "principal out_of_range", "at most 1000000000000"),
		refused("rate as a multiple", emi(emiLoan+"1200"), "annual_rate out_of_range", "at most 100"),
		refused("term of 601 months", emi("principal=1000&annual_rate=12&tenure_months=601"), "tenure_months out_of_range"),
		refused("a third of a year", emi("principal=1000&annual_rate=12&tenure_years=0.3"), "tenure_years does_not_fit", "tenure_months="),
		refused("date as in India", emi(emiRate+"1000&start_date=15/08/2026"), "start_date invalid_date", "use YYYY-MM-DD"),
		refused("day that does not exist", emi(emiRate+"1000&start_date=2026-02-30"), "start_date invalid_date"),
		refused("101 UUIDs", get(uuidPath+"?count=101"), "count out_of_range", "at most 100"),
		refused("a version that is not", get(uuidPath+"?version=2"), "version not_allowed", "1, 3, 4"),
		refused("a name for a random UUID", get(uuidPath+"?name="+canary), "name conflict"),
		refused("everything at once", emi("principal=1,000&rate=500&tenure_months=12&tenure_years=1&schedule=weekly&payment_timng=end"),
			"principal invalid_number; rate out_of_range; tenure_years conflict; schedule not_allowed; payment_timng unknown_field",
			"remove the separators", "at most 100", "none, yearly, monthly", "did you mean 'payment_timing'?"),
		refused("six faults in one body", post(csvPath, `{"csv":7,"delimitr":",","header":"true","max_rows":0,"output":"rows","columns":"a"}`),
			"csv invalid_type; delimitr unknown_field; header invalid_type; max_rows out_of_range; output not_allowed; columns invalid_type",
			"put the value in quotes", "did you mean 'delimiter'?", "without quotes", "objects, arrays, columns", "send a list"),
		refused("pattern that is none", post(regexPath, `{"pattern":"(","text":"`+canary+`"}`), "pattern invalid_regex"),
		refused("pattern with lookahead", post(regexPath, `{"pattern":"a(?=b)","text":"ab"}`), "pattern unsupported_regex_feature"),
		refused("a slug of nothing", post(slugPath, `{"text":"!!!"}`), "text empty_slug"),
		refused("an unclosed quote", post(csvPath, `{"csv":"a,b\n\"`+canary+`,2"}`), "csv invalid_csv"),
	}
}

// numberAttacks are spellings of numbers that JSON does not know.
func numberAttacks() []attack {
	var list []attack
	for _, n := range []struct{ spelling, says string }{
		{"1,00,000", "remove the separators between digits"},
		{"1_000", "remove the separators between digits"},
		{"1'000", "remove the separators between digits"},
		{"1 000", "remove the separators between digits"},
		{"₹500", "remove the currency sign"},
		{"$500", "remove the currency sign"},
		{"€500", "remove the currency sign"},
		{"5%", "remove the percent sign"},
		{"0x10", "send it in decimal"},
		{"0b10", "send it in decimal"},
		{"NaN", "send digits"},
		{"Infinity", "send digits"},
		{"-Infinity", "send digits"},
		{"null", "send digits"},
		{"1e999", "exponents go from -60 to 60"},
		{"1e-999", "exponents go from -60 to 60"},
		{"1e99999999999999999999", "exponents go from -60 to 60"},
		{"1e", "not a number"},
		{".5", "write a digit before the point"},
		{"5.", "remove the final point"},
		{"+5", "remove the '+'"},
		{"007", "remove the leading zeros"},
		{"--5", "not a number"},
		{"-", "not a number"},
		{"1.2.3", "not a number"},
		{"１２", "digits are 0 to 9"},
		{"१२", "digits are 0 to 9"},
		{"five", "send digits"},
		{"12345678901234567890123456789012345", "more than 34 significant digits"},
		{"0.12345678901234567890123456789012345", "more than 34 significant digits"},
		{"", "empty"},
		{" ", "not a number"},
		{" 5", "remove the space"},
		{"5\n", "remove the space"},
		{"5\x00", "not a number"},
		{"−5", "not a number"}, // U+2212
	} {
		list = append(list, refused("number "+n.spelling, emi(emiRate+url.QueryEscape(n.spelling)), "principal invalid_number", n.says))
	}
	return append(list,
		refused("number with a raw plus", emi(emiRate+"+5"), "principal invalid_number", "in a query '+' means a space"),
		refused("number of 1000 digits", emi(emiRate+strings.Repeat("9", 1000)), "principal invalid_number", "more than 34 significant digits"),
	)
}

// typeAttacks are JSON values of the wrong type.
func typeAttacks() []attack {
	return []attack{
		refused("number where text is due", post(slugPath, `{"text":5}`), "text invalid_type", "expected text, got a number", "put the value in quotes"),
		refused("null where text is due", post(slugPath, `{"text":null}`), "text invalid_type", "got null"),
		refused("null for something optional", post(slugPath, `{"text":"a","locale":null}`), "locale invalid_type", "leave it out"),
		refused("list where text is due", post(slugPath, `{"text":["`+canary+`"]}`), "text invalid_type", "got a list"),
		refused("object where text is due", post(slugPath, `{"text":{"de":"x"}}`), "text invalid_type", "got an object"),
		refused("text where a number is due", post(slugPath, `{"text":"a","max_length":"10"}`), "max_length invalid_type", "send the number without quotes"),
		refused("boolean where a number is due", post(slugPath, `{"text":"a","max_length":true}`), "max_length invalid_type", "got a boolean"),
		refused("text where a boolean is due", post(slugPath, `{"text":"a","lowercase":"true"}`), "lowercase invalid_type", "send true or false without quotes"),
		refused("number where a boolean is due", post(slugPath, `{"text":"a","lowercase":1}`), "lowercase invalid_type"),
		refused("text where a list is due", post(slugPath, `{"text":"a","existing":"a"}`), "existing invalid_type", "send a list"),
		refused("list where an object is due", post(slugPath, `{"text":"a","replacements":["a","b"]}`), "replacements invalid_type", "got a list"),
		refused("numbers in a list of texts", post(slugPath, `{"text":"a","existing":["a",1,null]}`), "existing[1] invalid_type; existing[2] invalid_type"),
		refused("fraction where a whole number is due", post(slugPath, `{"text":"a","max_length":1.5}`), "max_length invalid_number", "whole"),
		refused("35 digits in JSON", post(slugPath, `{"text":"a","max_length":12345678901234567890123456789012345}`), "max_length invalid_number", "34"),
		refused("exponent in JSON", post(slugPath, `{"text":"a","max_length":1e999}`), "max_length invalid_number", "exponent"),
		refused("body is a list", post(slugPath, `[]`), "invalid_type", "the body must be a JSON object, got a list", `{"text": …}`),
		refused("body is a text", post(slugPath, `"x"`), "invalid_type", "got text"),
		refused("body is a number", post(slugPath, `42`), "invalid_type", "got a number"),
		refused("body is null", post(slugPath, `null`), "invalid_type", "got null"),
		refused("body is an empty object", post(slugPath, `{}`), "text required", "the field 'text' is missing; expected text"),
		refused("text under another name", post(slugPath, `{"input":"`+canary+`"}`), "input unknown_field; text required", "'text'"),
		refused("field in another case", post(slugPath, `{"Text":"a"}`), "Text unknown_field; text required", "did you mean 'text'?"),
		refused("query on a POST", post(slugPath+"?text="+canary+"&x=1", `{"text":"a"}`), "text unknown_field; x unknown_field", "body"),
		refused("field twice", post(slugPath, `{"text":"a","text":"b"}`), "text duplicate_field", "send it once"),
		refused("field twice, once escaped", post(slugPath, `{"text":"a","te\u0078t":"b"}`), "text duplicate_field"),
		refused("unknown field twice", post(slugPath, `{"text":"a","x":1,"x":2}`), "x unknown_field; x unknown_field"),
		refused("member of a map twice", post(slugPath, `{"text":"a","replacements":{"a":"b","a":"c"}}`), "replacements.a duplicate_field"),
		refused("a field without a name", post(slugPath, `{"text":"a","":1}`), `"" unknown_field`, "unknown field ''"),
		refused("a member without a name", post(slugPath, `{"text":"a","replacements":{"":1}}`), `replacements."" invalid_type`),
		refused("__proto__", post(slugPath, `{"text":"a","__proto__":{"x":1}}`), "__proto__ unknown_field"),
	}
}
