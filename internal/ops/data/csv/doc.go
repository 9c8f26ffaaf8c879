// Package csv turns CSV text into JSON text without losing a digit.
//
// The text is read by RFC 4180, widened as the files of the world need it:
//
//   - CR, LF and CRLF all end a record outside quotes and are kept as written
//     inside; the last terminator is optional.
//   - A quote opens a quoted cell only as the first character of the cell; a
//     quote further on is data.
//   - Text after a closing quote, and a quote never closed, are errors with
//     line and column. Nothing is guessed.
//   - A leading byte order mark is removed, U+0000 is kept.
//
// Cells become JSON numbers only where that loses nothing ([IsNumber] has the
// rule), and then with the digits of the source, so "1.10" is written 1.10.
// By default a column is typed as a whole: one postal code with a leading
// zero keeps the whole column text, so that a reader never meets two types
// under one name.
//
// # Repairs
//
// What is questionable but has one sensible reading is repaired and reported
// as a [Warning] with its line: a mark removed, a column renamed, a record
// with too few or too many cells. What has no sensible reading is an [*Error].
// At most [MaxWarnings] warnings of one code are listed; a last warning of
// code [WarnOmitted] says how many more of that code there were.
//
// # Positions
//
// A line ends at CR, LF or CRLF, inside quotes too: lines are those of the
// text, not of the records. Lines and columns start at 1, columns count code
// points. Byte offsets start at 0 in the text as handed in, so a removed byte
// order mark counts as three bytes, but as no column.
//
// # Bounds
//
// Work is linear in the text plus the result. Memory is 12 bytes for each
// cell, and each cell missing from a short record counts, so [Limits.Cells]
// bounds it; the result is bounded by [Limits.Output]. The package reads no
// clock, no file and no network, and the same input gives the same bytes.
package csv
