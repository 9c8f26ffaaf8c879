package security

import (
	"context"
	"math/big"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"toolcrib/internal/num"
	"toolcrib/internal/op"
	"toolcrib/internal/ops/draw"
	"toolcrib/internal/ops/security/passgen"
)

var _ = op.Define(op.Def[PasswordIn, PasswordOut]{
	ID:      "password-generator",
	Route:   "GET /v1/security/password-generator",
	Summary: "Generate passwords, passphrases and PINs of known strength",
	Doc: "Makes up to 100 random passwords, passphrases or PINs with their exact entropy and how long guessing takes. Each " +
		"is uniform over all that the options allow; with require_each that is every string with at least one character of " +
		"each class, none likelier than another.",
	See:    []op.See{{When: "unique identifiers", ID: "uuid-generator"}},
	Words:  []string{"token", "secret", "API key", "access code", "passcode", "credential", "secure", "strong", "diceware", "salt"},
	Source: "Uniform choice from a cryptographic source; entropy is log2 of the exact count (inclusion–exclusion); passphrases: EFF large word list (2016)",
	Since:  "1.0.0",
	Class:  op.T0,
	Varies: true,
	Examples: []op.Example{
		{Name: "as it comes", In: `{}`},
		{Name: "letters and digits", In: `{"length":20,"symbols":false}`},
		{Name: "easy to read out", In: `{"length":12,"exclude_ambiguous":true,"count":3}`},
		{Name: "six words", In: `{"type":"passphrase"}`},
		{Name: "words for a form that wants a capital and a digit", In: `{"type":"passphrase","words":4,"separator":" ","capitalize":true,"include_number":true}`},
		{Name: "PIN", In: `{"type":"pin"}`},
	},
	Run: password,
})

// PasswordIn is the input of password-generator.
type PasswordIn struct {
	Type             string  `json:"type" enum:"random,passphrase,pin" default:"random" aka:"kind,mode" doc:"Random characters, words or digits."`
	Length           *int    `json:"length" min:"3" max:"256" aka:"len,size,characters" doc:"Characters: 4 to 256, 16 unless sent; of a PIN 3 to 32, 6 unless sent." example:"16"`
	Count            int     `json:"count" min:"1" max:"100" default:"1" aka:"quantity,n" doc:"How many to make, each on its own."`
	Uppercase        bool    `json:"uppercase" default:"true" aka:"upper" doc:"Type random: use A to Z."`
	Lowercase        bool    `json:"lowercase" default:"true" aka:"lower" doc:"Type random: use a to z."`
	Numbers          bool    `json:"numbers" alias:"digits" default:"true" doc:"Type random: use 0 to 9."`
	Symbols          bool    `json:"symbols" default:"true" aka:"special,special_characters,punctuation" doc:"Type random: use the symbol_set."`
	ExcludeAmbiguous bool    `json:"exclude_ambiguous" default:"false" aka:"exclude_similar,avoid_ambiguous" doc:"Leave out I l 1 | O o 0."`
	Exclude          *string `json:"exclude" len:"0..256" doc:"Characters to leave out, one after the other." example:"{}[]"`
	SymbolSet        *string `json:"symbol_set" len:"1..256" doc:"The symbols, one after the other; visible characters other than A to Z, a to z and 0 to 9. Unless sent !@#$%^&*()-_=+[]{};:,.? which are safe in CSV and JSON." example:"!@#$"`
	RequireEach      bool    `json:"require_each" default:"true" doc:"Type random: at least one character of each class that is on."`
	Words            *int    `json:"words" min:"3" max:"20" aka:"word_count" doc:"Words of a passphrase, 6 unless sent." example:"6"`
	Separator        *string `json:"separator" len:"0..5" aka:"delimiter" doc:"Between the words of a passphrase, - unless sent."`
	Capitalize       bool    `json:"capitalize" default:"false" doc:"Begin each word of a passphrase with a capital."`
	IncludeNumber    bool    `json:"include_number" default:"false" doc:"Add a digit to one word of a passphrase."`
}

