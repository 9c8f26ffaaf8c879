package deposit

import "toolcrib/internal/num"

// Plan is a row of stretches with level payments. From one to the next the
// payment steps up.
type Plan struct {
	Initial   num.Dec               // there from the beginning
	Stretches []Stretch             // in order of time; at least one
	Step      func(num.Dec) num.Dec // the next payment; it must not fall when the last one rises
}

// Balances are the payment of each stretch and the balance at its end.
func (p Plan) Balances(first num.Dec) (payments, balances []num.Dec) {
	payment, balance := first, p.Initial
	for i, s := range p.Stretches {
		if i > 0 {
			payment = p.Step(payment)
		}
		balance = s.Close(balance, payment)
		payments, balances = append(payments, payment), append(balances, balance)
	}
	return payments, balances
}

// value is the balance at the end.
func (p Plan) value(first num.Dec) num.Dec {
	_, balances := p.Balances(first)
	return settled(balances[len(balances)-1])
}

// Least is the smallest first payment, in whole hundredths, whose plan ends
// with at least the target.
//
// But for the rounding of payments at each step the value is linear in the
// first one. So the answer is found by proportion, from one payment so large
// that its rounding vanishes; a few hundredths at most are left to walk.
func (p Plan) Least(target num.Dec) num.Dec {
	reached := func(first num.Dec) bool { return p.value(first).Cmp(target) >= 0 }
	base := p.value(zero)
	if base.Cmp(target) >= 0 {
		return zero
	}
	slope := calc.Sub(p.value(large), base)
	least := Round(calc.Quo(calc.Mul(calc.Sub(target, base), large), slope), 2, num.Ceiling)
	for less := least.Sub(hundredth); less.Sign() >= 0 && reached(less); less = least.Sub(hundredth) {
		least = less
	}
	for !reached(least) {
		least = least.Add(hundredth)
	}
	return least
}

var large = num.D("1e30")
