package security_test

import (
	"encoding/json"
	"fmt"
	"math"
	"net/url"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"toolcrib/internal/op"
	"toolcrib/internal/op/optest"
)

const passwordID = "password-generator"

// passwords draws and returns the passwords of a query.
func passwords(t optest.T, query string, env op.Env) []string {
	t.Helper()
	data, refused := optest.Call(t, passwordID, op.Query(query), env)
	if refused != nil {
		t.Fatalf("%s refused: %s", query, optest.Codes(refused))
	}
	var answer struct {
		Password  string
		Passwords []string
	}
	if err := json.Unmarshal(data, &answer); err != nil || len(answer.Passwords) == 0 || answer.Password != answer.Passwords[0] {
		t.Fatalf("%s: %s, %v", query, data, err)
	}
	return answer.Passwords
}

// The worked examples of the contract, and defaults.
func TestPasswordExamples(t *testing.T) {
	for query, want := range map[string][]string{
		"":                             {"entropy_bits=102.32", "pool_size=85", "length=16", `type="random"`, `strength="strong"`, "passwords.1=absent"},
		"length=16&require_each=false": {"entropy_bits=102.55", "pool_size=85"},
		"exclude_ambiguous=true":       {"entropy_bits=100.56", "pool_size=79"},
		"length=8":                     {"entropy_bits=50.25", `strength="fair"`},
		"length=4":                     {"entropy_bits=21.83", `strength="very_weak"`},
		"type=pin":                     {"entropy_bits=19.93", "pool_size=10", "length=6", `crack_time={"online_100_per_hour":"18000000","offline_1e10_per_second":"0.00005"}`},
		"type=pin&length=6":            {"entropy_bits=19.93"},
		"type=passphrase":              {"entropy_bits=77.55", "pool_size=7776", `strength="strong"`},
		"type=passphrase&words=6":      {"entropy_bits=77.55"},
		"length=20&symbols=false":      {"entropy_bits=119.04", "pool_size=62"},
		"length=20&symbols=false&type=Random&count=2": {"entropy_bits=119.04", "passwords.2=absent"},
		// By hand: 62.04 bits for 4 digits and words, 10·4 more; 2 strings; 1 string.
		"type=passphrase&words=4&include_number=true":                                                   {"entropy_bits=57.02"},
		"exclude=123456789&uppercase=false&lowercase=false&symbol_set=!&require_each=false&length=4":    {"entropy_bits=4", "pool_size=2"},
		"exclude=123456789&uppercase=false&lowercase=false&symbols=false&length=4":                      {`password="0000"`, "entropy_bits=0", "pool_size=1", `crack_time.online_100_per_hour="18"`, `crack_time.offline_1e10_per_second="0.00000000005"`},
		"symbol_set=%E2%82%AC%E2%82%AC%E2%82%AC&uppercase=false&lowercase=false&numbers=false&length=5": {`password="€€€€€"`, "length=5", "pool_size=1"},
		// A class that is not required may lose all its characters.
		"exclude=0123456789&require_each=false": {"pool_size=75"},
	} {
		t.Run(query, func(t *testing.T) { optest.Want(t, optest.Data(t, passwordID, op.Query(query)), want...) })
	}
}

func TestPasswordMembers(t *testing.T) {
	data := optest.Data(t, passwordID, op.Query(""))
	if got := optest.Keys(t, data, ""); got != "password passwords type length entropy_bits pool_size strength crack_time" {
		t.Errorf("members are %s", got)
	}
	if got := optest.Keys(t, data, "crack_time"); got != "online_100_per_hour offline_1e10_per_second" {
		t.Errorf("members of crack_time are %s", got)
	}
}

func TestPasswordOracle(t *testing.T) {
	optest.Recorded(t, passwordID, "testdata/password_oracle.json")
}

// Each strength begins at its number of bits: PINs are 3.3219 bits a digit.
func TestPasswordStrengths(t *testing.T) {
	for length, want := range map[int]string{8: "very_weak", 9: "weak", 10: "weak", 11: "fair", 18: "fair", 19: "strong", 32: "strong"} {
		data := optest.Data(t, passwordID, op.Query(fmt.Sprintf("type=pin&length=%d", length)))
		optest.Want(t, data, `strength="`+want+`"`)
	}
	// 2^n strings of n characters out of two.
	for length, want := range map[int]string{27: "very_weak", 28: "weak", 35: "weak", 36: "fair", 59: "fair", 60: "strong", 127: "strong", 128: "very_strong"} {
		data := optest.Data(t, passwordID, op.Query(fmt.Sprintf("length=%d&uppercase=false&lowercase=false&numbers=false&symbol_set=!?&require_each=false", length)))
		optest.Want(t, data, `strength="`+want+`"`, fmt.Sprint("entropy_bits=", length))
	}
}

