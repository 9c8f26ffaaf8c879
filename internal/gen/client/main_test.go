package main

import (
	"encoding/json"
	"strings"
	"testing"
)

// TestFresh: the files in the tree are those that the document makes.
func TestFresh(t *testing.T) {
	t.Chdir("../../..")
	if err := run(true); err != nil {
		t.Error(err)
	}
}

func TestNames(t *testing.T) {
	for in, want := range map[string]string{
		"csv-to-json": "CSVToJSON", "uuid": "UUID", "annual_rate": "AnnualRate", "border-start-radius": "BorderStartRadius", "2_pass": "N2Pass",
	} {
		if got := exported(words(in)); got != want {
			t.Errorf("%s is %s; want %s", in, got, want)
		}
	}
	for in, want := range map[string]string{"entries": "entry", "matches": "match", "boxes": "box", "codes": "code", "address": "address", "status": "status", "s": "s"} {
		if got := singular(in); got != want {
			t.Errorf("one of %s is %s; want %s", in, got, want)
		}
	}
	for in, want := range map[string]string{"nil": "Nil", "4": "4", "0.01": "0Point01", "%": "Percent", "sha512_256": "SHA512256"} {
		if got := constant(in); got != want {
			t.Errorf("%s ends in %s; want %s", in, got, want)
		}
	}
}

// TestZero: a field is a pointer only where its zero value is another call
// than leaving it out.
func TestZero(t *testing.T) {
	for in, want := range map[string]bool{
		`{"type":"boolean","default":false}`:                      false,
		`{"type":"boolean","default":true}`:                       true,
		`{"type":"boolean"}`:                                      true,
		`{"type":"integer","minimum":1}`:                          false,
		`{"type":"integer","minimum":0,"default":0}`:              false,
		`{"type":"integer","minimum":0,"default":2}`:              true,
		`{"type":"integer","minimum":-5}`:                         true,
		`{"type":"string","minLength":1}`:                         false,
		`{"type":"string"}`:                                       true,
		`{"type":"string","pattern":"^[-_.]?$"}`:                  true,
		`{"type":"string","pattern":"^[0-9]{2}$"}`:                false,
		`{"type":"number"}`:                                       false,
		`{"type":"array","items":{"type":"string"}}`:              false,
		`{"type":"object","properties":{"a":{"type":"integer"}}}`: true,
	} {
		s := &schema{}
		if err := json.Unmarshal([]byte(in), s); err != nil {
			t.Fatal(err)
		}
		b := &builder{doc: &document{}, group: &group{}, named: map[string]*typ{}}
		typ, err := b.typ(s, "f", []string{"t", "f"})
		if err != nil {
			t.Fatal(err)
		}
		if got := zeroMeans(&field{name: "f", typ: typ, fallback: s.Default}); got != want {
			t.Errorf("%s: %v", in, got)
		}
	}
}

func TestBounds(t *testing.T) {
	for in, want := range map[string]string{
		`{"minimum":0,"maximum":100}`:           "0 to 100.",
		`{"exclusiveMinimum":0,"maximum":1e12}`: "Above 0, at most 1e12.",
		`{"minLength":1,"maxLength":1}`:         "1 character.",
		`{"maxItems":3}`:                        "At most 3 items.",
		`{"minLength":2,"pattern":"^a"}`:        "At least 2 characters; matching ^a.",
		`{}`:                                    "",
	} {
		s := &schema{}
		if err := json.Unmarshal([]byte(in), s); err != nil {
			t.Fatal(err)
		}
		if got := bounds(s); got != want {
			t.Errorf("%s: %q; want %q", in, got, want)
		}
	}
}

// TestUnknown: a document with more than the generator knows is refused, not
// half written.
func TestUnknown(t *testing.T) {
	const head = `{"tags":[{"name":"a"}],"paths":{"/v1/a/b":{"get":{"operationId":"b","tags":["a"],"x-units":1,`
	const tail = `"responses":{"200":{"content":{"application/json":{"schema":{"properties":{"data":{"properties":{"n":{"type":"integer"}}}}}}}}}}}}}`
	for in, want := range map[string]string{
		`"parameters":[{"name":"c","in":"cookie"}],`:                                           "cookie",
		`"parameters":[{"name":"n","in":"query","schema":{"type":["string","array"]}}],`:       "without an enum",
		`"parameters":[{"name":"n","in":"query","schema":{"$ref":"#/components/schemas/X"}}],`: "leads nowhere",
		``: "",
	} {
		d, err := parse([]byte(head + in + tail))
		if err != nil {
			t.Fatal(err)
		}
		_, err = model(d)
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v; want %q", in, err, want)
		}
	}
}
