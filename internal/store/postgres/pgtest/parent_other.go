//go:build !linux

package pgtest

import "syscall"

// dieWithParent does nothing here: only Linux can tell a child of its
// parent's death. A test that is killed leaves its server running.
func dieWithParent(*syscall.SysProcAttr) {}
