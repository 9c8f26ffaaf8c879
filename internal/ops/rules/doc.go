// Package rules holds the numbers that a law or an established practice sets
// and may change: ceilings, divisors, limits, default rates. They are data,
// never constants in code, so that an answer can name the rule it follows.
//
// # The files
//
// Each rule is one file, data/<id>.json:
//
//	{
//	  "id": "in.ppf.scheme-2019",
//	  "title": "Public Provident Fund Scheme, 2019",
//	  "entries": [
//	    {"effective_from": "2020-04-01", "source": "…", "values": {…}},
//	    {"effective_from": "2019-12-12", "source": "…", "values": {…}}
//	  ]
//	}
//
// The newest entry stands first. The source names the law, section or
// notification in the words an answer quotes. The values are the members of
// the Go type given to Load, all of them, in its order; numbers are num.Dec or
// integers in plain notation. A file in any other form panics when the
// program starts.
//
// # Which entry answers
//
// There is no clock here. An operation answers by the newest entry, unless an
// input of its own names a date or a law. The same input therefore has the
// same answer until a release brings a new entry.
//
// # When a law changes
//
// Add an entry above the others, with the day from which it binds and its
// source; leave the old entries as they are. Look for the old number in the
// sentences that describe fields. Update the golden files, read each change of
// them against the source, and say in the changelog which rule changed from
// which day. A new number in the law is a new member of the type
// and of every entry. A law that replaces another is a file of its own.
package rules
