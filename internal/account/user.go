package account

import (
	"context"
	"crypto/sha256"
	"errors"
	"net/netip"
	"slices"
	"strings"
	"time"

	"golang.org/x/text/unicode/norm"
)

// Errors of Users.
var (
	ErrTaken     = errors.New("account: the login is taken")
	ErrLastOwner = errors.New("account: an account needs an owner")
)

// Role is what a member may do in an account. Each may do what the ones after
// it may.
type Role string

// The roles.
const (
	RoleOwner  Role = "owner"  // everything: owners, deleting
	RoleAdmin  Role = "admin"  // members, webhooks, buying
	RoleMember Role = "member" // keys
	RoleViewer Role = "viewer" // looking
)

// Roles lists the roles, from the one that may do most.
func Roles() []Role { return []Role{RoleOwner, RoleAdmin, RoleMember, RoleViewer} }

// Covers tells whether a member of role r may do what needs the role least. A
// role that is none covers nothing and is covered by none.
func (r Role) Covers(least Role) bool {
	roles := Roles()
	i := slices.Index(roles, r)
	return i >= 0 && i <= slices.Index(roles, least)
}

// User is a person who signs in to the website. What they may do in an account
// is told by their Membership of it.
type User struct {
	ID        string // user_<ULID>
	Login     string // 1 to 64 characters as they were typed; unique by LoginKey
	Password  string // hash in PHC form, "" = no password is accepted
	Operator  bool   // runs the installation: sees and changes every account
	Disabled  bool   // may not sign in
	Locale    string // BCP 47 of the pages, "" = the browser's
	TOTP      string // RFC 6238 secret in base32, "" = none; needed in clear to compare
	Recovery  int    // recovery codes left
	Passkeys  int    // passkeys held
	CreatedAt time.Time
}

// LoginKey is what logins are compared by: lower case of Unicode's normal form
// C, so that neither case nor the way an accent was typed makes another user.
func LoginKey(login string) string { return strings.ToLower(norm.NFC.String(login)) }

// SecondFactor tells whether a password alone does not sign the user in.
func (u *User) SecondFactor() bool { return u.TOTP != "" }

// SecretHash is the SHA-256 of a random secret that somebody holds: a cookie,
// a link, a recovery code. Like keys, they have enough random bits to need no
// slow hash.
type SecretHash [sha256.Size]byte

// HashSecret returns the hash under which a secret is stored.
func HashSecret(secret string) SecretHash { return sha256.Sum256([]byte(secret)) }

// Bounds of sessions.
const (
	SessionIdle = 12 * time.Hour     // a session not used for so long has ended
	SessionLife = 7 * 24 * time.Hour // and so has one this old
	MaxAgent    = 120                // characters of Session.Agent
)

// Session is a browser signed in.
type Session struct {
	ID        string // ses_<ULID>, for lists
	Hash      SecretHash
	UserID    string
	Pending   bool         // the password was right, the second factor is still to come
	Agent     string       // the browser in a few words, at most MaxAgent characters
	Network   netip.Prefix // /24 of IPv4, /64 of IPv6; where it began; zero = unknown
	CreatedAt time.Time
	SeenAt    time.Time // written every minute or so
	SureAt    time.Time // when the user last proved who they are
}

// Ended tells whether the session is over at the given time.
func (s *Session) Ended(at time.Time) bool {
	return at.Sub(s.SeenAt) >= SessionIdle || at.Sub(s.CreatedAt) >= SessionLife
}

// LinkKind is what a Link lets its holder do.
type LinkKind string

// The kinds of links.
const (
	LinkSetup  LinkKind = "setup"  // become the first user, an operator
	LinkInvite LinkKind = "invite" // join an account, or have a new one
	LinkReset  LinkKind = "reset"  // set a new password
)

// MaxNote is the longest note of a link, in characters.
const MaxNote = 200

// Link is a secret address that works once.
type Link struct {
	ID        string // lnk_<ULID>
	Hash      SecretHash
	Kind      LinkKind
	AccountID string // of an invite into an account, "" = the holder gets one of their own
	Role      Role   // of an invite into an account
	UserID    string // of a reset
	Note      string // whom it is for, in the inviter's words, at most MaxNote characters
	CreatedAt time.Time
	ExpiresAt time.Time
}

// Membership is one user's place in one account.
type Membership struct {
	Account Account
	User    User
	Role    Role
	Since   time.Time
}

// Passkey is a WebAuthn credential of a user.
type Passkey struct {
	ID         string // pk_<ULID>
	UserID     string
	Name       string // 1 to 64 characters
	Credential []byte // its WebAuthn id, unique
	Record     []byte // what is needed to verify it, in the form of whoever does
	CreatedAt  time.Time
	UsedAt     time.Time // zero = never
}

// DefaultAccount names an account that nobody has named.
const DefaultAccount = "default"

// Registration makes a user.
type Registration struct {
	Login    string
	Password string // PHC
	Locale   string
	// Link, where set, is used up: a setup link makes an operator, an invite
	// says which account is joined.
	Link SecretHash
	// Operator makes an operator without a link.
	Operator bool
	// AccountName names the account that is made where none is joined, ""
	// meaning DefaultAccount. With "" an operator joins the only account there
	// is instead, while it has no member: the one that keys were made in before
	// there were users.
	AccountName string
}

