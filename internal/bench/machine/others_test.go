package machine

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// system writes a /proc in which processors have worked so many ticks in all.
type system struct {
	t    *testing.T
	root string
}

func (s system) processors(user, nice, kernel, stolen int) {
	s.write("stat", fmt.Sprintf("cpu  %d %d %d 900000 77 88 99 %d 0 0\ncpu0 1 2 3\n", user, nice, kernel, stolen))
}

func (s system) process(pid, parent int, name string, own, children int) {
	s.write(fmt.Sprintf("%d/stat", pid), fmt.Sprintf("%d (%s) S %d 1 1 0 -1 4194304 10 20 0 0 %d 1 %d 0 20 0 1 0 5 6 7", pid, name, parent, own-1, children))
}

func (s system) write(name, text string) {
	s.t.Helper()
	path := filepath.Join(s.root, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		s.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		s.t.Fatal(err)
	}
}

// In ten seconds the processors work 1,500 ticks, of which we take 500, our
// descendants 300 and 200 (one of them ended), the kernel 100: 400 are others'.
func TestOthers(t *testing.T) {
	const self = 400
	s := system{t, t.TempDir()}
	s.process(1, 0, "init", 5, 0)
	s.process(2, 0, "kthreadd", 10, 0)
	s.process(30, 2, "jbd2/vda-8", 100, 0)
	s.process(self, 1, "bench", 1000, 50)
	s.process(self+1, self, "a (server) S 9", 200, 0)
	s.process(self+2, 1, "neighbour", 5000, 7)
	s.processors(4000, 1000, 2000, 0)
	at := time.Unix(1e9, 0)
	w := begin(s.root, self, at)
	s.process(30, 2, "jbd2/vda-8", 200, 0)
	s.process(self, 1, "bench", 1500, 250)
	s.process(self+1, self, "a (server) S 9", 500, 0)
	s.process(self+2, 1, "neighbour", 9000, 7)
	s.processors(4900, 1100, 2300, 200)
	got, known := w.until(at.Add(10 * time.Second))
	if !known || math.Abs(got-0.4) > 1e-9 {
		t.Errorf("others took %v processors, %t", got, known)
	}
}

func TestOthersAreNotKnown(t *testing.T) {
	at := time.Unix(1e9, 0)
	if used, known := begin(filepath.Join(t.TempDir(), "none"), 400, at).until(at.Add(time.Second)); known || used != 0 {
		t.Errorf("%v, %t", used, known)
	}
}

func TestParseRefuses(t *testing.T) {
	for _, stat := range []string{"", "1 (x S 1", "1 (x) S", "1 (x) S a 1 1 0 -1 4194304 10 20 0 0 1 1 1 1 20", ") ("} {
		if p, err := parse(stat); err == nil {
			t.Errorf("%q is %+v", stat, p)
		}
	}
}

func TestResident(t *testing.T) {
	n, err := resident("Name:\tx\nVmHWM:\t  9999 kB\nVmRSS:\t   46080 kB\nRssAnon:\t1 kB\n")
	if err != nil || n != 46080*1024 {
		t.Errorf("%d, %v", n, err)
	}
	if _, err := resident("Name:\tkthreadd\n"); err == nil {
		t.Error("a process without memory has some")
	}
}
