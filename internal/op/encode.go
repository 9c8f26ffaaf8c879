package op

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"sync"
)

// Append appends v, a value or pointer of any type that an operation may use,
// as compact JSON: struct fields in order, nil pointers as null, fields with
// omitempty left out when nil or empty.
func Append(dst []byte, v any) []byte {
	r := reflect.ValueOf(v)
	if !r.IsValid() {
		return append(dst, "null"...)
	}
	return encoderOf(r.Type())(dst, r)
}

// encoder writes values of one type.
type encoder func(dst []byte, v reflect.Value) []byte

var encoders sync.Map // reflect.Type → encoder

func encoderOf(t reflect.Type) encoder {
	if e, ok := encoders.Load(t); ok {
		return e.(encoder)
	}
	e := newEncoder(t)
	encoders.Store(t, e)
	return e
}

func newEncoder(t reflect.Type) encoder {
	if t.Kind() == reflect.Pointer {
		elem := encoderOf(t.Elem())
		return func(dst []byte, v reflect.Value) []byte {
			if v.IsNil() {
				return append(dst, "null"...)
			}
			return elem(dst, v.Elem())
		}
	}
	if t.Implements(appendType) {
		return appendValue
	}
	switch t.Kind() {
	case reflect.String:
		return func(dst []byte, v reflect.Value) []byte { return AppendString(dst, v.String()) }
	case reflect.Bool:
		return func(dst []byte, v reflect.Value) []byte { return strconv.AppendBool(dst, v.Bool()) }
	case reflect.Int, reflect.Int64:
		return func(dst []byte, v reflect.Value) []byte { return strconv.AppendInt(dst, v.Int(), 10) }
	case reflect.Slice:
		return sliceEncoder(t)
	case reflect.Struct:
		return structEncoder(t)
	}
	panic(fmt.Sprintf("op: type %s cannot be written (use num.Dec for decimals)", t))
}

// appendValue writes a value that writes itself, by its address where it has
// one: that spares a copy.
func appendValue(dst []byte, v reflect.Value) []byte {
	if v.CanAddr() {
		v = v.Addr()
	}
	return v.Interface().(appender).AppendJSON(dst)
}

func sliceEncoder(t reflect.Type) encoder {
	elem := encoderOf(t.Elem())
	return func(dst []byte, v reflect.Value) []byte {
		dst = append(dst, '[')
		for i := range v.Len() {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = elem(dst, v.Index(i))
		}
		return append(dst, ']')
	}
}

// memberEncoder is one field of a struct with its name already written as JSON.
type memberEncoder struct {
	prefix    string // "name":
	index     []int
	omitEmpty bool
	encode    encoder
}

func structEncoder(t reflect.Type) encoder {
	var members []memberEncoder
	for _, sf := range reflect.VisibleFields(t) {
		name, opts, _ := strings.Cut(sf.Tag.Get("json"), ",")
		if sf.Anonymous || name == unread {
			continue
		}
		members = append(members, memberEncoder{
			string(AppendString(nil, name)) + ":", sf.Index, opts == "omitempty", encoderOf(sf.Type),
		})
	}
	return func(dst []byte, v reflect.Value) []byte {
		dst = append(dst, '{')
		first := true
		for i := range members {
			m := &members[i]
			field := v.FieldByIndex(m.index)
			if m.omitEmpty && empty(field) {
				continue
			}
			if !first {
				dst = append(dst, ',')
			}
			first = false
			dst = m.encode(append(dst, m.prefix...), field)
		}
		return append(dst, '}')
	}
}

func empty(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Slice, reflect.String:
		return v.Len() == 0
	case reflect.Pointer:
		return v.IsNil()
	}
	return false
}

// appendInput writes an input value: as Append does, but without the fields
// that are absent, since null is not an input.
func (n *node) appendInput(dst []byte, v reflect.Value) []byte {
	switch n.kind {
	case kObject:
		return n.appendFields(dst, v)
	case kArray:
		return appendItems(append(dst, '['), v, ']', func(dst []byte, item reflect.Value) []byte {
			return n.elem.appendInput(dst, item)
		})
	case kPairs:
		return appendItems(append(dst, '{'), v, '}', func(dst []byte, pair reflect.Value) []byte {
			return n.elem.appendInput(append(AppendString(dst, pair.Field(0).String()), ':'), pair.Field(1))
		})
	case kEither:
		for i, alt := range n.alts {
			if side := v.Field(i); !side.IsNil() {
				return alt.appendInput(dst, side.Elem())
			}
		}
	}
	return encoderOf(v.Type())(dst, v)
}

func appendItems(dst []byte, v reflect.Value, closing byte, item func([]byte, reflect.Value) []byte) []byte {
	for i := range v.Len() {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = item(dst, v.Index(i))
	}
	return append(dst, closing)
}

func (n *node) appendFields(dst []byte, v reflect.Value) []byte {
	dst = append(dst, '{')
	first := true
	for _, f := range n.fields {
		value := v.FieldByIndex(f.index)
		if (f.pointer || f.omitEmpty) && value.IsNil() {
			continue
		}
		if f.pointer {
			value = value.Elem()
		}
		if !first {
			dst = append(dst, ',')
		}
		first = false
		dst = append(AppendString(dst, f.name), ':')
		dst = f.appendInput(dst, value)
	}
	return append(dst, '}')
}
