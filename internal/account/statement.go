package account

import (
	"context"
	"slices"
	"time"
)

// Statements is the part of a Store that tells what became of an account's
// units.
type Statements interface {
	// Statement reads all that gave or took units of an account, of one moment.
	// ErrNotFound.
	Statement(ctx context.Context, accountID string) (Statement, error)
}

// Statement is all that gave or took units of an account. What live keys were
// charged is summed by day, in UTC, as the usage of keys is; the free units of
// test keys are no units of the account.
type Statement struct {
	At      time.Time // the ledger's, when it was read
	Grants  []GrantLine
	Returns []ReturnLine
	Used    []UsedLine
}

// GrantLine is a grant with the order that bought it.
type GrantLine struct {
	GrantState
	OrderID string // "" = none did
}

// ReturnLine is units taken out of a grant again, or with a negative number
// put back into it, other than by a charge.
type ReturnLine struct {
	GrantID string
	Units   int64
	At      time.Time
}

// UsedLine is what live keys were charged of a pool on a day.
type UsedLine struct {
	Day      int64 // yyyymmdd
	Pool     Pool
	Requests int64
	Units    int64 // of Pool
	Overflow int64 // of Units, those that FromUsed units of From stood for
	From     Pool
	FromUsed int64
}

// Cause is why the units of an account changed.
type Cause string

// The causes, in the order in which they stand where they happen at once: first
// what adds, so that no balance is ever below 0.
const (
	CauseMonthly  Cause = "monthly"  // free units of a month
	CausePromo    Cause = "promo"    // given
	CausePrepaid  Cause = "prepaid"  // bought, or entered as such by the operator
	CauseReturned Cause = "returned" // a refund that did not happen
	CauseTaken    Cause = "taken"    // refunded, or withdrawn
	CauseUsed     Cause = "used"     // by the calls of a day
	CauseLapsed   Cause = "lapsed"   // what was left of a month's free units
)

var causes = []Cause{CauseMonthly, CausePromo, CausePrepaid, CauseReturned, CauseTaken, CauseUsed, CauseLapsed}

// Movement is one change of what an account has of a pool.
type Movement struct {
	At       time.Time // of CauseUsed: the end of the day, or the moment of the statement
	Cause    Cause
	Day      int64 // of CauseUsed, yyyymmdd
	Units    int64 // above 0 where they came, below where they went
	Balance  int64 // after it
	Requests int64 // of CauseUsed; calls whose price another pool paid in part count there too
	Period   string
	GrantID  string
	OrderID  string
}

// Movements lists what happened to the units of a pool, oldest first. The last
// balance is what is left and held, but for free units of a month in which
// nothing was called yet.
func (s *Statement) Movements(pool Pool) []Movement {
	list := s.given(pool)
	used := map[int64]*Movement{}
	for _, u := range s.Used {
		units := u.Units - u.Overflow
		if u.Pool != pool {
			if units = u.FromUsed; u.From != pool {
				continue
			}
		}
		if used[u.Day] == nil {
			used[u.Day] = &Movement{At: s.endOf(u.Day), Day: u.Day, Cause: CauseUsed}
		}
		used[u.Day].Units -= units
		used[u.Day].Requests += u.Requests
	}
	for _, m := range used {
		if m.Units != 0 {
			list = append(list, *m)
		}
	}
	slices.SortStableFunc(list, func(a, b Movement) int {
		if c := a.At.Compare(b.At); c != 0 {
			return c
		}
		return slices.Index(causes, a.Cause) - slices.Index(causes, b.Cause)
	})
	balance := int64(0)
	for i := range list {
		balance += list[i].Units
		list[i].Balance = balance
	}
	return list
}

// given is what the grants of a pool gave, with what was taken out of them or
// has lapsed.
func (s *Statement) given(pool Pool) (list []Movement) {
	of := map[string]*GrantLine{}
	for i := range s.Grants {
		g := &s.Grants[i]
		if g.Pool != pool {
			continue
		}
		of[g.ID] = g
		m := Movement{At: g.CreatedAt, Units: g.Amount, Period: g.Period, GrantID: g.ID, OrderID: g.OrderID}
		switch g.Class {
		case ClassPromo:
			m.Cause = CausePromo
		case ClassPrepaid:
			m.Cause = CausePrepaid
		default:
			m.Cause = CauseMonthly
		}
		list = append(list, m)
		if g.Period != "" && g.Period < Period(s.At) && g.Remaining > 0 {
			end := PeriodEnd(g.CreatedAt)
			list = append(list, Movement{At: end, Cause: CauseLapsed, Units: -g.Remaining, Period: g.Period, GrantID: g.ID})
		}
	}
	for _, r := range s.Returns {
		if g := of[r.GrantID]; g != nil {
			m := Movement{At: r.At, Cause: CauseTaken, Units: -r.Units, GrantID: g.ID, OrderID: g.OrderID}
			if r.Units < 0 {
				m.Cause = CauseReturned
			}
			list = append(list, m)
		}
	}
	return list
}

// endOf is the moment at which a day's use is complete.
func (s *Statement) endOf(day int64) time.Time {
	if end := DayTime(day).AddDate(0, 0, 1); end.Before(s.At) {
		return end
	}
	return s.At
}
