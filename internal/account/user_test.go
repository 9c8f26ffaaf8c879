package account_test

import (
	"testing"
	"time"

	"toolcrib/internal/account"
)

func TestRoleCovers(t *testing.T) {
	roles := account.Roles()
	for i, r := range roles {
		for j, least := range roles {
			if got, want := r.Covers(least), i <= j; got != want {
				t.Errorf("%s covers %s: %t", r, least, got)
			}
		}
		if account.Role("").Covers(r) || account.Role("god").Covers(r) || r.Covers("god") {
			t.Errorf("a role that is none covers %s, or is covered by it", r)
		}
	}
}

// The pairs are canonically equivalent or differ in case by the Unicode
// Character Database; the others are distinct letters there.
func TestLoginKey(t *testing.T) {
	for _, c := range []struct {
		a, b string
		same bool
	}{
		{"Ada", "aDA", true},
		{"\u00c5sa", "A\u030asa", true},   // Å, and A with a ring
		{"\u212bsa", "\u00e5sa", true},    // the sign of the Ångström
		{"ÖZLEM", "o\u0308zlem", true},    // case and form
		{"\u03a9", "\u2126", true},        // omega, and the sign of the ohm
		{"ada", "a\u200bda", false},       // something invisible
		{"ada", "\u0430da", false},        // Cyrillic а
		{"\ufb01n", "fin", false},         // a ligature is a compatibility matter
		{"stra\u00dfe", "strasse", false}, // case folding would make these one
		{"user", "user ", false},
	} {
		if got := account.LoginKey(c.a) == account.LoginKey(c.b); got != c.same {
			t.Errorf("%q and %q are the same login: %t", c.a, c.b, got)
		}
	}
}

func TestSessionEnded(t *testing.T) {
	start := time.Date(2026, 11, 15, 12, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		seen, at time.Duration // since the start
		ended    bool
	}{
		{0, 12*time.Hour - 1, false}, {0, 12 * time.Hour, true},
		{167 * time.Hour, 168*time.Hour - 1, false}, {167 * time.Hour, 168 * time.Hour, true},
	} {
		s := account.Session{CreatedAt: start, SeenAt: start.Add(c.seen)}
		if got := s.Ended(start.Add(c.at)); got != c.ended {
			t.Errorf("seen after %v, after %v: ended is %t", c.seen, c.at, got)
		}
	}
}
