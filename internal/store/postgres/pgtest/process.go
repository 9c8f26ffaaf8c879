package pgtest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"runtime"
	"strconv"
	"syscall"
	"time"
)

// process is a server that runs.
type process struct {
	cmd  *exec.Cmd
	done chan struct{} // closed when it has ended
	err  error         // of its end
}

// unprivileged is whom PostgreSQL runs as, which refuses to be root.
func unprivileged() (*syscall.Credential, error) {
	if os.Getuid() != 0 {
		return nil, nil
	}
	for _, name := range [...]string{"postgres", "nobody"} {
		u, err := user.Lookup(name)
		if err != nil {
			continue
		}
		uid, err := strconv.ParseUint(u.Uid, 10, 32)
		if err != nil {
			return nil, fmt.Errorf("pgtest: user %s: %w", name, err)
		}
		gid, err := strconv.ParseUint(u.Gid, 10, 32)
		if err != nil {
			return nil, fmt.Errorf("pgtest: user %s: %w", name, err)
		}
		return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}, nil
	}
	return nil, errors.New("pgtest: PostgreSQL refuses to run as root, and there is neither a user postgres nor nobody")
}

func (s *Server) data() string { return filepath.Join(s.dir, "data") }

func (s *Server) command(name string, args ...string) *exec.Cmd {
	cmd := exec.Command(filepath.Join(s.bin, name), args...)
	cmd.Dir = s.dir
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: s.owner}
	return cmd
}

// initialize makes the cluster. Trust is safe: only the owner, and root, can
// reach the socket in its folder.
func (s *Server) initialize() error {
	if s.owner != nil {
		if err := os.Chown(s.dir, int(s.owner.Uid), int(s.owner.Gid)); err != nil {
			return fmt.Errorf("pgtest: %w", err)
		}
	}
	out, err := s.command("initdb", "--pgdata", s.data(), "--username", superuser, "--auth", "trust",
		"--encoding", "UTF8", "--locale", "C", "--no-sync", "--no-instructions").CombinedOutput()
	if err != nil {
		return fmt.Errorf("pgtest: initdb: %w: %s", err, bytes.TrimSpace(out))
	}
	return nil
}

// Restart starts the server again after Crash, and waits until it answers.
func (s *Server) Restart() error {
	cmd := s.command("postgres", "-D", s.data(), "-k", s.dir,
		"-c", "listen_addresses=", "-c", "port="+strconv.Itoa(port),
		"-c", "fsync="+strconv.FormatBool(!s.options.Unsynced),
		"-c", "full_page_writes="+strconv.FormatBool(!s.options.Unsynced),
		"-c", "max_connections=200", "-c", "log_min_messages=fatal")
	var out bytes.Buffer
	cmd.Stderr = &out
	dieWithParent(cmd.SysProcAttr)
	p := &process{cmd: cmd, done: make(chan struct{})}
	started := make(chan error)
	go func() {
		// The kernel ends the child when the thread that started it ends, not
		// the process; so this thread waits with it.
		runtime.LockOSThread()
		err := cmd.Start()
		started <- err
		if err == nil {
			p.err = cmd.Wait()
		}
		close(p.done)
	}()
	if err := <-started; err != nil {
		return fmt.Errorf("pgtest: %w", err)
	}
	s.process = p
	return s.await(&out)
}

// await waits until the server answers.
func (s *Server) await(out *bytes.Buffer) error {
	ctx, cancel := context.WithTimeout(context.Background(), startTimeout)
	defer cancel()
	for {
		err := s.exec(ctx, "SELECT 1")
		if err == nil {
			return nil
		}
		select {
		case <-s.process.done:
			return fmt.Errorf("pgtest: PostgreSQL ended: %w: %s", s.process.err, bytes.TrimSpace(out.Bytes()))
		case <-ctx.Done():
			return fmt.Errorf("pgtest: PostgreSQL does not answer: %w", err)
		case <-time.After(10 * time.Millisecond):
		}
	}
}

// end signals the server, and waits until it has gone.
func (s *Server) end(signal syscall.Signal) error {
	p := s.process
	if p == nil {
		return nil
	}
	s.process = nil
	if err := p.cmd.Process.Signal(signal); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return fmt.Errorf("pgtest: %w", err)
	}
	select {
	case <-p.done:
		return nil
	case <-time.After(startTimeout):
		return errors.Join(errors.New("pgtest: PostgreSQL did not end when told to"), p.cmd.Process.Kill())
	}
}
