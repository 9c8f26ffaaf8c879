// Package units holds the units of length, speed, temperature and weight and
// converts between those of one dimension.
//
// A unit is defined by exact numbers, a quotient where no decimal will do
// (a US survey foot is 1200/3937 m). A conversion is one quotient of exact
// numbers and is rounded once, when it is read, so its result is the nearest
// number of the digits asked for, and it is known whether it is the true one.
//
// Sources, unless a line of a table says otherwise: NIST Special Publication
// 811 (2008), appendix B, for what is defined there, with the yard of 0.9144 m
// and the pound of 0.45359237 kg of the agreement of 1959. Fathom, rod, chain
// and furlong are multiples of the international foot, as in the United States
// since 2023 (Federal Register 85 FR 62698), not of the survey foot.
package units
