package read

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/makiuchi-d/gozxing/qrcode/decoder"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
	"golang.org/x/text/encoding/unicode"
)

// bits takes bits from bytes, the highest first.
type bits struct {
	data []byte
	at   int
}

func (b *bits) left() int { return 8*len(b.data) - b.at }

func (b *bits) take(n int) (value int) {
	for range n {
		value = value<<1 | int(b.data[b.at/8]>>(7-b.at%8)&1)
		b.at++
	}
	return value
}

// content is what segments hold: bytes, and which of them are in which
// character set.
type content struct {
	bytes  []byte
	pieces []piece
}

// piece is a run of bytes up to an end, in a character set: that of an ECI
// designator, or unknown.
type piece struct {
	end int
	eci int
}

const (
	unknownSet = -1
	shiftJIS   = 20 // as an ECI; kanji mode is in it too
)

func (c *content) add(data []byte, eci int) {
	c.bytes = append(c.bytes, data...)
	if n := len(c.pieces); n > 0 && c.pieces[n-1].eci == eci {
		c.pieces[n-1].end = len(c.bytes)
		return
	}
	c.pieces = append(c.pieces, piece{len(c.bytes), eci})
}

// decodeSegments reads the data codewords (section 7.4); false for what the
// standard does not allow.
func decodeSegments(data []byte, version *decoder.Version) (*content, bool) {
	b, c, eci := &bits{data: data}, &content{}, unknownSet
	separators := separator(false)
	for b.left() >= 4 {
		mode, err := decoder.ModeForBits(b.take(4))
		if err != nil {
			return nil, false
		}
		switch mode {
		case decoder.Mode_TERMINATOR:
			return c, true
		case decoder.Mode_FNC1_FIRST_POSITION:
			separators = true
		case decoder.Mode_FNC1_SECOND_POSITION:
			separators = true
			if b.left() < 8 {
				return nil, false
			}
			b.take(8) // application indicator
		case decoder.Mode_STRUCTURED_APPEND:
			if b.left() < 16 {
				return nil, false
			}
			b.take(16) // this part of a message is answered as it is
		case decoder.Mode_ECI:
			var ok bool
			if eci, ok = b.designator(); !ok {
				return nil, false
			}
		case decoder.Mode_NUMERIC, decoder.Mode_ALPHANUMERIC, decoder.Mode_BYTE, decoder.Mode_KANJI:
			width := mode.GetCharacterCountBits(version)
			if b.left() < width || !b.segment(c, mode, b.take(width), eci, separators) {
				return nil, false
			}
		default:
			return nil, false
		}
	}
	return c, true
}

// designator reads the number of an ECI, in one, two or three bytes (7.4.2).
func (b *bits) designator() (eci int, ok bool) {
	for _, form := range []struct{ prefix, prefixBits, width int }{{0, 1, 7}, {0b10, 2, 14}, {0b110, 3, 21}} {
		if b.left() < form.prefixBits+form.width {
			return 0, false
		}
		start := b.at
		if b.take(form.prefixBits) == form.prefix {
			return b.take(form.width), true
		}
		b.at = start
	}
	return 0, false
}

// segment reads n characters in a mode.
func (b *bits) segment(c *content, mode *decoder.Mode, n, eci int, separators separator) bool {
	need := 8 * n
	switch mode {
	case decoder.Mode_NUMERIC:
		need = (10*n + 2) / 3
	case decoder.Mode_ALPHANUMERIC:
		need = (11*n + 1) / 2
	case decoder.Mode_KANJI:
		need, eci = 13*n, shiftJIS
	}
	if b.left() < need {
		return false
	}
	var data []byte
	ok := true
	switch mode {
	case decoder.Mode_NUMERIC:
		data, ok = b.digits(n)
	case decoder.Mode_ALPHANUMERIC:
		data, ok = b.alphanumeric(n)
		data = separators.in(data)
	case decoder.Mode_KANJI:
		for range n {
			v := b.take(13)
			v = v/0xc0<<8 | v%0xc0
			if v < 0x1f00 {
				v += 0x8140
			} else {
				v += 0xc140
			}
			data = append(data, byte(v>>8), byte(v))
		}
	default:
		for range n {
			data = append(data, byte(b.take(8)))
		}
	}
	c.add(data, eci)
	return ok
}

func (b *bits) digits(n int) (data []byte, ok bool) {
	for ; n > 0; n -= 3 {
		count := min(n, 3)
		v := b.take(3*count + 1)
		group := [3]byte{byte('0' + v/100), byte('0' + v/10%10), byte('0' + v%10)}
		if v >= [...]int{1: 10, 2: 100, 3: 1000}[count] {
			return nil, false
		}
		data = append(data, group[3-count:]...)
	}
	return data, true
}

const alphanumerics = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:"

func (b *bits) alphanumeric(n int) (data []byte, ok bool) {
	for ; n > 1; n -= 2 {
		v := b.take(11)
		if v >= 45*45 {
			return nil, false
		}
		data = append(data, alphanumerics[v/45], alphanumerics[v%45])
	}
	if n == 1 {
		v := b.take(6)
		if v >= 45 {
			return nil, false
		}
		data = append(data, alphanumerics[v])
	}
	return data, true
}

// separator tells that FNC1 was seen, so that % stands for the separator of
// fields, and %% for itself (section 7.4.8.2).
type separator bool

func (s separator) in(data []byte) []byte {
	if !s {
		return data
	}
	const mark = "\x1d"
	return bytes.ReplaceAll(bytes.ReplaceAll(data, []byte("%"), []byte(mark)), []byte(mark+mark), []byte("%"))
}

// sets are the character sets of the AIM registry that still occur.
var sets = map[int]encoding.Encoding{
	1: charmap.ISO8859_1, 3: charmap.ISO8859_1, 4: charmap.ISO8859_2, 5: charmap.ISO8859_3, 6: charmap.ISO8859_4,
	7: charmap.ISO8859_5, 8: charmap.ISO8859_6, 9: charmap.ISO8859_7, 10: charmap.ISO8859_8, 11: charmap.ISO8859_9,
	12: charmap.ISO8859_10, 15: charmap.ISO8859_13, 16: charmap.ISO8859_14, 17: charmap.ISO8859_15, 18: charmap.ISO8859_16,
	shiftJIS: japanese.ShiftJIS, 21: charmap.Windows1250, 22: charmap.Windows1251, 23: charmap.Windows1252, 24: charmap.Windows1256,
	25: unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM), 28: traditionalchinese.Big5, 29: simplifiedchinese.GBK,
	30: korean.EUCKR, 32: simplifiedchinese.GB18030,
}

// text puts the bytes in Unicode. Where no known set is named, the whole is
// UTF-8 if it can be, else Latin-1, which is the standard's default.
func (c *content) text() string {
	var out strings.Builder
	start := 0
	for i := 0; i < len(c.pieces); i++ {
		p := c.pieces[i]
		data := c.bytes[start:p.end]
		start = p.end
		set := sets[p.eci]
		if set == nil && utf8.Valid(data) {
			out.Write(data)
			continue
		}
		if set == nil {
			set = charmap.ISO8859_1
		}
		decoded, err := set.NewDecoder().Bytes(data)
		if err != nil {
			decoded = []byte(strings.ToValidUTF8(string(data), "\ufffd"))
		}
		out.Write(decoded)
	}
	return out.String()
}
