// Package link makes and reads signed links: URLs that open one picture of one
// operation for whoever has them, without a key. A link is the operation's
// query with three parameters more: kid, the id of the key that pays; exp, the
// Unix time at which the link ends, where it does; and sig, the signature.
//
// The signature is HMAC-SHA256 (RFC 2104) over the query without sig in its
// canonical form, which is that of application/x-www-form-urlencoded with the
// names sorted, in base64url without padding (RFC 4648 section 5). Its key is
// derived by HKDF-SHA256 (RFC 5869) from the stored hash of the API key and the
// operation: nothing more is kept, a link opens no other operation, and it ends
// with its key.
package link

import (
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// The names that links add to a query. No field of an operation that has links
// may have one of them.
const (
	KeyID     = "kid"
	Expiry    = "exp"
	Signature = "sig"
)

// Link is a query that was, or is to be, signed.
type Link struct {
	Fields url.Values // of the operation
	KeyID  string
	Until  time.Time // zero = for ever; whole seconds
	sig    []byte
}

// Secret is what links of an operation are signed with. hash is the SHA-256 of
// the API key, which holds 190 random bits.
func Secret(hash [sha256.Size]byte, operation string) []byte {
	secret, err := hkdf.Key(sha256.New, hash[:], nil, "toolcrib signed link 1 "+operation, sha256.Size)
	if err != nil {
		panic("link: " + err.Error()) // only for lengths that HKDF cannot give
	}
	return secret
}

// Signed is the query of the link with its signature.
func (l Link) Signed(secret []byte) string {
	canonical := l.canonical()
	return canonical + "&" + Signature + "=" + base64.RawURLEncoding.EncodeToString(sum(secret, canonical))
}

// Picture is what tells the pictures of one key and operation apart: the
// fields in canonical form, without what only the link needs.
func (l Link) Picture() string { return l.Fields.Encode() }

// canonical is what is signed.
func (l Link) canonical() string {
	all := make(url.Values, len(l.Fields)+2)
	for name, values := range l.Fields {
		all[name] = values
	}
	all.Set(KeyID, l.KeyID)
	if !l.Until.IsZero() {
		all.Set(Expiry, strconv.FormatInt(l.Until.Unix(), 10))
	}
	return all.Encode()
}

func sum(secret []byte, canonical string) []byte {
	h := hmac.New(sha256.New, secret)
	h.Write([]byte(canonical))
	return h.Sum(nil)
}

// Is tells whether a query claims to be a signed link.
func Is(query string) bool {
	return strings.HasPrefix(query, Signature+"=") || strings.Contains(query, "&"+Signature+"=")
}

// Parse reads a signed link. ok is false where it cannot be one: broken
// escapes, a parameter of the link that is missing or sent twice, a time that
// is none.
func Parse(query string) (l Link, ok bool) {
	all, err := url.ParseQuery(query)
	if err != nil || len(all[KeyID]) != 1 || len(all[Signature]) != 1 || len(all[Expiry]) > 1 {
		return Link{}, false
	}
	l = Link{Fields: all, KeyID: all.Get(KeyID)}
	if l.sig, err = base64.RawURLEncoding.Strict().DecodeString(all.Get(Signature)); err != nil {
		return Link{}, false
	}
	if all.Has(Expiry) {
		seconds, err := strconv.ParseInt(all.Get(Expiry), 10, 64)
		if l.Until = time.Unix(seconds, 0).UTC(); err != nil || seconds <= 0 || strconv.FormatInt(seconds, 10) != all.Get(Expiry) {
			return Link{}, false
		}
	}
	for _, name := range []string{KeyID, Expiry, Signature} {
		all.Del(name)
	}
	return l, true
}

// Opens tells whether the link was signed with the secret.
func (l Link) Opens(secret []byte) bool { return hmac.Equal(l.sig, sum(secret, l.canonical())) }
