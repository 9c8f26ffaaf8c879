package shop_test

import (
	"context"
	"path/filepath"
	"testing"

	"toolcrib/internal/account"
	"toolcrib/internal/config"
	"toolcrib/internal/pay"
	"toolcrib/internal/pay/shop"
	"toolcrib/internal/store/sqlite"
)

// TestProviders: the settings say how an order is paid, and what is on sale.
func TestProviders(t *testing.T) {
	ctx := context.Background()
	store, err := sqlite.Open(ctx, sqlite.Options{Path: filepath.Join(t.TempDir(), "toolcrib.db")})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	a, err := store.CreateAccount(ctx, "buyer")
	if err != nil {
		t.Fatal(err)
	}
	open := func(flags map[string]string) shop.Shop {
		t.Helper()
		flags["razorpay-key-id"], flags["razorpay-key-secret"] = "id", "secret" // a provider of earlier orders
		s, _, err := config.Load(config.Sources{Flags: flags})
		if err != nil {
			t.Fatal(err)
		}
		return shop.Open(s, "https://x.example/tools", store, nil)
	}
	byHand := open(map[string]string{})
	o, err := byHand.Desk.Buy(ctx, pay.Purchase{AccountID: a.ID, Sku: "compute-10000"})
	if err != nil || o.Provider != "manual" || o.URL != "" || o.Paise != 9_900 || byHand.Bank != nil {
		t.Errorf("manual: %+v, %v", o, err)
	}
	if n := len(open(map[string]string{"payments": "none"}).Desk.Packs()); n != 0 {
		t.Errorf("none: %d packs", n)
	}
	// The fake's message arrives by itself.
	tried := open(map[string]string{"payments": "fake"})
	o, err = tried.Desk.Buy(ctx, pay.Purchase{AccountID: a.ID, Sku: "ai_tokens-10000"})
	if err != nil || o.Provider != "fake" || o.URL != "https://x.example/tools/checkout/"+o.Ref {
		t.Fatalf("fake: %+v, %v", o, err)
	}
	if err := tried.Bank.Pay(o.Ref); err != nil {
		t.Fatal(err)
	}
	if o, err = store.Order(ctx, o.ID); err != nil || o.Status != account.OrderPaid {
		t.Errorf("fake, paid: %+v, %v", o, err)
	}
}
