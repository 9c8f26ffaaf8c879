package gst_test

import (
	"errors"
	"strings"
	"testing"

	"toolcrib/internal/account"
	"toolcrib/internal/pay/gst"

	"pgregory.net/rapid"
)

// TestInclusive: the prices of the packs, worked out by hand to the paisa.
func TestInclusive(t *testing.T) {
	for _, c := range []struct {
		paise       int64
		half, whole account.Tax
	}{
		{9_900, account.Tax{Taxable: 8_390, CGST: 755, SGST: 755}, account.Tax{Taxable: 8_390, IGST: 1_510}},
		{69_900, account.Tax{Taxable: 59_238, CGST: 5_331, SGST: 5_331}, account.Tax{Taxable: 59_237, IGST: 10_663}},
		{14_900, account.Tax{Taxable: 12_628, CGST: 1_136, SGST: 1_136}, account.Tax{Taxable: 12_627, IGST: 2_273}},
	} {
		if got := gst.Inclusive(c.paise, 18, false); got != c.half {
			t.Errorf("%d within a state: %+v, want %+v", c.paise, got, c.half)
		}
		if got := gst.Inclusive(c.paise, 18, true); got != c.whole {
			t.Errorf("%d between states: %+v, want %+v", c.paise, got, c.whole)
		}
	}
	if got, want := gst.Inclusive(9_900, 0, false), (account.Tax{Taxable: 9_900}); got != want {
		t.Errorf("without tax: %+v", got)
	}
}

// TestInclusiveIsNearest: the parts add up to the price, the halves are equal,
// and each tax is the whole number of paise nearest to its share.
func TestInclusiveIsNearest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		paise := rapid.Int64Range(0, 1_000_000_000).Draw(t, "paise")
		rate := rapid.Int64Range(0, gst.MaxRate).Draw(t, "rate")
		in, out := gst.Inclusive(paise, rate, false), gst.Inclusive(paise, rate, true)
		if in.Total() != paise || out.Total() != paise || in.CGST != in.SGST || in.IGST != 0 || out.CGST != 0 {
			t.Fatalf("%+v, %+v of %d", in, out, paise)
		}
		near := func(tax, part, whole int64) {
			if off := 2 * (tax*whole - paise*part); off > whole || off < -whole {
				t.Errorf("%d is not the nearest to %d × %d/%d", tax, paise, part, whole)
			}
		}
		near(in.CGST, rate, 2*(100+rate))
		near(out.IGST, rate, 100+rate)
	})
}

// TestGSTIN: the first is published; the others were made by the algorithm
// "Luhn mod N" as Wikipedia has it, written in Python, that gives V for it.
func TestGSTIN(t *testing.T) {
	for _, s := range []string{
		"27AAPFU0939F1ZV", "01HLMEG0718C2ZA", "07HZQGM0497O4ZP", "09OMPSG6598C4ZX", "24HYAWI8523N4ZL", "29MXDVI1592C4ZV",
		"33TMDVB5545HAZB", "36CPUQG9528Z2Z4", "37TCRBP3177EZZI", "38SOXSO4681R3ZQ", "97NEFYT1600RAZT",
	} {
		if !gst.ValidGSTIN(s) {
			t.Errorf("%s is refused", s)
		}
		// Any one character changed is found, as Luhn's algorithm promises.
		for i := range s {
			for _, c := range "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ" {
				if changed := s[:i] + string(c) + s[i+1:]; changed != s && gst.ValidGSTIN(changed) {
					t.Errorf("%s is accepted", changed)
				}
			}
		}
	}
	for _, s := range []string{"", "27AAPFU0939F1Z", "27AAPFU0939F1ZO", "369296450896540", "27aapfu0939f1zv", "27AAPFU0939F1ZV ", "٢٧AAPFU0939F1ZV"} {
		if gst.ValidGSTIN(s) {
			t.Errorf("%q is accepted", s)
		}
	}
}

func FuzzGSTIN(f *testing.F) {
	f.Add("27AAPFU0939F1ZV")
	f.Fuzz(func(t *testing.T, s string) {
		if gst.ValidGSTIN(s) && (len(s) != 15 || s != strings.ToUpper(s) || gst.StateName(s[:2]) == "") {
			t.Errorf("%q is accepted", s)
		}
	})
}

func TestCheckParty(t *testing.T) {
	for _, c := range []struct {
		name     string
		in, want account.Party
		fault    string
	}{
		{name: "nothing"},
		{name: "tidied", in: account.Party{Name: " Asha ", Address: "1 Road\r\nPune\r\n", GSTIN: " 27aapfu0939f1zv "},
			want: account.Party{Name: "Asha", Address: "1 Road\nPune", GSTIN: "27AAPFU0939F1ZV", State: "27"}},
		{name: "state alone", in: account.Party{State: "29"}, want: account.Party{State: "29"}},
		{name: "no state", in: account.Party{State: "28"}, fault: "state"},
		{name: "another state", in: account.Party{GSTIN: "27AAPFU0939F1ZV", State: "29"}, fault: "state"},
		{name: "slip", in: account.Party{GSTIN: "27AAPFU0939F1ZO"}, fault: "gstin"},
		{name: "two lines of name", in: account.Party{Name: "a\nb"}, fault: "name"},
		{name: "not UTF-8", in: account.Party{Name: "a\xff"}, fault: "name"},
		{name: "long address", in: account.Party{Address: strings.Repeat("a", 401)}, fault: "address"},
		{name: "control in the address", in: account.Party{Address: "a\x00b"}, fault: "address"},
	} {
		got, err := gst.CheckParty(c.in)
		var f *gst.Fault
		switch {
		case c.fault == "" && (err != nil || got != c.want):
			t.Errorf("%s: %+v, %v", c.name, got, err)
		case c.fault != "" && (!errors.As(err, &f) || f.Field != c.fault):
			t.Errorf("%s: %v", c.name, err)
		}
	}
}
