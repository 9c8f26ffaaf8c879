package converters_test

import (
	"math/big"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"toolcrib/internal/op"
	"toolcrib/internal/op/optest"
)

const baseID = "binary-converter"

// The worked examples of the contract, and its rules one by one.
func TestBaseExamples(t *testing.T) {
	const contract = "contract, section 10 (Python)"
	const rule = "contract, section 10, rule, and C13"
	optest.Table(t, baseID, []optest.Case{
		{Name: "hex", In: `{"value":"ffffffffffffffff","from":16}`, Want: `{"value":"18446744073709551615","from":16,"decimal":"18446744073709551615","bit_length":64,"byte_length":8,"to":null,"result":null,"negative":false,"twos_complement":null}`, Source: contract},
		{Name: "beyond 2^53", In: `{"value":"9007199254740993"}`, Want: `{"from":10,"hexadecimal":"20000000000001"}`, Source: contract},
		{Name: "binary literal", In: `{"value":"0b1010"}`, Want: `{"from":2,"decimal":"10"}`, Source: contract},
		{Name: "prefix of digits", In: `{"value":"0b1010","from":16}`, Want: `{"from":16,"decimal":"725008"}`, Source: contract},
		{Name: "negative", In: `{"value":"-255"}`, Want: `{"value":"-255","binary":"-11111111","octal":"-377","hexadecimal":"-ff","negative":true,"bit_length":8,"byte_length":1}`, Source: contract},
		{Name: "negative in 16 bits", In: `{"value":"-255","bits":16}`, Want: `{"hexadecimal":"-ff","twos_complement":{"bits":16,"binary":"1111111100000001","hexadecimal":"ff01"}}`, Source: contract},
		{Name: "octal", In: `{"value":"777","from":8}`, Want: `{"decimal":"511"}`, Source: contract},
		{Name: "base 36", In: `{"value":"340282366920938463463374607431768211456","to":36}`, Want: `{"to":36,"result":"f5lxx1zz5pnorynqglhzmsp34"}`, Source: contract},
		{Name: "signed byte", In: `{"value":"ff","from":16,"bits":8,"signed":true}`, Want: `{"value":"-1","decimal":"-1","hexadecimal":"-1","negative":true,"twos_complement":{"bits":8,"binary":"11111111","hexadecimal":"ff"}}`, Source: contract},
		{Name: "unsigned byte", In: `{"value":"ff","from":16,"bits":8}`, Want: `{"value":"255","twos_complement":{"bits":8,"binary":"11111111","hexadecimal":"ff"}}`, Source: rule},
		{Name: "upper-case input", In: `{"value":"A3B5","from":16}`, Want: `{"decimal":"41909"}`, Source: "contract, section 10, complaints"},
		{Name: "prefix in upper case", In: `{"value":"-0XFF"}`, Want: `{"from":16,"value":"-255"}`, Source: rule},
		{Name: "prefix of the stated base", In: `{"value":"0o17","from":"oct"}`, Want: `{"from":8,"value":"15"}`, Source: rule},
		{Name: "o is a digit from base 25", In: `{"value":"0o1","from":25}`, Want: `{"value":"601"}`, Source: "24·25+1"},
		{Name: "x is a digit from base 34", In: `{"value":"0x1","from":34}`, Want: `{"value":"1123"}`, Source: "33·34+1"},
		{Name: "b is a digit from base 12", In: `{"value":"0b1","from":12}`, Want: `{"value":"133"}`, Source: "11·12+1"},
		{Name: "separators", In: `{"value":"0xff_ff 00"}`, Want: `{"value":"16776960"}`, Source: rule},
		{Name: "zero", In: `{"value":"-0","bits":4}`, Want: `{"value":"0","binary":"0","octal":"0","hexadecimal":"0","bit_length":0,"byte_length":0,"negative":false,"twos_complement":{"bits":4,"binary":"0000","hexadecimal":"0"}}`, Source: rule},
		{Name: "style", In: `{"value":"-3735928559","to":"hex","case":"upper","prefix":true,"group":4}`, Want: `{"value":"-3735928559","binary":"-0b1101_1110_1010_1101_1011_1110_1110_1111","octal":"-0o336_5333_7357","decimal":"-3735928559","hexadecimal":"-0xDEAD_BEEF","result":"-0xDEAD_BEEF"}`, Source: rule},
		{Name: "decimal has no style", In: `{"value":"123456","to":"dec","prefix":true,"group":3}`, Want: `{"to":10,"result":"123456","decimal":"123456","value":"123456"}`, Source: rule},
		{Name: "no prefix for base 36", In: `{"value":"123456","to":36,"prefix":true,"group":2,"case":"upper"}`, Want: `{"result":"2N_9C"}`, Source: rule},
		{Name: "style of two's complement", In: `{"value":"-2","bits":9,"prefix":true,"group":4}`, Want: `{"twos_complement":{"bits":9,"binary":"0b1_1111_1110","hexadecimal":"0x1fe"}}`, Source: rule},
		{Name: "base as text", Query: "value=z&from=36&to=2", Want: `{"from":36,"to":2,"result":"100011"}`, Source: rule},
		{Name: "by other names", Query: "number=11&from_base=binary&to_base=decimal", Want: `{"from":2,"to":10,"result":"3"}`, Source: contract},
	})
	for name, base := range map[string]string{"binary": "2", "bin": "2", "octal": "8", "oct": "8", "decimal": "10", "dec": "10", "hex": "16", "HEX": "16", "36": "36"} {
		optest.Want(t, optest.Data(t, baseID, op.Query("value=1&from="+name+"&to="+name)), "from="+base, "to="+base)
	}
	if got, want := optest.Keys(t, optest.Data(t, baseID, op.Query("value=1")), ""),
		"value from binary octal decimal hexadecimal to result bit_length byte_length negative twos_complement"; got != want {
		t.Errorf("members %s, want %s", got, want)
	}
}

