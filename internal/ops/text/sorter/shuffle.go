package sorter

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"strconv"
)

// Shuffled are the keys that put n lines in the random order of a seed, by a
// rule that anyone can follow: the key of line i, counted from 0, is
//
//	HMAC-SHA256(seed, "shuffle-v1\n" + i as decimal digits)
//
// The order depends on the seed and on n alone, not on what the lines say. For
// a random seed every order is as likely as any other, as far as HMAC-SHA256
// is a random function. The error is the context's.
func Shuffled(ctx context.Context, n int, seed []byte) (*Keys, error) {
	mac := hmac.New(sha256.New, seed)
	message := []byte("shuffle-v1\n")
	keys := &Keys{bytes: make([]byte, 0, n*sha256.Size), ends: make([]uint32, n)}
	for i := range n {
		if i%checkEvery == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		mac.Reset()
		mac.Write(strconv.AppendInt(message, int64(i), 10))
		keys.bytes = mac.Sum(keys.bytes)
		keys.ends[i] = uint32(len(keys.bytes))
	}
	return keys, nil
}
