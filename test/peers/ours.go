package main

import (
	"context"
	"strings"

	"golang.org/x/text/language"

	"toolcrib/internal/ops/data/csv"
	"toolcrib/internal/ops/data/jsondoc"
	"toolcrib/internal/ops/data/xml"
	"toolcrib/internal/ops/format/css"
	"toolcrib/internal/ops/text/dedupe"
	"toolcrib/internal/ops/text/diff"
	"toolcrib/internal/ops/text/lines"
	"toolcrib/internal/ops/text/sorter"
)

// unlimited is beyond what any answer here takes.
const unlimited = 1 << 30

// ours are the jobs as the operations do them with their default options.
var ours = map[string]function{
	"validate": func(in input) (any, error) {
		_, err := jsondoc.NewSource(in.bytes[0], jsondoc.JSON).Inspect(50)
		return "valid", err
	},
	"format": func(in input) (any, error) {
		layout := jsondoc.Layout{Indent: "  ", LineEnding: "\n", Escapes: jsondoc.KeepEscapes, MaxOutput: unlimited}
		out, _, err := jsondoc.NewSource(in.bytes[0], jsondoc.JSON).Format(layout, 100)
		return out, err
	},
	"xml": func(in input) (any, error) {
		d, err := xml.Parse(context.Background(), in.texts[0])
		if err != nil {
			return nil, err
		}
		out, err := d.Format(context.Background(), xml.Options{Indent: "  ", MaxBytes: unlimited})
		return out, err
	},
	"css": func(in input) (any, error) {
		o := css.DefaultOptions()
		o.MaxSize = unlimited
		r, err := css.Format(context.Background(), in.texts[0], o)
		return r.CSS, err
	},
	"csv": func(in input) (any, error) {
		o := csv.DefaultOptions()
		o.Limits = csv.Limits{Cells: unlimited, Columns: 1000, Output: unlimited}
		r, err := csv.Convert(context.Background(), in.texts[0], o)
		return r.JSON, err
	},
	"sort": func(in input) (any, error) { return sortLines(in.texts[0], sorter.CodePoint) },
	"collate": func(in input) (any, error) {
		return sortLines(in.texts[0], sorter.Collation(language.English, false, false))
	},
	"dedupe": func(in input) (any, error) {
		text := in.texts[0]
		list := lines.Split(text)
		groups := dedupe.Find(list, dedupe.CompareBlank)
		kept := make([]string, 0, len(list))
		for i, line := range list {
			if groups.Keep(i, dedupe.Choice{}) {
				kept = append(kept, line)
			}
		}
		groups.Repeated(1000) // as the answer lists them
		return lines.StyleOf(text).Join(kept), nil
	},
	"diff": func(in input) (any, error) {
		script, err := diff.Compare(context.Background(), diff.Split(in.texts[0], diff.Line), diff.Split(in.texts[1], diff.Line), diff.Options{})
		if err != nil {
			return nil, err
		}
		return script.Unified(script.Hunks(3), "original", "modified"), nil
	},
	"qr":          drawQR,
	"qr-verified": drawVerifiedQR,
	"card":        drawCard,
}

func sortLines(text string, encode sorter.Encoder) (any, error) {
	list := lines.Split(text)
	keys, err := sorter.Encode(context.Background(), list, encode)
	if err != nil {
		return nil, err
	}
	sorted := make([]string, len(list))
	for i, line := range keys.Order(false) {
		sorted[i] = list[line]
	}
	return lines.StyleOf(text).Join(sorted), nil
}

// usage maps jobs to the command line of our program.
var usage = map[string]string{
	"start":    "md5-generator --text @{0}",
	"validate": "--output json json-validator --json @{0}",
	"format":   "--output raw json-formatter --json @{0}",
	"xml":      "--output raw xml-formatter --xml @{0}",
	"csv":      "--output raw csv-to-json --csv @{0}",
	"sort":     "--output raw text-sorter --method codepoint --text @{0}",
	"dedupe":   "--output raw duplicate-line-remover --text @{0}",
	"diff":     "--output raw text-diff-checker --inline none --original @{0} --modified @{1}",
}

// product does a job by our program, in full: decoding, rules, report.
func product(dir, toolcrib string, j job) contestant {
	c := command(dir, false, append([]string{toolcrib, "run"}, strings.Fields(usage[j.name])...)...)
	c.name = "toolcrib run"
	return c
}

// bare does a job by this program started anew, which holds our packages.
func bare(dir, self string, j job) contestant {
	args := []string{self, "job", j.name, "{0}"}
	if j.differs {
		args = append(args, "{1}")
	}
	c := command(dir, false, args...)
	c.name = "our package"
	return c
}
