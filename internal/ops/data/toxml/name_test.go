package toxml

import (
	"regexp"
	"strconv"
	"testing"

	"pgregory.net/rapid"

	"toolcrib/internal/ops/data/xml"
)

// TestNames has the examples of contract 1.3 and 0.6, and what Microsoft's
// documentation of XmlConvert.EncodeLocalName says of its own.
func TestNames(t *testing.T) {
	for name, want := range map[string]string{
		"first name": "first_x0020_name", "1st": "_x0031_st", "_x0041_": "_x005F_x0041_", "_x00000041_": "_x005F_x00000041_", "": "_",
		"xml": "_x0078_ml", "XMLfile": "_x0058_MLfile", "xm": "xm", "a:b": "a_x003A_b", "Order Detail": "Order_x0020_Detail",
		"My<File>": "My_x003C_File_x003E_", "\U0010FFFF": "_x0010FFFF_", "a\U0010FFFF": "a_x0010FFFF_", "😀": "😀", "ह": "ह", "\u0300": "_x0300_",
		"_": "_", "_x": "_x", "_x004": "_x004", "_x0041": "_x0041", "_xGGGG_": "_xGGGG_", "_X0041_": "_x005F_X0041_", "_x0041_x0042_": "_x005F_x0041_x005F_x0042_",
		"_x0041 ": "_x005F_x0041_x0020_", "a\u0001b": "a_x0001_b", "a\ufffe": "a_xFFFE_", "-": "_x002D_", "a-b.c": "a-b.c",
	} {
		if got, same := xmlName(name, Encode); got != want || same != (name == want) {
			t.Errorf("%q becomes %s (%t), want %s", name, got, same, want)
		}
	}
	for name, want := range map[string]string{"first name": "first_name", "1st": "_1st", " a": "_a", "xml": "_xml", "": "_", "_x0041_": "_x0041_", "a:b": "a_b", "é": "é"} {
		if got, _ := xmlName(name, Replace); got != want {
			t.Errorf("%q becomes %s, want %s", name, got, want)
		}
	}
}

var codes = regexp.MustCompile(`_[xX]([0-9A-Fa-f]{8}|[0-9A-Fa-f]{4})_`)

// decode is the inverse, as .NET's XmlConvert.DecodeName has it: codes are found
// from left to right.
func decode(name string) string {
	return codes.ReplaceAllStringFunc(name, func(code string) string {
		r, err := strconv.ParseUint(code[2:len(code)-1], 16, 32)
		if err != nil {
			panic(err)
		}
		return string(rune(r))
	})
}

// TestNamesComeBack: whatever a name is, the encoded one is an NCName, is not
// reserved, and decodes to it.
func TestNamesComeBack(t *testing.T) {
	pieces := []string{"_", "x", "X", "0041", "0020", "00000041", "005F", "0001F600", "A", "f", "g", " ", ":", "é", "😀", "-", "1", "xml", "\u0001", "\U000F0000", "·"}
	rapid.Check(t, func(t *rapid.T) {
		for range 50 {
			name := ""
			for range rapid.IntRange(1, 8).Draw(t, "pieces") {
				name += rapid.SampledFrom(pieces).Draw(t, "piece")
			}
			if rapid.Bool().Draw(t, "any") {
				name += rapid.String().Draw(t, "rest")
			}
			got, _ := xmlName(name, Encode)
			if !isNCName(got) || decode(got) != name {
				t.Fatalf("%q becomes %q, which decodes to %q", name, got, decode(got))
			}
			if replaced, _ := xmlName(name, Replace); !isNCName(replaced) {
				t.Fatalf("%q becomes %q", name, replaced)
			}
		}
	})
}

var unfit = regexp.MustCompile(`:|^(?i:xml)`)

func isNCName(name string) bool { return xml.IsName(name) && !unfit.MatchString(name) }
