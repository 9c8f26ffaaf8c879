package migrations

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/pressly/goose/v3"
)

// Bounds on a migration that failed: it is looked at again, since another
// process may have made the same step at the same moment.
const (
	tries = 20
	pause = 50 * time.Millisecond
)

// ErrNewer is the error of a database that a newer program has migrated.
var ErrNewer = errors.New("its schema was made by a newer version of this program")

// Apply brings a database to the newest version that the provider knows.
func Apply(ctx context.Context, provider *goose.Provider) error {
	for try := 1; ; try++ {
		err := once(ctx, provider)
		if err == nil || errors.Is(err, ErrNewer) || try == tries {
			return err
		}
		select {
		case <-ctx.Done():
			return err
		case <-time.After(pause):
		}
	}
}

func once(ctx context.Context, provider *goose.Provider) error {
	have, known, err := provider.GetVersions(ctx)
	switch {
	case err != nil:
		return err
	case have > known:
		return fmt.Errorf("%w (%d; this one knows %d): run that version or a later one", ErrNewer, have, known)
	case have == known:
		return nil
	}
	_, err = provider.Up(ctx)
	return err
}
