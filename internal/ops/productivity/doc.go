// Package productivity holds the operations that help to get on with things:
// decisions and plans. They keep no state; what they need to know again is
// sent again.
package productivity
