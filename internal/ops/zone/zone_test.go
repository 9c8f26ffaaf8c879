package zone_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"toolcrib/internal/ops/zone"
)

// TestMain sets a trap: to package time, the zones of the machine are odd.
func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "zoneinfo")
	if err != nil {
		panic(err)
	}
	odd := "TZif" + strings.Repeat("\x00", 16+16) + "\x00\x00\x00\x01\x00\x00\x00\x04" + "\x00\x00\x00\x2a\x00\x00ODD\x00"
	for _, name := range []string{"Asia/Kolkata", "America/New_York", "UTC"} {
		file := filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, []byte(odd), 0o644)); err != nil {
			panic(err)
		}
	}
	os.Setenv("ZONEINFO", dir)
	code := m.Run()
	os.RemoveAll(dir)
	os.Exit(code)
}

func load(t *testing.T, name string) *zone.Zone {
	t.Helper()
	z, err := zone.Load(name)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return z
}

var november = time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)

// Neither the machine's database nor the toolchain's is used.
func TestNoOtherDatabase(t *testing.T) {
	for _, name := range []string{"Asia/Kolkata", "America/New_York"} {
		odd, err := time.LoadLocation(name)
		if err != nil || november.In(odd).Format("MST") != "ODD" {
			t.Fatalf("the trap does not work: %v", err)
		}
		if _, abbreviation, _ := load(t, name).At(november); abbreviation == "ODD" {
			t.Errorf("%s comes from the machine", name)
		}
	}
	deps, err := exec.CommandContext(t.Context(), "go", "list", "-deps", ".").Output()
	if err != nil || !strings.Contains(string(deps), "time\n") || strings.Contains(string(deps), "time/tzdata\n") {
		t.Errorf("time/tzdata is linked in, or %v", err)
	}
}

// Names as tzdata has them (tzdata.zi); offsets and abbreviations of fixed
// offsets as its %z writes them.
func TestLoad(t *testing.T) {
	for name, want := range map[string]string{
		"Asia/Kolkata": "Asia/Kolkata +05:30 IST", "asia/kolkata": "Asia/Kolkata +05:30 IST", "ASIA/CALCUTTA": "Asia/Calcutta +05:30 IST",
		"america/port-au-prince": "America/Port-au-Prince -05:00 EST", "america/argentina/comodrivadavia": "America/Argentina/ComodRivadavia -03:00 -03",
		"Asia/Kathmandu": "Asia/Kathmandu +05:45 +0545", "Australia/Lord_Howe": "Australia/Lord_Howe +11:00 +11", "US/Eastern": "US/Eastern -05:00 EST",
		"utc": "UTC +00:00 UTC", "Etc/UTC": "Etc/UTC +00:00 UTC", "Zulu": "Zulu +00:00 UTC", "gmt": "GMT +00:00 GMT", "Etc/GMT+5": "Etc/GMT+5 -05:00 -05",
		"EST5EDT": "EST5EDT -05:00 EST", "nz-chat": "NZ-CHAT +13:45 +1345", "w-su": "W-SU +03:00 MSK", "prc": "PRC +08:00 CST",
		"+05:30": "+05:30 +05:30 +0530", "-08:00": "-08:00 -08:00 -08", "+23:59": "+23:59 +23:59 +2359", "-23:59": "-23:59 -23:59 -2359",
		"+00:00": "+00:00 +00:00 +00", "-00:00": "+00:00 +00:00 +00", "-00:30": "-00:30 -00:30 -0030",
	} {
		z := load(t, name)
		if got := z.Name() + " " + november.In(z.Location()).Format("-07:00 MST"); got != want {
			t.Errorf("%s is %s, want %s", name, got, want)
		}
	}
	if load(t, "UTC").Location() != time.UTC || load(t, "Zulu").Location() != time.UTC || load(t, "GMT").Location() == time.UTC {
		t.Error("UTC is not time.UTC, or GMT is")
	}
	if load(t, "Asia/Kolkata") != load(t, "asia/kolkata") {
		t.Error("a zone is not kept")
	}
}

