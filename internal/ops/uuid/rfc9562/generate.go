package rfc9562

import (
	"encoding/binary"
	"errors"
	"io"
	"time"
)

// ErrTime reports an instant, or the end of a batch begun at it, that a
// version cannot hold: 1 and 6 reach from 1582-10-15 to 5236-03-31, 7 from
// 1970-01-01 to 10889-08-02.
var ErrTime = errors.New("rfc9562: the time is outside the range of the version")

// stampBits is the width of the time in all time-based versions: 60 bits of
// 100-nanosecond ticks, or 48 of milliseconds with 12 of their fraction.
const stampBits = 60

// gregorianTicks is the Unix epoch in ticks of 100 ns since 1582-10-15.
const gregorianTicks = 0x01b21dd213814000

// V4 makes n random UUIDs (section 5.4).
func V4(random io.Reader, n int) ([]UUID, error) {
	list, err := randomBytes(random, n)
	for i := range list {
		list[i] = list[i].stamp(4)
	}
	return list, err
}

// V7 makes n UUIDs of Unix time (section 5.7), strictly increasing. The time
// is that of the batch, in milliseconds and 4096ths of one (method 3 of
// section 6.2), one 4096th more for each UUID.
func V7(random io.Reader, at time.Time, n int) ([]UUID, error) {
	fraction := int64(at.Nanosecond()%1e6) << 12 / 1e6
	first, err := batch(at.UnixMilli()<<12|fraction, n)
	if err != nil {
		return nil, err
	}
	list, err := randomBytes(random, n)
	for i := range list {
		t, u := first+uint64(i), &list[i]
		binary.BigEndian.PutUint64(u[:8], t>>12<<16|t&0xfff)
		*u = u.stamp(7)
	}
	return list, err
}

// V1 makes n UUIDs of Gregorian time (section 5.1), one tick apart.
func V1(random io.Reader, at time.Time, n int) ([]UUID, error) {
	return gregorian(random, at, n, func(u *UUID, t uint64) {
		binary.BigEndian.PutUint32(u[0:], uint32(t))
		binary.BigEndian.PutUint16(u[4:], uint16(t>>32))
		binary.BigEndian.PutUint16(u[6:], uint16(t>>48))
		*u = u.stamp(1)
	})
}

// V6 is V1 with the time in an order that sorts (section 5.6), so a batch is
// strictly increasing.
func V6(random io.Reader, at time.Time, n int) ([]UUID, error) {
	return gregorian(random, at, n, func(u *UUID, t uint64) {
		binary.BigEndian.PutUint64(u[:8], t>>12<<16|t&0xfff)
		*u = u.stamp(6)
	})
}

// gregorian makes a batch with one random clock sequence and one random node,
// whose multicast bit tells that it is no network address.
func gregorian(random io.Reader, at time.Time, n int, put func(u *UUID, ticks uint64)) ([]UUID, error) {
	first, err := batch(at.Unix()*1e7+int64(at.Nanosecond()/100)+gregorianTicks, n)
	if err != nil {
		return nil, err
	}
	var tail [8]byte
	if _, err := io.ReadFull(random, tail[:]); err != nil {
		return nil, err
	}
	tail[2] |= 1
	list := make([]UUID, n)
	for i := range list {
		copy(list[i][8:], tail[:])
		put(&list[i], first+uint64(i))
	}
	return list, nil
}

// batch checks that n stamps fit from the first on.
func batch(first int64, n int) (uint64, error) {
	if first < 0 || first+int64(n)-1 >= 1<<stampBits {
		return 0, ErrTime
	}
	return uint64(first), nil
}

// randomBytes fills n UUIDs with one read.
func randomBytes(random io.Reader, n int) ([]UUID, error) {
	buf := make([]byte, 16*n)
	if _, err := io.ReadFull(random, buf); err != nil {
		return nil, err
	}
	list := make([]UUID, n)
	for i := range list {
		copy(list[i][:], buf[16*i:])
	}
	return list, nil
}
