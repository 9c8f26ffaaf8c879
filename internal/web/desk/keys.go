package desk

import (
	"errors"
	"fmt"
	"html/template"
	"net/http"
	"slices"
	"time"

	"toolcrib/internal/account"
	"toolcrib/internal/op"
	"toolcrib/internal/web/draw"
	"toolcrib/internal/web/snippet"
)

// idleAfter is how long a key is not used before it is thought forgotten.
const idleAfter = 30 * 24 * time.Hour

// sparkDays is how many days the small charts show, today included.
const sparkDays = 30

// keyRow is a key as lists show it.
type keyRow struct {
	account.Key
	Status   string // active, disabled, replaced, expired or revoked
	Idle     bool
	Requests int64 // of this month
	Units    int64 // likewise
	Spark    template.HTML
}

// Ended tells whether the key can never be used again.
func (k keyRow) Ended() bool { return k.Status == "expired" || k.Status == "revoked" }

// Badge is the class of the status.
func (k keyRow) Badge() string {
	switch k.Status {
	case "active":
		return "good"
	case "expired", "revoked":
		return ""
	}
	return "warn"
}

// keyStatus is what a key is good for at a time, in a word.
func keyStatus(k *account.Key, now time.Time) string {
	switch {
	case !k.RevokedAt.IsZero():
		return "revoked"
	case !k.ExpiresAt.IsZero() && !now.Before(k.ExpiresAt):
		return "expired"
	case k.Disabled:
		return "disabled"
	case k.NextID != "":
		return "replaced"
	}
	return "active"
}

// idle tells whether a key could be used and has not been for a while.
func idle(k *account.Key, now time.Time) bool {
	last := k.CreatedAt
	if k.LastUse.At.After(last) {
		last = k.LastUse.At
	}
	return k.Active(now) && now.Sub(last) > idleAfter
}

// keyRows reads the keys of the account with what they used, latest first.
func (v *visit) keyRows() ([]keyRow, error) {
	keys, err := v.keys()
	if err != nil {
		return nil, err
	}
	now := v.Now()
	month, days := monthStart(now), lastDays(now, sparkDays)
	from := min(account.Day(month), days[0])
	used, err := v.Store.Usage(v.r.Context(), account.UsageQuery{AccountID: v.place.Account.ID, From: from, To: account.Day(now)})
	if err != nil {
		return nil, err
	}
	rows := make([]keyRow, len(keys))
	requests := map[string][]int64{}
	at := map[string]*keyRow{}
	for i, k := range keys {
		rows[i] = keyRow{Key: k, Status: keyStatus(&k, now), Idle: idle(&k, now)}
		at[k.ID], requests[k.ID] = &rows[i], make([]int64, len(days))
	}
	for _, u := range used {
		row := at[u.KeyID]
		if row == nil {
			continue // made since the keys were read
		}
		if u.Day >= account.Day(month) {
			row.Requests += u.Requests
			row.Units += u.Units
		}
		if i, found := slices.BinarySearch(days, u.Day); found {
			requests[u.KeyID][i] += u.Requests
		}
	}
	for i := range rows {
		rows[i].Spark = draw.Spark(requests[rows[i].ID], v.spark(requests[rows[i].ID]))
	}
	slices.Reverse(rows)
	return rows, nil
}

// spark says what a small chart shows.
func (v *visit) spark(values []int64) string {
	sum, most := int64(0), int64(0)
	for _, n := range values {
		sum, most = sum+n, max(most, n)
	}
	return v.t("account.keys.spark", sum, most)
}

// monthStart is the first instant of the calendar month (UTC) of t.
func monthStart(t time.Time) time.Time {
	y, m, _ := t.UTC().Date()
	return time.Date(y, m, 1, 0, 0, 0, 0, time.UTC)
}

// lastDays are the n days that end with t's.
func lastDays(t time.Time, n int) []int64 {
	days := make([]int64, n)
	for i := range days {
		days[i] = account.Day(t.UTC().AddDate(0, 0, i+1-n))
	}
	return days
}

// keysSheet is what the page of keys shows.
type keysSheet struct {
	sheet
	New    *shownKey // made just now
	Live   []keyRow  // may be used, now or once enabled
	Ended  []keyRow
	Full   bool
	NoCap  []keyRow // live keys whose leak could use up everything
	NoEnd  []keyRow // keys that never expire
	Forgot []keyRow // keys nobody has used for a while
}

// shownKey is a new key with what to do first with it.
type shownKey struct {
	newKey
	Curl string // "" where the key may not call operations
	MCP  string
}

func (h *Handler) keysPage(v *visit) error {
	rows, err := v.keyRows()
	if err != nil {
		return err
	}
	s := keysSheet{sheet: v.sheet()}
	counted := 0 // towards MaxActiveKeys
	for _, k := range rows {
		if k.Ended() {
			s.Ended = append(s.Ended, k)
			continue
		}
		s.Live = append(s.Live, k)
		if k.Status == "replaced" {
			continue // ends by itself
		}
		counted++
		if k.Env == account.Live && k.Cap == 0 {
			s.NoCap = append(s.NoCap, k)
		}
		if k.ExpiresAt.IsZero() {
			s.NoEnd = append(s.NoEnd, k)
		}
		if k.Idle {
			s.Forgot = append(s.Forgot, k)
		}
	}
	s.Full = counted >= account.MaxActiveKeys
	if k, ok := v.newKey(); ok {
		s.New = v.shown(k)
	}
	return v.show("keys", s.sheet, s)
}

