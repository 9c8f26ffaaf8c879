package config_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"toolcrib/internal/account"
	"toolcrib/internal/config"
)

func TestPaymentFaults(t *testing.T) {
	for name, c := range map[string]struct {
		flags map[string]string
		want  string
	}{
		"pack":              {map[string]string{"packs": "10 compute"}, "packs: pack \"10 compute\""},
		"two the same":      {map[string]string{"packs": "10 compute 1, 10 compute 2"}, "packs:"},
		"no key":            {map[string]string{"payments": "stripe"}, "stripe-key"},
		"half a key":        {map[string]string{"payments": "razorpay", "razorpay-key-id": "x"}, "razorpay-key-secret"},
		"provider":          {map[string]string{"payments": "paypal"}, "payments"},
		"gstin":             {map[string]string{"seller-gstin": "27AAPFU0939F1ZO"}, "seller-gstin"},
		"gstin of nobody":   {map[string]string{"seller-gstin": "27AAPFU0939F1ZV"}, "seller-name"},
		"name of two lines": {map[string]string{"seller-name": "a\nb"}, "seller-name"},
		"rate":              {map[string]string{"gst-rate": "101"}, "gst-rate"},
		"fake in public":    {map[string]string{"payments": "fake", "listen": ":8080"}, "loopback"},
	} {
		if _, _, err := config.Load(config.Sources{Flags: c.flags}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestSeller: the state is that of the GSTIN.
func TestSeller(t *testing.T) {
	s, _, err := config.Load(config.Sources{Flags: map[string]string{"seller-gstin": "27aapfu0939f1zv", "seller-name": "S", "seller-address": "A"}})
	if want := (account.Party{Name: "S", Address: "A", GSTIN: "27AAPFU0939F1ZV", State: "27"}); err != nil || s.Seller() != want {
		t.Errorf("%+v, %v", s.Seller(), err)
	}
}

// TestSecrets are shown by nothing, and may be in a file.
func TestSecrets(t *testing.T) {
	file := filepath.Join(t.TempDir(), "key")
	if err := os.WriteFile(file, []byte("geheim\nmore\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, environ := range map[string][]string{"variable": {"TOOLCRIB_STRIPE_KEY=geheim"}, "file": {"TOOLCRIB_STRIPE_KEY_FILE=" + file}} {
		s, rows, err := config.Load(config.Sources{Environ: environ})
		if err != nil || s.StripeKey != "geheim" {
			t.Errorf("%s: %q, %v", name, s.StripeKey, err)
		}
		for _, r := range rows {
			if strings.Contains(r.Public(), "geheim") {
				t.Errorf("%s: %s shows %q", name, r.Name, r.Public())
			}
		}
	}
	for name, environ := range map[string][]string{
		"no file":   {"TOOLCRIB_STRIPE_KEY_FILE=" + file + "x"},
		"both":      {"TOOLCRIB_STRIPE_KEY=a", "TOOLCRIB_STRIPE_KEY_FILE=" + file},
		"no secret": {"TOOLCRIB_CONTACT_FILE=" + file},
	} {
		if _, _, err := config.Load(config.Sources{Environ: environ}); err == nil || strings.Contains(err.Error(), "geheim") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
