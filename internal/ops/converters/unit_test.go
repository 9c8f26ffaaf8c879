package converters_test

import (
	"encoding/csv"
	"math"
	"net/url"
	"os"
	"strconv"
	"strings"
	"testing"

	"toolcrib/internal/op"
	"toolcrib/internal/op/optest"
	_ "toolcrib/internal/ops/converters"
	"toolcrib/internal/ops/units"
)

// query writes a conversion as the query of its converter.
func query(value, from, to string) string {
	return url.Values{"value": {value}, "from": {from}, "to": {to}}.Encode()
}

// records reads a file of the oracles.
func records(t *testing.T, name string, least int) [][]string {
	t.Helper()
	f, err := os.Open("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil || len(rows) < least {
		t.Fatalf("%s has %d rows: %v", name, len(rows), err)
	}
	return rows
}

// Every pair of units agrees with fractions over independent definitions.
func TestUnitsOracle(t *testing.T) {
	for _, row := range records(t, "units_oracle.csv", 3600) {
		converter, q := row[0], query(row[1], row[2], row[3])
		if row[4] != "" {
			q += "&precision=" + row[4]
		}
		if row[5] == "true" {
			q += "&delta=true"
		}
		optest.Want(t, optest.Data(t, converter+"-converter", op.Query(q)),
			"value="+row[1], "result="+row[6], "exact="+row[7], "factor="+row[8],
			`expression="`+row[1]+" "+row[2]+" = "+row[6]+" "+row[3]+`"`,
			`from.symbol="`+row[2]+`"`, `to.symbol="`+row[3]+`"`)
		if t.Failed() {
			t.Fatal(row)
		}
	}
}

// Every pair of units that GNU units defines alike agrees with it, as far as
// binary floats go.
func TestUnitsGNU(t *testing.T) {
	for _, row := range records(t, "units_gnu.csv", 1500) {
		data := optest.Data(t, row[0]+"-converter", op.Query(query(row[1], row[2], row[3])))
		got, errGot := strconv.ParseFloat(optest.At(data, "result"), 64)
		want, errWant := strconv.ParseFloat(row[4], 64)
		if errGot != nil || errWant != nil {
			t.Fatal(errGot, errWant)
		}
		tolerance := 1.5 * math.Pow(10, math.Floor(math.Log10(math.Abs(want)))-14) // one unit of the last digit that it gives
		if row[0] == "temperature" {
			tolerance += 1e-12 // its way leads over kelvins
		}
		if math.Abs(got-want) > tolerance {
			t.Errorf("%v: %v", row, got)
		}
	}
}

// all is what every single conversion says.
func TestAll(t *testing.T) {
	for _, d := range units.All {
		id := d.Name + "-converter"
		for i := range d.Units {
			from := d.Units[i].Symbol
			for _, rest := range []string{"", "&precision=3"} {
				all := optest.Data(t, id, op.Query(query("7.25", from, "all")+rest))
				var symbols []string
				for j := range d.Units {
					symbols = append(symbols, d.Units[j].Symbol)
					one := optest.Data(t, id, op.Query(query("7.25", from, d.Units[j].Symbol)+rest))
					optest.Want(t, []byte(optest.At(all, "all")), d.Units[j].Symbol+"="+optest.At(one, "result"))
				}
				if got := optest.Keys(t, all, "all"); got != strings.Join(symbols, " ") {
					t.Errorf("%s from %s: all has %s", id, from, got)
				}
			}
		}
	}
}

// What the contract says of all converters, on one of them.
func TestCommonMembers(t *testing.T) {
	one := optest.Data(t, "length-converter", op.Query("value=26.2&from=mi&to=km"))
	if got, want := string(one), `{"value":26.2,"from":{"symbol":"mi","name":"mile"},"to":{"symbol":"km","name":"kilometre"},`+
		`"result":42.1648128,"exact":true,"factor":1.609344,"expression":"26.2 mi = 42.1648128 km"}`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	left := optest.Data(t, "length-converter", op.Query("value=26.2&from=mi"))
	optest.Want(t, left, "value=26.2", `from.symbol="mi"`, "to=null", "result=null", "exact=null", "factor=null", "expression=null", "all.km=42.1648128", "all.mi=26.2")
	if got, want := optest.Keys(t, left, ""), "value from to result exact factor expression all"; got != want {
		t.Errorf("members %s, want %s", got, want)
	}
	for _, to := range []string{"all", "All", "ALL"} {
		if got := optest.Data(t, "length-converter", op.Query("value=26.2&from=mi&to="+to)); string(got) != string(left) {
			t.Errorf("to=%s: %s, want %s", to, got, left)
		}
	}
}

