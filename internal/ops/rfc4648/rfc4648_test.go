package rfc4648_test

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"toolcrib/internal/ops/rfc4648"
)

// TestPython holds both readers against what Python's base64 says.
func TestPython(t *testing.T) {
	file, err := os.ReadFile("testdata/base64.tsv")
	if err != nil {
		t.Fatal(err)
	}
	n, refused := 0, 0
	for line := range strings.Lines(string(file)) {
		cells := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		var text string
		if err := json.Unmarshal([]byte(cells[0]), &text); err != nil {
			t.Fatal(err)
		}
		if got := describe(text); !slices.Equal(got, cells[1:]) {
			t.Errorf("%s is %q, want %q", cells[0], got, cells[1:])
		}
		n++
		if cells[1] == "" || cells[1][0] != '=' {
			refused++
		}
	}
	if n < 2000 || refused < 500 {
		t.Errorf("%d cases, %d refused", n, refused)
	}
}

// describe writes what is read of a text as the recording program does.
func describe(text string) []string {
	taken := "0"
	if _, err := rfc4648.Decode(text); err == nil {
		taken = "1"
	}
	read, err := rfc4648.Read(text)
	var fault *rfc4648.Error
	if errors.As(err, &fault) {
		return []string{fmt.Sprint(fault.Reason, " ", fault.Offset), "", "", "", taken}
	}
	var lapses []string
	for _, l := range read.Lapses {
		lapses = append(lapses, fmt.Sprint(l.Kind, ":", l.Offset))
	}
	padded := map[bool]string{false: "0", true: "1"}[read.Padded]
	return []string{"=" + hex.EncodeToString(read.Bytes), strings.Join(lapses, " "), string(read.Variant), padded, taken}
}

// RFC 4648 section 10.
func TestVectors(t *testing.T) {
	for text, want := range map[string]string{"": "", "Zg==": "f", "Zm8=": "fo", "Zm9v": "foo", "Zm9vYg==": "foob", "Zm9vYmE=": "fooba", "Zm9vYmFy": "foobar"} {
		read, err := rfc4648.Read(text)
		strict, strictErr := rfc4648.Decode(text)
		if err != nil || strictErr != nil || string(read.Bytes) != want || string(strict) != want || read.Lapses != nil {
			t.Errorf("%s: %q with %v, %v; %q, %v", text, read.Bytes, read.Lapses, err, strict, strictErr)
		}
	}
}

func TestFaults(t *testing.T) {
	for text, want := range map[string]string{
		"aGVsbG8=!":    "a character that base64 does not have at offset 8",
		"aGVs bG8=":    "a character that base64 does not have at offset 4",
		"aGVs\r\nbG8=": "a character that base64 does not have at offset 4",
		"\ufeffaGVs":   "a character that base64 does not have at offset 0",
		"=":            "the wrong amount of padding at offset 0",
		"A=A=!":        "a character that base64 does not have at offset 4",
		"AA=A":         "padding before the end at offset 2",
		"AA==AA==":     "padding before the end at offset 2",
		"+/-_":         "a character of the other base64 alphabet at offset 2",
		"_AA/":         "a character of the other base64 alphabet at offset 3",
		"A":            "a last character that no byte is made of at offset 0",
		"A===":         "a last character that no byte is made of at offset 0",
		"AAAAA":        "a last character that no byte is made of at offset 4",
		"AA=":          "the wrong amount of padding at offset 2",
		"AAAA=":        "the wrong amount of padding at offset 4",
		"AAAA====":     "the wrong amount of padding at offset 4",
		"AB==":         "a last character with bits that belong to no byte at offset 1",
		"AAAAAAB":      "a last character with bits that belong to no byte at offset 6",
	} {
		if _, err := rfc4648.Decode(text); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

// Every text of bytes comes back from each of its spellings, and nothing but
// the lapses made is found.
func TestSpellings(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		for range 10 {
			data := rapid.SliceOfN(rapid.Byte(), 0, 100).Draw(t, "data")
			encoding := rapid.SampledFrom([]*base64.Encoding{base64.StdEncoding, base64.URLEncoding, base64.RawStdEncoding, base64.RawURLEncoding}).Draw(t, "encoding")
			text := encoding.EncodeToString(data)
			if got, err := rfc4648.Decode(text); err != nil || !bytes.Equal(got, data) {
				t.Fatalf("%s: %x, %v; want %x", text, got, err, data)
			}
			at := rapid.IntRange(0, len(text)).Draw(t, "at")
			broken := text[:at] + rapid.SampledFrom([]string{" ", "\n", "\r\n", "\t \n"}).Draw(t, "blank") + text[at:]
			read, err := rfc4648.Read(broken)
			if err != nil || !bytes.Equal(read.Bytes, data) {
				t.Fatalf("%q: %x, %v; want %x", broken, read.Bytes, err, data)
			}
			for _, l := range read.Lapses {
				if l.Kind == rfc4648.NoncanonicalBits || (l.Kind == rfc4648.MissingPadding) != (len(text)%4 != 0) && l.Offset < at {
					t.Fatalf("%q: %v", broken, read.Lapses)
				}
			}
		}
	})
}

// FuzzRead: a text is refused at a place inside it, or what is read of it is
// what encoding/json's reader of bytes makes of its digits.
func FuzzRead(f *testing.F) {
	for _, text := range []string{"", "Zg==", "Zg", "Zh==", "Zm9v!", "_-8=", "/+8", "_+8", "A A\r\n=\n=", "AA=A", "A", "é", "AAAA="} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		read, err := rfc4648.Read(text)
		strict, strictErr := rfc4648.Decode(text)
		var fault *rfc4648.Error
		if errors.As(err, &fault) {
			if fault.Offset < 0 || fault.Offset >= len(text) || fault.Fault() == "" || strictErr == nil {
				t.Fatalf("%q: %v, strictly %v", text, err, strictErr)
			}
			return
		}
		if strictErr == nil && !bytes.Equal(strict, read.Bytes) {
			t.Fatalf("%q: %x, strictly %x", text, read.Bytes, strict)
		}
		digits := strings.NewReplacer(" ", "", "\t", "", "\f", "", "\r", "", "\n", "", "=", "", "-", "+", "_", "/").Replace(text)
		want, err := base64.RawStdEncoding.DecodeString(digits)
		if err != nil || !bytes.Equal(want, read.Bytes) {
			t.Fatalf("%q: %x, want %x, %v", text, read.Bytes, want, err)
		}
	})
}

func BenchmarkRead(b *testing.B) {
	plain := base64.StdEncoding.EncodeToString(bytes.Repeat([]byte("Toolcrib\x00\xff"), 75_000))
	var wrapped strings.Builder
	for chunk := range slices.Chunk([]byte(plain), 76) {
		wrapped.Write(chunk)
		wrapped.WriteString("\r\n")
	}
	for name, text := range map[string]string{"plain": plain, "wrapped": wrapped.String()} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				if _, err := rfc4648.Read(text); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
