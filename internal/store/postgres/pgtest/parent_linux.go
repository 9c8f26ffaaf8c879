package pgtest

import "syscall"

// dieWithParent makes the server stop at once when the test is killed.
func dieWithParent(a *syscall.SysProcAttr) { a.Pdeathsig = syscall.SIGQUIT }
