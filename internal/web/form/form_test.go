package form

import (
	"encoding/json"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"testing"

	"toolcrib/internal/op"
	_ "toolcrib/internal/ops"
)

// submitted is what a browser sends of a form.
func submitted(f *Form) url.Values {
	values := url.Values{}
	for _, g := range slices.Concat(f.Groups, f.More) {
		for _, c := range slices.Concat(slices.Concat(g.Controls...), slices.Concat(g.Others...)) {
			c.submit(values)
		}
	}
	return values
}

// TestExamplesRoundTrip loads every example into its form, submits that, and
// expects the operation to read the example.
func TestExamplesRoundTrip(t *testing.T) {
	for _, o := range op.All() {
		for _, e := range o.Examples {
			fields, err := o.Texts([]byte(e.In))
			if err != nil {
				t.Fatal(err)
			}
			f := Build(o, fields, nil, "")
			if f.Whole != "" {
				t.Errorf("%s, %s: the form cannot carry the example", o.ID, e.Name)
			}
			got, err := o.Decode(op.Fields(Read(o, submitted(f), nil, true)), op.DefaultLimits())
			if err != nil {
				t.Errorf("%s, %s: submitted, it is refused: %v", o.ID, e.Name, err)
				continue
			}
			want, err := o.Decode(op.JSON([]byte(e.In)), op.DefaultLimits())
			if err != nil {
				t.Fatal(err)
			}
			if a, b := spelled(t, o.AppendInput(nil, got)), spelled(t, o.AppendInput(nil, want)); !reflect.DeepEqual(a, b) {
				t.Errorf("%s, %s: submitted, it is\n%v\nnot\n%v", o.ID, e.Name, a, b)
			}
		}
	}
}

// spelled is an input with the difference taken out that texts do not make:
// between a number or document and its text, and between one and a list of one.
func spelled(t *testing.T, input []byte) map[string]string {
	t.Helper()
	var members map[string]json.RawMessage
	if err := json.Unmarshal(input, &members); err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for name, value := range members {
		text := unquote(value)
		var list []string
		if json.Unmarshal(value, &list) == nil && len(list) == 1 {
			text = list[0]
		}
		out[name] = text
	}
	return out
}

// TestLink opens every example by its link, where the link holds it all.
func TestLink(t *testing.T) {
	whole := 0
	for _, o := range op.All() {
		for _, e := range o.Examples {
			fields, err := o.Texts([]byte(e.In))
			if err != nil {
				t.Fatal(err)
			}
			query, complete := Link(o, fields)
			values, err := url.ParseQuery(query)
			if err != nil {
				t.Fatalf("%s: link %q: %v", o.ID, query, err)
			}
			if !complete {
				continue
			}
			whole++
			got, err := o.Decode(op.Fields(Read(o, values, nil, false)), op.DefaultLimits())
			if err != nil {
				t.Errorf("%s, %s: by its link it is refused: %v", o.ID, e.Name, err)
				continue
			}
			want, _ := o.Decode(op.JSON([]byte(e.In)), op.DefaultLimits())
			if a, b := spelled(t, o.AppendInput(nil, got)), spelled(t, o.AppendInput(nil, want)); !reflect.DeepEqual(a, b) {
				t.Errorf("%s, %s: by its link it is\n%v\nnot\n%v", o.ID, e.Name, a, b)
			}
		}
	}
	if whole < 100 {
		t.Errorf("only %d examples fit into links", whole)
	}
}

// TestContentStaysOut holds links to options: neither texts nor keys.
func TestContentStaysOut(t *testing.T) {
	for id, input := range map[string]string{
		"hash-generator":   `{"text":"secret","hmac_key":"secret","expected":"secret","encoding":"base64"}`,
		"csv-to-json":      `{"csv":"secret","header":false}`,
		"json-validator":   `{"json":"secret","schema":{"title":"secret"}}`,
		"find-and-replace": `{"text":"secret","replacements":[{"find":"secret"}]}`,
		"text-sorter":      `{"lines":["secret"],"order":"desc"}`,
	} {
		o := op.Find(id)
		fields, err := o.Texts([]byte(input))
		if err != nil {
			t.Fatal(err)
		}
		query, complete := Link(o, fields)
		if complete || strings.Contains(query, "secret") {
			t.Errorf("%s: link %q, complete %v", id, query, complete)
		}
		if !Build(o, nil, nil, "").Post {
			t.Errorf("the form of %s would put its texts into the URL", id)
		}
	}
}

