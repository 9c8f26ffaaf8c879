package converters

import (
	"context"
	"math/big"
	"strconv"
	"strings"

	"toolcrib/internal/op"
)

var _ = op.Define(op.Def[BaseIn, BaseOut]{
	ID:      "binary-converter",
	Route:   "GET /v1/converters/base",
	Summary: "Convert whole numbers between bases 2 to 36, of any size",
	Doc: "Converts a whole number of any size, also negative, from one base to binary, octal, decimal and hexadecimal " +
		"and to any other, and with bits to two's complement of that width. A prefix 0b, 0o or 0x tells the base unless " +
		"its letter is a digit of the base stated. Negative results have a sign before the magnitude.",
	Words:  []string{"hex", "bin", "dec", "radix", "number system", "numeral"},
	Source: "Positional notation with the digits 0-9a-z; prefixes 0b, 0o, 0x as in Python and ECMAScript; two's complement",
	Since:  "1.0.0",
	Class:  op.T0,
	Examples: []op.Example{
		{Name: "hex, beyond 53 bits", In: `{"value":"ffffffffffffffff","from":16}`},
		{Name: "a binary literal", In: `{"value":"0b1010"}`},
		{Name: "two's complement", In: `{"value":"-255","bits":16}`},
		{Name: "octal to decimal", In: `{"value":"777","from":8,"to":10}`},
		{Name: "a byte read as signed", In: `{"value":"ff","from":16,"bits":8,"signed":true}`},
		{Name: "grouped literal", In: `{"value":"3735928559","to":16,"case":"upper","prefix":true,"group":4}`},
	},
	Run: convertBase,
})

// BaseIn is the input of binary-converter.
type BaseIn struct {
	Value  string  `json:"value" alias:"number" aka:"input,data,text" len:"1..4096" doc:"A whole number: digits 0-9 and a-z in any case, a leading - if negative, single _ or spaces between digits." example:"ff"`
	From   string  `json:"from" alias:"from_base" aka:"base,source_base,radix" enum:"auto,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36" same:"binary=2,bin=2,octal=8,oct=8,decimal=10,dec=10,hex=16" default:"auto" doc:"Base of the value: 2 to 36, binary, octal, decimal or hex; auto goes by the prefix and is 10 without one." example:"16"`
	To     *string `json:"to" alias:"to_base" aka:"target_base" enum:"2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36" same:"binary=2,bin=2,octal=8,oct=8,decimal=10,dec=10,hex=16" doc:"Base of the result: 2 to 36, binary, octal, decimal or hex." example:"36"`
	Case   string  `json:"case" enum:"lower,upper" default:"lower" doc:"Case of digits above 9."`
	Prefix bool    `json:"prefix" default:"false" doc:"Write 0b, 0o or 0x before the digits of bases 2, 8 and 16."`
	Group  int     `json:"group" min:"0" max:"64" default:"0" doc:"Digits in a group, groups joined by _; 0 = none. Decimal is never grouped." example:"4"`
	Bits   *int    `json:"bits" aka:"width,word_size" min:"1" max:"4096" doc:"Width of two's complement; the value lies between -2^(bits-1) and 2^bits-1." example:"16"`
	Signed bool    `json:"signed" default:"false" doc:"Read the value as two's complement of so many bits: one with the top bit set is negative."`
}

// BaseOut is the answer of binary-converter.
type BaseOut struct {
	Value          string          `json:"value" doc:"The number in decimal."`
	From           int             `json:"from" doc:"Base it was read in."`
	Binary         string          `json:"binary" doc:"Base 2."`
	Octal          string          `json:"octal" doc:"Base 8."`
	Decimal        string          `json:"decimal" doc:"Base 10."`
	Hexadecimal    string          `json:"hexadecimal" doc:"Base 16."`
	To             *int            `json:"to" doc:"Base of the result; null when none was asked for."`
	Result         *string         `json:"result" doc:"The number in that base; null when none was asked for."`
	BitLength      int             `json:"bit_length" doc:"Bits of the magnitude; 0 for 0."`
	ByteLength     int             `json:"byte_length" doc:"Bytes of the magnitude; 0 for 0."`
	Negative       bool            `json:"negative" doc:"Whether it is below 0."`
	TwosComplement *TwosComplement `json:"twos_complement" doc:"The number in two's complement; null without bits."`
}

