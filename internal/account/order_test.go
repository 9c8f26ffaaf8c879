package account_test

import (
	"slices"
	"testing"
	"time"

	"toolcrib/internal/account"

	"pgregory.net/rapid"
)

func TestParsePacks(t *testing.T) {
	got, err := account.ParsePacks("10000 compute 99, 100000 compute 699.50,\n5 ai_tokens 0.01,")
	want := []account.Pack{
		{Sku: "compute-10000", Pool: account.PoolCompute, Units: 10_000, Paise: 9_900},
		{Sku: "compute-100000", Pool: account.PoolCompute, Units: 100_000, Paise: 69_950},
		{Sku: "ai_tokens-5", Pool: account.PoolAI, Units: 5, Paise: 1},
	}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("%+v, %v", got, err)
	}
	if title := got[1].Title(); title != "100,000 API units" {
		t.Errorf("%q", title)
	}
	for _, text := range []string{
		"1", "1 compute", "1 compute 1 1", "0 compute 1", "-1 compute 1", "1.5 compute 1", "1 op:x 1", "1 test:compute 1", "1 compute 0",
		"1 compute 1.234", "1 compute 1.", "1 compute .5", "1 compute 1e3", "1 compute ₹1", "1000000001 compute 1", "1 compute 10000000.01",
		"1 compute 99999999999999999999", "1 compute 1, 1 compute 2",
	} {
		if packs, err := account.ParsePacks(text); err == nil {
			t.Errorf("%q: %+v", text, packs)
		}
	}
}

func FuzzParsePacks(f *testing.F) {
	f.Add("10000 compute 99, 100000 compute 699")
	f.Fuzz(func(t *testing.T, text string) {
		packs, err := account.ParsePacks(text)
		for _, p := range packs {
			if err == nil && (p.Units < 1 || p.Paise < 1 || p.Share(p.Units) != p.Paise) {
				t.Errorf("%q: %+v", text, p)
			}
		}
	})
}

// TestShare: no part costs more than its part of the price, or a paisa less,
// and parts never cost more together than the whole.
func TestShare(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := account.Pack{Units: rapid.Int64Range(1, 1e9).Draw(t, "units"), Paise: rapid.Int64Range(1, 1e9).Draw(t, "paise")}
		u := rapid.Int64Range(0, p.Units).Draw(t, "part")
		share := p.Share(u)
		if over := p.Paise*u - share*p.Units; over < 0 || over >= p.Units {
			t.Errorf("%d of %+v cost %d", u, p, share)
		}
		if share+p.Share(p.Units-u) > p.Paise {
			t.Errorf("%d and the rest of %+v", u, p)
		}
	})
}

func TestSeries(t *testing.T) {
	for at, want := range map[string]string{
		"2026-03-31T18:29:59Z": "TC/2526", "2026-03-31T18:30:00Z": "TC/2627", "2026-12-31T23:59:59Z": "TC/2627",
		"2027-01-01T00:00:00Z": "TC/2627", "2099-12-01T00:00:00Z": "TC/9900",
	} {
		moment, err := time.Parse(time.RFC3339, at)
		if err != nil {
			t.Fatal(err)
		}
		if got := account.SeriesOf(account.InvoiceSeries, moment); got != want {
			t.Errorf("%s: %s, want %s", at, got, want)
		}
	}
	for n, want := range map[int64]string{1: "TC/2627/000001", 999_999: "TC/2627/999999", 99_999_999: "TC/2627/99999999", 0: "", 100_000_000: ""} {
		got, err := account.PaperNumber("TC/2627", n)
		if got != want || len(got) > 16 || (err == nil) != (want != "") {
			t.Errorf("%d: %q, %v", n, got, err)
		}
	}
	for paise, want := range map[int64]string{0: "0.00", 5: "0.05", 9_900: "99.00", -1: "-0.01"} {
		if got := account.Rupees(paise); got != want {
			t.Errorf("%d: %s, want %s", paise, got, want)
		}
	}
}
