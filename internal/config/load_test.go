package config_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"toolcrib/internal/config"
)

// load loads from flags and variables given as name=value and a file's text.
func load(t testing.TB, flags, environ []string, file string) (config.Settings, map[string]config.Row, error) {
	t.Helper()
	src := config.Sources{Environ: environ, Flags: map[string]string{}}
	for _, f := range flags {
		name, value, _ := strings.Cut(f, "=")
		src.Flags[name] = value
	}
	if file != "" {
		src.File = filepath.Join(t.TempDir(), "toolcrib.yaml")
		if err := os.WriteFile(src.File, []byte(file), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s, rows, err := config.Load(src)
	byName := map[string]config.Row{}
	for _, r := range rows {
		byName[r.Name] = r
	}
	return s, byName, err
}

func TestDefaults(t *testing.T) {
	s, rows, err := load(t, nil, []string{"HOME=/data/x", "PATH=/bin"}, "")
	if err != nil {
		t.Fatal(err)
	}
	// The values of the service contract, sections 3, 5 and 8.
	if s.Listen != "127.0.0.1:8080" || s.RatePerMinute != 60 || s.AccountRatePerMinute != 600 || s.FreeComputeUnits != 500 ||
		s.FreeImageUnits != 50 || s.DecideFreeRequests != 5000 || s.BodyLimit != 2<<20 || s.DocumentLimit != 1_000_000 ||
		s.OutputLimit != 8<<20 || s.HeaderLimit != 32<<10 || s.ComputeTimeout != 2*time.Second || s.BaseURL != "" {
		t.Errorf("defaults %+v", s)
	}
	for name, r := range rows {
		if r.Origin != "default" || r.Value != r.Default {
			t.Errorf("%s: %q from %s", name, r.Value, r.Origin)
		}
	}
}

func TestTableIsComplete(t *testing.T) {
	name := regexp.MustCompile(`^[a-z]+(-[a-z]+)*$`)
	seen := map[string]bool{}
	for _, r := range config.Table() {
		if !name.MatchString(r.Name) || seen[r.Name] {
			t.Errorf("bad or repeated name %q", r.Name)
		}
		seen[r.Name] = true
		if r.Env != "TOOLCRIB_"+strings.ToUpper(strings.ReplaceAll(r.Name, "-", "_")) {
			t.Errorf("%s is %s in the environment", r.Name, r.Env)
		}
		if !strings.HasSuffix(r.Help, ".") {
			t.Errorf("%s: help %q", r.Name, r.Help)
		}
		if r.Value != "" || r.Origin != "" {
			t.Errorf("%s has a value before loading", r.Name)
		}
	}
	for _, want := range []string{"listen", "base-url", "data", "rate-per-minute", "account-rate-per-minute", "free-compute-units",
		"free-image-units", "decide-free-requests", "body-limit", "log-format"} {
		if !seen[want] {
			t.Errorf("no setting %s", want)
		}
	}
}

func TestPrecedenceAndOrigin(t *testing.T) {
	for _, c := range []struct {
		name           string
		flags, environ []string
		file           string
		value, origin  string
	}{
		{"default", nil, nil, "", "60", "default"},
		{"file", nil, nil, "rate-per-minute: 1\n", "1", "file "},
		{"environment", nil, []string{"TOOLCRIB_RATE_PER_MINUTE=2"}, "rate-per-minute: 1\n", "2", "environment TOOLCRIB_RATE_PER_MINUTE"},
		{"flag", []string{"rate-per-minute=3"}, []string{"TOOLCRIB_RATE_PER_MINUTE=2"}, "rate-per-minute: 1\n", "3", "flag --rate-per-minute"},
		{"flag over file", []string{"rate-per-minute=3"}, nil, "rate-per-minute: 1\n", "3", "flag --rate-per-minute"},
		{"empty variable is none", nil, []string{"TOOLCRIB_RATE_PER_MINUTE="}, "rate-per-minute: 1\n", "1", "file "},
		{"last variable counts", nil, []string{"TOOLCRIB_RATE_PER_MINUTE=2", "TOOLCRIB_RATE_PER_MINUTE=4"}, "", "4", "environment TOOLCRIB_RATE_PER_MINUTE"},
		{"what callers read is no setting", nil, []string{"TOOLCRIB_KEY=tc_live_x", "TOOLCRIB_URL=http://127.0.0.1:8080", "TOOLCRIB_RATE_PER_MINUTE=2"}, "", "2", "environment TOOLCRIB_RATE_PER_MINUTE"},
		{"zero is a value", []string{"rate-per-minute=0"}, nil, "", "0", "flag --rate-per-minute"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, rows, err := load(t, c.flags, c.environ, c.file)
			r := rows["rate-per-minute"]
			if err != nil || r.Value != c.value || !strings.HasPrefix(r.Origin, c.origin) {
				t.Errorf("%q from %q, %v; want %q from %q", r.Value, r.Origin, err, c.value, c.origin)
			}
		})
	}
}

func TestAcceptedValues(t *testing.T) {
	for _, c := range []struct {
		name, file string
		flags      []string
		get        func(config.Settings) any
		want       any
	}{
		{"a number that looks like a decimal is text", "data: 1.10\n", nil, func(s config.Settings) any { return s.Data }, "1.10"},
		{"quoted", "data: \"a b\"\n", nil, func(s config.Settings) any { return s.Data }, "a b"},
		{"single quoted", "data: 'x: #y'\n", nil, func(s config.Settings) any { return s.Data }, "x: #y"},
		{"a quoted number", "body-limit: '3000000'\n", nil, func(s config.Settings) any { return s.BodyLimit }, 3000000},
		{"a comment", "# all\nrate-per-minute: 5 # few\n", nil, func(s config.Settings) any { return s.RatePerMinute }, 5},
		{"a flow map", "{rate-per-minute: 5}", nil, func(s config.Settings) any { return s.RatePerMinute }, 5},
		{"windows line ends", "rate-per-minute: 5\r\ndata: x\r\n", nil, func(s config.Settings) any { return s.Data }, "x"},
		{"byte order mark", "\ufeffrate-per-minute: 5\n", nil, func(s config.Settings) any { return s.RatePerMinute }, 5},
		{"document marks", "---\nrate-per-minute: 5\n...\n", nil, func(s config.Settings) any { return s.RatePerMinute }, 5},
		{"only comments", "# nothing\n", nil, func(s config.Settings) any { return s.RatePerMinute }, 60},
		{"an empty text", "base-url: ''\n", nil, func(s config.Settings) any { return s.BaseURL }, ""},
		{"days", "drain-timeout: 2d\n", nil, func(s config.Settings) any { return s.DrainTimeout }, 48 * time.Hour},
		{"no drain", "drain-timeout: 0s\n", nil, func(s config.Settings) any { return s.DrainTimeout }, time.Duration(0)},
		{"product hosts", "hosts-qr: qr.example\nhosts-uuid: uuid.example:8443\n", nil,
			func(s config.Settings) any { return fmt.Sprint(s.Hosts()) }, "[{qr qr.example} {uuid uuid.example:8443}]"},
		{"base URL with a path", "base-url: https://x.example/tools/\n", nil, func(s config.Settings) any { return s.BaseURL }, "https://x.example/tools/"},
		{"base URL on a port", "", []string{"base-url=http://[::1]:8080"}, func(s config.Settings) any { return s.BaseURL }, "http://[::1]:8080"},
		{"every interface", "", []string{"listen=:0"}, func(s config.Settings) any { return s.Listen }, ":0"},
		{"log as JSON", "", []string{"log-format=json"}, func(s config.Settings) any { return s.LogFormat }, "json"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, _, err := load(t, c.flags, nil, c.file)
			if got := c.get(s); err != nil || got != c.want {
				t.Errorf("%v, %v; want %v", got, err, c.want)
			}
		})
	}
}

