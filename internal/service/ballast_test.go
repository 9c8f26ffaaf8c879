package service

import (
	"runtime"
	"runtime/metrics"
	"testing"
)

// heapGoal is the size at which the heap is collected next. What pools of tests
// before hold takes two collections to go.
func heapGoal() uint64 {
	for range 3 {
		runtime.GC()
	}
	sample := []metrics.Sample{{Name: "/gc/heap/goal:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}

// TestBallast: the collector waits for at least twice the ballast, and is left
// alone where its user has spoken.
func TestBallast(t *testing.T) {
	t.Setenv("GOGC", "")
	t.Setenv("GOMEMLIMIT", "")
	before := heapGoal()
	weight := ballast()
	with := heapGoal()
	runtime.KeepAlive(weight)
	if with < before+ballastSize || with < 2*ballastSize {
		t.Errorf("collected at %d bytes, and at %d without", with, before)
	}
	for _, name := range []string{"GOGC", "GOMEMLIMIT"} {
		t.Run(name, func(t *testing.T) {
			t.Setenv(name, "100")
			if ballast() != nil {
				t.Error("taken all the same")
			}
		})
	}
}
