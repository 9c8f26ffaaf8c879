package desk

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"toolcrib/internal/account"
)

// count is one line of usage, from wherever it was read.
type count struct {
	day, key, op                     string
	requests, units, errors, replays int64
}

// ledger reads a range from the store.
func (o *office) ledger(from, to int64) (list []count) {
	rows, err := o.store.Usage(o.t.Context(), account.UsageQuery{AccountID: o.account.ID, From: from, To: to})
	if err != nil {
		o.t.Fatal(err)
	}
	for _, u := range rows {
		day := strconv.FormatInt(u.Day, 10)
		list = append(list, count{day[:4] + "-" + day[4:6] + "-" + day[6:], u.KeyID, u.Op, u.Requests, u.Units, u.Errors, u.Replays})
	}
	return list
}

func number(t *testing.T, text string) int64 {
	t.Helper()
	n, err := strconv.ParseInt(strings.ReplaceAll(text, ",", ""), 10, 64)
	if err != nil {
		t.Error(err)
	}
	return n
}

// TestUsageIsTheLedgers compares the page and both files with the store.
func TestUsageIsTheLedgers(t *testing.T) {
	o := newOffice(t)
	o.busy()
	b := o.tabs[account.RoleViewer]
	today := o.clock.Now()
	for query, from := range map[string]time.Time{
		"range=today": today, "range=7": today.AddDate(0, 0, -6), "range=30": today.AddDate(0, 0, -29),
		"range=month": time.Date(today.Year(), today.Month(), 1, 0, 0, 0, 0, time.UTC), "": time.Date(today.Year(), today.Month(), 1, 0, 0, 0, 0, time.UTC),
		"range=custom&from=2026-11-20&to=" + today.Format(time.DateOnly): time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC),
	} {
		want := o.ledger(account.Day(from), account.Day(today))
		if query != "range=today" && len(want) < 8 {
			t.Fatalf("%s: %d lines in the ledger", query, len(want))
		}
		if got := o.fromCSV(b.get("/account/usage.csv?" + query).body); !slices.Equal(got, want) {
			t.Errorf("%s: CSV has %d lines, the ledger %d", query, len(got), len(want))
		}
		if got := o.fromJSON(b.get("/account/usage.json?" + query).body); !slices.Equal(got, want) {
			t.Errorf("%s: JSON has %d lines, the ledger %d", query, len(got), len(want))
		}
		var total count
		for _, c := range want {
			total.requests += c.requests
			total.units += c.units
			total.errors += c.errors
			total.replays += c.replays
		}
		for _, by := range []string{"op", "key"} {
			body := b.get("/account/usage?by=" + by + "&" + query).body
			if len(want) == 0 {
				continue
			}
			foot := regexp.MustCompile(`(?s)<tfoot>.*?</tfoot>`).FindString(body)
			var got []int64
			for _, m := range regexp.MustCompile(`class="num">([\d,]+)<`).FindAllStringSubmatch(foot, -1) {
				got = append(got, number(t, m[1]))
			}
			if !slices.Equal(got, []int64{total.requests, total.units, total.errors, total.replays}) {
				t.Errorf("%s by %s: the page adds up to %v, the ledger to %+v", query, by, got, total)
			}
			if lines := strings.Count(body[strings.Index(body, "<details"):], "<tr><td"); lines != len(want) {
				t.Errorf("%s: %d lines in the page, %d in the ledger", query, lines, len(want))
			}
		}
	}
}

