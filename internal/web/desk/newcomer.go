package desk

import (
	"errors"
	"net/http"

	"toolcrib/internal/account"
	"toolcrib/internal/auth"
	"toolcrib/internal/web/ui"
)

// linkForm is what the pages behind a link show. The script of the page fills
// in Token from the fragment of the address, which no server sees; without
// script it is pasted.
type linkForm struct {
	faults
	Token string
	Login string
	Who   string // already signed in, on an invite
}

func (h *Handler) setupPage(v *visit) error {
	empty, err := h.empty(v.r.Context())
	if err != nil {
		return err
	}
	if !empty {
		return &stop{http.StatusGone, "auth.setup.done"}
	}
	return v.render("setup", ui.Page{Data: linkForm{}})
}

// setup makes the first user, who runs the installation, and their first key:
// the next page shows it, once.
func (h *Handler) setup(v *visit) error {
	seat, a, done, err := v.welcome(account.LinkSetup, "setup")
	if done || err != nil {
		return err
	}
	ctx := auth.As(v.r.Context(), seat.User, v.visitor())
	text, key, err := account.Issue(ctx, h.Store, account.Key{
		AccountID: a.ID, Name: "first", Env: account.Live, Scopes: []account.Scope{account.ScopeCompute},
	})
	if err != nil && !errors.Is(err, account.ErrLimit) { // an account that was there may be full of keys
		return err
	}
	if err == nil {
		h.newKeys.PutAs(seat.Session.ID, newKey{key, text})
	}
	return v.redirect("/account/keys")
}

// welcome makes a user of what the form says, and signs them in. done tells
// that the form has been shown again.
func (v *visit) welcome(kind account.LinkKind, form string) (seat *auth.Seat, a account.Account, done bool, err error) {
	n := auth.Newcomer{Kind: kind, Token: v.value("token"), Login: v.value("login"), Password: v.value("password")}
	seat, secret, a, err := v.Auth.Register(v.r.Context(), n, v.visitor())
	if err != nil {
		return nil, a, true, v.again(err, func(f faults) error {
			return v.render(form, ui.Page{Status: f.status, Data: linkForm{faults: f, Token: n.Token, Login: n.Login}})
		})
	}
	v.enter(secret)
	return seat, a, false, nil
}

func (h *Handler) signupPage(v *visit) error {
	if v.seat != nil {
		return v.redirect(home)
	}
	if v.Auth.Signup != auth.SignupOpen {
		return auth.ErrClosed
	}
	return v.render("signup", ui.Page{Data: linkForm{}})
}

func (h *Handler) signup(v *visit) error {
	_, _, done, err := v.welcome("", "signup")
	if done || err != nil {
		return err
	}
	return v.redirect("/account/keys")
}

func (h *Handler) invitePage(v *visit) error {
	return v.inviteForm(linkForm{})
}

func (v *visit) inviteForm(f linkForm) error {
	if v.seat != nil {
		f.Who = v.seat.User.Login
	}
	return v.render("invite", ui.Page{Status: f.status, Data: f})
}

// invite takes who is signed in into the account of the invite; anybody else
// becomes a user.
func (h *Handler) invite(v *visit) error {
	if v.seat == nil {
		_, _, done, err := v.welcome(account.LinkInvite, "invite")
		if done || err != nil {
			return err
		}
		return v.redirect(home)
	}
	token := v.value("token")
	a, err := v.Auth.Join(v.r.Context(), v.seat, token, v.visitor())
	if err != nil {
		return v.again(err, func(f faults) error { return v.inviteForm(linkForm{faults: f, Token: token}) })
	}
	v.jar.set(v.w, accountCookie, a.ID, 0)
	v.say("auth.invite.joined", a.Name)
	return v.redirect(home)
}

func (h *Handler) resetPage(v *visit) error {
	return v.render("reset", ui.Page{Data: linkForm{}})
}

func (h *Handler) reset(v *visit) error {
	token := v.value("token")
	if err := v.Auth.Reset(v.r.Context(), token, v.value("password"), v.visitor()); err != nil {
		return v.again(err, func(f faults) error {
			return v.render("reset", ui.Page{Status: f.status, Data: linkForm{faults: f, Token: token}})
		})
	}
	return v.render("changed", ui.Page{})
}
