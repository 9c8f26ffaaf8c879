package account_test

import (
	"bytes"
	"encoding/hex"
	"errors"
	"hash/crc32"
	"io"
	"math/rand/v2"
	"os"
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"toolcrib/internal/account"
)

const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

// vectors are keys made by testdata/record_keys.py.
func vectors(t testing.TB) (rows [][3]string) {
	data, err := os.ReadFile("testdata/keys.tsv")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(data)) {
		f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(f) != 3 {
			t.Fatalf("keys.tsv: %q has not three columns", line)
		}
		rows = append(rows, [3]string{f[0], f[1], f[2]})
	}
	if len(rows) < 100 {
		t.Fatalf("keys.tsv has only %d rows", len(rows))
	}
	return rows
}

func goodKeys(t testing.TB) (keys []string) {
	for _, row := range vectors(t) {
		if row[0] != "bad" {
			keys = append(keys, row[2])
		}
	}
	return keys
}

func TestParseKeyVectors(t *testing.T) {
	for _, row := range vectors(t) {
		want, sum, key := row[0], row[1], row[2]
		env, err := account.ParseKey(key)
		if want == "bad" {
			if !errors.Is(err, account.ErrKeyShape) || env != "" {
				t.Errorf("ParseKey(%q) = %q, %v; want it refused", key, env, err)
			}
			continue
		}
		if err != nil || string(env) != want {
			t.Errorf("ParseKey(%q) = %q, %v; want %s", key, env, err, want)
		}
		if h := account.HashKey(key); hex.EncodeToString(h[:]) != sum {
			t.Errorf("HashKey(%q) = %x, want %s", key, h, sum)
		}
	}
}

func TestParseKeyRefusesEveryMistake(t *testing.T) {
	for _, key := range goodKeys(t)[:24] {
		for i := range len(key) {
			for b := range 256 {
				if byte(b) != key[i] {
					mustRefuse(t, key[:i]+string([]byte{byte(b)})+key[i+1:])
				}
			}
			mustRefuse(t, key[:i])
			mustRefuse(t, key[i+1:])
			mustRefuse(t, key[:i]+key[i+1:])
			mustRefuse(t, key[:i]+key[i:i+1]+key[i:])
			for j := i + 1; j < len(key); j++ {
				if key[i] != key[j] {
					b := []byte(key)
					b[i], b[j] = b[j], b[i]
					mustRefuse(t, string(b))
				}
			}
		}
		for _, s := range []string{" " + key, key + " ", key + "\n", "\x00" + key, strings.ToUpper(key), strings.ToLower(key), "Bearer " + key, key + key} {
			if s != key {
				mustRefuse(t, s)
			}
		}
	}
}

func mustRefuse(t *testing.T, key string) {
	t.Helper()
	if env, err := account.ParseKey(key); err == nil || env != "" {
		t.Errorf("ParseKey(%q) = %q, %v; want it refused", key, env, err)
	}
}

func TestNewSecretHasThePattern(t *testing.T) {
	pattern := regexp.MustCompile(`^tc_(live|test)_[0-9A-Za-z]{38}$`)
	random := rand.NewChaCha8([32]byte{1})
	for range 2000 {
		for _, env := range []account.Env{account.Live, account.Test} {
			key := newSecret(t, env, random)
			if m := pattern.FindStringSubmatch(key); m == nil || m[1] != string(env) {
				t.Fatalf("NewSecret(%s) = %q", env, key)
			}
			if got, err := account.ParseKey(key); err != nil || got != env {
				t.Fatalf("ParseKey(%q) = %q, %v", key, got, err)
			}
		}
	}
}

