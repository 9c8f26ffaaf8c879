package security

import (
	"context"

	"toolcrib/internal/op"
	"toolcrib/internal/ops/security/digest"
)

var _ = op.Define(op.Def[MD5In, MD5Out]{
	ID:      "md5-generator",
	Route:   "POST /v1/security/md5",
	Summary: "MD5 digest or HMAC-MD5 of text or bytes",
	Doc: "Computes the MD5 of text (UTF-8, as it is) or of base64 bytes, in hex, base64 or base64url. With hmac_key it is " +
		"HMAC-MD5; with expected it tells whether the digest matches, compared in constant time. MD5 detects accidents, not " +
		"attacks; it is unavailable where FIPS 140 is enforced.",
	See:    []op.See{{When: "SHA-2, SHA-3, BLAKE2, CRC-32 or several at once", ID: "hash-generator"}},
	Words:  []string{"md5sum", "checksum", "hash", "fingerprint", "message digest"},
	Source: "RFC 1321 (MD5), RFC 2104 (HMAC), RFC 4648 (base64); RFC 6151 on its security",
	Since:  "1.0.0",
	Class:  op.T0,
	Rules:  []op.Rule{oneMessage},
	Examples: []op.Example{
		{Name: "text", In: `{"text":"hello world"}`},
		{Name: "as Content-MD5 has it", In: `{"text":"hello world","encoding":"base64"}`},
		{Name: "bytes", In: `{"base64":"AP8="}`},
		{Name: "HMAC", In: `{"text":"The quick brown fox jumps over the lazy dog","hmac_key":"key"}`},
		{Name: "check a digest", In: `{"text":"नमस्ते","expected":"16E2D966D4AB046E2442BC008B4DA566"}`},
	},
	Run: md5,
})

// MD5In is the input of md5-generator.
type MD5In struct {
	Message
}

// MD5Out is the answer of md5-generator.
type MD5Out struct {
	Result
	Warnings []string `json:"warnings,omitempty" doc:"What the algorithm must not be used for."`
}

var onlyMD5 = []digest.Algorithm{digest.MD5}

// Check refuses what is not base64.
func (in *MD5In) Check(e *op.Invalid) { in.check(e, onlyMD5) }

func md5(ctx context.Context, in MD5In) (MD5Out, error) {
	out, _, err := in.digest(ctx, onlyMD5)
	return MD5Out{out, in.warnings(onlyMD5)}, err
}
