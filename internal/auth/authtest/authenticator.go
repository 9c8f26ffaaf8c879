// Package authtest holds a passkey in software, for tests: it answers the
// options of a website as a browser with an authenticator would, and can be
// told to misbehave. It is written from the WebAuthn standard (Level 3,
// sections 5.8, 6.1, 6.5) and CBOR (RFC 8949), not from the library under test.
package authtest

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"testing"
)

// Flags of the authenticator data, section 6.1.
const (
	userPresent  = 0x01
	userVerified = 0x04
	hasKey       = 0x40
)

// Authenticator holds one passkey.
type Authenticator struct {
	Origin     string // of the page that the browser says it is on
	RPID       string // of the website, as the browser hashes it
	ID         []byte
	UserHandle []byte // whose passkey it says it is
	Count      uint32 // signatures made
	Unverified bool   // the user was there, but was not asked for finger or PIN

	t   testing.TB
	key *ecdsa.PrivateKey
}

// New makes an authenticator that is used on pages of an origin.
func New(t testing.TB, origin, rpID string) *Authenticator {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	id := make([]byte, 16)
	_, _ = rand.Read(id)
	return &Authenticator{Origin: origin, RPID: rpID, ID: id, t: t, key: key}
}

// Create answers options of navigator.credentials.create.
func (a *Authenticator) Create(options []byte) []byte {
	a.t.Helper()
	var o struct {
		PublicKey struct {
			Challenge string
			User      struct{ ID string }
		}
	}
	a.read(options, &o)
	handle, err := base64.RawURLEncoding.DecodeString(o.PublicKey.User.ID)
	if err != nil {
		a.t.Fatal(err)
	}
	a.UserHandle = handle
	point, err := a.key.PublicKey.Bytes() // 4, x, y
	if err != nil {
		a.t.Fatal(err)
	}
	// A COSE key (RFC 9053 section 7.1): {1: 2, 3: -7, -1: 1, -2: x, -3: y}.
	cose := append([]byte{0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21}, bytesOf(point[1:33])...)
	cose = append(append(cose, 0x22), bytesOf(point[33:])...)
	attested := make([]byte, 16, 128) // no AAGUID
	attested = binary.BigEndian.AppendUint16(attested, uint16(len(a.ID)))
	attested = append(append(attested, a.ID...), cose...)
	object := append([]byte{0xa3}, textOf("fmt")...)
	object = append(append(object, textOf("none")...), textOf("attStmt")...)
	object = append(append(object, 0xa0), textOf("authData")...)
	object = append(object, bytesOf(append(a.data(hasKey), attested...))...)
	return a.answer(map[string]string{
		"clientDataJSON":    b64(a.client("webauthn.create", o.PublicKey.Challenge)),
		"attestationObject": b64(object),
	})
}

// Get answers options of navigator.credentials.get.
func (a *Authenticator) Get(options []byte) []byte {
	a.t.Helper()
	var o struct{ PublicKey struct{ Challenge string } }
	a.read(options, &o)
	client := a.client("webauthn.get", o.PublicKey.Challenge)
	data, hash := a.data(0), sha256.Sum256(client)
	digest := sha256.Sum256(append(append([]byte{}, data...), hash[:]...))
	signature, err := ecdsa.SignASN1(rand.Reader, a.key, digest[:])
	if err != nil {
		a.t.Fatal(err)
	}
	return a.answer(map[string]string{
		"clientDataJSON": b64(client), "authenticatorData": b64(data), "signature": b64(signature), "userHandle": b64(a.UserHandle),
	})
}

func (a *Authenticator) read(options []byte, into any) {
	a.t.Helper()
	if err := json.Unmarshal(options, into); err != nil {
		a.t.Fatalf("options %q: %v", options, err)
	}
}

func (a *Authenticator) client(kind, challenge string) []byte {
	text, err := json.Marshal(map[string]any{"type": kind, "challenge": challenge, "origin": a.Origin, "crossOrigin": false})
	if err != nil {
		a.t.Fatal(err)
	}
	return text
}

// data is the authenticator data, without a key.
func (a *Authenticator) data(flags byte) []byte {
	a.Count++
	if flags |= userPresent; !a.Unverified {
		flags |= userVerified
	}
	hash := sha256.Sum256([]byte(a.RPID))
	return binary.BigEndian.AppendUint32(append(hash[:], flags), a.Count)
}

func (a *Authenticator) answer(response map[string]string) []byte {
	text, err := json.Marshal(map[string]any{
		"id": b64(a.ID), "rawId": b64(a.ID), "type": "public-key", "response": response, "clientExtensionResults": map[string]any{},
	})
	if err != nil {
		a.t.Fatal(err)
	}
	return text
}

func b64(b []byte) string { return base64.RawURLEncoding.EncodeToString(b) }

// textOf is a CBOR text of less than 24 bytes.
func textOf(s string) []byte { return append([]byte{0x60 + byte(len(s))}, s...) }

// bytesOf is a CBOR byte string of at least 24 and less than 65,536 bytes.
func bytesOf(b []byte) []byte {
	if len(b) < 256 {
		return append([]byte{0x58, byte(len(b))}, b...)
	}
	return append(binary.BigEndian.AppendUint16([]byte{0x59}, uint16(len(b))), b...)
}
