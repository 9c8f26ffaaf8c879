// Package draw takes unbiased whole numbers from a stream of random bytes:
// every value has exactly the same chance, which neither the remainder of a
// division nor a scaled float gives.
package draw

import (
	"errors"
	"io"
	"math/big"
)

// ErrStuck reports a stream that is not random: a sound one is rejected so
// often once in 2^128 draws.
var ErrStuck = errors.New("draw: the source of randomness repeats itself")

const maxRejections = 128

// Below returns a number drawn uniformly from 0 ≤ x < n; n must be at least 1.
func Below(random io.Reader, n uint64) (uint64, error) {
	x, err := BelowBig(random, new(big.Int).SetUint64(n))
	if err != nil {
		return 0, err
	}
	return x.Uint64(), nil
}

// BelowBig is Below for numbers of any size. It reads just the bytes that n−1
// fills, clears the bits above it and draws again while the number is too
// large, which is less than every second time. n = 1 reads nothing.
func BelowBig(random io.Reader, n *big.Int) (*big.Int, error) {
	x := new(big.Int)
	width := x.Sub(n, big.NewInt(1)).BitLen()
	buf := make([]byte, (width+7)/8)
	for range maxRejections {
		if _, err := io.ReadFull(random, buf); err != nil {
			return nil, err
		}
		if spare := len(buf)*8 - width; spare > 0 {
			buf[0] &= 0xff >> spare
		}
		if x.SetBytes(buf).Cmp(n) < 0 {
			return x, nil
		}
	}
	return nil, ErrStuck
}
