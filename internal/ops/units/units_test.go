package units_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"toolcrib/internal/num"
	"toolcrib/internal/ops/units"
)

// The units of the contract, in its order.
func TestTables(t *testing.T) {
	for d, want := range map[*units.Dimension]string{
		units.Length: "km m dm cm mm um nm pm angstrom in ft yd mi mil hand fathom rod chain furlong league cable nmi ft_us mi_us au ly pc",
		units.Speed:  "m/s km/h mph kn ft/s in/s cm/s km/s mi/s m/min ft/min c mach min/km min/mi s/100m",
		units.Weight: "t quintal kg g mg ug ct lb oz dr gr st us_ton long_ton cwt_us cwt_uk ozt lbt dwt slug tola seer maund",

		units.Temperature:           "C F K R De N Re Ro",
		units.TemperatureDifference: "C F K R De N Re Ro",
	} {
		var got []string
		for i := range d.Units {
			got = append(got, d.Units[i].Symbol)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %s, want %s", d.Name, strings.Join(got, " "), want)
		}
	}
}

// plural is what English makes of the head of a name.
func plural(name string) string {
	head, rest, per := strings.Cut(name, " per ")
	if rest = " per " + rest; !per {
		rest = ""
	}
	switch {
	case strings.HasSuffix(head, "foot"):
		return strings.TrimSuffix(head, "foot") + "feet" + rest
	case strings.HasSuffix(head, "inch"):
		return head + "es" + rest
	}
	return head + "s" + rest
}

// Every unit is found by its symbol, and by each form of its name that
// somebody may write.
func TestNames(t *testing.T) {
	for _, d := range units.All {
		for i := range d.Units {
			u := &d.Units[i]
			forms := []string{u.Name}
			switch {
			case d == units.Temperature:
				forms = append(forms, "degree "+u.Name, "degrees "+u.Name)
			case u.Symbol != "c":
				forms = append(forms, plural(u.Name))
			}
			for _, f := range forms {
				forms = append(forms, strings.ReplaceAll(f, "metre", "meter"))
				if strings.Contains(f, "gram") {
					forms = append(forms, strings.Replace(f, "gram", "gramme", 1))
				}
			}
			for _, f := range forms {
				forms = append(forms, strings.ToUpper(f), strings.ReplaceAll(f, " ", "_"), strings.ReplaceAll(f, " ", "-"))
			}
			for _, f := range append(forms, u.Symbol) {
				if d.Find(f) != u {
					t.Errorf("%s: %q is not %s", d.Name, f, u.Symbol)
				}
			}
		}
	}
}

func TestSpellings(t *testing.T) {
	for _, test := range []struct {
		d              *units.Dimension
		spelling, want string
	}{
		{units.Length, "µm", "um"}, {units.Length, "μm", "um"}, {units.Length, "Å", "angstrom"}, {units.Length, "\u212b", "angstrom"},
		{units.Length, "gaj", "yd"}, {units.Length, "thou", "mil"}, {units.Length, "Gaj", "yd"}, {units.Length, "light-year", "ly"},
		{units.Length, "nm", "nm"}, {units.Length, "nmi", "nmi"}, {units.Length, "Mm", ""}, {units.Length, "KM", ""}, {units.Length, "NM", ""},
		{units.Length, "", ""}, {units.Length, "kg", ""}, {units.Length, " km", ""}, {units.Length, "k_m", ""}, {units.Length, "\x00", ""},
		{units.Speed, "mps", "m/s"}, {units.Speed, "kmh", "km/h"}, {units.Speed, "kph", "km/h"}, {units.Speed, "KPH", "km/h"},
		{units.Speed, "knot", "kn"}, {units.Speed, "Mach", "mach"}, {units.Speed, "C", ""}, {units.Speed, "feet per second", "ft/s"},
		{units.Temperature, "°C", "C"}, {units.Temperature, "\u2103", "C"}, {units.Temperature, "\u2109", "F"}, {units.Temperature, "°F", "F"},
		{units.Temperature, "\u212a", "K"}, {units.Temperature, "reaumur", "Re"}, {units.Temperature, "RØMER", "Ro"}, {units.Temperature, "roemer", "Ro"},
		{units.Temperature, "c", ""}, {units.Temperature, "°c", ""}, {units.Temperature, "centigrade", "C"},
		{units.Weight, "µg", "ug"}, {units.Weight, "tonne", "t"}, {units.Weight, "metric ton", "t"}, {units.Weight, "lbs", "lb"},
		{units.Weight, "short-ton", "us_ton"}, {units.Weight, "ton", ""}, {units.Weight, "Tons", ""}, {units.Weight, "hundredweight", ""},
	} {
		got := ""
		if u := test.d.Find(test.spelling); u != nil {
			got = u.Symbol
		}
		if got != test.want {
			t.Errorf("%s: %q is %q, want %q", test.d.Name, test.spelling, got, test.want)
		}
	}
	for name, want := range map[string]string{"ton": "t us_ton long_ton", "TONS": "t us_ton long_ton", "cwt": "cwt_us cwt_uk", "Hundredweights": "cwt_us cwt_uk", "kg": ""} {
		if got := strings.Join(units.Weight.Ambiguous(name), " "); got != want {
			t.Errorf("%s may mean %q, want %q", name, got, want)
		}
		for _, symbol := range strings.Fields(want) {
			if u := units.Weight.Find(symbol); u == nil || u.Symbol != symbol {
				t.Errorf("%s may mean %s, which is no symbol", name, symbol)
			}
		}
	}
}

func convert(value num.Dec, from, to *units.Unit) (units.Result, error) {
	amount, err := from.Amount(value)
	if err != nil {
		return units.Result{}, err
	}
	return amount.In(to)
}

