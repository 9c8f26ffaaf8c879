package outbox

import (
	"context"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"toolcrib/internal/account"
	"toolcrib/internal/egress"
)

// Options sets up an Outbox.
type Options struct {
	Store        account.Outbox
	AllowPrivate bool             // receivers may be at any address and may speak plain http
	Timeout      time.Duration    // of one attempt, from looking up the name to the end of the answer; 0 = DefaultTimeout
	Every        time.Duration    // between looks for events that are due; 0 = DefaultEvery
	Now          func() time.Time // stamps attempts and sets when the next is due; nil = time.Now
	Log          *slog.Logger     // nil = none

	// Watch is told of every attempt to deliver an event as it begins, and of
	// its end by the function that is returned; nil = nobody.
	Watch func(ctx context.Context, d account.Delivery) func(Attempt)
}

// Attempt is how an attempt ended.
type Attempt struct {
	Outcome Outcome
	Status  int // of the receiver's answer; 0 = there was none
}

// Outcome is what came of an event by an attempt.
type Outcome string

// The outcomes.
const (
	Delivered Outcome = "delivered"
	Postponed Outcome = "postponed" // it failed and will be tried again
	GivenUp   Outcome = "given_up"  // it failed for the last time
	Abandoned Outcome = "abandoned" // the process ends; it will be tried again
)

// Outcomes are all of them.
var Outcomes = []Outcome{Delivered, Postponed, GivenUp, Abandoned}

// Defaults of Options. The specification recommends 15 to 30 s for an attempt.
const (
	DefaultTimeout = 15 * time.Second
	DefaultEvery   = 5 * time.Second
)

const (
	// maxSending is how many attempts are under way at once: enough that some
	// receivers that hang hold up nobody else.
	maxSending = 32
	// storeTimeout bounds one request to the store.
	storeTimeout = 5 * time.Second
	// leaseMargin is how much longer than an attempt an event stays claimed:
	// claiming it and noting its outcome take time too.
	leaseMargin = 2*storeTimeout + 20*time.Second
	// grace is how long attempts under way may go on once Run is told to end.
	grace = 5 * time.Second
)

// Outbox sends events. It is safe for concurrent use.
type Outbox struct {
	opts      Options
	transport http.RoundTripper
	slots     chan struct{} // holds one element for each attempt under way
}

// New returns an Outbox. It sends nothing before Run or Deliver is called.
func New(opts Options) *Outbox {
	if opts.Timeout == 0 {
		opts.Timeout = DefaultTimeout
	}
	if opts.Every == 0 {
		opts.Every = DefaultEvery
	}
	if opts.Now == nil {
		opts.Now = time.Now
	}
	if opts.Watch == nil {
		opts.Watch = func(context.Context, account.Delivery) func(Attempt) { return func(Attempt) {} }
	}
	if opts.Log == nil {
		opts.Log = slog.New(slog.DiscardHandler)
	}
	// Events are rare, and an open connection would keep an address that the
	// name has left.
	transport := egress.NewTransport(opts.AllowPrivate, opts.Timeout)
	transport.DisableKeepAlives = true
	transport.MaxResponseHeaderBytes = maxAnswer
	return &Outbox{
		opts:      opts,
		transport: transport,
		slots:     make(chan struct{}, maxSending),
	}
}

// Run sends events as they become due, until ctx ends. Attempts under way then
// have 5 s to finish; those that do not are abandoned and made again, by any
// process, when the event's lease is over. Run returns within 10 s, as long as
// the store keeps to its deadlines.
func (o *Outbox) Run(ctx context.Context) {
	sending, abandon := context.WithCancel(context.WithoutCancel(ctx))
	defer abandon()
	var underWay sync.WaitGroup
	for ctx.Err() == nil {
		more, err := o.start(ctx, sending, &underWay)
		if err != nil && ctx.Err() == nil {
			o.opts.Log.LogAttrs(ctx, slog.LevelError, "events for webhooks not read", slog.Any("cause", err))
		}
		if more {
			continue
		}
		select {
		case <-ctx.Done():
		case <-time.After(o.opts.Every):
		}
	}
	defer time.AfterFunc(grace, abandon).Stop()
	underWay.Wait()
}

// Deliver makes one attempt for each event that is due, up to 32 of them, and
// returns when all have ended. The end of ctx abandons them. An error means
// that the store did not tell what is due.
func (o *Outbox) Deliver(ctx context.Context) error {
	var underWay sync.WaitGroup
	_, err := o.start(ctx, ctx, &underWay)
	underWay.Wait()
	return err
}

// start claims as many events as there are free slots, waiting for one, and
// begins to send them. More tells that more may be due. The end of claiming
// stops the claim, that of sending abandons the attempts.
func (o *Outbox) start(claiming, sending context.Context, underWay *sync.WaitGroup) (more bool, err error) {
	free := o.takeSlots(claiming)
	if free == 0 {
		return false, claiming.Err()
	}
	ctx, cancel := context.WithTimeout(claiming, storeTimeout)
	defer cancel()
	due, err := o.opts.Store.ClaimEvents(ctx, free, o.opts.Timeout+leaseMargin)
	for range free - len(due) {
		<-o.slots
	}
	for _, d := range due {
		underWay.Go(func() {
			defer func() { <-o.slots }()
			o.send(sending, d)
		})
	}
	return len(due) == free, err
}

// takeSlots waits for a free slot and takes all there are; 0 when ctx ended.
// An event is claimed only once it can be sent: one that waited here would use
// up its lease.
func (o *Outbox) takeSlots(ctx context.Context) (taken int) {
	select {
	case <-ctx.Done():
		return 0
	case o.slots <- struct{}{}:
	}
	for taken = 1; taken < maxSending; taken++ {
		select {
		case o.slots <- struct{}{}:
		default:
			return taken
		}
	}
	return taken
}
