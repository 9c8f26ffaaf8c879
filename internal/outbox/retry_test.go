package outbox_test

import (
	"testing"
	"time"

	"toolcrib/internal/egress"
	"toolcrib/internal/outbox"
)

// schedule is the example table of the specification: time since the start of
// each attempt.
var schedule = []string{"0s", "5s", "5m5s", "35m5s", "2h35m5s", "7h35m5s", "17h35m5s", "31h35m5s", "51h35m5s", "75h35m5s"}

func span(t *testing.T, text string) time.Duration {
	t.Helper()
	d, err := time.ParseDuration(text)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestScheduleIsTheSpecifications(t *testing.T) {
	if outbox.Tries != len(schedule) {
		t.Fatalf("%d attempts; want %d", outbox.Tries, len(schedule))
	}
	for tries := range len(schedule) - 1 {
		want := span(t, schedule[tries+1]) - span(t, schedule[tries])
		different := map[time.Duration]bool{}
		for range 100 {
			wait, again := outbox.NextTry(tries, 0)
			if !again || wait < want || wait > want+want/10 {
				t.Fatalf("after attempt %d: wait %v, %t; want %v and up to a tenth", tries+1, wait, again, want)
			}
			different[wait] = true
		}
		if len(different) < 50 {
			t.Errorf("after attempt %d: %d different waits of 100; want chance in them", tries+1, len(different))
		}
	}
	for _, tries := range []int{len(schedule) - 1, len(schedule), 1000} {
		if _, again := outbox.NextTry(tries, time.Hour); again {
			t.Errorf("another attempt after %d failed before", tries)
		}
	}
}

func TestReceiversMayAskToWait(t *testing.T) {
	now := time.Date(2026, 11, 22, 10, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		header string
		want   time.Duration // of the second attempt, at least; at most a tenth of 5 s more
	}{
		{"", 5 * time.Second},
		{"1", 5 * time.Second},
		{"120", 2 * time.Minute},
		{"Sun, 22 Nov 2026 11:00:00 GMT", time.Hour},
		{"Sun, 22 Nov 2026 09:00:00 GMT", 5 * time.Second},
		{"4294967295", 24 * time.Hour},
		{"99999999999999999999", 5 * time.Second},
		{"-60", 5 * time.Second},
		{"1.5", 5 * time.Second},
		{"soon", 5 * time.Second},
	} {
		wait, again := outbox.NextTry(0, egress.RetryAfter(c.header, now))
		if !again || wait < c.want || wait > c.want+500*time.Millisecond {
			t.Errorf("Retry-After %q: wait %v; want %v", c.header, wait, c.want)
		}
	}
}
