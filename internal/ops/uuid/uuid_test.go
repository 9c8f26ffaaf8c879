package uuid_test

import (
	"bytes"
	"context"
	"encoding/json"
	"math/big"
	"net/url"
	"strings"
	"testing"
	"time"

	gofrs "github.com/gofrs/uuid/v5"
	"pgregory.net/rapid"

	"toolcrib/internal/op"
	"toolcrib/internal/op/optest"
	_ "toolcrib/internal/ops/uuid"
)

const generatorID = "uuid-generator"

// The worked examples of the contract, and its forms of one UUID.
func TestGenerateExamples(t *testing.T) {
	const v8 = "version=8&custom=919108f752d143209bacf847db4148a8"
	tests := map[string][]string{
		"version=5&namespace=dns&name=www.example.com":                                           {`uuid="2ed6657d-e927-568b-95e1-2665a8aea6a2"`, "version=5", `format="standard"`, "count=1", `uuids.0="2ed6657d-e927-568b-95e1-2665a8aea6a2"`},
		"version=v3&namespace=DNS&name=www.example.com":                                          {`uuid="5df41881-3aed-3515-88a7-2f4a814cf09e"`, "version=3"},
		"version=5&namespace=dns&name=%C3%A9":                                                    {`uuid="ebfe0af8-3997-5ade-b634-ba92cf69f557"`},
		"version=5&namespace=url&name=https%3A%2F%2Fexample.com%2F":                              {`uuid="dd2c1780-811a-5296-81c5-178a0ef488bc"`},
		"version=5&namespace=6BA7B810-9DAD-11D1-80B4-00C04FD430C8&name=www.example.com":          {`uuid="2ed6657d-e927-568b-95e1-2665a8aea6a2"`},
		"version=5&namespace=%7B6ba7b810-9dad-11d1-80b4-00c04fd430c8%7D&name=www.example.com":    {`uuid="2ed6657d-e927-568b-95e1-2665a8aea6a2"`},
		"version=5&namespace=urn:uuid:6ba7b810-9dad-11d1-80b4-00c04fd430c8&name=www.example.com": {`uuid="2ed6657d-e927-568b-95e1-2665a8aea6a2"`},
		"version=5&namespace=dns&name=www.example.com&count=2&format=compact&uppercase=true":     {`uuids=["2ED6657DE927568B95E12665A8AEA6A2","2ED6657DE927568B95E12665A8AEA6A2"]`},
		"version=5&namespace=x500&name=":                                                         {`uuid="b4bdf874-8c03-5bd8-8fd7-5e409dfd82c0"`},
		"version=max&format=base62":                                                              {`uuid="7n42DGM5Tflk9n8mt7Fhc7"`, `version="max"`},
		"version=nil&format=base62&count=2":                                                      {`uuids=["0000000000000000000000","0000000000000000000000"]`, `version="nil"`},
		"version=MAX&format=integer":                                                             {`uuid="340282366920938463463374607431768211455"`},
		"version=nil&format=integer":                                                             {`uuid="0"`},
		"version=max&format=urn&uppercase=true":                                                  {`uuid="urn:uuid:FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF"`},
		"version=nil&format=braces":                                                              {`uuid="{00000000-0000-0000-0000-000000000000}"`},
		v8:                                                                                       {`uuid="919108f7-52d1-8320-9bac-f847db4148a8"`, "version=8"},
		v8 + "&format=base64url&uppercase=true":                                                  {`uuid="kZEI91LRgyCbrPhH20FIqA"`},
		"version=8&custom=2489E9AD2EE20E000EC932D5F69181C0":                                      {`uuid="2489e9ad-2ee2-8e00-8ec9-32d5f69181c0"`},
	}
	for query, want := range tests {
		t.Run(query, func(t *testing.T) { optest.Want(t, optest.Data(t, generatorID, op.Query(query)), want...) })
	}
}

// With the entropy of a UUID of RFC 9562, in the base62 and base64url of the contract.
func TestGenerateForms(t *testing.T) {
	env := op.SampleEnv()
	for format, want := range map[string]string{
		"standard": "919108f7-52d1-4320-9bac-f847db4148a8", "base62": "4QgAS76dLuYGIOevxRNdwe", "base64url": "kZEI91LRQyCbrPhH20FIqA",
	} {
		env.Random = bytes.NewReader([]byte{0x91, 0x91, 0x08, 0xf7, 0x52, 0xd1, 0x03, 0x20, 0x1b, 0xac, 0xf8, 0x47, 0xdb, 0x41, 0x48, 0xa8})
		data, _ := optest.Call(t, generatorID, op.Query("format="+format), env)
		optest.Want(t, data, `uuid="`+want+`"`, "version=4")
	}
}

func TestGenerateShape(t *testing.T) {
	data := optest.Data(t, generatorID, op.Query(""))
	if got := optest.Keys(t, data, ""); got != "uuid uuids version format count" {
		t.Errorf("members are %s", got)
	}
	for body, want := range map[string]string{`{"version":7}`: "7", `{"version":"v7"}`: "7", `{"version":7.0}`: "7", `{"version":"7"}`: "7", `{"version":"Nil"}`: `"nil"`} {
		if got := optest.At(optest.Data(t, generatorID, op.JSON([]byte(body))), "version"); got != want {
			t.Errorf("version of %s is %s, want %s", body, got, want)
		}
	}
}

