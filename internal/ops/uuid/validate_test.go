package uuid_test

import (
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"strings"
	"testing"

	gofrs "github.com/gofrs/uuid/v5"
	"pgregory.net/rapid"

	"toolcrib/internal/op"
	"toolcrib/internal/op/optest"
)

const validateID = "uuid-validate"

// The worked examples of the contract, and one text for each form and fault.
func TestValidateExamples(t *testing.T) {
	const v4 = "919108f7-52d1-4320-9bac-f847db4148a8"
	tests := map[string][]string{
		"uuid=017F22E2-79B0-7CC3-98C4-DC0C0C07398F": {"valid=true", "reason=null", "version=7", `variant="rfc9562"`, `timestamp="2022-02-22T19:22:22.000Z"`, "unix_ms=1645557742000",
			`canonical="017f22e2-79b0-7cc3-98c4-dc0c0c07398f"`, `detected_format="standard"`, "clock_sequence=null", "node=null", `generated_by_hint="Unix time and randomness"`},
		"uuid=C232AB00-9414-11EC-B3C8-9F6BDECED846": {"valid=true", "version=1", `timestamp="2022-02-22T19:22:22.0000000Z"`, "unix_ms=1645557742000", "clock_sequence=13256",
			`node="9f:6b:de:ce:d8:46"`, `generated_by_hint="Gregorian time with a random node"`},
		"uuid=1EC9414C-232A-6B00-B3C8-9F6BDECED846": {"valid=true", "version=6", `timestamp="2022-02-22T19:22:22.0000000Z"`, "clock_sequence=13256", `node="9f:6b:de:ce:d8:46"`},
		"uuid=2489E9AD-2EE2-8E00-8EC9-32D5F69181C0": {"valid=true", "version=8", "timestamp=null", "unix_ms=null", "node=null"},
		"uuid=550e8400-e29b-41d4-c716-446655440000": {"valid=false", `reason="variant"`, `variant="microsoft"`, "version=null", `canonical="550e8400-e29b-41d4-c716-446655440000"`},
		"uuid=550e8400-e29b-91d4-a716-446655440000": {"valid=false", `reason="version"`, `variant="rfc9562"`, "version=9"},
		"uuid=7n42DGM5Tflk9n8mt7Fhc8":               {"valid=false", `reason="base62_overflow"`, "canonical=null", "detected_format=null", "is_max=false", "integer=null"},
		"uuid=7n42DGM5Tflk9n8mt7Fhc7":               {"valid=true", "is_max=true", "is_nil=false", "version=null", `variant="future"`, `detected_format="base62"`},
		"uuid=0000000000000000000000":               {"valid=true", "is_nil=true", "version=null", `variant="ncs"`, `integer="0"`, "generated_by_hint=null"},
		"uuid=ffffffff-ffff-ffff-ffff-ffffffffffff": {"valid=true", "is_max=true", `integer="340282366920938463463374607431768211455"`, `base62="7n42DGM5Tflk9n8mt7Fhc7"`},
		"uuid=kZEI91LRQyCbrPhH20FIqA":               {"valid=true", "version=4", `detected_format="base64url"`, `canonical="` + v4 + `"`},
		"uuid=4QgAS76dLuYGIOevxRNdwe":               {"valid=true", "version=4", `detected_format="base62"`, `canonical="` + v4 + `"`},
		"uuid=urn:UUID:" + v4:                       {"valid=true", `detected_format="urn"`},
		"uuid={" + strings.ToUpper(v4) + "}":        {"valid=true", `detected_format="braces"`, `canonical="` + v4 + `"`},
		"uuid=000003e8-1e3a-21f1-8100-325096b39f47": {"valid=true", "version=2", "timestamp=null", "clock_sequence=null", "node=null"},
		// The multicast bit of the node tells a random one from an address.
		"uuid=c232ab00-9414-11ec-b3c8-00163e5e6c00": {"valid=true", `generated_by_hint="Gregorian time with a network address"`},
		// Expectations.
		"uuid=" + v4 + "&version=4":                                {"valid=true"},
		"uuid=" + v4 + "&version=v7":                               {"valid=false", `reason="version"`, "version=4"},
		"uuid=00000000-0000-0000-0000-000000000000&version=nil":    {"valid=true"},
		"uuid=00000000-0000-0000-0000-000000000000&version=4":      {"valid=false", `reason="version"`},
		"uuid=ffffffff-ffff-ffff-ffff-ffffffffffff&version=nil":    {"valid=false", `reason="version"`},
		"uuid=" + v4 + "&strict=true":                              {"valid=true"},
		"uuid=" + v4 + "&strict=true&format=standard":              {"valid=true"},
		"uuid=" + strings.ReplaceAll(v4, "-", "") + "&strict=true": {"valid=false", `reason="hyphens"`},
		"uuid={" + v4 + "}&strict=true":                            {"valid=false", `reason="character"`},
		"uuid=0000000000000000000000&format=integer":               {"valid=true", "is_nil=true", `detected_format="integer"`},
		"uuid=0000000000000000000000&format=base64url":             {"valid=false", `reason="character"`}, // its last character leaves bits over
		"uuid=AAAAAAAAAAAAAAAAAAAAAA&format=base64url":             {"valid=true", "is_nil=true"},
		"uuid=" + v4 + "&format=compact":                           {"valid=false", `reason="hyphens"`},
		"uuid=" + v4 + "&format=urn":                               {"valid=false", `reason="character"`},
		"uuid=" + v4 + "&format=base62":                            {"valid=false", `reason="length"`},
		"uuid=" + v4 + "&format=base64url":                         {"valid=false", `reason="length"`},
		"uuid=" + v4 + "&format=integer":                           {"valid=false", `reason="character"`},
		"uuid=":                                                    {"valid=false", `reason="length"`},
		"uuid=hello":                                               {"valid=false", `reason="character"`},
		"uuid=919108f7-52d1-4320-9bac-f847db4148a":                 {"valid=false", `reason="length"`},
		"uuid=919108f7-52d1-4320-9bac-f847db4148aa8":               {"valid=false", `reason="length"`},
		"uuid=919108f7-52d1-4320-9bac-f847db4148ag":                {"valid=false", `reason="character"`},
		"uuid=919108f75-2d1-4320-9bac-f847db4148a8":                {"valid=false", `reason="hyphens"`},
		"uuid=919108f7-52d143209bac-f847db4148a8":                  {"valid=false", `reason="hyphens"`},
		"uuid=" + v4 + "%20":                                       {"valid=false", `reason="character"`},
		"uuid=%E2%80%8B" + v4:                                      {"valid=false", `reason="character"`},
		"uuid=340282366920938463463374607431768211456":             {"valid=false", `reason="length"`}, // 2^128
		"uuid=9999999999999999999999999999999999999999":            {"valid=false", `reason="length"`},
		"uuid=ffffffff-ffff-7fff-bfff-ffffffffffff":                {"valid=true", "version=7", "timestamp=null", "unix_ms=281474976710655"}, // the year 10889
		"uuid=00000000-0000-1000-8000-000000000000":                {"valid=true", `timestamp="1582-10-15T00:00:00.0000000Z"`, "unix_ms=-12219292800000"},
	}
	for query, want := range tests {
		t.Run(query, func(t *testing.T) { optest.Want(t, optest.Data(t, validateID, op.Query(query)), want...) })
	}
}

