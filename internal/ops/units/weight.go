package units

// Weight is mass, measured in kilograms.
var Weight = dimension("weight",
	map[string][]string{
		"ton": {"t", "us_ton", "long_ton"}, "tons": {"t", "us_ton", "long_ton"},
		"cwt": {"cwt_us", "cwt_uk"}, "hundredweight": {"cwt_us", "cwt_uk"}, "hundredweights": {"cwt_us", "cwt_uk"},
	},
	unit("t", "1000", "tonne, tonnes, metric ton, metric tons"),
	unit("quintal", "100", "quintal, quintals"),
	unit("kg", "1", "kilogram, kilograms, kilogramme, kilogrammes"),
	unit("g", "1e-3", "gram, grams, gramme, grammes"),
	unit("mg", "1e-6", "milligram, milligrams, milligramme, milligrammes"),
	unit("ug μg", "1e-9", "microgram, micrograms, microgramme, microgrammes"),
	unit("ct", "0.0002", "carat, carats, metric carat, metric carats"),
	unit("lb", "0.45359237", "pound, pounds, lbs"),
	unit("oz", "0.45359237/16", "ounce, ounces"),
	unit("dr", "0.45359237/256", "dram, drams"),
	unit("gr", "0.45359237/7000", "grain, grains"),
	unit("st", "14*0.45359237", "stone, stones"),
	unit("us_ton", "2000*0.45359237", "US ton, US tons, short ton, short tons"),
	unit("long_ton", "2240*0.45359237", "long ton, long tons, imperial ton, imperial tons, UK ton, UK tons"),
	unit("cwt_us", "100*0.45359237", "US hundredweight, US hundredweights, short hundredweight, short hundredweights"),
	unit("cwt_uk", "112*0.45359237", "UK hundredweight, UK hundredweights, long hundredweight, long hundredweights"),
	unit("ozt", "480*0.45359237/7000", "troy ounce, troy ounces"),
	unit("lbt", "5760*0.45359237/7000", "troy pound, troy pounds"),
	unit("dwt", "24*0.45359237/7000", "pennyweight, pennyweights"),
	unit("slug", "0.45359237*9.80665/0.3048", "slug, slugs"),
	unit("tola", "180*0.45359237/7000", "tola, tolas"), // 180 gr: Regulation VII of 1833 (India)
	unit("seer", "80*180*0.45359237/7000", "seer, seers"),
	unit("maund", "40*80*180*0.45359237/7000", "maund, maunds"),
)
