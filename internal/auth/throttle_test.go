package auth

import (
	"errors"
	"fmt"
	"net/netip"
	"testing"
	"time"

	"pgregory.net/rapid"
)

var somewhere = netip.MustParseAddr("192.0.2.7")

func newThrottle() (*throttle, *time.Duration) {
	now := new(time.Duration)
	return &throttle{clock: func() time.Duration { return *now }}, now
}

func TestThrottle(t *testing.T) {
	th, now := newThrottle()
	elsewhere := func(i int) netip.Addr { return netip.AddrFrom4([4]byte{198, 51, 100, byte(i)}) }
	for i := range maxTries {
		if _, err := th.try("asha", elsewhere(i)); err != nil {
			t.Fatal(err)
		}
		*now += time.Minute
	}
	var wait *WaitError
	if _, err := th.try("asha", elsewhere(9)); !errors.As(err, &wait) || wait.After != 10*time.Minute {
		t.Errorf("the sixth for one name, from everywhere: %v", err)
	}
	if _, err := th.try("ravi", elsewhere(9)); err != nil {
		t.Error("another name:", err)
	}
	*now += 10*time.Minute - time.Nanosecond
	if _, err := th.try("asha", elsewhere(9)); err == nil {
		t.Error("let through a moment early")
	}
	*now += 15 * time.Nanosecond // the windows count in fifteenths
	if _, err := th.try("asha", elsewhere(9)); err != nil {
		t.Error("who waited as told:", err)
	}
}

func TestThrottleByAddress(t *testing.T) {
	th, _ := newThrottle()
	for i := range maxTries {
		// One subscriber of IPv6 has a /64 of addresses.
		from := netip.MustParseAddr(fmt.Sprintf("2001:db8:1:2::%x", i))
		if _, err := th.try(fmt.Sprint("name", i), from); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := th.try("another", netip.MustParseAddr("2001:db8:1:2:ffff::")); err == nil {
		t.Error("the sixth from one network")
	}
	if _, err := th.try("another", netip.MustParseAddr("2001:db8:1:3::")); err != nil {
		t.Error("another network:", err)
	}
	for range maxTries {
		_, _ = th.try("", somewhere)
	}
	if _, err := th.try("", netip.MustParseAddr("::ffff:192.0.2.7")); err == nil {
		t.Error("an IPv4 address is another one in IPv6's clothes")
	}
}

func TestRightTriesDoNotCount(t *testing.T) {
	th, _ := newThrottle()
	for range 3 * maxTries {
		right, err := th.try("asha", somewhere)
		if err != nil {
			t.Fatal(err)
		}
		right()
	}
	// Being right for one name does not pay for wrong tries at others.
	for i := range maxTries {
		if _, err := th.try(fmt.Sprint("victim", i), somewhere); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := th.try("asha", somewhere); err == nil {
		t.Error("an address is let go on because it also knows one password")
	}
}

// TestThrottleIsExact: whatever is tried when, no quarter of an hour sees more
// than maxTries wrong ones for a name, and who waits as told is let through.
func TestThrottleIsExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		th, now := newThrottle()
		var let []time.Duration
		for i := range rapid.IntRange(1, 80).Draw(t, "tries") {
			*now += time.Duration(rapid.Int64Range(0, int64(6*time.Minute)/15).Draw(t, "step")) * 15
			from := netip.AddrFrom4([4]byte{10, 0, byte(i >> 8), byte(i)})
			_, err := th.try("asha", from)
			var wait *WaitError
			if errors.As(err, &wait) && rapid.Bool().Draw(t, "waits") {
				*now += wait.After
				_, err = th.try("asha", netip.AddrFrom4([4]byte{10, 1, byte(i >> 8), byte(i)}))
				if err != nil {
					t.Fatal("who waited as told:", err)
				}
			}
			if err == nil {
				let = append(let, *now)
			}
		}
		for i := range let {
			if i >= maxTries && let[i]-let[i-maxTries] < triesWithin {
				t.Fatalf("six within %s", let[i]-let[i-maxTries])
			}
		}
	})
}
