package main

import (
	"runtime"

	"golang.org/x/sys/unix"
)

// pin keeps a process on one processor, where there are several.
func pin(pid, processor int) error {
	if runtime.NumCPU() < 2 {
		return nil
	}
	var set unix.CPUSet
	set.Set(processor)
	return unix.SchedSetaffinity(pid, &set)
}
