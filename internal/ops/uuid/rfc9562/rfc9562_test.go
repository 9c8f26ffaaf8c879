package rfc9562_test

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"

	gofrs "github.com/gofrs/uuid/v5"
	"pgregory.net/rapid"

	"toolcrib/internal/ops/uuid/rfc9562"
)

func bytesOf(t *testing.T, digits string) []byte {
	t.Helper()
	b, err := hex.DecodeString(strings.ReplaceAll(digits, "-", ""))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// stream is a source of entropy of given bytes, in hex.
func stream(t *testing.T, digits string) io.Reader { return bytes.NewReader(bytesOf(t, digits)) }

// The test vectors of RFC 9562, appendices A and B.
func TestVectors(t *testing.T) {
	at := time.Date(2022, 2, 22, 14, 22, 22, 0, time.FixedZone("", -5*3600))
	first := func(list []rfc9562.UUID, err error) rfc9562.UUID {
		if err != nil {
			t.Fatal(err)
		}
		return list[0]
	}
	tests := map[string]struct {
		got  rfc9562.UUID
		want string
	}{
		"v1": {first(rfc9562.V1(stream(t, "33c89f6bdeced846"), at, 1)), "c232ab00-9414-11ec-b3c8-9f6bdeced846"},
		"v3": {rfc9562.V3(rfc9562.DNS, "www.example.com"), "5df41881-3aed-3515-88a7-2f4a814cf09e"},
		"v4": {first(rfc9562.V4(stream(t, "919108f752d133205bacf847db4148a8"), 1)), "919108f7-52d1-4320-9bac-f847db4148a8"},
		"v5": {rfc9562.V5(rfc9562.DNS, "www.example.com"), "2ed6657d-e927-568b-95e1-2665a8aea6a2"},
		"v6": {first(rfc9562.V6(stream(t, "33c89f6bdeced846"), at, 1)), "1ec9414c-232a-6b00-b3c8-9f6bdeced846"},
		// The random 0xcc3 of the vector as a fraction of a millisecond.
		"v7":           {first(rfc9562.V7(stream(t, "000000000000000018c4dc0c0c07398f"), at.Add(797608), 1)), "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"},
		"v8":           {rfc9562.V8([16]byte(bytesOf(t, "2489E9AD2EE20E000EC932D5F69181C0"))), "2489e9ad-2ee2-8e00-8ec9-32d5f69181c0"},
		"v8 of a name": {rfc9562.V8([16]byte(bytesOf(t, "5c146b143c524afd938a375d0df1fbf6"))), "5c146b14-3c52-8afd-938a-375d0df1fbf6"},
		"nil":          {rfc9562.Nil, "00000000-0000-0000-0000-000000000000"},
		"max":          {rfc9562.Max, "ffffffff-ffff-ffff-ffff-ffffffffffff"},
		"dns":          {rfc9562.DNS, "6ba7b810-9dad-11d1-80b4-00c04fd430c8"},
		"url":          {rfc9562.URL, "6ba7b811-9dad-11d1-80b4-00c04fd430c8"},
		"oid":          {rfc9562.OID, "6ba7b812-9dad-11d1-80b4-00c04fd430c8"},
		"x500":         {rfc9562.X500, "6ba7b814-9dad-11d1-80b4-00c04fd430c8"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			if test.got.String() != test.want {
				t.Errorf("got %s, want %s", test.got, test.want)
			}
		})
	}
}