// Users is the part of a Store that keeps users, their sessions and their
// places in accounts. An account with members has an owner: whoever joins one
// that has no member becomes its owner, whatever the invite says, and what
// would leave members without one is ErrLastOwner. Methods that take the ID of
// a user or an account give ErrNotFound where there is none; lists are empty.
//
// The audit log names users by their IDs alone, so that it says nothing of a
// user who was deleted.
type Users interface {
	// Register makes a user and their place in an account, in one step.
	// ErrTaken; ErrEnded where the link is used, over or unknown, or is a setup
	// link although there are users. A setup link that is open ends whenever
	// somebody registers.
	Register(ctx context.Context, r Registration) (User, Account, error)
	// Join uses up an invite into an account for a user that exists. ErrEnded.
	// Who is a member already stays as they are, and the invite stays open.
	Join(ctx context.Context, link SecretHash, userID string) (Account, error)
	User(ctx context.Context, ref string) (User, error) // by id or login; ErrNotFound
	Users(ctx context.Context) ([]User, error)          // oldest first
	// UsersPage is as Accounts.AccountsPage, by login or ID.
	UsersPage(ctx context.Context, search, before string, limit int) ([]User, error)
	// SetPassword replaces the password, ends every session of the user but
	// keepSession, and uses up link where that is set (ErrEnded). Other reset
	// links of the user end too.
	SetPassword(ctx context.Context, userID, password string, link SecretHash, keepSession string) error
	// Rehash replaces the hash of a password that stays the same, where the
	// user still has old, and ends nothing.
	Rehash(ctx context.Context, userID, old, hash string) error
	SetLocale(ctx context.Context, userID, locale string) error
	// SetUserDisabled keeps a user from signing in and ends their sessions, or
	// lets them back in.
	SetUserDisabled(ctx context.Context, userID string, disabled bool) error
	// DeleteUser forgets a user. Accounts left without members keep their
	// ledger; their keys are revoked and the invites into them end. ErrLastOwner
	// where an account would keep members but no owner.
	DeleteUser(ctx context.Context, userID string) error

	SecondFactors
	Sessions
	Links
	Members
}

// SecondFactors is the part of Users that keeps what proves a user beside
// their password.
type SecondFactors interface {
	// SetTOTP sets the secret and the recovery codes, or with "" removes both.
	SetTOTP(ctx context.Context, userID, secret string, recovery []SecretHash) error
	// TakeTOTP uses up a time step (RFC 6238 section 5.2): false where that or
	// a later one has been used since the secret was set.
	TakeTOTP(ctx context.Context, userID string, step int64) (bool, error)
	// TakeRecovery uses up a recovery code: false where there is none such.
	TakeRecovery(ctx context.Context, userID string, code SecretHash) (bool, error)

	// AddPasskey stores a passkey, whose ID and CreatedAt it fills in. ErrLimit
	// above MaxPasskeys; ErrTaken where the credential is known.
	AddPasskey(ctx context.Context, p Passkey) (Passkey, error)
	Passkeys(ctx context.Context, userID string) ([]Passkey, error) // oldest first
	// UsePasskey notes a use and what the credential has become by it. ErrNotFound.
	UsePasskey(ctx context.Context, credential, record []byte) error
	RenamePasskey(ctx context.Context, userID, passkeyID, name string) error // ErrNotFound
	RemovePasskey(ctx context.Context, userID, passkeyID string) error       // ErrNotFound
}

// MaxPasskeys is the most passkeys one user may hold.
const MaxPasskeys = 10

// Sessions is the part of Users that keeps sessions.
type Sessions interface {
	// StartSession stores a session, whose ID and times it fills in where
	// empty, in place of the one whose hash is replaces, where there is one.
	// ErrNotFound where the user is disabled.
	StartSession(ctx context.Context, s Session, replaces SecretHash) (Session, error)
	// Session finds a session that has not ended, with its user. ErrNotFound.
	Session(ctx context.Context, hash SecretHash) (Session, User, error)
	// TouchSession notes that a session is in use, where it has not ended.
	TouchSession(ctx context.Context, sessionID string) error
	// EndSession ends a session of a user. ErrNotFound.
	EndSession(ctx context.Context, userID, sessionID string) error
	// EndSessions ends all but one, and returns how many.
	EndSessions(ctx context.Context, userID, keepSession string) (int, error)
	UserSessions(ctx context.Context, userID string) ([]Session, error) // latest first; pending ones too
}

// Links is the part of Users that keeps links.
type Links interface {
	// CreateLink stores a link, whose ID and CreatedAt it fills in. A setup
	// link takes the place of earlier ones.
	CreateLink(ctx context.Context, l Link) (Link, error)
	// Link finds a link that can still be used. ErrEnded.
	Link(ctx context.Context, hash SecretHash) (Link, error)
	// Invites lists the open invites into an account, or with "" those that
	// give an account of their own; latest first.
	Invites(ctx context.Context, accountID string) ([]Link, error)
	RevokeLink(ctx context.Context, linkID string) error // ErrNotFound
}

// Members is the part of Users that keeps who belongs to which account.
type Members interface {
	Members(ctx context.Context, accountID string) ([]Membership, error)    // oldest first
	Memberships(ctx context.Context, userID string) ([]Membership, error)   // oldest first
	SetRole(ctx context.Context, accountID, userID string, role Role) error // ErrNotFound, ErrLastOwner
	RemoveMember(ctx context.Context, accountID, userID string) error       // ErrNotFound, ErrLastOwner
	RenameAccount(ctx context.Context, accountID, name string) error
}
