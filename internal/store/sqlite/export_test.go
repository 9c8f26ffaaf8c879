package sqlite

import "context"

// OpenUnsynced is Open without waiting for the disk, for tests that make
// thousands of transactions and none of which pulls the plug.
func OpenUnsynced(ctx context.Context, o Options) (*Store, error) { return open(ctx, o, "OFF") }
