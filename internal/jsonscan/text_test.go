package jsonscan

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
)

// Texts are read eight bytes at a time: whatever is not plain is found at every
// place of them, with more behind the text and without, and what was in the
// room before does not show.
func TestTextAtEveryPlace(t *testing.T) {
	room := []byte(strings.Repeat("?", 20))
	for length := range 36 {
		for at := range length + 1 {
			for _, special := range []string{`\n`, `\"`, `\\`, `\/`, `\u00e9`, `\ud83d\ude00`, `\n\t`, `\b\u0000`, "é", "\x7f"} {
				text := `"` + strings.Repeat("a", at) + special + strings.Repeat("b", length-at) + `"`
				var want string
				if err := json.Unmarshal([]byte(text), &want); err != nil {
					t.Fatal(err)
				}
				for _, behind := range []string{"", strings.Repeat(" ", 20)} {
					s := Scanner{src: []byte(text + behind)}
					if got, err := s.TextIn(&room); err != nil || string(got) != want || s.Offset() != len(text) {
						t.Fatalf("%s: %q up to %d, %v; want %q", text, got, s.Offset(), err, want)
					}
				}
			}
		}
	}
}

// A fault is placed in long texts as in short ones, behind an escape too.
func TestFaultAtEveryPlace(t *testing.T) {
	var room []byte
	for length := range 36 {
		for _, c := range []struct {
			begin, fault string
			want         Error
		}{
			{`"`, "\x1f", Error{ControlCharacter, 1 + length}}, {`"\n`, "\n", Error{ControlCharacter, 3 + length}},
			{`"`, "", Error{UnexpectedEnd, 1 + length}}, {`"\n`, "", Error{UnexpectedEnd, 3 + length}}, {`"\n`, `\`, Error{UnexpectedEnd, 4 + length}},
			{`"`, `\x`, Error{BadEscape, 2 + length}}, {`"\n`, `\x`, Error{BadEscape, 4 + length}}, {`"\n`, `\ud800x`, Error{LoneSurrogate, 9 + length}},
		} {
			text := c.begin + strings.Repeat("a", length) + c.fault
			if c.want.Reason != UnexpectedEnd {
				text += strings.Repeat("b", 20) + `"`
			}
			s := Scanner{src: []byte(text)}
			if got, err := s.TextIn(&room); got != nil || !reflect.DeepEqual(err, error(&c.want)) {
				t.Errorf("%q: %q, %v; want %v", text, got, err, &c.want)
			}
		}
	}
}

// Every byte at every place of a word, among bytes of all kinds: the lowest bit
// set is that of the first that cannot stand as it is.
func TestSpecials(t *testing.T) {
	for c := range 256 {
		for place := range 8 {
			for _, other := range []uint64{' ', '!', '#', '[', ']', 'a', 0x7f, 0x80, 0xa2, 0xdc, 0xff} {
				word := other*0x0101010101010101&^(0xff<<(8*place)) | uint64(c)<<(8*place)
				want := uint64(0)
				if c < ' ' || c == '"' || c == '\\' {
					want = 0x80 << (8 * place)
				}
				if got := specials(word); got&-got != want {
					t.Fatalf("%#x at %d of %016x: %016x", c, place, word, got)
				}
			}
		}
	}
}