func TestPasswordRefusals(t *testing.T) {
	for query, want := range map[string]string{
		"length=3":                               "length:out_of_range",
		"length=2":                               "length:out_of_range",
		"length=257":                             "length:out_of_range",
		"length=1e3":                             "length:out_of_range",
		"length=8.5":                             "length:invalid_number",
		"type=pin&length=2":                      "length:out_of_range",
		"type=pin&length=33":                     "length:out_of_range",
		"count=0":                                "count:out_of_range",
		"count=101":                              "count:out_of_range",
		"type=phrase":                            "type:not_allowed",
		"symbols=1":                              "symbols:invalid_type",
		"numbers=true&digits=true":               "digits:conflict",
		"size=5":                                 "size:unknown_field",
		"type=passphrase&words=2":                "words:out_of_range",
		"type=passphrase&words=21":               "words:out_of_range",
		"type=passphrase&separator=------":       "separator:too_long",
		"symbol_set=":                            "symbol_set:too_short",
		"exclude=" + strings.Repeat("x", 257):    "exclude:too_long",
		"symbol_set=" + strings.Repeat("!", 257): "symbol_set:too_long",
		"uppercase=false&lowercase=false&numbers=false&symbols=false": "uppercase:missing_one_of",
		"exclude=0123456789": "numbers:conflict",
		"exclude=0123456789abcdefghijklmnopqrstuvwxyz&length=1000":                                    "length:out_of_range",
		"exclude=0123456789abcdefghijklmnopqrstuvwxyz":                                                "lowercase:conflict numbers:conflict",
		"symbol_set=%7C&exclude_ambiguous=true":                                                       "symbols:conflict",
		"symbol_set=%7C&exclude=%7C&lowercase=false&uppercase=false&numbers=false&require_each=false": "exclude:conflict",
		"type=pin&exclude=0123456789":                                                                 "numbers:conflict",
		"type=pin&exclude=0123456789&require_each=false&length=33":                                    "length:out_of_range exclude:conflict",
		"symbol_set=a!":         "symbol_set:not_allowed",
		"symbol_set=7":          "symbol_set:not_allowed",
		"symbol_set=%20!":       "symbol_set:not_allowed",
		"symbol_set=!%09":       "symbol_set:not_allowed",
		"symbol_set=e%CC%81":    "symbol_set:not_allowed",
		"symbol_set=!%CC%81":    "symbol_set:not_allowed",
		"symbol_set=!%E2%80%8B": "symbol_set:not_allowed",
		"symbol_set=%ff":        "symbol_set:invalid_utf8",
		"words=6":               "words:conflict",
		"type=pin&words=6&separator=&symbol_set=!&capitalize=true&include_number=true": "symbol_set:conflict words:conflict separator:conflict capitalize:conflict include_number:conflict",
		"type=passphrase&length=6&exclude=x&exclude_ambiguous=true":                    "length:conflict exclude_ambiguous:conflict exclude:conflict",
	} {
		t.Run(query[:min(len(query), 60)], func(t *testing.T) {
			if got := optest.Refusal(t, passwordID, op.Query(query)); got != want {
				t.Errorf("got %s, want %s", got, want)
			}
		})
	}
}

// Switches of other types are at their defaults or without effect, and not in
// the way.
func TestPasswordSwitchesOfOtherTypes(t *testing.T) {
	optest.Want(t, optest.Data(t, passwordID, op.Query("type=pin&uppercase=true&symbols=false&numbers=false&require_each=false&exclude=1&exclude_ambiguous=true")), "pool_size=8")
	optest.Want(t, optest.Data(t, passwordID, op.Query("type=passphrase&uppercase=false&capitalize=false&exclude_ambiguous=false")), "pool_size=7776")
}