// PasswordOut is the answer of password-generator.
type PasswordOut struct {
	Password    string    `json:"password" main:"text/plain" doc:"The first password."`
	Passwords   []string  `json:"passwords" doc:"All of them."`
	Type        string    `json:"type" doc:"What they are."`
	Length      int       `json:"length" doc:"Characters of the first; only passphrases differ among themselves."`
	EntropyBits num.Dec   `json:"entropy_bits" doc:"Logarithm to base 2 of the number of passwords that the options allow, 2 decimals."`
	PoolSize    int       `json:"pool_size" doc:"Characters, or words, to choose from at each place."`
	Strength    string    `json:"strength" doc:"very_weak below 28 bits, weak below 36, fair below 60, strong below 128, otherwise very_strong."`
	CrackTime   CrackTime `json:"crack_time" doc:"Seconds to try half of all passwords that the options allow, exact decimals as text."`
}

// CrackTime is how long guessing takes at two speeds.
type CrackTime struct {
	Online  string `json:"online_100_per_hour" doc:"At a service that allows 100 guesses an hour."`
	Offline string `json:"offline_1e10_per_second" doc:"Against a fast hash that was stolen, at 10^10 guesses a second."`
}

// Check refuses options that the type does not use, and those that leave
// nothing to choose from.
func (in *PasswordIn) Check(e *op.Invalid) {
	in.checkType(e)
	if in.Type == "passphrase" {
		return
	}
	least, most := 4, 256
	if in.Type == "pin" {
		least, most = 3, 32
	}
	if n := in.length(); n < least || n > most {
		e.Add("length", op.OutOfRange, "must be at least %d and at most %d for type %s, got %d", least, most, in.Type, n)
	}
	in.checkClasses(e)
}

func (in *PasswordIn) checkType(e *op.Invalid) {
	for _, p := range []struct {
		name  string
		sent  bool
		types []string
	}{
		{"length", in.Length != nil, []string{"random", "pin"}},
		{"exclude_ambiguous", in.ExcludeAmbiguous, []string{"random", "pin"}},
		{"exclude", in.Exclude != nil, []string{"random", "pin"}},
		{"symbol_set", in.SymbolSet != nil, []string{"random"}},
		{"words", in.Words != nil, []string{"passphrase"}},
		{"separator", in.Separator != nil, []string{"passphrase"}},
		{"capitalize", in.Capitalize, []string{"passphrase"}},
		{"include_number", in.IncludeNumber, []string{"passphrase"}},
	} {
		if p.sent && !slices.Contains(p.types, in.Type) {
			e.Add(p.name, op.Conflict, "type %s does not use '%s'; it belongs to type %s", in.Type, p.name, strings.Join(p.types, ", "))
		}
	}
}

func (in *PasswordIn) checkClasses(e *op.Invalid) {
	if in.SymbolSet != nil && strings.ContainsFunc(*in.SymbolSet, noSymbol) {
		e.Add("symbol_set", op.NotAllowed, "has a character that is not a symbol").Hint =
			"send visible characters other than A to Z, a to z and 0 to 9, which have switches of their own"
	}
	left := 0
	classes := in.classes()
	for _, c := range classes {
		left += len(c.characters)
		if len(c.characters) == 0 && in.RequireEach {
			e.Add(c.name, op.Conflict, "nothing is left of %s after the exclusions", c.name).Hint = "exclude less, or switch " + c.name + " off"
		}
	}
	switch {
	case len(classes) == 0:
		e.Add("uppercase", op.MissingOneOf, "all classes are off").Hint = "switch on one of uppercase, lowercase, numbers, symbols"
	case left == 0 && !in.RequireEach:
		e.Add("exclude", op.Conflict, "no character is left after the exclusions").Hint = "exclude less, or switch on another class"
	}
}

// noSymbol tells whether a character may not be in a symbol_set: it is in a
// class of its own, cannot be seen, or joins the one before it.
func noSymbol(r rune) bool {
	switch {
	case 'a' <= r && r <= 'z', 'A' <= r && r <= 'Z', '0' <= r && r <= '9':
		return true
	}
	return r == ' ' || !unicode.IsPrint(r) || unicode.IsMark(r)
}

// class is a kind of characters, by the name of its switch.
type class struct {
	name       string
	characters []rune
}

