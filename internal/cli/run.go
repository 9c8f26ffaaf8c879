package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"toolcrib/internal/config"
	"toolcrib/internal/op"
	"toolcrib/internal/ops/design"
	"toolcrib/internal/problem"
	"toolcrib/internal/service"
)

// runCmd is in the grammar so that help lists it; runOperation does the work.
type runCmd struct {
	Args []string `arg:"" optional:""`
}

// invocation is a parsed "run" line.
type invocation struct {
	op     *op.Op
	input  string // file of the whole input, "-" is standard input
	output string // data, json or raw
	help   bool
	fields []op.Field

	settings flags // of models and fonts, for an operation that uses them
}

// runOperation runs an operation in this process.
func runOperation(ctx context.Context, p Process, args []string) error {
	inv, err := parseRun(p, args)
	switch {
	case err != nil:
		return err
	case inv.help && inv.op == nil:
		_, err := io.WriteString(p.Stdout, runHelp)
		return err
	case inv.help:
		return printOpHelp(p.Stdout, inv.op)
	}
	src := op.Fields(inv.fields)
	if inv.input != "" {
		body, err := readInput(p, inv.input)
		if err != nil {
			return usage("--input: %w", err)
		}
		src = op.JSON(body)
	}
	in, err := inv.op.Decode(src, op.DefaultLimits())
	if err != nil {
		return refuse(p, inv, err)
	}
	if err := inv.prepare(&p); err != nil {
		return err
	}
	out, err := inv.op.Run(p.Env.With(ctx), in)
	if err != nil {
		return refuse(p, inv, err)
	}
	_, err = p.Stdout.Write(inv.render(out))
	return err
}

// prepare makes ready what the operation uses beside its input: models, or
// fonts. Their settings may stand among the flags.
func (inv *invocation) prepare(p *Process) error {
	models := inv.op.OfModels() && p.Env.Models == nil
	if !models && !inv.drawsText() {
		return nil
	}
	s, _, err := config.Load(config.Sources{Flags: inv.settings, Environ: p.Environ})
	if err != nil {
		return usage("the settings cannot be used:\n  %w", indented{err})
	}
	log := newLog(p.Stderr, s.LogFormat)
	if !models {
		useFonts(s, log)
		return nil
	}
	if p.Env.Models, err = service.Models(s, log); err != nil {
		return usage("%w", err)
	}
	return nil
}

// drawsText tells whether the operation draws with fonts.
func (inv *invocation) drawsText() bool { return inv.op.ID == design.OGImage.ID }

func (inv *invocation) render(out op.Output) []byte {
	switch inv.output {
	case "raw":
		return inv.op.AppendRaw(nil, out)
	case "json":
		return append(inv.op.AppendData([]byte(`{"success":true,"data":`), out), "}\n"...)
	}
	return append(inv.op.AppendData(nil, out), '\n')
}

// refuse prints what is wrong with the input: as the service's problem
// document where JSON was asked for, else line by line.
func refuse(p Process, inv *invocation, err error) error {
	if doc := problem.OfModel(err); doc != nil {
		if inv.output != "json" {
			return serverError(errors.New(doc.Detail))
		}
		fmt.Fprintf(p.Stdout, "%s\n", doc.AppendJSON(nil, "", inv.op.Path, ""))
		return &exit{exitServer, errSaidNo}
	}
	var invalid *op.Invalid
	if !errors.As(err, &invalid) {
		return err
	}
	doc := problem.Invalid(invalid, inv.op.BadInput)
	if inv.output == "json" {
		fmt.Fprintf(p.Stdout, "%s\n", doc.AppendJSON(nil, "", inv.op.Path, ""))
		return errSaidNo
	}
	for _, v := range invalid.Violations {
		line := strings.TrimPrefix(v.Field+": "+v.Message, ": ")
		if v.Hint != "" {
			line += " (" + v.Hint + ")"
		}
		fmt.Fprintln(p.Stderr, line)
	}
	if invalid.Omitted > 0 {
		fmt.Fprintf(p.Stderr, "and %d more\n", invalid.Omitted)
	}
	return errSaidNo
}

// parseRun reads a "run" line. run's own flags count before and after the
// operation; after it, a field of the same name goes first.
func parseRun(p Process, args []string) (*invocation, error) {
	inv := &invocation{output: "data"}
	for len(args) > 0 {
		rest, err := inv.take(p, args[0], args[1:])
		if err != nil {
			return nil, err
		}
		args = rest
	}
	return inv, inv.check()
}

// take takes in one argument, with what belongs to it of those behind it.
func (inv *invocation) take(p Process, arg string, rest []string) ([]string, error) {
	name, isFlag := strings.CutPrefix(arg, "--")
	switch {
	case arg == "-h":
		return inv.flag(p, "help", rest)
	case isFlag:
		return inv.flag(p, name, rest)
	case inv.op != nil:
		return nil, usage("%q is not a flag; fields are sent as --name value\nSee 'toolcrib run %s --help'.", arg, inv.op.ID)
	}
	if inv.op = op.Find(arg); inv.op == nil {
		return nil, unknownOperation(arg)
	}
	return rest, nil
}

