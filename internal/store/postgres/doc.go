// Package postgres keeps accounts, keys and the ledger in a PostgreSQL
// database that any number of nodes share.
//
// # Exact across nodes
//
// Every charge, and every change of what charges are decided by, first locks
// the row of its account, and holds it until it is durable. Each statement
// after that sees what was committed before the lock was had (READ COMMITTED),
// so no node spends a unit twice, and none charges a key once its revocation
// has returned. Accounts are locked in the order of their IDs, so batches of
// two nodes wait for one another but never in a circle.
//
// A batch costs two round trips, each a pipeline: one locks and reads, one
// writes and commits. Between them internal/store/ledger decides.
//
// # Lost answers
//
// When the connection breaks after COMMIT was sent, nobody can tell whether
// the batch was made. It is sent again, once, on a fresh connection while the
// caller's time lasts: charges are known by their IDs, so those that were made
// are answered as they were, and none is made twice.
//
// # Time
//
// Times are those of the database's clock, read behind the locks, so that the
// clocks of the nodes do not matter. The time of a charge is never before that
// of the last charge of its account: a clock that goes back cannot charge to a
// month that is over. No row is shared by all accounts, so no clock is.
//
// The rate windows are kept by the same clock, less what it has jumped forward:
// each node watches it by its own monotonic clock, and what a jump was is noted
// in the database before anything is decided. When the clock goes back, a
// window waits for at most its own length. The windows do not outlive a crash
// of the database, which forgives a minute.
//
// # Other databases of this protocol
//
// The charging path uses no advisory locks, no LISTEN and no serial numbers of
// its own, and no PL/pgSQL but one trigger, which counts the charges of images
// and AI tokens by day, so that it can move to what speaks PostgreSQL's protocol
// over many machines.
package postgres
