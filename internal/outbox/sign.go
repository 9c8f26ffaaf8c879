package outbox

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"toolcrib/internal/account"
)

// Signing secrets, as the specification has them under "Signature scheme".
const (
	secretPrefix   = "whsec_"
	minSecret      = 24 // bytes
	maxSecret      = 64 // bytes
	newSecretBytes = 32 // as many as the HMAC has
)

var errSecret = errors.New("outbox: a secret is whsec_ and the base64 of 24 to 64 bytes")

// NewSecret makes a signing secret of 32 bytes of random. The error is
// random's.
func NewSecret(random io.Reader) (string, error) {
	key := make([]byte, newSecretBytes)
	if _, err := io.ReadFull(random, key); err != nil {
		return "", fmt.Errorf("outbox: no randomness for a secret: %w", err)
	}
	return secretPrefix + base64.StdEncoding.EncodeToString(key), nil
}

func decodeSecret(secret string) ([]byte, error) {
	text, ok := strings.CutPrefix(secret, secretPrefix)
	key, err := base64.StdEncoding.DecodeString(text)
	if !ok || err != nil || len(key) < minSecret || len(key) > maxSecret {
		return nil, errSecret
	}
	return key, nil
}

// sign makes the value of webhook-signature.
func sign(key []byte, id, stamp string, body []byte) string {
	h := hmac.New(sha256.New, key)
	h.Write([]byte(id + "." + stamp + "."))
	h.Write(body)
	return "v1," + base64.StdEncoding.EncodeToString(h.Sum(nil))
}

// stampLayout is RFC 3339 in UTC with milliseconds, the precision of the store.
const stampLayout = "2006-01-02T15:04:05.000Z"

// message is the body that tells of an event, the same at each attempt.
func message(d account.Delivery) ([]byte, error) {
	return json.Marshal(struct {
		Type      string          `json:"type"`
		Timestamp string          `json:"timestamp"`
		Data      json.RawMessage `json:"data"`
	}{d.Kind, d.CreatedAt.UTC().Format(stampLayout), json.RawMessage(d.Data)})
}
