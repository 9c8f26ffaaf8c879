package units

import (
	"errors"
	"strings"

	"golang.org/x/text/unicode/norm"

	"toolcrib/internal/num"
)

// All lists the dimensions.
var All = []*Dimension{Length, Speed, Temperature, Weight}

// Dimension is a kind of quantity with the units it is measured in.
type Dimension struct {
	Name  string
	Units []Unit // in the order in which they are shown

	symbols, names map[string]*Unit    // names are folded
	ambiguous      map[string][]string // folded name → symbols of what it may mean
}

// Unit is one unit. Its first symbol and its first name are the ones shown.
type Unit struct {
	Symbol, Name string

	// Zero is what a thermometer of this unit shows at absolute zero.
	Zero num.Dec

	kind     kind
	num, den num.Dec // size in the dimension's base unit: num/den
	measured bool    // the size itself is not exact: a measurement, a model or irrational
	symbols  []string
	names    []string
}

// kind is how a value v and its amount a in the base unit hang together.
type kind uint8

const (
	proportional kind = iota // a = v · num/den
	thermometer              // a = (v − Zero) · num/den
	pace                     // a = (num/den) / v
)

// Errors of a value that the units do not have.
var (
	ErrStandstill = errors.New("units: a pace and its speed are above 0")
	ErrTooCold    = errors.New("units: below absolute zero")
)

// unit makes a unit from its symbols, separated by spaces, its size, a product
// of decimals over another, and its names, separated by commas.
func unit(symbols, size, names string) Unit {
	above, below, isQuotient := strings.Cut(size, "/")
	if !isQuotient {
		below = "1"
	}
	u := Unit{num: product(above), den: product(below), symbols: strings.Fields(symbols), names: strings.Split(names, ", ")}
	u.Symbol, u.Name = u.symbols[0], u.names[0]
	return u
}

func product(factors string) num.Dec {
	p := num.FromInt(1)
	for f := range strings.SplitSeq(factors, "*") {
		p = p.Mul(num.D(f))
	}
	return p
}

// measured makes a unit whose size is not an exact number.
func measured(symbols, size, names string) Unit {
	u := unit(symbols, size, names)
	u.measured = true
	return u
}

// perDistance makes a pace, time per distance, from distance/time.
func perDistance(symbols, size, names string) Unit {
	u := unit(symbols, size, names)
	u.kind = pace
	return u
}

// degree makes a unit of temperature from what it shows at absolute zero and
// the size of one degree, negative where values fall as it gets warmer.
func degree(symbols, zero, size, names string) Unit {
	u := unit(symbols, size, names)
	u.kind, u.Zero = thermometer, num.D(zero)
	return u
}

// dimension enters units under all their spellings. It panics when two share
// one, which shows when the program starts.
func dimension(name string, ambiguous map[string][]string, list ...Unit) *Dimension {
	d := &Dimension{Name: name, Units: list, symbols: map[string]*Unit{}, names: map[string]*Unit{}, ambiguous: ambiguous}
	for i := range d.Units {
		u := &d.Units[i]
		for _, s := range u.symbols {
			enter(d.symbols, norm.NFKC.String(s), u)
		}
		for _, s := range u.names {
			enter(d.names, fold(norm.NFKC.String(s)), u)
		}
	}
	return d
}

func enter(index map[string]*Unit, spelling string, u *Unit) {
	if index[spelling] != nil {
		panic("units: two units are called " + spelling)
	}
	index[spelling] = u
}

// fold is the form in which names are compared.
func fold(s string) string { return parting.Replace(strings.ToLower(s)) }

// parting takes out what may stand between the words of a name.
var parting = strings.NewReplacer("_", "", "-", "", " ", "")

// Find returns the unit with this symbol, exactly so, else the one with this
// name in any case and with spaces, "_" or "-" between its words; nil when
// there is none. Compatibility characters such as U+00B5 or U+2103 stand for
// what they look like.
func (d *Dimension) Find(spelling string) *Unit {
	spelling = norm.NFKC.String(spelling)
	if u := d.symbols[spelling]; u != nil {
		return u
	}
	return d.names[fold(spelling)]
}

// Ambiguous returns the symbols of the units that a name may mean, when it is
// in use for several of them.
func (d *Dimension) Ambiguous(name string) []string { return d.ambiguous[fold(name)] }

// Spellings lists the symbols and names of u.
func (u *Unit) Spellings() []string {
	return append(u.symbols[:len(u.symbols):len(u.symbols)], u.names...)
}

// differences is the dimension of what lies between two temperatures: its
// units have no zero of their own.
func (d *Dimension) differences() *Dimension {
	list := make([]Unit, len(d.Units))
	for i, u := range d.Units {
		u.kind, u.Zero = proportional, num.Dec{}
		list[i] = u
	}
	return dimension(d.Name, d.ambiguous, list...)
}

// Falling tells of a thermometer whose values fall as it gets warmer.
func (u *Unit) Falling() bool { return u.num.Sign() < 0 }
