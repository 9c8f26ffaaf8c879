package zone_test

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"toolcrib/internal/ops/zone"
)

// wall is a number of seconds as the local time it stands for.
func wall(seconds int64) time.Time { return time.Unix(seconds, 0).UTC() }

// The lines of testdata/transitions.py.
func instantLine(z *zone.Zone, at int64) string {
	offset, abbreviation, dst := z.At(time.Unix(at, 0))
	flag := 0
	if dst {
		flag = 1
	}
	return fmt.Sprintf("i %d %d %s %d", at, offset, abbreviation, flag)
}

func wallLine(z *zone.Zone, seconds int64) string {
	r := z.Resolve(wall(seconds))
	return fmt.Sprintf("w %d %s %d %d", seconds, r.Status, r.Earlier.Unix(), r.Later.Unix())
}

// transitions lists the instants before 2100 from which something differs.
func transitions(z *zone.Zone) (list []int64) {
	shown := func(at int64) string { return strings.SplitN(instantLine(z, at), " ", 3)[2] }
	for at := time.Date(1, 1, 1, 0, 0, 0, 0, time.UTC); ; {
		_, end := at.In(z.Location()).ZoneBounds()
		if end.IsZero() || end.UTC().Year() >= 2100 {
			return list
		}
		if !end.After(at) { // as Go 1.26 has it on the last day of leap years
			end = at.AddDate(0, 0, 1)
		}
		at = end
		if t := at.Unix(); shown(t-1) != shown(t) {
			list = append(list, t)
		}
	}
}

func edgeLines(z *zone.Zone, t int64) (lines []string) {
	var walls []int64
	for _, at := range []int64{t - 1, t, t + 1} {
		lines = append(lines, instantLine(z, at))
	}
	for _, at := range []int64{t - 1, t} {
		offset, _, _ := z.At(time.Unix(at, 0))
		edge := t + int64(offset)
		walls = append(walls, edge-1, edge, edge+1)
	}
	slices.Sort(walls)
	for _, w := range slices.Compact(walls) {
		lines = append(lines, wallLine(z, w))
	}
	return lines
}

// Both edges of every transition of every zone, as instants and as local
// times, are as Python and the C library have them.
func TestEveryTransition(t *testing.T) {
	recorded := rows(t, "testdata/transitions.tsv", "\t")
	var names []string
	total := 0
	for _, row := range recorded {
		names = append(names, row[0])
		z := load(t, row[0])
		digest := sha256.New()
		list := transitions(z)
		for i, at := range list {
			if i > 0 && at-list[i-1] < 2*24*3600 {
				t.Errorf("%s changes its clocks twice within two days, at %d; Resolve does not expect that", row[0], at)
			}
			for _, line := range edgeLines(z, at) {
				fmt.Fprintln(digest, line)
			}
		}
		total += len(list)
		if got := hex.EncodeToString(digest.Sum(nil)); strconv.Itoa(len(list)) != row[1] || got != row[2] {
			t.Errorf("%s: %d transitions, recorded %s; or what they say differs", row[0], len(list), row[1])
		}
	}
	if !slices.Equal(names, zone.Names()) {
		t.Errorf("the database has other names than Debian's files")
	}
	if total < 50_000 {
		t.Errorf("only %d transitions", total)
	}
}

// The same, line by line, where clocks were set in unusual ways.
func TestTellingTransitions(t *testing.T) {
	for _, row := range rows(t, "testdata/telling.txt", " ") {
		z := load(t, row[0])
		seconds, err := strconv.ParseInt(row[2], 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		got := instantLine(z, seconds)
		if row[1] == "w" {
			got = wallLine(z, seconds)
		}
		if want := strings.Join(row[1:], " "); got != want {
			t.Errorf("%s: %s, want %s", row[0], got, want)
		}
	}
}

// What Temporal makes of local times that are not unique, by each of its
// disambiguations.
func TestDisambiguation(t *testing.T) {
	list := rows(t, "testdata/temporal.tsv", "\t")
	if len(list) < 1000 {
		t.Fatalf("%d cases", len(list))
	}
	for _, row := range list {
		local, err := time.Parse("2006-01-02T15:04:05.999999999", row[1])
		if err != nil {
			t.Fatal(err)
		}
		r := load(t, row[0]).Resolve(local)
		for i, d := range []zone.Disambiguation{zone.Compatible, zone.Earlier, zone.Later, zone.Reject} {
			got := "RangeError"
			if at, ok := r.Pick(d); ok {
				got = at.UTC().Format(time.RFC3339Nano)
			}
			if got != row[2+i] {
				t.Errorf("%s in %s, %s: %s, want %s", row[1], row[0], d, got, row[2+i])
			}
		}
	}
}

func rows(t *testing.T, file, separator string) (list [][]string) {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	s := bufio.NewScanner(f)
	for s.Scan() {
		list = append(list, strings.Split(s.Text(), separator))
	}
	if s.Err() != nil || len(list) < 500 {
		t.Fatalf("%s: %d lines, %v", file, len(list), s.Err())
	}
	return list
}