// draw makes a decimal of 1 to 12 digits.
func draw(rng *rand.Rand) num.Dec {
	n := rng.Int64N([]int64{10, 1e3, 1e6, 1e12}[rng.IntN(4)]) + 1
	return num.Scaled(n, rng.IntN(12)-3)
}

// What is exact goes there and back to the same value; what is not comes back
// to within a unit of the last of 15 digits. Every pair of units.
func TestThereAndBack(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	both, inexact := 0, 0
	for _, d := range append(slices.Clone(units.All), units.TemperatureDifference) {
		for i := range d.Units {
			for j := range d.Units {
				for range 8 {
					from, to, value := &d.Units[i], &d.Units[j], draw(rng)
					there, err := convert(value, from, to)
					if errors.Is(err, units.ErrTooCold) {
						continue
					}
					x, exact := there.Significant()
					back, err := convert(x, to, from)
					if err != nil {
						if !exact && errors.Is(err, units.ErrTooCold) { // rounded across absolute zero
							continue
						}
						t.Fatalf("%s %s is %s %s: %v", value, from.Symbol, x, to.Symbol, err)
					}
					y, exactBack := back.Significant()
					if exact && exactBack {
						if both++; y.Cmp(value) != 0 {
							t.Errorf("%s %s is %s %s, which is %s %[2]s", value, from.Symbol, x, to.Symbol, y)
						}
						continue
					}
					inexact++
					if d != units.Temperature && far(y, value) {
						t.Errorf("%s %s is about %s %s, which is about %s %[2]s", value, from.Symbol, x, to.Symbol, y)
					}
				}
			}
		}
	}
	if both < 5000 || inexact < 5000 {
		t.Errorf("only %d conversions were exact both ways and %d were not", both, inexact)
	}
}

// far tells of two numbers that differ by more than their 15th digit.
func far(x, y num.Dec) bool {
	gap := x.Sub(y)
	if gap.Sign() < 0 {
		gap = gap.Neg()
	}
	return gap.Cmp(num.Scaled(1, 13-y.Magnitude())) > 0
}

// More is more in every unit, less where a unit falls or counts time per
// distance; a factor is the conversion of 1.
func TestOrderAndFactor(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, d := range append(slices.Clone(units.All), units.TemperatureDifference) {
		for i := range d.Units {
			for j := range d.Units {
				from, to := &d.Units[i], &d.Units[j]
				turned := pace(from) != pace(to) || from.Falling() != to.Falling()
				for range 4 {
					value := draw(rng)
					lower, err := convert(value, from, to)
					higher, errHigher := convert(value.Mul(num.D("1.01")), from, to)
					if err != nil || errHigher != nil {
						continue // De alone has a ceiling
					}
					x, _ := lower.Significant()
					y, _ := higher.Significant()
					if x.Cmp(y) < 0 == turned {
						t.Errorf("%s %s is %s %s, a hundredth more is %s", value, from.Symbol, x, to.Symbol, y)
					}
				}
				factor, ok := units.Factor(from, to)
				if want := d != units.Temperature && pace(from) == pace(to); ok != want {
					t.Errorf("%s to %s: has a factor: %t, want %t", from.Symbol, to.Symbol, ok, want)
				}
				if unity, err := convert(num.FromInt(1), from, to); ok && err == nil {
					if x, _ := unity.Significant(); x.Cmp(factor) != 0 {
						t.Errorf("%s to %s: factor %s, but 1 is %s", from.Symbol, to.Symbol, factor, x)
					}
				}
			}
		}
	}
}

func pace(u *units.Unit) bool {
	return slices.Contains([]string{"min/km", "min/mi", "s/100m"}, u.Symbol)
}

// The digits asked for are rounded half-even, once, and exact tells the truth.
func TestRounding(t *testing.T) {
	for _, test := range []struct {
		value, from, to string
		places          int // -1: 15 significant digits
		want            string
		exact           bool
	}{
		{"0.5", "m", "m", 0, "0", false}, {"1.5", "m", "m", 0, "2", false}, {"-2.5", "m", "m", 0, "-2", false}, {"-0.4", "m", "m", 0, "0", false},
		{"2.5", "m", "mm", 0, "2500", true}, {"1", "in", "cm", 2, "2.54", true}, {"1", "in", "cm", 1, "2.5", false},
		{"0", "ft", "mi", -1, "0", true}, {"0", "pc", "m", -1, "0", true}, {"5", "pc", "pc", -1, "5", true}, {"1", "ly", "pc", -1, "0.306601393785551", false},
		{"1000000000000005", "m", "m", -1, "1000000000000000", false}, {"1000000000000015", "m", "m", -1, "1000000000000020", false},
		{"1000000000000005.1", "m", "m", -1, "1000000000000010", false}, {"999999999999999.5", "m", "m", -1, "1000000000000000", false},
		{"1e60", "pc", "pm", -1, "308567758149137" + strings.Repeat("0", 74), false}, {"1e-60", "pm", "km", -1, "0." + strings.Repeat("0", 74) + "1", true},
		{"1e-60", "pm", "km", 15, "0", false},
	} {
		r, err := convert(num.D(test.value), units.Length.Find(test.from), units.Length.Find(test.to))
		if err != nil {
			t.Fatal(err)
		}
		got, exact := r.Significant()
		if test.places >= 0 {
			got, exact = r.Decimals(test.places)
		}
		if got.String() != test.want || exact != test.exact {
			t.Errorf("%s %s in %s, %d places: %s (%t), want %s (%t)", test.value, test.from, test.to, test.places, got, exact, test.want, test.exact)
		}
	}
}
