package security_test

import (
	"fmt"
	"strings"
	"testing"

	"toolcrib/internal/op"
	"toolcrib/internal/op/optest"
	_ "toolcrib/internal/ops/security"
)

const md5ID = "md5-generator"

func body(format string, args ...any) op.Source { return op.JSON(fmt.Appendf(nil, format, args...)) }

// wants runs bodies and compares members of their answers.
func wants(t *testing.T, id string, tests map[string][]string) {
	t.Helper()
	for in, want := range tests {
		t.Run(in[:min(len(in), 60)], func(t *testing.T) { optest.Want(t, optest.Data(t, id, body("%s", in)), want...) })
	}
}

// refusals runs bodies that must be refused and compares the codes.
func refusals(t *testing.T, id string, tests map[string]string) {
	t.Helper()
	for in, want := range tests {
		t.Run(in[:min(len(in), 60)], func(t *testing.T) {
			if got := optest.Refusal(t, id, body("%s", in)); got != want {
				t.Errorf("got %s, want %s", got, want)
			}
		})
	}
}

// The worked examples of the contract, and the rules around them.
func TestMD5Examples(t *testing.T) {
	const warning = `warnings=["MD5 is not collision-resistant; not for signatures or passwords"]`
	wants(t, md5ID, map[string][]string{
		`{"text":""}`:                                                 {`digest="d41d8cd98f00b204e9800998ecf8427e"`, `algorithm="md5"`, `encoding="hex"`, "input_bytes=0", "matches=null", warning},
		`{"text":"hello world"}`:                                      {`digest="5eb63bbbe01eeed093cb22bb8f5acdc3"`, "input_bytes=11"},
		`{"text":"hello world","encoding":"base64"}`:                  {`digest="XrY7u+Ae7tCTyyK7j1rNww=="`, `encoding="base64"`},
		`{"text":"hello world","encoding":"base64url"}`:               {`digest="XrY7u-Ae7tCTyyK7j1rNww"`, `encoding="base64url"`},
		`{"text":"hello world","encoding":"HEX","uppercase":true}`:    {`digest="5EB63BBBE01EEED093CB22BB8F5ACDC3"`},
		`{"text":"hello world","encoding":"base64","uppercase":true}`: {`digest="XrY7u+Ae7tCTyyK7j1rNww=="`},
		`{"text":"héllo"}`:                                            {`digest="be50e8478cf24ff3595bc7307fb91b50"`, "input_bytes=6"},
		`{"text":"he\u0301llo"}`:                                      {"input_bytes=7"}, // not normalized
		`{"text":" hello\r\n"}`:                                       {"input_bytes=8"}, // nor trimmed
		`{"text":"नमस्ते"}`:                                           {`digest="16e2d966d4ab046e2442bc008b4da566"`},
		`{"base64":"AP8="}`:                                           {`digest="d07d34efac6328007ad67c7e0a985e00"`, "input_bytes=2"},
		`{"base64":"AP8"}`:                                            {`digest="d07d34efac6328007ad67c7e0a985e00"`},
		`{"base64":""}`:                                               {`digest="d41d8cd98f00b204e9800998ecf8427e"`},
		`{"text":"The quick brown fox jumps over the lazy dog","hmac_key":"key"}`: {`digest="80070713463e7749b90c2dc24911e275"`, warning},
		// Python: hmac.new(b"", b"", "md5").
		`{"text":"","hmac_key":""}`: {`digest="74e6f7298a9c2d168935f58c001bad88"`, `warnings.1="hmac_key is empty: anyone can make this digest"`},
	})
}

func TestMD5Members(t *testing.T) {
	data := optest.Data(t, md5ID, body(`{"text":"a"}`))
	if got := optest.Keys(t, data, ""); got != "algorithm digest encoding input_bytes matches warnings" {
		t.Errorf("members are %s", got)
	}
}

func TestMD5Oracle(t *testing.T) { optest.Recorded(t, md5ID, "testdata/md5_oracle.json") }