// Every password has the length and the characters asked for, and no other.
func TestPasswordObeys(t *testing.T) {
	env := op.SampleEnv()
	rapid.Check(t, func(t *rapid.T) {
		length := rapid.IntRange(4, 40).Draw(t, "length")
		classes := map[string]string{"uppercase": "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "lowercase": "abcdefghijklmnopqrstuvwxyz", "numbers": "0123456789", "symbols": "!@#$%^&*()-_=+[]{};:,.?"}
		query := url.Values{"length": {fmt.Sprint(length)}, "count": {"20"}}
		if rapid.Bool().Draw(t, "own symbols") {
			classes["symbols"] = "€漢|!"
			query.Set("symbol_set", "€|漢!!")
		}
		ambiguous, each := rapid.Bool().Draw(t, "ambiguous"), rapid.Bool().Draw(t, "each")
		exclude := rapid.StringOfN(rapid.SampledFrom([]rune("aZ059!€~")), 0, 4, -1).Draw(t, "exclude")
		query.Set("exclude", exclude)
		query.Set("exclude_ambiguous", fmt.Sprint(ambiguous))
		query.Set("require_each", fmt.Sprint(each))
		allowed := ""
		for _, name := range []string{"uppercase", "lowercase", "numbers", "symbols"} {
			if allowed != "" && rapid.Bool().Draw(t, name) {
				query.Set(name, "false")
				delete(classes, name)
			}
			allowed += classes[name]
		}
		gone := exclude
		if ambiguous {
			gone += "Il1|Oo0"
		}
		for _, p := range passwords(t, query.Encode(), env) {
			if utf8.RuneCountInString(p) != length || strings.Trim(p, allowed) != "" || strings.ContainsAny(p, gone) {
				t.Fatalf("%s made %q", query.Encode(), p)
			}
			for name, c := range classes {
				if each && !strings.ContainsAny(p, c) {
					t.Fatalf("%s made %q without %s", query.Encode(), p, name)
				}
			}
		}
	})
}

// Passphrases are words of the list, put together as asked.
func TestPassphrases(t *testing.T) {
	env := op.SampleEnv()
	places := map[int]int{}
	for _, p := range passwords(t, "type=passphrase&count=100&words=4&separator=%7C&capitalize=true&include_number=true", env) {
		words := strings.Split(p, "|")
		digits := 0
		for i, w := range words {
			bare := strings.TrimRight(w, "0123456789")
			if len(bare) < 3 || bare[0] < 'A' || bare[0] > 'Z' || strings.ToLower(bare[1:]) != bare[1:] {
				t.Errorf("a word of %q is %q", p, w)
			}
			if digits += len(w) - len(bare); len(w) > len(bare) {
				places[i]++
			}
		}
		if len(words) != 4 || digits != 1 {
			t.Errorf("%q has %d words and %d digits", p, len(words), digits)
		}
	}
	if len(places) != 4 {
		t.Errorf("digits are only behind the words %v", places)
	}
	data := optest.Data(t, passwordID, op.Query("type=passphrase&words=3"))
	if p := optest.At(data, "password"); strings.Count(p, "-") < 2 || optest.At(data, "length") != fmt.Sprint(len(p)-2) {
		t.Errorf("%s", data)
	}
	if p := passwords(t, "type=passphrase&words=3&separator=", env)[0]; strings.Trim(p, "abcdefghijklmnopqrstuvwxyz-") != "" {
		t.Errorf("%q has a separator", p)
	}
}

// chiSquare draws passwords from a space small enough for each to come up
// often, and compares how often with equality. The fixed stream of bytes makes
// the result the same each time; the limit is what one in a thousand exceeds.
func chiSquare(t *testing.T, query string, size, requests int, limit float64) map[string]int {
	t.Helper()
	env := op.SampleEnv()
	counts := map[string]int{}
	for range requests {
		for _, p := range passwords(t, query+"&count=100", env) {
			counts[p]++
		}
	}
	if len(counts) != size {
		t.Errorf("%s: %d different passwords, want %d", query, len(counts), size)
	}
	expected, sum := float64(100*requests)/float64(size), 0.0
	for _, n := range counts {
		sum += (float64(n) - expected) * (float64(n) - expected) / expected
	}
	if sum > limit || math.IsNaN(sum) {
		t.Errorf("%s: chi-square is %.1f, above %.1f", query, sum, limit)
	}
	return counts
}

func TestPasswordIsUniform(t *testing.T) {
	// The case of the contract: two classes of one letter each, where placing
	// one of each and shuffling makes aa11 likelier than aaa1. 2^4 − 2 strings.
	const both = "length=4&uppercase=false&symbols=false&exclude=bcdefghijklmnopqrstuvwxyz023456789"
	counts := chiSquare(t, both, 14, 140, 34.5)
	for _, p := range []string{"aa11", "aaa1", "1aaa"} {
		if counts[p] < 850 || counts[p] > 1150 {
			t.Errorf("%s came up %d times in 14,000, want about 1,000", p, counts[p])
		}
	}
	// Without the rule, all 16.
	chiSquare(t, both+"&require_each=false", 16, 160, 37.7)
	// Classes of unequal sizes: 3 digits and 1 symbol, 4^4 − 3^4 − 1^4 strings.
	chiSquare(t, "length=4&uppercase=false&lowercase=false&exclude=3456789&symbol_set=!", 174, 400, 233.3)
	// Four classes in four places: one of each, 24 orders of 2·1·1·1.
	chiSquare(t, "length=4&exclude=CDEFGHIJKLMNOPQRSTUVWXYZbcdefghijklmnopqrstuvwxyz123456789&symbol_set=!", 48, 200, 82.8)
	chiSquare(t, "type=pin&length=3&exclude=3456789", 27, 100, 54.1)
}

// The least likely shape is as fast as any: one string in two million obeys.
func TestPasswordOfRareShape(t *testing.T) {
	var many strings.Builder
	for r := rune(0x4e00); many.Len() < 3*256; r++ {
		many.WriteRune(r)
	}
	query := url.Values{"length": {"4"}, "count": {"100"}, "symbol_set": {many.String()}, "exclude": {"BCDEFGHIJKLMNOPQRSTUVWXYZbcdefghijklmnopqrstuvwxyz123456789"}}
	list := passwords(t, query.Encode(), op.SampleEnv())
	for _, p := range list {
		if !strings.ContainsRune(p, 'A') || !strings.ContainsRune(p, 'a') || !strings.ContainsRune(p, '0') {
			t.Errorf("%q lacks a class", p)
		}
	}
	slices.Sort(list)
	if len(slices.Compact(list)) < 95 { // of 24·256
		t.Errorf("only %d are different", len(list))
	}
	optest.Want(t, optest.Data(t, passwordID, op.Query(query.Encode())), "entropy_bits=12.58", "pool_size=259")
}
