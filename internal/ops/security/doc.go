// Package security holds the operations on secrets and digests: passwords,
// hashes and checksums. What they are sent is never shown again, not even in a
// refusal. The work is done by the packages below: digest and passgen.
package security
