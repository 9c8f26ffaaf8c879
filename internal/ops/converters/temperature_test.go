package converters_test

import (
	"testing"

	"toolcrib/internal/op/optest"
)

func TestTemperature(t *testing.T) {
	const contract = "contract, section 14 (GNU units 2.22, Python)"
	optest.Table(t, "temperature-converter", []optest.Case{
		{Name: "body", In: `{"value":98.6,"from":"F","to":"C"}`, Want: `{"result":37,"exact":true,"factor":null,"expression":"98.6 F = 37 C"}`, Source: contract},
		{Name: "body in Fahrenheit", In: `{"value":36.6,"from":"C","to":"F"}`, Want: `{"result":97.88,"exact":true}`, Source: contract},
		{Name: "where both meet", In: `{"value":-40,"from":"C","to":"F"}`, Want: `{"result":-40,"exact":true}`, Source: contract},
		{Name: "absolute zero", In: `{"value":0,"from":"K","to":"F"}`, Want: `{"result":-459.67,"exact":true}`, Source: contract},
		{Name: "Rankine", In: `{"value":0,"from":"C","to":"R"}`, Want: `{"result":491.67,"exact":true}`, Source: contract},
		{Name: "Réaumur", In: `{"value":100,"from":"C","to":"Re"}`, Want: `{"result":80,"exact":true}`, Source: contract},
		{Name: "freezing", In: `{"value":32,"from":"°F","to":"°C"}`, Want: `{"result":0,"exact":true}`, Source: "contract, section 11: peers answer 5.68e-14"},
		{Name: "boiling on every scale", In: `{"value":100,"from":"celsius","to":"ALL"}`, Want: `{"all":{"C":100,"F":212,"K":373.15,"R":671.67,"De":0,"N":33,"Re":80,"Ro":60}}`, Source: "fixed points of the scales"},
		{Name: "freezing on every scale", In: `{"value":0,"from":"C"}`, Want: `{"all":{"C":0,"F":32,"K":273.15,"R":491.67,"De":150,"N":0,"Re":0,"Ro":7.5}}`, Source: "fixed points of the scales"},
		{Name: "absolute zero on every scale", In: `{"value":0,"from":"K"}`, Want: `{"all":{"C":-273.15,"F":-459.67,"K":0,"R":0,"De":559.725,"N":-90.1395,"Re":-218.52,"Ro":-135.90375}}`, Source: "contract, section 14, rule"},
		{Name: "limit itself", In: `{"value":559.725,"from":"De","to":"K"}`, Want: `{"result":0,"exact":true}`, Source: "contract, section 14, rule"},
		{Name: "difference", In: `{"value":10,"from":"C","to":"F","delta":true}`, Want: `{"result":18,"exact":true,"factor":1.8}`, Source: contract},
		{Name: "difference on every scale", In: `{"value":10,"from":"C","delta":true}`, Want: `{"factor":null,"all":{"C":10,"F":18,"K":10,"R":18,"De":-15,"N":3.3,"Re":8,"Ro":5.25}}`, Source: "contract, section 14, rule"},
		{Name: "large fall", In: `{"value":-1000,"from":"K","to":"C","delta":true}`, Want: `{"result":-1000,"exact":true,"factor":1}`, Source: "a difference has no absolute zero"},
		{Name: "no factor between absolute scales", In: `{"value":1,"from":"K","to":"R"}`, Want: `{"result":1.8,"exact":true,"factor":null}`, Source: "contract, section 14: null unless delta"},
		{Name: "degree signs in a query", Query: "value=25&from=%C2%B0C&to=%E2%84%89", Want: `{"result":77,"to":{"symbol":"F","name":"Fahrenheit"}}`, Source: contract},
		{Name: "names", In: `{"value":0,"from":"degrees Celsius","to":"rømer"}`, Want: `{"result":7.5,"to":{"symbol":"Ro","name":"Rømer"}}`, Source: contract},
		{Name: "rounded", In: `{"value":100,"from":"F","to":"C","precision":1}`, Want: `{"result":37.8,"exact":false}`, Source: "340/9"},
		{Name: "too cold", In: `{"value":-274,"from":"C","to":"F"}`, Wrong: []string{"value below_absolute_zero"}, Source: contract},
		{Name: "too cold for all", In: `{"value":-274,"from":"C"}`, Wrong: []string{"value below_absolute_zero"}, Source: contract},
	})
}
