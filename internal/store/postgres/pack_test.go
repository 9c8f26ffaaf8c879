package postgres

import (
	"bytes"
	"encoding/binary"
	"slices"
	"testing"
	"time"
)

// FuzzUnpack reads rows of windows as they may have been damaged. Times that
// are read are written as they were.
func FuzzUnpack(f *testing.F) {
	f.Add([]byte{})
	f.Add(pack([]time.Duration{1_700_000_000 * time.Second, 1_700_000_000*time.Second + 1500*time.Microsecond}))
	f.Add(bytes.Repeat([]byte{0xff}, 10))
	f.Fuzz(func(t *testing.T, packed []byte) {
		times, err := unpack(packed)
		if err != nil || !slices.IsSorted(times) {
			return
		}
		again, err := unpack(pack(times))
		if err != nil || !slices.Equal(again, times) {
			t.Errorf("%v became %v, %v", times, again, err)
		}
	})
}

// TestPackSize: the window of an account at its default limit of 600 stays
// below the size at which PostgreSQL moves a value out of its page, 2 KB.
func TestPackSize(t *testing.T) {
	times := make([]time.Duration, 600)
	for i := range times {
		times[i] = 1_790_000_000*time.Second + time.Duration(i)*100*time.Millisecond
	}
	packed := pack(times)
	if len(packed) > 1900 {
		t.Errorf("%d bytes", len(packed))
	}
	if first, _ := binary.Uvarint(packed); first != 1_790_000_000_000_000 {
		t.Errorf("the first is %d", first)
	}
}
