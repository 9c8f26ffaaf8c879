package account_test

import (
	"strings"
	"testing"

	"toolcrib/internal/account"
)

func TestValidName(t *testing.T) {
	for name, want := range map[string]bool{
		"a": true, "laptop of Asha": true, "आशा का लैपटॉप": true, strings.Repeat("é", 64): true, `<b>"x"</b>`: true,
		"": false, " a": false, "a ": false, "a\tb": false, "a\nb": false, "a\u202eb": false, "a\x00": false,
		strings.Repeat("é", 65): false, "\xff": false, "\u200b": false,
	} {
		if account.ValidName(name) != want {
			t.Errorf("%q: %t, want %t", name, !want, want)
		}
	}
}
