package config

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"slices"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
)

// readFile reads the YAML file of settings. Values are taken as they are
// written, not as YAML would type them: 1.10 stays 1.10 and 0x10 is no number
// here, just as in a flag or the environment.
func readFile(path string, rows []Row) (map[string]string, []error) {
	if path == "" {
		return nil, nil
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, []error{fmt.Errorf("--config: %w", err)}
	}
	lines, err := mapping(data)
	if err != nil {
		return nil, []error{fmt.Errorf("%s is not a YAML map of settings: %s", path, withoutSource(err))}
	}
	known := make([]string, len(rows))
	for i, r := range rows {
		known[i] = r.Name
	}
	found := map[string]string{}
	var faults []error
	for _, line := range lines {
		name := line.Key.GetToken().Value
		if !slices.Contains(known, name) {
			faults = append(faults, unknown(path+": setting", name, known))
			continue
		}
		if found[name], err = scalar(line.Value); err != nil {
			faults = append(faults, fmt.Errorf("%s (file %s): %w", name, path, err))
		}
	}
	return found, faults
}

// mapping is the one map that a file of settings consists of. The parser
// refuses a name that stands in it twice.
func mapping(data []byte) ([]*ast.MappingValueNode, error) {
	file, err := parser.ParseBytes(bytes.TrimPrefix(data, []byte("\ufeff")), 0)
	if err != nil {
		return nil, err
	}
	if len(file.Docs) > 1 {
		return nil, errors.New("it holds more than one document")
	}
	if len(file.Docs) == 0 || file.Docs[0].Body == nil {
		return nil, nil
	}
	switch body := file.Docs[0].Body.(type) {
	case *ast.MappingNode:
		return body.Values, nil
	case *ast.MappingValueNode:
		return []*ast.MappingValueNode{body}, nil
	}
	return nil, errors.New("write lines of 'name: value'")
}

// scalar is the text of a value on one line.
func scalar(n ast.Node) (string, error) {
	switch n := n.(type) {
	case *ast.StringNode, *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode:
		return n.GetToken().Value, nil
	case *ast.NullNode:
		return "", errors.New("has no value; leave the line out for the default, or write '' for an empty text")
	}
	return "", errors.New("takes one plain value, not a list, a map or an alias")
}
