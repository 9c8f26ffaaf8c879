// Package isotime reads dates and date-times as callers must write them:
// calendar dates of ISO 8601 (2026-11-20), instants of RFC 3339
// (2026-11-20T09:00:00+05:30) and local times, which are the same without the
// offset; years 0001 to 9999, proleptic Gregorian. It writes them as well.
//
// It is stricter than package time. The day must exist, 24:00 and :60 are
// refused, a fraction has a point and at most nine digits; and wider in one
// way only, that the seconds may be left out.
package isotime
