package op

import (
	"reflect"

	"toolcrib/internal/num"
)

// Raw is a JSON value kept as the bytes it was written in, so that big
// numbers, number spelling and member order survive.
type Raw []byte

// AppendJSON appends the value unchanged; an absent one is null.
func (r Raw) AppendJSON(dst []byte) []byte {
	if len(r) == 0 {
		return append(dst, "null"...)
	}
	return append(dst, r...)
}

// Either is a field of one of two types with different JSON kinds, such as a
// number or a text. Exactly one side is set. Nest it for three.
type Either[A, B any] struct {
	A *A
	B *B
}

// AppendJSON appends the side that is set.
func (e Either[A, B]) AppendJSON(dst []byte) []byte {
	if e.A != nil {
		return Append(dst, e.A)
	}
	return Append(dst, e.B)
}

func (Either[A, B]) alternatives() []reflect.Type {
	return []reflect.Type{reflect.TypeFor[A](), reflect.TypeFor[B]()}
}

type either interface{ alternatives() []reflect.Type }

// Pairs is a JSON object whose member names are the caller's, in the order
// they were sent.
type Pairs[T any] []Pair[T]

// Pair is one member of Pairs.
type Pair[T any] struct {
	Name  string
	Value T
}

// AppendJSON appends the object.
func (p Pairs[T]) AppendJSON(dst []byte) []byte {
	dst = append(dst, '{')
	for i := range p {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(AppendString(dst, p[i].Name), ':')
		dst = Append(dst, &p[i].Value)
	}
	return append(dst, '}')
}

func (Pairs[T]) pairs() {}

type pairs interface{ pairs() }

var (
	decType    = reflect.TypeFor[num.Dec]()
	intType    = reflect.TypeFor[num.Int]()
	rawType    = reflect.TypeFor[Raw]()
	eitherType = reflect.TypeFor[either]()
	pairsType  = reflect.TypeFor[pairs]()
	appendType = reflect.TypeFor[appender]()
)
