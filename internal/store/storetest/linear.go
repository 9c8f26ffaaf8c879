package storetest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/anishathalye/porcupine"

	"toolcrib/internal/account"
)

// testLinear: what callers see of one account at the same time, through two
// handles, is what they would see had everything been done in some one order,
// each thing between its call and its answer. porcupine looks for that order.
func testLinear(t *testing.T, open Open) {
	f := newFixture(t, open)
	handles := []account.Store{f.Store, f.handle()}
	for seed := range uint64(10) {
		h := &linearHistory{f: f, who: f.caller(), begin: time.Now()}
		var wg sync.WaitGroup
		for client := range 6 {
			wg.Go(func() { h.client(client, handles[client%2], rand.New(rand.NewPCG(seed, uint64(client)))) })
		}
		wg.Wait()
		if t.Failed() {
			return
		}
		// Without a limit of time there are two answers only.
		if !porcupine.CheckOperations(linearModel, h.done) {
			t.Errorf("seed %d: no order explains what was seen:\n%s", seed, h)
		}
	}
	f.verify()
}

// linearHistory is what the clients of one account did and saw.
type linearHistory struct {
	f     *fixture
	who   caller
	begin time.Time

	mu     sync.Mutex
	done   []porcupine.Operation
	grants []string
	sent   []account.Charge
}

// linearInput is one thing done; of charges, grant and refund one is set, or
// none to read the balance.
type linearInput struct {
	charges []account.Charge
	grant   account.Grant
	refund  string // grant
	units   int64  // of the refund
}

// linearOutput is what came of it.
type linearOutput struct {
	verdicts []account.Verdict
	grant    string
	refunded int64
	balance  account.Balance
}

func (h *linearHistory) client(number int, s account.Store, random *rand.Rand) {
	for range 8 {
		in := h.choose(random)
		call := time.Since(h.begin)
		out, err := in.do(h.f, s, h.who)
		back := time.Since(h.begin)
		if err != nil {
			h.f.t.Error(err)
			return
		}
		h.mu.Lock()
		h.done = append(h.done, porcupine.Operation{
			ClientId: number, Input: in, Call: int64(call), Output: out, Return: int64(back),
		})
		if out.grant != "" {
			h.grants = append(h.grants, out.grant)
		}
		h.mu.Unlock()
	}
}

func (h *linearHistory) choose(random *rand.Rand) linearInput {
	h.mu.Lock()
	defer h.mu.Unlock()
	switch n := random.IntN(10); {
	case n < 1:
		return linearInput{}
	case n < 3:
		class := account.ClassPromo + account.Class(random.IntN(2))
		return linearInput{grant: account.Grant{
			AccountID: h.who.account, Pool: account.PoolCompute, Class: class, Units: 1 + random.Int64N(60),
		}}
	case n < 5 && len(h.grants) > 0:
		return linearInput{refund: h.grants[random.IntN(len(h.grants))], units: 1 + random.Int64N(40)}
	}
	in := linearInput{}
	for range 1 + random.IntN(2) {
		c := h.who.compute(1 + random.Int64N(80))
		if len(h.sent) > 0 && random.IntN(5) == 0 {
			c = h.sent[random.IntN(len(h.sent))]
		}
		in.charges = append(in.charges, c)
		h.sent = append(h.sent, c)
	}
	return in
}

func (in linearInput) do(f *fixture, s account.Store, who caller) (out linearOutput, err error) {
	switch {
	case in.charges != nil:
		out.verdicts, err = s.ChargeBatch(f.ctx, in.charges)
	case in.grant.Units > 0:
		out.grant, err = s.Grant(f.ctx, in.grant)
	case in.refund != "":
		out.refunded, err = s.Refund(f.ctx, in.refund, in.units)
	default:
		out.balance, err = s.Balance(f.ctx, who.account, account.PoolCompute, "")
	}
	return out, err
}

// String lists the history by the time of the calls.
func (h *linearHistory) String() string {
	slices.SortFunc(h.done, func(a, b porcupine.Operation) int { return int(a.Call - b.Call) })
	text := ""
	for _, o := range h.done {
		text += fmt.Sprintf("%8d to %8d µs: %+v\n\t%+v\n", o.Call/1000, o.Return/1000, o.Input, o.Output)
	}
	return text
}

// linearState is an account as the rules tell it.
type linearState struct {
	free   int64
	grants []linearGrant // in the order in which they are used
	made   []linearCharge
}

type linearGrant struct {
	id        string
	class     account.Class
	remaining int64
}

type linearCharge struct {
	id    string
	taken account.Taken
}

var linearModel = porcupine.Model{
	Init: func() any { return linearState{free: testPlan().Free[account.PoolCompute]} },
	Step: func(state, input, output any) (bool, any) {
		s, in, out := state.(linearState), input.(linearInput), output.(linearOutput)
		// A state is shared by all orders that lead to it.
		s.grants, s.made = slices.Clone(s.grants), slices.Clone(s.made)
		return s.step(in, out), s
	},
	Equal: func(a, b any) bool {
		s, o := a.(linearState), b.(linearState)
		return s.free == o.free && slices.Equal(s.grants, o.grants) && slices.Equal(s.made, o.made)
	},
}

// step does one thing and tells whether it could have come out so.
func (s *linearState) step(in linearInput, out linearOutput) bool {
	switch {
	case in.charges != nil:
		for i, c := range in.charges {
			taken, charged := s.charge(c)
			v := out.verdicts[i]
			if charged != (v.Outcome == account.Charged) || taken != v.Taken || !s.shows(v.Balance) {
				return false
			}
		}
		return true
	case in.grant.Units > 0:
		// Behind all of its class and of those used before it.
		at := 0
		for at < len(s.grants) && s.grants[at].class <= in.grant.Class {
			at++
		}
		s.grants = slices.Insert(s.grants, at, linearGrant{out.grant, in.grant.Class, in.grant.Units})
		return true
	case in.refund != "":
		at := slices.IndexFunc(s.grants, func(g linearGrant) bool { return g.id == in.refund })
		if at < 0 || out.refunded != min(in.units, s.grants[at].remaining) {
			return false
		}
		s.grants[at].remaining -= out.refunded
		return true
	}
	return s.shows(out.balance)
}

func (s *linearState) charge(c account.Charge) (t account.Taken, charged bool) {
	if at := slices.IndexFunc(s.made, func(m linearCharge) bool { return m.id == c.ID }); at >= 0 {
		return s.made[at].taken, true
	}
	left := s.free
	for _, g := range s.grants {
		left += g.remaining
	}
	if left < c.Units {
		return t, false
	}
	t.Free = min(s.free, c.Units)
	s.free -= t.Free
	need := c.Units - t.Free
	for i := range s.grants {
		n := min(need, s.grants[i].remaining)
		s.grants[i].remaining -= n
		need -= n
		if s.grants[i].class == account.ClassPromo {
			t.Promo += n
		} else {
			t.Prepaid += n
		}
	}
	s.made = append(s.made, linearCharge{c.ID, t})
	return t, true
}

// shows tells whether a balance is that of the state.
func (s *linearState) shows(b account.Balance) bool {
	var promo, prepaid int64
	for _, g := range s.grants {
		if g.class == account.ClassPromo {
			promo += g.remaining
		} else {
			prepaid += g.remaining
		}
	}
	return b.Free == s.free && b.Promo == promo && b.Prepaid == prepaid
}