// Times: the instant of the contract's validate examples, with offset and
// without seconds.
func TestGenerateAtATime(t *testing.T) {
	tests := map[string]string{
		"version=7&time=2022-02-22T19:22:22Z":                  "017f22e2-79b0-7000-",
		"version=7&time=2022-02-22T14:22:22.0009999-05:00":     "017f22e2-79b0-7fff-",
		"version=7&time=2022-02-22t19:22z":                     "017f22e2-23c0-7000-", // 22 s earlier
		"version=1&time=2022-02-22T14:22:22-05:00":             "c232ab00-9414-11ec-",
		"version=6&time=2022-02-22T19:22:22.000000000%2B00:00": "1ec9414c-232a-6b00-",
		"version=6&time=1582-10-15T00:00:00Z":                  "00000000-0000-6000-",
		"version=7&time=1970-01-01T00:00:00Z":                  "00000000-0000-7000-",
		"version=7":                                            "01a1f82f-1e80-7000-", // the sample clock, 2026-11-20T09:00Z
	}
	for query, prefix := range tests {
		if got := optest.At(optest.Data(t, generatorID, op.Query(query)), "uuid"); !strings.HasPrefix(got, `"`+prefix) {
			t.Errorf("%s makes %s, want %s…", query, got, prefix)
		}
	}
}

func TestGenerateRefusals(t *testing.T) {
	tests := map[string]string{
		"version=2":                          "version:not_allowed",
		"version=9":                          "version:not_allowed",
		"version=":                           "version:not_allowed",
		"count=0":                            "count:out_of_range",
		"count=101":                          "count:out_of_range",
		"count=1.5&format=hex&uppercase=yes": "count:invalid_number format:not_allowed uppercase:invalid_type",
		"version=5":                          "namespace:required name:required",
		"version=3&name=x":                   "namespace:required",
		"version=3&namespace=dns":            "name:required",
		"version=5&namespace=web&name=x":     "namespace:invalid_format",
		"version=5&namespace=&name=x":        "namespace:too_short",
		"version=5&namespace=dns&name=" + strings.Repeat("x", 4097): "name:too_long",
		"namespace=dns&name=x":                "namespace:conflict name:conflict",
		"version=7&custom=0":                  "custom:invalid_format",
		"version=4&time=2022-02-22T19:22:22Z": "time:conflict",
		"version=8":                           "custom:required",
		"version=8&custom=2489E9AD-2EE2-0E00-0EC9-32D5F69181C0": "custom:invalid_format",
		"version=7&custom=2489E9AD2EE20E000EC932D5F69181C0":     "custom:conflict",
		"version=nil&time=x":                  "time:conflict time:invalid_datetime",
		"version=7&time=2022-02-22":           "time:invalid_datetime",
		"version=7&time=2022-02-22T19:22:22":  "time:invalid_datetime",
		"version=7&time=2022-02-30T19:22:22Z": "time:invalid_datetime",
		"version=7&time=2022-02-22T24:00:00Z": "time:invalid_datetime",
		"version=7&time=1969-12-31T23:59:59Z": "time:out_of_range",
		"version=1&time=1582-10-14T23:59:59Z": "time:out_of_range",
		"version=6&time=9999-12-31T23:59:59Z": "time:out_of_range",
		"n=5":                                 "n:unknown_field",
	}
	for query, want := range tests {
		t.Run(query[:min(len(query), 60)], func(t *testing.T) {
			if got := optest.Refusal(t, generatorID, op.Query(query)); got != want {
				t.Errorf("got %s, want %s", got, want)
			}
		})
	}
}

// Whatever the format, the UUIDs of a reply read back as their version, are
// distinct, and those of versions 6 and 7 increase.
func TestGenerateReadsBack(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		version := rapid.SampledFrom([]string{"1", "4", "6", "7"}).Draw(rt, "version")
		format := rapid.SampledFrom([]string{"standard", "compact", "urn", "braces", "integer"}).Draw(rt, "format")
		env := op.SampleEnv()
		at := time.Unix(rapid.Int64Range(0, 1e10).Draw(rt, "seconds"), rapid.Int64Range(0, 999_999_999).Draw(rt, "nanos"))
		env.Now = func() time.Time { return at }
		query := url.Values{"version": {version}, "format": {format}, "count": {"100"}, "uppercase": {rapid.SampledFrom([]string{"true", "false"}).Draw(rt, "uppercase")}}
		data, _ := optest.Call(rt, generatorID, op.Query(query.Encode()), env)
		var answer struct {
			UUID  string
			UUIDs []string
		}
		if err := json.Unmarshal(data, &answer); err != nil || len(answer.UUIDs) != 100 || answer.UUID != answer.UUIDs[0] {
			rt.Fatalf("%s: %v", data, err)
		}
		last := gofrs.UUID{}
		for _, text := range answer.UUIDs {
			u := readBack(rt, text, format)
			if string('0'+rune(u.Version())) != version || u == last || version >= "6" && bytes.Compare(u[:], last[:]) <= 0 {
				rt.Fatalf("%s after %s in %s", u, last, query.Encode())
			}
			last = u
		}
	})
}

func readBack(t *rapid.T, text, format string) (u gofrs.UUID) {
	if format == "integer" {
		n, ok := new(big.Int).SetString(text, 10)
		if !ok {
			t.Fatalf("%q is no integer", text)
		}
		n.FillBytes(u[:])
		return u
	}
	u, err := gofrs.FromString(strings.Replace(strings.ToLower(text), "urn:uuid:", "", 1))
	if err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	return u
}

func TestGenerateFailsWithItsSource(t *testing.T) {
	o := op.Find(generatorID)
	in, err := o.Decode(op.Query("version=7"), op.DefaultLimits())
	if err != nil {
		t.Fatal(err)
	}
	env := op.SampleEnv()
	env.Random = bytes.NewReader(nil)
	if _, err := o.Run(env.With(context.Background()), in); err == nil {
		t.Error("a UUID without randomness was made")
	}
}
