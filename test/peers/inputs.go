package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
)

// The inputs are made by rule, so that every run works on the same bytes. Each
// is the largest of its kind that is not larger than the size asked for.

var (
	logins  = []string{"asha-rao", "chenwei", "fatima91", "octo-bot", "jmueller", "kowalski", "neha-s", "o-brien"}
	people  = []string{"asha-rao", "j.müller", "chen_wei", "o'brien", "fatima", "søren", "नेहा", "kowalski"}
	cities  = []string{"Pune", "Mumbai, MH", "Köln", "Łódź", "दिल्ली", "São Paulo", "Austin, TX"}
	words   = strings.Fields("the order was sent to a warehouse near river and returned after two days because label had been read wrongly by scanner at night")
	message = []string{"Fix the build on Windows", "Add tests\\n\\nand say why", "Bump \\\"left-pad\\\"", "naïve café → ☕", "हिन्दी जोड़ें", "Speed up the scanner 🚀"}
)

// maker makes inputs; what it writes depends on its seed alone.
type maker struct {
	*rand.Rand
	size int
}

func newMaker(size int) *maker { return &maker{rand.New(rand.NewPCG(2026, 11)), size} }

func pick[T any](m *maker, list []T) T { return list[m.IntN(len(list))] }

func (m *maker) sentence(n int) string {
	list := make([]string, n)
	for i := range list {
		list[i] = pick(m, words)
	}
	return strings.Join(list, " ")
}

// repeat puts rows between a head and a tail while there is room.
func (m *maker) repeat(head, between, tail string, row func(i int) string) []byte {
	var b strings.Builder
	b.WriteString(head)
	for i := 0; ; i++ {
		r := row(i)
		if i > 0 {
			r = between + r
		}
		if b.Len()+len(r)+len(tail) > m.size {
			b.WriteString(tail)
			return []byte(b.String())
		}
		b.WriteString(r)
	}
}

// events is like what GitHub's API answers for public events, without white
// space.
func (m *maker) events() []byte {
	return m.repeat("[", ",", "]", func(i int) string {
		login, repo := pick(m, logins), m.IntN(1e9)
		return fmt.Sprintf(`{"id":"%d","type":%q,"actor":{"id":%d,"login":"%s","gravatar_id":"","url":"https://api.example.com/users/%[4]s"},`+
			`"repo":{"id":%[5]d,"name":"%[4]s/tools-%[5]d","score":%d.%d,"topics":[]},"payload":{"push_id":%d,"size":%d,"ref":"refs/heads/main","head":"%016x%016x",`+
			`"commits":[{"sha":"%016[10]x%016[11]x","author":{"name":"%[4]s","email":"%[4]s@example.com"},"message":"%[12]s","distinct":%[13]t,"parent":null}]},`+
			`"public":true,"created_at":"2026-11-%02d %02d:%02d:00+00:00"}`,
			20_000_000_000+i, pick(m, []string{"PushEvent", "WatchEvent", "IssuesEvent"}), m.IntN(1e8), login, repo, m.IntN(100), 1+m.IntN(9),
			m.Uint32(), m.IntN(5), m.Uint64(), m.Uint64(), pick(m, message), m.IntN(2) == 0, 1+m.IntN(28), m.IntN(24), m.IntN(60))
	})
}

// orders is a table with whole numbers, amounts, booleans, dates, codes with
// leading zeros, empty cells, quotes and commas.
func (m *maker) orders() []byte {
	return m.repeat("order_id,customer,email,postal_code,amount,paid,ordered_on,city,note\n", "", "", func(i int) string {
		note := m.sentence(3 + m.IntN(6))
		switch m.IntN(8) {
		case 0:
			note = `"said ""` + note + `"""`
		case 1:
			note = ""
		}
		city := pick(m, cities)
		if strings.Contains(city, ",") {
			city = `"` + city + `"`
		}
		return fmt.Sprintf("%d,%s,user%d@example.com,%05d,%d.%02d,%t,2026-%02d-%02d,%s,%s\n",
			100_000+i, pick(m, people), m.IntN(5000), m.IntN(100_000), m.IntN(5000), m.IntN(100), m.IntN(3) > 0, 1+m.IntN(12), 1+m.IntN(28), city, note)
	})
}

// catalogue is XML of elements in several levels, attributes and references,
// indented for a part of it only.
func (m *maker) catalogue() []byte {
	return m.repeat("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<catalogue>\n", "\n", "\n</catalogue>\n", func(i int) string {
		return fmt.Sprintf(`<product sku="A-%06d" stock="%d"><name lang="en">%s</name><price currency="INR">%d.%02d</price>`+
			"\n <description>%s &amp; %s</description><tags><tag>%s</tag><tag>%s</tag></tags><image href=\"img/%[1]d.png\" alt=\"&lt;%[8]s&gt;\"/>\n</product>",
			i, m.IntN(500), m.sentence(3), m.IntN(9000), m.IntN(100), m.sentence(9), m.sentence(4), pick(m, words), pick(m, words))
	})
}

// styles is real style sheets over and over, as written and minified.
func (m *maker) styles(dir string) ([]byte, error) {
	var sheets []string
	for _, name := range []string{"normalize", "preflight.minified", "reboot", "normalize.minified", "preflight", "reboot.minified"} {
		text, err := os.ReadFile(filepath.Join(dir, name+".css"))
		if err != nil {
			return nil, err
		}
		sheets = append(sheets, string(text))
	}
	return m.repeat("", "\n", "\n", func(i int) string { return sheets[i%len(sheets)] }), nil
}

// log is an access log in which about a third of the lines occurred before.
func (m *maker) log() []byte {
	var lines []string
	return m.repeat("", "", "", func(int) string {
		if len(lines) > 0 && m.IntN(3) == 0 {
			return pick(m, lines)
		}
		line := fmt.Sprintf("10.%d.%d.%d %s \"%s /v1/orders/%d\" %d %dms\n", m.IntN(4), m.IntN(256), m.IntN(256), pick(m, logins),
			pick(m, []string{"GET", "POST", "DELETE"}), m.IntN(100_000), pick(m, []int{200, 201, 404, 503}), m.IntN(900))
		lines = append(lines, line)
		return line
	})
}

// versions is a text and the same with a line changed, added or removed in
// every hundred.
func (m *maker) versions() (original, modified []byte) {
	m.size -= m.size / 100 // for what is added
	original = m.repeat("", "", "", func(i int) string { return strings.Repeat("\t", m.IntN(3)) + m.sentence(m.IntN(12)) + "\n" })
	for line := range strings.Lines(string(original)) {
		switch m.IntN(300) {
		case 0:
			line = "changed " + line
		case 1:
			line = ""
		case 2:
			line += "added " + m.sentence(5) + "\n"
		}
		modified = append(modified, line...)
	}
	return original, modified
}
