package security

import (
	"context"
	"encoding/base64"
	"slices"

	"toolcrib/internal/op"
	"toolcrib/internal/ops/security/digest"
)

var _ = op.Define(op.Def[HashIn, HashOut]{
	ID:      "hash-generator",
	Route:   "POST /v1/security/hash",
	Summary: "Digests and HMACs of text or bytes: SHA-1, SHA-2, SHA-3, BLAKE2b, CRC-32, MD5",
	Doc: "Computes one digest, or several at once, of text (UTF-8, as it is) or of base64 bytes, with Subresource " +
		"Integrity for SHA-256, 384 and 512. With hmac_key digests are HMACs; with expected it tells whether one of them " +
		"matches, compared in constant time. SHA-1 and MD5 are unavailable where FIPS 140 is enforced.",
	See:   []op.See{{When: "MD5 alone", ID: "md5-generator"}},
	Words: []string{"checksum", "fingerprint", "message digest", "signature", "sign", "verify", "SRI", "SHA256", "SHA512"},
	Source: "FIPS 180-4 (SHA-1, SHA-2), FIPS 202 (SHA-3), RFC 7693 (BLAKE2b, 512 bits), RFC 1321 (MD5), ISO/IEC/IEEE 8802-3 (CRC-32); " +
		"RFC 2104 (HMAC), RFC 4648 (base64), W3C Subresource Integrity",
	Since: "1.0.0",
	Hosts: []string{"hash /v1/hash", "hash /v1/hash/{algorithm}"},
	Class: op.T0,
	Rules: []op.Rule{oneMessage, op.AtMostOne("algorithm", "algorithms")},
	Examples: []op.Example{
		{Name: "SHA-256", In: `{"text":"abc"}`},
		{Name: "integrity of a script", In: `{"text":"alert('Hello, world.');","algorithm":"sha384","encoding":"base64"}`},
		{Name: "several at once", In: `{"text":"abc","algorithms":["sha1","sha512_256"]}`},
		{Name: "all", In: `{"base64":"AP8=","algorithms":"all"}`},
		{Name: "check a webhook's HMAC", In: `{"text":"what do ya want for nothing?","hmac_key":"Jefe","expected":"5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"}`},
	},
	Run: hash,
})

// HashIn is the input of hash-generator.
type HashIn struct {
	Message
	Algorithm  *string                      `json:"algorithm" enum:"sha1,sha256,sha384,sha512,sha224,sha512_256,sha3_256,sha3_512,blake2b,crc32,md5" same:"sha512/256=sha512_256,blake2b512=blake2b" aka:"algo,hash,type,method" doc:"The algorithm, sha256 unless sent; hyphens, underscores and case are ignored. blake2b has 512 bits." example:"sha384"`
	Algorithms *op.Either[[]string, string] `json:"algorithms" enum:"sha1,sha256,sha384,sha512,sha224,sha512_256,sha3_256,sha3_512,blake2b,crc32,md5,all" same:"sha512/256=sha512_256,blake2b512=blake2b" len:"1..12" aka:"algos,hashes" doc:"Several algorithms instead, as a list, or all; with hmac_key, all leaves out crc32." example:"[\"sha1\",\"sha256\"]"`
}

// HashOut is the answer of hash-generator.
type HashOut struct {
	Result
	Integrity *string          `json:"integrity" doc:"Value for a Subresource Integrity attribute: for sha256, sha384 and sha512 without a key, otherwise null."`
	Digests   op.Pairs[string] `json:"digests,omitempty" doc:"Digest by algorithm, when algorithms was sent."`
	Warnings  []string         `json:"warnings,omitempty" doc:"What an algorithm must not be used for."`
}

// Check refuses what is not base64, and a key for a checksum.
func (in *HashIn) Check(e *op.Invalid) { in.check(e, in.chosen()) }

// chosen lists the algorithms asked for, each once. All of them means all that
// can be had.
func (in *HashIn) chosen() (chosen []digest.Algorithm) {
	names := []string{"sha256"}
	switch {
	case in.Algorithm != nil:
		names = []string{*in.Algorithm}
	case in.Algorithms == nil:
	case in.Algorithms.A != nil:
		names = *in.Algorithms.A
	default:
		names = []string{*in.Algorithms.B}
	}
	for _, name := range names {
		for _, a := range digest.All {
			wanted := a.Name == name || name == "all" && !(a.Checksum && in.HMACKey != nil)
			if wanted && !slices.ContainsFunc(chosen, func(c digest.Algorithm) bool { return c.Name == a.Name }) {
				chosen = append(chosen, a)
			}
		}
	}
	return chosen
}

func hash(ctx context.Context, in HashIn) (HashOut, error) {
	algorithms := in.chosen()
	first, sums, err := in.digest(ctx, algorithms)
	if err != nil {
		return HashOut{}, err
	}
	out := HashOut{Result: first, Warnings: in.warnings(algorithms)}
	if a := algorithms[0]; a.Integrity && in.HMACKey == nil {
		integrity := a.Name + "-" + base64.StdEncoding.EncodeToString(sums[0])
		out.Integrity = &integrity
	}
	if in.Algorithms != nil {
		for i, a := range algorithms {
			out.Digests = append(out.Digests, op.Pair[string]{Name: a.Name, Value: in.write(sums[i])})
		}
	}
	return out, nil
}
