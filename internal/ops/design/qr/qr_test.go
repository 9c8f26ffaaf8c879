package qr

import (
	"errors"
	"strings"
	"testing"

	"github.com/makiuchi-d/gozxing/qrcode/decoder"
	"github.com/makiuchi-d/gozxing/qrcode/encoder"
)

func encode(t *testing.T, text string, o Options) *Code {
	t.Helper()
	c, err := Encode([]byte(text), o)
	if err != nil {
		t.Fatalf("%.40q: %v", text, err)
	}
	return c
}

// The examples of the contract, section 4.1, by qrcode 1.5.4.
func TestExamples(t *testing.T) {
	for _, tt := range []struct {
		text     string
		level    Level
		version  int
		segments []Segment
	}{
		{"https://example.com", M, 2, []Segment{{Byte, 19}}},
		{"https://example.com", H, 3, []Segment{{Byte, 19}}},
		{"0123456789", M, 1, []Segment{{Numeric, 10}}},
		{"HELLO WORLD", Q, 1, []Segment{{Alphanumeric, 11}}},
		{"https://example.com/item?id=123456789012345", M, 3, []Segment{{Byte, 28}, {Numeric, 15}}},
		{"upi://pay?pa=merchant@okbank&pn=Asha%20Stores&am=499.00&cu=INR&tn=Invoice%2042", M, 5, nil},
		{strings.Repeat("a", 2953), L, 40, []Segment{{Byte, 2953}}},
		{strings.Repeat("7", 7089), L, 40, []Segment{{Numeric, 7089}}},
		{strings.Repeat("A", 4296), L, 40, []Segment{{Alphanumeric, 4296}}},
	} {
		c := encode(t, tt.text, Options{Level: tt.level, Mask: AnyMask})
		if c.Version != tt.version || c.Size() != 17+4*tt.version || c.Level != tt.level || c.Bits > c.Capacity {
			t.Errorf("%.40q: version %d level %s, %d of %d bits", tt.text, c.Version, c.Level, c.Bits, c.Capacity)
		}
		if tt.segments != nil && (len(c.Segments) != len(tt.segments) || c.Segments[0] != tt.segments[0] || c.Segments[len(c.Segments)-1] != tt.segments[len(tt.segments)-1]) {
			t.Errorf("%.40q: %v", tt.text, c.Segments)
		}
	}
	for _, text := range []string{strings.Repeat("a", 2954), strings.Repeat("7", 7090), strings.Repeat("A", 4297)} {
		_, err := Encode([]byte(text), Options{Level: L, Mask: AnyMask})
		var full *CapacityError
		if !errors.As(err, &full) || full.MaxBytes != 2953 {
			t.Errorf("%d × %.1s: %v", len(text), text, err)
		}
	}
}

// Table 7 of ISO/IEC 18004:2015: digits, alphanumeric characters and bytes that
// fit, by version and level.
func TestCapacity(t *testing.T) {
	table := map[int][4][3]int{
		1:  {{41, 25, 17}, {34, 20, 14}, {27, 16, 11}, {17, 10, 7}},
		2:  {{77, 47, 32}, {63, 38, 26}, {48, 29, 20}, {34, 20, 14}},
		3:  {{127, 77, 53}, {101, 61, 42}, {77, 47, 32}, {58, 35, 24}},
		4:  {{187, 114, 78}, {149, 90, 62}, {111, 67, 46}, {82, 50, 34}},
		5:  {{255, 154, 106}, {202, 122, 84}, {144, 87, 60}, {106, 64, 44}},
		6:  {{322, 195, 134}, {255, 154, 106}, {178, 108, 74}, {139, 84, 58}},
		7:  {{370, 224, 154}, {293, 178, 122}, {207, 125, 86}, {154, 93, 64}},
		8:  {{461, 279, 192}, {365, 221, 152}, {259, 157, 108}, {202, 122, 84}},
		9:  {{552, 335, 230}, {432, 262, 180}, {312, 189, 130}, {235, 143, 98}},
		10: {{652, 395, 271}, {513, 311, 213}, {364, 221, 151}, {288, 174, 119}},
		20: {{2061, 1249, 858}, {1600, 970, 666}, {1159, 702, 482}, {919, 557, 382}},
		26: {{3283, 1990, 1367}, {2544, 1542, 1059}, {1804, 1094, 751}, {1425, 864, 593}},
		27: {{3517, 2132, 1465}, {2701, 1637, 1125}, {1933, 1172, 805}, {1501, 910, 625}},
		30: {{4158, 2520, 1732}, {3289, 1994, 1370}, {2358, 1429, 982}, {1782, 1080, 742}},
		40: {{7089, 4296, 2953}, {5596, 3391, 2331}, {3993, 2420, 1663}, {3057, 1852, 1273}},
	}
	for version, levels := range table {
		for level, most := range levels {
			for i, mode := range []Mode{Numeric, Alphanumeric, Byte} {
				o := Options{Version: version, Level: Level(level), Mode: mode, Mask: 0}
				encode(t, strings.Repeat("0", most[i]), o)
				if _, err := Encode([]byte(strings.Repeat("0", most[i]+1)), o); err == nil {
					t.Errorf("version %d level %s holds more than %d in mode %s", version, o.Level, most[i], mode)
				}
			}
		}
	}
}

