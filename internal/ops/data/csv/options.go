package csv

import "unicode/utf8"

// AutoDelimiter as [Options.Delimiter] asks for the delimiter to be found
// among comma, semicolon, tab and vertical bar.
const AutoDelimiter rune = -1

// NoComment as [Options.Comment] says that no line is a comment.
const NoComment rune = -1

// Escape says how a quote is written inside a quoted cell.
type Escape string

const (
	// EscapeQuote doubles the quote, as RFC 4180 does.
	EscapeQuote Escape = "quote"
	// EscapeBackslash puts a backslash before the quote and before a
	// backslash, inside quotes only. A backslash before anything else is kept
	// as data and warned about, since programs disagree on its meaning.
	EscapeBackslash Escape = "backslash"
)

// Type is the JSON type of the values of a column.
type Type string

const (
	// StringType keeps every cell as text.
	StringType Type = "string"
	// NumberType makes every cell a number. Asked for in [Options.Types] it
	// takes any decimal numeral, those that [IsNumber] refuses included.
	NumberType Type = "number"
	// BooleanType makes every cell true or false, written in any case.
	BooleanType Type = "boolean"
	// JSONType embeds every cell as the JSON value that it spells.
	JSONType Type = "json"
	// AutoType infers the type of one column; only for [Options.Types].
	AutoType Type = "auto"
	// MixedType is reported, never asked for: a column whose cells were typed
	// one by one and differ.
	MixedType Type = "mixed"
)

// Scope says what is typed as a whole when types are inferred.
type Scope string

const (
	// ScopeColumn makes a column number (boolean) only when all its non-empty
	// cells are; otherwise each of its cells stays text.
	ScopeColumn Scope = "column"
	// ScopeCell lets each cell of a column that is not of one type have its
	// own. Columns of one type come out as with ScopeColumn.
	ScopeCell Scope = "cell"
)

// Shape is the form of the JSON result.
type Shape string

const (
	// Objects is an array of one object for each record.
	Objects Shape = "objects"
	// Arrays is an array of one array for each record, without the header.
	Arrays Shape = "arrays"
	// ByColumn is an object of one array for each column.
	ByColumn Shape = "columns"
)

// Ragged says what happens to a record with too few or too many cells.
type Ragged string

const (
	// RaggedPad writes null for missing cells and keeps surplus cells as
	// strings: under a name of their own in objects and columns, at the end
	// of the row in arrays.
	RaggedPad Ragged = "pad"
	// RaggedError refuses the text.
	RaggedError Ragged = "error"
)

// Options say how to read the text and what to write. [DefaultOptions] has
// the defaults; the zero value is not useful.
type Options struct {
	// Delimiter separates cells; [AutoDelimiter] finds it. Not CR or LF.
	Delimiter rune
	// Quote opens and closes a quoted cell. Not CR or LF.
	Quote rune
	// Escape says how a quote inside a quoted cell is written.
	Escape Escape
	// Comment, as the first character of a line outside quotes, makes the
	// line a comment; [NoComment] for none. Not CR or LF.
	Comment rune

	// Header says that the first record holds the names of the columns.
	Header bool
	// Columns, when not empty, are the names instead of those of the header,
	// and set the number of columns. Without both, the first record sets it
	// and the names are column_1, column_2 and so on.
	Columns []string
	// SkipEmptyLines passes over lines without any character. Otherwise such
	// a line is a record of one empty cell.
	SkipEmptyLines bool
	// Trim removes Unicode white space around unquoted cells and around the
	// quotes of quoted ones, never inside quotes.
	Trim bool
	// MaxRows stops reading after so many records, with a warning if there
	// are more, which are then not checked either; 0 reads all.
	MaxRows int

	// Infer finds the types of columns that Types does not name.
	Infer bool
	// Scope says how inference treats a column of several types.
	Scope Scope
	// Types sets the type of columns by their final name.
	Types map[string]Type
	// NullValues are cell texts, compared exactly, that mean null.
	NullValues []string
	// EmptyAsNull makes empty cells null in text columns too.
	EmptyAsNull bool
	// QuotedIsString keeps quoted cells as text, the empty one too, unless
	// Types makes the column a number, boolean or json column.
	QuotedIsString bool

	// Output is the form of the result.
	Output Shape
	// Ragged says what happens to records of another length.
	Ragged Ragged
	// Limits bound the work.
	Limits Limits
}

