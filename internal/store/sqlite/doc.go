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
// drew on. Replies kept for idempotency keys and quota events are rows of the
// same transaction. What remains of a grant and what a key used in a day are
// sums of those rows, kept because they are asked for: rows that many charges
// share. A batch does not write them; it adds one row to ledger_deltas, with
// what it took and used. The deltas are added up in memory as well, and applied,
// for thousands of batches at once, in a transaction that also empties the
// table. So they are as durable as the charges, nothing is added twice, and a
// batch touches a few pages at the end of three tables however many accounts
// it is of.
//
// Nobody sees a sum without its deltas: charges are decided by the mirror,
// which knows both; whoever reads sums (sqldb.DB.ReadLedger), or changes what
// charges are decided by, has them applied first; and a process that finds that
// another has committed applies what that one left. A program from before the
// deltas cannot charge a file that has them.
//
// The schema, under internal/store/migrations, refuses a negative balance by
// itself, and Verify recomputes every cached number from the transfers.
//
// # Time
//
// Times are stored in milliseconds. The time of a batch is the later of the
// clock's and the last batch's, which is itself stored: a clock that goes
// back, in one process or between two, cannot charge to a month that is over.
package sqlite
