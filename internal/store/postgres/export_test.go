package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Statements lists the SQL of all statements that the store has prepared on
// connections that are open and not in use; none of a store that is closed.
func (s *Store) Statements(ctx context.Context) (texts []string, err error) {
	for _, pool := range []*pgxpool.Pool{s.pool, s.hot} {
		for _, conn := range pool.AcquireAllIdle(ctx) {
			if err == nil {
				var some []string
				rows, _ := conn.Query(ctx, "SELECT statement FROM pg_prepared_statements") // its error is that of CollectRows
				some, err = pgx.CollectRows(rows, pgx.RowTo[string])
				texts = append(texts, some...)
			}
			conn.Release()
		}
	}
	return texts, err
}
