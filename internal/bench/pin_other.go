//go:build !linux

package main

// pin does nothing where processes cannot be kept on a processor.
func pin(int, int) error { return nil }
