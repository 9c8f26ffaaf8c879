package machine

import (
	"fmt"
	"os"
	"strconv"
	"strings"
)

// Resident is the memory of a process that is in RAM, in bytes (VmRSS).
func Resident(pid int) (int64, error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0, err
	}
	return resident(string(text))
}

func resident(status string) (int64, error) {
	_, rest, ok := strings.Cut(status, "\nVmRSS:")
	line, _, _ := strings.Cut(rest, "\n")
	number, isKB := strings.CutSuffix(strings.TrimSpace(line), " kB")
	if !ok || !isKB {
		return 0, fmt.Errorf("status of a process without VmRSS")
	}
	n, err := strconv.ParseInt(number, 10, 64)
	return n << 10, err
}

// Load is the load average of the last minute, as the system writes it; empty
// where it does not.
func Load() string {
	text, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return ""
	}
	first, _, _ := strings.Cut(string(text), " ")
	return first
}
