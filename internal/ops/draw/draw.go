// Package draw takes unbiased whole numbers from a stream of random bytes:
// every value has exactly the same chance, which neither the remainder of a
// division nor a scaled float gives.
package draw

import (
	"encoding/binary"
	"errors"
	"io"
	"math/bits"
)

// ErrStuck reports a stream that is not random: a sound one is rejected so
// often once in 2^128 draws.
var ErrStuck = errors.New("draw: the source of randomness repeats itself")

const maxRejections = 128

// Below returns a number drawn uniformly from 0 ≤ x < n; n must be at least 1.
// It reads just the bytes that n−1 fills, clears the bits above it and draws
// again while the number is too large, which is less than every second time.
// n = 1 reads nothing.
func Below(random io.Reader, n uint64) (uint64, error) {
	width := bits.Len64(n - 1)
	if width == 0 {
		return 0, nil
	}
	size := (width + 7) / 8
	var buf [8]byte
	for range maxRejections {
		if _, err := io.ReadFull(random, buf[8-size:]); err != nil {
			return 0, err
		}
		x := binary.BigEndian.Uint64(buf[:]) & (1<<width - 1)
		if x < n {
			return x, nil
		}
	}
	return 0, ErrStuck
}
