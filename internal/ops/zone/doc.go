// Package zone knows the time zones of the IANA database and what their
// clocks showed and will show.
//
// The database is compiled into the program (Version says which; scripts/tzdata
// renews it), so that an answer depends neither on the machine nor on the
// toolchain. A zone is named as in the database, without regard to letter case
// and old names allowed, or by an offset such as +05:30. Abbreviations are
// refused: IST is the time of India, Ireland or Israel. That goes for the seven
// zones that have nothing but an abbreviation for a name (EST, MST, HST, CET,
// MET, EET, WET) too.
//
// Resolve turns a local time into an instant by the rules of RFC 5545 and of
// ECMAScript's Temporal, and tells when there is none (a gap, where clocks were
// set forward) or more than one (a fold, where they were set back).
package zone
