package passgen

import (
	"math/big"
	"strconv"
	"strings"

	"github.com/sethvargo/go-diceware/diceware"
)

// Words is the length of the EFF's large word list. No word of it begins
// another, so different draws never make the same phrase.
const Words = 7776

// Phrases is the set of phrases of words of the EFF's large list.
type Phrases struct {
	Words      int    // how many words, at least 1
	Separator  string // between words
	Capitalize bool   // the first letter of each word
	Digit      bool   // a digit behind one of the words
}

// Size implements Space.
func (p Phrases) Size() *big.Int {
	n := big.NewInt(Words)
	n.Exp(n, big.NewInt(int64(p.Words)), nil)
	if p.Digit {
		n.Mul(n, big.NewInt(int64(10*p.Words)))
	}
	return n
}

// At implements Space.
func (p Phrases) At(index *big.Int) string {
	index = new(big.Int).Set(index)
	words := make([]string, p.Words)
	for i := range words {
		words[i] = word(digit(index, Words))
		if p.Capitalize {
			words[i] = strings.ToUpper(words[i][:1]) + words[i][1:]
		}
	}
	if p.Digit {
		words[digit(index, p.Words)] += strconv.Itoa(digit(index, 10))
	}
	return strings.Join(words, p.Separator)
}

// word returns a word of the list by its number from 0. The list is numbered
// by throws of five dice, 11111 to 66666, which are five digits to base 6,
// each one more.
func word(n int) string {
	throws, _ := strconv.Atoi(strconv.FormatInt(int64(n), 6))
	return diceware.WordListEffLarge().WordAt(throws + 11111)
}
