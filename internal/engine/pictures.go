package engine

import (
	"context"
	"crypto/sha256"
	"encoding/base32"
	"net/url"
	"time"

	"github.com/maypok86/otter/v2"

	"toolcrib/internal/account"
	"toolcrib/internal/link"
	"toolcrib/internal/op"
	"toolcrib/internal/problem"
)

// A signed link is followed by crawlers and by everybody's browser, not by the
// owner of the key that pays. What is charged is therefore the picture and not
// the call: once in a calendar month, however often the link is followed, by
// whomever, and on however many servers.

// pictureKey names one picture of one key: a hash of both, with the operation.
type pictureKey [sha256.Size]byte

// picture is one that was made for a link, as it is sent.
type picture struct {
	image *op.Image
	paid  string // the month that it was charged in
}

// linkShare is what a picture takes of memory beside its bytes, about.
const linkShare = 512

// newPictures is a memory of pictures, bounded in bytes. Who adds a picture
// makes the room for it: left to another goroutine, a busy machine comes to it
// late, and holds many times the bound meanwhile.
func newPictures(bytes uint64) *otter.Cache[pictureKey, *picture] {
	return otter.Must(&otter.Options[pictureKey, *picture]{
		MaximumWeight: bytes,
		Weigher:       func(_ pictureKey, p *picture) uint32 { return uint32(linkShare + len(p.image.Body)) },
		Executor:      func(task func()) { task() },
	})
}

// linker makes the signed links of a call's key.
func (e *Engine) linker(c Call) func(*op.Op, url.Values, time.Time) string {
	return func(o *op.Op, fields url.Values, until time.Time) string {
		at := e.opts.Base + o.Path
		if c.URL != nil {
			at = c.URL(o)
		}
		l := link.Link{Fields: fields, KeyID: c.Key.ID, Until: until}
		return at + "?" + l.Signed(secretOf(c.Key, o))
	}
}

func secretOf(k *account.Key, o *op.Op) []byte { return link.Secret(k.Hash, o.ID) }

// OpenLink checks a signed link to an operation against the key that it names.
func (e *Engine) OpenLink(l link.Link, k *account.Key, o *op.Op) *problem.Problem {
	switch {
	case !l.Opens(secretOf(k, o)):
		return InvalidKey()
	case !l.Until.IsZero() && !e.opts.Env.Now().Before(l.Until):
		return problem.New(problem.SignatureExpired, "The signed link ended at %s.", l.Until.Format(time.RFC3339))
	case !k.Has(account.ScopeCompute):
		p := problem.New(problem.InsufficientScope, "The key behind the link has not the scope %s.", account.ScopeCompute)
		p.Scope = string(account.ScopeCompute)
		return p
	case k.Suspended:
		return e.suspended()
	}
	return nil
}

// Follow answers a signed link that OpenLink has passed. c has the operation,
// the key and the id of the request; the picture comes from the link.
func (e *Engine) Follow(ctx context.Context, l link.Link, c Call) (*op.Image, *problem.Problem) {
	key := pictureKey(sha256.Sum256([]byte(c.Key.ID + "\x00" + c.Op.ID + "\x00" + l.Picture())))
	month := account.Period(e.opts.Env.Now())
	p, _ := e.pictures.GetIfPresent(key)
	if p != nil && p.paid == month {
		return p.image, nil
	}
	// Calls of the key itself must not be kept out by crawlers.
	const followed = "link:"
	if rate, ok := e.opts.Meter.Admit(followed+c.Key.ID, followed+c.Key.AccountID); !ok {
		return nil, RateLimited(rate)
	}
	began := time.Now()
	ctx, ended := e.trace(ctx, c.Op.ID, c.ID)
	image, refused := e.paint(ctx, l, c, p, chargeOf(key, month), key)
	c.ID = ""
	o := observed(c, refused, began)
	ended(o)
	if e.opts.Observe != nil {
		e.opts.Observe(o)
	}
	return image, refused
}

// chargeOf is the id of the one charge for a picture in a month. A store
// charges an id once, and answers it as charged from then on. Its form is that
// of all charges: 26 characters of Crockford's base 32.
func chargeOf(key pictureKey, month string) string {
	sum := sha256.Sum256(append(key[:], month...))
	return crockford.EncodeToString(sum[:])[:26]
}

var crockford = base32.NewEncoding("0123456789ABCDEFGHJKMNPQRSTVWXYZ").WithPadding(base32.NoPadding)

// paint makes a picture, where it is not at hand, and has it charged.
func (e *Engine) paint(ctx context.Context, l link.Link, c Call, at *picture, chargeID string, key pictureKey) (*op.Image, *problem.Problem) {
	if !e.computes.enter() {
		return nil, overloaded()
	}
	defer e.computes.leave()
	in, p := e.decode(c, op.Query(l.Fields.Encode()))
	if p != nil {
		return nil, p
	}
	c.Raw, c.ID, c.units = true, chargeID, c.Op.Price(in)
	image := (*op.Image)(nil)
	if at != nil {
		image = at.image
	} else {
		a, err := e.compute(ctx, c, in)
		if err != nil {
			return nil, e.refusal(c.Op, err)
		}
		image = a.picture
	}
	// Without the look at the funds: a picture that is paid for is shown also
	// to who has nothing left, and only the store knows that it is.
	verdict, err := e.opts.Meter.Charge(c.charge())
	if err != nil {
		return nil, unchargeable(err)
	}
	var r Receipt
	if p := e.refused(ctx, c, &r, verdict); p != nil {
		return nil, p
	}
	e.pictures.Set(key, &picture{image, account.Period(verdict.At)})
	return image, nil
}
