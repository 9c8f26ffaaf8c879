package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
)

// node is one server: the real program in a process of its own.
type node struct {
	t     *trial
	cmd   *exec.Cmd
	url   string
	ready time.Duration // from its start until it answered
	out   tail          // what it printed of itself
	log   tail
	gone  chan struct{}
}

// unlimited takes the rate limits off a server.
var unlimited = []string{"--rate-per-minute", "0", "--account-rate-per-minute", "0"}

// start starts a server on the data of a place and waits until it answers.
func (p *place) start(flags ...string) *node {
	t := p.t
	n := &node{t: t, gone: make(chan struct{})}
	file := filepath.Join(t.folder(), "ready.json")
	args := append([]string{"serve", "--json", "--listen", "127.0.0.1:0", "--ready-file", file}, p.flags...)
	n.cmd = exec.CommandContext(t.ctx, t.binary, append(args, flags...)...)
	n.cmd.Env = append(os.Environ(), p.env...)
	n.cmd.Stdout, n.cmd.Stderr = &n.out, &n.log
	begin := time.Now()
	t.must(n.cmd.Start())
	go func() {
		_ = n.cmd.Wait() // that it was killed is no news
		close(n.gone)
	}()
	t.Cleanup(n.kill)
	for {
		raw, err := os.ReadFile(file)
		if err == nil {
			n.ready = time.Since(begin)
			n.url = readyURL(t, raw, n.cmd.Process.Pid)
			return n
		}
		if !errors.Is(err, os.ErrNotExist) {
			t.Fatal(err)
		}
		select {
		case <-n.gone:
			t.Fatalf("the server did not start: %s", n.log.String())
		case <-t.ctx.Done():
			t.Fatal(t.ctx.Err())
		case <-time.After(2 * time.Millisecond):
		}
		if time.Since(begin) > 30*time.Second {
			t.Fatal("the server was not ready after 30 s")
		}
	}
}

func readyURL(t *trial, raw []byte, pid int) string {
	var at struct {
		URL string `json:"url"`
		PID int    `json:"pid"`
	}
	if err := json.Unmarshal(raw, &at); err != nil || at.PID != pid {
		t.Fatalf("the ready file is not this server's: %s", raw)
	}
	return at.URL
}

// host is where the node listens, host:port.
func (n *node) host() string { return strings.TrimPrefix(n.url, "http://") }

// metrics is where the node answers with its metrics.
func (n *node) metrics() string {
	var said struct {
		Metrics string `json:"metrics"`
	}
	if err := json.Unmarshal([]byte(n.out.String()), &said); err != nil || said.Metrics == "" {
		n.t.Fatalf("the server did not say where its metrics are: %s", n.out.String())
	}
	return said.Metrics
}

// kill ends the process as a power cut would, and waits until it is gone.
func (n *node) kill() { n.end(syscall.SIGKILL) }

func (n *node) end(signal os.Signal) {
	_ = n.cmd.Process.Signal(signal) // it may be gone already
	<-n.gone
}

// phoenix is a node that is killed and started again.
type phoenix struct {
	place *place
	flags []string
	mu    sync.Mutex
	node  *node
}

func (p *phoenix) rise() {
	n := p.place.start(p.flags...)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.node = n
}

func (p *phoenix) now() *node {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.node
}

// memory is what the process has in memory, in bytes (proc(5), VmRSS).
func (n *node) memory() int {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", n.cmd.Process.Pid))
	n.t.must(err)
	_, after, _ := bytes.Cut(text, []byte("VmRSS:"))
	kib, err := strconv.Atoi(string(bytes.Fields(after)[0]))
	n.t.must(err)
	return kib << 10
}

// watch follows the memory of the process; the function that it returns ends
// that and tells the most there was.
func (n *node) watch() (most func() int) {
	stop, done, peak := make(chan struct{}), make(chan struct{}), 0
	go func() {
		defer close(done)
		for {
			peak = max(peak, n.memory())
			select {
			case <-stop:
				return
			case <-time.After(20 * time.Millisecond):
			}
		}
	}()
	return func() int {
		close(stop)
		<-done
		return peak
	}
}

// mib writes bytes.
func mib(n int) string { return fmt.Sprintf("%.1f MiB", float64(n)/(1<<20)) }

// tail keeps the last of what is written.
type tail struct {
	mu   sync.Mutex
	text []byte
}

func (w *tail) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.text = append(w.text, p...)
	w.text = w.text[max(len(w.text)-4096, 0):]
	return len(p), nil
}

func (w *tail) String() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return string(w.text)
}