func TestRead(t *testing.T) {
	for _, c := range []struct{ id, query, want string }{
		{"bmi-calculator", "weight=70&height=175&unit_system=metric&weight_unit=&age=", "weight=70 height=175"},
		{"bmi-calculator", "weight=70&weight=71", "weight=70 weight=71"},
		{"bmi-calculator", "_x=1&nothing=2", "nothing=2"},
		{"emi-calculator", "loan_amount=5&rate=2", "loan_amount=5 rate=2"},
		{"password-generator", "uppercase=false&uppercase=true&lowercase=false", "lowercase=false"},
		{"password-generator", "uppercase=false", "uppercase=false"},
		{"text-to-slug", "text=&separator=&locale=", "text= separator="},
		{"md5-generator", "text=&base64=", "text="},
		{"md5-generator", "base64=", ""},
		{"md5-generator", "text=&base64=AP8%3D", "base64=AP8="},
		{"timezone-converter", "to=UTC%0D%0AAsia/Tokyo%0D%0A", "to=UTC to=Asia/Tokyo"},
		{"ppf-calculator-finance", "rates=7%0D%0A%0D%0A+8+", "rates=7 rates=8"},
		{"csv-to-json", "null_values=%0AN/A", "csv= null_values= null_values=N/A"},
		{"loan-calculator", "fees.0.amount=&fees.7.amount=5&fees.7.financed=false&fees.7.financed=true&fees.3.percent=x",
			`fees=[{"percent":"x"},{"amount":5,"financed":true}]`},
		{"csv-to-json", "types.0.name=a&types.0.value=string&types.1.name=&types.1.value=", `types={"a":"string"}`},
		{"text-sorter", "key.column=2&key.delimiter=,", `key={"column":2,"delimiter":","}`},
		{"time-duration-calculator", "business.weekend=6%0A7&business.holidays=2026-11-26", `business={"holidays":["2026-11-26"]}`},
	} {
		values, err := url.ParseQuery(c.query)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, f := range Read(op.Find(c.id), values, nil, true) {
			got = append(got, f.Name+"="+f.Value)
		}
		// What a form always sends of a text that may be empty is not looked at again.
		want := strings.TrimPrefix(c.want, "csv= ")
		if strings.Join(got, " ") != want {
			t.Errorf("%s?%s is read as %q, want %q", c.id, c.query, got, want)
		}
	}
}

// TestLineEnds: browsers send CRLF whatever was typed.
func TestLineEnds(t *testing.T) {
	o := op.Find("md5-generator")
	for _, c := range []struct {
		query, want string
		typed       bool
	}{
		{"text=a%0D%0Ab", "a\nb", true},
		{"text=a%0D%0Ab&_eol.text=crlf", "a\r\nb", true},
		{"text=a%0D%0Ab", "a\r\nb", false},
	} {
		values, _ := url.ParseQuery(c.query)
		if got := Read(o, values, nil, c.typed); len(got) != 1 || got[0].Value != c.want {
			t.Errorf("%s, typed %v: %q, want %q", c.query, c.typed, got, c.want)
		}
	}
}

func TestFiles(t *testing.T) {
	files := map[string][]byte{"text": []byte("a\r\nb"), "base64": {0, 255}}
	got := Read(op.Find("md5-generator"), url.Values{"text": {"typed"}}, files, true)
	if want := []op.Field{{Name: "text", Value: "a\r\nb"}, {Name: "base64", Value: "AP8="}}; !slices.Equal(got, want) {
		t.Errorf("files are read as %q, want %q", got, want)
	}
}

// TestWhole finds the texts that no browser sends back as they are.
func TestWhole(t *testing.T) {
	for text, carried := range map[string]bool{
		"a\nb": true, "a\r\nb\r\n": true, "\n\n": true, " ": true, "\t\u202e<script>": true,
		"a\rb": false, "a\r\nb\n": false, "a\x00b": false,
	} {
		o := op.Find("case-converter")
		fields := []op.Field{{Name: "text", Value: text}}
		if got := Carries(o, fields); got != carried {
			t.Errorf("%q: carried is %v", text, got)
		}
		f := Build(o, fields, nil, "")
		if carried != (f.Whole == "") {
			t.Errorf("%q: whole is %q", text, f.Whole)
		}
		if carried {
			continue
		}
		again, err := o.Texts([]byte(f.Whole))
		if err != nil || again[0].Value != text {
			t.Errorf("%q comes back as %q, %v", text, again, err)
		}
	}
}

