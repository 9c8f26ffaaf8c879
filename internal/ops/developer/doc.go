// Package developer holds the operations for people who write programs. What
// is sent to them is not guessed at: every leniency is reported.
package developer
