package security

import (
	"context"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"slices"
	"strings"

	"toolcrib/internal/op"
	"toolcrib/internal/ops/rfc4648"
	"toolcrib/internal/ops/security/digest"
)

// maxMessage bounds what base64 encodes, in bytes.
const maxMessage = 1_000_000

// Message is what to digest, how to write it and what to compare it with, for
// embedding in an input that follows oneMessage.
type Message struct {
	Text      *string `json:"text" document:"true" aka:"input,data,content,value,message,string,str,body" doc:"Text to digest as UTF-8, just as it is: nothing is trimmed, added or normalized." example:"hello world"`
	Base64    *string `json:"base64" document:"base64" aka:"bytes,text_base64,input_base64,data_base64" doc:"Bytes to digest instead of text: base64 in the standard or URL alphabet, padding optional, nothing else; at most 1,000,000 bytes." example:"AP8="`
	Encoding  string  `json:"encoding" enum:"hex,base64,base64url" default:"hex" aka:"format,output" doc:"How to write digests; base64url is unpadded."`
	Uppercase bool    `json:"uppercase" default:"false" doc:"Upper-case hex digits; base64 has a case of its own."`
	HMACKey   *string `json:"hmac_key" aka:"key,secret,hmac" doc:"Key, as UTF-8: answers the HMAC instead of the plain digest." example:"key"`
	Expected  *string `json:"expected" aka:"digest,hash,checksum,compare,verify" doc:"Digest to compare with, in constant time: hex in either case, base64 or base64url. Anything else does not match."`
}

var oneMessage = op.ExactlyOne("text", "base64")

// Result is how a message's digest is answered, for embedding in an output.
type Result struct {
	Algorithm  string `json:"algorithm" doc:"The algorithm, the first of several."`
	Digest     string `json:"digest" doc:"Its digest or, with hmac_key, its HMAC." main:"text/plain"`
	Encoding   string `json:"encoding" doc:"How digests are written."`
	InputBytes int    `json:"input_bytes" doc:"Bytes digested."`
	Matches    *bool  `json:"matches" doc:"Whether a digest asked for is the one expected; null without expected."`
}

// check refuses what is not base64, and a key for a checksum.
func (m *Message) check(e *op.Invalid, algorithms []digest.Algorithm) {
	if m.Base64 != nil {
		checkBase64(e, *m.Base64)
	}
	for _, a := range algorithms {
		if a.Checksum && m.HMACKey != nil {
			e.Add("hmac_key", op.Conflict, "%s is a checksum and no cryptographic hash, so there is no HMAC of it", a.Name).Hint =
				"leave out hmac_key, or choose another algorithm such as sha256"
		}
	}
}

func checkBase64(e *op.Invalid, text string) {
	message, err := rfc4648.Decode(text)
	var fault *rfc4648.Error
	switch {
	case errors.As(err, &fault):
		v := e.Add("base64", op.InvalidBase64, "is not base64: %s", fault)
		v.Hint = "send only the characters of one alphabet of RFC 4648, without spaces or line breaks; text goes to 'text'"
		v.Place = &op.Place{Line: 1, Column: fault.Offset + 1, Offset: fault.Offset}
	case len(message) > maxMessage:
		e.Add("base64", op.TooLong, "encodes %d bytes; at most %d are allowed", len(message), maxMessage)
	}
}

// bytes is the message itself.
func (m *Message) bytes() (string, error) {
	if m.Text != nil {
		return *m.Text, nil
	}
	message, err := rfc4648.Decode(*m.Base64)
	return string(message), err
}

// digest digests a sound message. The sums are those of the algorithms, in
// order.
func (m *Message) digest(ctx context.Context, algorithms []digest.Algorithm) (out Result, sums [][]byte, err error) {
	message, err := m.bytes()
	if err != nil {
		return Result{}, nil, err
	}
	for _, a := range algorithms {
		if err := ctx.Err(); err != nil {
			return Result{}, nil, err
		}
		sums = append(sums, a.Sum(message, m.HMACKey))
	}
	out = Result{Algorithm: algorithms[0].Name, Digest: m.write(sums[0]), Encoding: m.Encoding, InputBytes: len(message)}
	if m.Expected != nil {
		matches := digest.Matches(sums, digest.Readings(*m.Expected))
		out.Matches = &matches
	}
	return out, sums, nil
}

// write puts a digest in the encoding asked for.
func (m *Message) write(sum []byte) string {
	switch {
	case m.Encoding == "base64":
		return base64.StdEncoding.EncodeToString(sum)
	case m.Encoding == "base64url":
		return base64.RawURLEncoding.EncodeToString(sum)
	case m.Uppercase:
		return strings.ToUpper(hex.EncodeToString(sum))
	}
	return hex.EncodeToString(sum)
}

// warnings lists what a caller should know about the algorithms, the key and
// the digest expected.
func (m *Message) warnings(algorithms []digest.Algorithm) (list []string) {
	for _, a := range algorithms {
		if a.Warning != "" {
			list = append(list, a.Warning)
		}
	}
	if m.HMACKey != nil && *m.HMACKey == "" {
		list = append(list, "hmac_key is empty: anyone can make this digest")
	}
	if m.Expected != nil && !readable(*m.Expected, algorithms) {
		list = append(list, "expected is not a digest of any algorithm asked for: it is neither hex nor base64, or of another length")
	}
	return list
}

// readable tells whether a text can be a digest of one of the algorithms. One
// that cannot does not match and is not refused: it may come from whoever is
// to be checked, and a refusal must not pass for a failure of the check.
func readable(text string, algorithms []digest.Algorithm) bool {
	for _, reading := range digest.Readings(text) {
		if slices.ContainsFunc(algorithms, func(a digest.Algorithm) bool { return a.Size() == len(reading) }) {
			return true
		}
	}
	return false
}
