package auth

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"fmt"
	"strings"
	"sync/atomic"
	"time"

	"golang.org/x/crypto/argon2"
)

// cost is what a hash takes to compute.
type cost struct {
	memory uint32 // KiB
	time   uint32 // passes
	lanes  uint8
}

// passwordCost is the least that the OWASP Password Storage Cheat Sheet asks
// of argon2id: 19 MiB, two passes, one lane.
var passwordCost = cost{19456, 2, 1}

const (
	saltBytes = 16
	hashBytes = 32
)

// encodedHash is an argon2id hash with all that is needed to compare it.
type encodedHash struct {
	cost
	salt, sum []byte
}

func (c cost) of(password string, salt []byte, size int) []byte {
	return argon2.IDKey([]byte(password), salt, c.time, c.memory, c.lanes, uint32(size))
}

// String writes the hash in PHC form, as argon2's reference program does.
func (h encodedHash) String() string {
	b64 := base64.RawStdEncoding.EncodeToString
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s", argon2.Version, h.memory, h.time, h.lanes, b64(h.salt), b64(h.sum))
}

// parseHash reads a hash in PHC form. It takes none that would need more than
// 1 GiB or 16 passes, so that a broken row of the store cannot stop the server.
func parseHash(text string) (h encodedHash, err error) {
	parts := strings.Split(text, "$")
	if len(parts) != 6 || parts[0] != "" || parts[1] != "argon2id" || parts[2] != fmt.Sprintf("v=%d", argon2.Version) {
		return h, fmt.Errorf("auth: not an argon2id hash of version %d", argon2.Version)
	}
	_, err = fmt.Sscanf(parts[3], "m=%d,t=%d,p=%d", &h.memory, &h.time, &h.lanes)
	if err != nil || h.memory > 1<<20 || h.time < 1 || h.time > 16 || h.lanes < 1 || parts[3] != fmt.Sprintf("m=%d,t=%d,p=%d", h.memory, h.time, h.lanes) {
		return h, fmt.Errorf("auth: argon2id parameters %q", parts[3])
	}
	b64 := base64.RawStdEncoding.Strict()
	if h.salt, err = b64.DecodeString(parts[4]); err == nil {
		h.sum, err = b64.DecodeString(parts[5])
	}
	if err != nil || len(h.salt) < 8 || len(h.sum) < 16 || len(h.sum) > 64 {
		return h, fmt.Errorf("auth: salt or sum of an argon2id hash")
	}
	return h, nil
}

func (h encodedHash) matches(password string) bool {
	return subtle.ConstantTimeCompare(h.of(password, h.salt, len(h.sum)), h.sum) == 1
}

// HashPassword returns the hash of a password in PHC form. CheckPassword must
// have found no fault with it.
func HashPassword(password string) string {
	prepared, _ := preparePassword(password)
	salt := make([]byte, saltBytes)
	_, _ = rand.Read(salt) // never fails
	return encodedHash{passwordCost, salt, passwordCost.of(prepared, salt, hashBytes)}.String()
}

// Bounds of hashing: each takes some 40 ms of a processor and 19 MiB.
const (
	hashesAtOnce = 2
	hashQueue    = 32
	hashWait     = 5 * time.Second
)

// hasher computes a few hashes at a time; the others wait in turn.
type hasher struct {
	turn    chan struct{}
	waiting atomic.Int32
}

func newHasher() *hasher { return &hasher{turn: make(chan struct{}, hashesAtOnce)} }

// run calls f when it is its turn. ErrBusy where too many wait.
func (h *hasher) run(ctx context.Context, f func()) error {
	if h.waiting.Add(1) > hashQueue+hashesAtOnce {
		h.waiting.Add(-1)
		return ErrBusy
	}
	defer h.waiting.Add(-1)
	patience := time.NewTimer(hashWait)
	defer patience.Stop()
	select {
	case h.turn <- struct{}{}:
	case <-patience.C:
		return ErrBusy
	case <-ctx.Done():
		return ctx.Err()
	}
	defer func() { <-h.turn }()
	f()
	return nil
}

// hash is HashPassword in turn.
func (h *hasher) hash(ctx context.Context, password string) (phc string, err error) {
	err = h.run(ctx, func() { phc = HashPassword(password) })
	return phc, err
}

// nobody is the hash that is compared where there is no user or no password,
// so that the answer takes as long.
var nobody = encodedHash{passwordCost, make([]byte, saltBytes), make([]byte, hashBytes)}

// verify compares a password with a hash in PHC form; stale tells that it was
// made at another cost than new ones.
func (h *hasher) verify(ctx context.Context, phc, password string) (ok, stale bool, err error) {
	known, bad := parseHash(phc)
	if bad != nil {
		known = nobody
	}
	prepared, fit := preparePassword(password)
	err = h.run(ctx, func() { ok = known.matches(prepared) })
	return ok && fit && bad == nil, known.cost != passwordCost, err
}
