package main

import (
	"bytes"
	encodingcsv "encoding/csv"
	"encoding/json"
	encodingxml "encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// A check holds an answer against its input by means that are not ours. The
// remark says where an answer that was taken falls short; the error is that of
// an answer that is not the job at all.
type check func(in input, answer []byte) (remark string, err error)

// refuses looks whether a validator says no to documents that are no JSON.
func refuses(dir string, do contestant) (remark string, err error) {
	for i, text := range []string{`{"a":1`, `[1,]`, `[01]`, "[\"\t\"]", `{"a":1}}`} {
		file := filepath.Join(dir, fmt.Sprintf("broken-%d", i))
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			return "", err
		}
		in, err := newInput(file)
		if err != nil {
			return "", err
		}
		if answer, _, err := do.do(in, 1); err == nil && !bytes.Contains(answer, []byte(`"valid":false`)) {
			return fmt.Sprintf("takes `%q` for JSON", text), nil
		}
	}
	return "", nil
}

func checkNothing(input, []byte) (string, error) { return "", nil }

// checkJSON wants the same tokens, laid out.
func checkJSON(in input, answer []byte) (string, error) {
	var compact bytes.Buffer
	if err := json.Compact(&compact, answer); err != nil {
		return "", err
	}
	if !bytes.Equal(compact.Bytes(), in.bytes[0]) {
		return "", errors.New("the tokens differ")
	}
	if bytes.Count(answer, []byte("\n")) < len(answer)/200 {
		return "", errors.New("not laid out")
	}
	return "", nil
}

// checkXML wants the same tags, attributes and text, but for white space
// between tags.
func checkXML(in input, answer []byte) (string, error) {
	want, err := tokens(in.bytes[0])
	if err != nil {
		return "", err
	}
	got, err := tokens(answer)
	if err != nil {
		return "", err
	}
	if !slices.Equal(want, got) {
		return "", errors.New("the tags, attributes or text differ")
	}
	return "", nil
}

func tokens(text []byte) (list []string, err error) {
	d := encodingxml.NewDecoder(bytes.NewReader(text))
	for {
		token, err := d.Token()
		if err == io.EOF {
			return list, nil
		}
		if err != nil {
			return nil, err
		}
		switch t := token.(type) {
		case encodingxml.StartElement:
			list = append(list, fmt.Sprint("<", t.Name, t.Attr))
		case encodingxml.EndElement:
			list = append(list, fmt.Sprint("</", t.Name))
		case encodingxml.CharData:
			if text := bytes.TrimSpace(t); len(text) > 0 {
				list = append(list, string(text))
			}
		}
	}
}

// customProperty is in front of a value or fallback, to which white space at
// its start does not belong; esbuild keeps that.
var customProperty = regexp.MustCompile(`(--[\w-]+[:,]) +`)

// checkCSS wants what esbuild makes of both, without white space, to be equal.
func checkCSS(in input, answer []byte) (string, error) {
	want, err := esbuild(in.texts[0], true)
	if err != nil {
		return "", err
	}
	got, err := esbuild(string(answer), true)
	if err != nil {
		return "", err
	}
	want, got = customProperty.ReplaceAll(want, []byte("$1")), customProperty.ReplaceAll(got, []byte("$1"))
	if bytes.Equal(want, got) {
		return "", nil
	}
	if bytes.Equal(space.ReplaceAll(want, nil), space.ReplaceAll(got, nil)) {
		return "changes white space in custom properties", nil
	}
	return "", errors.New("the rules differ")
}

var space = regexp.MustCompile(`\s+`)

// checkCSV wants a JSON object for each record, with the cells by their names;
// it counts cells that became another text or a number of another spelling.
func checkCSV(in input, answer []byte) (string, error) {
	records, err := encodingcsv.NewReader(bytes.NewReader(in.bytes[0])).ReadAll()
	if err != nil {
		return "", err
	}
	var rows []map[string]any
	d := json.NewDecoder(bytes.NewReader(answer))
	d.UseNumber()
	if err := d.Decode(&rows); err != nil {
		return "answers what is no JSON: " + err.Error(), nil
	}
	if len(rows) != len(records)-1 {
		return "", fmt.Errorf("%d rows of %d", len(rows), len(records)-1)
	}
	changed, example := 0, ""
	for i, row := range rows {
		for k, name := range records[0] {
			cell := records[i+1][k]
			if got, sameValue := asText(row[name], cell); !sameValue {
				return "", fmt.Errorf("row %d, %s: %q became %q", i, name, cell, got)
			} else if got != cell {
				if changed++; example != "" {
					continue
				}
				example = fmt.Sprintf("%s became %s", cell, got)
			}
		}
	}
	if changed > 0 {
		return fmt.Sprintf("respells %d cells (%s)", changed, example), nil
	}
	return "", nil
}

// asText is a JSON value as a cell, and whether it has the value of a given one.
func asText(value any, cell string) (string, bool) {
	text := ""
	if value != nil {
		text = fmt.Sprint(value)
	}
	if text == cell {
		return text, true
	}
	a, errA := strconv.ParseFloat(text, 64)
	b, errB := strconv.ParseFloat(cell, 64)
	return text, errA == nil && errB == nil && a == b
}

// checkSorted wants the lines in the order of their bytes.
func checkSorted(in input, answer []byte) (string, error) {
	want, err := slicesSort(in)
	if err == nil && want != string(answer) {
		err = errors.New("the lines are not those of the input in order")
	}
	return "", err
}

// checkPermutation wants the same lines in any order: languages have several.
func checkPermutation(in input, answer []byte) (string, error) {
	return checkSorted(in, toBytes(must(slicesSort(input{texts: []string{string(answer)}}))))
}

// checkDistinct wants each line once, where it stood first.
func checkDistinct(in input, answer []byte) (string, error) {
	want := must(mapDedupe(in)).(string)
	if want == string(answer) {
		return "", nil
	}
	ordered := splitLines(want)
	slices.Sort(ordered)
	if joinLines(ordered) == string(answer) {
		return "sorts, the order of the lines is lost", nil
	}
	return "", errors.New("not each line once")
}

// checkPatch wants patch to make the modified text of the original.
func checkPatch(in input, answer []byte) (string, error) {
	cmd := exec.Command("patch", "--quiet", "--output=-", in.files[0])
	cmd.Stdin = bytes.NewReader(answer)
	got, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("patch: %w", err)
	}
	if string(got) != in.texts[1] {
		return "", errors.New("patch makes another text of it")
	}
	changed := 0
	for line := range strings.Lines(string(answer)) {
		if (line[0] == '-' || line[0] == '+') && !strings.HasPrefix(line, "---") && !strings.HasPrefix(line, "+++") {
			changed++
		}
	}
	return fmt.Sprintf("%d lines", changed), nil
}

// must is for what cannot fail.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}
