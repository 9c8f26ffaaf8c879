// Package sqlite keeps accounts, keys and the ledger in one SQLite file. Here
// are the file, its connections and the charges; the rest is of package sqldb.
//
// # One writer, exact memory
//
// All changes of a process go through one connection, in transactions that
// take the file's write lock first (BEGIN IMMEDIATE) and are on disk when they
// return (WAL, synchronous=FULL). Other connections only read.
//
// Behind that lock the store keeps a mirror: the keys and pools that charges
// have read or written. At the start of every transaction it asks SQLite for
// PRAGMA data_version, which changes if and only if another connection, of
// this process or of any other, has committed since. While it stays the same
// nothing in the mirror can be stale, so a batch of charges is decided without
// reading a row; when it has changed, as after "toolcrib key revoke" beside a
// running server, the mirror is dropped and rows are read again. So a charge
// sees every revocation and every grant that was committed before it, and
// the speed of memory is had without its doubts. The store's own changes of
// accounts, keys and grants drop it as well, and holds what it knows of their
// account.
//
// # Money
//
// A charge is one row in charges and one row in transfers for each grant it
// drew on; a batch adds one update for each grant and one for each row of
// usage_daily that it touched. Replies kept for idempotency keys and quota
// events are rows of the same transaction. The schema, under internal/store/migrations,
// refuses a negative balance by itself, and Verify recomputes every cached
// number from the transfers.
//
// # Time
//
// Times are stored in milliseconds. The time of a batch is the later of the
// clock's and the last batch's, which is itself stored: a clock that goes
// back, in one process or between two, cannot charge to a month that is over.
package sqlite
