package pay_test

import (
	"bytes"
	"errors"
	"flag"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"toolcrib/internal/account"
	"toolcrib/internal/pay"
	"toolcrib/internal/pay/fake"
)

var scenarios = flag.Int("scenarios", 10_000, "seeded scenarios of buying")

// TestScenarios: whatever comes twice, in another order, late, too early,
// changed or forged, whoever races, and wherever the process ends, each order
// that its provider says was rightly paid has one grant and one invoice, and
// every other has none.
func TestScenarios(t *testing.T) {
	n := *scenarios
	if testing.Short() {
		n = min(n, 500)
	}
	tell(t, newWorld(t, beforeApril), 0, n)
}

// TestScenariosOnDisk tells other stories to the store itself.
func TestScenariosOnDisk(t *testing.T) { tell(t, newDisk(t, beforeApril), 1_000_000, 300) }

// beforeApril has a financial year end on the way.
const beforeApril = "2027-03-30T00:00:00Z"

// tell tells n stories.
func tell(t *testing.T, w *world, first, n int) {
	paid := 0
	for seed := first; seed < first+n; seed++ {
		s := &scenario{world: w, r: rand.New(rand.NewPCG(uint64(seed), 8))}
		s.run()
		paid += s.paid
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
	w.verify()
	if got := w.numbers(); got != paid {
		t.Errorf("%d invoices for %d paid orders", got, paid)
	}
	if paid < n/2 {
		t.Errorf("only %d orders were paid in %d scenarios", paid, n)
	}
}

// scenario is one story of one to three orders of one or two buyers.
type scenario struct {
	*world
	r      *rand.Rand
	buyers []string
	orders []string // IDs
	mail   []fake.Message
	right  map[string]bool // orders that were paid as they should be, by ID
	paid   int
}

func (s *scenario) chance(percent int) bool { return s.r.IntN(100) < percent }

// process is a Desk that ends after some steps in a third of the cases.
func (s *scenario) process() *pay.Desk {
	c := never()
	if s.chance(33) {
		c.steps, c.after = s.r.IntN(12), s.chance(50)
	}
	return s.desk(c)
}

func (s *scenario) run() {
	s.right = map[string]bool{}
	for range 1 + s.r.IntN(2) {
		s.buyers = append(s.buyers, s.account())
	}
	for range 1 + s.r.IntN(3) {
		s.buy()
	}
	for _, id := range s.orders {
		s.payFor(id)
	}
	s.deliver()
	s.poll()
	s.check()
	s.after()
	s.deliver()
	s.finish()
	s.check()
}

// buy sends the form once or twice; it may find the order that an earlier
// process began.
func (s *scenario) buy() {
	p := pay.Purchase{AccountID: s.buyers[s.r.IntN(len(s.buyers))], Sku: packs[s.r.IntN(len(packs))].Sku}
	s.count++
	p.Token = string(rune('A'+s.r.IntN(26))) + time.Duration(s.count).String()
	id := ""
	for range 1 + s.r.IntN(2) {
		o, err := s.process().Buy(s.ctx, p)
		s.allowed(err)
		if err == nil && id != "" && o.ID != id {
			s.t.Errorf("one form made two orders")
		}
		if err == nil {
			id = o.ID
		}
	}
	if id == "" { // the buyer tries again
		o, err := s.desk(never()).Buy(s.ctx, p)
		s.must(err)
		id = o.ID
	}
	s.orders = append(s.orders, id)
}

// payFor is what happens at the provider.
func (s *scenario) payFor(id string) {
	o := s.order(id)
	ref := o.Ref
	switch n := s.r.IntN(10); {
	case n < 5:
		s.must(s.bank.Pay(ref))
		s.right[id] = true
	case n < 7:
		s.must(s.bank.PayLater(ref))
		success := s.chance(70)
		s.hear(s.letters())
		s.must(s.bank.Arrive(ref, success))
		s.right[id] = success
	case n < 8:
		paise, currency := o.Paise+int64(s.r.IntN(2)*2-1)*(1+s.r.Int64N(o.Paise-1)), account.Currency
		if s.chance(30) {
			paise, currency = o.Paise, "USD"
		}
		s.must(s.bank.PayOtherwise(ref, paise, currency))
	case n < 9:
		s.must(s.bank.Decline(ref))
		if s.chance(50) {
			s.must(s.bank.Pay(ref))
			s.right[id] = true
		}
	}
}

// deliver brings the messages: some never, some several times, in any order,
// some late, with forgeries among them, while buyers come back from the
// checkout.
func (s *scenario) deliver() {
	s.mail = append(s.mail, s.letters()...) // those of before are replayed
	var bag []fake.Message
	for _, m := range s.mail {
		for range s.r.IntN(4) {
			bag = append(bag, m)
		}
		if s.chance(30) {
			bag = append(bag, s.forge(m))
		}
	}
	s.r.Shuffle(len(bag), func(i, j int) { bag[i], bag[j] = bag[j], bag[i] })
	if s.chance(20) {
		s.wait(time.Duration(s.r.IntN(600)) * time.Second)
	}
	if s.chance(15) {
		s.race(bag)
		return
	}
	s.hear(bag)
	if s.chance(50) {
		_, err := s.process().Settle(s.ctx, s.orders[s.r.IntN(len(s.orders))])
		s.allowed(err)
	}
}

func (s *scenario) hear(bag []fake.Message) {
	d := s.process()
	for _, m := range bag {
		s.allowed(d.Hear(s.ctx, fake.Name, m.Header, m.Body), pay.ErrForged)
	}
}

// race has two processes hear everything at once, and buyers come back.
func (s *scenario) race(bag []fake.Message) {
	var wg sync.WaitGroup
	for _, d := range []*pay.Desk{s.process(), s.process()} {
		wg.Go(func() {
			for _, m := range bag {
				s.allowed(d.Hear(s.ctx, fake.Name, m.Header, m.Body), pay.ErrForged)
			}
		})
		for _, id := range s.orders {
			wg.Go(func() {
				_, err := d.Settle(s.ctx, id)
				s.allowed(err)
			})
		}
	}
	wg.Wait()
}

// forge makes of a message one that must have no effect: changed, of the
// future, by another's hand; or one that is the provider's own and lies.
func (s *scenario) forge(m fake.Message) fake.Message {
	now := s.now()
	switch s.r.IntN(5) {
	case 0:
		return fake.Message{Header: m.Header, Body: bytes.Replace(m.Body, []byte(`"amount":`), []byte(`"amount":1`), 1)}
	case 1:
		return fake.SignAs("another secret", m.Body, now)
	case 2:
		return fake.SignAs(secret, m.Body, now.Add(pay.MaxSkew+time.Second+time.Duration(s.r.IntN(1e6))*time.Second))
	case 3:
		return fake.SignAs(secret, m.Body, now.Add(-pay.MaxSkew-time.Second))
	default:
		ref := s.order(s.orders[s.r.IntN(len(s.orders))]).Ref
		return fake.SignAs(secret, []byte(`{"id":"evt_lie","type":"checkout.paid","checkout":"`+ref+`","amount":9900,"currency":"INR"}`), now)
	}
}

func (s *scenario) poll() {
	s.allowed(s.process().Poll(s.ctx), pay.ErrRefused)
	s.must(s.desk(never()).Poll(s.ctx))
}

// check compares every order with what happened at the provider.
func (s *scenario) check() {
	s.t.Helper()
	s.paid = 0
	grants, units := map[string]int{}, map[string]int64{}
	for _, id := range s.orders {
		o := s.order(id)
		if s.right[id] {
			s.paid++
			grants[o.AccountID]++
			units[o.AccountID] += o.Units
		}
		if o.Status.Granted() != s.right[id] || (o.Invoice != "") != s.right[id] || (o.GrantID != "") != s.right[id] {
			s.t.Errorf("rightly paid: %v; order %+v", s.right[id], o)
		}
	}
	for _, buyer := range s.buyers {
		if n, sum := s.bought(buyer); n != grants[buyer] || sum != units[buyer] {
			s.t.Errorf("%d grants of %d units, want %d of %d", n, sum, grants[buyer], units[buyer])
		}
	}
}

// after is what may follow a payment: use, refunds, disputes.
func (s *scenario) after() {
	for _, id := range s.orders {
		o := s.order(id)
		if !s.right[id] {
			continue
		}
		if s.chance(20) {
			s.spend(o, 1+s.r.Int64N(o.Units/2))
		}
		if s.chance(25) {
			_, err := s.process().Refund(s.ctx, id, 1+s.r.Int64N(o.Units))
			s.allowed(err, account.ErrNothing)
		}
		if s.chance(10) {
			err := s.bank.GiveBack(o.Ref, 1+s.r.Int64N(o.Paise))
			if err != nil && !errors.Is(err, fake.ErrState) {
				s.t.Error(err)
			}
		}
		if s.chance(10) {
			s.must(s.bank.Dispute(o.Ref))
		}
	}
}

// finish ends the story: what is unpaid expires, processes come back, and
// everything agrees with the provider.
func (s *scenario) finish() {
	for _, id := range s.orders {
		// Of those that are paid, or whose money is on its way, there is no end.
		_ = s.bank.Expire(s.order(id).Ref)
	}
	s.poll()
	d := s.desk(never())
	for _, id := range s.orders {
		_, err := d.Settle(s.ctx, id) // what a refund under way held up
		s.must(err)
		o, err := d.Settle(s.ctx, id)
		s.must(err)
		if o.RefundedPaise != s.bank.Refunded(o.Ref) && s.right[id] {
			s.t.Errorf("the provider gave %d paise back: %+v", s.bank.Refunded(o.Ref), o)
		}
		if o.Status == account.OrderOpen {
			s.t.Errorf("still open: %+v", o)
		}
	}
	pending, err := s.store.PendingRefunds(s.ctx, 1)
	s.must(err)
	if len(pending) > 0 {
		s.t.Errorf("a refund never ended: %+v", pending[0])
	}
}
