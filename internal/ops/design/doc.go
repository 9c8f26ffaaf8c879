// Package design holds the operations that write style sheets for designers:
// lengths are decimals, and the results are the shortest right CSS.
package design
