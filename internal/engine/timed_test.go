package engine

import (
	"context"
	"testing"
	"testing/synctest"
	"time"
)

// Who looks and who waits hear of the deadline at the same moment.
func TestTimedEndsAtItsDeadline(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := &timed{Context: t.Context(), until: time.Now().Add(time.Second)}
		defer c.stop()
		if at, ok := c.Deadline(); !ok || !at.Equal(c.until) {
			t.Errorf("Deadline %v, %v", at, ok)
		}
		time.Sleep(time.Second - 1)
		select {
		case <-c.Done():
			t.Error("Done before the deadline")
		default:
		}
		if err := c.Err(); err != nil {
			t.Errorf("before the deadline: %v", err)
		}
		<-c.Done()
		if time.Now().Before(c.until) || c.Err() != context.DeadlineExceeded {
			t.Errorf("at the deadline: %v", c.Err())
		}
	})
}

// A caller who leaves, or has less time, ends it too.
func TestTimedEndsWithItsParent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		parent, cancel := context.WithTimeout(t.Context(), time.Second)
		c := &timed{Context: parent, until: time.Now().Add(time.Minute)}
		defer c.stop()
		want, _ := parent.Deadline()
		if at, ok := c.Deadline(); !ok || !at.Equal(want) {
			t.Errorf("Deadline %v, %v", at, ok)
		}
		cancel()
		<-c.Done()
		if c.Err() != context.Canceled {
			t.Errorf("after the parent: %v", c.Err())
		}
	})
}

// A context derived from it ends with it, whether or not anybody waits yet.
func TestTimedEndsItsChildren(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := &timed{Context: t.Context(), until: time.Now().Add(time.Second)}
		defer c.stop()
		child, cancel := context.WithCancel(c)
		defer cancel()
		<-child.Done()
		if child.Err() != context.DeadlineExceeded || time.Now().Before(c.until) {
			t.Errorf("the child ended with %v", child.Err())
		}
	})
}
