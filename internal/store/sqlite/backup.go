package sqlite

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"toolcrib/internal/store/migrations"
)

// ErrInUse is returned where a file cannot be replaced because some process
// has it open.
var ErrInUse = errors.New("sqlite: the database is in use")

// Backup copies the database at path, as one moment saw it, to a new file,
// while other processes go on charging. It returns the length of the copy,
// which is on disk then. A file that exists already is left alone and is an
// error.
func Backup(ctx context.Context, path, to string) (size int64, err error) {
	if _, err := os.Stat(path); err != nil {
		return 0, err
	}
	if _, err := os.Lstat(to); !errors.Is(err, fs.ErrNotExist) {
		return 0, fmt.Errorf("sqlite: backup %s: %w", to, existing(err))
	}
	part := to + ".part"
	if err := os.Remove(part); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return 0, err
	}
	defer func() {
		if err != nil {
			_ = os.Remove(part)
		}
	}()
	c, err := openConn(fileURI(path) + "?mode=ro" + pragmas)
	if err != nil {
		return 0, err
	}
	c.ctx = ctx
	_, err = c.Exec("VACUUM INTO $1", part)
	if err := errors.Join(err, c.close()); err != nil {
		return 0, fmt.Errorf("sqlite: backup of %s: %w", path, err)
	}
	if size, err = settle(part); err != nil {
		return 0, err
	}
	return size, move(part, to)
}

// existing is err, or that the file exists where there is none.
func existing(err error) error {
	if err == nil {
		return fs.ErrExist
	}
	return err
}

// Restore puts a backup in the place of the database at path, whose file and
// folder are made where missing. A database that is there is moved aside, to
// the returned name; one that any process has open is not touched (ErrInUse).
// The backup is read through first: a damaged one, and one that a newer
// program made, change nothing.
func Restore(ctx context.Context, backup, path string) (aside string, err error) {
	if err := soundCopy(ctx, backup); err != nil {
		return "", err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return "", err
	}
	part := path + ".part"
	defer func() { _ = os.Remove(part) }() // gone already where all went well
	if err := copyFile(backup, part); err != nil {
		return "", err
	}
	if _, err := settle(part); err != nil {
		return "", err
	}
	if aside, err = moveAside(path); err != nil {
		return "", err
	}
	if err := move(part, path); err != nil {
		return "", errors.Join(err, os.Rename(aside, path))
	}
	return aside, nil
}

// soundCopy reads a backup through.
func soundCopy(ctx context.Context, backup string) error {
	have, known, err := Versions(ctx, backup)
	if err != nil {
		return err
	}
	if have == 0 {
		return fmt.Errorf("sqlite: %s is no backup of a toolcrib database", backup)
	}
	if have > known {
		return fmt.Errorf("sqlite: %s: %w", backup, migrations.ErrNewer)
	}
	c, err := openConn(fileURI(backup) + "?mode=ro" + pragmas)
	if err != nil {
		return err
	}
	c.ctx = ctx
	var verdict string
	err = c.Query("PRAGMA integrity_check(1)", func(scan func(...any) error) error { return scan(&verdict) })
	if err == nil && verdict != "ok" {
		err = errors.New(verdict)
	}
	if err := errors.Join(err, c.close()); err != nil {
		return fmt.Errorf("sqlite: the backup %s is damaged: %w", backup, err)
	}
	return nil
}

// moveAside renames the database at path, "" where there is none. Taking it
// exclusively first moves the write-ahead log into the file and shows whether
// anybody has it open: in WAL mode every connection holds a shared lock.
func moveAside(path string) (aside string, err error) {
	if _, err := os.Lstat(path); errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	c, err := openConn(fileURI(path) + "?mode=rw&_pragma=busy_timeout(1000)&_pragma=locking_mode(EXCLUSIVE)")
	if err != nil {
		return "", err
	}
	_, err = c.Exec("PRAGMA wal_checkpoint(TRUNCATE)")
	if err == nil {
		_, err = c.Exec("BEGIN EXCLUSIVE")
	}
	if err != nil {
		return "", errors.Join(fmt.Errorf("%w: %s: %w", ErrInUse, path, err), c.close())
	}
	if _, err = c.Exec("ROLLBACK"); err != nil {
		return "", errors.Join(err, c.close())
	}
	if err := c.close(); err != nil {
		return "", err
	}
	for n := 1; ; n++ {
		aside = fmt.Sprintf("%s.before-restore-%d", path, n)
		if _, err := os.Lstat(aside); errors.Is(err, fs.ErrNotExist) {
			return aside, move(path, aside)
		}
	}
}

func copyFile(from, to string) (err error) {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, in.Close()) }()
	out, err := os.OpenFile(to, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, out.Close()) }()
	_, err = io.Copy(out, in)
	return err
}

// settle makes a file readable for its owner alone and brings it to the disk.
func settle(path string) (size int64, err error) {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	if err := errors.Join(f.Chmod(0o600), f.Sync()); err != nil {
		return 0, err
	}
	info, err := f.Stat()
	if err != nil {
		return 0, err
	}
	return info.Size(), nil
}

// move renames a file within its folder and brings that to the disk.
func move(from, to string) error {
	if err := os.Rename(from, to); err != nil {
		return err
	}
	dir, err := os.Open(filepath.Dir(to))
	if err != nil {
		return err
	}
	// Not every file system can sync a folder; the rename itself is done.
	_ = dir.Sync()
	return dir.Close()
}
