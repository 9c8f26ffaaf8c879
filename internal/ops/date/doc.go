// Package date holds the operations on dates, instants and time zones. Each
// file is one operation, declared by op.Define.
//
// Dates are proleptic Gregorian of the years 0001 to 9999, instants are POSIX
// time without leap seconds, exact to the nanosecond, and zones are those of
// the database in package zone.
package date
