package desk

import (
	"errors"
	"net/http"
	"slices"
	"strings"
	"unicode/utf8"

	"toolcrib/internal/account"
	"toolcrib/internal/auth"
)

// memberRow is a member as the team's page shows them.
type memberRow struct {
	account.Membership
	Self bool
	// Mine tells whether the one who looks may change or remove them.
	Mine bool
}

// teamSheet is what the team's page shows.
type teamSheet struct {
	sheet
	Members []memberRow
	Invites []account.Link
	Roles   []account.Role // that the one who looks may give
	Link    string         // of an invite made just now
	Name    string         // of the account, as the form holds it
	Note    string
}

func (h *Handler) teamPage(v *visit) error { return v.teamForm(v.sheet(), "", "") }

func (v *visit) teamForm(s sheet, name, note string) error {
	ctx, id := v.r.Context(), v.place.Account.ID
	page := teamSheet{sheet: s, Name: name, Note: note, Link: v.takeOnce()}
	if name == "" {
		page.Name = v.place.Account.Name
	}
	members, err := v.Store.Members(ctx, id)
	if err != nil {
		return err
	}
	for _, m := range members {
		page.Members = append(page.Members, memberRow{m, m.User.ID == v.seat.User.ID, v.mayGive(m.Role)})
	}
	for _, role := range account.Roles() {
		if v.mayGive(role) {
			page.Roles = append(page.Roles, role)
		}
	}
	if len(page.Roles) > 0 {
		if page.Invites, err = v.Store.Invites(ctx, id); err != nil {
			return err
		}
	}
	return v.show("team", s, page)
}

// mayGive tells whether the one who visits may give a role, or take it away:
// admins up to their own, so that only owners make owners.
func (v *visit) mayGive(role account.Role) bool {
	return v.place.Role.Covers(account.RoleAdmin) && v.place.Role.Covers(role)
}

var errRole = &stop{http.StatusForbidden, "account.stop.role"}

func (h *Handler) renameAccount(v *visit) error {
	name := strings.TrimSpace(v.value("name"))
	if !account.ValidName(name) {
		return v.teamForm(v.wrong(map[string]string{"name": v.t("account.key.bad_name", account.MaxName)}), v.value("name"), "")
	}
	if err := v.Store.RenameAccount(v.r.Context(), v.place.Account.ID, name); err != nil {
		return err
	}
	v.say("account.team.renamed", name)
	return v.redirect("/account/team")
}

// inviteMember makes a link that takes its holder into the account.
func (h *Handler) inviteMember(v *visit) error {
	role, note := account.Role(v.value("role")), strings.TrimSpace(v.value("note"))
	if !v.mayGive(role) {
		return errRole
	}
	if utf8.RuneCountInString(note) > account.MaxNote {
		return v.teamForm(v.wrong(map[string]string{"note": v.t("account.team.long_note", account.MaxNote)}), "", note)
	}
	link := account.Link{Kind: account.LinkInvite, AccountID: v.place.Account.ID, Role: role, Note: note}
	token, _, err := auth.MakeLink(v.r.Context(), v.Store, link, v.Now())
	if err != nil {
		return err
	}
	v.keepOnce("/account/team", auth.LinkURL(v.BaseURL, account.LinkInvite, token))
	return v.redirect("/account/team")
}

// revokeInvite ends an open invite into the account.
func (h *Handler) revokeInvite(v *visit) error {
	open, err := v.Store.Invites(v.r.Context(), v.place.Account.ID)
	if err != nil {
		return err
	}
	i := slices.IndexFunc(open, func(l account.Link) bool { return l.ID == v.value("id") })
	if i < 0 {
		return account.ErrNotFound
	}
	if !v.mayGive(open[i].Role) {
		return errRole
	}
	if err := v.Store.RevokeLink(v.r.Context(), open[i].ID); err != nil {
		return err
	}
	v.say("account.team.revoked")
	return v.redirect("/account/team")
}

// member finds the member of the account whom the form names.
func (v *visit) member() (account.Membership, error) {
	members, err := v.Store.Members(v.r.Context(), v.place.Account.ID)
	if err != nil {
		return account.Membership{}, err
	}
	i := slices.IndexFunc(members, func(m account.Membership) bool { return m.User.ID == v.value("id") })
	if i < 0 {
		return account.Membership{}, account.ErrNotFound
	}
	return members[i], nil
}

func (h *Handler) setRole(v *visit) error {
	m, err := v.member()
	if err != nil {
		return err
	}
	role := account.Role(v.value("role"))
	if !v.mayGive(m.Role) || !v.mayGive(role) {
		return errRole
	}
	err = v.Store.SetRole(v.r.Context(), v.place.Account.ID, m.User.ID, role)
	if err != nil {
		return v.lastOwner(err)
	}
	v.say("account.team.changed", m.User.Login, v.t("auth.role."+string(role)))
	return v.redirect("/account/team")
}

// removeMember takes a member out of the account; everybody may leave it.
func (h *Handler) removeMember(v *visit) error {
	m, err := v.member()
	if err != nil {
		return err
	}
	self := m.User.ID == v.seat.User.ID
	if !self && !v.mayGive(m.Role) {
		return errRole
	}
	if err := v.Store.RemoveMember(v.r.Context(), v.place.Account.ID, m.User.ID); err != nil {
		return v.lastOwner(err)
	}
	if self {
		v.say("account.team.left", v.place.Account.Name)
		return v.redirect(home)
	}
	v.say("account.team.removed", m.User.Login)
	return v.redirect("/account/team")
}

// lastOwner shows the page again where the account would be left without one.
func (v *visit) lastOwner(err error) error {
	if !errors.Is(err, account.ErrLastOwner) {
		return err
	}
	s := v.wrong(nil)
	s.Text = v.t("account.team.last_owner")
	return v.teamForm(s, "", "")
}
