package auth

import (
	"encoding/base32"
	"fmt"
	"net/url"
	"regexp"
	"testing"
	"time"

	"toolcrib/internal/account"
)

// TestTOTPVectors compares with RFC 6238 appendix B, SHA-1. Its codes have
// eight digits; six are the last six of them (RFC 4226 section 5.3, step 3).
func TestTOTPVectors(t *testing.T) {
	secret := base32.StdEncoding.EncodeToString([]byte("12345678901234567890"))
	for _, v := range []struct {
		unix int64
		step int64
		code string
	}{
		{59, 0x1, "94287082"},
		{1111111109, 0x23523EC, "07081804"},
		{1111111111, 0x23523ED, "14050471"},
		{1234567890, 0x273EF07, "89005924"},
		{2000000000, 0x3F940AA, "69279037"},
		{20000000000, 0x27BC86AA, "65353130"},
	} {
		step, ok := totpStepOf(secret, v.code[2:], time.Unix(v.unix, 0))
		if !ok || step != v.step {
			t.Errorf("at %d: %v step %x, want %x", v.unix, ok, step, v.step)
		}
		// One step early or late is let through, two are not.
		for off, want := range map[int64]bool{-60: false, -30: true, 30: true, 60: false} {
			if v.unix+off < 0 {
				continue // before there was time
			}
			if step, ok := totpStepOf(secret, v.code[2:], time.Unix(v.unix+off, 0)); ok != want || ok && step != v.step {
				t.Errorf("at %d%+d: %v step %x", v.unix, off, ok, step)
			}
		}
	}
	for _, code := range []string{"", "28708", "2870820", "94287082", "28708x", "٢٨٧٠٨٢", "-28708"} {
		if _, ok := totpStepOf(secret, code, time.Unix(59, 0)); ok {
			t.Errorf("%q was let through", code)
		}
	}
}

func TestNewTOTP(t *testing.T) {
	one, two := NewTOTP(), NewTOTP()
	if one == two || !ValidTOTP(one) || !regexp.MustCompile(`^[A-Z2-7]{32}$`).MatchString(one) {
		t.Errorf("%s and %s", one, two)
	}
	for _, bad := range []string{"", "JBSWY3DPEHPK3PXP", one + one, one[:31] + "1", "'" + one[1:]} {
		if ValidTOTP(bad) {
			t.Errorf("%q is taken for a secret", bad)
		}
	}
	// The Key URI format: label issuer:account, spaces as %20.
	u, err := url.Parse(TOTPAddress("Tools & more", "asha@example.com", one))
	if err != nil {
		t.Fatal(err)
	}
	want := fmt.Sprintf("otpauth://totp/Tools%%20&%%20more:asha@example.com?algorithm=SHA1&digits=6&issuer=Tools%%20%%26%%20more&period=30&secret=%s", one)
	if u.String() != want || u.Query().Get("issuer") != "Tools & more" {
		t.Errorf("%s, want %s", u, want)
	}
}

func TestRecoveryCodes(t *testing.T) {
	shown, kept := newRecovery()
	if len(shown) != 10 || len(kept) != 10 {
		t.Fatalf("%d shown, %d kept", len(shown), len(kept))
	}
	seen := map[string]bool{}
	for i, code := range shown {
		if !regexp.MustCompile(`^([A-Z2-7]{6}-){3}[A-Z2-7]{6}$`).MatchString(code) || seen[code] {
			t.Errorf("%q", code)
		}
		seen[code] = true
		for _, typed := range []string{code, " " + code + " ", plainCode(code)} {
			if account.HashSecret(plainCode(typed)) != kept[i] {
				t.Errorf("%q is not %q", typed, code)
			}
		}
	}
}
