package digest_test

import (
	"encoding/hex"
	"os"
	"strconv"
	"strings"
	"testing"

	"toolcrib/internal/ops/security/digest"
)

// rows reads the rows of one kind from what Python recorded, at least so many.
func rows(t *testing.T, kind string, least int) (list [][]string) {
	t.Helper()
	text, err := os.ReadFile("testdata/digest_oracle.tsv")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if cells := strings.Split(strings.TrimSuffix(line, "\n"), "\t"); cells[0] == kind {
			list = append(list, cells[1:])
		}
	}
	if len(list) < least {
		t.Fatalf("%d rows of %s, want %d", len(list), kind, least)
	}
	return list
}

func named(t *testing.T, name string) digest.Algorithm {
	t.Helper()
	for _, a := range digest.All {
		if a.Name == name {
			return a
		}
	}
	t.Fatalf("no algorithm %s", name)
	return digest.Algorithm{}
}

func unhex(t *testing.T, s string) []byte {
	t.Helper()
	b, err := hex.DecodeString(s)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// The vectors of FIPS 180, RFC 2202 and RFC 4231, as CPython's tests have them.
func TestKnown(t *testing.T) {
	for _, row := range rows(t, "known", 60) {
		var key *string
		if row[1] != "-" {
			k := string(unhex(t, row[1]))
			key = &k
		}
		if got := hex.EncodeToString(named(t, row[0]).Sum(string(unhex(t, row[2])), key)); got != row[3] {
			t.Errorf("%v: got %s", row, got)
		}
	}
}

// RFC 1321 appendix A.5; FIPS 202, RFC 7693 appendix A and the NIST examples
// for "abc"; the check value of CRC-32.
func TestPublished(t *testing.T) {
	for _, row := range [][3]string{
		{"md5", "", "d41d8cd98f00b204e9800998ecf8427e"},
		{"md5", "a", "0cc175b9c0f1b6a831c399e269772661"},
		{"md5", "abc", "900150983cd24fb0d6963f7d28e17f72"},
		{"md5", "message digest", "f96b697d7cb7938d525a2f31aaf161d0"},
		{"md5", "abcdefghijklmnopqrstuvwxyz", "c3fcd3d76192e4007dfb496cca67e13b"},
		{"md5", "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789", "d174ab98d277d9f5a5611c2c9f419d9f"},
		{"md5", strings.Repeat("1234567890", 8), "57edf4a22be3c955ac49da2e2107b67a"},
		{"sha1", strings.Repeat("a", 1_000_000), "34aa973cd4c4daa4f61eeb2bdbad27316534016f"},
		{"sha256", strings.Repeat("a", 1_000_000), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"},
		{"sha512_256", "abc", "53048e2681941ef99b2e29b76b4c7dabe4c2d0c634fc6d46e0e2f13107e7af23"},
		{"sha3_256", "abc", "3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532"},
		{"sha3_512", "abc", "b751850b1a57168a5693cd924b6b096e08f621827444f70d884f5d0240d2712e10e116e9192af3c91a7ec57647e3934057340b4cf408d5a56592f8274eec53f0"},
		{"blake2b", "abc", "ba80a53f981c4d0d6a2797b69f12f6e94c212f14685ac4b74b12bb6fdbffa2d17d87c5392aab792dc252d5de4533cc9518d38aa8dbf1925ab92386edd4009923"},
		{"crc32", "123456789", "cbf43926"},
	} {
		if got := hex.EncodeToString(named(t, row[0]).Sum(row[1], nil)); got != row[2] {
			t.Errorf("%s of %.20s is %s, want %s", row[0], row[1], got, row[2])
		}
	}
}

// message and key are the formulas of the recording program.
func message(n int) []byte {
	m := make([]byte, n)
	for i := range m {
		m[i] = byte(131*i + 7*n + i>>8)
	}
	return m
}

func key(t *testing.T, bytes string) *string {
	t.Helper()
	if bytes == "-" {
		return nil
	}
	k := make([]byte, number(t, bytes))
	for i := range k {
		k[i] = byte(i + 1)
	}
	s := string(k)
	return &s
}

func number(t *testing.T, s string) int {
	t.Helper()
	n, err := strconv.Atoi(s)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// Messages and keys of the lengths where blocks and padding end.
func TestLengths(t *testing.T) {
	for _, row := range rows(t, "lengths", 500) {
		if got := hex.EncodeToString(named(t, row[0]).Sum(string(message(number(t, row[2]))), key(t, row[1]))); got != row[3] {
			t.Errorf("%v: got %s", row, got)
		}
	}
}

// Messages of every length up to 1,499, with and without a key, by the digest
// of their digests.
func TestEveryLength(t *testing.T) {
	for _, row := range rows(t, "chain", 2*len(digest.All)-1) {
		a, k := named(t, row[0]), key(t, row[1])
		var sums []byte
		for n := range number(t, row[2]) {
			sums = append(sums, a.Sum(string(message(n)), k)...)
		}
		if got := hex.EncodeToString(a.Sum(string(sums), k)); got != row[3] {
			t.Errorf("%v: got %s", row, got)
		}
	}
}

func TestTable(t *testing.T) {
	sizes := map[string]int{"sha1": 20, "sha256": 32, "sha384": 48, "sha512": 64, "sha224": 28, "sha512_256": 32, "sha3_256": 32, "sha3_512": 64,
		"blake2b": 64, "crc32": 4, "md5": 16}
	if len(digest.All) != len(sizes) {
		t.Errorf("%d algorithms, want %d", len(digest.All), len(sizes))
	}
	for _, a := range digest.All {
		sri := a.Name == "sha256" || a.Name == "sha384" || a.Name == "sha512"
		broken := a.Name == "md5" || a.Name == "sha1"
		if a.Size() != sizes[a.Name] || a.Integrity != sri || a.Checksum != (a.Name == "crc32") || (a.Warning != "") != broken {
			t.Errorf("%s: %d bytes, integrity %t, checksum %t, warning %q", a.Name, a.Size(), a.Integrity, a.Checksum, a.Warning)
		}
	}
}

func TestReadings(t *testing.T) {
	for text, want := range map[string]string{
		"d41d8cd9": "d41d8cd9 778d5df1c77d", "D41D8CD9": "d41d8cd9 0f8d43f020fd", "1B2M2Y8AsgTpgAmY7PhCfg==": "d41d8cd98f00b204e9800998ecf8427e",
		"_-8": "ffef", "abc": "69b7", "": " ", "a": "", "0x00": "d31d34", "12 34": "", "sha256-00": "", "é": "",
	} {
		var got []string
		for _, r := range digest.Readings(text) {
			got = append(got, hex.EncodeToString(r))
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q reads as %q, want %q", text, strings.Join(got, " "), want)
		}
	}
}

func TestMatches(t *testing.T) {
	a, b, short := []byte("aaaa"), []byte("bbbb"), []byte("aaa")
	for _, test := range []struct {
		digests, expected [][]byte
		want              bool
	}{
		{[][]byte{a}, [][]byte{a}, true},
		{[][]byte{a}, [][]byte{b}, false},
		{[][]byte{a}, [][]byte{short}, false},
		{[][]byte{a, b}, [][]byte{short, b}, true},
		{[][]byte{a, a}, [][]byte{a, a}, true},
		{[][]byte{a}, nil, false},
	} {
		if got := digest.Matches(test.digests, test.expected); got != test.want {
			t.Errorf("%s expecting %s is %t", test.digests, test.expected, got)
		}
	}
}
