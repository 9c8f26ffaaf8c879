package developer

import (
	"context"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"strings"
	"unicode/utf8"

	"toolcrib/internal/op"
	"toolcrib/internal/ops/developer/sniff"
	"toolcrib/internal/ops/rfc4648"
	"toolcrib/internal/ops/text/position"
)

// Base64 encodes and decodes base64.
var Base64 = op.Define(op.Def[Base64In, Base64Out]{
	ID:      "base64-encoder",
	Route:   "POST /v1/developer/base64",
	Summary: "Base64 encode and decode, URL-safe, bytes in and out",
	Doc: "Encodes text, or bytes given as hex, Latin-1 or base64, or decodes base64 of either alphabet to text and hex. Decoding tolerates " +
		"white space, missing padding and stray bits and lists each under repairs; strict refuses them. Mixed alphabets, other characters " +
		"and inner padding are always refused.",
	Words:  []string{"b64", "btoa", "atob", "binary to text", "MIME", "data URI", "data URL", "basic auth", "attachment"},
	Source: "RFC 4648 sections 3.5, 4 and 5; RFC 2397 for data URIs; WHATWG MIME Sniffing",
	Since:  "1.0.0",
	Class:  op.T0,
	Examples: []op.Example{
		{Name: "text", In: `{"text":"नमस्ते 👋"}`},
		{Name: "bytes, URL-safe", In: `{"text":"fbfffe3f3e","input_encoding":"hex","url_safe":true,"padding":false}`},
		{Name: "data URI", In: `{"text":"<svg xmlns=\"http://www.w3.org/2000/svg\"/>","mime_type":"image/svg+xml"}`},
		{Name: "decode, padding missing", In: `{"text":"Zg","mode":"decode"}`},
		{Name: "decode bytes", In: `{"text":"//79","mode":"decode"}`},
		{Name: "re-encode", In: `{"text":"-__-Pz4","input_encoding":"base64"}`},
	},
	Run: runBase64,
})

// Base64In is the input of base64-encoder.
type Base64In struct {
	Text          string  `json:"text" doc:"What to encode, or the base64 or data URI to decode." document:"true" aka:"input,data,content,value,str,source,body,string,base64" example:"foobar"`
	Mode          string  `json:"mode" doc:"What to do." enum:"encode,decode" default:"encode" aka:"action,operation"`
	URLSafe       bool    `json:"url_safe" doc:"Encode with - and _ instead of + and /; both alphabets are decoded." default:"false"`
	Padding       bool    `json:"padding" doc:"Encode with = at the end where needed." default:"true"`
	InputEncoding string  `json:"input_encoding" doc:"To encode: how the text stands for bytes." enum:"utf8,latin1,hex,base64" default:"utf8"`
	LineLength    string  `json:"line_length" doc:"To encode: characters on a line, lines end in CRLF; 64 is PEM, 76 MIME, 0 one line." enum:"0,64,76" default:"0"`
	MIMEType      *string `json:"mime_type" doc:"To encode: answer a data URI of this type too." pattern:"^[A-Za-z0-9][A-Za-z0-9!$&_.+-]{0,126}/[A-Za-z0-9][A-Za-z0-9!$&_.+-]{0,126}(;[A-Za-z0-9!$&_.+-]+=[A-Za-z0-9!$&_.+-]+)*$" len:"..300" example:"image/png"`
	Strict        bool    `json:"strict" doc:"To decode: refuse what repairs would list." default:"false"`
}

