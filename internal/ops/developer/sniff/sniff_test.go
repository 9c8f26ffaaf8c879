package sniff_test

import (
	"math/rand/v2"
	"net/http"
	"strings"
	"testing"

	"toolcrib/internal/ops/developer/sniff"
)

// beginnings are those of the standard's tables, and some that are near.
var beginnings = []string{
	"<!DOCTYPE HTML", "<html", "<head", "<script", "<iframe", "<h1", "<div", "<font", "<table", "<a", "<style", "<title", "<b", "<body", "<br", "<p", "<!--", "<?xml",
	"%PDF-", "%!PS-Adobe-", "\xfe\xff", "\xff\xfe", "\xef\xbb\xbf", "\x00\x00\x01\x00", "\x00\x00\x02\x00", "BM", "GIF87a", "GIF89a", "RIFF1234WEBPVP", "\x89PNG\r\n\x1a\n",
	"\xff\xd8\xff", "FORM1234AIFF", "ID3", "OggS\x00", "MThd\x00\x00\x00\x06", "RIFF1234AVI ", "RIFF1234WAVE", "\x1f\x8b\x08", "PK\x03\x04", "Rar!\x1a\x07\x00",
	"\x00\x01\x00\x00", "OTTO", "ttcf", "wOFF", "wOF2", "\x00\x00\x00\x18ftypmp42\x00\x00\x00\x00mp42iso6", "\x00\x00\x00\x14ftypisom\x00\x00\x00\x00mp41", "\x00\x00\x00\x0cftypisom", "text", "", "\x01", "é",
}

// TestAgainstNetHTTP holds Type against the implementation of the same standard
// in Go's net/http, over beginnings cut, changed and followed by anything.
func TestAgainstNetHTTP(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 8))
	tails := []string{"", " ", ">", "\x00", "text", " \x00text", "\x01\x02", "\nline", "\xff\xfe", "é"}
	seen := map[string]int{}
	for range 20_000 {
		content := []byte(strings.Repeat(" ", random.IntN(6)/5) + beginnings[random.IntN(len(beginnings))] + tails[random.IntN(len(tails))])
		switch n := random.IntN(8); {
		case n == 0:
			content = content[:random.IntN(len(content)+1)]
		case n == 1 && len(content) > 0:
			content[random.IntN(len(content))] = byte(random.IntN(256))
		case n == 2:
			content = []byte(strings.ToUpper(string(content)))
		}
		got := sniff.Type(content)
		want, _, _ := strings.Cut(http.DetectContentType(content), ";")
		if isPlain(content) && !strings.HasPrefix(want, "text/") && want != "application/pdf" && want != "application/postscript" && !strings.ContainsFunc(string(content[:1]), func(r rune) bool { return r > '~' }) {
			want = "text/plain" // where this package is more careful
		}
		if got != want {
			t.Fatalf("%q is %s, want %s", content, got, want)
		}
		seen[got]++
	}
	if len(seen) < 26 {
		t.Errorf("only %d types were met: %v", len(seen), seen)
	}
}

func isPlain(content []byte) bool {
	return !strings.ContainsFunc(string(content), func(r rune) bool { return r < ' ' && !strings.ContainsRune("\t\n\f\r\x1b", r) })
}

func TestWebM(t *testing.T) {
	for content, want := range map[string]string{
		"\x1a\x45\xdf\xa3\x9fB\x86\x81\x01B\xf7\x81\x01B\xf2\x81\x04B\xf3\x81\x08B\x82\x84webmB\x87\x81\x04":     "video/webm",
		"\x1a\x45\xdf\xa3\x9fB\x86\x81\x01B\xf7\x81\x01B\xf2\x81\x04B\xf3\x81\x08B\x82\x88matroskaB\x87\x81\x04": "application/octet-stream",
	} {
		if got := sniff.Type([]byte(content)); got != want {
			t.Errorf("%q is %s, want %s", content, got, want)
		}
	}
}

func TestText(t *testing.T) {
	for content, want := range map[string]string{
		"BMI is a number": "text/plain", "ID3 tags": "text/plain", "GIF89a is a format": "text/plain", "{}": "text/plain", "": "text/plain",
		"BM\x36\x00\x0c\x00": "image/bmp", "nul\x00": "application/octet-stream", strings.Repeat(" ", 2000) + "\x00": "text/plain",
	} {
		if got := sniff.Type([]byte(content)); got != want {
			t.Errorf("%.20q is %s, want %s", content, got, want)
		}
	}
}
