package op_test

import (
	"fmt"
	"testing"

	"toolcrib/internal/num"
	"toolcrib/internal/op"
)

type textsIn struct {
	N      *num.Dec                     `json:"n" doc:"A number." alias:"number"`
	Flag   bool                         `json:"flag" doc:"A switch." default:"false"`
	Text   string                       `json:"text" doc:"A text." default:"" document:"true"`
	Bytes  string                       `json:"bytes" doc:"Bytes." default:"" document:"base64"`
	List   []string                     `json:"list,omitempty" doc:"Texts."`
	Ints   []int                        `json:"ints,omitempty" doc:"Numbers."`
	Doc    op.Raw                       `json:"doc,omitempty" doc:"A document." document:"true"`
	Any    op.Raw                       `json:"any,omitempty" doc:"A value."`
	Either *op.Either[string, []string] `json:"either" doc:"One or several."`
	Life   *int                         `json:"life" doc:"Seconds." null:"true"`
	Items  []textsItem                  `json:"items,omitempty" doc:"Objects."`
}

type textsItem struct {
	A string `json:"a" doc:"A."`
}

var texts = define[textsIn]("test-texts", "POST", `{}`, op.AtMostOne("any", "text+list"), op.AtMostOne("flag", "bytes"))

// Whatever Texts writes, Fields reads as what it was.
func TestTextsRoundTrip(t *testing.T) {
	for in, want := range map[string]string{
		`{}`:                              ``,
		`{"n":1.50}`:                      `n=1.50`,
		`{"number":-2e3}`:                 `number=-2e3`,
		`{"flag":true}`:                   `flag=true`,
		`{"text":"a\nb \"c\""}`:           "text=a\nb \"c\"",
		`{"text":""}`:                     `text=`,
		`{"list":["a","b"]}`:              `list=a list=b`,
		`{"list":["a"]}`:                  `list=a`,
		`{"list":[]}`:                     `list=[]`,
		`{"list":["[1]"]}`:                `list=["[1]"]`,
		`{"list":["[1]","x"]}`:            `list=["[1]","x"]`,
		`{"ints":[1,2]}`:                  `ints=1 ints=2`,
		`{"any":"x"}`:                     `any="x"`,
		`{"any":{"a":[1]}}`:               `any={"a":[1]}`,
		`{"either":"x"}`:                  `either=x`,
		`{"either":["x"]}`:                `either=["x"]`,
		`{"either":["x","y"]}`:            `either=x either=y`,
		`{"items":[{"a":"1"}]}`:           `items={"a":"1"}`,
		`{"items":[{"a":"1"},{"a":"2"}]}`: `items={"a":"1"} items={"a":"2"}`,
		`{"life":null}`:                   ``,
		`{"life":5}`:                      `life=5`,
		`{"doc":"[1]"}`:                   `doc=[1]`,
	} {
		fields, err := texts.Texts([]byte(in))
		if err != nil {
			t.Errorf("%s: %v", in, err)
			continue
		}
		got := ""
		for i, f := range fields {
			if i > 0 {
				got += " "
			}
			got += f.Name + "=" + f.Value
		}
		if got != want {
			t.Errorf("%s is %q, want %q", in, got, want)
		}
		back, err := texts.Decode(op.Fields(fields), op.DefaultLimits())
		if err != nil {
			t.Errorf("%s: read again: %v", in, err)
			continue
		}
		direct, err := texts.Decode(op.JSON([]byte(in)), op.DefaultLimits())
		if err != nil {
			t.Fatal(err)
		}
		if a, b := texts.AppendInput(nil, back), texts.AppendInput(nil, direct); string(a) != string(b) {
			t.Errorf("%s is read again as %s, not %s", in, a, b)
		}
	}
}

func TestTextsOfNoInput(t *testing.T) {
	for _, in := range []string{``, `[]`, `{`, `{"n":1}x`, `{"unknown":1}`, "{\"text\":\"\xff\"}"} {
		if fields, err := texts.Texts([]byte(in)); err != op.ErrNoText {
			t.Errorf("%q gives %v, %v", in, fields, err)
		}
	}
}

func TestFormFacts(t *testing.T) {
	if !texts.Base64("bytes") || texts.Base64("text") || texts.Base64("nothing") {
		t.Error("Base64 does not tell the field of bytes")
	}
	got := fmt.Sprint(texts.Choices())
	if want := "[{[[any] [text list]] false} {[[flag] [bytes]] false}]"; got != want {
		t.Errorf("choices are %s, want %s", got, want)
	}
	if got := texts.MainFields(); len(got) > 0 {
		t.Errorf("main fields %v of an answer without any", got)
	}
}
