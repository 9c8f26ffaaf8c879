// Package cli is the command line: the commands of the service contract,
// section 7. Operations run here directly, without a server and without
// money; administration opens the same store as the server, also while that
// runs.
//
// A command prints its answer on standard output and nothing else there, so
// that it can be piped: "key create" prints the key alone. Remarks and errors
// go to standard error, each error with what to do next. The exit code is 0,
// 1 when the operation or the thing asked about said no, 2 for a command line
// or settings that cannot be understood, and 3 when the server or its store
// cannot work.
package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/alecthomas/kong"

	"toolcrib/internal/op"
	"toolcrib/internal/service"
)

// Exit codes.
const (
	exitOK     = 0
	exitNo     = 1 // the operation, or the thing asked about, said no
	exitUsage  = 2
	exitServer = 3 // cannot start, store away, or unhealthy
)

// Process is the outside world of one run of the program.
type Process struct {
	Args    []string
	Environ []string
	Stdin   io.Reader
	Stdout  io.Writer
	Stderr  io.Writer

	// Env is the clock and randomness of operations run here; the zero value
	// is the real ones.
	Env op.Env
}

// exit is an error with the code that the program ends with.
type exit struct {
	code int
	err  error
}

func (e *exit) Error() string { return e.err.Error() }
func (e *exit) Unwrap() error { return e.err }

func usage(format string, args ...any) error { return &exit{exitUsage, fmt.Errorf(format, args...)} }
func serverError(err error) error            { return &exit{exitServer, err} }

// errSaidNo ends with exitNo and prints nothing more.
var errSaidNo = errors.New("")

const description = `Small utility operations as a service: exact, metered, one binary.

Try it without a server:
  toolcrib run bmi-calculator --weight 70 --height 175
Try the server, with a key that lasts a day:
  toolcrib serve --dev`

// settingsGroup is the heading of the settings in a command's help.
const (
	settingsGroup = "settings"
	settingsHelp  = "A setting is a flag, an environment variable or a line of the YAML file; " +
		"'toolcrib config print' lists all, and every command takes them all."
)

// commands is the grammar; kong reads it.
type commands struct {
	Serve   serveCmd   `cmd:"" help:"Run the server."`
	Run     runCmd     `cmd:"" passthrough:"" help:"Run one operation here, without server or key."`
	Ops     opsCmd     `cmd:"" help:"List the operations, or find one by words."`
	MCP     mcpCmd     `cmd:"" name:"mcp" help:"Offer the operations to an agent on standard input and output, without server or key."`
	OpenAPI openapiCmd `cmd:"" name:"openapi" help:"Print the OpenAPI document of the API."`

	SetupLink setupLinkCmd `cmd:"" help:"Print the link by which the first user sets the website up."`
	Admin     struct {
		Create adminCreateCmd `cmd:"" help:"Make a user who runs the installation; prints a link to set the password, or with --password-stdin the id."`
	} `cmd:"" help:"Make users who run the installation."`
	User struct {
		List      userListCmd      `cmd:"" help:"List the users of the website."`
		ResetLink userResetLinkCmd `cmd:"" help:"Print a link by which a user sets a new password."`
		Disable   userDisableCmd   `cmd:"" help:"Keep a user from signing in and end their sessions."`
		Enable    userEnableCmd    `cmd:"" help:"Let a disabled user sign in again."`
	} `cmd:"" help:"List users, let them in and keep them out."`

	Account struct {
		Create  accountCreateCmd  `cmd:"" help:"Make an account; prints its id."`
		List    accountListCmd    `cmd:"" help:"List the accounts."`
		Suspend accountSuspendCmd `cmd:"" help:"Refuse every call of an account, until --lift."`
	} `cmd:"" help:"Make, list and suspend accounts, which own keys and units."`
	Key struct {
		Create  keyCreateCmd  `cmd:"" help:"Make a key; prints it, alone, this once."`
		List    keyListCmd    `cmd:"" help:"List the keys, of which only a hint is kept."`
		Rotate  keyRotateCmd  `cmd:"" help:"Replace a key by a new one; prints that, alone, this once."`
		Disable keyDisableCmd `cmd:"" help:"Take a key out of use until it is enabled again."`
		Enable  keyEnableCmd  `cmd:"" help:"Put a disabled key back into use."`
		Revoke  keyRevokeCmd  `cmd:"" help:"End a key at once and for ever."`
	} `cmd:"" help:"Make, list, replace and end API keys."`
	Grant  grantCmd  `cmd:"" help:"Give units to an account."`
	Grants grantsCmd `cmd:"" help:"List what an account was given and what is left of it."`
	Refund refundCmd `cmd:"" help:"Take units that are left of a grant back out of it."`
	Orders struct {
		List     ordersListCmd     `cmd:"" help:"List the orders, latest first."`
		Show     ordersShowCmd     `cmd:"" help:"Show an order with its refunds."`
		MarkPaid ordersMarkPaidCmd `cmd:"" help:"Note that an order was paid by hand and grant it; prints the invoice's number."`
		Refund   ordersRefundCmd   `cmd:"" help:"Give money back for unused units of an order; prints the credit note's number."`
	} `cmd:"" help:"Look at the orders of packs, mark them paid, give money back."`
	Usage   usageCmd `cmd:"" help:"Show what was used, by key, day and operation."`
	Audit   auditCmd `cmd:"" help:"Show who changed what."`
	Webhook struct {
		Set    webhookSetCmd    `cmd:"" help:"Send an account's events to a URL; prints the secret that signs them."`
		Show   webhookShowCmd   `cmd:"" help:"Show where an account's events go."`
		Remove webhookRemoveCmd `cmd:"" help:"Send an account's events no more."`
	} `cmd:"" help:"Tell other systems of quota events."`
	Migrate      migrateCmd      `cmd:"" help:"Bring the database to this version's schema, or with --check look whether it is."`
	VerifyLedger verifyLedgerCmd `cmd:"" help:"Check that every unit is accounted for."`
	Backup       backupCmd       `cmd:"" help:"Copy all data to a file, while the server runs."`
	Restore      restoreCmd      `cmd:"" help:"Put a backup in the place of the data."`
	Config       struct {
		Check configCheckCmd `cmd:"" help:"Tell whether the settings can be used."`
		Print configPrintCmd `cmd:"" help:"Print every setting, its value and where that came from."`
	} `cmd:"" help:"Look at the settings."`
	Doctor      doctorCmd      `cmd:"" help:"Look whether everything that a server needs is in order."`
	Healthcheck healthcheckCmd `cmd:"" help:"Ask the running server whether it is ready."`
	Version     versionCmd     `cmd:"" help:"Print the version."`
}

