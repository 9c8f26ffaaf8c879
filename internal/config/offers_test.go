package config_test

import (
	"testing"

	"toolcrib/internal/config"
)

func TestOffers(t *testing.T) {
	for _, c := range []struct {
		enable, disable string
		json, csv, bmi  bool // json-formatter and csv-to-json of data, bmi-calculator of calculators
	}{
		{"", "", true, true, true},
		{"data", "", true, true, false},
		{" data , bmi-calculator,", "csv-to-json", true, false, true},
		{"csv-to-json", "data", false, false, false},
		{"", "data", false, false, true},
		{"none-such", "", false, false, false},
	} {
		s := config.Settings{OpsEnable: c.enable, OpsDisable: c.disable}
		json, csv, bmi := s.Offers("json-formatter", "data"), s.Offers("csv-to-json", "data"), s.Offers("bmi-calculator", "calculators")
		if json != c.json || csv != c.csv || bmi != c.bmi {
			t.Errorf("enable %q, disable %q: %v %v %v", c.enable, c.disable, json, csv, bmi)
		}
	}
}
