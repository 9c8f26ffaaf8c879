package ai

import (
	"context"
	"errors"
	"strings"

	"golang.org/x/text/language"

	"toolcrib/internal/op"
)

// Translate puts a text into another language.
var Translate = op.DefineAI(op.Def[TranslateIn, TranslateOut]{
	ID:      "ai-translate",
	Route:   "POST /v1/text/ai/translate",
	Summary: "Translate text into another language, with a language model",
	Doc: "Translates a text into target_language (a BCP 47 tag such as hi or pt-BR) and tells which language it is in. Numbers, names, links and " +
		"lines stay.",
	See:    []op.See{{When: "another tone", ID: "ai-rewrite"}},
	Words:  []string{"translation", "translator", "language", "hindi", "english", "localize"},
	Source: source + "; BCP 47 (RFC 5646) tags",
	Since:  "1.0.0",
	Examples: []op.Example{
		{Name: "to Hindi", In: `{"text":"Your order has been shipped.","target_language":"hi"}`,
			Reply: `{"source_language":"en","translation":"आपका ऑर्डर भेज दिया गया है।"}`},
	},
}, op.AI[TranslateIn, TranslateOut]{Ask: askTranslate, Read: readTranslate})

// TranslateIn is the input of ai-translate.
type TranslateIn struct {
	Given
	TargetLanguage string `json:"target_language" doc:"Language to translate into (BCP 47)." len:"2..35" aka:"target,to,target_lang" example:"hi"`
	SourceLanguage string `json:"source_language" doc:"Language of the text (BCP 47); auto finds it." len:"2..35" default:"auto" aka:"from,source_lang"`
	op.AIIn
}

// TranslateOut is the answer of ai-translate.
type TranslateOut struct {
	Text             *string `json:"text,omitempty" doc:"The translation." main:"text/plain"`
	DetectedLanguage *string `json:"detected_language,omitempty" doc:"The language that the text is in, as the model sees it (BCP 47)."`
	op.AIOut
}

const auto = "auto"

// Check refuses languages that there are none of.
func (in *TranslateIn) Check(e *op.Invalid) {
	in.Given.Check(e)
	for _, f := range []struct{ name, tag string }{{"target_language", in.TargetLanguage}, {"source_language", in.SourceLanguage}} {
		if f.tag == auto && f.name == "source_language" {
			continue
		}
		if _, err := language.Parse(f.tag); err != nil {
			e.Add(f.name, op.InvalidFormat, "%s is no language", op.Quote(f.tag)).Hint = "send a BCP 47 tag such as en, hi or pt-BR"
		}
	}
	if in.Language != nil {
		e.Add("language", op.Conflict, "target_language says what language to answer in").Hint = "leave out language"
	}
}

func askTranslate(in TranslateIn) op.Ask {
	parts := []op.Part{{Name: "target_language", Text: in.TargetLanguage}}
	if in.SourceLanguage != auto {
		parts = append(parts, op.Part{Name: "source_language", Text: in.SourceLanguage})
	}
	return op.Ask{
		System: "You translate texts. Translate the text named text, whole and faithfully, into the language whose BCP 47 tag is named target_language. " +
			"Keep numbers, names, links and lines as they are. If there is a tag named source_language, the text is in that language. " +
			`Answer with a JSON object: "source_language" is the BCP 47 tag of the language that the text is in, "translation" the translation.`,
		Parts:  append(parts, op.Part{Name: "text", Text: in.Text}),
		Schema: members("source_language", `{"type":"string"}`, "translation", `{"type":"string"}`),
	}
}

func readTranslate(_ context.Context, in TranslateIn, reply string) (out TranslateOut, err error) {
	var r struct {
		SourceLanguage string `json:"source_language"`
		Translation    string `json:"translation"`
	}
	if err := object(reply, &r); err != nil {
		return out, err
	}
	tag, err := language.Parse(r.SourceLanguage)
	if err != nil || strings.TrimSpace(r.Translation) == "" {
		return out, errors.New("ai: the reply has no translation, or no language")
	}
	text, detected := replaced(in.Text, r.Translation), tag.String()
	out.Text, out.DetectedLanguage = &text, &detected
	return out, nil
}
