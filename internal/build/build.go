// Package build says which program this is. Its variables are set by the
// linker when a release is built.
package build

import "runtime/debug"

// Version is the version of the program, without v.
var Version = "1.0.0-dev"

// commit is the one that a release was built from.
var commit = ""

// Commit is the commit that the program was built from: the release's, else
// the one that the toolchain stamped into it, else "".
func Commit() string {
	if commit != "" {
		return commit
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" {
			return s.Value
		}
	}
	return ""
}
