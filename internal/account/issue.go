package account

import (
	"context"
	"crypto/rand"
	"time"
)

// Issue makes the text of a new key and stores the rest of k with it. The text
// is in no store: who asked for the key is shown it once.
func Issue(ctx context.Context, s Store, k Key) (string, Key, error) {
	secret, err := NewSecret(k.Env, rand.Reader)
	if err != nil {
		return "", k, err
	}
	k.Hash, k.Hint = HashKey(secret), Hint(secret)
	k, err = s.CreateKey(ctx, k)
	return secret, k, err
}

// Renew makes a key in place of old, which goes on working for the overlap, and
// returns its text as Issue does. It is ErrEnded where old has ended or been
// replaced.
func Renew(ctx context.Context, s Store, old Key, overlap time.Duration) (string, Key, error) {
	secret, err := NewSecret(old.Env, rand.Reader)
	if err != nil {
		return "", old, err
	}
	next, err := s.RotateKey(ctx, old.ID, Key{Hash: HashKey(secret), Hint: Hint(secret)}, overlap)
	return secret, next, err
}
