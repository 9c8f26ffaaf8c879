// Package digest computes hashes, checksums and HMACs by name, and reads the
// texts that digests are exchanged in.
//
// Under GODEBUG=fips140=only the standard library itself panics on MD5, SHA-1
// and other functions that FIPS 140 does not approve.
package digest

import (
	"crypto/hmac"
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha3"
	"crypto/sha512"
	"crypto/subtle"
	"hash"
	"hash/crc32"

	"golang.org/x/crypto/blake2b"
)

// Algorithm is a hash function.
type Algorithm struct {
	Name      string
	New       func() hash.Hash
	Integrity bool   // Subresource Integrity (W3C) allows it
	Checksum  bool   // not cryptographic: there is no HMAC of it
	Warning   string // what it should no longer be used for, "" for nothing
}

// MD5 is the algorithm of RFC 1321.
var MD5 = Algorithm{Name: "md5", New: md5.New, Warning: "MD5 is not collision-resistant; not for signatures or passwords"}

// All lists the algorithms: SHA-1 and SHA-2 of FIPS 180-4, SHA-3 of FIPS 202,
// BLAKE2b-512 of RFC 7693, the CRC-32 of ISO-HDLC (zip, zlib, PNG) written
// most significant byte first, and MD5.
var All = []Algorithm{
	{Name: "sha1", New: sha1.New, Warning: "SHA-1 is not collision-resistant; not for signatures or passwords"},
	{Name: "sha256", New: sha256.New, Integrity: true},
	{Name: "sha384", New: sha512.New384, Integrity: true},
	{Name: "sha512", New: sha512.New, Integrity: true},
	{Name: "sha224", New: sha256.New224},
	{Name: "sha512_256", New: sha512.New512_256},
	{Name: "sha3_256", New: func() hash.Hash { return sha3.New256() }},
	{Name: "sha3_512", New: func() hash.Hash { return sha3.New512() }},
	{Name: "blake2b", New: newBlake2b},
	{Name: "crc32", New: func() hash.Hash { return crc32.NewIEEE() }, Checksum: true},
	MD5,
}

func newBlake2b() hash.Hash {
	h, err := blake2b.New512(nil)
	if err != nil {
		panic(err) // only a key can be wrong
	}
	return h
}

// Size is the length of a digest in bytes.
func (a Algorithm) Size() int { return a.New().Size() }

// Sum is the digest of a message or, with a key, its HMAC (RFC 2104). The key
// may be empty; a checksum takes none.
func (a Algorithm) Sum(message string, key *string) []byte {
	h := a.New()
	if key != nil {
		h = hmac.New(a.New, []byte(*key))
	}
	// In pieces: as bytes all of a long text would be there twice.
	piece := make([]byte, min(len(message), 1<<10))
	for len(message) > 0 {
		n := copy(piece, message)
		h.Write(piece[:n])
		message = message[n:]
	}
	return h.Sum(nil)
}

// Matches tells whether one of the digests is one of those expected, in a time
// that depends on their numbers and lengths only.
func Matches(digests, expected [][]byte) bool {
	found := 0
	for _, d := range digests {
		for _, e := range expected {
			found |= subtle.ConstantTimeCompare(d, e)
		}
	}
	return found == 1
}
