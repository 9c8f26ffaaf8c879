package converters_test

import (
	"testing"

	"toolcrib/internal/op/optest"
)

func TestSpeed(t *testing.T) {
	const contract = "contract, section 13 (GNU units 2.22, Python)"
	optest.Table(t, "speed-converter", []optest.Case{
		{Name: "speed limit", In: `{"value":60,"from":"mph","to":"km/h"}`, Want: `{"result":96.56064,"exact":true,"factor":1.609344}`, Source: contract},
		{Name: "metres per second", In: `{"value":100,"from":"km/h","to":"m/s"}`, Want: `{"result":27.7777777777778,"exact":false,"factor":0.277777777777778}`, Source: contract},
		{Name: "knot", In: `{"value":1,"from":"kn","to":"m/s"}`, Want: `{"result":0.514444444444444,"exact":false}`, Source: contract},
		{Name: "light", In: `{"value":1,"from":"c","to":"km/h"}`, Want: `{"result":1079252848.8,"exact":true}`, Source: contract},
		{Name: "pace to pace", In: `{"value":5,"from":"min/km","to":"min/mi"}`, Want: `{"result":8.04672,"exact":true,"factor":1.609344}`, Source: contract},
		{Name: "pace to speed", In: `{"value":8,"from":"min/mi","to":"km/h"}`, Want: `{"result":12.07008,"exact":true,"factor":null}`, Source: contract},
		{Name: "runner", In: `{"value":12,"from":"km/h","to":"mph"}`, Want: `{"result":7.45645430684801,"exact":false}`, Source: contract},
		{Name: "speed to pace", In: `{"value":12,"from":"km/h","to":"min/km"}`, Want: `{"result":5,"exact":true,"factor":null,"expression":"12 km/h = 5 min/km"}`, Source: "60/12"},
		{Name: "swimmer", In: `{"value":100,"from":"s/100m","to":"m/s"}`, Want: `{"result":1,"exact":true,"factor":null}`, Source: "100 m in 100 s"},
		{Name: "mach", In: `{"value":1,"from":"Mach","to":"m/s"}`, Want: `{"result":340.294,"exact":false,"factor":340.294}`, Source: contract},
		{Name: "mach to itself", In: `{"value":2,"from":"mach","to":"mach"}`, Want: `{"result":2,"exact":true,"factor":1}`, Source: "a number is itself"},
		{Name: "short spellings", Query: "value=36&from=kmh&to=mps", Want: `{"result":10,"from":{"symbol":"km/h","name":"kilometre per hour"},"to":{"symbol":"m/s","name":"metre per second"}}`, Source: contract},
		{Name: "slashes in a query", Query: "value=10&from=m/s&to=km/h", Want: `{"result":36,"exact":true}`, Source: contract},
		{Name: "kph", Query: "value=36&from=kph&to=m%2Fs", Want: `{"result":10,"exact":true}`, Source: contract},
		{Name: "pace in a query", Query: "value=30&from=s/100m&to=min/km", Want: `{"result":5,"exact":true}`, Source: "300 s for 1000 m"},
		{Name: "backwards", In: `{"value":-10,"from":"m/s","to":"km/h"}`, Want: `{"result":-36,"exact":true}`, Source: "a velocity has a sign"},
		{Name: "standing still, everywhere", In: `{"value":0,"from":"km/h"}`, Want: `{"all.m/s":0,"all.mach":0,"all.min/km":null,"all.min/mi":null,"all.s/100m":null}`, Source: "contract, C4: what does not apply is null"},
		{Name: "a pace everywhere", In: `{"value":5,"from":"min/km"}`, Want: `{"all.km/h":12,"all.m/s":3.33333333333333,"all.min/km":5,"all.min/mi":8.04672,"all.s/100m":30}`, Source: contract},
	})
}
