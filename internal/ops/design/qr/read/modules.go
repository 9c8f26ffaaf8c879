package read

import (
	"github.com/makiuchi-d/gozxing"
	"github.com/makiuchi-d/gozxing/common/reedsolomon"
	"github.com/makiuchi-d/gozxing/qrcode/decoder"
)

// decodeModules reads a square of modules. What gozxing panics at is no code.
func decodeModules(modules *gozxing.BitMatrix) (code Code, ok bool) {
	defer func() {
		if recover() != nil {
			code, ok = Code{}, false
		}
	}()
	parser, err := decoder.NewBitMatrixParser(modules)
	if err != nil {
		return Code{}, false
	}
	version, err := parser.ReadVersion()
	if err != nil || version.GetDimensionForVersion() != modules.GetWidth() {
		return Code{}, false
	}
	format, err := parser.ReadFormatInformation()
	if err != nil {
		return Code{}, false
	}
	words, err := parser.ReadCodewords()
	if err != nil {
		return Code{}, false
	}
	level := format.GetErrorCorrectionLevel()
	data, ok := corrected(words, version, level)
	if !ok {
		return Code{}, false
	}
	content, ok := decodeSegments(data, version)
	if !ok {
		return Code{}, false
	}
	return Code{
		Text: content.text(), Bytes: content.bytes, Version: version.GetVersionNumber(),
		Level: level.String(), Mask: int(format.GetDataMask()),
	}, true
}

// corrected undoes the interleaving of blocks and the errors in each.
func corrected(words []byte, version *decoder.Version, level decoder.ErrorCorrectionLevel) (data []byte, ok bool) {
	blocks, err := decoder.DataBlock_GetDataBlocks(words, version, level)
	if err != nil {
		return nil, false
	}
	field := reedsolomon.NewReedSolomonDecoder(reedsolomon.GenericGF_QR_CODE_FIELD_256)
	for _, block := range blocks {
		n := block.GetNumDataCodewords()
		values := make([]int, len(block.GetCodewords()))
		for i, w := range block.GetCodewords() {
			values[i] = int(w)
		}
		if err := field.Decode(values, len(values)-n); err != nil {
			return nil, false
		}
		for _, v := range values[:n] {
			data = append(data, byte(v))
		}
	}
	return data, true
}
