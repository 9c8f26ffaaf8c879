package config

import (
	"errors"
	"fmt"
	"maps"
	"net/url"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"toolcrib/internal/op"
)

// EnvPrefix begins the name of every environment variable that is a setting.
const EnvPrefix = "TOOLCRIB_"

// Row is one setting of the table, with its value once loaded.
type Row struct {
	Name     string
	Env      string
	PlainEnv string // a further variable, without the prefix; "" for most
	Help     string
	Default  string
	Value    string
	Origin   string // "default", "flag --x", "environment X", "file F"
	field    reflect.StructField
}

// Table lists the settings with their defaults.
func Table() []Row {
	t := reflect.TypeFor[Settings]()
	rows := make([]Row, t.NumField())
	for i := range rows {
		f := t.Field(i)
		name := f.Tag.Get("name")
		if name == "" {
			name = kebab(f.Name)
		}
		rows[i] = Row{
			Name: name, Env: EnvPrefix + strings.ToUpper(strings.ReplaceAll(name, "-", "_")),
			PlainEnv: f.Tag.Get("env"),
			Help:     f.Tag.Get("help"), Default: f.Tag.Get("value"), field: f,
		}
	}
	return rows
}

// Public is the value for showing: without the password of a URL, and of a
// secret no more than whether there is one.
func (r *Row) Public() string {
	switch {
	case r.field.Tag.Get("secret") == "url":
		return withoutPassword(r.Value)
	case r.secret() && r.Value != "":
		return "xxxxx"
	}
	return r.Value
}

// secret tells whether the whole value is one. It can then be given as a file
// too, by the environment variable whose name ends in _FILE.
func (r *Row) secret() bool { return r.field.Tag.Get("secret") == "yes" }

// PublicDatabaseURL is DatabaseURL for showing.
func (s *Settings) PublicDatabaseURL() string { return withoutPassword(s.DatabaseURL) }

func withoutPassword(text string) string {
	u, err := url.Parse(text)
	if err != nil {
		return "(not a URL)"
	}
	query := u.Query()
	if query.Has("password") {
		query.Set("password", "xxxxx")
		u.RawQuery = query.Encode()
	}
	return u.Redacted()
}

// kebab writes a Go name as a flag: RatePerMinute is rate-per-minute.
func kebab(s string) string {
	var b strings.Builder
	for i, r := range s {
		if i > 0 && 'A' <= r && r <= 'Z' {
			b.WriteByte('-')
		}
		b.WriteString(strings.ToLower(string(r)))
	}
	return b.String()
}

// Sources are the places a setting may come from.
type Sources struct {
	Flags   map[string]string // by setting name, only those given
	Environ []string          // KEY=value, as os.Environ has it
	File    string            // YAML file, "" = none
}

// Load reads all settings. Every fault found is in the error, each saying
// which source holds it and what to write instead.
func Load(src Sources) (Settings, []Row, error) {
	var s Settings
	rows := Table()
	file, faults := readFile(src.File, rows)
	env, more := readEnv(src.Environ, rows)
	faults = append(faults, more...)
	faults = append(faults, unknownFlags(src.Flags, rows)...)
	for i := range rows {
		r := &rows[i]
		r.Value, r.Origin = r.Default, "default"
		if v, ok := file[r.Name]; ok {
			r.Value, r.Origin = v, "file "+src.File
		}
		for _, name := range []string{r.PlainEnv, r.Env} {
			if v, ok := env[name]; ok {
				r.Value, r.Origin = v, "environment "+name
			}
		}
		if v, ok := src.Flags[r.Name]; ok {
			r.Value, r.Origin = v, "flag --"+r.Name
		}
		if err := r.set(reflect.ValueOf(&s).Elem().FieldByIndex(r.field.Index)); err != nil {
			faults = append(faults, fmt.Errorf("%s (%s): %w", r.Name, r.Origin, err))
		}
	}
	if len(faults) == 0 {
		faults = s.check()
	}
	return s, rows, errors.Join(faults...)
}

