package qr

// buffer collects bits, the highest first.
type buffer struct {
	bytes []byte
	bits  int
}

func (b *buffer) put(value uint, width int) {
	for i := width - 1; i >= 0; i-- {
		if b.bits%8 == 0 {
			b.bytes = append(b.bytes, 0)
		}
		b.bytes[b.bits/8] |= byte(value>>i&1) << (7 - b.bits%8)
		b.bits++
	}
}

// write makes the data codewords: segments, terminator and padding (section 7.4).
func write(data []byte, segments []Segment, version int, level Level, utf8 bool) []byte {
	capacity := dataBits(version, level)
	b := &buffer{bytes: make([]byte, 0, capacity/8)}
	if utf8 {
		b.put(eciIndicator, indicatorBits)
		b.put(eciUTF8, 8)
	}
	for _, s := range segments {
		b.put(indicator[s.Mode], indicatorBits)
		b.put(uint(s.Characters), counterBits[s.Mode][classOf(version)])
		b.characters(data[:s.Characters], s.Mode)
		data = data[s.Characters:]
	}
	b.put(0, min(4, capacity-b.bits))
	b.bits = 8 * len(b.bytes)
	for pad := byte(0xec); b.bits < capacity; pad ^= 0xec ^ 0x11 {
		b.bytes = append(b.bytes, pad)
		b.bits += 8
	}
	return b.bytes
}

func (b *buffer) characters(data []byte, m Mode) {
	switch m {
	case Numeric:
		for len(data) > 0 {
			n, value := min(3, len(data)), uint(0)
			for _, d := range data[:n] {
				value = 10*value + uint(d-'0')
			}
			b.put(value, 3*n+1)
			data = data[n:]
		}
	case Alphanumeric:
		for ; len(data) > 1; data = data[2:] {
			b.put(45*uint(alphanumericValue[data[0]])+uint(alphanumericValue[data[1]]), 11)
		}
		if len(data) == 1 {
			b.put(uint(alphanumericValue[data[0]]), 6)
		}
	default:
		for _, c := range data {
			b.put(uint(c), 8)
		}
	}
}

// interleave splits data codewords into blocks, adds the check codewords of
// each, and takes from the blocks in turn (section 7.6).
func interleave(data []byte, version int, level Level) []byte {
	blocks, check := blocksOf[level][version], checkOf[level][version]
	short := len(data) / blocks       // data codewords of a short block; a long one has one more
	long := blocks - len(data)%blocks // the first long block
	words := make([]byte, totalWords(version))
	generator := generatorOf(check)
	remainder := make([]byte, check)
	for i, start := 0, 0; i < blocks; i++ {
		n := short
		if i >= long {
			n++
		}
		block := data[start : start+n]
		start += n
		for j, w := range block {
			at := j*blocks + i
			if j == short { // only the long blocks have it
				at -= long
			}
			words[at] = w
		}
		divide(remainder, block, generator)
		for j, w := range remainder {
			words[len(data)+j*blocks+i] = w
		}
	}
	return words
}
