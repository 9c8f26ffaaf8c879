// Package cron reads crontab expressions, says in English what they mean and
// tells when they run.
//
// An expression is that of the Open Cron Pattern Specification 1.0 (revision 2
// of 2026-06-07), which writes down what Vixie's cron does, with the nicknames
// of its increment 1.1. A Dialect departs from it in one point each: Vixie in
// when a day matches, POSIX in what may be written.
//
// A schedule is about the local time of some zone. Dates are found by
// arithmetic on days, a month at a time, over the 400 years after which the
// Gregorian calendar repeats itself, so that an expression which never matches
// is known to never match. Clock changes are dealt with as cronie does: a job
// whose minute or hour begins with * follows real time, any other one keeps to
// its times of day, and Options say what becomes of a time of day that was
// skipped or that occurs twice.
package cron
