package postgres_test

import (
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"

	"toolcrib/internal/store/postgres"
)

// gathered is the SQL of the statements of many stores.
type gathered struct {
	mu    sync.Mutex
	texts map[string]bool
}

// gathering is a store that tells, when it is closed, what it was asked.
type gathering struct {
	*postgres.Store
	to *gathered
}

func (g gathering) Close() error {
	texts, err := g.Statements(context.Background())
	g.to.mu.Lock()
	for _, text := range texts {
		g.to.texts[text] = true
	}
	g.to.mu.Unlock()
	if err != nil {
		return err
	}
	return g.Store.Close()
}

// wholeReads are the statements that read a table from end to end because that
// is what is asked of them.
var wholeReads = []*regexp.Regexp{
	regexp.MustCompile(`^(WITH (moved|charged|taken) |SELECT ')`),                     // the checks of the whole ledger
	regexp.MustCompile(`FROM (accounts|users u|api_keys k) .*ORDER BY \w*\.?seq$`),    // lists of all
	regexp.MustCompile(`^SELECT \(SELECT count\(\*\) FROM accounts\)`),                // their numbers
	regexp.MustCompile(`api_keys k JOIN usage_(daily|refused) \w ON .* WHERE 1 = 1 `), // usage of all keys
	regexp.MustCompile(`(FROM|UPDATE) (audit_head|goose_\w+|pg_\w+)\b`),               // one row, or the database's own
	regexp.MustCompile(`^DELETE FROM rate_windows`),                                   // of keys in use a moment ago
	regexp.MustCompile(`FROM hold_parts WHERE from_acct`),                             // of the holds that are open
	regexp.MustCompile(`^(BEGIN|COMMIT|ROLLBACK|CREATE|ALTER|DROP|LOCK|SET)\b`),
}

// checkPlans requires that each statement finds its rows by an index, or reads
// in the order that it wants them in and stops at its LIMIT.
func checkPlans(t *testing.T, url string, statements map[string]bool) {
	t.Helper()
	ctx := context.Background()
	conn, err := pgx.Connect(ctx, url)
	must(t, err)
	defer func() { must(t, conn.Close(ctx)) }()
	// With reading tables whole made dear, what still does so has no index to use.
	for _, set := range []string{"enable_seqscan = off", "plan_cache_mode = force_generic_plan"} {
		_, err := conn.Exec(ctx, "SET "+set)
		must(t, err)
	}
	if len(statements) < 100 {
		t.Errorf("only %d statements were gathered", len(statements))
	}
	for text := range statements {
		flat := strings.Join(strings.Fields(text), " ")
		if slices.ContainsFunc(wholeReads, func(re *regexp.Regexp) bool { return re.MatchString(flat) }) {
			continue
		}
		if fault := explain(t, conn, text).fault(false); fault != "" {
			t.Errorf("%s\n%.500s", fault, flat)
		}
	}
}

// step is one of a plan, as EXPLAIN (FORMAT JSON) has it.
type step struct {
	Type  string `json:"Node Type"`
	Table string `json:"Relation Name"`
	Index string `json:"Index Name"`
	Cond  string `json:"Index Cond"`
	Plans []step
}

func explain(t *testing.T, conn *pgx.Conn, text string) step {
	t.Helper()
	ctx := context.Background()
	made, err := conn.Prepare(ctx, "planned", text)
	if err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	nulls := strings.TrimSuffix(strings.Repeat("NULL, ", len(made.ParamOIDs)), ", ")
	if nulls != "" {
		nulls = "(" + nulls + ")"
	}
	var plan []byte
	err = conn.QueryRow(ctx, "EXPLAIN (FORMAT JSON) EXECUTE planned"+nulls, pgx.QueryExecModeSimpleProtocol).Scan(&plan)
	if err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	must(t, conn.Deallocate(ctx, "planned"))
	var whole []struct{ Plan step }
	must(t, json.Unmarshal(plan, &whole))
	return whole[0].Plan
}

// partial are indexes that hold only what waits to be done.
var partial = []string{"holds_open", "refunds_pending", "events_due"}

// fault names the first step that reads a table from end to end, unless a LIMIT
// ends it.
func (n step) fault(limited bool) string {
	limited = limited || n.Type == "Limit"
	reads := n.Type == "Seq Scan" || strings.HasPrefix(n.Type, "Index") && n.Cond == "" && !slices.Contains(partial, n.Index)
	if reads && !limited {
		return fmt.Sprintf("%s of %s by %q", n.Type, n.Table, n.Index)
	}
	if n.Type == "Sort" {
		limited = false // it takes all before it gives the first
	}
	for _, under := range n.Plans {
		if fault := under.fault(limited); fault != "" {
			return fault
		}
	}
	return ""
}
