package desk

import (
	"bytes"
	"encoding/json"
	"html/template"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"toolcrib/internal/account"
)

// usageAsk is what the query of the page of usage asks for.
type usageAsk struct {
	Range    string // one of usageRanges
	From, To time.Time
	By       string // what the bars are made of: byOp or byKey
	Measure  string // measureUnits or measureRequests
	Key      string // ID of the only key, "" = all
}

// The words of a usageAsk.
const (
	byOp            = "op"
	byKey           = "key"
	measureUnits    = "units"
	measureRequests = "requests"
	customRange     = "custom"
)

// usageRanges are the ranges of days that the page offers.
var usageRanges = []string{"today", "7", "30", "month", customRange}

// maxRange is the most days of a range of one's own.
const maxRange = 366

// askUsage reads the query. fault is what was wrong with it; what stands in for
// it is then this month.
func (v *visit) askUsage() (a usageAsk, fault string, err error) {
	q := v.r.URL.Query()
	a = usageAsk{Range: q.Get("range"), By: q.Get("by"), Measure: q.Get("measure"), Key: q.Get("key")}
	if a.By != byKey {
		a.By = byOp
	}
	if a.Measure != measureRequests {
		a.Measure = measureUnits
	}
	if a.Key != "" {
		if _, err := v.findKey(a.Key); err != nil {
			return a, "", err
		}
	}
	now := v.Now().UTC()
	a.From, a.To = monthStart(now), account.DayTime(account.Day(now))
	switch a.Range {
	case "today":
		a.From = a.To
	case "7":
		a.From = a.To.AddDate(0, 0, -6)
	case "30":
		a.From = a.To.AddDate(0, 0, -29)
	case customRange:
		from, err1 := time.Parse(time.DateOnly, q.Get("from"))
		to, err2 := time.Parse(time.DateOnly, q.Get("to"))
		if err1 != nil || err2 != nil || to.Before(from) || to.Sub(from) >= maxRange*24*time.Hour {
			return a, v.t("account.usage.bad_range", maxRange), nil
		}
		a.From, a.To = from, to
	default:
		a.Range = "month"
	}
	return a, "", nil
}

// Query is the ask as the query of an address.
func (a usageAsk) Query() string {
	q := url.Values{"range": {a.Range}, "by": {a.By}, "measure": {a.Measure}}
	if a.Range == customRange {
		q.Set("from", a.From.Format(time.DateOnly))
		q.Set("to", a.To.Format(time.DateOnly))
	}
	if a.Key != "" {
		q.Set("key", a.Key)
	}
	return q.Encode()
}

// Ranges are the ranges to choose from.
func (usageAsk) Ranges() []string { return usageRanges }

// First and Last are the days of the range.
func (a usageAsk) First() string { return a.From.Format(time.DateOnly) }

// Last is the last day of the range.
func (a usageAsk) Last() string { return a.To.Format(time.DateOnly) }

// readUsage reads what was used, as the ledger has it.
func (v *visit) readUsage(a usageAsk) ([]account.UsageRow, error) {
	return v.Store.Usage(v.r.Context(), account.UsageQuery{
		AccountID: v.place.Account.ID, KeyID: a.Key, From: account.Day(a.From), To: account.Day(a.To),
	})
}

// usageSum is what one operation or key used in all of a range.
type usageSum struct {
	ID       string // of the operation or key
	Name     string
	Requests int64
	Units    int64
	Errors   int64
	Replays  int64
}

func (s *usageSum) add(u account.UsageRow) {
	s.Requests += u.Requests
	s.Units += u.Units
	s.Errors += u.Errors
	s.Replays += u.Replays
}

// usageLine is a line of the long table.
type usageLine struct {
	account.UsageRow
	Day     string
	KeyName string
}

// maxLines is the most lines of the long table; the files have them all.
const maxLines = 400

// usageSheet is what the page of usage shows.
type usageSheet struct {
	sheet
	usageAsk
	Keys  []account.Key
	Chart template.HTML
	Sums  []usageSum // by operation or key, most units first
	Total usageSum
	Lines []usageLine // latest day first
	More  int         // lines left out
}

