package desk

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"time"

	"toolcrib/internal/account"
	"toolcrib/internal/web/ui"
)

// settings is what the settings page shows.
type settings struct {
	Nav       nav
	Locale    string
	Languages []string
	Places    []account.Membership
	Place     account.Membership
}

func (h *Handler) settingsPage(v *visit) error {
	return v.render("settings", ui.Page{Flash: v.flash(), Data: settings{v.nav(), v.seat.User.Locale, ui.Languages, v.places, v.place}})
}

func (h *Handler) setLocale(v *visit) error {
	locale := v.value("locale")
	if locale != "" && !slices.Contains(ui.Languages, locale) {
		return &stop{http.StatusUnprocessableEntity, "auth.stop.malformed"}
	}
	if err := v.Store.SetLocale(v.r.Context(), v.seat.User.ID, locale); err != nil {
		return err
	}
	// What this browser chose at the foot of a page would go before it.
	http.SetCookie(v.w, &http.Cookie{Name: "lang", Path: v.prefix + "/", MaxAge: -1})
	return v.redirect("/account/settings")
}

// exported is what is kept of a user, as they may take it with them. It holds
// no secret: of keys the hint, of passwords nothing.
type exported struct {
	At       time.Time         `json:"exported_at"`
	Login    string            `json:"login"`
	ID       string            `json:"id"`
	Locale   string            `json:"locale,omitempty"`
	Created  time.Time         `json:"created_at"`
	Operator bool              `json:"operator"`
	App      bool              `json:"authenticator_app"`
	Passkeys []exportedPasskey `json:"passkeys"`
	Sessions []exportedSession `json:"sessions"`
	Accounts []exportedAccount `json:"accounts"`
}

type exportedPasskey struct {
	Name    string     `json:"name"`
	Created time.Time  `json:"created_at"`
	Used    *time.Time `json:"last_used_at"`
}

type exportedSession struct {
	Agent   string    `json:"browser"`
	Network string    `json:"network"`
	Created time.Time `json:"created_at"`
	Seen    time.Time `json:"last_seen_at"`
}

type exportedAccount struct {
	ID     string          `json:"id"`
	Name   string          `json:"name"`
	Role   account.Role    `json:"role"`
	Since  time.Time       `json:"since"`
	Keys   []exportedKey   `json:"keys"`
	Grants []exportedGrant `json:"grants"`
}

type exportedKey struct {
	ID      string      `json:"id"`
	Name    string      `json:"name"`
	Env     account.Env `json:"env"`
	Hint    string      `json:"hint"`
	Scopes  []string    `json:"scopes"`
	Cap     int64       `json:"monthly_cap,omitempty"`
	Created time.Time   `json:"created_at"`
	Expires *time.Time  `json:"expires_at"`
	Revoked *time.Time  `json:"revoked_at"`
}

type exportedGrant struct {
	Pool      account.Pool `json:"pool"`
	Period    string       `json:"period,omitempty"`
	Amount    int64        `json:"units"`
	Remaining int64        `json:"remaining"`
	Held      int64        `json:"held"`
	Created   time.Time    `json:"created_at"`
}

// when is a time that may be none.
func when(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	t = t.UTC()
	return &t
}

// export sends all that is kept of the user as a file.
func (h *Handler) export(v *visit) error {
	e, err := v.collect(v.r.Context())
	if err != nil {
		return err
	}
	text, err := json.MarshalIndent(e, "", "  ")
	if err != nil {
		return err
	}
	v.w.Header().Set("Content-Disposition", `attachment; filename="toolcrib-account.json"`)
	v.write(http.StatusOK, append(text, '\n'))
	return nil
}

func (v *visit) collect(ctx context.Context) (exported, error) {
	u := v.seat.User
	e := exported{
		At: v.Now().UTC(), Login: u.Login, ID: u.ID, Locale: u.Locale, Created: u.CreatedAt.UTC(), Operator: u.Operator, App: u.SecondFactor(),
		Passkeys: []exportedPasskey{}, Sessions: []exportedSession{}, Accounts: []exportedAccount{},
	}
	passkeys, err := v.Store.Passkeys(ctx, u.ID)
	if err != nil {
		return e, err
	}
	for _, p := range passkeys {
		e.Passkeys = append(e.Passkeys, exportedPasskey{p.Name, p.CreatedAt.UTC(), when(p.UsedAt)})
	}
	sessions, err := v.Store.UserSessions(ctx, u.ID)
	if err != nil {
		return e, err
	}
	for _, s := range sessions {
		network := ""
		if s.Network.IsValid() {
			network = s.Network.String()
		}
		e.Sessions = append(e.Sessions, exportedSession{s.Agent, network, s.CreatedAt.UTC(), s.SeenAt.UTC()})
	}
	for _, p := range v.places {
		a, err := v.collectAccount(ctx, p)
		if err != nil {
			return e, err
		}
		e.Accounts = append(e.Accounts, a)
	}
	return e, nil
}

func (v *visit) collectAccount(ctx context.Context, p account.Membership) (exportedAccount, error) {
	a := exportedAccount{p.Account.ID, p.Account.Name, p.Role, p.Since.UTC(), []exportedKey{}, []exportedGrant{}}
	keys, err := v.Store.Keys(ctx, p.Account.ID)
	if err != nil {
		return a, err
	}
	for _, k := range keys {
		a.Keys = append(a.Keys, exportedKey{k.ID, k.Name, k.Env, k.Hint, k.ScopeNames(), k.Cap, k.CreatedAt.UTC(), when(k.ExpiresAt), when(k.RevokedAt)})
	}
	grants, err := v.Store.Grants(ctx, p.Account.ID)
	if err != nil {
		return a, err
	}
	for _, g := range grants {
		a.Grants = append(a.Grants, exportedGrant{g.Pool, g.Period, g.Amount, g.Remaining, g.Held, g.CreatedAt.UTC()})
	}
	return a, nil
}

// leaving is what the page about deleting shows.
type leaving struct {
	faults
	Login string
	Alone []string // accounts that nobody else belongs to
}

func (h *Handler) deletePage(v *visit) error { return v.deleteForm(faults{}) }

func (v *visit) deleteForm(f faults) error {
	l := leaving{faults: f, Login: v.seat.User.Login}
	for _, p := range v.places {
		members, err := v.Store.Members(v.r.Context(), p.Account.ID)
		if err != nil {
			return err
		}
		if len(members) == 1 {
			l.Alone = append(l.Alone, p.Account.Name)
		}
	}
	return v.render("delete", ui.Page{Status: f.status, Data: l})
}

// delete forgets the user, who typed their login to say so.
func (h *Handler) delete(v *visit) error {
	if account.LoginKey(v.value("login")) != account.LoginKey(v.seat.User.Login) {
		return v.deleteForm(faults{status: http.StatusUnprocessableEntity, Fields: map[string]string{"login": v.t("auth.delete.mismatch")}})
	}
	err := v.Auth.Delete(v.r.Context(), v.seat, v.visitor())
	if errors.Is(err, account.ErrLastOwner) {
		return v.again(err, v.deleteForm)
	}
	if err != nil {
		return err
	}
	h.peopled.Store(false) // that may have been the last one
	v.jar.drop(v.w, sessionCookie)
	v.jar.drop(v.w, accountCookie)
	v.seat = nil
	return v.render("deleted", ui.Page{})
}
