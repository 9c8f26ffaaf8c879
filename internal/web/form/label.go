package form

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// written are words of names that are not written as they stand.
var written = map[string]string{
	"apr": "APR", "ascii": "ASCII", "base64": "Base64", "bmi": "BMI", "bom": "BOM", "cess": "cess", "cm": "cm",
	"blake2b": "BLAKE2b", "crc32": "CRC-32", "crlf": "CRLF", "css": "CSS", "csv": "CSV", "dst": "DST", "emi": "EMI", "gst": "GST", "hmac": "HMAC", "html": "HTML",
	"id": "ID", "in": "in", "iso": "ISO", "iso8601": "ISO 8601", "json": "JSON", "kg": "kg", "lb": "lb", "m": "m", "md5": "MD5", "ndjson": "NDJSON",
	"px": "px", "qr": "QR", "rfc2822": "RFC 2822", "sha1": "SHA-1", "sha224": "SHA-224", "sha256": "SHA-256", "sha3": "SHA-3", "sha384": "SHA-384", "sha512": "SHA-512", "sri": "SRI", "ssid": "SSID", "svg": "SVG", "tds": "TDS", "upi": "UPI", "url": "URL", "utc": "UTC", "utf16": "UTF-16", "utf8": "UTF-8", "uuid": "UUID", "uuids": "UUIDs", "wifi": "Wi-Fi", "xml": "XML",
}

// Label writes the name of a field for people: annual_rate is "Annual rate".
func Label(name string) string {
	words := strings.Split(name, "_")
	if as := written[name]; as != "" && as == strings.ToLower(as) {
		return as // a unit
	}
	for i, w := range words {
		if as, ok := written[w]; ok && (i > 0 || as != strings.ToLower(as)) {
			words[i] = as
		}
	}
	text := strings.Join(words, " ")
	first, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(first)) + text[size:]
}
