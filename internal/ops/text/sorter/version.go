package sorter

import (
	"encoding/binary"
	"strings"
)

// Version orders by precedence of Semantic Versioning 2.0.0, section 11. A "v"
// before the version is passed over, as is white space around it; build
// metadata do not count. What is no such version, as "1.2", has no key.
func Version(dst []byte, line string) ([]byte, bool) {
	s := strings.TrimPrefix(strings.TrimSpace(line), "v")
	s, build, hasBuild := strings.Cut(s, "+")
	core, pre, hasPre := strings.Cut(s, "-")
	if hasBuild && !identifiers(build, true) || hasPre && !identifiers(pre, false) || strings.Count(core, ".") != 2 {
		return dst, false
	}
	for number := range strings.SplitSeq(core, ".") {
		if !isNumeric(number) {
			return dst, false
		}
		dst = appendNumeric(dst, number)
	}
	if !hasPre {
		return append(dst, isRelease), true
	}
	dst = append(dst, isPrerelease)
	for id := range strings.SplitSeq(pre, ".") {
		if isNumeric(id) {
			dst = appendNumeric(append(dst, numericField), id)
		} else {
			dst = append(append(append(dst, textField), id...), endOfText)
		}
	}
	return append(dst, endOfFields), true
}

// Bytes of a key, in the order of section 11: a prerelease is before its
// release, fewer fields before more, numeric ones before others.
const (
	isPrerelease, isRelease              = 0, 1
	endOfFields, numericField, textField = 0, 1, 2

	endOfText = 0 // below every character of an identifier
)

// identifiers tells whether s is a list of identifiers; only those of build
// metadata may be numeric with a leading zero.
func identifiers(s string, build bool) bool {
	for id := range strings.SplitSeq(s, ".") {
		if id == "" || strings.Trim(id, "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-") != "" {
			return false
		}
		digits, rest := cutDigits(id)
		if !build && rest == "" && !isNumeric(digits) {
			return false
		}
	}
	return true
}

// isNumeric tells whether s is a number without a leading zero.
func isNumeric(s string) bool {
	digits, rest := cutDigits(s)
	return digits != "" && rest == "" && (digits == "0" || digits[0] != '0')
}

// appendNumeric writes a number without leading zeros: the longer is greater.
func appendNumeric(dst []byte, digits string) []byte {
	return append(binary.BigEndian.AppendUint32(dst, uint32(len(digits))), digits...)
}