// read reads a recorded file.
func read(t *testing.T, file string, into any) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err == nil {
		err = json.Unmarshal(text, into)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func TestRecorded(t *testing.T) {
	var tables struct {
		Names, Forms, Customs [][]string
		Times                 [][5]any
	}
	read(t, "testdata/uuid.json", &tables)
	if len(tables.Names) < 100 || len(tables.Forms) < 200 || len(tables.Customs) < 50 || len(tables.Times) < 200 {
		t.Fatal("uuid.json is not whole")
	}
	spaces := map[string]rfc9562.UUID{"dns": rfc9562.DNS, "url": rfc9562.URL, "oid": rfc9562.OID, "x500": rfc9562.X500}
	for _, c := range tables.Names {
		space, known := spaces[c[0]]
		if !known {
			space = parse(t, c[0])
		}
		if v3, v5 := rfc9562.V3(space, c[1]).String(), rfc9562.V5(space, c[1]).String(); v3 != c[2] || v5 != c[3] {
			t.Errorf("%s %q: got %s and %s, want %s and %s", c[0], c[1], v3, v5, c[2], c[3])
		}
	}
	for _, c := range tables.Forms {
		u := parse(t, c[0])
		for i, got := range []string{u.String(), u.Compact(), "urn:uuid:" + u.String(), u.Integer(), u.Base62(), u.Base64URL()} {
			if got != c[i] {
				t.Errorf("%s: got %s, want %s", c[0], got, c[i])
			}
		}
		if parse(t, c[1]) != u || parse(t, c[2]) != u || parse(t, "{"+strings.ToUpper(c[0])+"}") != u {
			t.Errorf("%s is not read in all its forms", c[0])
		}
	}
	for _, c := range tables.Customs {
		if got := rfc9562.V8([16]byte(bytesOf(t, c[0]))).String(); got != c[1] {
			t.Errorf("%s: got %s, want %s", c[0], got, c[1])
		}
	}
	for _, c := range tables.Times {
		checkTimes(t, c)
	}
}

func parse(t *testing.T, s string) rfc9562.UUID {
	t.Helper()
	u, err := rfc9562.ParseHex(s)
	if err != nil {
		t.Fatalf("%q: %v", s, err)
	}
	return u
}

// checkTimes compares the versions that hold an instant; with entropy of
// zeros only the multicast bit is set.
func checkTimes(t *testing.T, c [5]any) {
	t.Helper()
	at, err := time.Parse(time.RFC3339Nano, c[0].(string))
	if err != nil {
		t.Fatal(err)
	}
	at = at.Add(time.Duration(c[1].(float64)))
	zeros := func() io.Reader { return bytes.NewReader(make([]byte, 16)) }
	multicast := func(s any) any { return strings.Replace(s.(string), "-000000000000", "-010000000000", 1) }
	v1, err1 := rfc9562.V1(zeros(), at, 1)
	v6, err6 := rfc9562.V6(zeros(), at, 1)
	if err1 != nil || err6 != nil || v1[0].String() != multicast(c[2]) || v6[0].String() != multicast(c[3]) {
		t.Errorf("%v: got %v, %v and %v, %v", c, v1, err1, v6, err6)
	}
	v7, err := rfc9562.V7(zeros(), at, 1)
	if c[4] == nil {
		if !errors.Is(err, rfc9562.ErrTime) {
			t.Errorf("%v: got %v, %v, want ErrTime", c, v7, err)
		}
	} else if err != nil || v7[0].String() != c[4] {
		t.Errorf("%v: got %v, %v", c, v7, err)
	}
}

func TestAgainstNPM(t *testing.T) {
	var rows [][5]any
	read(t, "testdata/npm_uuid.json", &rows)
	if len(rows) != 100 {
		t.Fatalf("%d rows", len(rows))
	}
	for _, c := range rows {
		at := time.UnixMilli(int64(c[0].(float64))).Add(time.Duration(c[1].(float64)) * 100)
		v1, err1 := rfc9562.V1(stream(t, c[2].(string)), at, 1)
		v6, err6 := rfc9562.V6(stream(t, c[2].(string)), at, 1)
		if err1 != nil || err6 != nil || v1[0].String() != c[3] || v6[0].String() != c[4] {
			t.Errorf("%v: got %v, %v and %v, %v", c, v1, err1, v6, err6)
		}
	}
}

type maker func(random io.Reader, at time.Time, n int) ([]rfc9562.UUID, error)

// Every batch is distinct and reads back, by another library, as its version,
// variant and time; those of 6 and 7 strictly increase, in base62 as well,
// also where a batch runs over many milliseconds.
func TestBatches(t *testing.T) {
	v4 := func(random io.Reader, _ time.Time, n int) ([]rfc9562.UUID, error) { return rfc9562.V4(random, n) }
	makers := map[byte]maker{1: rfc9562.V1, 4: v4, 6: rfc9562.V6, 7: rfc9562.V7}
	rapid.Check(t, func(t *rapid.T) {
		version := rapid.SampledFrom([]byte{1, 4, 6, 7}).Draw(t, "version")
		n := rapid.SampledFrom([]int{1, 2, 100, 10_000}).Draw(t, "n")
		at := time.Unix(rapid.Int64Range(0, 9e10).Draw(t, "seconds"), rapid.Int64Range(0, 999_999_999).Draw(t, "nanos"))
		seed := [32]byte{byte(rapid.IntRange(0, 255).Draw(t, "seed"))}
		list, err := makers[version](rand.NewChaCha8(seed), at, n)
		if err != nil || len(list) != n {
			t.Fatalf("%d made, %v", len(list), err)
		}
		seen := map[rfc9562.UUID]bool{}
		for i, u := range list {
			other, err := gofrs.FromString(u.String())
			if err != nil || other.Version() != version || other.Variant() != gofrs.VariantRFC9562 || seen[u] {
				t.Fatalf("%s is version %d, variant %d, %v", u, other.Version(), other.Variant(), err)
			}
			seen[u] = true
			if i > 0 && version >= 6 && (u.String() <= list[i-1].String() || u.Base62() <= list[i-1].Base62()) {
				t.Fatalf("%s does not follow %s", u, list[i-1])
			}
		}
		checkStamp(t, version, list[0], at)
	})
}

// checkStamp reads the time of a UUID with gofrs.
func checkStamp(t *rapid.T, version byte, u rfc9562.UUID, at time.Time) {
	stamp, unit := gofrs.Timestamp(0), time.Duration(100)
	var err error
	switch version {
	case 1:
		stamp, err = gofrs.TimestampFromV1(gofrs.UUID(u))
	case 6:
		stamp, err = gofrs.TimestampFromV6(gofrs.UUID(u))
	case 7:
		stamp, err = gofrs.TimestampFromV7(gofrs.UUID(u))
		unit = time.Millisecond
	default:
		return
	}
	got, err2 := stamp.Time()
	if err != nil || err2 != nil || !got.Equal(at.Truncate(unit)) {
		t.Fatalf("%s is stamped %s, want %s (%v, %v)", u, got, at, err, err2)
	}
}

// A batch keeps one node, marked as no network address, and one clock sequence.
func TestNodeIsRandomAndMulticast(t *testing.T) {
	random := rand.NewChaCha8([32]byte{})
	at := time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)
	list, err := rfc9562.V1(random, at, 3)
	again, err2 := rfc9562.V1(random, at, 1)
	if err != nil || err2 != nil {
		t.Fatal(err, err2)
	}
	if list[0][10]&1 != 1 || [8]byte(list[0][8:]) != [8]byte(list[2][8:]) || list[0] == list[1] {
		t.Errorf("batch is %v", list)
	}
	if [8]byte(list[0][8:]) == [8]byte(again[0][8:]) {
		t.Errorf("two batches share node and clock sequence: %s, %s", list[0], again[0])
	}
}

