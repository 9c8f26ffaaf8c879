package jsonschema

import (
	"embed"
	"strings"
	"sync"

	"toolcrib/internal/ops/data/jsondoc"
)

// draft is a version of JSON Schema.
type draft struct {
	version  int // 4, 6, 7, 2019 or 2020
	uri      string
	id       string // the keyword that gives a schema its URI
	keywords map[string]*keyword
	meta     func() *Schema
}

const (
	draft4    = 4
	draft6    = 6
	draft7    = 7
	draft2019 = 2019
	draft2020 = 2020
)

// latest is the draft of a schema that names none.
var latest *draft

// drafts by the URI of their metaschema, without "http://" or "https://".
var drafts = map[string]*draft{}

// embedded are the metaschemas, as published at json-schema.org.
//
//go:embed metaschema
var embedded embed.FS

// metaFiles says where in embedded a metaschema is, by its URI.
var metaFiles = map[string]string{}

func init() {
	for _, d := range []*draft{
		{version: draft4, uri: "http://json-schema.org/draft-04/schema", id: "id"},
		{version: draft6, uri: "http://json-schema.org/draft-06/schema", id: "$id"},
		{version: draft7, uri: "http://json-schema.org/draft-07/schema", id: "$id"},
		{version: draft2019, uri: "https://json-schema.org/draft/2019-09/schema", id: "$id"},
		{version: draft2020, uri: "https://json-schema.org/draft/2020-12/schema", id: "$id"},
	} {
		d.keywords = keywordsOf(d.version)
		d.meta = sync.OnceValue(func() *Schema { return mustCompile(d) })
		drafts[withoutScheme(d.uri)] = d
		latest = d
	}
	for _, name := range []string{"04", "06", "07"} {
		metaFiles["http://json-schema.org/draft-"+name+"/schema"] = "metaschema/draft-" + name + ".json"
	}
	for name, parts := range map[string]string{
		"2019-09": "schema core applicator validation meta-data format content",
		"2020-12": "schema core applicator unevaluated validation meta-data format-annotation format-assertion content",
	} {
		for part := range strings.FieldsSeq(parts) {
			uri := "https://json-schema.org/draft/" + name + "/meta/" + part
			metaFiles[strings.Replace(uri, "meta/schema", "schema", 1)] = "metaschema/" + name + "/" + part + ".json"
		}
	}
}

func withoutScheme(uri string) string {
	uri = strings.TrimSuffix(uri, "#")
	if rest, ok := strings.CutPrefix(uri, "http://"); ok {
		return rest
	}
	return strings.TrimPrefix(uri, "https://")
}

// metaSource reads a known metaschema, nil if there is none of that URI.
func metaSource(uri string) *jsondoc.Source {
	file, ok := metaFiles[uri]
	if !ok {
		return nil
	}
	text, err := embedded.ReadFile(file)
	if err != nil {
		panic(err)
	}
	return jsondoc.NewSource(text, jsondoc.JSON)
}

func metaschema(uri string) *jsondoc.Value {
	src := metaSource(uri)
	if src == nil {
		return nil
	}
	tree, err := src.Tree()
	if err != nil {
		panic(err)
	}
	return tree
}

// MetaschemaPointer names the value at an offset of the metaschema of a
// Failure: its URI with a JSON Pointer as fragment.
func MetaschemaPointer(uri string, offset int) string {
	places, err := metaSource(uri).Places([]int{offset})
	if err != nil {
		panic(err)
	}
	return uri + "#" + places[0].Pointer
}
