package uuid_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"toolcrib/internal/op"
	"toolcrib/internal/op/optest"
)

const batchID = "uuid-batch"

func TestBatchExamples(t *testing.T) {
	tests := map[string][]string{
		`{"version":5,"namespace":"url","names":["https://example.com/"]}`: {`uuids=["dd2c1780-811a-5296-81c5-178a0ef488bc"]`, "version=5", `format="standard"`, "count=1"},
		`{"version":5,"namespace":"dns","names":["www.example.com","é","www.example.com"],"count":3}`: {
			`uuids=["2ed6657d-e927-568b-95e1-2665a8aea6a2","ebfe0af8-3997-5ade-b634-ba92cf69f557","2ed6657d-e927-568b-95e1-2665a8aea6a2"]`, "count=3"},
		`{"version":"v3","namespace":"dns","name":"www.example.com","format":"compact","uppercase":true}`: {`uuids=["5DF418813AED351588A72F4A814CF09E"]`},
		`{"version":"max"}`: {`uuids=["ffffffff-ffff-ffff-ffff-ffffffffffff"]`, `version="max"`},
		`{"version":8,"custom":"2489E9AD2EE20E000EC932D5F69181C0"}`: {`uuids=["2489e9ad-2ee2-8e00-8ec9-32d5f69181c0"]`},
		`{}`: {"count=1", "version=4", "uuids.1=absent"},
	}
	for body, want := range tests {
		t.Run(body, func(t *testing.T) { optest.Want(t, optest.Data(t, batchID, op.JSON([]byte(body))), want...) })
	}
	if got := optest.Keys(t, optest.Data(t, batchID, op.JSON([]byte(`{}`))), ""); got != "uuids version format count" {
		t.Errorf("members are %s", got)
	}
}

// A thousand are all different, whatever the version and form, and increase
// where the version sorts.
func TestBatchIsDistinct(t *testing.T) {
	for _, version := range []string{"1", "4", "6", "7"} {
		for _, format := range []string{"standard", "base62"} {
			var answer struct{ UUIDs []string }
			data := optest.Data(t, batchID, op.JSON([]byte(`{"version":`+version+`,"count":1000,"format":"`+format+`"}`)))
			if err := json.Unmarshal(data, &answer); err != nil || len(answer.UUIDs) != 1000 {
				t.Fatalf("version %s: %d UUIDs, %v", version, len(answer.UUIDs), err)
			}
			if version >= "6" && !slices.IsSorted(answer.UUIDs) {
				t.Errorf("version %s in %s does not increase", version, format)
			}
			slices.Sort(answer.UUIDs)
			if len(slices.Compact(answer.UUIDs)) != 1000 {
				t.Errorf("version %s in %s repeats itself", version, format)
			}
		}
	}
}

func TestBatchRefusals(t *testing.T) {
	long := `"` + strings.Repeat("x", 4097) + `"`
	for body, want := range map[string]string{
		`{"count":0}`:    "count:out_of_range",
		`{"count":1001}`: "count:out_of_range",
		`{"version":5}`:  "namespace:required names:required",
		`{"version":5,"namespace":"dns","names":[]}`:                      "names:too_short",
		`{"version":5,"namespace":"dns","names":["a",` + long + `]}`:      "names[1]:too_long",
		`{"version":5,"namespace":"dns","name":"a","names":["b"]}`:        "names:conflict",
		`{"version":5,"namespace":"dns","names":["a","b"],"count":3}`:     "count:conflict",
		`{"version":5,"namespace":"dns","name":"a","count":2}`:            "count:conflict",
		`{"version":"nil","count":2}`:                                     "count:conflict",
		`{"version":7,"names":["a"]}`:                                     "names:conflict",
		`{"version":4,"name":"a"}`:                                        "name:conflict",
		`{"version":7,"time":"1969-12-31T23:59:59Z"}`:                     "time:out_of_range",
		`{"names":["` + strings.Repeat(`a","`, 1000) + `a"],"version":5}`: "names:too_many_items",
		`{"names":"a"}`: "names:invalid_type",
	} {
		if got := optest.Refusal(t, batchID, op.JSON([]byte(body))); got != want {
			t.Errorf("%.80s: got %s, want %s", body, got, want)
		}
	}
}