func TestReachOfTimes(t *testing.T) {
	instant := func(s string) time.Time {
		at, err := time.Parse(time.RFC3339Nano, s)
		if err != nil {
			t.Fatal(err)
		}
		return at
	}
	last := instant("5236-03-31T21:21:00.6846975Z")
	far := time.UnixMilli(1<<48 - 1).Add(999_999)
	tests := map[string]struct {
		make maker
		at   time.Time
		n    int
		want error
	}{
		"first of v1":        {rfc9562.V1, instant("1582-10-15T00:00:00Z"), 1, nil},
		"before v1":          {rfc9562.V1, instant("1582-10-14T23:59:59.9999999Z"), 1, rfc9562.ErrTime},
		"last of v6":         {rfc9562.V6, last, 1, nil},
		"last of v6, and on": {rfc9562.V6, last, 2, rfc9562.ErrTime},
		"year 1 in v6":       {rfc9562.V6, instant("0001-01-01T00:00:00Z"), 1, rfc9562.ErrTime},
		"year 9999 in v1":    {rfc9562.V1, instant("9999-12-31T23:59:59Z"), 1, rfc9562.ErrTime},
		"first of v7":        {rfc9562.V7, instant("1970-01-01T00:00:00Z"), 1, nil},
		"before v7":          {rfc9562.V7, instant("1969-12-31T23:59:59.999999999Z"), 1, rfc9562.ErrTime},
		"year 9999 in v7":    {rfc9562.V7, instant("9999-12-31T23:59:59.999999999Z"), 100, nil},
		"last of v7":         {rfc9562.V7, far, 1, nil},
		"last of v7, and on": {rfc9562.V7, far, 2, rfc9562.ErrTime},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			if _, err := test.make(rand.NewChaCha8([32]byte{}), test.at, test.n); !errors.Is(err, test.want) {
				t.Errorf("got %v, want %v", err, test.want)
			}
		})
	}
}

