package digest

import (
	"encoding/hex"

	"toolcrib/internal/ops/rfc4648"
)

// Readings lists what a text can mean as a digest: hex in either case, base64
// in either alphabet, or both. It is empty when the text is neither.
func Readings(text string) (readings [][]byte) {
	if bytes, err := hex.DecodeString(text); err == nil {
		readings = append(readings, bytes)
	}
	if bytes, err := rfc4648.Decode(text); err == nil {
		readings = append(readings, bytes)
	}
	return readings
}
