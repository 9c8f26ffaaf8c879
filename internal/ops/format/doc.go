// Package format holds the operations that lay out source text of programs and
// style sheets. They move white space only: no token is changed.
package format