// TwosComplement is a number in a fixed number of bits.
type TwosComplement struct {
	Bits        int    `json:"bits" doc:"Their number."`
	Binary      string `json:"binary" doc:"All bits."`
	Hexadecimal string `json:"hexadecimal" doc:"The bits in hexadecimal."`
}

// Check refuses what is not a number of its base or does not fit its bits.
func (in BaseIn) Check(e *op.Invalid) {
	n, ok := in.read(e)
	if in.Bits == nil {
		if in.Signed {
			e.Add("bits", op.Required, "signed=true reads the value as two's complement, whose width 'bits' is missing").Hint = "send bits=8, 16, 32 or 64"
		}
		return
	}
	if !ok {
		return
	}
	if needed := width(n.number()); needed > *in.Bits {
		e.Add("bits", op.DoesNotFit, "the value needs %d bits, more than the %d given", needed, *in.Bits)
	}
}

// width is the number of bits that two's complement, or for what is not
// negative plain binary, needs.
func width(x *big.Int) int {
	if x.Sign() < 0 {
		return new(big.Int).Not(x).BitLen() + 1
	}
	return x.BitLen()
}

func convertBase(_ context.Context, in BaseIn) (BaseOut, error) {
	n, _ := in.read(&op.Invalid{})
	x := n.number()
	if in.Signed && x.BitLen() == *in.Bits && x.Sign() > 0 {
		x.Sub(x, new(big.Int).Lsh(one, uint(*in.Bits)))
	}
	decimal := x.String()
	out := BaseOut{
		Value:       decimal,
		From:        n.base,
		Binary:      in.write(x, 2, 0),
		Octal:       in.write(x, 8, 0),
		Decimal:     decimal,
		Hexadecimal: in.write(x, 16, 0),
		BitLength:   x.BitLen(),
		ByteLength:  (x.BitLen() + 7) / 8,
		Negative:    x.Sign() < 0,
	}
	if in.To != nil {
		to, err := strconv.Atoi(*in.To)
		if err != nil {
			return BaseOut{}, err
		}
		result := in.write(x, to, 0)
		out.To, out.Result = &to, &result
	}
	if in.Bits != nil {
		out.TwosComplement = in.twosComplement(x, *in.Bits)
	}
	return out, nil
}

var one = big.NewInt(1)

func (in BaseIn) twosComplement(x *big.Int, bits int) *TwosComplement {
	if x.Sign() < 0 {
		x = new(big.Int).Add(x, new(big.Int).Lsh(one, uint(bits)))
	}
	return &TwosComplement{bits, in.write(x, 2, bits), in.write(x, 16, (bits+3)/4)}
}

// prefixes tell the base of a number.
var prefixes = map[int]string{2: "0b", 8: "0o", 16: "0x"}

// write renders x in a base with at least so many digits, in the style asked
// for. Decimal, which people read, has no style.
func (in BaseIn) write(x *big.Int, base, digits int) string {
	if base == 10 {
		return x.String()
	}
	s := new(big.Int).Abs(x).Text(base)
	s = strings.Repeat("0", max(0, digits-len(s))) + s
	if in.Case == "upper" {
		s = strings.ToUpper(s)
	}
	s = group(s, in.Group)
	if in.Prefix {
		s = prefixes[base] + s
	}
	if x.Sign() < 0 {
		s = "-" + s
	}
	return s
}

// group puts a "_" before every n digits, counted from the last; n = 0 puts none.
func group(s string, n int) string {
	if n == 0 {
		return s
	}
	var b strings.Builder
	first := len(s) % n
	b.WriteString(s[:first])
	for i := first; i < len(s); i += n {
		if i > 0 {
			b.WriteByte('_')
		}
		b.WriteString(s[i : i+n])
	}
	return b.String()
}
