package sms

import (
	"bufio"
	"encoding/json"
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

func TestEncode(t *testing.T) {
	a := func(n int) string { return strings.Repeat("a", n) }
	for _, c := range []struct {
		name, text string
		encoding   string
		units      int
		segments   int
		per        int
		remaining  int
	}{
		{"empty", "", "gsm7", 0, 0, 160, 160},
		{"contract 3.3, example 3", "€100 [x]", "gsm7", 11, 1, 160, 149},
		{"example 4: 160", a(160), "gsm7", 160, 1, 160, 0},
		{"example 4: 161", a(161), "gsm7", 161, 2, 153, 145},
		{"example 4: 158 and an extension", a(158) + "€", "gsm7", 160, 1, 160, 0},
		{"example 4: 159 and an extension", a(159) + "€", "gsm7", 161, 2, 153, 145},
		{"extension not parted", a(152) + "€" + a(7), "gsm7", 161, 2, 153, 144},
		{"306", a(306), "gsm7", 306, 2, 153, 0},
		{"307", a(307), "gsm7", 307, 3, 153, 152},
		{"example 5: 71", strings.Repeat("न", 71), "ucs2", 71, 2, 67, 63},
		{"70", strings.Repeat("न", 70), "ucs2", 70, 1, 70, 0},
		{"example 5: pairs not parted", strings.Repeat("😀", 67), "ucs2", 134, 3, 67, 65},
		{"66 units of pairs", strings.Repeat("😀", 66), "ucs2", 132, 2, 67, 1},
		{"example 8: ç", "ç", "ucs2", 1, 1, 70, 69},
		{"example 8: Ç", "Ç", "gsm7", 1, 1, 160, 159},
		{"form feed and ESC", "\f\x1b", "ucs2", 2, 1, 70, 68},
		{"CRLF", "\r\n", "gsm7", 2, 1, 160, 158},
	} {
		m := Encode(c.text, 10)
		if m.Name != c.encoding || m.Units != c.units || m.Segments != c.segments || m.PerSegment() != c.per || m.Remaining != c.remaining {
			t.Errorf("%s: %+v of %d", c.name, m, m.PerSegment())
		}
	}
}

func TestCulprits(t *testing.T) {
	got := Encode("a😀ç–😀ç", 10).Culprits
	want := []Culprit{{'😀', 1}, {'ç', 2}, {'–', 3}}
	if len(got) != 3 || got[0] != want[0] || got[1] != want[1] || got[2] != want[2] {
		t.Errorf("%v, want %v", got, want)
	}
	if got := Encode("नमस्ते", 2).Culprits; len(got) != 2 {
		t.Errorf("%v", got)
	}
}

// TestSegments compares with sms-segments-calculator 1.3.0 (segments.mjs).
func TestSegments(t *testing.T) {
	f, err := os.Open("testdata/segments.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	n := 0
	for lines := bufio.NewScanner(f); lines.Scan(); n++ {
		var text, encoding string
		var units, segments, free int
		var culprits []string
		if err := json.Unmarshal(lines.Bytes(), &[]any{&text, &encoding, &units, &segments, &culprits, &free}); err != nil {
			t.Fatal(err)
		}
		m := Encode(text, 1000)
		if text == "" {
			segments = 0 // the other program sends an empty message
		}
		bits := 7
		if m.Name == "ucs2" {
			bits = 16
		}
		got := ""
		for _, c := range m.Culprits {
			got += string(c.Char)
		}
		if m.Name != encoding || m.Units != units || m.Segments != segments || m.Remaining != free/bits || got != strings.Join(culprits, "") {
			t.Errorf("%q: %+v, want %s %d %d %d %q", text, m, encoding, units, segments, free/bits, culprits)
		}
	}
	if n < 1500 {
		t.Errorf("%d cases", n)
	}
}

func TestProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.String().Draw(t, "text")
		m := Encode(text, len(text)+1)
		capacity := m.Segments * m.PerSegment()
		if m.Segments > 0 && (m.Units+m.Remaining > capacity || m.Units+m.Remaining < capacity-m.Segments) {
			t.Errorf("%q: %+v", text, m)
		}
		if m.Name == "ucs2" && m.Units < utf8.RuneCountInString(text) || (m.Name == "gsm7") != (len(m.Culprits) == 0) {
			t.Errorf("%q: %+v", text, m)
		}
	})
}

func BenchmarkEncode(b *testing.B) {
	text := strings.Repeat("The quick brown fox – नमस्ते. ", 30_000)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		Encode(text, 100)
	}
}
