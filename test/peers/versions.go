package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	boombuler "github.com/boombuler/barcode/qr"
	"github.com/makiuchi-d/gozxing/qrcode/decoder"
	"github.com/makiuchi-d/gozxing/qrcode/encoder"
	skip2 "github.com/skip2/go-qrcode"
	rsc "rsc.io/qr"

	"toolcrib/internal/ops/design/qr"
)

// sample is a text to be made a code of.
type sample struct {
	Text  string `json:"text"`
	Level string `json:"level"`
}

const levels = "LMQH"

// versionFinder says which version a library takes for a text at a level of
// levels, 0 for none.
type versionFinder struct {
	name string
	find func(text string, level int) int
}

var ourVersion = versionFinder{"toolcrib", func(text string, level int) int {
	code, err := qr.Encode([]byte(text), qr.Options{Level: qr.Level(level), Mask: 0})
	if err != nil {
		return 0
	}
	return code.Version
}}

var goVersions = []versionFinder{
	{"rsc.io/qr", func(text string, level int) int {
		code, err := rsc.Encode(text, rsc.Level(level))
		if err != nil {
			return 0
		}
		return versionOf(code.Size)
	}},
	{"boombuler/barcode", func(text string, level int) int {
		code, err := boombuler.Encode(text, boombuler.ErrorCorrectionLevel(level), boombuler.Auto)
		if err != nil {
			return 0
		}
		return versionOf(code.Bounds().Dx())
	}},
	{"gozxing", func(text string, level int) int {
		name, err := decoder.ErrorCorrectionLevel_ValueOf(levels[level : level+1])
		if err != nil {
			return 0
		}
		code, failed := encoder.Encoder_encodeWithoutHint(text, name)
		if failed != nil {
			return 0
		}
		return code.GetVersion().GetVersionNumber()
	}},
	{"skip2/go-qrcode", func(text string, level int) int {
		code, err := skip2.New(text, skip2.RecoveryLevel(level))
		if err != nil {
			return 0
		}
		return code.VersionNumber
	}},
}

var nodeVersions = []string{"qrcode", "qr-image", "qrcode-generator", "bwip-js"}

func (f versionFinder) all(samples []sample) (list []int) {
	for _, s := range samples {
		list = append(list, f.find(s.Text, strings.Index(levels, s.Level)))
	}
	return list
}

// perKind is how many texts there are of each kind.
const perKind = 80

// samples are texts of all kinds and lengths, at each level in turn.
func samples() (list []sample) {
	m := newMaker(0)
	for i := range perKind {
		for _, text := range []string{
			m.run("0123456789", 1+m.IntN(600)),
			m.run("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 $%*+-./:", 1+m.IntN(400)),
			fmt.Sprintf("https://example.com/%s/%d?ref=%s&id=%s", pick(m, words), m.IntN(1e9), m.run("0123456789ABCDEF", m.IntN(40)), m.run("0123456789", m.IntN(40))),
			fmt.Sprintf("upi://pay?pa=%s@okbank&pn=Asha%%20Stores&am=%d.%02d&cu=INR&tr=%s", pick(m, logins), m.IntN(9000), m.IntN(100), m.run("0123456789", 12)),
			m.sentence(1 + m.IntN(60)),
			m.runs(1 + m.IntN(20)),
			m.international(1 + m.IntN(12)),
		} {
			list = append(list, sample{text, levels[i%4 : i%4+1]})
		}
	}
	return list
}

func (m *maker) run(characters string, n int) string {
	b := make([]byte, n)
	for i := range b {
		b[i] = characters[m.IntN(len(characters))]
	}
	return string(b)
}

// runs is runs of digits, capitals and small letters.
func (m *maker) runs(n int) string {
	var b strings.Builder
	for range n {
		b.WriteString(m.run(pick(m, []string{"0123456789", "ABCDEFGHIJKLMNOPQRSTUVWXYZ-/:", "abcdefghijklmnopqrstuvwxyz#&"}), 1+m.IntN(20)))
	}
	return b.String()
}

func (m *maker) international(n int) string {
	var list []string
	for range n {
		list = append(list, pick(m, []string{pick(m, people), pick(m, cities), pick(m, message), fmt.Sprint(m.IntN(1e6))}))
	}
	return strings.Join(list, " ")
}

// compareVersions writes how often each peer takes a larger version than ours,
// the same, or a smaller one.
func compareVersions(o options, dir string, n *node, w io.Writer) error {
	if !o.only.MatchString("qr-versions") {
		return nil
	}
	list := samples()
	file := filepath.Join(dir, "samples")
	text, err := json.Marshal(list)
	if err == nil {
		err = os.WriteFile(file, text, 0o600)
	}
	if err != nil {
		return err
	}
	ours := ourVersion.all(list)
	fmt.Fprintf(w, "\n### QR versions\n\nWhich version each takes for %d texts made by rule, at the four levels: digits, capitals, links, payments, sentences, mixtures, and names and cities in several scripts, as UTF-8.\n\n"+
		"| who | larger than ours | the same | smaller | refused |\n|---|---|---|---|---|\n", len(list))
	for _, f := range goVersions {
		writeVersions(w, f.name, ours, f.all(list))
	}
	for _, name := range nodeVersions {
		answer, _, err := n.contestant(dir, name+" versions", name).do(input{files: []string{file}}, 1)
		var theirs []int
		if err == nil {
			err = json.Unmarshal(answer, &theirs)
		}
		if err != nil {
			return fmt.Errorf("versions of %s: %w", name, err)
		}
		writeVersions(w, "Node: "+name, ours, theirs)
	}
	return nil
}

func writeVersions(w io.Writer, name string, ours, theirs []int) {
	larger, same, smaller, refused := 0, 0, 0, 0
	for i, v := range theirs {
		switch {
		case v == 0:
			refused++
		case v > ours[i]:
			larger++
		case v == ours[i]:
			same++
		default:
			smaller++
		}
	}
	fmt.Fprintf(w, "| %s | %d | %d | %d | %d |\n", name, larger, same, smaller, refused)
}
