package desk

import (
	"slices"
	"strings"
	"unicode/utf8"

	"toolcrib/internal/account"
)

// userRow is a user as the list shows them.
type userRow struct {
	account.User
	Places []account.Membership
	Self   bool
}

// usersSheet is what the list of users shows.
type usersSheet struct {
	control
	Query   string
	Rows    []userRow // latest first
	More    bool      // there are others
	Invites []account.Link
	Link    string // made just now
	Note    string // of the form, as it was typed
}

const adminUsers = admin + "/users"

func (h *Handler) usersPage(v *visit) error { return v.usersForm(sheet{}) }

func (v *visit) usersForm(faulty sheet) error {
	ctx := v.r.Context()
	s := usersSheet{
		control: v.control(faulty), Query: strings.TrimSpace(v.r.URL.Query().Get("q")), Link: v.takeOnceAt(adminUsers), Note: v.value("note"),
	}
	users, err := v.Store.UsersPage(ctx, s.Query, "", mostRows+1)
	if err != nil {
		return err
	}
	s.More = len(users) > mostRows
	for _, u := range users[:min(len(users), mostRows)] {
		row := userRow{User: u, Self: u.ID == v.seat.User.ID}
		if row.Places, err = v.Store.Memberships(ctx, u.ID); err != nil {
			return err
		}
		s.Rows = append(s.Rows, row)
	}
	if s.Invites, err = v.Store.Invites(ctx, ""); err != nil {
		return err
	}
	return v.manage("users", s.control, s)
}

// theUser finds the user whom the form names, by their ID alone.
func (v *visit) theUser() (account.User, error) {
	id := v.value("id")
	u, err := v.Store.User(v.r.Context(), id)
	if err == nil && u.ID != id {
		err = account.ErrNotFound
	}
	return u, err
}

// setUserDisabled keeps a user from signing in, or lets them again. Nobody locks
// themselves out.
func (h *Handler) setUserDisabled(disabled bool) func(*visit) error {
	return func(v *visit) error {
		u, err := v.theUser()
		if err != nil {
			return err
		}
		if u.ID == v.seat.User.ID {
			return account.ErrNotFound
		}
		if err := v.Store.SetUserDisabled(v.r.Context(), u.ID, disabled); err != nil {
			return err
		}
		if disabled {
			v.say("admin.users.disabled", u.Login)
		} else {
			v.say("admin.users.enabled", u.Login)
		}
		return v.redirect(adminUsers)
	}
}

// resetLink makes a link by which a user sets a new password.
func (h *Handler) resetLink(v *visit) error {
	u, err := v.theUser()
	if err != nil {
		return err
	}
	return v.makeLink(account.Link{Kind: account.LinkReset, UserID: u.ID}, adminUsers)
}

// inviteUser makes a link whose holder gets an account of their own.
func (h *Handler) inviteUser(v *visit) error {
	note := strings.TrimSpace(v.value("note"))
	if utf8.RuneCountInString(note) > account.MaxNote {
		return v.usersForm(v.amiss("note", v.t("account.team.long_note", account.MaxNote)))
	}
	return v.makeLink(account.Link{Kind: account.LinkInvite, Note: note}, adminUsers)
}

// revokeUserInvite ends an open invite to an account of one's own.
func (h *Handler) revokeUserInvite(v *visit) error {
	open, err := v.Store.Invites(v.r.Context(), "")
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(open, func(l account.Link) bool { return l.ID == v.value("id") }) {
		return account.ErrNotFound
	}
	if err := v.Store.RevokeLink(v.r.Context(), v.value("id")); err != nil {
		return err
	}
	v.say("account.team.revoked")
	return v.redirect(adminUsers)
}
