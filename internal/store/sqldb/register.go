package sqldb

import (
	"context"
	"errors"
	"slices"

	"toolcrib/internal/account"
)

// Register makes a user and their place in an account.
func (s *Store) Register(ctx context.Context, r account.Registration) (u account.User, a account.Account, err error) {
	if err := validRegistration(&r); err != nil {
		return u, a, err
	}
	err = s.db.Write(ctx, func(tx Tx, now int64) error {
		var link account.Link
		if r.Link != (account.SecretHash{}) {
			// Before the login is looked at: who has no link does not learn
			// which logins there are.
			if link, err = usableLink(tx, r.Link, now); err != nil {
				return err
			}
		}
		at := fromMillis(now)
		u = account.User{
			ID: account.NewID("user", at), Login: r.Login, Password: r.Password, Locale: r.Locale, CreatedAt: at,
			Operator: r.Operator || link.Kind == account.LinkSetup,
		}
		person, err := insertUser(tx, &u)
		if err != nil {
			return err
		}
		var p place
		if p, err = s.placeOf(tx, now, &r, &link, u.Operator); err != nil {
			return err
		}
		a = p.account
		if err := endLinks(tx, &link); err != nil {
			return err
		}
		role, err := addMember(tx, now, p.acct, person, link.Role)
		if err != nil {
			return err
		}
		return s.recordRegistration(ctx, tx, now, &u, &p, role, link.ID)
	})
	if err != nil {
		return account.User{}, account.Account{}, fail("register", err)
	}
	return u, a, nil
}

func validRegistration(r *account.Registration) error {
	if r.AccountName != "" {
		if err := validName(r.AccountName); err != nil {
			return err
		}
	}
	return errors.Join(validText("a login", r.Login, 1, maxName), validText("a locale", r.Locale, 0, maxName))
}

// usableLink finds the link of a registration.
func usableLink(tx Tx, hash account.SecretHash, now int64) (account.Link, error) {
	l, err := findLink(tx, hash, now)
	if err != nil {
		return l, err
	}
	switch l.Kind {
	case account.LinkInvite:
		return l, nil
	case account.LinkSetup:
		var seq int64
		found, err := queryRow(tx, "SELECT seq FROM users LIMIT 1", []any{&seq})
		if err == nil && found {
			err = account.ErrEnded
		}
		return l, err
	}
	return l, account.ErrEnded
}

func insertUser(tx Tx, u *account.User) (seq int64, err error) {
	seq, err = queryInt(tx, `INSERT INTO users (id, login, login_key, password, operator, locale, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (login_key) DO NOTHING RETURNING seq`,
		u.ID, u.Login, account.LoginKey(u.Login), u.Password, flag(u.Operator), u.Locale, u.CreatedAt.UnixMilli())
	if errors.Is(err, account.ErrNotFound) {
		err = account.ErrTaken
	}
	return seq, err
}

// place is the account that a new user is to be in, which the transaction has
// locked or made.
type place struct {
	acct    int64
	account account.Account
	made    bool
}

func (s *Store) placeOf(tx Tx, now int64, r *account.Registration, link *account.Link, operator bool) (p place, err error) {
	if link.AccountID != "" {
		p.acct, p.account, err = s.lockPlace(tx, link.AccountID)
		return p, err
	}
	name := r.AccountName
	if name == "" {
		name = account.DefaultAccount
		if operator {
			if p, err = s.claim(tx); err != nil || p.acct != 0 {
				return p, err
			}
		}
	}
	p.made, p.account = true, newAccount(name, now)
	p.acct, err = insertAccount(tx, &p.account)
	return p, err
}

func (s *Store) lockPlace(tx Tx, accountID string) (int64, account.Account, error) {
	acct, err := s.lockAccount(tx, accountID)
	if err != nil {
		return 0, account.Account{}, err
	}
	a, err := accountInTx(tx, acct.seq)
	return acct.seq, a, err
}

// claim locks the only account there is, where nobody is a member of it.
func (s *Store) claim(tx Tx) (place, error) {
	ids, err := queryTexts(tx, "SELECT id FROM accounts LIMIT 2")
	if err != nil || len(ids) != 1 {
		return place{}, err
	}
	var p place
	if p.acct, p.account, err = s.lockPlace(tx, ids[0]); err != nil {
		return place{}, err
	}
	if members, _, err := countMembers(tx, p.acct, 0); err != nil || members > 0 {
		return place{}, err
	}
	return p, nil
}

// endLinks uses up the link of a registration, and ends a setup link: it was
// for the first user.
func endLinks(tx Tx, link *account.Link) error {
	if link.ID != "" {
		if err := takeLink(tx, link); err != nil {
			return err
		}
	}
	_, err := tx.Exec("DELETE FROM links WHERE kind = 'setup'")
	return err
}

func (s *Store) recordRegistration(ctx context.Context, tx Tx, now int64, u *account.User, p *place, role account.Role, linkID string) error {
	if p.made {
		err := s.record(ctx, tx, now, p.acct, "account.create", p.account.ID, "named "+p.account.Name)
		if err != nil {
			return err
		}
	}
	detail := ""
	if u.Operator {
		detail = "an operator"
	}
	if err := s.record(ctx, tx, now, 0, "user.create", u.ID, detail); err != nil {
		return err
	}
	return s.recordMember(ctx, tx, now, p.acct, u.ID, role, linkID)
}

// Join uses up an invite into an account for a user that exists.
func (s *Store) Join(ctx context.Context, hash account.SecretHash, userID string) (a account.Account, err error) {
	err = s.db.WriteAside(ctx, func(tx Tx, now int64) error {
		person, err := s.lockUser(tx, userID)
		if err != nil {
			return err
		}
		link, err := findLink(tx, hash, now)
		if err != nil {
			return err
		}
		if link.AccountID == "" {
			return account.ErrEnded
		}
		var acct int64
		if acct, a, err = s.lockPlace(tx, link.AccountID); err != nil {
			return err
		}
		if _, err := memberRole(tx, acct, person); !errors.Is(err, account.ErrNotFound) {
			return err
		}
		if err := takeLink(tx, &link); err != nil {
			return err
		}
		role, err := addMember(tx, now, acct, person, link.Role)
		if err != nil {
			return err
		}
		return s.recordMember(ctx, tx, now, acct, userID, role, link.ID)
	})
	if err != nil {
		return account.Account{}, fail("join account", err)
	}
	return a, nil
}

func validRole(r account.Role) error {
	if !slices.Contains(account.Roles(), r) {
		return errors.New("store: an account has owners, admins, members and viewers only")
	}
	return nil
}
