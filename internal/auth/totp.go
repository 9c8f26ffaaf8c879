package auth

import (
	"crypto/rand"
	"encoding/base32"
	"net/url"
	"strings"
	"time"

	"github.com/pquerna/otp"
	"github.com/pquerna/otp/hotp"

	"toolcrib/internal/account"
)

// Time-based codes, RFC 6238: six digits of HMAC-SHA-1 that change every half
// minute, which is what every authenticator app makes.
const (
	totpStep    = 30 * time.Second
	totpDrift   = 1  // steps that a phone's clock may be off, either way
	totpSecret  = 20 // bytes; RFC 4226 section 4, R6
	totpDigits  = int(otp.DigitsSix)
	recoverySet = 10
)

// NewTOTP makes a secret for an authenticator app, in base32.
func NewTOTP() string {
	secret := make([]byte, totpSecret)
	_, _ = rand.Read(secret) // never fails
	return base32.StdEncoding.EncodeToString(secret)
}

// ValidTOTP tells whether a text is a secret as NewTOTP makes them.
func ValidTOTP(secret string) bool {
	b, err := base32.StdEncoding.DecodeString(secret)
	return err == nil && len(b) == totpSecret
}

// TOTPAddress is the secret in the form that authenticator apps read from a QR
// code (the Key URI format of Google Authenticator).
func TOTPAddress(issuer, login, secret string) string {
	query := url.Values{"secret": {secret}, "issuer": {issuer}, "algorithm": {"SHA1"}, "digits": {"6"}, "period": {"30"}}
	return "otpauth://totp/" + url.PathEscape(issuer+":"+login) + "?" + strings.ReplaceAll(query.Encode(), "+", "%20")
}

func stepAt(at time.Time) int64 { return at.Unix() / int64(totpStep/time.Second) }

// totpStepOf finds the time step whose code was entered, near the given time.
func totpStepOf(secret, code string, at time.Time) (step int64, ok bool) {
	now := stepAt(at)
	for step := now - totpDrift; step <= now+totpDrift; step++ {
		right, err := hotp.ValidateCustom(code, uint64(step), secret, hotp.ValidateOpts{Digits: otp.DigitsSix, Algorithm: otp.AlgorithmSHA1})
		if err == nil && right {
			return step, true
		}
	}
	return 0, false
}

// A recovery code is 24 of rand.Text's base32 characters: 120 bits, more than
// the 112 from which ASVS 6.5.2 lets a fast hash keep it.
const (
	recoveryChars = 24
	recoveryGroup = 6
)

// newRecovery makes the codes that stand in for a lost authenticator app, as
// they are shown and as they are kept.
func newRecovery() (shown []string, kept []account.SecretHash) {
	for range recoverySet {
		code := rand.Text()[:recoveryChars]
		var groups []string
		for i := 0; i < recoveryChars; i += recoveryGroup {
			groups = append(groups, code[i:i+recoveryGroup])
		}
		shown = append(shown, strings.Join(groups, "-"))
		kept = append(kept, account.HashSecret(code))
	}
	return shown, kept
}

// plainCode takes out of a code what people add when they type or copy it.
func plainCode(code string) string {
	return strings.ToUpper(strings.NewReplacer("-", "", " ", "", "\u00a0", "", "\t", "").Replace(code))
}