func TestCommonErrors(t *testing.T) {
	for q, want := range map[string]string{
		"length value=1":                                 "from:required",
		"length from=m":                                  "value:required",
		"length from=m&value=1,000":                      "value:invalid_number",
		"length from=m&value=1e999":                      "value:invalid_number",
		"length from=m&value=" + strings.Repeat("1", 35): "value:invalid_number",
		"length from=m&value=NaN":                        "value:invalid_number",
		"length value=1&from=m&precision=16":             "precision:out_of_range",
		"length value=1&from=m&precision=-1":             "precision:out_of_range",
		"length value=1&from=m&precision=1.5":            "precision:invalid_number",
		"length value=1&from=m&unit=km":                  "unit:unknown_field",
		"length value=1&from=m&delta=true":               "delta:unknown_field",
		"length value=1&value=2&from=m":                  "value:duplicate_field",
		"length value=1&from=Mm&to=furlog":               "from:invalid_unit to:invalid_unit",
		"length value=1&from=kg&to=m/s":                  "from:invalid_unit to:invalid_unit",
		"length value=1&from=":                           "from:invalid_unit",
		"length value=1&from=m&to=":                      "to:invalid_unit",
		"length value=1&from=all":                        "from:invalid_unit",
		"length value=1&from=" + strings.Repeat("m", 41): "from:too_long",
		"length value=1&from=%F0%9F%98%80&to=%00":        "from:invalid_unit to:invalid_unit",
		"weight value=-1&from=kg":                        "value:out_of_range",
		"weight value=-1e-60&from=kg":                    "value:out_of_range",
		"weight value=1&from=ton&to=tons":                "from:invalid_unit to:invalid_unit",
		"speed value=0&from=min/km":                      "value:zero_base",
		"speed value=-5&from=min/mi&to=km/h":             "value:zero_base",
		"speed value=-5&from=s/100m&to=all":              "value:zero_base",
		"speed value=0&from=km/h&to=min/km":              "value:zero_base",
		"speed value=-1&from=m/s&to=s/100m":              "value:zero_base",
		"temperature value=-274&from=C":                  "value:below_absolute_zero",
		"temperature value=-273.1500000001&from=C&to=C":  "value:below_absolute_zero",
		"temperature value=-459.68&from=F&to=K":          "value:below_absolute_zero",
		"temperature value=-1e-60&from=K&to=K":           "value:below_absolute_zero",
		"temperature value=-1&from=R&to=K":               "value:below_absolute_zero",
		"temperature value=559.726&from=De&to=K":         "value:below_absolute_zero",
		"temperature value=-90.14&from=N&to=K":           "value:below_absolute_zero",
		"temperature value=-218.53&from=Re&to=K":         "value:below_absolute_zero",
		"temperature value=-135.904&from=Ro&to=K":        "value:below_absolute_zero",
		"temperature value=-300&from=C&to=m":             "to:invalid_unit value:below_absolute_zero",
		"temperature value=1&from=C&delta=yes":           "delta:invalid_type",
	} {
		converter, q, _ := strings.Cut(q, " ")
		if got := optest.Refusal(t, converter+"-converter", op.Query(q)); got != want {
			t.Errorf("%s %s: %s, want %s", converter, q, got, want)
		}
	}
	if got := optest.Refusal(t, "length-converter", op.JSON([]byte(`{"value":"1","from":"m"}`))); got != "value:invalid_type" {
		t.Errorf("a number as text: %s", got)
	}
}

