package op

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
)

// structOf makes a struct type of int fields with the given tags.
func structOf(tags ...string) reflect.Type {
	var fields []reflect.StructField
	for i, tag := range tags {
		fields = append(fields, reflect.StructField{Name: fmt.Sprintf("F%d", i), Type: reflect.TypeFor[int](), Tag: reflect.StructTag(tag)})
	}
	return reflect.StructOf(fields)
}

func numbered(n int) (tags []string) {
	for i := range n {
		tags = append(tags, fmt.Sprintf(`json:"f%d"`, i))
	}
	return tags
}

// Struct types that vet would not let stand in a source file.
func TestCompilePanics(t *testing.T) {
	for name, tt := range map[string]struct {
		tags []string
		want string
	}{
		"65 fields":     {numbered(65), "more than 64 fields"},
		"64 fields":     {numbered(64), ""},
		"same name":     {[]string{`json:"a"`, `json:"a"`}, "two fields"},
		"unquoted":      {[]string{`json:"a" min=1`}, "unknown tag"},
		"not separated": {[]string{`json:"a"min:"1"`}, ""},
		"no colon":      {[]string{`json:"a" min`}, "unknown tag"},
	} {
		func() {
			defer func() {
				got := fmt.Sprint(recover())
				if tt.want == "" && got != "<nil>" || !strings.Contains(got, tt.want) {
					t.Errorf("%s: panic %q, want one with %q", name, got, tt.want)
				}
			}()
			compile(structOf(tt.tags...), "", "test")
		}()
	}
}