func TestLoadRefuses(t *testing.T) {
	for name, want := range map[string]zone.Error{
		"IST":     {zone.Abbreviation, []string{"Europe/Dublin", "Asia/Jerusalem", "Asia/Kolkata"}},
		"acst":    {zone.Abbreviation, []string{"Australia/Adelaide", "Australia/Darwin"}},
		"WITA":    {zone.Abbreviation, []string{"Asia/Makassar"}},
		"ChST":    {zone.Abbreviation, []string{"Pacific/Guam"}},
		"HST":     {zone.Abbreviation, []string{"America/Adak", "Pacific/Honolulu"}},
		"WET":     {zone.Abbreviation, []string{"Atlantic/Canary", "Atlantic/Faroe", "Europe/Lisbon", "Atlantic/Madeira"}},
		"+0530":   {zone.Offset, []string{"+05:30"}},
		" 05:30":  {zone.Offset, []string{"+05:30"}},
		"-5:30":   {zone.Offset, []string{"-05:30"}},
		"−05:30":  {zone.Offset, []string{"-05:30"}},
		"+5":      {zone.Offset, []string{"+05:00"}},
		"+03":     {zone.Offset, []string{"+03:00"}},
		"UTC+5":   {zone.Offset, []string{"+05:00"}},
		"gmt-530": {zone.Offset, []string{"-05:30"}},
		"z":       {zone.Offset, []string{"UTC"}},
		"+24:00":  {Kind: zone.Offset}, "+05:60": {Kind: zone.Offset}, "-99": {Kind: zone.Offset}, "+": {Kind: zone.Offset}, "+05:30:00": {Kind: zone.Offset},
		"": {Kind: zone.Unknown}, "Mars/Olympus": {Kind: zone.Unknown}, "posix/Asia/Kolkata": {Kind: zone.Unknown}, "Factory": {Kind: zone.Unknown},
		"localtime": {Kind: zone.Unknown}, "Asia/Kolkata ": {Kind: zone.Unknown}, "../UTC": {Kind: zone.Unknown}, "Local": {Kind: zone.Unknown}, "MET": {Kind: zone.Unknown},
	} {
		z, err := zone.Load(name)
		var e *zone.Error
		if !errors.As(err, &e) || e.Kind != want.Kind || !slices.Equal(e.Candidates, want.Candidates) || len(e.Error()) < 20 {
			t.Errorf("%q is %v, %v %v", name, z, err, e)
		}
	}
}

// The abbreviations that several places share name the places people mean.
func TestAbbreviations(t *testing.T) {
	for name, meant := range map[string][]string{
		"EST": {"America/New_York", "America/Toronto", "America/Jamaica"}, "CST": {"America/Chicago", "Asia/Shanghai", "America/Havana", "America/Mexico_City"},
		"MST": {"America/Denver", "America/Phoenix"}, "PST": {"America/Los_Angeles", "Asia/Manila"}, "CET": {"Europe/Berlin", "Europe/Paris"},
		"EET": {"Europe/Athens", "Africa/Cairo"}, "BST": {"Europe/London"}, "AEST": {"Australia/Sydney", "Australia/Brisbane"}, "EDT": {"America/New_York"},
	} {
		_, err := zone.Load(name)
		var e *zone.Error
		if !errors.As(err, &e) || len(e.Candidates) > 20 {
			t.Fatalf("%s: %v", name, err)
		}
		for _, m := range meant {
			if !slices.Contains(e.Candidates, m) {
				t.Errorf("%s does not name %s: %q", name, m, e.Candidates)
			}
		}
	}
}

func TestDatabase(t *testing.T) {
	if !regexp.MustCompile(`^20\d\d[a-z]$`).MatchString(zone.Version()) {
		t.Errorf("the version is %q", zone.Version())
	}
	if names := zone.Names(); !slices.IsSorted(names) || len(names) < 500 {
		t.Errorf("%d names", len(names))
	}
}

// The instant of a reading is among the answers, and each answer reads so.
func TestResolveInvertsAt(t *testing.T) {
	names := append(zone.Names(), "+05:30", "-23:59")
	rapid.Check(t, func(rt *rapid.T) {
		z := load(t, rapid.SampledFrom(names).Draw(rt, "zone"))
		at := time.Unix(rapid.Int64Range(-62135596800, 253402300799).Draw(rt, "seconds"), rapid.Int64Range(0, 999_999_999).Draw(rt, "nanos"))
		offset, _, _ := z.At(at)
		local := at.UTC().Add(time.Duration(offset) * time.Second)
		r := z.Resolve(local)
		if r.Status == zone.Gap || !r.Earlier.Equal(at) && !r.Later.Equal(at) || (r.Status == zone.Unique) != r.Earlier.Equal(r.Later) || r.Later.Before(r.Earlier) {
			rt.Fatalf("%s in %s: %+v", at, z.Name(), r)
		}
		const clock = "2006-01-02T15:04:05.999999999"
		for _, answer := range []time.Time{r.Earlier, r.Later} {
			if got, want := answer.Format(clock), local.Format(clock); got != want || answer.Location() != z.Location() {
				rt.Fatalf("%s in %s reads %s, want %s", answer, z.Name(), got, want)
			}
		}
	})
}

// Names are looked up from calls that run at the same time.
func TestConcurrentLoad(t *testing.T) {
	for range 8 {
		t.Run("", func(t *testing.T) {
			t.Parallel()
			for _, name := range zone.Names() {
				load(t, name)
			}
			if _, err := zone.Load("IST"); err == nil {
				t.Error("IST is a zone")
			}
		})
	}
}

func FuzzLoad(f *testing.F) {
	for _, s := range []string{"Asia/Kolkata", "+05:30", "IST", "UTC+5", "z"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if z, err := zone.Load(s); err == nil && !strings.EqualFold(z.Name(), s) && s != "-00:00" {
			t.Errorf("%q is %s", s, z.Name())
		}
	})
}