// refusals are sources with the parts of the error that each must give.
var refusals = []struct {
	name           string
	flags, environ []string
	file           string
	want           []string
}{
	{"misspelt variable", nil, []string{"TOOLCRIB_RATE_PER_MINUT=5"}, "", []string{"TOOLCRIB_RATE_PER_MINUT;", "did you mean TOOLCRIB_RATE_PER_MINUTE?"}},
	{"unknown variable", nil, []string{"TOOLCRIB_XYZZY=5"}, "", []string{"TOOLCRIB_XYZZY", "config print"}},
	{"misspelt setting", nil, nil, "rate_per_minute: 5\n", []string{"rate_per_minute", "did you mean rate-per-minute?"}},
	{"unknown setting", nil, nil, "xyzzy: 5\n", []string{"xyzzy", "config print"}},
	{"unknown flag", []string{"xyzzy=5"}, nil, "", []string{"--xyzzy"}},
	{"words", []string{"rate-per-minute=many"}, nil, "", []string{"rate-per-minute (flag --rate-per-minute)", `"many"`}},
	{"empty flag", []string{"rate-per-minute="}, nil, "", []string{`""`}},
	{"negative", nil, []string{"TOOLCRIB_RATE_PER_MINUTE=-1"}, "", []string{"environment TOOLCRIB_RATE_PER_MINUTE", `"-1"`}},
	{"minus zero", []string{"rate-per-minute=-0"}, nil, "", []string{`"-0"`}},
	{"plus", []string{"rate-per-minute=+5"}, nil, "", []string{`"+5"`}},
	{"space", []string{"rate-per-minute= 5"}, nil, "", []string{`" 5"`}},
	{"underscore", []string{"body-limit=2_000_000"}, nil, "", []string{"2_000_000"}},
	{"decimal", nil, nil, "rate-per-minute: 60.0\n", []string{"rate-per-minute (file", `"60.0"`}},
	{"exponent", nil, nil, "rate-per-minute: 1e3\n", []string{`"1e3"`}},
	{"hexadecimal", nil, nil, "rate-per-minute: 0x10\n", []string{`"0x10"`}},
	{"beyond 64 bits", nil, nil, "body-limit: 99999999999999999999\n", []string{"99999999999999999999"}},
	{"not finite", nil, nil, "rate-per-minute: .inf\n", []string{"one plain value"}},
	{"boolean", nil, nil, "rate-per-minute: true\n", []string{`"true"`}},
	{"null", nil, nil, "data: ~\n", []string{"data (file", "no value"}},
	{"nothing", nil, nil, "data:\n", []string{"no value"}},
	{"list", nil, nil, "data: [a]\n", []string{"one plain value"}},
	{"block list", nil, nil, "data:\n  - a\n", []string{"one plain value"}},
	{"map", nil, nil, "data:\n  a: b\n", []string{"one plain value"}},
	{"block text", nil, nil, "data: |\n  a\n", []string{"one plain value"}},
	{"alias", nil, nil, "data: &x a\nlisten: *x\n", []string{"data (file", "listen (file"}},
	{"tag", nil, nil, "rate-per-minute: !!str 5\n", []string{"one plain value"}},
	{"merge", nil, nil, "<<: {rate-per-minute: 5}\n", []string{"<<"}},
	{"twice", nil, nil, "data: a\ndata: b\n", []string{"data", "already defined"}},
	{"two documents", nil, nil, "data: a\n---\ndata: b\n", []string{"more than one document"}},
	{"a list of settings", nil, nil, "- data\n", []string{"not a YAML map"}},
	{"a text", nil, nil, "data\n", []string{"not a YAML map"}},
	{"tab", nil, nil, "data:\n\ta\n", []string{"not a YAML map"}},
	{"broken", nil, nil, "data: [a\n", []string{"not a YAML map"}},
	{"colon in value", nil, nil, "data: a: b\n", []string{"not a YAML map"}},
	{"no unit", []string{"compute-timeout=2"}, nil, "", []string{`"2" is not a duration`}},
	{"milliseconds", []string{"compute-timeout=200ms"}, nil, "", []string{`"200ms"`}},
	{"no computing time", []string{"compute-timeout=0s"}, nil, "", []string{"compute-timeout must be above 0"}},
	{"a very long time", []string{"drain-timeout=36501d"}, nil, "", []string{`"36501d"`}},
	{"unknown log format", []string{"log-format=xml"}, nil, "", []string{`"xml" is not one of text,json`}},
	{"log format in capitals", []string{"log-format=JSON"}, nil, "", []string{`"JSON"`}},
	{"no body", []string{"body-limit=0"}, nil, "", []string{"body-limit must be above 0"}},
	{"document above body", []string{"document-limit=3000000"}, nil, "", []string{"document-limit (3000000) is above body-limit (2097152)"}},
	{"body above a gibibyte", []string{"body-limit=1073741825"}, nil, "", []string{"body-limit is at most 1073741824"}},
	{"units that no header can carry", []string{"free-compute-units=1000000000000000"}, nil, "", []string{"free-compute-units is at most"}},
	{"no folder", []string{"data="}, nil, "", []string{"data: name a folder"}},
	{"nowhere to listen", []string{"listen="}, nil, "", []string{"listen:"}},
	{"no port", []string{"listen=127.0.0.1"}, nil, "", []string{"is not host:port"}},
	{"port too high", []string{"listen=127.0.0.1:65536"}, nil, "", []string{"is not host:port"}},
	{"port by name", []string{"listen=127.0.0.1:http"}, nil, "", []string{"is not host:port"}},
	{"a product host that is a URL", []string{"hosts-qr=https://qr.example"}, nil, "", []string{"hosts-qr:"}},
	{"a product host with a path", []string{"hosts-og=og.example/v1"}, nil, "", []string{"hosts-og:"}},
	{"two product hosts of one name", []string{"hosts-qr=x.example", "hosts-uuid=X.example:81"}, nil, "", []string{"hosts-uuid:", "hosts-qr"}},
	{"a product host at the base URL", []string{"hosts-hash=x.example", "base-url=https://x.example/sub"}, nil, "", []string{"hosts-hash:", "base-url"}},
	{"relative base URL", []string{"base-url=/tools"}, nil, "", []string{"base-url:"}},
	{"base URL without scheme", []string{"base-url=x.example"}, nil, "", []string{"base-url:"}},
	{"base URL of another scheme", []string{"base-url=ftp://x.example"}, nil, "", []string{"base-url:"}},
	{"base URL without host", []string{"base-url=https://:443/"}, nil, "", []string{"base-url:"}},
	{"base URL with a query", []string{"base-url=https://x.example/?a=b"}, nil, "", []string{"base-url:"}},
	{"base URL with an empty query", []string{"base-url=https://x.example/?"}, nil, "", []string{"base-url:"}},
	{"base URL with a fragment", []string{"base-url=https://x.example/#a"}, nil, "", []string{"base-url:"}},
	{"base URL with a user", []string{"base-url=https://u:p@x.example/"}, nil, "", []string{"base-url:"}},
	{"base URL with dots", []string{"base-url=https://x.example/a/../b"}, nil, "", []string{"base-url:"}},
	{"base URL with two slashes", []string{"base-url=https://x.example//a"}, nil, "", []string{"base-url:"}},
	{"base URL with escapes", []string{"base-url=https://x.example/a%20b"}, nil, "", []string{"base-url:"}},
	{"everything at once", []string{"rate-per-minute=x"}, []string{"TOOLCRIB_NO=1"}, "data: ~\nxyzzy: 1\n",
		[]string{"rate-per-minute", "TOOLCRIB_NO", "data", "xyzzy"}},
}

