package jsondoc

import "toolcrib/internal/jsonscan"

// Value is a value of a document, for what has to look at values more than
// once and in any order. It must not be changed.
type Value struct {
	Kind    jsonscan.Kind
	Offset  int     // where it begins
	Text    string  // what a string holds, how a number is written
	Items   []Value // the elements of an array, the values of an object's members
	members *members
}

// members are the names of an object, in the order of Value.Items.
type members struct {
	names []string
	index map[string]int // nil where the names are few
}

// Tree reads a document. Of members of one name only the last counts; it takes
// the place of the first. The error is a *jsonscan.Error.
func (s *Source) Tree() (*Value, error) {
	b := &builder{t: s.tokens(), text: string(s.clean)}
	token, err := b.t.Next()
	if err != nil {
		return nil, s.fault(err)
	}
	v, err := b.value(token)
	if err == nil {
		_, err = b.t.Next()
	}
	if err = s.fault(err); err != nil {
		return nil, err
	}
	return &v, nil
}

type builder struct {
	t    *jsonscan.Tokens
	text string
}

func (b *builder) value(token jsonscan.Token) (v Value, err error) {
	v = Value{Kind: token.Kind, Offset: token.Start}
	switch token.Kind {
	case jsonscan.Object:
		v.members = &members{}
		return v, b.object(&v)
	case jsonscan.Array:
		return v, b.array(&v)
	case jsonscan.String:
		v.Text = b.string(token)
	case jsonscan.Number:
		v.Text = b.text[token.Start:token.End]
	}
	return v, nil
}

func (b *builder) string(token jsonscan.Token) string {
	if b.t.Escaped() {
		return string(Unquote([]byte(b.text[token.Start:token.End])))
	}
	return b.text[token.Start+1 : token.End-1]
}

func (b *builder) array(v *Value) error {
	for {
		token, err := b.t.Next()
		if err != nil || token.Kind == jsonscan.EndArray {
			return err
		}
		item, err := b.value(token)
		if err != nil {
			return err
		}
		v.Items = append(v.Items, item)
	}
}

func (b *builder) object(v *Value) error {
	for {
		token, err := b.t.Next()
		if err != nil || token.Kind == jsonscan.EndObject {
			return err
		}
		name := b.string(token)
		if token, err = b.t.Next(); err != nil {
			return err
		}
		item, err := b.value(token)
		if err != nil {
			return err
		}
		if i := v.Index(name); i >= 0 {
			v.Items[i] = item
			continue
		}
		v.Items = append(v.Items, item)
		v.members.add(name)
	}
}

func (m *members) add(name string) {
	m.names = append(m.names, name)
	switch {
	case m.index != nil:
		m.index[name] = len(m.names) - 1
	case len(m.names) > manyNames:
		m.index = make(map[string]int, 4*manyNames)
		for i, one := range m.names {
			m.index[one] = i
		}
	}
}

// Index is the place of a member among Items, -1 where there is none.
func (v *Value) Index(name string) int {
	switch m := v.members; {
	case m == nil:
	case m.index != nil:
		if i, ok := m.index[name]; ok {
			return i
		}
	default:
		for i, one := range m.names {
			if one == name {
				return i
			}
		}
	}
	return -1
}

// Get is the value of a member, nil where there is none.
func (v *Value) Get(name string) *Value {
	if i := v.Index(name); i >= 0 {
		return &v.Items[i]
	}
	return nil
}

// Names lists the names of an object, in the order of Items.
func (v *Value) Names() []string {
	if v.members == nil {
		return nil
	}
	return v.members.names
}

// StringValue is a string that is not written as such, such as a name.
func StringValue(text string, offset int) *Value {
	return &Value{Kind: jsonscan.String, Offset: offset, Text: text}
}
