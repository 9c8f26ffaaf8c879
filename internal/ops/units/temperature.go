package units

// Temperature is measured in kelvins. Kelvin, Celsius, Fahrenheit and Rankine
// follow NIST SP 811, section B.9. The others by their fixed points, freezing
// and boiling water: Delisle 150 and 0, Newton 0 and 33, Réaumur 0 and 80,
// Rømer 7.5 and 60.
var Temperature = dimension("temperature", nil,
	degree("C °C", "-273.15", "1", "Celsius, degree Celsius, degrees Celsius, centigrade, degree centigrade, degrees centigrade"),
	degree("F °F", "-459.67", "5/9", "Fahrenheit, degree Fahrenheit, degrees Fahrenheit"),
	degree("K", "0", "1", "kelvin, kelvins, degree kelvin, degrees kelvin"),
	degree("R °R", "0", "5/9", "Rankine, degree Rankine, degrees Rankine"),
	degree("De °De", "559.725", "-2/3", "Delisle, degree Delisle, degrees Delisle"),
	degree("N °N", "-90.1395", "100/33", "Newton, degree Newton, degrees Newton"),
	degree("Re °Re", "-218.52", "5/4", "Réaumur, degree Réaumur, degrees Réaumur, Reaumur, degree Reaumur, degrees Reaumur"),
	degree("Ro °Ro", "-135.90375", "40/21", "Rømer, degree Rømer, degrees Rømer, Romer, degree Romer, degrees Romer, Roemer, degree Roemer, degrees Roemer"),
)

// TemperatureDifference is how far two temperatures lie apart.
var TemperatureDifference = Temperature.differences()
