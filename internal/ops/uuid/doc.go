// Package uuid holds the operations on UUIDs, which are thin: the work is done
// by package rfc9562 below it.
package uuid