func TestRefusedValues(t *testing.T) {
	for _, c := range refusals {
		t.Run(c.name, func(t *testing.T) {
			_, _, err := load(t, c.flags, c.environ, c.file)
			if err == nil {
				t.Fatal("accepted")
			}
			for _, part := range c.want {
				if !strings.Contains(err.Error(), part) {
					t.Errorf("%v\nlacks %q", err, part)
				}
			}
		})
	}
}

func TestFileThatCannotBeRead(t *testing.T) {
	for _, path := range []string{filepath.Join(t.TempDir(), "none.yaml"), t.TempDir()} {
		if _, _, err := config.Load(config.Sources{File: path}); err == nil || !strings.Contains(err.Error(), "--config") {
			t.Errorf("%v", err)
		}
	}
}

func TestDuration(t *testing.T) {
	for s, want := range map[string]time.Duration{"0s": 0, "90d": 90 * 24 * time.Hour, "007m": 7 * time.Minute, "24h": 24 * time.Hour, "36500d": 36500 * 24 * time.Hour} {
		if got, err := config.Duration(s); err != nil || got != want {
			t.Errorf("Duration(%q) = %v, %v; want %v", s, got, err, want)
		}
	}
	for _, s := range []string{"", "s", "5", "-5s", "+5s", "1.5h", "5 s", "5S", "1h30m", "٣s", "9223372036854775807s", "9223372036854775808s", "36501d", "1e3s", "5w"} {
		if got, err := config.Duration(s); err == nil || got != 0 {
			t.Errorf("Duration(%q) = %v, %v; want it refused", s, got, err)
		}
	}
}

