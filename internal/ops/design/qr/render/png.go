package render

import (
	"bytes"
	"encoding/binary"
	"hash/adler32"
	"hash/crc32"
	"image/color"
	"image/png"
	"math/bits"
)

// PNG writes the picture as PNG: two colours as one bit a pixel where there are
// no others.
func (d *Drawing) PNG() ([]byte, error) {
	if d.Style == Square && d.Logo == nil {
		return d.twoColours(), nil
	}
	var b bytes.Buffer
	err := (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(&b, d.Picture())
	return b.Bytes(), err
}

// twoColours writes the PNG in one pass. The rows of a module are equal, so
// that each but the first is a reference to the one before: what a compressor
// would search for is known.
func (d *Drawing) twoColours() []byte {
	w := &writer{}
	w.raw([]byte("\x89PNG\r\n\x1a\n"))
	header := binary.BigEndian.AppendUint32(nil, uint32(d.Size))
	header = binary.BigEndian.AppendUint32(header, uint32(d.Size))
	w.chunk("IHDR", append(header, 1, 3, 0, 0, 0)) // one bit, palette, deflate, filters, not interlaced
	w.palette(d.Background, d.Foreground)
	w.begin("IDAT")
	w.raw([]byte{0x78, 0x01}) // zlib, 32 KiB window, fastest
	z := &deflater{out: w.out}
	z.put(0b011, 3) // the last block, fixed codes
	sum := adler32.New()
	row := make([]byte, 1+(d.Size+7)/8) // the filter, none, and the pixels
	rows := func(count int) {
		if count == 0 {
			return
		}
		z.row(row)
		z.copy(len(row)*(count-1), len(row))
		for range count {
			sum.Write(row)
		}
	}
	n := d.code.Size()
	rows(d.offset)
	for y := range n {
		clear(row)
		for x := 0; x < n; x++ {
			from := x
			for x < n && d.code.Dark(x, y) {
				x++
			}
			fill(row[1:], d.offset+from*d.Module, d.offset+x*d.Module)
		}
		rows(d.Module)
	}
	clear(row)
	rows(d.Size - d.offset - n*d.Module)
	w.out = binary.BigEndian.AppendUint32(z.end(), sum.Sum32())
	w.end()
	w.chunk("IEND", nil)
	return w.out
}

// fill sets the bits from one to before another.
func fill(row []byte, from, to int) {
	for ; from < to && from%8 != 0; from++ {
		row[from/8] |= 0x80 >> (from % 8)
	}
	for ; from+8 <= to; from += 8 {
		row[from/8] = 0xff
	}
	for ; from < to; from++ {
		row[from/8] |= 0x80 >> (from % 8)
	}
}

// writer writes the chunks of a PNG.
type writer struct {
	out   []byte
	start int // of the open chunk
}

func (w *writer) raw(b []byte) { w.out = append(w.out, b...) }

func (w *writer) begin(name string) {
	w.start = len(w.out)
	w.raw([]byte{0, 0, 0, 0})
	w.raw([]byte(name))
}

func (w *writer) end() {
	body := w.out[w.start+8:]
	binary.BigEndian.PutUint32(w.out[w.start:], uint32(len(body)))
	w.out = binary.BigEndian.AppendUint32(w.out, crc32.ChecksumIEEE(w.out[w.start+4:]))
}

func (w *writer) chunk(name string, body []byte) {
	w.begin(name)
	w.raw(body)
	w.end()
}

// palette writes the colours, and how opaque they are where one is not.
func (w *writer) palette(colours ...color.NRGBA) {
	var rgb, alpha []byte
	opaque := true
	for _, c := range colours {
		rgb = append(rgb, c.R, c.G, c.B)
		alpha = append(alpha, c.A)
		opaque = opaque && c.A == 0xff
	}
	w.chunk("PLTE", rgb)
	if !opaque {
		w.chunk("tRNS", alpha)
	}
}

// deflater writes a block of fixed Huffman codes (RFC 1951 section 3.2.6).
type deflater struct {
	out   []byte
	bits  uint64
	count uint
}

// put appends bits, the lowest first.
func (z *deflater) put(value uint32, width uint) {
	z.bits |= uint64(value) << z.count
	for z.count += width; z.count >= 8; z.count -= 8 {
		z.out = append(z.out, byte(z.bits))
		z.bits >>= 8
	}
}

// symbol appends the code of a literal, or of a length above 256.
func (z *deflater) symbol(s int) {
	switch {
	case s < 144:
		z.code(0x30+s, 8)
	case s < 256:
		z.code(0x190+s-144, 9)
	case s < 280:
		z.code(s-256, 7)
	default:
		z.code(0xc0+s-280, 8)
	}
}

// code appends a Huffman code, which goes from its highest bit.
func (z *deflater) code(code int, width uint) {
	z.put(bits.Reverse32(uint32(code))>>(32-width), width)
}

// row appends a row: bytes, and repetitions of the byte before.
func (z *deflater) row(row []byte) {
	for i := 0; i < len(row); {
		z.symbol(int(row[i]))
		n := 0
		for i+1+n < len(row) && row[i+1+n] == row[i] {
			n++
		}
		if n < shortest {
			n = 0
		}
		z.copy(n, 1)
		i += 1 + n
	}
}

// Lengths of a reference.
const (
	shortest = 3
	longest  = 258
)

// copy appends references to so many bytes at a distance back; none, or
// shortest at least.
func (z *deflater) copy(length, distance int) {
	for length > 0 {
		n := min(length, longest)
		if rest := length - n; 0 < rest && rest < shortest {
			n -= shortest
		}
		symbol, extra := lengthCode(n - shortest)
		z.symbol(257 + symbol)
		z.put(uint32(n-shortest)&(1<<extra-1), extra)
		code, extraDistance := distanceCode(distance - 1)
		z.code(code, 5)
		z.put(uint32(distance-1)&(1<<extraDistance-1), extraDistance)
		length -= n
	}
}

// lengthCode is the code of a length less 3 and how many of its low bits
// follow: 0 to 7 have their own, then four codes share each power of two; 258
// has its own again.
func lengthCode(n int) (code int, extra uint) {
	switch {
	case n < 8:
		return n, 0
	case n == longest-shortest:
		return 28, 0
	}
	extra = uint(bits.Len(uint(n))) - 3
	return int(4*extra) + n>>extra, extra
}

// distanceCode does the same for a distance less 1, with two codes to a power.
func distanceCode(n int) (code int, extra uint) {
	if n < 4 {
		return n, 0
	}
	extra = uint(bits.Len(uint(n))) - 2
	return int(2*extra) + n>>extra, extra
}

func (z *deflater) end() []byte {
	z.symbol(256)
	if z.count > 0 {
		z.put(0, 8-z.count)
	}
	return z.out
}
