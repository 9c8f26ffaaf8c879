package sqlite

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"time"

	"toolcrib/internal/account"
	"toolcrib/internal/store/ledger"
	"toolcrib/internal/store/migrations"
	"toolcrib/internal/store/sqldb"
)

// Options says which file to open and how.
type Options struct {
	// Path of the database file. It and its folder are made where missing,
	// readable by the user of this process alone.
	Path string
	// Plan is what accounts are given each month. It must not change any more.
	Plan account.Plan
	// Clock tells the time; nil means time.Now.
	Clock func() time.Time
}

// Store is an account.Store in one SQLite file. Any number of processes may
// have the same file open.
type Store struct {
	*sqldb.Store

	path  string
	sync  string
	plan  account.Plan
	clock func() time.Time

	readers *readers

	lock   chan struct{} // holds one token; what follows belongs to its holder
	writer *conn         // nil at first and after a failure that left its state unknown
	deltas *deltas
	mirror mirror
	batch  ledger.Batch
	args   []any // reused between statements
	closed bool
}

var _ account.Store = (*Store)(nil)

var errClosed = errors.New("sqlite: the store is closed")

const pragmas = "&_pragma=busy_timeout(5000)&_pragma=foreign_keys(1)"

// Open opens the store, making the file and bringing its schema up to date
// where needed. Opening a file that another process has open is safe at any
// time. The error for a file that cannot be used names the path, the user and
// what to do; a schema newer than this program knows is refused.
func Open(ctx context.Context, o Options) (*Store, error) {
	// FULL: the log is on disk before a commit returns (the default of WAL
	// mode, NORMAL, may lose the last commits when the power fails).
	return open(ctx, o, "FULL")
}

func open(ctx context.Context, o Options, sync string) (*Store, error) {
	path, err := filepath.Abs(o.Path)
	if err != nil || o.Path == "" {
		return nil, fmt.Errorf("sqlite: %q is not a path for a database file", o.Path)
	}
	if err := createFile(path); err != nil {
		return nil, openError(path, err)
	}
	s := &Store{
		path:  path,
		sync:  sync,
		plan:  o.Plan,
		clock: o.Clock,
		lock:  make(chan struct{}, 1),
	}
	if s.clock == nil {
		s.clock = time.Now
	}
	s.Store = sqldb.New(db{s}, dialect, s.plan)
	s.deltas = newDeltas()
	s.mirror.deltas, s.mirror.limit = s.deltas, mirrorLimit
	s.mirror.reset()
	if err := migrate(ctx, s.writeDSN()); errors.Is(err, migrations.ErrNewer) {
		return nil, fmt.Errorf("sqlite: the database file %s cannot be used: %w", path, err)
	} else if err != nil {
		return nil, openError(path, err)
	}
	if s.readers, err = openReaders(path); err != nil {
		return nil, openError(path, err)
	}
	// SQLite opens a file it may only read without complaint; an empty
	// transaction brings that to light now.
	if err := s.write(ctx, func(*conn) error { return nil }); err != nil {
		return nil, openError(path, errors.Join(err, s.Close()))
	}
	return s, nil
}

// createFile makes the folder and an empty file. A file that exists is not
// opened here: closing it again would drop the locks that SQLite holds on it
// elsewhere in this process (POSIX advisory locks, fcntl(2)).
func createFile(path string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return nil
	}
	if err != nil {
		return err
	}
	return f.Close()
}

// openError explains a failure of Open to whoever runs the service: SQLite
// itself says no more than "unable to open database file (14)".
func openError(path string, err error) error {
	uid, dir := os.Getuid(), filepath.Dir(path)
	return fmt.Errorf("sqlite: cannot use the database file %s as user id %d: %w; "+
		"make the folder and what is in it writable for this user ('chown -R %[2]d %[4]s' as root), "+
		"mount one there that can be written to, or choose another path",
		path, uid, err, dir)
}

func fileURI(path string) string {
	return "file:" + (&url.URL{Path: filepath.ToSlash(path)}).EscapedPath()
}

// checkpointPages is the length of the write-ahead log, in pages of 4 KiB, at
// which a commit also moves it into the file. At the default of 1,000 that
// took a tenth of the time of a loaded server, and made its slowest commits.
const checkpointPages = "4000"

func (s *Store) writeDSN() string {
	return fileURI(s.path) + "?mode=rw" + pragmas + "&_pragma=wal_autocheckpoint(" + checkpointPages + ")" +
		"&_pragma=temp_store(MEMORY)&_pragma=journal_mode(WAL)&_pragma=synchronous(" + s.sync + ")"
}

// Ping tells whether the store can be read.
func (s *Store) Ping(ctx context.Context) error {
	return s.readers.read(ctx, func(c *conn) error {
		_, _, err := c.queryInt("SELECT at FROM ledger_applied")
		return err
	})
}

// Close waits for the transactions in progress and closes the file.
func (s *Store) Close() error {
	ctx := context.Background()
	// What cannot be applied now is applied by whoever opens the file next.
	_ = s.write(ctx, s.apply)
	again := false
	err := s.locked(ctx, func() error {
		again, s.closed = s.closed, true
		if s.writer == nil {
			return nil
		}
		defer func() { s.writer = nil }()
		return s.writer.close()
	})
	// Not under the lock: a reader may wait for it.
	if !again && s.readers != nil {
		err = errors.Join(err, s.readers.close())
	}
	return err
}
