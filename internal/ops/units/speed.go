package units

// Speed is measured in metres per second.
var Speed = dimension("speed", nil,
	unit("m/s", "1", "metre per second, metres per second, meter per second, meters per second, mps"),
	unit("km/h", "1000/3600", "kilometre per hour, kilometres per hour, kilometer per hour, kilometers per hour, kmh, kph"),
	unit("mph", "1609.344/3600", "mile per hour, miles per hour"),
	unit("kn", "1852/3600", "knot, knots"),
	unit("ft/s", "0.3048", "foot per second, feet per second"),
	unit("in/s", "0.0254", "inch per second, inches per second"),
	unit("cm/s", "0.01", "centimetre per second, centimetres per second, centimeter per second, centimeters per second"),
	unit("km/s", "1000", "kilometre per second, kilometres per second, kilometer per second, kilometers per second"),
	unit("mi/s", "1609.344", "mile per second, miles per second"),
	unit("m/min", "1/60", "metre per minute, metres per minute, meter per minute, meters per minute"),
	unit("ft/min", "0.3048/60", "foot per minute, feet per minute"),
	unit("c", "299792458", "speed of light"),   // SI, 9th edition
	measured("mach", "340.294", "mach, machs"), // ISO 2533:1975, sea level
	perDistance("min/km", "1000/60", "minute per kilometre, minutes per kilometre, minute per kilometer, minutes per kilometer"),
	perDistance("min/mi", "1609.344/60", "minute per mile, minutes per mile"),
	perDistance("s/100m", "100", "second per 100 metres, seconds per 100 metres, second per 100 meters, seconds per 100 meters"),
)