func TestBaseErrors(t *testing.T) {
	for query, want := range map[string]string{
		"":                                           "value:required",
		"value=":                                     "value:too_short",
		"value=1&number=2":                           "number:conflict",
		"value=1&from=1":                             "from:not_allowed",
		"value=1&from=37":                            "from:not_allowed",
		"value=1&from=-2":                            "from:not_allowed",
		"value=1&to=auto":                            "to:not_allowed",
		"value=1&base=2":                             "base:unknown_field",
		"value=1&case=title":                         "case:not_allowed",
		"value=1&group=65":                           "group:out_of_range",
		"value=1&group=-1":                           "group:out_of_range",
		"value=1&bits=0":                             "bits:out_of_range",
		"value=1&bits=4097":                          "bits:out_of_range",
		"value=1&signed=true":                        "bits:required",
		"value=g&signed=true&from=16":                "value:invalid_digit bits:required",
		"value=0x1&signed=true&from=10":              "from:conflict bits:required",
		"value=0x1&from=8":                           "from:conflict",
		"value=0b1&from=11":                          "from:conflict",
		"value=0o1&from=24":                          "from:conflict",
		"value=0x1&from=33":                          "from:conflict",
		"value=-0b1&from=decimal":                    "from:conflict",
		"value=256&bits=8":                           "bits:does_not_fit",
		"value=-129&bits=8":                          "bits:does_not_fit",
		"value=100&from=16&bits=8&signed=true":       "bits:does_not_fit",
		"value=-2&bits=1":                            "bits:does_not_fit",
		"value=" + strings.Repeat("1", 4097):         "value:too_long",
		"value=" + strings.Repeat("%C3%A9", 4096):    "value:invalid_digit",
		"value=" + strings.Repeat("0", 4095) + "%20": "value:invalid_digit",
	} {
		if got := optest.Refusal(t, baseID, op.Query(query)); got != want {
			t.Errorf("%.60s: %s, want %s", query, got, want)
		}
	}
	if got := optest.Refusal(t, baseID, op.JSON([]byte(`{"value":255}`))); got != "value:invalid_type" {
		t.Errorf("a number as value: %s", got)
	}
	for _, query := range []string{"value=255&bits=8", "value=-128&bits=8", "value=255&bits=8&signed=true", "value=-1&bits=1", "value=1&bits=1", "value=0&bits=1",
		"value=" + strings.Repeat("f", 1024) + "&from=16&bits=4096", "value=-8" + strings.Repeat("0", 1023) + "&from=16&bits=4096"} {
		optest.Data(t, baseID, op.Query(query))
	}
}

