package machine

import (
	"os"
	"os/exec"
	"runtime"
	"strconv"

	"golang.org/x/sys/unix"
)

// Pin keeps this process on one processor where there are several;
// Anywhere lets it run on all again.
func Pin(processor int) error {
	if runtime.NumCPU() < 2 {
		return nil
	}
	threads, err := os.ReadDir("/proc/self/task")
	if err != nil {
		return err
	}
	set := processors(processor)
	for _, t := range threads {
		id, err := strconv.Atoi(t.Name())
		if err != nil {
			return err
		}
		// A thread that ended meanwhile needs none.
		if err := unix.SchedSetaffinity(id, &set); err != nil && err != unix.ESRCH {
			return err
		}
	}
	return nil
}

// Start starts a command on one processor, or Anywhere. All of its threads
// inherit that from the thread that starts it; set afterwards, it would hold
// for the first of them alone.
func Start(cmd *exec.Cmd, processor int) error {
	if runtime.NumCPU() < 2 {
		return cmd.Start()
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	var before unix.CPUSet
	if err := unix.SchedGetaffinity(0, &before); err != nil {
		return err
	}
	set := processors(processor)
	if err := unix.SchedSetaffinity(0, &set); err != nil {
		return err
	}
	err := cmd.Start()
	if back := unix.SchedSetaffinity(0, &before); err == nil {
		err = back
	}
	return err
}

func processors(one int) (set unix.CPUSet) {
	if one >= 0 {
		set.Set(one)
		return set
	}
	for i := range len(set) * 64 {
		set.Set(i)
	}
	return set
}
