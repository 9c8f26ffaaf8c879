// Package meter decides whether a call may happen and makes it paid: the rate
// window of a key and its account, the early look at the funds, and the
// durable charge that must stand before a result is released.
//
// It is logic over the interfaces of package account, with the clock handed
// in. It knows nothing of HTTP or SQL.
//
//	Admit    takes a place in the rate windows, or refuses and takes nothing
//	Reserve  looks at the funds, in memory as a rule, so that a caller without
//	         them costs no computing
//	Hold.Charge  makes one durable charge, together with all that wait
//	Meter.Hold   sets the most that a call can cost aside, durably, before it is
//	         computed, where that costs real money; Settle charges what it came to
//
// What Reserve believes may be old; the store decides again inside the
// transaction of Charge, and its verdict is the one that counts.
package meter
