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

// The longest answers, in bytes, that are kept: of operations that may use the
// clock or chance, and of models, which cost too much to be asked again.
const (
	maxKept      = 64 << 10
	maxKeptModel = 1 << 20
)

// keep adds to the reply what sending the call again needs: the answer, where
// that depends on chance or the clock, and else its form alone, since it can be
// computed again. An answer that is too long to be kept is refused.
func (e *Engine) keep(c Call, r *account.Reply, a answer) (err error) {
	most := maxKept
	if c.Op.AI() {
		most = maxKeptModel
	}
	if a.varied && len(a.body) > most {
		refused := op.Refuse("Idempotency-Key", op.OutputTooLarge,
			"the answer depends on more than the input and has %d bytes; of such answers at most %d can be kept to be sent again", len(a.body), most)
		refused.Violations[0].Hint = "ask for less at a time, or leave out the Idempotency-Key"
		return refused
	}
	r.Until = e.opts.Env.Now().Add(e.opts.Keep)
	r.Body, err = c.Idempotency.seal(r, a, e.opts.Env.Random)
	return err
}

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

// Forms of a kept answer, in its first byte: the whole answer follows, or
// nothing does and it is computed again.
const (
	formEnvelope      = 'e'
	formRaw           = 'r'
	formEnvelopeAgain = 'E'
	formRawAgain      = 'R'
)

func (i *Idempotency) seal(r *account.Reply, a answer, random io.Reader) ([]byte, error) {
	aead, err := i.cipher()
	if err != nil {
		return nil, err
	}
	var plain []byte
	switch {
	case a.varied && a.raw:
		plain = append([]byte{formRaw}, a.body...)
	case a.varied:
		plain = append([]byte{formEnvelope}, a.body...)
	case a.raw:
		plain = []byte{formRawAgain}
	default:
		plain = []byte{formEnvelopeAgain}
	}
	nonce := make([]byte, aead.NonceSize(), aead.NonceSize()+len(plain)+aead.Overhead())
	if _, err := io.ReadFull(random, nonce); err != nil {
		return nil, err
	}
	return aead.Seal(nonce, nonce, plain, r.Fingerprint[:]), nil
}

// open reads a kept answer. Where again is set only its form was kept.
func (i *Idempotency) open(r *account.Reply) (a answer, again bool, err error) {
	aead, err := i.cipher()
	if err != nil {
		return a, false, err
	}
	if len(r.Body) < aead.NonceSize() {
		return a, false, errors.New("engine: a kept answer is too short")
	}
	plain, err := aead.Open(nil, r.Body[:aead.NonceSize()], r.Body[aead.NonceSize():], r.Fingerprint[:])
	if err != nil || len(plain) == 0 {
		return a, false, fmt.Errorf("engine: a kept answer cannot be opened: %w", err)
	}
	form := plain[0]
	a = answer{body: plain[1:], raw: form == formRaw || form == formRawAgain}
	return a, form == formRawAgain || form == formEnvelopeAgain, nil
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

// replay answers with the kept answer, or in its form with one computed again
// where no more was kept.
func (e *Engine) replay(ctx context.Context, c Call, src op.Source, kept *account.Reply, r *Result) *problem.Problem {
	a, again, err := c.Idempotency.open(kept)
	if err != nil {
		return problem.Internal(err)
	}
	if again {
		in, p := e.decode(c, src)
		if p != nil {
			return p
		}
		c.Raw, c.Choose = a.raw, false
		if a, err = e.compute(ctx, c, in); err != nil {
			return e.refusal(c.Op, err)
		}
	}
	if p := e.waits(c, a); p != nil {
		return p
	}
	a.release(r)
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
