package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"toolcrib/internal/account"
	"toolcrib/internal/config"
	"toolcrib/internal/op"
	"toolcrib/internal/store/sqlite"
)

type backupCmd struct {
	SettingFlags `show:"data"`
	File         string `arg:"" help:"File to write; it must not exist yet."`
	JSON         bool   `help:"Print JSON."`
}

// Run copies the data while the server goes on.
func (c *backupCmd) Run(ctx context.Context, p *Process, given flags) error {
	s, _, err := c.load(p, given)
	if err != nil {
		return err
	}
	if s.DatabaseURL != "" {
		return usage("backup copies the SQLite file; for PostgreSQL use its own tools while the servers run, such as\n  pg_dump --format=custom --file FILE \"$TOOLCRIB_DATABASE_URL\"")
	}
	from := filepath.Join(s.Data, databaseFile)
	fmt.Fprintf(p.Stderr, "Copying %s …\n", from)
	size, err := sqlite.Backup(ctx, from, c.File)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return serverError(fmt.Errorf("%w; there is no data in the folder %s, or no folder to write to", err, s.Data))
	case errors.Is(err, fs.ErrExist):
		return usage("%s exists already and is left as it is; name another file", c.File)
	case err != nil:
		return serverError(err)
	}
	if c.JSON {
		return printJSON(p.Stdout, op.Object{{Name: "file", Value: c.File}, {Name: "bytes", Value: size}})
	}
	_, err = fmt.Fprintf(p.Stdout, "%s holds all data (%d bytes), as of the moment the copy began. Keep it as safe as the data: it holds password hashes.\n", c.File, size)
	return err
}

// hasData tells whether the data folder holds a database.
func hasData(s config.Settings) bool {
	_, err := os.Lstat(filepath.Join(s.Data, databaseFile))
	return err == nil
}

type restoreCmd struct {
	SettingFlags `show:"data"`
	File         string `arg:"" help:"File that 'toolcrib backup' wrote."`
	Replace      bool   `help:"Put it in the place of the data that is there, which is kept under another name."`
	JSON         bool   `help:"Print JSON."`
}

// Run puts a backup in the place of the data, brings it to this version's
// schema and checks that every unit in it is accounted for.
func (c *restoreCmd) Run(ctx context.Context, p *Process, given flags) error {
	s, _, err := c.load(p, given)
	if err != nil {
		return err
	}
	if s.DatabaseURL != "" {
		return usage("restore writes the SQLite file; for PostgreSQL stop the servers and use its own tools, such as\n  pg_restore --clean --if-exists --dbname \"$TOOLCRIB_DATABASE_URL\" FILE")
	}
	to := filepath.Join(s.Data, databaseFile)
	if hasData(s) && !c.Replace {
		return usage("there is data in %s already; with --replace it is kept under another name and the backup put in its place", s.Data)
	}
	fmt.Fprintf(p.Stderr, "Reading %s through, then copying it to %s …\n", c.File, to)
	aside, err := sqlite.Restore(ctx, c.File, to)
	switch {
	case errors.Is(err, sqlite.ErrInUse):
		return serverError(fmt.Errorf("%w; stop the server first. Nothing was changed", err))
	case err != nil:
		return serverError(fmt.Errorf("%w. Nothing was changed", err))
	}
	return c.with(ctx, p, given, findStore, func(ctx context.Context, store account.Store) error {
		if err := store.Record(ctx, "data.restore", "", "from a backup"); err != nil {
			return err
		}
		report, err := store.Verify(ctx)
		if err != nil {
			return serverError(err)
		}
		if c.JSON {
			err = printJSON(p.Stdout, op.Object{{Name: "data", Value: to}, {Name: "replaced", Value: aside}, {Name: "ledger", Value: reportObject(report)}})
		} else {
			if aside != "" {
				fmt.Fprintf(p.Stdout, "What was there is now %s.\n", aside)
			}
			err = printReport(p, report)
		}
		if err == nil && !report.OK() {
			return errSaidNo
		}
		return err
	})
}
