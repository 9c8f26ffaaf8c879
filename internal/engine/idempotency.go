package engine

import (
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"

	"toolcrib/internal/account"
	"toolcrib/internal/op"
	"toolcrib/internal/problem"
)

// Idempotency is what a caller gives a call so that sending it again does no
// harm: the same call gets the same answer, and pays once
// (draft-ietf-httpapi-idempotency-key-header-07).
type Idempotency struct {
	Key    string // 1 to 255 visible ASCII characters
	Secret string // the caller's API key, under which the kept answer is sealed
}

// maxKept is the longest answer, in bytes, that is kept where it could be
// computed again.
const maxKept = 64 << 10

// keepWhole tells whether an answer is kept, or computed again when it is
// asked for once more. One that depends on chance or the clock cannot be.
func keepWhole(o *op.Op, body []byte) bool { return o.Varies || len(body) <= maxKept }

// reply is what the store is to keep of the call, without the answer.
func (i *Idempotency) reply(c Call, src op.Source) *account.Reply {
	digest := src.Digest()
	return &account.Reply{
		Key:         sha256.Sum256([]byte(i.Key)),
		Fingerprint: sha256.Sum256(append([]byte(c.Op.Method+" "+c.Op.Path+"\x00"), digest[:]...)),
	}
}

// cipher seals under a key that only somebody with the API key and the
// idempotency key can derive (HKDF, RFC 5869): the database alone reveals no
// answer.
func (i *Idempotency) cipher() (cipher.AEAD, error) {
	key, err := hkdf.Key(sha256.New, []byte(i.Secret), []byte(i.Key), "toolcrib idempotent reply 1", 32)
	if err != nil {
		return nil, err
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	return cipher.NewGCM(block)
}

// Forms of a kept answer, in its first byte.
const (
	formEnvelope = 'e'
	formRaw      = 'r'
)

func (i *Idempotency) seal(r *account.Reply, raw bool, body []byte, random io.Reader) ([]byte, error) {
	aead, err := i.cipher()
	if err != nil {
		return nil, err
	}
	nonce := make([]byte, aead.NonceSize(), aead.NonceSize()+1+len(body)+aead.Overhead())
	if _, err := io.ReadFull(random, nonce); err != nil {
		return nil, err
	}
	plain := append(make([]byte, 0, 1+len(body)), formEnvelope)
	if raw {
		plain[0] = formRaw
	}
	return aead.Seal(nonce, nonce, append(plain, body...), r.Fingerprint[:]), nil
}

func (i *Idempotency) open(r *account.Reply) (body []byte, raw bool, err error) {
	aead, err := i.cipher()
	if err != nil {
		return nil, false, err
	}
	if len(r.Body) < aead.NonceSize() {
		return nil, false, errors.New("engine: a kept answer is too short")
	}
	plain, err := aead.Open(nil, r.Body[:aead.NonceSize()], r.Body[aead.NonceSize():], r.Fingerprint[:])
	if err != nil || len(plain) == 0 {
		return nil, false, fmt.Errorf("engine: a kept answer cannot be opened: %w", err)
	}
	return plain[1:], plain[0] == formRaw, nil
}

// earlier answers a call that was answered before, and tells whether it did.
// mine is what this call would keep.
func (e *Engine) earlier(ctx context.Context, c Call, src op.Source, mine *account.Reply, r *Result) (bool, *problem.Problem) {
	if mine == nil {
		return false, nil
	}
	kept, err := e.opts.Meter.Reply(ctx, c.Key.ID, mine.Key)
	switch {
	case errors.Is(err, account.ErrEnded):
		r.Receipt.KeyRefused, r.Receipt.Known = true, false
		return false, InvalidKey()
	case err != nil:
		return false, unchargeable(err)
	case kept == nil:
		return false, nil
	case kept.Fingerprint != mine.Fingerprint:
		return false, keyReused()
	}
	p := e.replay(ctx, c, src, kept, r)
	return p == nil, p
}

// replay answers with the kept answer, or with one computed again where it was
// too long to keep.
func (e *Engine) replay(ctx context.Context, c Call, src op.Source, kept *account.Reply, r *Result) *problem.Problem {
	if kept.Body == nil {
		in, p := e.decode(c, src)
		if p != nil {
			return p
		}
		body, err := e.compute(ctx, c, in)
		if err != nil {
			return e.refusal(c.Op, err)
		}
		r.Body = body
	} else {
		body, raw, err := c.Idempotency.open(kept)
		if err != nil {
			return problem.Internal(err)
		}
		r.Body, r.Raw = body, raw
	}
	r.Replayed, r.Receipt.Charge = true, kept.ChargeID
	return nil
}

func keyReused() *problem.Problem {
	return problem.New(problem.IdempotencyKeyReused,
		"This Idempotency-Key came with another request in the last 24 hours; send a new key for a new request.")
}

// busy is the problem of a call that waited for others of its account: one of
// them may be the same call.
func busy(c Call, err error) *problem.Problem {
	p := problem.New(problem.Timeout, "Other calls of this account were under way for too long.")
	if c.Idempotency != nil {
		p = problem.New(problem.IdempotencyInProgress, "Calls that may include an earlier one with this Idempotency-Key are still under way.").After(1)
	}
	p.Cause = err
	return p
}
