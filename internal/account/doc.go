// Package account is the domain of who may call and who pays: accounts, API
// keys, grants of units, charges and their verdicts. It holds no SQL and no
// HTTP; the stores under internal/store fill its Store interface, and
// internal/meter decides with its types.
//
// Three rules hold everywhere:
//
//   - A key is known to the store only by the SHA-256 of its text. The text
//     itself is shown once, when the key is made.
//   - Units move between ledger accounts by transfers that are only ever
//     added. A balance is a cache of those sums that the store keeps in the
//     same transaction, and Verify proves that it is one.
//   - A charge is decided inside the store's transaction, which reads the key
//     and the balances again: whatever a cache believed before, no charge is
//     made to a revoked key or below zero.
package account
