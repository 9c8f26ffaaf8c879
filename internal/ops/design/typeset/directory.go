package typeset

import (
	"encoding/binary"
	"errors"
)

// maxFaces bounds the fonts of a collection.
const maxFaces = 64

var errDirectory = errors.New("its table directory is not that of an OpenType font")

// checkDirectory refuses a file whose directory names tables that lie outside
// it: the reader takes memory for what a directory says, up to 4 GiB a table.
// It also refuses all but plain OpenType files and collections, whose tables
// are not packed.
func checkDirectory(data []byte) error {
	if len(data) < 12 {
		return errDirectory
	}
	if string(data[:4]) != "ttcf" {
		return checkTables(data, 0)
	}
	n := binary.BigEndian.Uint32(data[8:])
	if n > maxFaces || len(data) < 12+4*int(n) {
		return errDirectory
	}
	for i := range int(n) {
		if err := checkTables(data, binary.BigEndian.Uint32(data[12+4*i:])); err != nil {
			return err
		}
	}
	return nil
}

// checkTables checks the directory of one font, at a place in the file.
func checkTables(data []byte, at uint32) error {
	const header, record = 12, 16
	if uint64(at)+header > uint64(len(data)) {
		return errDirectory
	}
	font := data[at:]
	switch string(font[:4]) {
	case "\x00\x01\x00\x00", "OTTO", "true":
	default:
		return errDirectory
	}
	n := int(binary.BigEndian.Uint16(font[4:]))
	if len(font) < header+record*n {
		return errDirectory
	}
	for i := range n {
		table := font[header+record*i:]
		if uint64(binary.BigEndian.Uint32(table[8:]))+uint64(binary.BigEndian.Uint32(table[12:])) > uint64(len(data)) {
			return errDirectory
		}
	}
	return nil
}