// Base64Out is the answer of base64-encoder: when encoding base64 to data_uri,
// when decoding text to normalized.
type Base64Out struct {
	Base64        *string   `json:"base64,omitempty" doc:"The bytes as base64." main:"text/plain"`
	Text          **string  `json:"text,omitempty" doc:"The bytes as text, null where they are not UTF-8." main:"text/plain"`
	Hex           *string   `json:"hex,omitempty" doc:"The bytes in hexadecimal."`
	IsUTF8        *bool     `json:"is_utf8,omitempty" doc:"Whether the bytes are UTF-8."`
	ByteLength    int       `json:"byte_length" doc:"How many bytes there are."`
	EncodedLength *int      `json:"encoded_length,omitempty" doc:"Characters of base64, line breaks included."`
	DataURI       *string   `json:"data_uri,omitempty" doc:"The bytes as a data URI, in the standard alphabet on one line."`
	Variant       *string   `json:"variant,omitempty" doc:"The alphabet that was decoded; either where nothing tells." enum:"standard,url_safe,either"`
	Padded        *bool     `json:"padded,omitempty" doc:"Whether there was padding."`
	Repairs       *[]string `json:"repairs,omitempty" doc:"What was not as RFC 4648 has it." enum:"missing_padding,whitespace,line_breaks,noncanonical_bits,data_uri_prefix"`
	MIMEType      *string   `json:"mime_type,omitempty" doc:"The type that the data URI names, else found by how the bytes begin."`
	Normalized    *string   `json:"normalized,omitempty" doc:"The same bytes in the standard alphabet with padding."`
}

func runBase64(_ context.Context, in Base64In) (Base64Out, error) {
	if in.Mode == "decode" {
		return decodeBase64(in)
	}
	return encodeBase64(in)
}

func encodeBase64(in Base64In) (out Base64Out, err error) {
	data, err := in.bytes()
	if err != nil {
		return out, err
	}
	encoding := base64.StdEncoding
	if in.URLSafe {
		encoding = base64.URLEncoding
	}
	if !in.Padding {
		encoding = encoding.WithPadding(base64.NoPadding)
	}
	text := inLines(encode(encoding, data), map[string]int{"64": 64, "76": 76}[in.LineLength])
	out = Base64Out{Base64: &text, ByteLength: len(data), EncodedLength: new(len(text))}
	if in.MIMEType != nil {
		out.DataURI = new("data:" + *in.MIMEType + ";base64," + encode(base64.StdEncoding, data))
	}
	return out, nil
}

// encode writes the bytes of data in base64. Encoding.EncodeToString would need
// them as a slice, which is a copy, and makes two of its answer.
func encode(encoding *base64.Encoding, data string) string {
	var text strings.Builder
	text.Grow(encoding.EncodedLen(len(data)))
	var in [768]byte // a multiple of three, so that only the end is padded
	var out [1024]byte
	for len(data) > 0 {
		n := copy(in[:], data)
		text.Write(encoding.AppendEncode(out[:0], in[:n]))
		data = data[n:]
	}
	return text.String()
}

// inLines breaks a text into lines of so many characters, 0 for one line.
func inLines(text string, length int) string {
	if length == 0 {
		return text
	}
	var b strings.Builder
	for len(text) > length {
		b.WriteString(text[:length])
		b.WriteString("\r\n")
		text = text[length:]
	}
	b.WriteString(text)
	return b.String()
}

// bytes is what the text to be encoded stands for.
func (in *Base64In) bytes() (string, error) {
	switch in.InputEncoding {
	case "latin1":
		return latin1(in.Text)
	case "hex":
		return unhex(in.Text)
	case "base64":
		data, err := rfc4648.Decode(in.Text)
		var fault *rfc4648.Error
		if errors.As(err, &fault) {
			return "", invalidBase64(in.Text, *fault, "send one alphabet without white space, or decode the text first, which repairs it")
		}
		return string(data), err
	}
	return in.Text, nil
}

func latin1(text string) (string, error) {
	data := make([]byte, 0, len(text))
	for i, r := range text {
		if r > 0xff {
			return "", refuse(text, i, op.InvalidFormat, "not_latin1", "send input_encoding utf8", "%s is not in Latin-1", op.Quote(string(r)))
		}
		data = append(data, byte(r))
	}
	return string(data), nil
}

func unhex(text string) (string, error) {
	data, err := hex.DecodeString(text)
	var foreign hex.InvalidByteError
	switch {
	case errors.Is(err, hex.ErrLength):
		return "", refuse(text, len(text), op.InvalidFormat, "odd_length", "write each byte in two digits", "half a byte is left over")
	case errors.As(err, &foreign):
		return "", refuse(text, strings.IndexFunc(text, notHex), op.InvalidFormat, "not_hex", "send only 0 to 9, a to f and A to F", "a character is no hexadecimal digit")
	}
	return string(data), err
}

