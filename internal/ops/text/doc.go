// Package text holds the operations on plain text. Characters are what people
// see (graphemes) where text is edited, code points where it is counted into,
// and no text is normalised unless an option asks for it.
package text
