package auth

import (
	"errors"
	"strings"
	"testing"
)

func TestCheckPassword(t *testing.T) {
	for _, tt := range []struct{ login, password, code string }{
		{"asha", "seven77", "too_short"},
		{"asha", "eight 88", ""},
		{"asha", "àéîõü-ñç", ""}, // eight characters, fifteen bytes
		{"asha", "àéîõü-ñ", "too_short"},
		{"asha", "a\u0300e\u0301i\u0302o\u0303u\u0308-n\u0303", "too_short"}, // seven, decomposed
		{"asha", strings.Repeat("पास", 20) + strings.Repeat("x", 68), ""},    // 128
		{"asha", strings.Repeat("k9 ", 43), "too_long"},                      // 129
		{"asha", strings.Repeat("x", 1<<20), "too_long"},
		{"asha", "", "required"},
		{"asha", "tab\tand\x00more", "invalid_format"},
		{"asha", "broken\xff\xfeutf-8", "invalid_format"},
		{"asha", "password", "common"},
		{"asha", "PassWord", "common"},
		{"asha", "qwertyuiop", "common"},
		{"asha", "trustno1", "common"},
		{"asha", "all lower case without digits", ""}, // no rules of composition
		{"asha.rao@example.com", "Asha.Rao@example.com", "is_login"},
		{"asha.rao@example.com", "asha.RAO", "is_login"},
		{"asha.rao@example.com", "asha.rao in Pune", ""},
	} {
		err := CheckPassword(tt.login, tt.password)
		if got := codeOf(t, err); got != tt.code {
			t.Errorf("%.40q for %q: %q, want %q", tt.password, tt.login, got, tt.code)
		}
		if err != nil && tt.code != "required" && !strings.EqualFold(tt.password, "password") && strings.Contains(err.Error(), tt.password) {
			t.Errorf("%.40q: the message repeats the password", tt.password)
		}
	}
}

func codeOf(t *testing.T, err error) string {
	t.Helper()
	var refusal *Refusal
	if err != nil && !errors.As(err, &refusal) {
		t.Fatalf("%v is no refusal", err)
	}
	if err == nil {
		return ""
	}
	return refusal.Code
}

// TestCommonPasswords holds the list to the size that ASVS 6.2.4 asks for: the
// 3,000 most common ones among those long enough to be chosen.
func TestCommonPasswords(t *testing.T) {
	list := commonPasswords()
	if len(list) < 3000 {
		t.Errorf("%d passwords", len(list))
	}
	for p := range list {
		if len(p) < MinPassword || p != strings.ToLower(p) {
			t.Errorf("%q can never be met", p)
		}
	}
}

func TestCheckLogin(t *testing.T) {
	for _, tt := range []struct{ login, kept, code string }{
		{"asha", "asha", ""},
		{"  Asha.Rao@Example.com ", "Asha.Rao@Example.com", ""},
		{"आशा", "आशा", ""},
		{"Mu\u0308ller", "M\u00fcller", ""},
		{"", "", "required"},
		{"   ", "", "required"},
		{"asha rao", "", "invalid_format"},
		{"asha\u200brao", "", "invalid_format"},
		{"asha\r\nSet-Cookie: x=1", "", "invalid_format"},
		{"asha\x00", "", "invalid_format"},
		{"\xff\xfe", "", "invalid_format"},
		{strings.Repeat("a", 64), strings.Repeat("a", 64), ""},
		{strings.Repeat("a", 65), "", "too_long"},
		{strings.Repeat("a", 1<<20), "", "too_long"},
	} {
		kept, err := CheckLogin(tt.login)
		if got := codeOf(t, err); kept != tt.kept || got != tt.code {
			t.Errorf("%.40q: %q %q, want %q %q", tt.login, kept, got, tt.kept, tt.code)
		}
	}
}
