// Package pgtest starts private PostgreSQL servers for tests, from the
// binaries that Debian and others install: each has its own folder and
// listens on a socket inside it, ends with the test, and can be made to crash.
// Proxy stands between a store and such a server and spoils the line.
package pgtest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// superuser is the user that owns every private server.
const superuser = "toolcrib"

// Options says how a server is to run.
type Options struct {
	// Unsynced leaves out fsync: quicker, and no different for a test that does
	// not cut the machine's power.
	Unsynced bool
}

// Server is a private PostgreSQL.
type Server struct {
	bin     string // folder of the binaries
	dir     string // holds the data and the socket
	options Options
	owner   *syscall.Credential // whom the server runs as; nil = as this process
	process *process            // nil while it is stopped
	made    atomic.Int64        // databases
}

// Start starts a server with an empty cluster. Whoever starts it must Stop it.
// The error of a machine without PostgreSQL names the script that installs it.
func Start(o Options) (*Server, error) {
	sweep()
	bin, err := binaries()
	if err != nil {
		return nil, err
	}
	s := &Server{bin: bin, options: o}
	if s.owner, err = unprivileged(); err != nil {
		return nil, err
	}
	if s.dir, err = os.MkdirTemp("", fmt.Sprintf("%s%d-", prefix, os.Getpid())); err != nil {
		return nil, fmt.Errorf("pgtest: %w", err)
	}
	if err = s.initialize(); err == nil {
		err = s.Restart()
	}
	if err != nil {
		return nil, errors.Join(err, s.Stop())
	}
	return s, nil
}

// Main runs the tests of a package with a server for all of them, which it
// puts where server points. It returns the exit status.
func Main(m *testing.M, server **Server, o Options) int {
	s, err := Start(o)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	*server = s
	status := m.Run()
	if err := s.Stop(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return status
}

// New starts a server that ends with the test.
func New(tb testing.TB, o Options) *Server {
	tb.Helper()
	s, err := Start(o)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		if err := s.Stop(); err != nil {
			tb.Error(err)
		}
	})
	return s
}

// Database makes an empty database and returns its URL.
func (s *Server) Database(tb testing.TB) string {
	tb.Helper()
	url, err := s.NewDatabase(context.Background())
	if err != nil {
		tb.Fatal(err)
	}
	return url
}

// NewDatabase is Database outside a test.
func (s *Server) NewDatabase(ctx context.Context) (string, error) { return s.create(ctx, "template1") }

// Copy makes a database like another of the server, given by its URL, which
// nobody may have open.
func (s *Server) Copy(tb testing.TB, url string) string {
	tb.Helper()
	config, err := pgx.ParseConfig(url)
	if err != nil {
		tb.Fatal(err)
	}
	made, err := s.create(context.Background(), config.Database)
	if err != nil {
		tb.Fatal(err)
	}
	return made
}

func (s *Server) create(ctx context.Context, template string) (url string, err error) {
	name := fmt.Sprint("test", s.made.Add(1))
	ctx, cancel := context.WithTimeout(ctx, startTimeout)
	defer cancel()
	return s.URL(name), s.exec(ctx, "CREATE DATABASE "+name+" TEMPLATE "+template)
}

// URL names a database of the server.
func (s *Server) URL(database string) string {
	return fmt.Sprintf("postgres://%s@/%s?host=%s&port=%d", superuser, database, s.dir, port)
}

func (s *Server) exec(ctx context.Context, query string) error {
	conn, err := pgx.Connect(ctx, s.URL("postgres"))
	if err != nil {
		return fmt.Errorf("pgtest: %w", err)
	}
	_, err = conn.Exec(ctx, query)
	return errors.Join(err, conn.Close(ctx))
}

// Crash ends the server as a failure would: no connection is told, nothing is
// written that was not, and the next Restart recovers from the log.
func (s *Server) Crash() error { return s.end(syscall.SIGQUIT) }

// Stop ends the server and removes all it had.
func (s *Server) Stop() error {
	err := s.end(syscall.SIGINT)
	return errors.Join(err, os.RemoveAll(s.dir))
}

const (
	// prefix begins the names of the servers' folders; the number of the
	// process that made one follows.
	prefix = "toolcrib-pg-"
	// port is only a part of the socket's name: no server listens on the network.
	port = 5432

	startTimeout = 30 * time.Second
)

// sweep removes what processes left behind that were killed. Their servers
// have ended with them.
func sweep() {
	left, _ := filepath.Glob(filepath.Join(os.TempDir(), prefix+"*")) // fails for a bad pattern only
	for _, dir := range left {
		number, _, _ := strings.Cut(strings.TrimPrefix(filepath.Base(dir), prefix), "-")
		pid, err := strconv.Atoi(number)
		if err == nil && errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) {
			_ = os.RemoveAll(dir) // another user's may stay
		}
	}
}

// binaries finds the folder that holds PostgreSQL's programs: the newest that
// Debian has, or the one on the path.
func binaries() (string, error) {
	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/postgres") // fails for a bad pattern only
	slices.SortFunc(found, func(a, b string) int { return version(b) - version(a) })
	if len(found) > 0 {
		return filepath.Dir(found[0]), nil
	}
	if path, err := exec.LookPath("postgres"); err == nil {
		if path, err = filepath.EvalSymlinks(path); err == nil {
			return filepath.Dir(path), nil
		}
	}
	return "", errors.New("pgtest: PostgreSQL is not installed, and these tests need it; scripts/install-postgres installs it")
}

func version(path string) int {
	n, _ := strconv.Atoi(filepath.Base(filepath.Dir(filepath.Dir(path)))) // 0 for a folder that is not a version's
	return n
}
