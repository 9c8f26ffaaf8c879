package draw_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"toolcrib/internal/ops/draw"
)

// Every value of a small n comes from equally many of the 256 first bytes;
// the others are rejected, not folded back.
func TestBelowIsExactlyUniform(t *testing.T) {
	for n := uint64(1); n <= 256; n++ {
		counts := make([]int, n)
		rejected := 0
		for b := range 256 {
			x, err := draw.Below(bytes.NewReader([]byte{byte(b)}), n)
			switch {
			case errors.Is(err, io.EOF): // asked for another byte
				rejected++
			case err != nil || x >= n:
				t.Fatalf("n=%d: %d, %v", n, x, err)
			default:
				counts[x]++
			}
		}
		for x, c := range counts {
			if c != counts[0] || c == 0 {
				t.Fatalf("n=%d: %d comes up %d times, 0 %d times", n, x, c, counts[0])
			}
		}
		if n > 1 && rejected >= 128 {
			t.Fatalf("n=%d: %d of 256 bytes are rejected", n, rejected)
		}
	}
}

// Across byte widths: all two-byte streams for some n above 256.
func TestBelowIsExactlyUniformOverTwoBytes(t *testing.T) {
	for _, n := range []uint64{257, 1000, 4096, 65535, 65536} {
		counts := make([]int, n)
		for b := range 1 << 16 {
			x, err := draw.Below(bytes.NewReader([]byte{byte(b >> 8), byte(b)}), n)
			if err == nil {
				counts[x]++
			}
		}
		for x, c := range counts {
			if c != counts[0] || c == 0 {
				t.Fatalf("n=%d: %d comes up %d times, 0 %d times", n, x, c, counts[0])
			}
		}
	}
}

// Beyond a word: all streams of the three bits above 2^64, with any bits below.
func TestBelowBigIsExactlyUniform(t *testing.T) {
	low := []byte{1, 2, 3, 4, 5, 6, 7, 8}
	counts := map[string]int{}
	for b := range 256 {
		n := new(big.Int).Lsh(big.NewInt(5), 64)
		x, err := draw.BelowBig(bytes.NewReader(append([]byte{byte(b)}, low...)), n)
		switch {
		case errors.Is(err, io.EOF): // asked for another nine bytes
			counts["rejected"]++
		case err != nil || x.Cmp(n) >= 0 || x.Uint64() != 0x0102030405060708:
			t.Fatalf("%d: %v, %v", b, x, err)
		default:
			counts[x.Rsh(x, 64).String()]++
		}
	}
	if fmt.Sprint(counts) != "map[0:32 1:32 2:32 3:32 4:32 rejected:96]" {
		t.Error(counts)
	}
}

func TestBelowEnds(t *testing.T) {
	random := rand.NewChaCha8([32]byte{})
	for _, n := range []uint64{1, 2, 255, 256, 257, 1e15, 1 << 63, math.MaxUint64} {
		for range 200 {
			if x, err := draw.Below(random, n); err != nil || x >= n {
				t.Fatalf("below %d: %d, %v", n, x, err)
			}
		}
	}
	if x, err := draw.Below(bytes.NewReader(nil), 1); x != 0 || err != nil {
		t.Errorf("below 1: %d, %v; want 0 without a read", x, err)
	}
}

type stuck struct{}

func (stuck) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 0xff
	}
	return len(p), nil
}

func TestBelowGivesUpOnAStuckSource(t *testing.T) {
	if _, err := draw.Below(stuck{}, 5); !errors.Is(err, draw.ErrStuck) {
		t.Errorf("got %v, want ErrStuck", err)
	}
	if _, err := draw.Below(bytes.NewReader([]byte{1}), 1<<40); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("got %v, want ErrUnexpectedEOF", err)
	}
}
