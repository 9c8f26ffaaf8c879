package security_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"toolcrib/internal/op"
	"toolcrib/internal/op/optest"
	"toolcrib/internal/ops/security/digest"
)

const hashID = "hash-generator"

// The worked examples of the contract, and what it says of each member.
func TestHashExamples(t *testing.T) {
	wants(t, hashID, map[string][]string{
		`{"text":"abc","algorithm":"sha1"}`: {`digest="a9993e364706816aba3e25717850c26c9cd0d89d"`, "integrity=null",
			`warnings=["SHA-1 is not collision-resistant; not for signatures or passwords"]`},
		`{"text":"abc"}`: {`algorithm="sha256"`, `digest="ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"`, "input_bytes=3",
			`integrity="sha256-ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0="`, "matches=null", "digests=absent", "warnings=absent"},
		`{"text":"abc","algorithm":"SHA-384"}`:                         {`digest="cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7"`},
		`{"text":"abc","algorithm":"Sha_512"}`:                         {`digest="ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f"`},
		`{"text":"abc","algorithm":"SHA-512/256"}`:                     {`algorithm="sha512_256"`, `digest="53048e2681941ef99b2e29b76b4c7dabe4c2d0c634fc6d46e0e2f13107e7af23"`, "integrity=null"},
		`{"text":"what do ya want for nothing?","hmac_key":"Jefe"}`:    {`digest="5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"`, "integrity=null"},
		`{"text":"123456789","algorithm":"CRC-32"}`:                    {`digest="cbf43926"`, "integrity=null", "warnings=absent"},
		`{"text":"123456789","algorithm":"crc32","encoding":"base64"}`: {`digest="y/Q5Jg=="`},
		`{"text":"abc","algorithm":"BLAKE2b-512"}`:                     {`algorithm="blake2b"`, "integrity=null"},
		// The example of the Subresource Integrity recommendation.
		`{"text":"alert('Hello, world.');","algorithm":"sha384"}`: {`integrity="sha384-H8BRh8j48O9oYatfu5AZzq6A9RINhZO5H16dQZngK7T62em8MUt1FLm52t+eX6xO"`},
		// Integrity does not follow the encoding, and is that of the first.
		`{"text":"abc","algorithms":["sha256","sha512"],"encoding":"base64url"}`: {`digest="ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0"`,
			`integrity="sha256-ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0="`},
		`{"text":"abc","algorithms":["crc32","sha256"]}`: {`algorithm="crc32"`, "integrity=null"},
	})
}

// Several at once: in the order asked for, each once, whatever matches.
func TestHashSeveral(t *testing.T) {
	const all = "sha1 sha256 sha384 sha512 sha224 sha512_256 sha3_256 sha3_512 blake2b crc32 md5"
	for in, want := range map[string]string{
		`"algorithms":"all"`:                       all,
		`"algorithms":["All"]`:                     all,
		`"algorithms":"all","hmac_key":"k"`:        strings.Replace(all, " crc32", "", 1),
		`"algorithms":["md5","all"]`:               "md5 " + strings.TrimSuffix(all, " md5"),
		`"algorithms":["sha512","SHA1","sha-512"]`: "sha512 sha1",
		`"algorithms":"md5"`:                       "md5",
		`"algorithms":["md5","md5","md5","md5","md5","md5","md5","md5","md5","md5","md5","SHA3-256"]`: "md5 sha3_256",
	} {
		data := optest.Data(t, hashID, body(`{"text":"abc",%s}`, in))
		if got := optest.Keys(t, data, "digests"); got != want {
			t.Errorf("%s gives %s, want %s", in, got, want)
		}
		first, _, _ := strings.Cut(want, " ")
		optest.Want(t, data, `algorithm="`+first+`"`, "digest="+optest.At(data, "digests."+first))
	}
	data := optest.Data(t, hashID, body(`{"text":"abc","algorithms":"all","expected":"352441c2"}`))
	optest.Want(t, data, "matches=true", "warnings.0=\"SHA-1 is not collision-resistant; not for signatures or passwords\"",
		"warnings.1=\"MD5 is not collision-resistant; not for signatures or passwords\"", "warnings.2=absent")
}

func TestHashMembers(t *testing.T) {
	for in, want := range map[string]string{
		`{"text":"a"}`:                      "algorithm digest encoding input_bytes matches integrity",
		`{"text":"a","algorithms":["md5"]}`: "algorithm digest encoding input_bytes matches integrity digests warnings",
	} {
		if got := optest.Keys(t, optest.Data(t, hashID, body("%s", in)), ""); got != want {
			t.Errorf("members of %s are %s, want %s", in, got, want)
		}
	}
}

