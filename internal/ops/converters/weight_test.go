package converters_test

import (
	"testing"

	"toolcrib/internal/op/optest"
)

func TestWeight(t *testing.T) {
	const contract = "contract, section 15 (GNU units 2.22, Python)"
	optest.Table(t, "weight-converter", []optest.Case{
		{Name: "to pounds", In: `{"value":70,"from":"kg","to":"lb"}`, Want: `{"result":154.323583529414,"exact":false}`, Source: contract},
		{Name: "to kilograms", In: `{"value":150,"from":"lb","to":"kg"}`, Want: `{"result":68.0388555,"exact":true,"factor":0.45359237}`, Source: contract},
		{Name: "tola", In: `{"value":1,"from":"tola","to":"g"}`, Want: `{"result":11.6638038,"exact":true}`, Source: contract},
		{Name: "maund", In: `{"value":1,"from":"maund","to":"kg"}`, Want: `{"result":37.32417216,"exact":true}`, Source: contract},
		{Name: "seer", In: `{"value":1,"from":"maund","to":"seer"}`, Want: `{"result":40,"exact":true}`, Source: contract},
		{Name: "stone", In: `{"value":10,"from":"st","to":"lb"}`, Want: `{"result":140,"exact":true,"from":{"symbol":"st","name":"stone"}}`, Source: contract},
		{Name: "troy ounce", In: `{"value":1,"from":"ozt","to":"oz"}`, Want: `{"result":1.09714285714286,"exact":false}`, Source: contract},
		{Name: "pound", In: `{"value":1,"from":"pound","to":"kg"}`, Want: `{"result":0.45359237,"exact":true}`, Source: "contract, section 11: the peer answers 0.453592"},
		{Name: "slug", In: `{"value":1,"from":"slug","to":"kg"}`, Want: `{"result":14.5939029372064,"exact":false}`, Source: "contract, C13; NIST SP 811: 14.593903 kg"},
		{Name: "slug in pounds force", In: `{"value":1,"from":"slug","to":"lb"}`, Want: `{"result":32.1740485564304,"exact":false}`, Source: "standard gravity, 9.80665/0.3048 ft/s²"},
		{Name: "grains", In: `{"value":1,"from":"lb","to":"gr"}`, Want: `{"result":7000,"exact":true}`, Source: contract},
		{Name: "troy weights", In: `{"value":1,"from":"lbt","to":"dwt"}`, Want: `{"result":240,"exact":true}`, Source: contract},
		{Name: "tons", In: `{"value":112,"from":"us ton","to":"long-ton"}`, Want: `{"result":100,"exact":true}`, Source: contract},
		{Name: "hundredweights", In: `{"value":28,"from":"cwt_us","to":"cwt_uk"}`, Want: `{"result":25,"exact":true}`, Source: contract},
		{Name: "carats", In: `{"value":1,"from":"carat","to":"mg"}`, Want: `{"result":200,"exact":true}`, Source: contract},
		{Name: "micrograms", In: `{"value":1,"from":"mg","to":"μg"}`, Want: `{"result":1000,"to":{"symbol":"ug","name":"microgram"}}`, Source: contract},
		{Name: "tonne is the name of t", In: `{"value":1,"from":"tonne","to":"quintal"}`, Want: `{"result":10,"from":{"symbol":"t","name":"tonne"}}`, Source: contract},
		{Name: "nothing", In: `{"value":0,"from":"kg","to":"lb"}`, Want: `{"result":0,"exact":true}`, Source: contract},
		{Name: "negative", In: `{"value":-1,"from":"kg","to":"lb"}`, Wrong: []string{"value out_of_range"}, Source: contract},
		{Name: "ton", In: `{"value":1,"from":"kg","to":"ton"}`, Wrong: []string{"to invalid_unit"}, Source: contract},
	})
}
