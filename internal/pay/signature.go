package pay

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"time"
)

// MaxSkew is how far the time of a signed message may be from ours, in either
// direction.
const MaxSkew = 300 * time.Second

// Fresh tells whether a message signed at a time is to be heard now. The SDK
// of Stripe lets messages from the future pass.
func Fresh(signed, now time.Time) bool { return signed.Sub(now).Abs() <= MaxSkew }

// Sign is the HMAC-SHA256 of a message in hex.
func Sign(secret string, message []byte) string {
	h := hmac.New(sha256.New, []byte(secret))
	h.Write(message)
	return hex.EncodeToString(h.Sum(nil))
}

// Signed tells in constant time whether a signature in hex is that of the
// message. Nothing is signed with an empty secret.
func Signed(secret string, message []byte, signature string) bool {
	return secret != "" && hmac.Equal([]byte(Sign(secret, message)), []byte(signature))
}
