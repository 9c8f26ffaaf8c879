package units

// Length is measured in metres.
var Length = dimension("length", nil,
	unit("km", "1000", "kilometre, kilometres, kilometer, kilometers"),
	unit("m", "1", "metre, metres, meter, meters"),
	unit("dm", "0.1", "decimetre, decimetres, decimeter, decimeters"),
	unit("cm", "0.01", "centimetre, centimetres, centimeter, centimeters"),
	unit("mm", "1e-3", "millimetre, millimetres, millimeter, millimeters"),
	unit("um μm", "1e-6", "micrometre, micrometres, micrometer, micrometers, micron, microns"),
	unit("nm", "1e-9", "nanometre, nanometres, nanometer, nanometers"),
	unit("pm", "1e-12", "picometre, picometres, picometer, picometers"),
	unit("angstrom Å", "1e-10", "angstrom, angstroms, ångström, ångströms"),
	unit("in", "0.0254", "inch, inches"),
	unit("ft", "0.3048", "foot, feet, international foot, international feet"),
	unit("yd", "0.9144", "yard, yards, gaj"),
	unit("mi", "1609.344", "mile, miles, international mile, international miles, statute mile, statute miles"),
	unit("mil", "0.001*0.0254", "mil, mils, thou, thous"),
	unit("hand", "4*0.0254", "hand, hands"),
	unit("fathom", "6*0.3048", "fathom, fathoms"),
	unit("rod", "16.5*0.3048", "rod, rods"),
	unit("chain", "66*0.3048", "chain, chains"),
	unit("furlong", "660*0.3048", "furlong, furlongs"),
	unit("league", "3*1609.344", "league, leagues"),
	unit("cable", "0.1*1852", "cable, cables, cable length, cable lengths"),
	unit("nmi", "1852", "nautical mile, nautical miles, international nautical mile, international nautical miles"),
	unit("ft_us", "1200/3937", "US survey foot, US survey feet, survey foot, survey feet"),
	unit("mi_us", "5280*1200/3937", "US survey mile, US survey miles, survey mile, survey miles"),
	unit("au", "149597870700", "astronomical unit, astronomical units"),                          // IAU 2012, resolution B2
	unit("ly", "299792458*86400*365.25", "light year, light years"),                              // 365.25 days at c (IAU)
	measured("pc", "648000*149597870700/3.141592653589793238462643383279503", "parsec, parsecs"), // 648000/π au: IAU 2015, resolution B2
)
