package desk

import (
	"errors"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"time"

	"toolcrib/internal/account"
	"toolcrib/internal/config"
)

// keyForm is the form of a new key as it was filled in.
type keyForm struct {
	sheet
	Name    string
	Env     string
	Scopes  []string // chosen
	Expires string   // days, "" = never, untilDate
	Until   string   // yyyy-mm-dd, the last day
	Cap     string
	Allowed string // an address or network a line
	To      string // "mcp", or "" for the list of keys

	AllScopes []account.Scope
	Days      []string
	Today     string
}

// untilDate in place of a number of days says that the form has a day.
const untilDate = "date"

// keyDays are the lives of a key that the form offers, in days.
var keyDays = []string{"7", "30", "90", "365"}

func (v *visit) keyForm(s sheet) keyForm {
	return keyForm{sheet: s, AllScopes: account.Scopes(), Days: keyDays, Today: v.Now().UTC().Format(time.DateOnly)}
}

func (h *Handler) newKeyPage(v *visit) error {
	f := v.keyForm(v.sheet())
	f.Env, f.Expires, f.Scopes = string(account.Live), "90", []string{string(account.ScopeCompute)}
	if v.r.URL.Query().Get("to") == toAgents {
		f.To, f.Name = toAgents, "MCP"
	}
	return v.show("newkey", f.sheet, f)
}

// toAgents leads from the form of a new key to the page for agents.
const toAgents = "mcp"

func (h *Handler) createKey(v *visit) error {
	k, faulty := v.readKey()
	if len(faulty) > 0 {
		return v.keyAgain(v.wrong(faulty))
	}
	text, made, err := account.Issue(v.r.Context(), h.Store, k)
	if errors.Is(err, account.ErrLimit) {
		s := v.wrong(nil)
		s.Text = v.t("account.key.limit", account.MaxActiveKeys)
		return v.keyAgain(s)
	}
	if err != nil {
		return err
	}
	h.newKeys.PutAs(v.seat.Session.ID, newKey{made, text})
	if v.value("to") == toAgents {
		return v.redirect("/account/mcp")
	}
	return v.redirect("/account/keys")
}

// keyAgain shows the form as it was filled in.
func (v *visit) keyAgain(s sheet) error {
	f := v.keyForm(s)
	f.Name, f.Env, f.Scopes, f.Expires, f.Until = v.value("name"), v.value("env"), v.r.PostForm["scope"], v.value("expires"), v.value("until")
	f.Cap, f.Allowed, f.To = v.value("cap"), v.value("allowed"), v.value("to")
	return v.show("newkey", f.sheet, f)
}

// Has tells whether a scope is chosen.
func (f keyForm) Has(s account.Scope) bool { return slices.Contains(f.Scopes, string(s)) }

// ScopeName is the part of a message's key that stands for a scope.
func (keyForm) ScopeName(s account.Scope) string {
	return strings.ReplaceAll(string(s), ":", "_")
}

// readKey reads the form of a new key, with what is wrong by field.
func (v *visit) readKey() (account.Key, map[string]string) {
	faulty := map[string]string{}
	k := account.Key{AccountID: v.place.Account.ID, Name: strings.TrimSpace(v.value("name")), Env: account.Env(v.value("env"))}
	if !account.ValidName(k.Name) {
		faulty["name"] = v.t("account.key.bad_name", account.MaxName)
	}
	if k.Env != account.Live && k.Env != account.Test {
		faulty["env"] = v.t("account.key.bad_env")
	}
	for _, s := range account.Scopes() {
		if slices.Contains(v.r.PostForm["scope"], string(s)) {
			k.Scopes = append(k.Scopes, s)
		}
	}
	if len(k.Scopes) == 0 {
		faulty["scope"] = v.t("account.key.bad_scope")
	}
	var ok bool
	if k.Cap, ok = units(v.value("cap")); !ok {
		faulty["cap"] = v.t("account.key.bad_cap")
	}
	if k.ExpiresAt, ok = v.expiry(); !ok {
		faulty["until"] = v.t("account.key.bad_until")
	}
	var bad string
	if k.Allowed, bad = networks(v.value("allowed")); bad != "" {
		faulty["allowed"] = v.t("account.key.bad_allowed", bad)
	} else if len(k.Allowed) > account.MaxAllowed {
		faulty["allowed"] = v.t("account.key.many_allowed", account.MaxAllowed)
	}
	return k, faulty
}

// units reads a number of units; nothing is 0, no cap. Marks between groups of
// digits are passed over.
func units(text string) (int64, bool) {
	digits := strings.NewReplacer(",", "", " ", "", "_", "").Replace(text)
	if digits == "" {
		return 0, strings.TrimSpace(text) == ""
	}
	n, err := strconv.ParseUint(digits, 10, 63)
	return int64(n), err == nil && n > 0
}

// expiry is when the key of the form ends: after some days, or with the end of
// a day (UTC).
func (v *visit) expiry() (time.Time, bool) {
	now := v.Now()
	switch text := v.value("expires"); {
	case text == "":
		return time.Time{}, true
	case text == untilDate:
		day, err := time.Parse(time.DateOnly, v.value("until"))
		end := day.AddDate(0, 0, 1)
		return end, err == nil && end.After(now) && day.Year() <= now.Year()+100
	case slices.Contains(keyDays, text):
		n, err := strconv.Atoi(text)
		return now.AddDate(0, 0, n), err == nil
	}
	return time.Time{}, false
}

// networks reads addresses and networks, one a line or with commas. bad is the
// first that is none.
func networks(text string) (found []netip.Prefix, bad string) {
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(", \t\r\n", r) }) {
		network, err := config.Network(word)
		if err != nil {
			return nil, word
		}
		if !slices.Contains(found, network) {
			found = append(found, network)
		}
	}
	return found, ""
}
