package window_test

import (
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"toolcrib/internal/window"
)

// A window written down and read again goes on as if it had been kept.
func TestTimesAndFrom(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		limits := window.Limits{PerKey: rapid.IntRange(1, 6).Draw(t, "per key"), PerAccount: rapid.IntRange(1, 9).Draw(t, "per account")}
		var kept, keptAccount window.Window
		var written, writtenAccount []time.Duration
		now := time.Duration(0)
		for range rapid.IntRange(1, 60).Draw(t, "requests") {
			now += time.Duration(rapid.Int64Range(0, int64(30*time.Second)).Draw(t, "step"))
			key, account := window.From(slices.Clone(written)), window.From(slices.Clone(writtenAccount))
			want := window.Admit(&kept, &keptAccount, limits, now)
			if got := window.Admit(key, account, limits, now); got != want {
				t.Fatalf("%+v, want %+v", got, want)
			}
			written, writtenAccount = key.Times(), account.Times()
			if key.Count() != len(written) || !slices.IsSorted(written) || !slices.Equal(written, kept.Times()) {
				t.Fatalf("%v, want %v", written, kept.Times())
			}
		}
	})
}

// More may be written down than the limit now allows: it was lowered since.
func TestLoweredLimit(t *testing.T) {
	w := window.From([]time.Duration{0, time.Second, 2 * time.Second})
	v := window.Admit(w, &window.Window{}, window.Limits{PerKey: 2}, 10*time.Second)
	if v.Admitted || v.Remaining != 0 || v.Reset != 51*time.Second {
		t.Errorf("%+v", v)
	}
	v = window.Admit(w, &window.Window{}, window.Limits{PerKey: 2}, 61*time.Second)
	if !v.Admitted || v.Remaining != 0 {
		t.Errorf("%+v", v)
	}
}