func TestHashOracle(t *testing.T) { optest.Recorded(t, hashID, "testdata/hash_oracle.json") }

func TestHashRefusals(t *testing.T) {
	refusals(t, hashID, map[string]string{
		`{}`:                               "text:missing_one_of",
		`{"base64":"aGVsbG8=!"}`:           "base64:invalid_base64",
		`{"text":"a","algorithm":"md4"}`:   "algorithm:not_allowed",
		`{"text":"a","algorithm":"all"}`:   "algorithm:not_allowed",
		`{"text":"a","algorithm":["md5"]}`: "algorithm:invalid_type",
		`{"text":"a","algorithm":"md5","algorithms":["md5"]}`:                     "algorithms:conflict",
		`{"text":"a","algorithms":[]}`:                                            "algorithms:too_short",
		`{"text":"a","algorithms":["` + strings.Repeat(`md5","`, 12) + `md5"]}`:   "algorithms:too_many_items",
		`{"text":"a","algorithms":["md5","x"]}`:                                   "algorithms[1]:not_allowed",
		`{"text":"a","algorithms":"x"}`:                                           "algorithms:not_allowed",
		`{"text":"a","algorithms":{}}`:                                            "algorithms:invalid_type",
		`{"text":"a","algorithm":"crc32","hmac_key":"k"}`:                         "hmac_key:conflict",
		`{"base64":"?","algorithms":["sha1","CRC-32"],"hmac_key":""}`:             "base64:invalid_base64 hmac_key:conflict",
		`{"base64":"` + strings.Repeat("AAAA", 333_334) + `","algorithms":"all"}`: "base64:too_long",
	})
}

// Text and the base64 of its bytes are the same message, and every algorithm's
// own digest, in any encoding, is found to match by it alone and among all.
func TestHashAgrees(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := op.AppendString(nil, rapid.String().Draw(t, "text"))
		name := rapid.SampledFrom(digest.All).Draw(t, "algorithm").Name
		encoding := rapid.SampledFrom([]string{"hex", "base64", "base64url"}).Draw(t, "encoding")
		one := optest.Data(t, hashID, body(`{"text":%s,"algorithm":%q,"encoding":%q,"uppercase":true}`, text, name, encoding))
		all := optest.Data(t, hashID, body(`{"text":%s,"algorithms":"all","encoding":%q,"uppercase":true,"expected":%s}`, text, encoding, optest.At(one, "digest")))
		optest.Want(t, all, "matches=true", "digests."+name+"="+optest.At(one, "digest"))
		other := rapid.SampledFrom(digest.All).Draw(t, "other").Name
		again := optest.Data(t, hashID, body(`{"text":%s,"algorithm":%q,"expected":%s}`, text, other, optest.At(one, "digest")))
		if (optest.At(again, "matches") == "true") != (other == name) {
			t.Fatalf("%s of %s: %s", name, other, again)
		}
	})
}

// No refusal shows anything of the message, the key or the digest expected.
func TestHashKeepsSecrets(t *testing.T) {
	for _, in := range []string{
		`{"text":"SECRET\ud800"}`, `{"text":["SECRET"]}`, `{"base64":"SECRET!"}`, `{"base64":"SECRET"}`, `{"base64":"SECRETSECRET+_"}`, `{"base64":"SECRET=SECRET"}`,
		`{"base64":{"a":"SECRET"}}`, `{"text":"SECRET","base64":"SECRET"}`, `{"text":"SECRET","hmac_key":"SECRET","algorithm":"crc32"}`,
		`{"text":"SECRET","hmac_key":["SECRET"]}`, `{"text":"a","expected":{"SECRET":"SECRET"}}`, `{"text":"SECRET","algorithm":"x"}`, `{"text":"SECRET"`, `{"text":"SECRET`,
		`{"text":"` + strings.Repeat("SECRET", 200_000) + `"}`, `{"base64":"` + strings.Repeat("SECRET", 300_000) + `"}`, `"SECRET"`,
	} {
		_, refused := optest.Call(t, hashID, body("%s", in), op.SampleEnv())
		if refused == nil {
			t.Errorf("%.60s was answered", in)
			continue
		}
		for _, v := range refused.Violations {
			if shown := string(v.Object().AppendJSON(nil)); strings.Contains(shown, "SECRET") {
				t.Errorf("%.60s: refused with %s", in, shown)
			}
		}
	}
}
