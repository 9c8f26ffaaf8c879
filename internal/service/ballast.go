package service

import (
	"os"
	"runtime/debug"
)

// ballastSize is memory that is taken and never touched, so that the kernel
// gives no pages for it. Go collects garbage when the heap has doubled, which a
// service that lives in a dozen megabytes does eight times a second under load;
// with the ballast counted in, it does so once or twice, and holds 64 MiB more
// garbage at most. GOGC would let the garbage of large pictures and bodies grow
// in the same proportion.
const ballastSize = 32 << 20

// ballast takes that memory for as long as the result is kept; none where
// whoever runs the service has told the collector what to do.
func ballast() []byte {
	if os.Getenv("GOGC") != "" || os.Getenv("GOMEMLIMIT") != "" {
		return nil
	}
	taken := make([]byte, ballastSize)
	// What the start has left behind goes back at once: the next collection may
	// be far away.
	debug.FreeOSMemory()
	return taken
}
