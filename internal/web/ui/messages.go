package ui

import (
	"fmt"
	"io/fs"
	"path"
	"strconv"
	"strings"
	"sync"

	"github.com/goccy/go-yaml"
	"golang.org/x/text/feature/plural"
	"golang.org/x/text/message"
	"golang.org/x/text/number"
)

// form is one message: other alone, or with a form for one thing.
type form struct{ one, other string }

// catalog holds the messages by language and key.
type catalog struct {
	forms    map[string]map[string]form
	printers map[string]*message.Printer
}

// catalogue is the one of all sites, read when first needed.
var catalogue = sync.OnceValue(messages)

// messages reads messages/<language>/<area>.yaml. Keys are "<area>.<key>",
// nested maps are joined by dots; a map of "one" and "other" is a message with
// plural forms. It panics on a file that is not such a map.
func messages() *catalog {
	c := &catalog{forms: map[string]map[string]form{}, printers: map[string]*message.Printer{}}
	for i, lang := range Languages {
		c.forms[lang] = map[string]form{}
		c.printers[lang] = message.NewPrinter(tags[i])
		names, _ := fs.Glob(files, "messages/"+lang+"/*.yaml")
		for _, name := range names {
			text, err := files.ReadFile(name)
			if err != nil {
				panic("ui: " + err.Error())
			}
			var tree map[string]any
			if err := yaml.Unmarshal(text, &tree); err != nil {
				panic("ui: " + name + ": " + err.Error())
			}
			c.fill(lang, strings.TrimSuffix(path.Base(name), ".yaml"), tree)
		}
	}
	return c
}

func (c *catalog) fill(lang, key string, tree map[string]any) {
	if other, ok := tree["other"].(string); ok {
		one, _ := tree["one"].(string)
		c.forms[lang][key] = form{one, other}
		return
	}
	for name, v := range tree {
		switch v := v.(type) {
		case map[string]any:
			c.fill(lang, key+"."+name, v)
		case string:
			c.forms[lang][key+"."+name] = form{other: v}
		default:
			panic(fmt.Sprintf("ui: message %s.%s of %s is no text", key, name, lang))
		}
	}
}

// own is a message of just that language.
func (c *catalog) own(lang, key string) (form, bool) {
	f, ok := c.forms[lang][key]
	return f, ok
}

// text is a message with its arguments. One that is missing in the language is
// English; one that is missing there too is its key, which the tests look for.
func (c *catalog) text(lang, key string, args []any) string {
	f, ok := c.own(lang, key)
	if !ok {
		lang = Languages[0]
		if f, ok = c.own(lang, key); !ok {
			return key
		}
	}
	text := f.other
	if f.one != "" && len(args) > 0 && isOne(lang, args[0]) {
		text = f.one
	}
	if len(args) == 0 {
		return text
	}
	pairs := make([]string, 0, 2*len(args))
	for i, a := range args {
		shown := fmt.Sprint(a)
		if isNumber(a) {
			shown = c.number(lang, a)
		}
		pairs = append(pairs, "{"+strconv.Itoa(i)+"}", shown)
	}
	return strings.NewReplacer(pairs...).Replace(text)
}

// isOne tells whether a number takes the form "one" of a language.
func isOne(lang string, n any) bool {
	i, err := strconv.Atoi(fmt.Sprint(n))
	if err != nil || i < 0 {
		return false
	}
	for k, l := range Languages {
		if l == lang {
			return plural.Cardinal.MatchPlural(tags[k], i, 0, 0, 0, 0) == plural.One
		}
	}
	return false
}

func isNumber(v any) bool {
	switch v.(type) {
	case int, int32, int64, uint, uint32, uint64:
		return true
	}
	return false
}

func (c *catalog) number(lang string, n any) string {
	return c.printers[lang].Sprint(number.Decimal(n))
}
