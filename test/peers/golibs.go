package main

import (
	"bytes"
	encodingcsv "encoding/csv"
	"encoding/json"
	encodingxml "encoding/xml"
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/aymanbagabas/go-udiff"
	"github.com/beevik/etree"
	"github.com/bytedance/sonic"
	"github.com/evanw/esbuild/pkg/api"
	"github.com/go-json-experiment/json/jsontext"
	goccy "github.com/goccy/go-json"
	"golang.org/x/text/collate"
	"golang.org/x/text/language"
)

// What one writes in Go without us.

func validator(valid func([]byte) bool) function {
	return func(in input) (any, error) {
		if !valid(in.bytes[0]) {
			return nil, errors.New("invalid")
		}
		return "valid", nil
	}
}

var goValidators = []contestant{
	inProcess("encoding/json", validator(json.Valid)),
	inProcess("jsontext, duplicates refused", validator(func(b []byte) bool { return jsontext.Value(b).IsValid() })),
	inProcess("goccy/go-json", validator(goccy.Valid)),
	inProcess("bytedance/sonic", validator(sonic.Valid)),
}

func indentJSON(in input) (any, error) {
	var b bytes.Buffer
	err := json.Indent(&b, in.bytes[0], "", "  ")
	return b.Bytes(), err
}

func indentJSONText(in input) (any, error) {
	v := jsontext.Value(bytes.Clone(in.bytes[0]))
	err := v.Indent(jsontext.WithIndent("  "))
	return []byte(v), err
}

func encodingXML(in input) (any, error) {
	var b bytes.Buffer
	d, e := encodingxml.NewDecoder(bytes.NewReader(in.bytes[0])), encodingxml.NewEncoder(&b)
	e.Indent("", "  ")
	for {
		token, err := d.RawToken()
		if err == io.EOF {
			err = e.Flush()
			return b.Bytes(), err
		}
		if err != nil {
			return nil, err
		}
		if text, ok := token.(encodingxml.CharData); ok && len(bytes.TrimSpace(text)) == 0 {
			continue
		}
		if err := e.EncodeToken(token); err != nil {
			return nil, err
		}
	}
}

func etreeXML(in input) (any, error) {
	d := etree.NewDocument()
	if err := d.ReadFromBytes(in.bytes[0]); err != nil {
		return nil, err
	}
	d.Indent(2)
	return d.WriteToBytes()
}

func esbuildCSS(in input) (any, error) { return esbuild(in.texts[0], false) }

func esbuild(text string, minify bool) ([]byte, error) {
	r := api.Transform(text, api.TransformOptions{
		Loader: api.LoaderCSS, LogLevel: api.LogLevelSilent, MinifyWhitespace: minify, LegalComments: api.LegalCommentsInline,
	})
	if len(r.Errors) > 0 {
		return nil, errors.New(r.Errors[0].Text)
	}
	return r.Code, nil
}

// csvAppend writes the objects by hand, every cell as a string.
func csvAppend(in input) (any, error) {
	r := encodingcsv.NewReader(strings.NewReader(in.texts[0]))
	r.ReuseRecord = true
	header, err := r.Read()
	if err != nil {
		return nil, err
	}
	names := make([][]byte, len(header))
	for i, h := range header {
		if names[i], err = jsontext.AppendQuote(nil, h); err != nil {
			return nil, err
		}
		names[i] = append(names[i], ':')
	}
	out := []byte{'['}
	for rows := 0; ; rows++ {
		record, err := r.Read()
		if err == io.EOF {
			return append(out, ']'), nil
		}
		if err != nil {
			return nil, err
		}
		if rows > 0 {
			out = append(out, ',')
		}
		for i, cell := range record {
			out = append(append(out, "{,"[min(i, 1)]), names[i]...)
			if out, err = jsontext.AppendQuote(out, cell); err != nil {
				return nil, err
			}
		}
		out = append(out, '}')
	}
}

// csvMaps is what most write: a map for each record, then Marshal.
func csvMaps(in input) (any, error) {
	records, err := encodingcsv.NewReader(strings.NewReader(in.texts[0])).ReadAll()
	if err != nil {
		return nil, err
	}
	rows := make([]map[string]string, 0, len(records))
	for _, record := range records[1:] {
		row := make(map[string]string, len(record))
		for i, cell := range record {
			row[records[0][i]] = cell
		}
		rows = append(rows, row)
	}
	return json.Marshal(rows)
}

func splitLines(text string) []string { return strings.Split(strings.TrimSuffix(text, "\n"), "\n") }

func joinLines(list []string) string { return strings.Join(list, "\n") + "\n" }

func slicesSort(in input) (any, error) {
	list := splitLines(in.texts[0])
	slices.Sort(list)
	return joinLines(list), nil
}

func textCollate(in input) (any, error) {
	list := splitLines(in.texts[0])
	collate.New(language.English, collate.IgnoreCase).SortStrings(list)
	return joinLines(list), nil
}

func mapDedupe(in input) (any, error) {
	seen := map[string]struct{}{}
	var kept []string
	for _, line := range splitLines(in.texts[0]) {
		if _, ok := seen[line]; !ok {
			seen[line] = struct{}{}
			kept = append(kept, line)
		}
	}
	return joinLines(kept), nil
}

func goUdiff(in input) (any, error) {
	return udiff.Unified("original", "modified", in.texts[0], in.texts[1]), nil
}
