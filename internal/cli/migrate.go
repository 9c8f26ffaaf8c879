package cli

import (
	"context"
	"fmt"
	"path/filepath"

	"toolcrib/internal/account"
	"toolcrib/internal/config"
	"toolcrib/internal/op"
	"toolcrib/internal/store/postgres"
	"toolcrib/internal/store/sqlite"
)

type migrateCmd struct {
	SettingFlags `show:"data,database-url"`
	Check        bool `help:"Change nothing; exit 1 where the schema is not this version's."`
	JSON         bool `help:"Print JSON."`
}

// Run brings the schema up to date, as every command and the server do when
// they open the store, or tells whether it is.
func (c *migrateCmd) Run(ctx context.Context, p *Process, given flags) error {
	s, _, err := c.load(p, given)
	if err != nil {
		return err
	}
	if !c.Check {
		err := c.with(ctx, p, given, findStore, func(context.Context, account.Store) error { return nil })
		if err != nil {
			return err
		}
	}
	have, known, err := versions(ctx, s)
	if err != nil {
		return serverError(err)
	}
	if c.JSON {
		err = printJSON(p.Stdout, op.Object{{Name: "schema", Value: have}, {Name: "known", Value: known}, {Name: "current", Value: have == known}})
	} else {
		_, err = fmt.Fprintln(p.Stdout, standing(have, known))
	}
	if err == nil && have != known {
		return errSaidNo
	}
	return err
}

func versions(ctx context.Context, s config.Settings) (have, known int64, err error) {
	if s.DatabaseURL != "" {
		return postgres.Versions(ctx, s.DatabaseURL)
	}
	return sqlite.Versions(ctx, filepath.Join(s.Data, databaseFile))
}

func standing(have, known int64) string {
	switch {
	case have < known:
		return fmt.Sprintf("The schema is at version %d and this program needs %d; 'toolcrib migrate' brings it there.", have, known)
	case have > known:
		return fmt.Sprintf("The schema is at version %d, made by a newer program; this one knows %d and refuses it.", have, known)
	}
	return fmt.Sprintf("The schema is at version %d, which is this program's.", have)
}
