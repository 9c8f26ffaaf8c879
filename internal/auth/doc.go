// Package auth holds the rules of signing in to the website; it knows no HTTP.
//
// What proves a person is a password, with a code where they have set up an
// authenticator app, or a passkey alone, which verifies its user itself. Proof
// starts a session: a random secret that the browser holds and of which the
// store has the SHA-256. Every further proof replaces the secret by a new one,
// so that one known beforehand opens nothing.
//
// The rules follow OWASP ASVS 5.0 (chapters 6 and 7) and NIST SP 800-63B:
// passwords of 8 to 128 characters without rules of composition, none of the
// most common ones, kept by argon2id; one answer, after the same work, for
// every wrong login or password; at most five wrong tries in a quarter of an
// hour for a user, and for an address; codes and links that work once.
package auth
