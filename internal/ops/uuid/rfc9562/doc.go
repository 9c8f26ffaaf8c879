// Package rfc9562 makes, writes and reads UUIDs as RFC 9562 defines them.
//
// Nothing here looks at a clock or a source of randomness of its own: both
// are handed in, and a whole batch is made at once, so that the same clock and
// bytes give the same UUIDs and a batch is ordered by construction. No state
// is kept between batches; the time-based versions 1 and 6 draw a new random
// node and clock sequence for each (section 6.10), which with 61 random bits
// keeps apart batches made in the same tick.
package rfc9562
