package desk

import (
	"cmp"
	"strconv"

	"toolcrib/internal/account"
)

// auditRow is an entry of the audit log as its page shows it.
type auditRow struct {
	account.AuditEntry
	Who     string // login of a member, else as the log has it
	Target  string // name of a key or login of a member, else as the log has it
	KeyPath string // of a key
}

// Instant is when it was done, in UTC.
func (a auditRow) Instant() string { return a.At.UTC().Format("2006-01-02 15:04:05") }

// auditTrail is a page of the audit log.
type auditTrail struct {
	Rows  []auditRow
	Older int64 // the next page begins before this entry, 0 = there is none
	First bool  // this is the page of the latest
}

// auditPageSize is how many entries a page has.
const auditPageSize = 50

// auditTrail reads the page that the query asks for of what the log says about
// an account, or with "" of all of it. name tells what the IDs that the log
// has are called.
func (v *visit) auditTrail(accountID string, name named) (trail auditTrail, err error) {
	trail.First = true
	var before int64
	if text := v.r.URL.Query().Get("before"); text != "" {
		if before, err = strconv.ParseInt(text, 10, 64); err != nil || before < 1 {
			return trail, account.ErrNotFound
		}
		trail.First = false
	}
	entries, err := v.Store.AccountAudit(v.r.Context(), accountID, before, auditPageSize+1)
	if len(entries) > auditPageSize {
		entries = entries[:auditPageSize]
		trail.Older = entries[auditPageSize-1].Seq
	}
	if err != nil {
		return trail, err
	}
	for _, e := range entries {
		actor, _, err := name(e.Actor.Name)
		if err != nil {
			return trail, err
		}
		target, path, err := name(e.Target)
		if err != nil {
			return trail, err
		}
		trail.Rows = append(trail.Rows, auditRow{e, cmp.Or(actor, e.Actor.Name), cmp.Or(target, e.Target), path})
	}
	return trail, nil
}

// auditSheet is what the page of an account's audit log shows.
type auditSheet struct {
	sheet
	auditTrail
}

func (h *Handler) auditPage(v *visit) error {
	keys, err := v.keys()
	if err != nil {
		return err
	}
	id := v.place.Account.ID
	members, err := v.Store.Members(v.r.Context(), id)
	if err != nil {
		return err
	}
	name, path := map[string]string{id: v.place.Account.Name}, map[string]string{}
	for _, k := range keys {
		name[k.ID], path[k.ID] = k.Name, "/account/keys/"+k.ID
	}
	for _, m := range members {
		name[m.User.ID] = m.User.Login
	}
	trail, err := v.auditTrail(id, func(id string) (string, string, error) { return name[id], path[id], nil })
	if err != nil {
		return err
	}
	s := auditSheet{v.sheet(), trail}
	return v.show("audit", s.sheet, s)
}
