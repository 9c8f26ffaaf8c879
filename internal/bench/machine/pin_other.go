//go:build !linux

package machine

import "os/exec"

// Pin does nothing where processes cannot be kept on a processor.
func Pin(int) error { return nil }

// Start starts a command.
func Start(cmd *exec.Cmd, _ int) error { return cmd.Start() }
