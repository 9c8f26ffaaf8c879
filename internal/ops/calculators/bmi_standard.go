package calculators

import "toolcrib/internal/num"

// bmiBand is a category: BMIs from the bound of the one before up to, but not
// including, its own.
type bmiBand struct {
	below     string // "" for the last
	id, label string
}

// bmiStandard is a row of bands in rising order, one of them called normal.
type bmiStandard []bmiBand

// standards are the published cut-offs. WHO counts thinness in three grades
// and obesity in three classes; the Asian action points of 2004 keep the
// former and name levels of risk; the Asia-Pacific scheme of 2000, followed by
// the Indian consensus of 2009, has one grade of underweight.
var standards = map[string]bmiStandard{
	"who": append(thinness,
		bmiBand{"25", "normal", "Normal weight"},
		bmiBand{"30", "overweight", "Overweight"},
		bmiBand{"35", "obese_class_1", "Obesity class I"},
		bmiBand{"40", "obese_class_2", "Obesity class II"},
		bmiBand{"", "obese_class_3", "Obesity class III"}),
	"asian": append(thinness,
		bmiBand{"23", "normal", "Normal weight"},
		bmiBand{"27.5", "increased_risk", "Increased risk"},
		bmiBand{"32.5", "high_risk", "High risk"},
		bmiBand{"37.5", "high_risk_2", "High risk, level 2"},
		bmiBand{"", "high_risk_3", "High risk, level 3"}),
	"asia_pacific": {
		{"18.5", "underweight", "Underweight"},
		{"23", "normal", "Normal weight"},
		{"25", "overweight", "Overweight"},
		{"30", "obese_1", "Obesity class I"},
		{"", "obese_2", "Obesity class II"},
	},
}

// thinness is shared; its capacity is its length, so that append copies it.
var thinness = bmiStandard{
	{"16", "severe_thinness", "Severe thinness"},
	{"17", "moderate_thinness", "Moderate thinness"},
	{"18.5", "mild_thinness", "Mild thinness"},
}

// classify finds the band of a BMI of two decimals.
func (s bmiStandard) classify(bmi num.Dec) bmiBand {
	for _, band := range s[:len(s)-1] {
		if bmi.Cmp(num.D(band.below)) < 0 {
			return band
		}
	}
	return s[len(s)-1]
}

// normal is the least and the greatest BMI of two decimals that is normal.
func (s bmiStandard) normal() (least, most num.Dec) {
	for i, band := range s {
		if band.id == "normal" {
			return num.D(s[i-1].below), num.D(band.below).Sub(num.D("0.01"))
		}
	}
	panic("calculators: a BMI standard without a normal band")
}