func (h *Handler) usagePage(v *visit) error {
	ask, fault, err := v.askUsage()
	if err != nil {
		return err
	}
	rows, err := v.readUsage(ask)
	if err != nil {
		return err
	}
	s := usageSheet{sheet: v.sheet(), usageAsk: ask}
	if s.Keys, err = v.keys(); err != nil {
		return err
	}
	if fault != "" {
		s.sheet = v.wrong(map[string]string{"range": fault})
	}
	names := v.names(ask.By, s.Keys)
	s.Chart = v.chart(usageChart{Rows: rows, Days: daysOf(ask.From, ask.To), By: ask.By, Measure: ask.Measure, Names: names})
	s.Sums, s.Total = sums(rows, ask.By, names)
	s.Lines, s.More = usageLines(rows, keyNames(s.Keys))
	return v.show("usage", s.sheet, s)
}

// names is how operations or keys are called.
func (v *visit) names(by string, keys []account.Key) func(string) string {
	if by == byKey {
		return keyNames(keys)
	}
	lang := v.Site.Language(v.r)
	return func(id string) string { return v.Site.OpName(lang, id) }
}

func keyNames(keys []account.Key) func(string) string {
	names := make(map[string]string, len(keys))
	for _, k := range keys {
		names[k.ID] = k.Name
	}
	return func(id string) string { return names[id] }
}

// group is what a row is counted under.
func group(u account.UsageRow, by string) string {
	if by == byKey {
		return u.KeyID
	}
	return u.Op
}

// sums adds rows up by operation or key.
func sums(rows []account.UsageRow, by string, name func(string) string) ([]usageSum, usageSum) {
	var list []usageSum
	var total usageSum
	at := map[string]int{}
	for _, u := range rows {
		id := group(u, by)
		i, known := at[id]
		if !known {
			i = len(list)
			at[id] = i
			list = append(list, usageSum{ID: id, Name: name(id)})
		}
		list[i].add(u)
		total.add(u)
	}
	slices.SortStableFunc(list, func(a, b usageSum) int {
		if a.Units != b.Units {
			return int(min(1, max(-1, b.Units-a.Units)))
		}
		return int(min(1, max(-1, b.Requests-a.Requests)))
	})
	return list, total
}

// usageLines are the last rows for the long table, and how many are left out.
func usageLines(rows []account.UsageRow, keyName func(string) string) ([]usageLine, int) {
	rows = slices.Clone(rows)
	slices.SortStableFunc(rows, func(a, b account.UsageRow) int { return int(b.Day - a.Day) })
	shown := rows[:min(len(rows), maxLines)]
	lines := make([]usageLine, len(shown))
	for i, u := range shown {
		lines[i] = usageLine{u, account.DayText(u.Day), keyName(u.KeyID)}
	}
	return lines, len(rows) - len(shown)
}

// usageCSV sends the rows as a file.
func (h *Handler) usageCSV(v *visit) error {
	return v.usageFile("text/csv; charset=utf-8", "csv", func(_ usageAsk, rows []account.UsageRow) ([]byte, error) {
		var b bytes.Buffer
		err := account.WriteUsageCSV(&b, rows)
		return b.Bytes(), err
	})
}

// usageJSON sends the rows as a file.
func (h *Handler) usageJSON(v *visit) error {
	type row struct {
		Day      string `json:"day"`
		Key      string `json:"key"`
		Op       string `json:"operation"`
		Requests int64  `json:"requests"`
		Units    int64  `json:"units"`
		Errors   int64  `json:"errors"`
		Replays  int64  `json:"replays"`
	}
	return v.usageFile("application/json", "json", func(a usageAsk, rows []account.UsageRow) ([]byte, error) {
		file := struct {
			Account string `json:"account"`
			From    string `json:"from"`
			To      string `json:"to"`
			Usage   []row  `json:"usage"`
		}{v.place.Account.ID, a.First(), a.Last(), []row{}}
		for _, u := range rows {
			file.Usage = append(file.Usage, row{account.DayText(u.Day), u.KeyID, u.Op, u.Requests, u.Units, u.Errors, u.Replays})
		}
		text, err := json.MarshalIndent(file, "", "  ")
		return append(text, '\n'), err
	})
}

func (v *visit) usageFile(mediaType, ending string, write func(usageAsk, []account.UsageRow) ([]byte, error)) error {
	ask, fault, err := v.askUsage()
	if err != nil {
		return err
	}
	if fault != "" {
		return &stop{http.StatusUnprocessableEntity, "account.usage.no_range"}
	}
	rows, err := v.readUsage(ask)
	if err != nil {
		return err
	}
	text, err := write(ask, rows)
	if err != nil {
		return err
	}
	name := strings.Join([]string{"usage", ask.First(), ask.Last()}, "-") + "." + ending
	v.w.Header().Set("Content-Disposition", `attachment; filename="`+name+`"`)
	v.Site.Send(v.w, v.r, mediaType, "no-store", text)
	return nil
}
