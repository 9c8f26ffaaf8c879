// Package sorter puts lines in order.
//
// A way to sort is an [Encoder]: it writes a key for a line, bytes that compare
// as the lines should. Lines without a key, such as a word among numbers, come
// last in both directions. Equal keys keep the order of the lines.
package sorter

import (
	"context"
	"encoding/binary"

	"toolcrib/internal/ops/text/prose"
)

// Encoder appends the key of a line to dst, and tells whether it has one. What
// it appends for a line without key does not matter.
type Encoder func(dst []byte, line string) ([]byte, bool)

// Keys are the keys of a list of lines.
type Keys struct {
	bytes  []byte
	ends   []uint32 // in bytes, by line
	absent []bool   // by line; nil when every line has a key
}

// checkEvery is how many lines pass between two looks at the context.
const checkEvery = 1 << 10

// Encode writes the keys of lines. Its error is the context's.
func Encode(ctx context.Context, list []string, encode Encoder) (*Keys, error) {
	k := &Keys{bytes: make([]byte, 0, size(list)), ends: make([]uint32, len(list))}
	for i, line := range list {
		if i%checkEvery == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		var ok bool
		if k.bytes, ok = encode(k.bytes, line); !ok {
			if k.absent == nil {
				k.absent = make([]bool, len(list))
			}
			k.absent[i] = true
		}
		k.ends[i] = uint32(len(k.bytes))
	}
	return k, ctx.Err()
}

// size is the bytes of all lines, and so about those of their keys.
func size(list []string) (n int) {
	for _, line := range list {
		n += len(line)
	}
	return n
}

// key returns the key of a line.
func (k *Keys) key(line int32) []byte {
	if line == 0 {
		return k.bytes[:k.ends[0]]
	}
	return k.bytes[k.ends[line-1]:k.ends[line]]
}

// CodePoint orders by code points, which is the order of the bytes of UTF-8.
func CodePoint(dst []byte, line string) ([]byte, bool) { return append(dst, line...), true }

// Length orders by the number of grapheme clusters (UAX #29).
func Length(dst []byte, line string) ([]byte, bool) {
	return binary.BigEndian.AppendUint32(dst, uint32(prose.Graphemes(line))), true
}

// Of orders by a part of each line; a line that lacks it has no key.
func Of(part func(line string) (string, bool), encode Encoder) Encoder {
	return func(dst []byte, line string) ([]byte, bool) {
		value, ok := part(line)
		if !ok {
			return dst, false
		}
		return encode(dst, value)
	}
}
