package account

import (
	"crypto/sha256"
	"errors"
	"hash/crc32"
	"io"
	"net/netip"
	"slices"
	"strings"
	"time"
)

// Env is the environment a key belongs to.
type Env string

// The environments. A live key draws on the account's pools; a test key gives
// the same answers from a free pool of its own and is never billed.
const (
	Live Env = "live"
	Test Env = "test"
)

// Scope is one permission of a key.
type Scope string

// ScopeCompute is the scope every key has by default: the listed operations,
// the product hosts and MCP.
const ScopeCompute Scope = "tools:compute"

// ScopeUsage adds the other keys of the account to what a key may read.
const ScopeUsage Scope = "usage:read"

// Scopes lists every scope a key may be given.
func Scopes() []Scope {
	return []Scope{ScopeCompute, "tools:image", "tools:ai", ScopeUsage, "keys:write"}
}

// Key is an API key as the store knows it: everything but its text.
type Key struct {
	ID        string // key_<ULID>
	AccountID string
	Name      string // 1 to 64 characters
	Env       Env
	Hash      KeyHash
	Hint      string // as Hint makes it
	Scopes    []Scope
	Cap       int64          // units a calendar month, 0 = none
	Allowed   []netip.Prefix // addresses it may be used from, at most MaxAllowed; none = any
	CreatedAt time.Time
	ExpiresAt time.Time // zero = never
	RevokedAt time.Time // zero = not revoked
	Disabled  bool      // not to be used until it is enabled again
	NextID    string    // the key that replaced it by rotation, "" = none
	LastUse   Use       // zero = never used, or not yet written
	Suspended bool      // the account is suspended
}

// Bounds of a key.
const (
	// MaxActiveKeys is the number of keys neither revoked nor expired that one
	// account may have.
	MaxActiveKeys = 20
	// MaxAllowed is the most address ranges that one key may be bound to.
	MaxAllowed = 32
	// MaxOverlap is the longest that a rotated key goes on working.
	MaxOverlap = 30 * 24 * time.Hour
)

// Use is the last use of a key. It is written every minute or so, not with
// each call.
type Use struct {
	KeyID   string
	At      time.Time
	Op      string
	Network netip.Prefix // the caller's: /24 of IPv4, /64 of IPv6
}

// Active tells whether the key may be used at the given time.
func (k *Key) Active(at time.Time) bool {
	return k.RevokedAt.IsZero() && !k.Disabled && (k.ExpiresAt.IsZero() || at.Before(k.ExpiresAt))
}

// Allows tells whether the key may be used from an address. An IPv4 address
// in its IPv6 form (RFC 4291 section 2.5.5.2) counts as IPv4.
func (k *Key) Allows(from netip.Addr) bool {
	from = from.Unmap().WithZone("")
	return len(k.Allowed) == 0 || slices.ContainsFunc(k.Allowed, func(p netip.Prefix) bool { return p.Contains(from) })
}

// Has tells whether the key carries the scope.
func (k *Key) Has(s Scope) bool {
	return slices.Contains(k.Scopes, s)
}

// ScopeNames lists the key's scopes as text.
func (k *Key) ScopeNames() []string {
	names := make([]string, len(k.Scopes))
	for i, s := range k.Scopes {
		names[i] = string(s)
	}
	return names
}

// KeyHash is the SHA-256 of a whole key. Keys carry 190 random bits, so a
// slow or salted hash would add nothing but cost (RFC 9106 is for passwords).
type KeyHash [sha256.Size]byte

// HashKey returns the hash under which a key's text is stored.
func HashKey(secret string) KeyHash { return sha256.Sum256([]byte(secret)) }

const (
	keyRandom   = 32 // base62 characters, 190.5 bits
	keyChecksum = 6  // base62 characters of CRC-32/IEEE over all before
	base62      = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
)

// ErrKeyShape is returned by ParseKey for text that cannot be a key.
var ErrKeyShape = errors.New("account: not the shape of an API key")

func keyPrefix(env Env) string { return "tc_" + string(env) + "_" }

// NewSecret makes the text of a key: "tc_live_" or "tc_test_", 32 random
// base62 characters and 6 that check all before them, so that a key with a
// typing mistake is told from a wrong one without asking the store. random
// must be a cryptographic source.
func NewSecret(env Env, random io.Reader) (string, error) {
	var b strings.Builder
	b.WriteString(keyPrefix(env))
	var buf [keyRandom]byte
	for n := 0; n < keyRandom; {
		if _, err := io.ReadFull(random, buf[:]); err != nil {
			return "", err
		}
		for _, c := range buf {
			// 248 = 4 × 62: above it a remainder would favour the first characters.
			if c < 248 && n < keyRandom {
				b.WriteByte(base62[c%62])
				n++
			}
		}
	}
	return b.String() + checksum(b.String()), nil
}

func checksum(s string) string {
	sum := crc32.ChecksumIEEE([]byte(s))
	var out [keyChecksum]byte
	for i := keyChecksum - 1; i >= 0; i-- {
		out[i] = base62[sum%62]
		sum /= 62
	}
	return string(out[:])
}

// ParseKey checks shape and checksum of a key's text, without any look-up,
// and returns the environment its prefix names.
func ParseKey(secret string) (Env, error) {
	for _, env := range [...]Env{Live, Test} {
		rest, ok := strings.CutPrefix(secret, keyPrefix(env))
		if !ok {
			continue
		}
		if len(rest) != keyRandom+keyChecksum || strings.Trim(rest, base62) != "" {
			return "", ErrKeyShape
		}
		if cut := len(secret) - keyChecksum; checksum(secret[:cut]) != secret[cut:] {
			return "", ErrKeyShape
		}
		return env, nil
	}
	return "", ErrKeyShape
}

// Hint is what lists show of a key: the prefix, the first four random
// characters and the last four of the checksum. It is enough to recognise a
// key by and leaves more than 140 of its 190 bits unknown. Text that is not a
// key has no hint.
func Hint(secret string) string {
	env, err := ParseKey(secret)
	if err != nil {
		return ""
	}
	p := len(keyPrefix(env))
	return secret[:p+4] + "…" + secret[len(secret)-4:]
}