// TestPlaces: what is wrong with a part is shown at the part.
func TestPlaces(t *testing.T) {
	for _, c := range []struct{ id, query, want string }{
		{"bmi-calculator", "weight=x&height=1&age=1", "f-weight invalid_number, f-age out_of_range"},
		{"bmi-calculator", "age=1", "f-age out_of_range, f-weight required, f-height required"},
		{"emi-calculator", "rate=x&principal=1&tenure_months=1", "f-annual_rate invalid_number"},
		{"emi-calculator", "principal=1&annual_rate=1&tenure_months=1&nothing=1", " unknown_field"},
		{"random-decision-maker", "options.0.text=a&options.3.text=b&options.3.weight=-1", "f-options.1.weight out_of_range"},
		{"random-decision-maker", "options.0.weight=2", "f-options.0.text required"},
		{"text-sorter", "text=a&key.column=0", "f-key.column out_of_range"},
		{"ppf-calculator-finance", "rates=7%0A-8&annual_deposit=500", "f-rates out_of_range"},
	} {
		o := op.Find(c.id)
		values, _ := url.ParseQuery(c.query)
		fields := Read(o, values, nil, true)
		_, err := o.Decode(op.Fields(fields), op.DefaultLimits())
		invalid, ok := err.(*op.Invalid)
		if !ok {
			t.Errorf("%s?%s is accepted", c.id, c.query)
			continue
		}
		f := Build(o, fields, invalid.Violations, "")
		var got []string
		for _, e := range f.Errors {
			got = append(got, e.ID+" "+e.Code)
			if e.ID != "" && !f.has(e.ID) {
				t.Errorf("%s?%s: no control %s has an error", c.id, c.query, e.ID)
			}
		}
		if strings.Join(got, ", ") != c.want {
			t.Errorf("%s?%s: %q, want %q", c.id, c.query, got, c.want)
		}
	}
}

// has tells whether the control of an id has an error.
func (f *Form) has(id string) bool {
	for _, g := range slices.Concat(f.Groups, f.More) {
		for _, c := range slices.Concat(slices.Concat(g.Controls...), slices.Concat(g.Others...)) {
			for _, in := range append(slices.Concat(append(slices.Clone(c.Cells), c.Sub)...), c) {
				if in.ID == id && len(in.Errors) > 0 {
					return true
				}
			}
		}
	}
	return false
}

// TestLean leaves out what would hold anyway.
func TestLean(t *testing.T) {
	for _, c := range []struct{ id, in, want string }{
		{"emi-calculator", `{"principal":1,"annual_rate":12.50,"tenure_months":1,"payment_timing":"end"}`, `{"principal":1,"annual_rate":12.5,"tenure_months":1}`},
		{"random-decision-maker", `{"options":[{"text":"a","weight":1},{"text":"b","weight":2}],"count":1}`, `{"options":[{"text":"a"},{"text":"b","weight":2}]}`},
		{"uuid-generator", `{}`, `{}`},
	} {
		o := op.Find(c.id)
		fields, err := o.Texts([]byte(c.in))
		if err != nil {
			t.Fatal(err)
		}
		if got, err := Input(o, fields, op.DefaultLimits()); err != nil || string(got) != c.want {
			t.Errorf("%s is %s, %v; want %s", c.in, got, err, c.want)
		}
	}
}

// TestKinds names the controls of fields whose type alone does not tell.
func TestKinds(t *testing.T) {
	for path, want := range map[string]Kind{
		"age-calculator birth_date": Date, "emi-calculator start_date": Date, "time-duration-calculator start": Line,
		"bmi-calculator weight": Number, "bmi-calculator unit_system": Radio, "binary-converter from": Select,
		"gratuity-calculator covered": Check, "hash-generator base64": File, "json-validator json_base64": File,
		"json-validator schema": JSON, "json-formatter json": Document, "json-formatter indent": Line, "timezone-converter to": Lines,
		"hash-generator algorithms": Lines, "loan-calculator fees": Rows, "csv-to-json types": Rows, "text-sorter key": Object,
		"border-radius-generator radius": Line, "case-converter text": Document,
	} {
		id, name, _ := strings.Cut(path, " ")
		for _, s := range specsOf(op.Find(id)) {
			if s.name == name && s.kind != want {
				t.Errorf("%s is a %s, not a %s", path, s.kind, want)
			}
		}
	}
}

func TestLabel(t *testing.T) {
	for name, want := range map[string]string{
		"annual_rate": "Annual rate", "gst_rate": "GST rate", "weight_kg": "Weight kg", "json_base64": "JSON Base64", "kg": "kg", "uuids": "UUIDs", "as_of": "As of",
	} {
		if got := Label(name); got != want {
			t.Errorf("%s is labelled %q, want %q", name, got, want)
		}
	}
}
