package config

import (
	"errors"
	"fmt"
	"net"
	"net/netip"

	"toolcrib/internal/account"
	"toolcrib/internal/pay/gst"
)

// Seller is who sells, as invoices name it.
func (s *Settings) Seller() account.Party {
	p, _ := gst.CheckParty(account.Party{Name: s.SellerName, Address: s.SellerAddress, GSTIN: s.SellerGSTIN}) // checked when the settings were loaded
	return p
}

// checkPayments looks at what is sold, by whom and how it is paid.
func (s *Settings) checkPayments() (faults []error) {
	if _, err := account.ParsePacks(s.Packs); err != nil {
		faults = append(faults, fmt.Errorf("packs: %w", err))
	}
	var fault *gst.Fault
	if _, err := gst.CheckParty(account.Party{Name: s.SellerName, Address: s.SellerAddress, GSTIN: s.SellerGSTIN}); errors.As(err, &fault) {
		faults = append(faults, fmt.Errorf("seller-%w", fault))
	}
	if s.SellerGSTIN != "" && (s.SellerName == "" || s.SellerAddress == "" || s.SAC == "") {
		faults = append(faults, errors.New("seller-gstin: a tax invoice also needs seller-name, seller-address and sac"))
	}
	switch {
	case s.Payments == "stripe" && s.StripeKey == "":
		faults = append(faults, errors.New("payments: stripe needs stripe-key, and stripe-webhook-secret to hear of payments at once"))
	case s.Payments == "razorpay" && (s.RazorpayKeyID == "" || s.RazorpayKeySecret == ""):
		faults = append(faults, errors.New("payments: razorpay needs razorpay-key-id and razorpay-key-secret, and razorpay-webhook-secret to hear of payments at once"))
	case s.Payments == "fake" && !onLoopback(s.Listen):
		faults = append(faults, errors.New("payments: fake gives units away, so it wants a server that listens on loopback only"))
	}
	return faults
}

func onLoopback(listen string) bool {
	host, _, _ := net.SplitHostPort(listen) // checkListen tells of one that is none
	addr, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && addr.IsLoopback()
}