// What a refused unit or temperature is told.
func TestCommonMessages(t *testing.T) {
	for q, want := range map[string]string{
		"length value=1&from=kg":             "GET /v1/converters/weight",
		"length value=1&from=pounds":         "GET /v1/converters/weight",
		"length value=1&from=ton":            "GET /v1/converters/weight",
		"length value=1&from=m&to=km/h":      "GET /v1/converters/speed",
		"weight value=1&from=K":              "GET /v1/converters/temperature",
		"temperature value=1&from=metre":     "GET /v1/converters/length",
		"weight value=1&from=ton":            "t, us_ton or long_ton",
		"weight value=1&from=kg&to=TONS":     "t, us_ton or long_ton",
		"weight value=1&from=cwt":            "cwt_us or cwt_uk",
		"length value=1&from=KM":             "nearest are km, ",
		"length value=1&from=Mm":             "nearest are mm, ",
		"length value=1&from=kilometrs":      "nearest are km, ",
		"length value=1&from=furlog":         "nearest are furlong, ",
		"weight value=1&from=kgs":            "nearest are kg, ",
		"temperature value=1&from=c":         "nearest are C, F, ", // not the speed of light
		"temperature value=1&from=farenheit": "nearest are F, ",
		"speed value=1&from=kmph":            "nearest are km/h, ",
		"temperature value=-274&from=C":      "absolute zero, which is -273.15 C",
		"temperature value=-500&from=F":      "absolute zero, which is -459.67 F",
		"temperature value=600&from=De":      "absolute zero, which is 559.725 De",
		"temperature value=-91&from=N":       "absolute zero, which is -90.1395 N",
		"temperature value=-219&from=Re":     "absolute zero, which is -218.52 Re",
		"temperature value=-136&from=Ro":     "absolute zero, which is -135.90375 Ro",
		"temperature value=-136&from=R":      "absolute zero, which is 0 R",
	} {
		converter, q, _ := strings.Cut(q, " ")
		_, refused := optest.Call(t, converter+"-converter", op.Query(q), op.SampleEnv())
		if refused == nil || !strings.Contains(refused.Violations[0].Message, want) {
			t.Errorf("%s %s: %+v, want %q", converter, q, refused, want)
		}
	}
}

// A list of three in every refusal of a unit that nobody has.
func TestNearestThree(t *testing.T) {
	for _, d := range units.All {
		for _, spelling := range []string{"x", "parsek", "hogshead", "1", "ångstrøm per fortnight"} {
			_, refused := optest.Call(t, d.Name+"-converter", op.Query(query("1", spelling, "all")), op.SampleEnv())
			if refused == nil {
				t.Fatalf("%s has %s", d.Name, spelling)
			}
			_, list, _ := strings.Cut(refused.Violations[0].Message, "nearest are ")
			if refused.Violations[0].Code != op.InvalidUnit || strings.Count(list, ", ") != 2 {
				t.Errorf("%s: %s", spelling, refused.Violations[0].Message)
			}
		}
	}
}

// The description of from lists every symbol of the converter.
func TestSymbolsAreDocumented(t *testing.T) {
	for _, d := range units.All {
		for _, p := range op.Find(d.Name + "-converter").Params() {
			if p.Name != "from" {
				continue
			}
			words := strings.FieldsFunc(p.Doc, func(r rune) bool { return strings.ContainsRune(" ,:().", r) })
			listed := map[string]bool{}
			for _, w := range words {
				listed[w] = true
			}
			for i := range d.Units {
				if !listed[d.Units[i].Symbol] {
					t.Errorf("%s: from does not mention %s", d.Name, d.Units[i].Symbol)
				}
			}
		}
	}
}

// Numbers at the ends of what can be sent are answered in plain notation.
func TestUnitExtremes(t *testing.T) {
	digits := "1.234567890123456789012345678901234"
	for _, d := range units.All {
		for i := range d.Units {
			for _, value := range []string{"0", "-0", "1e-60", digits + "e-60", digits + "e60", "9.999999999999999999999999999999999e60", "-1e60"} {
				for _, precision := range []string{"", "&precision=0", "&precision=15"} {
					q := query(value, d.Units[i].Symbol, "all") + precision
					data, refused := optest.Call(t, d.Name+"-converter", op.Query(q), op.SampleEnv())
					if refused != nil {
						if codes := optest.Codes(refused); codes != "value:out_of_range" && codes != "value:zero_base" && codes != "value:below_absolute_zero" {
							t.Errorf("%s: %s", q, codes)
						}
						continue
					}
					if all := optest.At(data, "all"); strings.ContainsAny(strings.NewReplacer("De", "", "Re", "").Replace(all), "E") || strings.Contains(all, ":-0,") || len(data) > 20_000 {
						t.Errorf("%s: %s", q, data)
					}
				}
			}
		}
	}
}
