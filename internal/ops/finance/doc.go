// Package finance holds the operations under /v1/finance. Those that repeat a
// calculator are the same function under a second path.
package finance
