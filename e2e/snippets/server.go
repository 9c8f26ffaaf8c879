package main

import (
	"bytes"
	"context"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"sync"
	"syscall"
	"time"
)

// patience bounds each block, and each server's beginning and end.
const patience = time.Minute

// server is a program that runs until it is stopped.
type server struct {
	cmd  *exec.Cmd
	out  buffer // what it prints
	done chan struct{}
}

// running holds every *server that has not been stopped, for endAll.
var running sync.Map

// endAll stops the servers that run, whatever else goes on.
func endAll() {
	running.Range(func(s, _ any) bool {
		s.(*server).stop()
		return true
	})
}

// buffer is written to by a program while it is read.
type buffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (b *buffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.Write(p)
}

func (b *buffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.String()
}

// start runs a program in a process group of its own and waits until the
// service at an address is ready.
func start(cmd *exec.Cmd, address string) (*server, error) {
	s := &server{cmd: cmd, done: make(chan struct{})}
	cmd.Stdout, cmd.Stderr = &s.out, &s.out
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	running.Store(s, nil)
	go func() {
		_ = cmd.Wait() // it is stopped by a signal
		close(s.done)
	}()
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
		if ready(address) {
			return s, nil
		}
		select {
		case <-s.done:
			running.Delete(s)
			return nil, fmt.Errorf("the server ended:\n%s", s.out.String())
		default:
		}
	}
	s.stop()
	return nil, fmt.Errorf("no server is ready at %s after %s:\n%s", address, patience, s.out.String())
}

func ready(address string) bool {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+address+"/readyz", nil)
	if err != nil {
		return false
	}
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		return false
	}
	defer response.Body.Close()
	return response.StatusCode == http.StatusOK
}

// stop ends the program and what it has started.
func (s *server) stop() {
	running.Delete(s)
	_ = syscall.Kill(-s.cmd.Process.Pid, syscall.SIGTERM) // it may have ended
	select {
	case <-s.done:
	case <-time.After(patience):
		_ = syscall.Kill(-s.cmd.Process.Pid, syscall.SIGKILL)
		<-s.done
	}
}

// port finds a free one. Nothing keeps it until the server takes it; a text
// that is to name it beforehand leaves no other way.
func port() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	defer l.Close()
	return l.Addr().String(), nil
}

// environment is that of the programs: the caller's, without its settings of
// the service and of proxies.
func environment(more ...string) []string {
	keep := []string{"PATH", "LANG", "LC_ALL", "TMPDIR", "TZ"}
	var env []string
	for _, name := range keep {
		if v, ok := os.LookupEnv(name); ok {
			env = append(env, name+"="+v)
		}
	}
	return append(env, more...)
}
