package account

import (
	"crypto/rand"
	"time"

	"github.com/oklog/ulid/v2"
)

// NewID makes an identifier: the prefix, an underscore and a ULID of the
// given time, so that identifiers sort by the time they were made.
func NewID(prefix string, at time.Time) string {
	return prefix + "_" + ulid.MustNew(ulid.Timestamp(at), rand.Reader).String()
}