func TestFailsWithItsSource(t *testing.T) {
	at := time.Unix(0, 0)
	for name, make := range map[string]maker{"v1": rfc9562.V1, "v6": rfc9562.V6, "v7": rfc9562.V7} {
		if _, err := make(bytes.NewReader(nil), at, 1); !errors.Is(err, io.EOF) {
			t.Errorf("%s: got %v, want EOF", name, err)
		}
	}
	if _, err := rfc9562.V4(bytes.NewReader([]byte("short")), 1); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("v4: got %v, want ErrUnexpectedEOF", err)
	}
}

func TestParseHexRefuses(t *testing.T) {
	for _, s := range []string{"", "nil", "919108f7-52d1-4320-9bac-f847db4148a", "919108f7-52d1-4320-9bac-f847db4148a8 ", "919108f752d1-4320-9bac-f847db4148a8",
		"919108f7-52d1-4320-9bacf-847db4148a8", "919108f7_52d1_4320_9bac_f847db4148a8", "g19108f7-52d1-4320-9bac-f847db4148a8",
		"{919108f7-52d1-4320-9bac-f847db4148a8", "uuid:919108f7-52d1-4320-9bac-f847db4148a8", "urn:guid:919108f7-52d1-4320-9bac-f847db4148a8"} {
		if u, err := rfc9562.ParseHex(s); err == nil {
			t.Errorf("%q is read as %s, %v", s, u, err)
		}
	}
}

// Whatever is read in hex is read by gofrs too, as the same bytes.
func FuzzParseHex(f *testing.F) {
	for _, s := range []string{"919108f7-52d1-4320-9bac-f847db4148a8", "URN:UUID:919108F7-52D1-4320-9BAC-F847DB4148A8", "{919108f752d143209bacf847db4148a8}", "-"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		u, err := rfc9562.ParseHex(s)
		if err != nil {
			return
		}
		other, err := gofrs.FromString(strings.ToLower(s))
		if err != nil || other != gofrs.UUID(u) {
			t.Errorf("%q is %s here, %s, %v there", s, u, other, err)
		}
	})
}

func BenchmarkV4(b *testing.B) {
	benchmark(b, func(r io.Reader) ([]rfc9562.UUID, error) { return rfc9562.V4(r, 1000) })
}

func BenchmarkV7(b *testing.B) {
	at := time.Unix(1e9, 0)
	benchmark(b, func(r io.Reader) ([]rfc9562.UUID, error) { return rfc9562.V7(r, at, 1000) })
}

func benchmark(b *testing.B, make func(io.Reader) ([]rfc9562.UUID, error)) {
	random := rand.NewChaCha8([32]byte{})
	for b.Loop() {
		list, err := make(random)
		if err != nil {
			b.Fatal(err)
		}
		for _, u := range list {
			_ = u.String()
		}
	}
}
