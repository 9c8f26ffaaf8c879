package toolcrib

import (
	"encoding/json"
	"errors"
	"reflect"
)

// marshalOne writes the one of several values that is set.
func marshalOne(values ...any) ([]byte, error) {
	var set any
	for _, v := range values {
		if reflect.ValueOf(v).IsZero() {
			continue
		}
		if set != nil {
			return nil, errors.New("of the kinds of value only one may be set")
		}
		set = v
	}
	if set == nil {
		return nil, errors.New("of the kinds of value one must be set")
	}
	return json.Marshal(set)
}

// unmarshalOne reads into the first of several places that fits, and empties
// the others.
func unmarshalOne(text []byte, places ...any) error {
	err := errors.New("of the kinds of value none fits")
	for _, p := range places {
		reflect.ValueOf(p).Elem().SetZero()
		if err == nil {
			continue
		}
		if err = json.Unmarshal(text, p); err != nil {
			reflect.ValueOf(p).Elem().SetZero()
		}
	}
	return err
}
