package toolcrib_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	toolcrib "toolcrib/client"
	"toolcrib/internal/op"
)

// TestGolden sends every documented example of every operation through its
// typed method, to the service itself, and expects the documented answer with
// nothing lost on the way there or back.
func TestGolden(t *testing.T) {
	h, c := start(t, unlimited)
	methods := methodsOf(t, c)
	for _, o := range op.All() {
		t.Run(o.ID, func(t *testing.T) {
			method, ok := methods[o.ID]
			if !ok {
				t.Fatal("no method calls it")
			}
			for _, e := range o.Examples {
				want, err := o.Sample(e)
				if err != nil {
					t.Fatal(err)
				}
				if o.Varies {
					h.fresh()
				}
				out, err := invoke(t, method.value, e.In)
				if err != nil {
					t.Fatalf("%s: %v", e.Name, err)
				}
				got, err := json.Marshal(out)
				if err != nil {
					t.Fatal(err)
				}
				if g, w := plain(t, got), plain(t, want); !reflect.DeepEqual(g, w) {
					t.Errorf("%s:\n%s\nwant\n%s", e.Name, got, want)
				}
				if r := receiptOf(out); r.RequestID == "" || r.Charge == "" || r.Quota.Pool == "" || r.Replayed {
					t.Errorf("%s: receipt %+v", e.Name, r)
				}
				if method.picture != nil {
					method.comparePicture(t, e.In, out)
				}
			}
		})
	}
}

func receiptOf(out any) toolcrib.Receipt {
	return reflect.ValueOf(out).Elem().FieldByName("Receipt").Interface().(toolcrib.Receipt)
}

// typed is the method of an operation.
type typed struct {
	value   reflect.Value
	picture *reflect.Value
}

func invoke(t *testing.T, method reflect.Value, input string) (any, error) {
	t.Helper()
	in := reflect.New(method.Type().In(1)).Elem()
	var members map[string]json.RawMessage
	if err := json.Unmarshal([]byte(input), &members); err != nil {
		t.Fatal(err)
	}
	for name, text := range members {
		if err := set(in, name, text); err != nil {
			t.Fatalf("%s of %s: %v", name, input, err)
		}
	}
	out := method.Call([]reflect.Value{reflect.ValueOf(t.Context()), in})
	err, _ := out[1].Interface().(error)
	return out[0].Interface(), err
}

// set sets the field of a name. Documents go in as they are written; a word
// that is a number may be written as one.
func set(in reflect.Value, name string, text json.RawMessage) error {
	for i := range in.NumField() {
		if tag, _, _ := strings.Cut(in.Type().Field(i).Tag.Get("json"), ","); tag != name {
			continue
		}
		f := in.Field(i)
		switch {
		case f.Kind() == reflect.Interface:
			f.Set(reflect.ValueOf(text))
			return nil
		case f.Kind() == reflect.String && f.Type() != reflect.TypeFor[json.Number]() && text[0] != '"':
			f.SetString(string(text))
			return nil
		}
		d := json.NewDecoder(bytes.NewReader(text))
		d.DisallowUnknownFields()
		return d.Decode(f.Addr().Interface())
	}
	return errors.New("there is no such field")
}

// comparePicture expects the same bytes from the method that asks for them alone.
func (m typed) comparePicture(t *testing.T, input string, envelope any) {
	t.Helper()
	out, err := invoke(t, *m.picture, input)
	if err != nil {
		t.Fatal(err)
	}
	p, want := out.(*toolcrib.Picture), reflect.ValueOf(envelope).Elem()
	if strings.Contains(input, `"response"`) {
		return // says itself in which form it wants the answer
	}
	sum := sha256.Sum256(p.Body)
	media, _, _ := strings.Cut(p.ContentType, ";")
	if got := hex.EncodeToString(sum[:]); got != want.FieldByName("SHA256").String() || media != want.FieldByName("ContentType").String() {
		t.Errorf("%s: %s of %s", input, p.ContentType, got)
	}
}

var says = regexp.MustCompile(`^(\w+) is the operation ([a-z0-9-]+), (?:GET|POST) /v1/`)

// methodsOf finds the methods by what their documentation says.
func methodsOf(t *testing.T, c *toolcrib.Client) map[string]typed {
	t.Helper()
	files, err := filepath.Glob("*_gen.go")
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]typed{}
	for _, name := range files {
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range f.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok {
				continue
			}
			if m := says.FindStringSubmatch(strings.ReplaceAll(fn.Doc.Text(), "\n", " ")); m != nil {
				group := groupOf(c, fn)
				method := typed{value: group.MethodByName(m[1])}
				if p := group.MethodByName(m[1] + "Picture"); p.IsValid() {
					method.picture = &p
				}
				found[m[2]] = method
			}
		}
	}
	return found
}

// groupOf finds the group that a method is of, by its receiver.
func groupOf(c *toolcrib.Client, method *ast.FuncDecl) reflect.Value {
	receiver := method.Recv.List[0].Type.(*ast.StarExpr).X.(*ast.Ident).Name
	return reflect.ValueOf(c.Services).FieldByName(strings.TrimSuffix(receiver, "Operations"))
}

// plain is JSON for comparison: numbers by their digits, and without the
// members that a Go value does not tell from absent ones. The balance is the
// account's, which the documents do not have.
func plain(t *testing.T, text []byte) any {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		t.Fatal(err)
	}
	return prune(v)
}

func prune(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for name, member := range v {
			if member == nil || member == "" || name == "balance_after" {
				delete(v, name)
				continue
			}
			prune(member)
		}
	case []any:
		for _, item := range v {
			prune(item)
		}
	}
	return v
}