func TestUsageOfOneKey(t *testing.T) {
	o := newOffice(t)
	o.use(o.key, "uuid-generator", account.PoolCompute, 1, 3)
	other := o.fixture.key(account.Key{AccountID: o.account.ID, Name: "other"})
	o.use(other, "emi-calculator", account.PoolCompute, 1, 4)
	got := o.fromCSV(o.tabs[account.RoleViewer].get("/account/usage.csv?key=" + other.ID).body)
	if want := []count{{"2026-11-22", other.ID, "emi-calculator", 4, 4, 0, 0}}; !slices.Equal(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
	if page := o.tabs[account.RoleViewer].get("/account/usage?key=" + other.ID); strings.Contains(page.words(), "UUID generator") {
		t.Error("the page of one key shows another's usage")
	}
}

func (o *office) fromCSV(text string) (list []count) {
	o.t.Helper()
	rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil {
		o.t.Fatal(err)
	}
	for _, r := range rows[1:] {
		if r[1] != o.account.ID {
			o.t.Errorf("a line of account %s", r[1])
		}
		list = append(list, count{r[0], r[2], r[3], number(o.t, r[4]), number(o.t, r[5]), number(o.t, r[6]), number(o.t, r[7])})
	}
	return list
}

func (o *office) fromJSON(text string) (list []count) {
	o.t.Helper()
	var file struct{ Usage []map[string]any }
	if err := json.Unmarshal([]byte(text), &file); err != nil {
		o.t.Fatal(err)
	}
	for _, u := range file.Usage {
		n := func(name string) int64 { return int64(u[name].(float64)) }
		list = append(list, count{u["day"].(string), u["key"].(string), u["operation"].(string), n("requests"), n("units"), n("errors"), n("replays")})
	}
	return list
}

func TestUsageRanges(t *testing.T) {
	o := newOffice(t)
	b := o.tabs[account.RoleViewer]
	for query, good := range map[string]bool{
		"from=2026-11-01&to=2026-11-01": true, "from=2026-01-01&to=2027-01-01": true,
		"from=2026-01-01&to=2027-01-02": false, "from=2026-11-02&to=2026-11-01": false, "from=2026-11-31&to=2026-12-01": false,
		"": false, "from=2026-11-01": false, "from=x&to=y": false,
	} {
		page, file := http.StatusOK, http.StatusOK
		if !good {
			page, file = http.StatusUnprocessableEntity, http.StatusUnprocessableEntity
		}
		b.get("/account/usage?range=custom&"+query).is(t, query, page)
		b.get("/account/usage.csv?range=custom&"+query).is(t, query, file)
	}
	b.get("/account/usage?range=nonsense&by=%3Cb%3E&measure=x").is(t, "unknown words", http.StatusOK)
	file := b.get("/account/usage.csv?range=7")
	if name := file.Header.Get("Content-Disposition"); name != `attachment; filename="usage-2026-11-16-2026-11-22.csv"` {
		t.Error(name)
	}
	if file.body != "day,account,key,operation,requests,units,errors,replays\r\n" {
		t.Errorf("%q", file.body)
	}
}

// A chart of many months has a bar a month, of many operations five and one
// for the others; what is drawn adds up to what was used.
func TestChart(t *testing.T) {
	o := newOffice(t)
	v := &visit{Handler: o.desk, r: httptest.NewRequest(http.MethodGet, "/account", nil)}
	var rows []account.UsageRow
	for i := range 9 {
		rows = append(rows, account.UsageRow{Day: 20260105 + int64(i)*100, Op: fmt.Sprint("op-", i), Units: int64(i + 1), Requests: 1})
	}
	from, to := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(2026, 9, 30, 0, 0, 0, 0, time.UTC)
	drawn := string(v.chart(usageChart{Rows: rows, Days: daysOf(from, to), By: byOp, Measure: measureUnits}))
	said := regexp.MustCompile(`(?s)<title>(.*?)</title>`).FindAllStringSubmatch(drawn, -1)
	sum, months := int64(0), map[string]bool{}
	for _, m := range said {
		lines := strings.Split(m[1], "\n")
		months[lines[0]] = true
		for _, line := range lines[1:] {
			sum += number(t, line[strings.LastIndex(line, " ")+1:])
		}
	}
	want := map[string]bool{}
	for m := 1; m <= 9; m++ {
		want[fmt.Sprintf("2026-%02d", m)] = true
	}
	if sum != 45 || !maps.Equal(months, want) {
		t.Errorf("the bars add up to %d, for %v", sum, slices.Sorted(maps.Keys(months)))
	}
	if n := strings.Count(drawn, `class="legend-item"`); n != maxSeries+1 {
		t.Errorf("%d names in the legend", n)
	}
	if v.chart(usageChart{Days: daysOf(from, to), By: byOp}) != "" {
		t.Error("nothing is drawn as something")
	}
}

// TestBurn: 100 units in the first ten of 30 days leave 400 of 500; at that
// pace 200 are left at the end. Ten times as much runs out.
func TestBurn(t *testing.T) {
	o := newOffice(t)
	v := &visit{Handler: o.desk, r: httptest.NewRequest(http.MethodGet, "/account", nil)}
	now := time.Date(2026, 11, 11, 0, 0, 0, 0, time.UTC)
	rows := []account.UsageRow{{Day: 20261101, Op: "uuid-generator", Units: 40}, {Day: 20261110, Op: "emi-calculator", Units: 60}, {Day: 20261105, Op: "qr-code-generator", Units: 7}}
	p := pool{Balance: account.Balance{Pool: account.PoolCompute, FreeLimit: 500, Free: 400}, Name: "account.pool.compute"}
	v.burn(&p, rows, now)
	if p.Used != 100 || p.Remaining != 200 || p.RunsOut != "" || p.Chart == "" {
		t.Errorf("%d used, %d will be left, out on %q", p.Used, p.Remaining, p.RunsOut)
	}
	// Two steps down, as far apart as the days, and as 40 is to 60.
	line := regexp.MustCompile(`class="burn-line" d="M([^"]+)"`).FindStringSubmatch(string(p.Chart))[1]
	var at []float64
	for point := range strings.SplitSeq(line, "L") {
		y, err := strconv.ParseFloat(point[strings.IndexByte(point, ' ')+1:], 64)
		if err != nil {
			t.Fatal(err)
		}
		at = append(at, y)
	}
	// The beginning, ten days, and the eleventh, which has begun.
	if len(at) != 12 || at[1] != at[9] || at[10] != at[11] || math.Abs((at[1]-at[0])/(at[10]-at[9])-40.0/60) > 0.01 {
		t.Errorf("the line goes through %v", at)
	}
	// 100 in ten days and 50 left: five days more.
	p = pool{Balance: account.Balance{Pool: account.PoolCompute, FreeLimit: 150, Free: 50}, Name: "account.pool.compute"}
	v.burn(&p, rows, now)
	if p.Remaining != 0 || p.RunsOut != "2026-11-16" {
		t.Errorf("%d will be left, out on %q", p.Remaining, p.RunsOut)
	}
	p = pool{Balance: account.Balance{Pool: account.PoolAI, Prepaid: 5}}
	if v.burn(&p, rows, now); p.Chart != "" || p.Used != 0 {
		t.Error("a pool nobody used is drawn")
	}
}

func TestRequests(t *testing.T) {
	o := newOffice(t)
	b := o.tabs[account.RoleViewer]
	other := o.fixture.key(account.Key{AccountID: o.account.ID, Name: "other"})
	good := o.called(o.key, "uuid-generator", 200, "")
	bad := o.called(other, "emi-calculator", 422, "invalid_input")
	odd := o.called(o.key, "/v1/usage", 403, "insufficient_scope")
	for query, want := range map[string][]string{
		"": {good.ID, bad.ID, odd.ID}, "?failed=1": {bad.ID, odd.ID}, "?key=" + o.key.ID: {good.ID, odd.ID}, "?failed=1&key=" + other.ID: {bad.ID},
	} {
		body := b.get("/account/requests" + query).body
		for _, c := range []string{good.ID, bad.ID, odd.ID} {
			if strings.Contains(body, c) != slices.Contains(want, c) {
				t.Errorf("%q: %s is shown: %t", query, c, strings.Contains(body, c))
			}
		}
	}
	page := b.get("/account/requests")
	for _, want := range []string{`href="/problems/invalid_input"`, `href="/tools/uuid-generator"`, "<code>/v1/usage</code>", ">1.2<", "2026-11-22 10:00:00"} {
		if !strings.Contains(page.body, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	b.get("/account/requests?key=key_nothing").is(t, "an unknown key", http.StatusNotFound)
	for range shownCalls {
		o.called(o.key, "uuid-generator", 200, "")
	}
	if n := strings.Count(b.get("/account/requests").body, `<code class="id">req_`); n != shownCalls {
		t.Errorf("%d calls at first", n)
	}
	if n := strings.Count(b.get("/account/requests?all=1").body, `<code class="id">req_`); n != shownCalls+3 {
		t.Errorf("%d calls in all", n)
	}
}