// No text in a file may stop the program in any way but by an error.
func FuzzFile(f *testing.F) {
	for _, s := range []string{"data: a\n", "data: [a\n", "data: &x\n", "- a\n", "a: |\n  b\n", "? a\n: b\n", "%YAML 1.2\n---\n", "\t", "'", "{", "!!x", "a: b: c"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		_, rows, err := load(t, nil, nil, s)
		for _, r := range rows {
			if err == nil && strings.Contains(r.Value, "<nil>") {
				t.Errorf("%q set %s to %q", s, r.Name, r.Value)
			}
		}
	})
}

// BASE_URL is what hosting platforms set and the contract's first section
// names; the variable with the prefix goes before it.
func TestPlainBaseURL(t *testing.T) {
	for _, c := range []struct {
		environ []string
		want    string
		origin  string
	}{
		{[]string{"BASE_URL=https://x.example/tools"}, "https://x.example/tools", "environment BASE_URL"},
		{[]string{"TOOLCRIB_BASE_URL=https://y.example", "BASE_URL=https://x.example"}, "https://y.example", "environment TOOLCRIB_BASE_URL"},
		{[]string{"LISTEN=127.0.0.1:1"}, "", "default"},
	} {
		s, rows, err := load(t, nil, c.environ, "")
		if err != nil || s.BaseURL != c.want || rows["base-url"].Origin != c.origin {
			t.Errorf("%q: %q from %s, %v", c.environ, s.BaseURL, rows["base-url"].Origin, err)
		}
	}
}