// Where the first character stands that is no digit.
func TestBasePositions(t *testing.T) {
	for value, want := range map[string]int{
		"12.5": 3, "1e3": 2, "1,000": 2, "+5": 1, "−5": 1, "--5": 2, "- 5": 2, " 5": 1, "5 ": 2, "5_": 2, "_5": 1, "1__0": 3, "1  0": 3, "1_ 0": 3,
		"0x_ff": 3, "0xfg": 4, "0b12": 4, "0o8": 3, "0x": 3, "-0b": 4, "-": 2, "٣": 1, "1٣": 2, "ff": 1, "0x-1": 3, "1\n": 2, "1\x00": 2, "0xé": 3, "é": 1, "1_é": 3,
	} {
		_, refused := optest.Call(t, baseID, op.Query(url.Values{"value": {value}}.Encode()), op.SampleEnv())
		if refused == nil {
			t.Errorf("%q is read", value)
			continue
		}
		v := refused.Violations[0]
		if v.Code != op.InvalidDigit || v.Place == nil || *v.Place != (op.Place{Line: 1, Column: want, Offset: want - 1}) ||
			!strings.Contains(v.Message, "position "+strconv.Itoa(want)) || v.Hint == "" {
			t.Errorf("%q: %+v at %+v, want position %d", value, v, v.Place, want)
		}
	}
}

// Python's integers say the same.
func TestBaseOracle(t *testing.T) {
	rows := records(t, "base_oracle.csv", 2001)
	texts := map[string]bool{"value": true, "binary": true, "octal": true, "hexadecimal": true, "result": true, "twos_complement.binary": true, "twos_complement.hexadecimal": true}
	for _, row := range rows[1:] {
		data := optest.Data(t, baseID, op.Query(row[0]))
		for i, path := range rows[0] {
			want := row[i]
			if texts[path] && want != "null" && want != "absent" {
				want = strconv.Quote(want)
			}
			if got := optest.At(data, path); path != "query" && got != want {
				t.Errorf("%s: %s is %s, want %s", row[0], path, got, want)
			}
		}
	}
}

// Any number of up to 4,096 digits is the sum of its digits' values, and comes
// back from every rendering.
func TestBaseRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		base, to := rapid.IntRange(2, 36).Draw(t, "base"), rapid.IntRange(2, 36).Draw(t, "to")
		length := rapid.SampledFrom([]int{1, 2, 20, 300, 4095}).Draw(t, "length")
		seed := rapid.Uint64().Draw(t, "seed")
		x, digits := new(big.Int), make([]byte, length)
		for i := range digits {
			seed = seed*6364136223846793005 + 1442695040888963407
			d := int64(seed>>33) % int64(base)
			digits[i] = "0123456789abcdefghijklmnopqrstuvwxyz"[d]
			x.Mul(x, big.NewInt(int64(base))).Add(x, big.NewInt(d))
		}
		style := rapid.SampledFrom([]string{"", "&prefix=true", "&group=3", "&case=upper&prefix=true&group=7"}).Draw(t, "style")
		data := optest.Data(t, baseID, op.Query("value=-"+string(digits)+"&from="+strconv.Itoa(base)+"&to="+strconv.Itoa(to)+style))
		value := strconv.Quote(x.Neg(x).String())
		if got := optest.At(data, "value"); got != value {
			t.Fatalf("%s in base %d is %s, want %s", digits, base, got, value)
		}
		for path, from := range map[string]int{"binary": 2, "octal": 8, "decimal": 10, "hexadecimal": 16, "result": to} {
			written, err := strconv.Unquote(optest.At(data, path))
			if err != nil {
				t.Fatal(err)
			}
			if len(written) > 4096 {
				continue
			}
			again := optest.Data(t, baseID, op.Query(url.Values{"value": {written}, "from": {strconv.Itoa(from)}}.Encode()))
			if got := optest.At(again, "value"); got != value {
				t.Fatalf("%s %s is %s, want %s", path, written, got, value)
			}
		}
	})
}

// Two's complement of a width and reading it as signed undo each other.
func TestTwosComplement(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		bits := rapid.IntRange(1, 130).Draw(t, "bits")
		half := new(big.Int).Lsh(big.NewInt(1), uint(bits-1))
		x := new(big.Int).SetBytes(rapid.SliceOfN(rapid.Byte(), 1, 17).Draw(t, "bytes"))
		x.Mod(x, new(big.Int).Lsh(half, 1)).Sub(x, half) // −2^(bits−1) … 2^(bits−1)−1
		width := "&bits=" + strconv.Itoa(bits)
		there := optest.Data(t, baseID, op.Query("value="+x.String()+width))
		for path, base := range map[string]string{"twos_complement.binary": "2", "twos_complement.hexadecimal": "16"} {
			pattern, err := strconv.Unquote(optest.At(there, path))
			if err != nil || base == "2" && len(pattern) != bits {
				t.Fatalf("%s of %s is %s", path, x, pattern)
			}
			back := optest.Data(t, baseID, op.Query("value="+pattern+"&from="+base+width+"&signed=true"))
			optest.Want(t, back, `value="`+x.String()+`"`, "twos_complement="+optest.At(there, "twos_complement"))
		}
	})
}