// What cannot be a digest does not match; it is not refused, as it may come
// from the one who is to be checked.
func TestMD5Expected(t *testing.T) {
	for expected, want := range map[string]string{
		"d41d8cd98f00b204e9800998ecf8427e": "true 1", "D41D8CD98f00b204e9800998ecf8427e": "true 1", "1B2M2Y8AsgTpgAmY7PhCfg==": "true 1", "1B2M2Y8AsgTpgAmY7PhCfg": "true 1",
		"d41d8cd98f00b204e9800998ecf8427f": "false 1", "d41d8cd98f00b204e9800998ecf8427": "false 2", "d41d8cd98f00b204e9800998ecf8427e00": "false 2",
		"": "false 2", "é": "false 2", "d41d8cd98f00b204e9800998ecf8427e  -": "false 2", " d41d8cd98f00b204e9800998ecf8427e": "false 2", "1B2M2Y8AsgTpgAmY7PhCfh==": "false 2",
	} {
		data := optest.Data(t, md5ID, body(`{"text":"","expected":%q}`, expected))
		warnings := strings.Count(optest.At(data, "warnings"), `","`) + 1
		if got := fmt.Sprint(optest.At(data, "matches"), " ", warnings); got != want {
			t.Errorf("expecting %q is %s, want %s", expected, got, want)
		}
	}
}

func TestMD5Refusals(t *testing.T) {
	refusals(t, md5ID, map[string]string{
		`{}`:                                "text:missing_one_of",
		`{"text":"a","base64":"YQ=="}`:      "base64:conflict",
		`{"text":null}`:                     "text:invalid_type",
		`{"text":1}`:                        "text:invalid_type",
		`{"text":"\ud800"}`:                 "text:invalid_unicode",
		`{"text":"\udc00\ud800"}`:           "text:invalid_unicode",
		`{"base64":"aGVsbG8=!"}`:            "base64:invalid_base64",
		`{"base64":"AP9="}`:                 "base64:invalid_base64",
		`{"text":"a","encoding":"base32"}`:  "encoding:not_allowed",
		`{"text":"a","uppercase":"true"}`:   "uppercase:invalid_type",
		`{"text":"a","hmac_key":1}`:         "hmac_key:invalid_type",
		`{"text":"a","expected":1}`:         "expected:invalid_type",
		`{"text":"a","text":"b"}`:           "text:duplicate_field",
		`{"data":"a"}`:                      "data:unknown_field text:missing_one_of",
		`{"text":"a","algorithm":"sha256"}`: "algorithm:unknown_field",
		`{"text":"a"`:                       ":malformed_json",
		`{"base64":"%","encoding":"x"}`:     "encoding:not_allowed",
	})
}

// The place of the contract's example, and nothing of what was sent.
func TestMD5Place(t *testing.T) {
	_, refused := optest.Call(t, md5ID, body(`{"base64":"aGVsbG8=!"}`), op.SampleEnv())
	v := refused.Violations[0]
	if v.Place == nil || *v.Place != (op.Place{Line: 1, Column: 9, Offset: 8}) || !strings.Contains(v.Message, "offset 8") {
		t.Errorf("refused with %+v", v)
	}
}

// 1,000,000 bytes are digested, whichever way they come; not one more.
func TestMD5Limit(t *testing.T) {
	encoded := strings.Repeat("AAAA", 333_333)
	zeros := []string{"input_bytes=1000000", `digest="879f4bba57ed37c9ec5e5aedf9864698"`} // Python
	wants(t, md5ID, map[string][]string{
		`{"base64":"` + encoded + `AA=="}`:                       zeros,
		`{"encoding":"hex","base64":"` + encoded + `AA"}`:        zeros,
		`{"text":"` + strings.Repeat(`\u0000`, 1_000_000) + `"}`: zeros,
	})
	refusals(t, md5ID, map[string]string{
		`{"base64":"` + encoded + `AAA="}`:                  "base64:too_long",
		`{"base64":"` + encoded + `AAAA"}`:                  "base64:too_long",
		`{"base64":"` + encoded + `AAAAA"}`:                 "base64:too_long",
		`{"text":"` + strings.Repeat("a", 1_000_001) + `"}`: "text:too_long",
	})
}
