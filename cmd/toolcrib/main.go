// Command toolcrib is the whole product: the server, the operations on the
// command line, and the administration of accounts and keys.
package main

import (
	"os"

	"toolcrib/internal/cli"
	_ "toolcrib/internal/ops"
)

func main() {
	os.Exit(cli.Main(cli.Process{Args: os.Args[1:], Environ: os.Environ(), Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr}))
}
