package converters_test

import (
	"testing"

	"toolcrib/internal/op/optest"
)

// The worked examples of the contract, and definitions that no rounding blurs.
func TestLength(t *testing.T) {
	const contract = "contract, section 12 (GNU units 2.22, Python)"
	optest.Table(t, "length-converter", []optest.Case{
		{Name: "marathon", In: `{"value":26.2,"from":"mi","to":"km"}`, Want: `{"result":42.1648128,"exact":true,"factor":1.609344,"expression":"26.2 mi = 42.1648128 km"}`, Source: contract},
		{Name: "to miles", In: `{"value":100,"from":"km","to":"mi"}`, Want: `{"result":62.1371192237334,"exact":false,"factor":0.621371192237334}`, Source: contract},
		{Name: "to inches", In: `{"value":1,"from":"m","to":"in"}`, Want: `{"result":39.3700787401575,"exact":false}`, Source: contract},
		{Name: "survey foot", In: `{"value":1,"from":"ft_us","to":"m"}`, Want: `{"result":0.304800609601219,"exact":false,"from":{"symbol":"ft_us","name":"US survey foot"}}`, Source: contract},
		{Name: "fathoms", In: `{"value":6,"from":"fathom","to":"m"}`, Want: `{"result":10.9728,"exact":true}`, Source: contract},
		{Name: "light year", In: `{"value":1,"from":"ly","to":"km"}`, Want: `{"result":9460730472580.8,"exact":true}`, Source: contract},
		{Name: "parsec", In: `{"value":1,"from":"pc","to":"m"}`, Want: `{"result":30856775814913700,"exact":false}`, Source: contract},
		{Name: "inch", In: `{"value":1,"from":"inch","to":"cm"}`, Want: `{"result":2.54,"exact":true}`, Source: "contract, section 11: the peer answers 2.5399999187200026"},
		{Name: "mile", In: `{"value":1,"from":"MILES","to":"km"}`, Want: `{"result":1.609344,"exact":true}`, Source: "contract, section 11: the peer answers 1.60934394850099"},
		{Name: "nautical miles", In: `{"value":55560,"from":"m","to":"nmi"}`, Want: `{"result":30,"exact":true}`, Source: "contract, section 11: the peer answers 30.000000000000007"},
		{Name: "gaj", In: `{"value":1,"from":"gaj","to":"m"}`, Want: `{"result":0.9144,"exact":true,"from":{"symbol":"yd","name":"yard"}}`, Source: contract},
		{Name: "thou", In: `{"value":1000,"from":"thou","to":"in"}`, Want: `{"result":1,"exact":true}`, Source: contract},
		{Name: "survey mile", In: `{"value":1,"from":"mi_us","to":"ft_us"}`, Want: `{"result":5280,"exact":true}`, Source: contract},
		{Name: "negative", In: `{"value":-1,"from":"ft","to":"m"}`, Want: `{"result":-0.3048,"exact":true,"expression":"-1 ft = -0.3048 m"}`, Source: contract},
		{Name: "rounded", In: `{"value":100,"from":"km","to":"mi","precision":2}`, Want: `{"result":62.14,"exact":false,"factor":0.621371192237334}`, Source: "contract, section 11"},
		{Name: "exact in fewer decimals", In: `{"value":1,"from":"in","to":"cm","precision":2}`, Want: `{"result":2.54,"exact":true}`, Source: "contract, section 11"},
		{Name: "micrometre", Query: "value=1&from=%C2%B5m&to=nm", Want: `{"result":1000,"from":{"symbol":"um","name":"micrometre"},"to":{"symbol":"nm","name":"nanometre"}}`, Source: "contract, sections 11 and 12"},
		{Name: "US spelling", In: `{"value":1,"from":"Kilo_Meters","to":"nautical-mile","precision":15}`, Want: `{"result":0.539956803455724,"exact":false}`, Source: "1/1.852, GNU units 2.22"},
		{Name: "beyond 10^15", In: `{"value":1,"from":"ly","to":"pm"}`, Want: `{"result":9460730472580800000000000000,"exact":true}`, Source: "contract, C13"},
	})
}
