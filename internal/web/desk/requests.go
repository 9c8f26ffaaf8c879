package desk

import (
	"errors"
	"strconv"
	"time"

	"toolcrib/internal/account"
	"toolcrib/internal/op"
)

// gone tells whether an error says that something is not there.
func gone(err error) bool { return errors.Is(err, account.ErrNotFound) }

// callRow is a call as tables show it.
type callRow struct {
	account.Call
	KeyName string
	Known   bool // the operation has a page
}

// Instant is when the call was answered, in UTC.
func (c callRow) Instant() string { return c.At.UTC().Format("2006-01-02 15:04:05") }

// Millis is how long it took, in milliseconds.
func (c callRow) Millis() string {
	return strconv.FormatFloat(float64(c.Took)/float64(time.Millisecond), 'f', 1, 64)
}

// calls reads the last calls of the account.
func (v *visit) calls(q account.CallQuery) ([]callRow, error) {
	q.AccountID = v.place.Account.ID
	list, err := v.Store.LastCalls(v.r.Context(), q)
	if err != nil {
		return nil, err
	}
	keys, err := v.keys()
	if err != nil {
		return nil, err
	}
	name := keyNames(keys)
	rows := make([]callRow, len(list))
	for i, c := range list {
		rows[i] = callRow{c, name(c.KeyID), op.Find(c.Op) != nil}
	}
	return rows, nil
}

// requestsSheet is what the page of the last calls shows.
type requestsSheet struct {
	sheet
	Keys   []account.Key
	Key    string // ID of the only key, "" = all
	Failed bool
	Calls  []callRow
	More   bool // there are older ones
	Most   int
}

// shownCalls is how many calls the page shows unless all are asked for.
const shownCalls = 100

func (h *Handler) requestsPage(v *visit) error {
	q := v.r.URL.Query()
	s := requestsSheet{sheet: v.sheet(), Key: q.Get("key"), Failed: q.Get("failed") != "", Most: account.MaxCalls}
	var err error
	if s.Keys, err = v.keys(); err != nil {
		return err
	}
	if s.Key != "" {
		if _, err := v.findKey(s.Key); err != nil {
			return err
		}
	}
	if s.Calls, err = v.calls(account.CallQuery{KeyID: s.Key, Failed: s.Failed, Limit: account.MaxCalls}); err != nil {
		return err
	}
	if len(s.Calls) > shownCalls && q.Get("all") == "" {
		s.Calls, s.More = s.Calls[:shownCalls], true
	}
	return v.show("requests", s.sheet, s)
}