// Main runs the program and returns its exit code.
func Main(p Process) int {
	if p.Env.Now == nil {
		p.Env = service.Env()
	}
	err := run(context.Background(), p)
	if err == nil {
		return exitOK
	}
	code := exitNo
	var e *exit
	if errors.As(err, &e) {
		code = e.code
	}
	if msg := err.Error(); msg != "" {
		fmt.Fprintln(p.Stderr, "toolcrib:", msg)
	}
	return code
}

// helpShown is panicked with by kong's hook for --help: it has no other way
// out that does not end the process.
type helpShown struct{}

func run(ctx context.Context, p Process) (err error) {
	p.Args = everyday(p.Args)
	// run's own flags may stand before the operation; kong would take a
	// field's flag for its own.
	if p.Args[0] == "run" {
		return runOperation(ctx, p, p.Args[1:])
	}
	parser, err := newParser(ctx, &p)
	if err != nil {
		return err
	}
	defer func() {
		if r := recover(); r != nil {
			if _, ok := r.(helpShown); !ok {
				panic(r)
			}
		}
	}()
	parsed, err := parser.Parse(p.Args)
	if err != nil {
		return notUnderstood(err)
	}
	return parsed.Run(settingFlags(parsed))
}

func newParser(ctx context.Context, p *Process) (*kong.Kong, error) {
	var grammar commands
	plugSettings(&grammar, p.Args)
	return kong.New(&grammar,
		kong.Name("toolcrib"),
		kong.Description(description),
		kong.Writers(p.Stdout, p.Stderr),
		kong.Exit(func(int) { panic(helpShown{}) }),
		kong.ExplicitGroups([]kong.Group{{Key: settingsGroup, Title: "Settings:", Description: settingsHelp}}),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, NoExpandSubcommands: true}),
		kong.BindTo(ctx, (*context.Context)(nil)),
		kong.Bind(p),
	)
}

// everyday translates what people type before they have read the help.
func everyday(args []string) []string {
	switch {
	case len(args) == 0:
		return []string{"--help"}
	case args[0] == "help":
		return append(args[1:len(args):len(args)], "--help")
	case args[0] == "--version":
		return append([]string{"version"}, args[1:]...)
	}
	return args
}

// notUnderstood explains a command line that the grammar refuses.
func notUnderstood(err error) error {
	command := "toolcrib"
	var parse *kong.ParseError
	if errors.As(err, &parse) && parse.Context != nil {
		for _, part := range parse.Context.Path {
			if part.Command != nil {
				command += " " + part.Command.Name
			}
		}
	}
	return usage("%w\nSee '%s --help'.", err, command)
}

// printJSON prints a value for programs.
func printJSON(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(v)
}
