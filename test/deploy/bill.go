package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	cdx "github.com/CycloneDX/cyclonedx-go"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// bill holds a bill of materials against the schema of CycloneDX 1.6, and its
// components against what 'go version -m' tells of the program. It returns how
// many there are.
func bill(file, program string) (int, error) {
	if err := valid(file); err != nil {
		return 0, fmt.Errorf("%s: %w", file, err)
	}
	f, err := os.Open(file)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	var doc cdx.BOM
	if err := cdx.NewBOMDecoder(f, cdx.BOMFileFormatJSON).Decode(&doc); err != nil {
		return 0, err
	}
	if doc.Components == nil || doc.SpecVersion != cdx.SpecVersion1_6 {
		return 0, fmt.Errorf("%s: it is of version %s, without components", file, doc.SpecVersion)
	}
	var listed []string
	for _, c := range *doc.Components {
		listed = append(listed, c.PackageURL)
	}
	inside, err := modules(program)
	if err != nil {
		return 0, err
	}
	slices.Sort(listed)
	slices.Sort(inside)
	if !slices.Equal(listed, inside) {
		return 0, fmt.Errorf("the bill lists %q, and the program was built from %q", listed, inside)
	}
	return len(listed), nil
}

// modules are what a program was built from: package URLs of its modules and of
// the standard library.
func modules(program string) ([]string, error) {
	out, err := exec.Command("go", "version", "-m", program).Output()
	if err != nil {
		return nil, fmt.Errorf("go version -m: %w", err)
	}
	var all []string
	for line := range strings.Lines(string(out)) {
		words := strings.Fields(line)
		switch {
		case len(words) == 2 && words[0] == program+":":
			all = append(all, "pkg:golang/std@"+words[1])
		case len(words) >= 3 && words[0] == "dep":
			all = append(all, "pkg:golang/"+words[1]+"@"+words[2])
		case len(words) >= 3 && words[0] == "=>":
			all[len(all)-1] = "pkg:golang/" + words[1] + "@" + words[2]
		}
	}
	if len(all) < 2 {
		return nil, errors.New("go version -m lists no modules")
	}
	return all, nil
}

// valid holds a file against the schema, which comes with the library.
func valid(file string) error {
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/CycloneDX/cyclonedx-go").Output()
	if err != nil {
		return fmt.Errorf("finding the schema: %w", err)
	}
	const at = "http://cyclonedx.org/schema/"
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	for id, name := range map[string]string{
		"bom-1.6.schema.json":  "bom-1.6.schema.json",
		"spdx.schema.json":     "spdx.schema.json",
		"jsf-0.82.schema.json": "jsf-0.82.schemax.json", // as the library has it
	} {
		doc, err := document(filepath.Join(strings.TrimSpace(string(out)), "schema", name))
		if err != nil {
			return err
		}
		if err := c.AddResource(at+id, doc); err != nil {
			return err
		}
	}
	schema, err := c.Compile(at + "bom-1.6.schema.json")
	if err != nil {
		return err
	}
	doc, err := document(file)
	if err != nil {
		return err
	}
	return schema.Validate(doc)
}

func document(path string) (any, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return jsonschema.UnmarshalJSON(f)
}
