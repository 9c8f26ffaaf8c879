package postgres

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"toolcrib/internal/account"
	"toolcrib/internal/store/sqldb"
	"toolcrib/internal/window"
)

// Options says which database to open and how.
type Options struct {
	// URL of the database, postgres://user:password@host:port/name, or the
	// keyword form of libpq. What it leaves out comes from the PG environment
	// variables. pool_max_conns and the settings of a session may be given in it.
	URL string
	// Plan is what accounts are given each month.
	Plan account.Plan
	// Clock tells the time in place of the database's clock; nil, as outside
	// of tests, means the database's.
	Clock func() time.Time
	// Monotonic is the time since any fixed moment, by which it is noticed
	// that the clock jumps; nil means the process's where Clock is nil, and
	// that nobody watches Clock where it is not.
	Monotonic func() time.Duration
}

// Store is an account.Store and a window.Shared in one PostgreSQL database.
type Store struct {
	*sqldb.Store
	pool  *pgxpool.Pool
	hot   *pgxpool.Pool // for charges and windows alone
	plan  account.Plan
	clock func() time.Time
	pairs atomic.Pointer[map[account.Pool]pair]
	watch watch
}

var (
	_ account.Store = (*Store)(nil)
	_ window.Shared = (*Store)(nil)
)

// maxConns bounds the connections of one node where the URL does not, which a
// migration needs minConns of; hotConns are beside them, to charge and count
// without waiting for the others.
const (
	maxConns = 8
	minConns = 2
	hotConns = 4
)

// session are settings of every connection that the URL does not make itself.
// A node that vanishes inside a transaction must not keep an account locked,
// and one that waits for such a lock must not outlive its caller.
var session = map[string]string{
	"application_name":                    "toolcrib",
	"lock_timeout":                        "2s",
	"idle_in_transaction_session_timeout": "5s",
}

// hotSession adds what keeps the statements of charges on their indexes, each
// planned once: a plan that suited the table of yesterday must not stop
// charges today.
var hotSession = map[string]string{
	"plan_cache_mode": "force_generic_plan",
	"enable_seqscan":  "off", "enable_hashjoin": "off", "enable_mergejoin": "off",
}

// Open opens the store and brings its schema up to date where needed. Any
// number of nodes may open a database at the same time. A schema newer than
// this program knows is refused, and so is a database that would lose charges
// in a crash (synchronous_commit off) or that can only be read.
func Open(ctx context.Context, o Options) (*Store, error) {
	config, err := pgxpool.ParseConfig(o.URL)
	if err != nil {
		return nil, fmt.Errorf("postgres: %w", err)
	}
	if given, err := pgx.ParseConfig(o.URL); err == nil && given.RuntimeParams["pool_max_conns"] == "" {
		config.MaxConns = maxConns
	}
	config.MaxConns = max(config.MaxConns, minConns)
	setDefaults(config, session)
	hot := config.Copy()
	hot.MaxConns = hotConns
	setDefaults(hot, hotSession)

	s := &Store{plan: o.Plan, clock: o.Clock, watch: watch{monotonic: o.Monotonic}}
	if start := time.Now(); o.Clock == nil && o.Monotonic == nil {
		s.watch.monotonic = func() time.Duration { return time.Since(start) }
	}
	s.pairs.Store(&map[account.Pool]pair{})
	s.Store = sqldb.New(database{s}, dialect, o.Plan)
	if s.pool, err = pgxpool.NewWithConfig(ctx, config); err != nil {
		return nil, fmt.Errorf("postgres: %w", err)
	}
	if err = s.check(ctx); err == nil {
		err = migrate(ctx, s.pool)
	}
	if err == nil {
		s.hot, err = pgxpool.NewWithConfig(ctx, hot)
	}
	if err != nil {
		s.pool.Close()
		return nil, fmt.Errorf("postgres: the database cannot be used: %w", err)
	}
	return s, nil
}

func setDefaults(config *pgxpool.Config, settings map[string]string) {
	for name, value := range settings {
		if _, given := config.ConnConfig.RuntimeParams[name]; !given {
			config.ConnConfig.RuntimeParams[name] = value
		}
	}
}

// check refuses a database that could not keep what it is given.
func (s *Store) check(ctx context.Context) error {
	var commit, readOnly string
	err := s.pool.QueryRow(ctx, "SELECT current_setting('synchronous_commit'), current_setting('transaction_read_only')").
		Scan(&commit, &readOnly)
	switch {
	case err != nil:
		return err
	case commit == "off":
		return errors.New("synchronous_commit is off for it, so a crash would lose charges; " +
			"turn it on with ALTER DATABASE or ALTER ROLE … SET synchronous_commit = on")
	case readOnly == "on":
		return errors.New("it can only be read, as a standby can; name the primary")
	}
	return nil
}

// Ping tells whether the database answers.
func (s *Store) Ping(ctx context.Context) error { return s.pool.Ping(ctx) }

// Close waits for what is under way and closes all connections.
func (s *Store) Close() error {
	s.hot.Close()
	s.pool.Close()
	return nil
}