// set parses the row's value into its field.
func (r *Row) set(v reflect.Value) error {
	if allowed := r.field.Tag.Get("oneof"); allowed != "" && !slices.Contains(strings.Split(allowed, ","), r.Value) {
		return fmt.Errorf("%q is not one of %s", r.Value, allowed)
	}
	if v.Type() == reflect.TypeFor[time.Duration]() {
		d, err := Duration(r.Value)
		v.SetInt(int64(d))
		return err
	}
	if v.Kind() == reflect.String {
		v.SetString(r.Value)
		return nil
	}
	n, err := digits(r.Value)
	if err != nil || v.OverflowInt(n) {
		return fmt.Errorf("%q is not a whole number of 0 or more, in digits", r.Value)
	}
	v.SetInt(n)
	return nil
}

// digits reads a whole number written in digits alone: ParseInt would also
// take a sign.
func digits(s string) (int64, error) {
	if strings.Trim(s, "0123456789") != "" {
		return 0, strconv.ErrSyntax
	}
	return strconv.ParseInt(s, 10, 64)
}

// Duration reads a length of time: digits and one of s, m, h, d.
func Duration(s string) (time.Duration, error) {
	if s != "" {
		unit, ok := durationUnits[s[len(s)-1]]
		n, err := digits(s[:len(s)-1])
		if ok && err == nil && n <= int64(maxDuration/unit) {
			return time.Duration(n) * unit, nil
		}
	}
	return 0, fmt.Errorf("%q is not a duration; write digits and s, m, h or d, such as 90d, up to 36500d", s)
}

const (
	day         = 24 * time.Hour
	maxDuration = 36500 * day // about a century; time.Duration ends at 292 years
)

var durationUnits = map[byte]time.Duration{'s': time.Second, 'm': time.Minute, 'h': time.Hour, 'd': day}

// readEnv picks the settings out of the environment and refuses what looks
// like one but is not: a misspelt setting must not be silently the default. A
// variable set to nothing counts as not set, since that is what a line such as
// "TOOLCRIB_LISTEN=" in a compose file or unit means.
func readEnv(environ []string, rows []Row) (map[string]string, []error) {
	found, known := map[string]string{}, []string{}
	files := map[string]string{} // the variable that each _FILE stands for
	for _, r := range rows {
		known = append(known, r.Env)
		if r.PlainEnv != "" {
			known = append(known, r.PlainEnv)
		}
		if r.secret() {
			files[r.Env+fileSuffix] = r.Env
		}
	}
	var faults []error
	for _, kv := range environ {
		name, value, _ := strings.Cut(kv, "=")
		switch {
		case slices.Contains(known, name):
			if value != "" {
				found[name] = value
			}
		case files[name] != "":
			if value == "" {
				continue
			}
			if found[files[name]] != "" {
				faults = append(faults, fmt.Errorf("%s and %s are both set; set one", files[name], name))
				continue
			}
			text, err := firstLine(value)
			if err != nil {
				faults = append(faults, fmt.Errorf("%s: %w", name, err))
			}
			found[files[name]] = text
		case name == EnvPrefix+"KEY", name == EnvPrefix+"URL": // read by those who call a service
		case strings.HasPrefix(name, EnvPrefix):
			faults = append(faults, unknown("environment variable", name, known))
		}
	}
	return found, faults
}

// fileSuffix ends the name of a variable that names a file with the value.
const fileSuffix = "_FILE"

// firstLine reads the first line of a file, which is all that is of a secret.
func firstLine(path string) (string, error) {
	text, err := os.ReadFile(path)
	line, _, _ := strings.Cut(string(text), "\n")
	return strings.TrimSuffix(line, "\r"), err
}

// unknownFlags refuses flags that are no settings.
func unknownFlags(flags map[string]string, rows []Row) (faults []error) {
	for _, name := range slices.Sorted(maps.Keys(flags)) {
		if !slices.ContainsFunc(rows, func(r Row) bool { return r.Name == name }) {
			faults = append(faults, unknown("flag", "--"+name, nil))
		}
	}
	return faults
}

func unknown(what, name string, known []string) error {
	if near := op.Nearest(name, known); near != "" {
		return fmt.Errorf("unknown %s %s; did you mean %s?", what, name, near)
	}
	return fmt.Errorf("unknown %s %s; 'toolcrib config print' lists all", what, name)
}
