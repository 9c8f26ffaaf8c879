package main

import (
	"regexp"
	"strings"
)

var separator = regexp.MustCompile(`[^A-Za-z0-9]+`)

// words cuts a path, an operationId or a field's name into lower-case words.
func words(s string) []string {
	return strings.Split(strings.Trim(separator.ReplaceAllString(strings.ToLower(s), " "), " "), " ")
}

// initialisms are written in capitals in Go.
var initialisms = map[string]string{
	"ai": "AI", "api": "API", "apr": "APR", "bic": "BIC", "bmi": "BMI", "cpu": "CPU", "css": "CSS", "csv": "CSV",
	"eci": "ECI", "emi": "EMI", "epc": "EPC", "fd": "FD", "gst": "GST", "hmac": "HMAC", "html": "HTML", "http": "HTTP",
	"iban": "IBAN", "id": "ID", "ids": "IDs", "igst": "IGST", "cgst": "CGST", "sgst": "SGST", "utgst": "UTGST", "iso": "ISO",
	"jpeg": "JPEG", "json": "JSON", "md5": "MD5", "og": "OG", "png": "PNG", "ppf": "PPF", "px": "Px", "qr": "QR", "sha1": "SHA1",
	"sha256": "SHA256", "sha384": "SHA384", "sha512": "SHA512", "sip": "SIP", "sms": "SMS", "svg": "SVG",
	"tdee": "TDEE", "tin": "TIN", "upi": "UPI", "urn": "URN", "vcard": "VCard", "base64url": "Base64URL", "uri": "URI", "url": "URL", "utc": "UTC", "utf8": "UTF8", "uuid": "UUID",
	"uuids": "UUIDs", "xml": "XML", "xsd": "XSD", "yaml": "YAML", "hsn": "HSN", "rfc": "RFC", "ascii": "ASCII",
}

// exported writes words as an exported Go name.
func exported(list []string) string {
	var b strings.Builder
	for _, w := range list {
		if w == "" {
			continue
		}
		if up, ok := initialisms[w]; ok {
			b.WriteString(up)
		} else {
			b.WriteString(strings.ToUpper(w[:1]) + w[1:])
		}
	}
	name := b.String()
	if name == "" || name[0] >= '0' && name[0] <= '9' {
		name = "N" + name
	}
	return name
}

// snake writes words as a Python name.
func snake(list []string) string { return strings.Join(list, "_") }

// singular is one of what a plural names.
func singular(word string) string {
	for _, end := range []struct{ plural, singular string }{
		{"ies", "y"}, {"sses", "ss"}, {"shes", "sh"}, {"ches", "ch"}, {"xes", "x"}, {"ss", "ss"}, {"us", "us"}, {"is", "is"}, {"s", ""},
	} {
		if stem, ok := strings.CutSuffix(word, end.plural); ok && stem != "" {
			return stem + end.singular
		}
	}
	return word
}