// check looks at what no single argument can be wrong about alone.
func (inv *invocation) check() error {
	switch {
	case inv.help:
		return nil
	case inv.op == nil:
		return usage("no operation was named; 'toolcrib ops' lists them\nSee 'toolcrib run --help'.")
	case inv.input != "" && len(inv.fields) > 0:
		return usage("--input is the whole input and cannot be combined with --%s; put that field into the input", inv.fields[0].Name)
	case !slices.Contains([]string{"data", "json", "raw"}, inv.output):
		return usage("--output is data, json or raw, not %q", inv.output)
	case inv.output == "raw" && !inv.op.HasRaw():
		return usage("%s has no raw form, since no single field is its main result; use --output data", inv.op.ID)
	}
	return nil
}

func unknownOperation(name string) error {
	var ids []string
	for _, o := range op.All() {
		ids = append(ids, o.ID)
		if o.Path == name || strings.TrimPrefix(o.Path, "/v1/") == name {
			return usage("%q is a path; the operation is called %s", name, o.ID)
		}
	}
	if near := op.Nearest(name, ids); near != "" {
		return usage("there is no operation %q; did you mean %s?", name, near)
	}
	return usage("there is no operation %q; 'toolcrib ops' lists them, 'toolcrib ops WORD' searches", name)
}

// flag takes in one flag, with its value from the arguments behind it.
func (inv *invocation) flag(p Process, name string, rest []string) ([]string, error) {
	name, value, hasValue := strings.Cut(name, "=")
	param := inv.param(name)
	if param == nil && (name == "help" || name == "json") {
		if hasValue {
			return nil, usage("--%s takes no value", name)
		}
		inv.own(name, "")
		return rest, nil
	}
	if !hasValue {
		var err error
		if value, rest, err = valueOf(name, param, rest); err != nil {
			return nil, err
		}
	}
	if param == nil && inv.own(name, value) {
		return rest, nil
	}
	if inv.op == nil {
		return nil, usage("--%s stands before the operation; name the operation first, then its fields\nSee 'toolcrib run --help'.", name)
	}
	value, err := fieldValue(p, param, value)
	if err != nil {
		return nil, usage("--%s: %w", name, err)
	}
	inv.fields = append(inv.fields, op.Field{Name: fieldName(param, name), Value: value})
	return rest, nil
}

// own takes in a flag of run itself.
func (inv *invocation) own(name, value string) bool {
	switch name {
	case "help":
		inv.help = true
	case "json":
		inv.output = "json"
	case "input":
		inv.input = value
	case "output":
		inv.output = value
	default:
		return inv.setting(name, value)
	}
	return true
}

// setting takes in a setting of models or fonts, where the operation uses them.
func (inv *invocation) setting(name, value string) bool {
	switch {
	case inv.op == nil, !slices.ContainsFunc(config.Table(), func(r config.Row) bool { return r.Name == name }):
		return false
	case name == "font-dir" && inv.drawsText():
	case strings.HasPrefix(name, "ai-") && inv.op.OfModels():
	default:
		return false
	}
	if inv.settings == nil {
		inv.settings = flags{}
	}
	inv.settings[name] = value
	return true
}

// valueOf takes a flag's value from the arguments behind it. A boolean may
// stand alone, for true.
func valueOf(name string, param *op.Param, rest []string) (string, []string, error) {
	if param != nil && param.Bool && (len(rest) == 0 || rest[0] != "true" && rest[0] != "false") {
		return "true", rest, nil
	}
	if len(rest) == 0 {
		return "", nil, usage("--%s needs a value behind it", name)
	}
	return rest[0], rest[1:], nil
}

// param finds the field that a flag names; "-" and "_" are the same.
func (inv *invocation) param(flag string) *op.Param {
	if inv.op == nil {
		return nil
	}
	want := strings.ReplaceAll(flag, "-", "_")
	for _, p := range inv.op.Params() {
		if p.Name == want || slices.Contains(p.Aliases, want) {
			return &p
		}
	}
	return nil
}

// fieldName is the name sent on: as the field or its alias is spelt, or the
// flag itself, which the decoder then answers with a did-you-mean.
func fieldName(p *op.Param, flag string) string {
	if p == nil {
		return flag
	}
	return strings.ReplaceAll(flag, "-", "_")
}

// fieldValue reads @FILE and @- where a text is expected; @@ is a plain @.
func fieldValue(p Process, param *op.Param, value string) (string, error) {
	rest, at := strings.CutPrefix(value, "@")
	if !at || param == nil || param.Enum != nil {
		return value, nil
	}
	if strings.HasPrefix(rest, "@") {
		return rest, nil
	}
	data, err := readInput(p, rest)
	return string(data), err
}

// maxInput bounds what is read of a file: more than any field may hold, less
// than would hurt.
const maxInput = 64 << 20

func readInput(p Process, name string) ([]byte, error) {
	if name == "-" {
		return readAll(p.Stdin)
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, fmt.Errorf("%w; a file is named by its path, standard input by -", err)
	}
	defer f.Close()
	return readAll(f)
}

func readAll(r io.Reader) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxInput+1))
	if err == nil && len(data) > maxInput {
		return nil, fmt.Errorf("more than %d bytes", maxInput)
	}
	return data, err
}
