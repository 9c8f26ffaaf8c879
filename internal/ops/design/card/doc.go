// Package card draws social cards (Open Graph images): eight templates, light
// and dark, from right to left as well as from left to right, as PNG, JPEG or
// SVG.
//
// A template places texts, shapes and pictures in a scene; a scene is painted
// into pixels or written as SVG, where letters are outlines, so that no font
// is needed to look at it. Nothing is read but what is handed in, and the same
// card gives the same bytes.
//
// Lengths are in px of the card before its scale.
package card
