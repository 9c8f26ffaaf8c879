package sqlite_test

import (
	"database/sql"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"toolcrib/internal/store/sqlite"
)

// gathered is the SQL of the statements of many stores.
type gathered struct {
	mu    sync.Mutex
	texts map[string]bool
}

// gathering is a store that tells, when it is closed, what it was asked.
type gathering struct {
	*sqlite.Store
	to *gathered
}

func (g gathering) Close() error {
	texts := g.Statements()
	g.to.mu.Lock()
	for _, text := range texts {
		g.to.texts[text] = true
	}
	g.to.mu.Unlock()
	return g.Store.Close()
}

// wholeReads are the statements that read a table from end to end because that
// is what is asked of them.
var wholeReads = []*regexp.Regexp{
	regexp.MustCompile(`^(WITH (moved|charged|taken) |SELECT ')`),                     // the checks of the whole ledger
	regexp.MustCompile(`FROM (accounts|users u|api_keys k) .*ORDER BY \w*\.?seq$`),    // lists of all
	regexp.MustCompile(`^SELECT \(SELECT count\(\*\) FROM accounts\)`),                // their numbers
	regexp.MustCompile(`api_keys k JOIN usage_(daily|refused) \w ON .* WHERE 1 = 1 `), // usage of all keys
	regexp.MustCompile(`(FROM|UPDATE) (ledger_applied|audit_head)\b`),                 // one row
	regexp.MustCompile(`FROM ledger_deltas`),                                          // few, and all of them are wanted
	regexp.MustCompile(`FROM hold_parts WHERE from_acct`),                             // of the holds that are open
}

// checkPlans requires that each statement finds its rows by an index, or reads
// in the order that it wants them in and stops at its LIMIT.
func checkPlans(t *testing.T, statements map[string]bool) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "plans.db")
	open(t, path)
	db, err := sql.Open("sqlite", "file:"+path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if len(statements) < 100 {
		t.Errorf("only %d statements were gathered", len(statements))
	}
	for text := range statements {
		flat := strings.Join(strings.Fields(text), " ")
		if matchesAny(wholeReads, flat) {
			continue
		}
		if fault := planFault(t, db, text); fault != "" && !(strings.Contains(flat, " LIMIT ") && !strings.Contains(fault, "TEMP B-TREE")) {
			t.Errorf("%s\n%.500s", fault, flat)
		}
	}
}

func matchesAny(list []*regexp.Regexp, text string) bool {
	for _, re := range list {
		if re.MatchString(text) {
			return true
		}
	}
	return false
}

// planFault is the plan of a statement where it scans a table or makes an
// index of its own, else "".
func planFault(t *testing.T, db *sql.DB, text string) string {
	t.Helper()
	rows, err := db.Query("EXPLAIN QUERY PLAN "+text, make([]any, parameters(text))...)
	if err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	defer rows.Close()
	var plan []string
	made := map[string]bool{} // results of parts of the statement, which have names too
	fault := false
	for rows.Next() {
		var id, parent, unused int
		var detail string
		if err := rows.Scan(&id, &parent, &unused, &detail); err != nil {
			t.Fatal(err)
		}
		plan = append(plan, detail)
		words := strings.Fields(detail)
		switch {
		case words[0] == "CO-ROUTINE" || words[0] == "MATERIALIZE":
			made[words[1]] = true
		case strings.Contains(detail, "AUTOMATIC"):
			fault = true
		case words[0] == "SCAN" && !made[words[1]] && !strings.HasSuffix(detail, "CONSTANT ROW") && !strings.HasSuffix(detail, "VALUES CLAUSE") && !partial.MatchString(detail):
			fault = true
		}
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	if !fault {
		return ""
	}
	return strings.Join(plan, "; ")
}

// partial are indexes that hold only what waits to be done.
var partial = regexp.MustCompile(`INDEX (holds_open|refunds_pending|events_due)\b`)

var parameter = regexp.MustCompile(`\$\d+|\?`)

// parameters counts what a statement is given: $1 to the highest, or each ?.
func parameters(text string) int {
	highest := map[string]bool{}
	n := 0
	for _, p := range parameter.FindAllString(text, -1) {
		if p == "?" || !highest[p] {
			n++
		}
		highest[p] = true
	}
	return n
}