func TestValidateShape(t *testing.T) {
	const want = "valid reason canonical detected_format version variant is_nil is_max timestamp unix_ms clock_sequence node integer base62 generated_by_hint"
	for _, text := range []string{"", "017F22E2-79B0-7CC3-98C4-DC0C0C07398F"} {
		if got := optest.Keys(t, optest.Data(t, validateID, op.Query("uuid="+text)), ""); got != want {
			t.Errorf("members are %s", got)
		}
	}
}

func TestValidateRefusals(t *testing.T) {
	for query, want := range map[string]string{
		"":                                "uuid:required",
		"uuid=" + strings.Repeat("a", 65): "uuid:too_long",
		"uuid=x&version=9":                "version:not_allowed",
		"uuid=x&format=hex":               "format:not_allowed",
		"uuid=x&strict=true&format=urn":   "format:conflict",
		"guid=x":                          "guid:unknown_field uuid:required",
	} {
		if got := optest.Refusal(t, validateID, op.Query(query)); got != want {
			t.Errorf("%s: got %s, want %s", query, got, want)
		}
	}
}

// What is in 1,500 UUIDs of all versions, variants and forms, by Python.
func TestValidateRecorded(t *testing.T) {
	file, err := os.ReadFile("testdata/fields.json")
	if err != nil {
		t.Fatal(err)
	}
	var rows [][]json.RawMessage
	if err := json.Unmarshal(file, &rows); err != nil || len(rows) < 1500 {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	members := []string{"detected_format", "canonical", "variant", "version", "timestamp", "unix_ms", "clock_sequence", "node", "integer", "base62"}
	for _, row := range rows {
		data := optest.Data(t, validateID, op.JSON(fmt.Appendf(nil, `{"uuid":%s}`, row[0])))
		for i, name := range members {
			if got := optest.At(data, name); got != string(row[i+1]) {
				t.Errorf("%s: %s is %s, want %s", row[0], name, got, row[i+1])
			}
		}
		version := string(row[4])
		if want := fmt.Sprint(len(version) == 1 && version >= "1" && version <= "8"); optest.At(data, "valid") != want {
			t.Errorf("%s: valid is %s, want %s", row[0], optest.At(data, "valid"), want)
		}
	}
}

// Whatever is generated is found valid, as what it was made.
func TestValidateWhatIsGenerated(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		version := rapid.SampledFrom([]string{"1", "4", "6", "7"}).Draw(rt, "version")
		format := rapid.SampledFrom([]string{"standard", "compact", "urn", "braces", "base62", "base64url", "integer"}).Draw(rt, "format")
		made := optest.Data(rt, generatorID, op.Query("version="+version+"&format="+format))
		data := optest.Data(rt, validateID, op.JSON(fmt.Appendf(nil, `{"uuid":%s,"version":%s,"format":%q}`, optest.At(made, "uuid"), version, format)))
		optest.Want(rt, data, "valid=true", "version="+version)
	})
}

// Any text has an answer; what is valid in the standard form is so for gofrs.
func FuzzValidate(f *testing.F) {
	for _, s := range []string{"", "919108f7-52d1-4320-9bac-f847db4148a8", "kZEI91LRQyCbrPhH20FIqA", "7n42DGM5Tflk9n8mt7Fhc8", "340282366920938463463374607431768211456", "{}", "urn:uuid:"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		data, refused := optest.Call(t, validateID, op.Query("strict=true&uuid="+url.QueryEscape(s)), op.SampleEnv())
		if refused != nil {
			return // too long, or not UTF-8
		}
		u, err := gofrs.FromString(s)
		want := err == nil && len(s) == 36 && (u.IsNil() || u == gofrs.Max || u.Variant() == gofrs.VariantRFC9562 && u.Version() >= 1 && u.Version() <= 8)
		if got := optest.At(data, "valid"); got != fmt.Sprint(want) {
			t.Errorf("%q: valid is %s, gofrs says %v", s, got, want)
		}
	})
}
