// Package sniff names the type of content by how it begins, as browsers do for
// content that comes without a type: the algorithm of WHATWG MIME Sniffing
// (living standard, section 7.1) with its fonts (6.3). In one thing it is more
// careful: content with no byte that only binary data has is no image, sound or
// font, so that text does not become a bitmap by beginning with BM.
package sniff

import (
	"bytes"
	"encoding/binary"
	"strings"
)

// header is the number of bytes that are looked at (section 5.1).
const header = 1445

// Type returns a media type without parameters: application/octet-stream for
// bytes that are neither text nor anything known.
func Type(content []byte) string {
	content = content[:min(len(content), header)]
	if mime := markup(content); mime != "" {
		return mime
	}
	isText := !bytes.ContainsFunc(content, isBinary)
	for _, s := range signatures {
		if s.fits(content) && !(isText && s.printable()) {
			return s.mime
		}
	}
	switch {
	case isText:
		return "text/plain"
	case isMP4(content):
		return "video/mp4"
	case isWebM(content):
		return "video/webm"
	}
	return "application/octet-stream"
}

// isBinary tells of the bytes that no text has: controls other than TAB, LF, FF,
// CR and ESC.
func isBinary(r rune) bool {
	return r < ' ' && r != '\t' && r != '\n' && r != '\f' && r != '\r' && r != 0x1b
}

// tags are the beginnings of HTML; a space or > must follow.
var tags = []string{
	"<!DOCTYPE HTML", "<HTML", "<HEAD", "<SCRIPT", "<IFRAME", "<H1", "<DIV", "<FONT", "<TABLE", "<A", "<STYLE", "<TITLE", "<B", "<BODY", "<BR", "<P", "<!--",
}

// markup names what begins as a document of text does, "" for anything else.
func markup(content []byte) string {
	trimmed := string(bytes.TrimLeft(content, "\t\n\f\r "))
	for _, tag := range tags {
		n := len(tag)
		if len(trimmed) > n && (trimmed[n] == ' ' || trimmed[n] == '>') && strings.EqualFold(trimmed[:n], tag) {
			return "text/html"
		}
	}
	switch {
	case strings.HasPrefix(trimmed, "<?xml"):
		return "text/xml"
	case bytes.HasPrefix(content, []byte("%PDF-")):
		return "application/pdf"
	case bytes.HasPrefix(content, []byte("%!PS-Adobe-")):
		return "application/postscript"
	}
	return ""
}

// signature is how content of a type begins; any byte may stand in place of _.
type signature struct{ pattern, mime string }

var signatures = []signature{
	{"\xfe\xff__", "text/plain"}, // UTF-16
	{"\xff\xfe__", "text/plain"},
	{"\xef\xbb\xbf_", "text/plain"},
	{"\x00\x00\x01\x00", "image/x-icon"},
	{"\x00\x00\x02\x00", "image/x-icon"},
	{"BM", "image/bmp"},
	{"GIF87a", "image/gif"},
	{"GIF89a", "image/gif"},
	{"RIFF____WEBPVP", "image/webp"},
	{"\x89PNG\r\n\x1a\n", "image/png"},
	{"\xff\xd8\xff", "image/jpeg"},
	{"FORM____AIFF", "audio/aiff"},
	{"ID3", "audio/mpeg"},
	{"OggS\x00", "application/ogg"},
	{"MThd\x00\x00\x00\x06", "audio/midi"},
	{"RIFF____AVI ", "video/avi"},
	{"RIFF____WAVE", "audio/wave"},
	{"\x1f\x8b\x08", "application/x-gzip"},
	{"PK\x03\x04", "application/zip"},
	{"Rar!\x1a\x07\x00", "application/x-rar-compressed"},
	{"\x00\x01\x00\x00", "font/ttf"},
	{"OTTO", "font/otf"},
	{"ttcf", "font/collection"},
	{"wOFF", "font/woff"},
	{"wOF2", "font/woff2"},
}

func (s *signature) fits(content []byte) bool {
	if len(content) < len(s.pattern) {
		return false
	}
	for i := range len(s.pattern) {
		if content[i] != s.pattern[i] && s.pattern[i] != '_' {
			return false
		}
	}
	return true
}

// printable tells whether text may begin so.
func (s *signature) printable() bool {
	return !strings.ContainsFunc(s.pattern, func(r rune) bool { return r < ' ' || r > '~' })
}

// isMP4 follows section 6.2.1: a box of type ftyp with a brand that begins mp4.
func isMP4(content []byte) bool {
	if len(content) < 12 {
		return false
	}
	size := binary.BigEndian.Uint32(content)
	if uint64(size) > uint64(len(content)) || size%4 != 0 || string(content[4:8]) != "ftyp" {
		return false
	}
	for at := 8; at+4 <= int(size); at += 4 {
		if at != 12 && string(content[at:at+3]) == "mp4" { // at 12 stands a version
			return true
		}
	}
	return false
}

// isWebM tells whether an EBML header, which WebM shares with Matroska, names
// the document type webm.
func isWebM(content []byte) bool {
	return bytes.HasPrefix(content, []byte("\x1a\x45\xdf\xa3")) && bytes.Contains(content[:min(len(content), 64)], []byte("webm"))
}
