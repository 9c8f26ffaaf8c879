package cli

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"toolcrib/internal/config"
)

// SettingFlags gives a command the settings of the table as flags. kong reads
// a struct, so one is made from the table when the program starts. Every
// command takes every setting; the tag "show" on the embedding names those
// that its help lists, none meaning all.
type SettingFlags struct {
	File string `name:"config" help:"YAML file of settings." placeholder:"FILE" group:"settings"`
	kong.Plugins
}

// flags are the settings given on the command line, by name.
type flags map[string]string

// plugSettings fills in the settings of the command that is called and of those
// below it. With those of all commands the grammar would be ten times as large,
// and a server keeps it for as long as it runs.
func plugSettings(grammar *commands, args []string) {
	i := slices.IndexFunc(args, func(arg string) bool { return !strings.HasPrefix(arg, "-") })
	if i < 0 {
		return
	}
	called := strings.ReplaceAll(args[i], "-", "")
	top := reflect.ValueOf(grammar).Elem().FieldByNameFunc(func(name string) bool { return strings.EqualFold(name, called) })
	if top.IsValid() {
		plug(top)
	}
}

func plug(v reflect.Value) {
	for i := range v.NumField() {
		f := v.Field(i)
		if s, ok := f.Addr().Interface().(*SettingFlags); ok {
			s.Plugins = kong.Plugins{settingsStruct(v.Type().Field(i).Tag.Get("show"))}
			continue
		}
		if f.Kind() == reflect.Struct {
			plug(f)
		}
	}
}

// settingsStruct is a pointer to a struct with one text field for each
// setting, tagged for kong. show lists those that help prints, "" = all.
func settingsStruct(show string) any {
	var fields []reflect.StructField
	for _, row := range config.Table() {
		hidden := ""
		if show != "" && !slices.Contains(strings.Split(show, ","), row.Name) {
			hidden = ` hidden:""`
		}
		name := strings.ReplaceAll(row.Name, "-", "_")
		fields = append(fields, reflect.StructField{
			Name: strings.ToUpper(name[:1]) + name[1:],
			Type: reflect.TypeFor[string](),
			Tag: reflect.StructTag(fmt.Sprintf(`name:%q help:%q placeholder:%q group:"settings"`,
				row.Name, row.Help+" ["+row.Env+"]", placeholder(row.Default)) + hidden),
		})
	}
	return reflect.New(reflect.StructOf(fields)).Interface()
}

func placeholder(def string) string {
	if def == "" {
		return "…"
	}
	return def
}

// settingFlags collects the settings that were given as flags.
func settingFlags(parsed *kong.Context) flags {
	known := map[string]bool{}
	for _, row := range config.Table() {
		known[row.Name] = true
	}
	given := flags{}
	for _, part := range parsed.Path {
		if part.Flag != nil && known[part.Flag.Name] {
			given[part.Flag.Name] = part.Flag.Target.String()
		}
	}
	return given
}

// load reads the settings for a command.
func (w *SettingFlags) load(p *Process, given flags) (config.Settings, []config.Row, error) {
	s, rows, err := config.Load(config.Sources{Flags: given, Environ: p.Environ, File: w.File})
	if err != nil {
		return s, rows, usage("the settings cannot be used:\n  %w", indented{err})
	}
	return s, rows, nil
}

// indented is an error of several lines, each but the first moved to the right.
type indented struct{ error }

func (e indented) Error() string { return strings.ReplaceAll(e.error.Error(), "\n", "\n  ") }
