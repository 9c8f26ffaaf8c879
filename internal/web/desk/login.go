package desk

import (
	"errors"
	"net/http"
	"strings"

	"toolcrib/internal/auth"
	"toolcrib/internal/web/ui"
)

// loginForm is what the pages of a proof show.
type loginForm struct {
	faults
	Login    string
	Next     string
	Passkeys bool
	Signup   bool
	Empty    bool // there is no user yet
}

// home is where who has signed in comes to, unless they were on their way
// elsewhere.
const home = "/account"

// next is the page of this site that a form or address leads on to. Anything
// else, such as an address of another site, is home.
func next(path string) string {
	odd := func(r rune) bool { return r <= ' ' || r == '\\' || r == 0x7f }
	if !strings.HasPrefix(path, "/") || strings.HasPrefix(path, "//") || strings.ContainsFunc(path, odd) || len(path) > 2048 {
		return home
	}
	return path
}

func (h *Handler) loginPage(v *visit) error {
	to := next(v.r.URL.Query().Get("next"))
	if v.seat != nil {
		return v.redirect(to)
	}
	return v.loginForm(loginForm{Next: to})
}

func (v *visit) loginForm(f loginForm) error {
	empty, err := v.empty(v.r.Context())
	if err != nil {
		return err
	}
	f.Passkeys, f.Signup, f.Empty = v.Auth.HasPasskeys(), v.Auth.Signup == auth.SignupOpen, empty
	return v.render("login", ui.Page{Status: f.status, Data: f})
}

func (h *Handler) login(v *visit) error {
	to := next(v.value("next"))
	seat, secret, err := v.Auth.SignIn(v.r.Context(), v.value("login"), v.value("password"), v.visitor())
	if err != nil {
		return v.again(err, func(f faults) error {
			return v.loginForm(loginForm{faults: f, Login: v.value("login"), Next: to})
		})
	}
	v.enter(secret)
	if seat.Session.Pending {
		return v.redirect(withNext("/login/second", to))
	}
	return v.redirect(to)
}

func (h *Handler) secondPage(v *visit) error {
	to := next(v.r.URL.Query().Get("next"))
	if v.seat != nil {
		return v.redirect(to)
	}
	seat, err := v.Auth.Open(v.r.Context(), v.visitor().Cookie)
	if err == nil && !seat.Session.Pending || errors.Is(err, auth.ErrSignedOut) {
		return v.redirect(withNext("/login", to))
	}
	if err != nil {
		return err
	}
	return v.render("second", ui.Page{Data: loginForm{Next: to}})
}

func (h *Handler) second(v *visit) error {
	to := next(v.value("next"))
	_, secret, err := v.Auth.Second(v.r.Context(), v.value("code"), v.visitor())
	if errors.Is(err, auth.ErrSignedOut) {
		return v.redirect(withNext("/login", to)) // it took too long
	}
	if err != nil {
		return v.again(err, func(f faults) error {
			if errors.Is(err, auth.ErrWrong) {
				f.Text = v.t("auth.fault.wrong_code")
			}
			return v.render("second", ui.Page{Status: f.status, Data: loginForm{faults: f, Next: to}})
		})
	}
	v.enter(secret)
	return v.redirect(to)
}

func (h *Handler) logout(v *visit) error {
	if v.seat != nil {
		if err := v.Auth.SignOut(v.r.Context(), v.seat, v.visitor()); err != nil {
			return err
		}
	}
	v.jar.drop(v.w, sessionCookie)
	v.jar.drop(v.w, accountCookie)
	v.w.Header().Set("Clear-Site-Data", `"cache"`) // the back button shows nothing of it
	return v.redirect("/login")
}

func (h *Handler) confirmPage(v *visit) error {
	to := next(v.r.URL.Query().Get("next"))
	if v.Auth.Sure(v.seat) {
		return v.redirect(to)
	}
	return v.confirmForm(loginForm{Next: to})
}

func (v *visit) confirmForm(f loginForm) error {
	f.Login, f.Passkeys = v.seat.User.Login, v.Auth.HasPasskeys() && v.seat.User.Passkeys > 0
	return v.render("confirm", ui.Page{Status: f.status, Data: f})
}

func (h *Handler) confirm(v *visit) error {
	to := next(v.value("next"))
	_, secret, err := v.Auth.Confirm(v.r.Context(), v.seat, v.value("password"), v.visitor())
	if err != nil {
		return v.again(err, func(f faults) error {
			if errors.Is(err, auth.ErrWrong) {
				f.Text = v.t("auth.fault.wrong_password")
			}
			return v.confirmForm(loginForm{faults: f, Next: to})
		})
	}
	v.enter(secret)
	return v.redirect(to)
}

// switchAccount chooses which of their accounts a user looks at.
func (h *Handler) switchAccount(v *visit) error {
	for _, p := range v.places {
		if p.Account.ID == v.value("account") {
			v.jar.set(v.w, accountCookie, p.Account.ID, 0)
			return v.redirect(next(v.value("next")))
		}
	}
	return &stop{http.StatusNotFound, "auth.fault.gone"}
}
