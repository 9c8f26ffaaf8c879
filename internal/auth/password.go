package auth

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/secure/precis"
)

// Bounds of logins and passwords, in characters.
const (
	MinPassword = 8
	MaxPassword = 128
	MaxLogin    = 64
)

// maxInput bounds, in bytes, what is looked at at all.
const maxInput = 4 * MaxPassword

// Refusal says what is wrong with something that a person entered. Field and
// Code together name its message.
type Refusal struct {
	Field string // "login", "password", "code", "name"
	Code  string // such as "too_short"
	text  string
}

func (r *Refusal) Error() string { return r.text }

func refuse(field, code, format string, args ...any) *Refusal {
	return &Refusal{field, code, fmt.Sprintf(format, args...)}
}

// CheckLogin returns a login in the form in which it is kept: RFC 8265's
// UsernameCasePreserved, which takes e-mail addresses as well as names in any
// script, but no spaces and nothing invisible. The error is a *Refusal.
func CheckLogin(login string) (string, error) {
	login = strings.TrimSpace(login)
	switch {
	case login == "":
		return "", refuse("login", "required", "a login is needed: a name or an e-mail address")
	case len(login) > maxInput || utf8.RuneCountInString(login) > MaxLogin:
		return "", refuse("login", "too_long", "a login has at most %d characters", MaxLogin)
	}
	kept, err := precis.UsernameCasePreserved.String(login)
	if err != nil {
		return "", refuse("login", "invalid_format", "a login is letters, digits and signs such as . - _ @, without spaces; got %q", login)
	}
	return kept, nil
}

// preparePassword returns a password as it is hashed: RFC 8265's OpaqueString,
// so that the same characters are the same password on every keyboard.
func preparePassword(password string) (string, bool) {
	if len(password) > maxInput {
		return "", false
	}
	prepared, err := precis.OpaqueString.String(password)
	return prepared, err == nil && utf8.ValidString(password)
}

// CheckPassword tells whether a password may be set for a login. The error is
// a *Refusal.
func CheckPassword(login, password string) error {
	prepared, ok := preparePassword(password)
	n := utf8.RuneCountInString(prepared)
	lower := strings.ToLower(prepared)
	name, _, _ := strings.Cut(strings.ToLower(login), "@")
	switch {
	case password == "":
		return refuse("password", "required", "a password is needed")
	case len(password) > maxInput || n > MaxPassword:
		return refuse("password", "too_long", "a password has at most %d characters", MaxPassword)
	case !ok:
		return refuse("password", "invalid_format", "a password is text without control characters")
	case n < MinPassword:
		return refuse("password", "too_short", "a password has at least %d characters; 15 or more are better", MinPassword)
	case lower == strings.ToLower(login) || lower == name:
		return refuse("password", "is_login", "the password must not be the login")
	case commonPasswords()[lower]:
		return refuse("password", "common", "that password is one of the most common ones, which are tried first; choose another")
	}
	return nil
}
