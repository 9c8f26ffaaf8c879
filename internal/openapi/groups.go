package openapi

// serviceGroup holds the endpoints that are about the service itself.
const serviceGroup = "service"

// groups says what each group of operations is for. A group that is missing
// here fails the tests.
var groups = map[string]string{
	"calculators":  "Everyday sums: percentages, discounts, tips, tax and body measures, exact in decimal.",
	"converters":   "Units and number bases, by their exact legal definitions.",
	"data":         "CSV, JSON and XML: convert, format and validate without altering a digit.",
	"date":         "Ages, durations, time zones and Unix time.",
	"design":       "Pieces for screens and print: CSS, QR codes and social images.",
	"developer":    "Encodings that programmers meet every day.",
	"finance":      "Loans, deposits and savings plans, by the formulas that banks use.",
	"format":       "Source code, laid out for reading.",
	"productivity": "Small decisions and work rhythms.",
	"security":     "Digests and passwords.",
	"text":         "Counting, sorting, comparing and rewriting text, in Unicode throughout.",
	"uuid":         "Universally unique identifiers (RFC 9562).",
	serviceGroup:   "What a key has left, which operations there are, and whether the service is up. Costs no units.",
}