// Limits bound what one conversion may take.
type Limits struct {
	// Cells bounds the cells of all records, missing ones included.
	Cells int
	// Columns bounds the cells of one record.
	Columns int
	// Output bounds the bytes of the JSON result.
	Output int
}

// DefaultOptions returns the options that hold when a caller says nothing:
// RFC 4180 with a header, types inferred by column, objects out.
func DefaultOptions() Options {
	return Options{
		Delimiter:      AutoDelimiter,
		Quote:          '"',
		Escape:         EscapeQuote,
		Comment:        NoComment,
		Header:         true,
		SkipEmptyLines: true,
		Infer:          true,
		Scope:          ScopeColumn,
		Output:         Objects,
		Ragged:         RaggedPad,
		Limits:         Limits{Cells: 2_000_000, Columns: 16_384, Output: 8 << 20},
	}
}

// check refuses options that contradict each other or have no meaning.
func (o *Options) check() error {
	if err := o.checkCharacters(); err != nil {
		return err
	}
	if err := o.checkChoices(); err != nil {
		return err
	}
	return o.checkNames()
}

func (o *Options) checkCharacters() error {
	for _, c := range []struct {
		field  string
		char   rune
		absent bool
	}{
		{"delimiter", o.Delimiter, o.Delimiter == AutoDelimiter},
		{"quote", o.Quote, false},
		{"comment", o.Comment, o.Comment == NoComment},
	} {
		if !c.absent && (c.char == '\r' || c.char == '\n' || !utf8.ValidRune(c.char)) {
			return optionError(NotAllowed, c.field, "must be one character other than CR and LF")
		}
	}
	switch {
	case o.Delimiter == o.Quote:
		return optionError(Conflict, "delimiter", "is the same character as the quote")
	case o.Comment != NoComment && o.Comment == o.Delimiter:
		return optionError(Conflict, "comment", "is the same character as the delimiter")
	case o.Comment == o.Quote:
		return optionError(Conflict, "comment", "is the same character as the quote")
	case o.Escape == EscapeBackslash && o.Quote == '\\':
		return optionError(Conflict, "escape", "is the same character as the quote; use escape quote")
	}
	return nil
}

func (o *Options) checkChoices() error {
	for _, c := range []struct {
		field string
		known bool
	}{
		{"escape", o.Escape == EscapeQuote || o.Escape == EscapeBackslash},
		{"infer_scope", o.Scope == ScopeColumn || o.Scope == ScopeCell},
		{"output", o.Output == Objects || o.Output == Arrays || o.Output == ByColumn},
		{"ragged_rows", o.Ragged == RaggedPad || o.Ragged == RaggedError},
	} {
		if !c.known {
			return optionError(NotAllowed, c.field, "is not one of the known values")
		}
	}
	if o.MaxRows < 0 {
		return optionError(OutOfRange, "max_rows", "is negative")
	}
	return nil
}

func (o *Options) checkNames() error {
	if len(o.Columns) > o.Limits.Columns {
		return optionError(TooManyItems, "columns", "has %d names, the limit is %d", len(o.Columns), o.Limits.Columns)
	}
	for i, name := range o.Columns {
		if !utf8.ValidString(name) {
			return optionError(InvalidUTF8, "columns", "has an invalid name at index %d", i)
		}
	}
	for _, name := range sortedNames(o.Types) {
		switch o.Types[name] {
		case StringType, NumberType, BooleanType, JSONType, AutoType:
		default:
			return optionError(NotAllowed, "types."+clip(name), "is not one of string, number, boolean, json, auto")
		}
	}
	return nil
}