// firstCall is the operation of the first call that a page proposes.
const firstCall = "uuid-generator"

// shown makes the lines that try a new key out. Only here does a key stand in
// a page.
func (v *visit) shown(k newKey) *shownKey {
	s := &shownKey{newKey: k}
	if !k.Key.Has(account.ScopeCompute) {
		return s
	}
	export := fmt.Sprintf("export %s=%s\n", snippet.Key, k.Text)
	if o := op.Find(firstCall); o != nil {
		s.Curl = export + snippet.All(snippet.Call{Op: o, Base: v.BaseURL, Input: []byte("{}")})[0].Text
	}
	s.MCP = export + claudeCode(v.BaseURL+"/mcp")
	return s
}

// keySheet is what the page of one key shows.
type keySheet struct {
	sheet
	Key   keyRow
	Next  *account.Key // that replaced it
	Chart template.HTML
	Calls []callRow
	// Overlaps are the hours that a replaced key may go on working.
	Overlaps []int
}

func (h *Handler) keyPage(v *visit) error {
	s, err := v.oneKey()
	if err != nil {
		return err
	}
	calls, err := v.calls(account.CallQuery{KeyID: s.Key.ID, Limit: 10})
	if err != nil {
		return err
	}
	s.Calls = calls
	now := v.Now()
	days := lastDays(now, sparkDays)
	rows, err := v.Store.Usage(v.r.Context(), account.UsageQuery{AccountID: v.place.Account.ID, KeyID: s.Key.ID, From: days[0], To: account.Day(now)})
	if err != nil {
		return err
	}
	s.Chart = v.chart(usageChart{Rows: rows, Days: days, By: byOp, Measure: measureRequests})
	return v.show("key", s.sheet, s)
}

// oneKey reads the key that the path names.
func (v *visit) oneKey() (keySheet, error) {
	s := keySheet{sheet: v.sheet(), Overlaps: overlaps}
	rows, err := v.keyRows()
	if err != nil {
		return s, err
	}
	i := slices.IndexFunc(rows, func(k keyRow) bool { return k.ID == v.r.PathValue("key") })
	if i < 0 {
		return s, account.ErrNotFound
	}
	s.Key = rows[i]
	if j := slices.IndexFunc(rows, func(k keyRow) bool { return k.ID == s.Key.NextID }); j >= 0 {
		s.Next = &rows[j].Key
	}
	return s, nil
}

// setDisabled takes a key out of use or back into it.
func (h *Handler) setDisabled(disabled bool) func(*visit) error {
	return func(v *visit) error {
		k, err := v.findKey(v.r.PathValue("key"))
		if err != nil {
			return err
		}
		if k, err = v.Store.SetKeyDisabled(v.r.Context(), k.ID, disabled); err != nil {
			return err
		}
		if disabled {
			v.say("account.key.disabled", k.Name)
		} else {
			v.say("account.key.enabled", k.Name)
		}
		return v.redirect("/account/keys/" + k.ID)
	}
}

func (h *Handler) revokePage(v *visit) error {
	s, err := v.oneKey()
	if err != nil {
		return err
	}
	if s.Key.Ended() {
		return v.redirect("/account/keys/" + s.Key.ID)
	}
	return v.show("revoke", s.sheet, s)
}

func (h *Handler) revokeKey(v *visit) error {
	k, err := v.findKey(v.r.PathValue("key"))
	if err != nil {
		return err
	}
	if _, err := v.Store.RevokeKey(v.r.Context(), k.ID); err != nil {
		return err
	}
	v.say("account.key.revoked", k.Name)
	return v.redirect("/account/keys")
}

// overlaps are the hours that a replaced key may go on working.
var overlaps = []int{0, 1, 24, 7 * 24, 30 * 24}

func (h *Handler) rotatePage(v *visit) error { return v.rotateForm("") }

func (v *visit) rotateForm(fault string) error {
	s, err := v.oneKey()
	if err != nil {
		return err
	}
	if fault != "" {
		s.sheet = v.wrong(nil)
		s.Text = fault
	}
	return v.show("rotate", s.sheet, s)
}

func (h *Handler) rotateKey(v *visit) error {
	k, err := v.findKey(v.r.PathValue("key"))
	if err != nil {
		return err
	}
	i := slices.IndexFunc(overlaps, func(hours int) bool { return fmt.Sprint(hours) == v.value("overlap") })
	if i < 0 {
		return &stop{http.StatusUnprocessableEntity, "auth.stop.malformed"}
	}
	text, next, err := account.Renew(v.r.Context(), v.Store, k, time.Duration(overlaps[i])*time.Hour)
	if errors.Is(err, account.ErrEnded) {
		return v.rotateForm(v.t("account.key.ended"))
	}
	if err != nil {
		return err
	}
	v.newKeys.PutAs(v.seat.Session.ID, newKey{next, text})
	return v.redirect("/account/keys")
}
