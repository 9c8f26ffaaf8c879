package desk

import (
	"net/http"
	"time"
)

// jar makes the cookies. Under https their names have a prefix by which
// browsers take them from this host over https alone (RFC 6265bis section
// 4.1.3): __Host- where they are for all paths, as that demands, else
// __Secure-. Plain http can have neither.
type jar struct {
	prefix string
	path   string
	secure bool
}

func newJar(secure bool, path string) jar {
	j := jar{path: path, secure: secure}
	if path == "" {
		j.path = "/"
	}
	switch {
	case secure && path == "":
		j.prefix = "__Host-"
	case secure:
		j.prefix = "__Secure-"
	}
	return j
}

// The cookies.
const (
	sessionCookie  = "tc"         // secret of the session; gone when the browser is closed
	ceremonyCookie = "tc-passkey" // name of the challenge that a passkey is to answer
	accountCookie  = "tc-account" // ID of the account looked at, of those the user belongs to
)

// get is the value of a cookie. One that comes twice was planted beside ours,
// and counts as none.
func (j jar) get(r *http.Request, name string) string {
	if all := r.CookiesNamed(j.prefix + name); len(all) == 1 {
		return all[0].Value
	}
	return ""
}

// set sends a cookie that no script reads and no other site's request carries,
// but for a link to here. It lasts as long as the browser runs where life is 0.
func (j jar) set(w http.ResponseWriter, name, value string, life time.Duration) {
	http.SetCookie(w, &http.Cookie{
		Name: j.prefix + name, Value: value, Path: j.path, Secure: j.secure, HttpOnly: true, SameSite: http.SameSiteLaxMode,
		MaxAge: int(life / time.Second),
	})
}

func (j jar) drop(w http.ResponseWriter, name string) { j.set(w, name, "", -time.Second) }