// The segments of qrcode 1.5.4 and gozxing never fit into a smaller version.
func TestVersionsOfPeers(t *testing.T) {
	smaller := 0
	for _, row := range rows(t, "versions.tsv") {
		level, theirs, text := Level(strings.Index("LMQH", row[0])), number(t, row[1]), row[2]
		ours := encode(t, text, Options{Level: level, Mask: AnyMask}).Version
		if ours > theirs {
			t.Errorf("%q: version %d, qrcode has %d", text, ours, theirs)
		}
		if strings.IndexFunc(text, func(r rune) bool { return r > 0x7f }) >= 0 {
			continue
		}
		c, err := encoder.Encoder_encodeWithoutHint(text, [...]decoder.ErrorCorrectionLevel{
			decoder.ErrorCorrectionLevel_L, decoder.ErrorCorrectionLevel_M, decoder.ErrorCorrectionLevel_Q, decoder.ErrorCorrectionLevel_H}[level])
		if err != nil {
			t.Fatal(err)
		}
		if zxing := c.GetVersion().GetVersionNumber(); ours > zxing {
			t.Errorf("%q: version %d, gozxing has %d", text, ours, zxing)
		} else if ours < zxing {
			smaller++
		}
	}
	if smaller == 0 {
		t.Error("the texts do not show what segments are for")
	}
}

// leastBits tries every assignment of modes to characters.
func leastBits(data []byte, class int) int {
	least := -1
	modes := make([]Mode, len(data))
	var try func(i int)
	try = func(i int) {
		if i < len(data) {
			for m := Numeric; m <= Byte; m++ {
				if m.takes(data[i]) {
					modes[i] = m
					try(i + 1)
				}
			}
			return
		}
		bits, n := 0, 0
		for j, m := range modes {
			if n++; j+1 < len(modes) && modes[j+1] == m {
				continue
			}
			bits += 4 + counterBits[m][class]
			switch m { // section 7.4.3 to 7.4.5
			case Numeric:
				bits += n/3*10 + []int{0, 4, 7}[n%3]
			case Alphanumeric:
				bits += n/2*11 + n%2*6
			default:
				bits += 8 * n
			}
			n = 0
		}
		if least < 0 || bits < least {
			least = bits
		}
	}
	try(0)
	return least
}

func TestSegmentsAreShortest(t *testing.T) {
	texts := []string{"12345678ab", "1a2b3c4d5e", "ABCDEFG123", "aA1aA1aA1a", "aaaa1234567", "AAAAAA12345", "a123456789b", "aABCDEFGHIb", "A1234567B", "é12345678", "ABC:/x012"}
	state := uint32(1)
	for range 150 {
		text := ""
		for range 10 {
			state = state*1664525 + 1013904223
			text += string("0123456789ABCDxyz"[state>>16%17])
		}
		texts = append(texts, text)
	}
	for _, text := range texts {
		for class := range classes {
			segments := segment([]byte(text), class, Auto)
			if got, want := length(segments, class, false), leastBits([]byte(text), class); got != want {
				t.Errorf("%q takes %d bits in class %d: %v; %d do", text, got, class, segments, want)
			}
		}
	}
}

func TestOptions(t *testing.T) {
	c := encode(t, "1", Options{Level: L, Boost: true, Mask: AnyMask})
	if c.Version != 1 || c.Level != H {
		t.Errorf("boosted to %s in version %d", c.Level, c.Version)
	}
	if c := encode(t, strings.Repeat("a", 14), Options{Level: L, Boost: true, Mask: AnyMask}); c.Level != M || c.Version != 1 {
		t.Errorf("14 bytes boosted to %s", c.Level)
	}
	if c := encode(t, "12", Options{Mode: Byte, Mask: 5, Version: 7, UTF8: true}); c.Bits != 12+4+8+16 || c.Mask != 5 || c.Version != 7 {
		t.Errorf("%+v", c.Segments)
	}
	var mode *ModeError
	if _, err := Encode([]byte("12a"), Options{Mode: Numeric}); !errors.As(err, &mode) || mode.Offset != 2 {
		t.Errorf("%v", err)
	}
	if _, err := Encode([]byte("AB\nc"), Options{Mode: Alphanumeric}); !errors.As(err, &mode) || mode.Offset != 2 {
		t.Errorf("%v", err)
	}
	var full *CapacityError
	if _, err := Encode(make([]byte, 40), Options{Version: 1, Level: M, UTF8: true}); !errors.As(err, &full) || full.MaxBytes != (128-12-4-8)/8 {
		t.Errorf("%v", err)
	}
	if c := encode(t, "", Options{}); c.Bits != 0 || len(c.Segments) != 0 {
		t.Errorf("nothing is %+v", c)
	}
}

func BenchmarkEncode(b *testing.B) {
	text := []byte("https://example.com/item?id=123456789012345&ref=newsletter-2026")[:62]
	for b.Loop() {
		if _, err := Encode(text, Options{Level: M, Mask: AnyMask}); err != nil {
			b.Fatal(err)
		}
	}
}
