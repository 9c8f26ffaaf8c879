package jsonschema

import (
	"compress/gzip"
	"context"
	"encoding/json"
	"maps"
	"os"
	"strings"
	"testing"

	"toolcrib/internal/ops/data/jsondoc"
)

// suite is JSON-Schema-Test-Suite as testdata/suite.py records it.
type suite struct {
	Remotes map[string]string
	Files   []struct {
		Draft, Name string
		Groups      []group
	}
}

type group struct {
	Description, Schema string
	Tests               []struct {
		Description, Data string
		Valid             bool
	}
}

func readSuite(t *testing.T) (s suite) {
	t.Helper()
	file, err := os.Open("testdata/suite.json.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	unzipped, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.NewDecoder(unzipped).Decode(&s); err != nil {
		t.Fatal(err)
	}
	return s
}

func tree(t interface{ Fatalf(string, ...any) }, text string) *jsondoc.Value {
	v, err := jsondoc.NewSource([]byte(text), jsondoc.JSON).Tree()
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return v
}

// The URIs of the suite's drafts.
var suiteDrafts = map[string]string{
	"draft4": "json-schema.org/draft-04/schema", "draft6": "json-schema.org/draft-06/schema", "draft7": "json-schema.org/draft-07/schema",
	"draft2019-09": "json-schema.org/draft/2019-09/schema", "draft2020-12": "json-schema.org/draft/2020-12/schema",
}

// leftOut are the files of the suite that are not for us, and why.
var leftOut = map[string]string{
	"optional/ecmascript-regex.json":     `patterns are RE2, where \s and \c differ from ECMA-262`,
	"optional/format/idn-hostname.json":  "the format is an annotation",
	"optional/content.json":              "contentMediaType and contentEncoding are annotations",
	"optional/zeroTerminatedFloats.json": "1.0 is an integer in every draft",
}

// suitePassed is the number of tests that pass, which are all others but those
// of schemas that name a draft of their own.
var suitePassed = map[string]int{"draft4": 786, "draft6": 1066, "draft7": 1308, "draft2019-09": 1710, "draft2020-12": 1735, "own draft": 14}

// compileSuite compiles a schema of the suite, whose own draft is d and which
// may refer to the suite's remote schemas.
func compileSuite(text *jsondoc.Value, d *draft, assertFormat bool, remotes map[string]*jsondoc.Value) (*Schema, error) {
	c := newCompiler(context.Background(), assertFormat)
	c.remotes = remotes
	d = c.draftOf(text, d)
	c.load(text, rootURI, d)
	if err := c.checkMeta(text, d); err != nil {
		return nil, err
	}
	return c.compile(text)
}

func TestSuite(t *testing.T) {
	s := readSuite(t)
	remotes := map[string]*jsondoc.Value{}
	for uri, text := range s.Remotes {
		remotes[uri] = tree(t, text)
	}
	passed := map[string]int{}
	for _, file := range s.Files {
		if leftOut[file.Name] != "" {
			continue
		}
		for _, g := range file.Groups {
			schema := tree(t, g.Schema)
			if named := schema.Get("$schema"); named != nil && strings.HasPrefix(named.Text, "http://localhost:1234/") {
				passed["own draft"] += len(g.Tests)
				continue
			}
			compiled, err := compileSuite(schema, drafts[suiteDrafts[file.Draft]], strings.HasPrefix(file.Name, "optional/format/"), remotes)
			if err != nil {
				t.Errorf("%s/%s: %s: %v", file.Draft, file.Name, g.Description, err)
				continue
			}
			for _, one := range g.Tests {
				_, count, err := compiled.Validate(context.Background(), tree(t, one.Data), 10)
				if err != nil || (count == 0) != one.Valid {
					t.Errorf("%s/%s: %s: %s: %d failures, %v", file.Draft, file.Name, g.Description, one.Description, count, err)
				}
				passed[file.Draft]++
			}
		}
	}
	if !maps.Equal(passed, suitePassed) {
		t.Errorf("%v tests, want %v", passed, suitePassed)
	}
}
