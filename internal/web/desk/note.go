package desk

import (
	"toolcrib/internal/account"
	"toolcrib/internal/web/ui"
)

// newKey is a key made just now, which is shown once, on the next page of keys
// that its session opens. Until then it is kept in memory on this server, never
// in an address or a cookie.
type newKey struct {
	Key  account.Key
	Text string
}

// say leaves word of what was done for the next page of the session.
func (v *visit) say(key string, args ...any) {
	v.notes.PutAs(v.seat.Session.ID, ui.Flash{Kind: "good", Text: v.t(key, args...)})
}

// flash is the word that waits for the session, nil where there is none.
func (v *visit) flash() *ui.Flash {
	f, ok := v.notes.Take(v.seat.Session.ID)
	if !ok {
		return nil
	}
	return &f
}

// newKey takes the key that waits to be shown to the session.
func (v *visit) newKey() (newKey, bool) { return v.newKeys.Take(v.seat.Session.ID) }
