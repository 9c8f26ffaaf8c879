package qr

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/makiuchi-d/gozxing/qrcode/decoder"
)

// rows reads a table of the testdata folder; testdata/peers.js made it.
func rows(t *testing.T, name string) (list [][]string) {
	t.Helper()
	f, err := os.Open("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for s := bufio.NewScanner(f); s.Scan(); {
		list = append(list, strings.Split(s.Text(), "\t"))
	}
	return list
}

func number(t *testing.T, s string) int {
	t.Helper()
	n, err := strconv.Atoi(s)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func bitmap(c *Code) string {
	var b strings.Builder
	for y := range c.Size() {
		for x := range c.Size() {
			b.WriteByte("01"[map[bool]int{true: 1}[c.Dark(x, y)]])
		}
	}
	return b.String()
}

// Every version, level and mask, module by module, as qrcode 1.5.4 has them.
func TestSymbols(t *testing.T) {
	table := rows(t, "symbols.tsv")
	if len(table) != 40*4*8 {
		t.Fatalf("%d rows", len(table))
	}
	for _, row := range table {
		version, level, mask := number(t, row[0]), Level(strings.Index("LMQH", row[1])), number(t, row[2])
		text := make([]byte, number(t, row[3]))
		for i := range text {
			text[i] = 'a' + byte((i*7+i>>4+version)%26)
		}
		c, err := Encode(text, Options{Level: level, Version: version, Mask: mask, Mode: Byte})
		if err != nil {
			t.Fatal(err)
		}
		sum := sha256.Sum256([]byte(bitmap(c)))
		if got := hex.EncodeToString(sum[:8]); got != row[4] {
			t.Errorf("version %s level %s mask %s differs", row[0], row[1], row[2])
		}
	}
}

// The tables of gozxing were typed by other people.
func TestTables(t *testing.T) {
	levels := [4]decoder.ErrorCorrectionLevel{L: decoder.ErrorCorrectionLevel_L, M: decoder.ErrorCorrectionLevel_M, Q: decoder.ErrorCorrectionLevel_Q, H: decoder.ErrorCorrectionLevel_H}
	for version := 1; version <= MaxVersion; version++ {
		v, err := decoder.Version_GetVersionForNumber(version)
		if err != nil {
			t.Fatal(err)
		}
		centres := alignmentCentres(version)
		for i, want := range v.GetAlignmentPatternCenters() {
			if centres[i] != want {
				t.Errorf("version %d is aligned on %v", version, centres)
				break
			}
		}
		if len(centres) != len(v.GetAlignmentPatternCenters()) || totalWords(version) != v.GetTotalCodewords() {
			t.Errorf("version %d: %d codewords, alignment on %v", version, totalWords(version), centres)
		}
		for level, theirs := range levels {
			b := v.GetECBlocksForLevel(theirs)
			if blocksOf[level][version] != b.GetNumBlocks() || checkOf[level][version] != b.GetECCodewordsPerBlock() {
				t.Errorf("version %d level %s: %d blocks", version, Level(level), blocksOf[level][version])
			}
		}
	}
}
