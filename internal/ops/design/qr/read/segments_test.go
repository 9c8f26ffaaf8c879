package read

import (
	"testing"

	"github.com/makiuchi-d/gozxing"
	zxing "github.com/makiuchi-d/gozxing/qrcode"
	"github.com/makiuchi-d/gozxing/qrcode/decoder"
)

// Bits as the standard's own examples have them.
func TestSegments(t *testing.T) {
	for _, tt := range []struct {
		name, bits, text, bytes string
	}{
		{"7.4.3 numeric", "0001 0000001000 0000001100 0101011001 1000011", "01234567", "01234567"},
		{"7.4.4 alphanumeric", "0010 000000101 00111001110 11100111001 000010", "AC-42", "AC-42"},
		{"7.4.6 kanji", "1000 00000010 0110110011111 1101010101010", "点茗", "\x93\x5f\xe4\xaa"},
		{"7.4.2 ECI, Greek", "0111 00001001 0100 00000101 10100001 10100010 10100011 10100100 10100101", "‘’£€₯", "\xa1\xa2\xa3\xa4\xa5"},
		{"ECI in two bytes", "0111 10 00000000011010 0100 00000010 11000011 10101001", "é", "é"},
		{"ECI in three bytes", "0111 110 000000000000000011010 0100 00000010 11000011 10101001", "é", "é"},
		{"ECI of no set known here", "0111 110 000001111000010010000 0100 00000001 01100001", "a", "a"},
		{"UTF-8 without ECI", "0100 00000010 11000011 10101001", "é", "é"},
		{"Latin-1 without ECI", "0100 00000001 11101001", "é", "\xe9"},
		{"two modes", "0001 0000000001 0001 0100 00000001 01100001 0000", "1a", "1a"},
		{"structured append", "0011 00000001 01010101 0001 0000000001 0111", "7", "7"},
		{"FNC1", "0101 0010 000000011 " + alnum(38, 38) + " 001010", "%A", "%A"},
		{"FNC1, a separator", "0101 0010 000000011 " + alnum(10, 38) + " 001010", "A\x1dA", "A\x1dA"},
		{"FNC1 in second position", "1001 00100101 0001 0000000001 0111", "7", "7"},
		{"no terminator", "0100 00000001 01100001", "a", "a"},
		{"nothing", "0000", "", ""},
	} {
		c, ok := decodeSegments(packed(tt.bits), version(t, 1))
		if !ok || c.text() != tt.text || string(c.bytes) != tt.bytes {
			t.Errorf("%s: %v %q %q", tt.name, ok, c.text(), c.bytes)
		}
	}
}

func TestSegmentsRefused(t *testing.T) {
	for name, bits := range map[string]string{
		"cut short":                 "0100 00000100 01100001",
		"a count cut short":         "0001 0000",
		"three digits of 1000":      "0001 0000000011 1111101000",
		"a digit of 10":             "0001 0000000001 1010",
		"alphanumeric 45":           "0010 000000001 101101",
		"alphanumeric pair of 2025": "0010 000000010 11111101001",
		"a mode that is none":       "1111 0000",
		"ECI of four bytes":         "0111 1110 000000000000000000000000000",
		"ECI cut short":             "0111 10 0000",
	} {
		if c, ok := decodeSegments(packed(bits), version(t, 1)); ok {
			t.Errorf("%s: %q", name, c.bytes)
		}
	}
}

func version(t testing.TB, n int) *decoder.Version {
	t.Helper()
	v, err := decoder.Version_GetVersionForNumber(n)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// alnum is the 11 bits of two characters.
func alnum(a, b int) (bits string) {
	for i := 10; i >= 0; i-- {
		bits += string("01"[(45*a+b)>>i&1])
	}
	return bits
}

// packed puts bits into bytes, zeros at the end.
func packed(bits string) (data []byte) {
	n := 0
	for _, b := range bits {
		if b == ' ' {
			continue
		}
		if n%8 == 0 {
			data = append(data, 0)
		}
		if b == '1' {
			data[n/8] |= 0x80 >> (n % 8)
		}
		n++
	}
	return data
}

// Codes of gozxing's writer, in kanji mode and with an ECI.
func TestOfAnotherWriter(t *testing.T) {
	for _, tt := range []struct{ text, set string }{{"漢字", "Shift_JIS"}, {"héllo ÿ", "ISO-8859-1"}, {"Привет", "ISO-8859-5"}, {"नमस्ते", "UTF-8"}} {
		modules, err := zxing.NewQRCodeWriter().Encode(tt.text, gozxing.BarcodeFormat_QR_CODE, 200, 200,
			map[gozxing.EncodeHintType]any{gozxing.EncodeHintType_CHARACTER_SET: tt.set})
		if err != nil {
			t.Fatal(err)
		}
		codes, err := All(t.Context(), modules)
		if err != nil || len(codes) != 1 || codes[0].Text != tt.text {
			t.Errorf("%s: %v, %v", tt.text, codes, err)
		}
	}
}

func FuzzSegments(f *testing.F) {
	f.Add([]byte{0x10, 0x20, 0x0c, 0x56, 0x61, 0x80}, 1)
	f.Add(packed("1000 00000010 0110110011111 1101010101010"), 9)
	f.Fuzz(func(t *testing.T, data []byte, number int) {
		if number < 1 || number > 40 {
			return
		}
		if c, ok := decodeSegments(data, version(t, number)); ok {
			if len(c.bytes) > 3*len(data) {
				t.Fatalf("%d bytes of %d", len(c.bytes), len(data))
			}
			c.text()
		}
	})
}
