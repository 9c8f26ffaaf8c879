package outbox_test

import (
	"bytes"
	"encoding/base64"
	"errors"
	"io"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
	"pgregory.net/rapid"

	"toolcrib/internal/outbox"
)

// TestPublishedSignature is the vector that the specification's own libraries
// carry in their tests, in eight languages.
func TestPublishedSignature(t *testing.T) {
	got, err := outbox.Sign(secret, "msg_p5jXN8AQM9LWM0D4loKWxJek", "1614265330", []byte(`{"test": 2432232314}`))
	if want := "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="; got != want || err != nil {
		t.Errorf("signature %s, %v; want %s", got, err, want)
	}
}

func TestSignaturesVerify(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		secret, err := outbox.NewSecret(bytes.NewReader(rapid.SliceOfN(rapid.Byte(), 32, 32).Draw(t, "key")))
		if err != nil {
			t.Fatal(err)
		}
		body := rapid.SliceOf(rapid.Byte()).Draw(t, "body")
		id := rapid.StringMatching(`evt_[0-9A-Z]{26}`).Draw(t, "id")
		stamp := strconv.FormatInt(time.Now().Unix(), 10)
		signature, err := outbox.Sign(secret, id, stamp, body)
		if err != nil {
			t.Fatal(err)
		}
		verifier, err := standardwebhooks.NewWebhook(secret)
		if err != nil {
			t.Fatal(err)
		}
		header := http.Header{}
		header.Set("webhook-id", id)
		header.Set("webhook-timestamp", stamp)
		header.Set("webhook-signature", signature)
		if err := verifier.Verify(body, header); err != nil {
			t.Errorf("the specification's library refuses the signature: %v", err)
		}
		if err := verifier.Verify(append(body, '.'), header); err == nil {
			t.Error("the signature holds for another body")
		}
	})
}

func TestNewSecret(t *testing.T) {
	got, err := outbox.NewSecret(bytes.NewReader(make([]byte, 32)))
	if want := "whsec_" + strings.Repeat("A", 43) + "="; got != want || err != nil {
		t.Errorf("secret of 32 zeros = %s, %v; want %s", got, err, want)
	}
	if _, err := outbox.NewSecret(bytes.NewReader(make([]byte, 31))); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("with 31 bytes of randomness: %v", err)
	}
	if _, err := outbox.NewSecret(iotest.ErrReader(io.ErrClosedPipe)); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("without randomness: %v", err)
	}
}

func TestSecretsThatAreNone(t *testing.T) {
	of := func(n int) string { return base64.StdEncoding.EncodeToString(make([]byte, n)) }
	for secret, usable := range map[string]bool{
		"whsec_" + of(24): true, "whsec_" + of(64): true,
		"whsec_" + of(23): false, "whsec_" + of(65): false,
		of(32): false, "whsk_" + of(64): false, "": false, "whsec_": false,
		"whsec_" + strings.Repeat("*", 44): false,
	} {
		if _, err := outbox.Sign(secret, "evt_1", "0", nil); (err == nil) != usable {
			t.Errorf("secret %q: %v", secret, err)
		}
	}
}
