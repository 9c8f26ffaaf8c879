package sqldb

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"time"

	"toolcrib/internal/account"
)

// StartSession stores a session, in place of another where there is one.
func (s *Store) StartSession(ctx context.Context, given account.Session, replaces account.SecretHash) (made account.Session, err error) {
	if given.Hash == (account.SecretHash{}) {
		return made, errors.New("store: a session needs the hash of its secret")
	}
	if err := validText("a session's agent", given.Agent, 0, account.MaxAgent); err != nil {
		return made, err
	}
	err = s.db.WriteAside(ctx, func(tx Tx, now int64) error {
		made = given
		made.CreatedAt, made.SeenAt, made.SureAt = orNow(given.CreatedAt, now), orNow(given.SeenAt, now), orNow(given.SureAt, now)
		if made.ID == "" {
			made.ID = account.NewID("ses", fromMillis(now))
		}
		// The lock keeps a session from being started beside the end of all.
		person, err := queryInt(tx, "SELECT seq FROM users WHERE id = $1 AND disabled = 0"+s.dialect.Lock, given.UserID)
		if err != nil {
			return err
		}
		if _, err := tx.Exec("DELETE FROM sessions WHERE hash = $1", replaces[:]); err != nil {
			return err
		}
		if err := insertSession(tx, &made, person); err != nil || made.Pending {
			return err
		}
		return s.record(ctx, tx, now, 0, "session.start", made.ID, "of "+made.UserID)
	})
	if err != nil {
		return account.Session{}, fail("start session", err)
	}
	return made, nil
}

func insertSession(tx Tx, x *account.Session, person int64) error {
	network := ""
	if x.Network.IsValid() {
		network = x.Network.String()
	}
	_, err := tx.Exec(`INSERT INTO sessions (id, hash, person, pending, agent, network, created_at, seen_at, sure_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`, x.ID, x.Hash[:], person, flag(x.Pending), x.Agent, network,
		x.CreatedAt.UnixMilli(), x.SeenAt.UnixMilli(), x.SureAt.UnixMilli())
	return err
}

// orNow is t as the store keeps times, or now where it is zero.
func orNow(t time.Time, now int64) time.Time {
	if t.IsZero() {
		return fromMillis(now)
	}
	return fromMillis(t.UnixMilli())
}

const sessionColumns = "x.id, x.hash, u.id, x.pending, x.agent, x.network, x.created_at, x.seen_at, x.sure_at"

// liveSession is account.Session.Ended as a condition, which the arguments of
// live follow.
const liveSession = "x.seen_at > $2 AND x.created_at > $3"

func live(now int64, arg any) []any {
	return []any{arg, now - account.SessionIdle.Milliseconds(), now - account.SessionLife.Milliseconds()}
}

// sessionRow is what sessionColumns are scanned into.
type sessionRow struct {
	session                      account.Session
	hash                         []byte
	network                      string
	pending, created, seen, sure int64
}

func (r *sessionRow) dest() []any {
	x := &r.session
	return []any{&x.ID, &r.hash, &x.UserID, &r.pending, &x.Agent, &r.network, &r.created, &r.seen, &r.sure}
}

func (r *sessionRow) value() (x account.Session, err error) {
	x = r.session
	copy(x.Hash[:], r.hash)
	x.Pending = r.pending != 0
	x.CreatedAt, x.SeenAt, x.SureAt = fromMillis(r.created), fromMillis(r.seen), fromMillis(r.sure)
	if r.network != "" {
		if x.Network, err = netip.ParsePrefix(r.network); err != nil {
			err = fmt.Errorf("network of session %s: %w", x.ID, err)
		}
	}
	return x, err
}

// Session finds a session that has not ended, with its user.
func (s *Store) Session(ctx context.Context, hash account.SecretHash) (x account.Session, u account.User, err error) {
	err = s.db.Read(ctx, func(tx Tx, now int64) error {
		var session sessionRow
		var user userRow
		found, err := queryRow(tx, "SELECT "+sessionColumns+", "+userColumns+`
			FROM sessions x JOIN users u ON u.seq = x.person WHERE x.hash = $1 AND `+liveSession,
			append(session.dest(), user.dest()...), live(now, hash[:])...)
		if err != nil {
			return err
		}
		if !found {
			return account.ErrNotFound
		}
		u = user.value()
		x, err = session.value()
		return err
	})
	return x, u, fail("session", err)
}

// UserSessions lists the sessions of a user that have not ended, latest first.
func (s *Store) UserSessions(ctx context.Context, userID string) (list []account.Session, err error) {
	err = s.db.Read(ctx, func(tx Tx, now int64) error {
		list = nil
		return tx.Query("SELECT "+sessionColumns+` FROM sessions x JOIN users u ON u.seq = x.person
			WHERE u.id = $1 AND `+liveSession+" ORDER BY x.seq DESC", func(scan func(...any) error) error {
			var r sessionRow
			if err := scan(r.dest()...); err != nil {
				return err
			}
			x, err := r.value()
			list = append(list, x)
			return err
		}, live(now, userID)...)
	})
	return list, fail("sessions", err)
}

// TouchSession notes that a session is in use.
func (s *Store) TouchSession(ctx context.Context, sessionID string) error {
	return fail("touch session", s.db.WriteAside(ctx, func(tx Tx, now int64) error {
		_, err := tx.Exec("UPDATE sessions AS x SET seen_at = $4 WHERE x.id = $1 AND x.seen_at < $4 AND "+liveSession,
			append(live(now, sessionID), now)...)
		return err
	}))
}

// EndSession ends a session of a user.
func (s *Store) EndSession(ctx context.Context, userID, sessionID string) error {
	return s.changeOwn(ctx, "session.end", sessionID, userID, "DELETE FROM sessions"+ofUser)
}

// EndSessions ends all sessions of a user but one.
func (s *Store) EndSessions(ctx context.Context, userID, keepSession string) (ended int, err error) {
	err = s.changeUser(ctx, "session.end_all", userID, "", func(tx Tx, _, person int64) (bool, error) {
		n, err := endSessions(tx, person, keepSession)
		ended = int(n)
		return n > 0, err
	})
	if err != nil {
		return 0, err
	}
	return ended, nil
}

// endSessions removes the sessions of a user but one, those that have run out
// too: a clock that goes back must not bring them back.
func endSessions(tx Tx, person int64, keep string) (int64, error) {
	return tx.Exec("DELETE FROM sessions WHERE person = $1 AND id <> $2", person, keep)
}
