package css

import "fmt"

// Mode is what to do with the white space of a text.
type Mode string

// The modes.
const (
	Beautify Mode = "beautify"
	Minify   Mode = "minify"
)

// Comments says which comments are kept.
type Comments string

// Which comments are kept. Minify keeps no more than ImportantOnly.
const (
	Keep          Comments = "keep"
	ImportantOnly Comments = "important_only" // those that begin with /*!
	Remove        Comments = "remove"
)

// Options of Format. All but Mode, Comments, SortProperties and the limits are
// for Beautify only.
type Options struct {
	Mode              Mode
	Indent            string // of one level: spaces or a tab
	SelectorPerLine   bool   // a line for each selector of a list
	BlankLines        bool   // a blank line between rules; others are kept, one of several
	BraceOnNewLine    bool
	SpaceCombinators  bool // a space on each side of > + ~ in selectors
	Comments          Comments
	FinalSemicolon    bool // behind the last declaration of a block
	SortProperties    bool // sort runs of declarations in which no property is set twice
	MaxDepth, MaxSize int  // of nested brackets, and bytes of the result
}

// DefaultOptions are those of the API.
func DefaultOptions() Options {
	return Options{
		Mode: Beautify, Indent: "  ", SelectorPerLine: true, BlankLines: true, SpaceCombinators: true,
		Comments: Keep, FinalSemicolon: true, MaxDepth: 100, MaxSize: 8 << 20,
	}
}

// Result is a text formatted.
type Result struct {
	CSS          []byte
	Rules        int // style rules and at-rules, nested ones too
	Declarations int
	Comments     int  // in the source
	Valid        bool // no fault is an error of syntax
	Faults       []Fault
	MoreFaults   int // beyond MaxFaults
}

// MaxFaults is the most faults that a result lists.
const MaxFaults = 100

// Fault is a thing that a browser does not read as was meant.
type Fault struct {
	Code   FaultCode
	Offset int // in bytes
}

// FaultCode classes a Fault.
type FaultCode string

// The faults.
const (
	UnclosedBlock    FaultCode = "unclosed_block"   // a bracket without its counterpart
	UnexpectedClose  FaultCode = "unexpected_close" // a closing bracket without its counterpart
	FaultyString     FaultCode = "bad_string"       // a newline, or the end, inside a string
	FaultyURL        FaultCode = "bad_url"          // a character that a URL without quotes may not hold, or the end
	FaultyEscape     FaultCode = "bad_escape"       // a backslash before a newline or the end
	UnclosedComment  FaultCode = "unclosed_comment"
	UnexpectedText   FaultCode = "unexpected_text"   // neither a declaration nor a rule
	EmptyDeclaration FaultCode = "empty_declaration" // a property without a value, or a semicolon without a declaration; no error of syntax
	NotCSS           FaultCode = "not_css"           // a line comment or interpolation of a preprocessor
)

// message puts each fault in words.
var message = map[FaultCode]string{
	UnclosedBlock:    "this bracket is not closed; none was added",
	UnexpectedClose:  "this bracket closes nothing that is open; it was kept",
	FaultyString:     "this string does not end on its line",
	FaultyURL:        "this url() needs quotes or is not closed",
	FaultyEscape:     "this backslash escapes nothing",
	UnclosedComment:  "this comment is not closed",
	UnexpectedText:   "this is neither a declaration nor a rule; browsers drop it, outside of blocks together with the rule that follows",
	EmptyDeclaration: "there is no value, or no declaration, before the semicolon",
	NotCSS:           "// and #{ are not CSS; text of a preprocessor may not survive",
}

// Message says what the fault is.
func (f Fault) Message() string { return message[f.Code] }

// Code classes an Error.
type Code string

// The codes.
const (
	DepthExceeded  Code = "depth_exceeded"
	OutputTooLarge Code = "output_too_large"
)

// Error says why a text could not be formatted.
type Error struct {
	Code   Code
	Limit  int
	Offset int // in bytes
}

func (e *Error) Error() string {
	if e.Code == DepthExceeded {
		return fmt.Sprintf("brackets are nested more than %d deep", e.Limit)
	}
	return fmt.Sprintf("the result has more than %d bytes", e.Limit)
}