const (
	upper     = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	lower     = "abcdefghijklmnopqrstuvwxyz"
	digits    = "0123456789"
	symbols   = "!@#$%^&*()-_=+[]{};:,.?"
	ambiguous = "Il1|Oo0"
)

// classes lists what is switched on, without what is excluded.
func (in *PasswordIn) classes() (list []class) {
	var excluded string
	if in.Exclude != nil {
		excluded = *in.Exclude
	}
	if in.ExcludeAmbiguous {
		excluded += ambiguous
	}
	symbols := symbols
	if in.SymbolSet != nil {
		symbols = *in.SymbolSet
	}
	random := in.Type == "random"
	for _, c := range []struct {
		name, characters string
		on               bool
	}{
		{"uppercase", upper, random && in.Uppercase},
		{"lowercase", lower, random && in.Lowercase},
		{"numbers", digits, in.Numbers || in.Type == "pin"},
		{"symbols", symbols, random && in.Symbols},
	} {
		if c.on {
			left := slices.DeleteFunc([]rune(c.characters), func(r rune) bool { return strings.ContainsRune(excluded, r) })
			slices.Sort(left)
			list = append(list, class{c.name, slices.Compact(left)})
		}
	}
	return list
}

func (in *PasswordIn) length() int {
	switch {
	case in.Length != nil:
		return *in.Length
	case in.Type == "pin":
		return 6
	}
	return 16
}

// space is the set of passwords that a sound input allows, and the number of
// characters or words that each place of them can have.
func (in *PasswordIn) space() (space passgen.Space, pool int) {
	if in.Type == "passphrase" {
		phrases := passgen.Phrases{Words: 6, Separator: "-", Capitalize: in.Capitalize, Digit: in.IncludeNumber}
		if in.Words != nil {
			phrases.Words = *in.Words
		}
		if in.Separator != nil {
			phrases.Separator = *in.Separator
		}
		return phrases, passgen.Words
	}
	var classes [][]rune
	for _, c := range in.classes() {
		if len(c.characters) > 0 {
			classes = append(classes, c.characters)
			pool += len(c.characters)
		}
	}
	return passgen.Strings{Length: in.length(), Classes: classes, Each: in.RequireEach}, pool
}

func password(ctx context.Context, in PasswordIn) (PasswordOut, error) {
	space, pool := in.space()
	size := space.Size()
	out := PasswordOut{Type: in.Type, PoolSize: pool, EntropyBits: log2(size)}
	for range in.Count {
		if err := ctx.Err(); err != nil {
			return PasswordOut{}, err
		}
		index, err := draw.BelowBig(op.Random(ctx), size)
		if err != nil {
			return PasswordOut{}, err
		}
		out.Passwords = append(out.Passwords, space.At(index))
	}
	out.Password = out.Passwords[0]
	out.Length = utf8.RuneCountInString(out.Password)
	out.Strength = strength(out.EntropyBits)
	tries := num.NewInt(size).Dec()
	out.CrackTime = CrackTime{Online: tries.Mul(onlineSeconds).String(), Offline: tries.Mul(offlineSeconds).String()}
	return out, nil
}

// Seconds per password, as half of all are tried: 3600/100/2 and 10^-10/2.
var onlineSeconds, offlineSeconds = num.D("18"), num.D("5e-11")

// log2 of a number above 0, to 2 decimals. As n^200 has ⌊200·log2 n⌋ + 1 bits,
// half of them, rounded down, are the hundredths of log2 n to the nearest. The
// power is good to 70 digits, twice those asked for.
func log2(n *big.Int) num.Dec {
	x := new(big.Float).SetPrec(256).SetInt(n)
	power := new(big.Float).Set(x)
	for _, bit := range "1001000" { // of 200, behind the first
		power.Mul(power, power)
		if bit == '1' {
			power.Mul(power, x)
		}
	}
	return num.Scaled(int64(power.MantExp(nil)/2), 2)
}

// strength is read off the entropy as it is shown, so that they never disagree.
func strength(bits num.Dec) string {
	for _, s := range []struct {
		below int64
		name  string
	}{{28, "very_weak"}, {36, "weak"}, {60, "fair"}, {128, "strong"}} {
		if bits.Cmp(num.FromInt(s.below)) < 0 {
			return s.name
		}
	}
	return "very_strong"
}
