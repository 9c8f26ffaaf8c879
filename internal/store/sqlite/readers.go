package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"runtime"
)

// readers are the connections that cannot write, with the statements that
// answering a call may need: preparing those costs more than running them.
type readers struct {
	*sql.DB
	keyByHash *sql.Stmt
	balance   *sql.Stmt
	usage     *sql.Stmt
}

func openReaders(ctx context.Context, path string) (r readers, err error) {
	r.DB, err = sql.Open("sqlite", fileURI(path)+"?mode=ro"+pragmas+"&_pragma=query_only(1)")
	if err != nil {
		return r, err
	}
	n := max(4, runtime.GOMAXPROCS(0))
	r.SetMaxOpenConns(n)
	r.SetMaxIdleConns(n)
	for query, stmt := range map[string]**sql.Stmt{
		readKeyByHash: &r.keyByHash, readBalance: &r.balance, readUsage: &r.usage,
	} {
		if *stmt, err = r.PrepareContext(ctx, query); err != nil {
			return r, errors.Join(err, r.Close())
		}
	}
	return r, nil
}