// A password is never shown, wherever in the URL it stands.
func TestPublicHidesPasswords(t *testing.T) {
	for given, want := range map[string]string{
		"":                               "",
		"postgres://user:geheim@db/name": "postgres://user:xxxxx@db/name",
		"postgres:///name?host=/run/postgresql&password=geheim&user=me": "postgres:///name?host=%2Frun%2Fpostgresql&password=xxxxx&user=me",
	} {
		s, rows, err := config.Load(config.Sources{Flags: map[string]string{"database-url": given}})
		if err != nil {
			t.Fatal(err)
		}
		if got := s.PublicDatabaseURL(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
		for _, r := range rows {
			if strings.Contains(r.Public(), "geheim") {
				t.Errorf("%s shows %q", r.Name, r.Public())
			}
		}
	}
	_, _, err := config.Load(config.Sources{Flags: map[string]string{"database-url": "mysql://user:geheim@db/name"}})
	if err == nil || strings.Contains(err.Error(), "geheim") {
		t.Errorf("%v", err)
	}
}

func TestNetworks(t *testing.T) {
	for text, want := range map[string]string{
		"10.0.0.0/8": "10.0.0.0/8", "192.0.2.1": "192.0.2.1/32", "2001:db8::/32": "2001:db8::/32", "2001:db8::1": "2001:db8::1/128",
		"::ffff:192.0.2.1": "192.0.2.1/32", "192.0.2.1/24": "", "::ffff:192.0.2.0/120": "", "fe80::1%eth0": "", "10.0.0.0/33": "", "10/8": "", "": "",
	} {
		got, err := config.Network(text)
		if (err == nil) != (want != "") || err == nil && got.String() != want {
			t.Errorf("%q: %v, %v; want %q", text, got, err, want)
		}
	}
	s, _, err := config.Load(config.Sources{Flags: map[string]string{"trusted-proxies": " 10.0.0.0/8 , 192.0.2.1,"}})
	if err != nil {
		t.Fatal(err)
	}
	if got, err := s.Proxies(); err != nil || len(got) != 2 {
		t.Errorf("%v, %v", got, err)
	}
	if _, _, err := config.Load(config.Sources{Flags: map[string]string{"trusted-proxies": "proxy.local"}}); err == nil || !strings.Contains(err.Error(), "trusted-proxies") {
		t.Errorf("%v", err)
	}
}