func notHex(r rune) bool { return !strings.ContainsRune("0123456789abcdefABCDEF", r) }

// refuse refuses the text because of what stands at an offset.
func refuse(text string, offset int, code, reason, hint, format string, args ...any) error {
	refusal := &op.Invalid{}
	addFault(refusal, text, offset, code, reason, hint, format, args...)
	return refusal
}

func addFault(refusal *op.Invalid, text string, offset int, code, reason, hint, format string, args ...any) {
	v := refusal.Add("text", code, format, args...)
	v.Hint, v.Reason = hint, reason
	line, column := position.New(text).LineColumn(offset)
	v.Place = &op.Place{Line: line, Column: column, Offset: offset}
}

// invalidBase64 refuses a text at the place of a fault.
func invalidBase64(text string, fault rfc4648.Error, hint string) error {
	return refuse(text, fault.Offset, op.InvalidBase64, string(fault.Reason), hint, "is not base64: %s", fault.Error())
}

func decodeBase64(in Base64In) (out Base64Out, err error) {
	mime, start, err := dataURI(in.Text)
	if err != nil {
		return out, err
	}
	read, err := rfc4648.Read(in.Text[start:])
	var fault *rfc4648.Error
	if errors.As(err, &fault) {
		fault.Offset += start
		return out, invalidBase64(in.Text, *fault, "send base64 of one alphabet of RFC 4648")
	}
	if start > 0 {
		read.Lapses = append(read.Lapses, rfc4648.Lapse{Kind: dataURIPrefix, Offset: -start})
	} else {
		mime = sniff.Type(read.Bytes)
	}
	if in.Strict && len(read.Lapses) > 0 {
		return out, refuseLapses(in.Text, read.Lapses, start)
	}
	repairs := make([]string, len(read.Lapses))
	for i, l := range read.Lapses {
		repairs[i] = string(l.Kind)
	}
	out = Base64Out{
		Text: new((*string)(nil)), Hex: new(hex.EncodeToString(read.Bytes)), IsUTF8: new(utf8.Valid(read.Bytes)), ByteLength: len(read.Bytes),
		Variant: new(string(read.Variant)), Padded: &read.Padded, Repairs: &repairs, MIMEType: &mime,
		Normalized: new(base64.StdEncoding.EncodeToString(read.Bytes)),
	}
	if *out.IsUTF8 {
		*out.Text = new(string(read.Bytes))
	}
	return out, nil
}

// dataURIPrefix is the lapse of base64 inside a data URI.
const dataURIPrefix rfc4648.LapseKind = "data_uri_prefix"

// dataURI finds where the data of a data URI (RFC 2397) begins, and its type;
// 0 for any other text.
func dataURI(text string) (mime string, start int, err error) {
	if len(text) < len("data:") || !strings.EqualFold(text[:len("data:")], "data:") {
		return "", 0, nil
	}
	head, _, found := strings.Cut(text[len("data:"):], ",")
	mark := len(head) - len(";base64")
	if !found || mark < 0 || !strings.EqualFold(head[mark:], ";base64") {
		return "", 0, refuse(text, len("data:")+len(head), op.InvalidBase64, "data_uri", "send a URI of the form data:type/subtype;base64,…", "is a data URI whose data is not base64")
	}
	mime = head[:mark]
	if mime == "" || mime[0] == ';' {
		if mime == "" {
			mime = ";charset=US-ASCII"
		}
		mime = "text/plain" + mime
	}
	return mime, len("data:") + len(head) + 1, nil
}

// refuseLapses refuses each lapse at its place.
func refuseLapses(text string, lapses []rfc4648.Lapse, start int) error {
	refusal := &op.Invalid{}
	for _, l := range lapses {
		addFault(refusal, text, start+l.Offset, op.InvalidBase64, string(l.Kind), "leave out strict to have it repaired",
			"is not strict base64: %s", strings.ReplaceAll(string(l.Kind), "_", " "))
	}
	return refusal
}