func newSecret(t testing.TB, env account.Env, random io.Reader) string {
	t.Helper()
	key, err := account.NewSecret(env, random)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

// The bytes that are taken are exactly those below 248, in order, each modulo
// 62: any other rule would make some characters likelier than others.
func TestNewSecretSkipsBytesThatWouldFavour(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		stream := rapid.SliceOfN(rapid.Byte(), 32*12, 32*12).Draw(t, "stream")
		if rapid.Bool().Draw(t, "many above") {
			for i := range stream[:64] {
				stream[i] |= 0xf8
			}
		}
		var want []byte
		read := 0
		for read < len(stream) && len(want) < 32 {
			if c := stream[read]; c < 248 {
				want = append(want, base62[c%62])
			}
			read++
		}
		key, err := account.NewSecret(account.Live, bytes.NewReader(stream))
		if len(want) < 32 {
			if err == nil {
				t.Fatalf("a key %q from %d usable bytes", key, len(want))
			}
			return
		}
		if err != nil || key[len("tc_live_"):][:32] != string(want) {
			t.Fatalf("NewSecret = %q, %v; want the characters %s", key, err, want)
		}
	})
}

func TestNewSecretIsUniform(t *testing.T) {
	const keys = 4000
	random := rand.NewChaCha8([32]byte([]byte("a fixed seed of thirty-two bytes")))
	var counts [62]int
	for range keys {
		for _, c := range newSecret(t, account.Live, random)[len("tc_live_"):][:32] {
			counts[strings.IndexRune(base62, c)]++
		}
	}
	expected, chi := float64(keys*32)/62, 0.0
	for _, n := range counts {
		chi += (float64(n) - expected) * (float64(n) - expected) / expected
	}
	// 61 degrees of freedom: above 130 comes by chance less than once in a
	// million; taking all bytes modulo 62 gives about 1,900 here.
	if chi > 130 {
		t.Errorf("chi-square = %.1f over 61 degrees of freedom", chi)
	}
}

func TestNewSecretReportsTheSource(t *testing.T) {
	broken := errors.New("no entropy")
	for _, r := range []io.Reader{strings.NewReader(""), strings.NewReader("short"), io.MultiReader(strings.NewReader("x"), errReader{broken})} {
		if key, err := account.NewSecret(account.Live, r); err == nil || key != "" {
			t.Errorf("NewSecret = %q, %v; want an error and no key", key, err)
		}
	}
}

type errReader struct{ err error }

func (r errReader) Read([]byte) (int, error) { return 0, r.err }

func TestHint(t *testing.T) {
	for _, key := range goodKeys(t) {
		hint := account.Hint(key)
		prefix := key[:len("tc_live_")]
		first, last, ok := strings.Cut(strings.TrimPrefix(hint, prefix), "…")
		if !ok || !strings.HasPrefix(hint, prefix) || len(first) > 4 || len(last) > 4 ||
			first != key[8:8+len(first)] || last != key[len(key)-len(last):] {
			t.Errorf("Hint(%q) = %q; want the prefix and at most 4 + 4 characters", key, hint)
		}
	}
	for _, bad := range []string{"", "tc_live_", "secret", goodKeys(t)[0] + "x"} {
		if h := account.Hint(bad); h != "" {
			t.Errorf("Hint(%q) = %q, want none", bad, h)
		}
	}
}

var described = regexp.MustCompile(`^tc_(live|test)_([0-9A-Za-z]{32})([0-9A-Za-z]{6})$`)

// slowParse says what a key is in the words of its description; the checksum
// is compared as a number, not as text.
func slowParse(s string) (account.Env, bool) {
	m := described.FindStringSubmatch(s)
	if m == nil {
		return "", false
	}
	var sum uint64
	for _, c := range m[3] {
		sum = sum*62 + uint64(strings.IndexRune(base62, c))
	}
	return account.Env(m[1]), sum == uint64(crc32.ChecksumIEEE([]byte(s[:len(s)-6])))
}

func FuzzParseKey(f *testing.F) {
	for _, row := range vectors(f) {
		f.Add(row[2])
	}
	f.Add("")
	f.Add("tc_live_")
	f.Add("tc_test_" + strings.Repeat("é", 19))
	f.Fuzz(func(t *testing.T, s string) {
		env, err := account.ParseKey(s)
		wantEnv, ok := slowParse(s)
		if (err == nil) != ok || ok && env != wantEnv {
			t.Fatalf("ParseKey(%q) = %q, %v; want %v", s, env, err, ok)
		}
		if hint := account.Hint(s); (hint != "") != ok {
			t.Fatalf("Hint(%q) = %q", s, hint)
		}
	})
}
