package cli

import (
	"fmt"
	"runtime"
	"strconv"
	"strings"
	"unicode"

	"toolcrib/internal/build"
	"toolcrib/internal/op"
	"toolcrib/internal/openapi"
	"toolcrib/internal/ops/rules"
	"toolcrib/internal/ops/zone"
	"toolcrib/internal/rest"
	"toolcrib/internal/search"
)

type opsCmd struct {
	Words []string `arg:"" optional:"" help:"Only operations that the words may mean, best first."`
	JSON  bool     `help:"Print the machine catalogue."`
}

// Run lists the operations.
func (c *opsCmd) Run(p *Process) error {
	found := c.find()
	if c.JSON {
		list := []op.Object{}
		for _, o := range found {
			list = append(list, rest.Describe(o, ""))
		}
		return printJSON(p.Stdout, list)
	}
	if len(found) == 0 {
		fmt.Fprintf(p.Stderr, "No operation fits these words: %s. 'toolcrib ops' lists all.\n", strings.Join(c.Words, " "))
		return errSaidNo
	}
	lines := [][]string{{"OPERATION", "UNITS", "WHAT IT DOES", "ROUTE"}}
	for _, o := range found {
		lines = append(lines, []string{o.ID, strconv.FormatInt(o.Units(), 10), o.Summary, o.Route()})
	}
	return printTable(p.Stdout, lines)
}

// find searches for the words; without any it lists all operations.
func (c *opsCmd) find() []*op.Op {
	all := op.All()
	if len(c.Words) == 0 {
		return all
	}
	var found []*op.Op
	for _, hit := range search.New(all).Search(strings.Join(c.Words, " "), 0) {
		found = append(found, hit.Op)
	}
	return found
}

type openapiCmd struct {
	SettingFlags `show:"base-url"`
	YAML         bool `name:"yaml" xor:"form" help:"Print YAML."`
	JSON         bool `xor:"form" help:"Print JSON, as without this flag."`
}

// Run prints the OpenAPI document.
func (c *openapiCmd) Run(p *Process, given flags) error {
	s, _, err := c.load(p, given)
	if err != nil {
		return err
	}
	base := strings.TrimSuffix(s.BaseURL, "/")
	doc := openapi.JSON(base)
	if c.YAML {
		doc = openapi.YAML(base)
	}
	_, err = p.Stdout.Write(doc)
	return err
}

type versionCmd struct {
	JSON bool `help:"Print JSON."`
}

// Run prints what this program is and which data its answers rest on.
func (c *versionCmd) Run(p *Process) error {
	commit := build.Commit()
	if c.JSON {
		return printJSON(p.Stdout, op.Object{
			{Name: "version", Value: build.Version}, {Name: "commit", Value: commit},
			{Name: "go", Value: runtime.Version()}, {Name: "unicode", Value: unicode.Version},
			{Name: "tzdata", Value: zone.Version()}, {Name: "rules", Value: ruleTables()},
		})
	}
	if commit != "" {
		commit = "commit " + commit + ", "
	}
	_, err := fmt.Fprintf(p.Stdout, "toolcrib %s (%s%s, Unicode %s, tzdata %s)\n", build.Version, commit, runtime.Version(), unicode.Version, zone.Version())
	return err
}

// ruleTables lists the law-bound numbers that answers rest on.
func ruleTables() []any {
	list := []any{}
	for _, r := range rules.All() {
		list = append(list, op.Object{{Name: "id", Value: r.ID}, {Name: "title", Value: r.Title}, {Name: "effective_from", Value: r.EffectiveFrom}})
	}
	return list
}

type configPrintCmd struct {
	SettingFlags
	JSON bool `help:"Print JSON."`
}

// Run prints the settings.
func (c *configPrintCmd) Run(p *Process, given flags) error {
	_, rows, err := c.load(p, given)
	if err != nil {
		return err
	}
	if c.JSON {
		list := make([]op.Object, len(rows))
		for i, r := range rows {
			list[i] = op.Object{{Name: "name", Value: r.Name}, {Name: "value", Value: r.Public()},
				{Name: "origin", Value: r.Origin}, {Name: "default", Value: r.Default}, {Name: "env", Value: r.Env}, {Name: "help", Value: r.Help}}
		}
		return printJSON(p.Stdout, list)
	}
	lines := [][]string{{"SETTING", "VALUE", "FROM"}}
	for _, r := range rows {
		value := r.Public()
		if value == "" {
			value = `""`
		}
		lines = append(lines, []string{r.Name, value, r.Origin})
	}
	return printTable(p.Stdout, lines)
}
