package op

import (
	"bytes"
	"context"
	"fmt"
	"net/url"
	"reflect"
	"slices"
	"time"

	"toolcrib/internal/link"
)

// Sign declares an operation that makes signed links to another, with that
// one's fields and how long the link is to live.
type Sign struct {
	ID, Route, Summary, Doc, Source, Since string
	See                                    []See
	Words                                  []string
	Hosts                                  []string
	Examples                               []Example
}

// signIn is the input of an operation that makes links. The fields of Of
// stand beside its own.
type signIn[In any] struct {
	Of        In
	ExpiresIn *int `json:"expires_in" min:"60" max:"31536000" null:"true" doc:"Seconds that the link lives; unset or null, as long as the API key." example:"86400"`
}

// signOut is its output.
type signOut struct {
	URL       string  `json:"url" doc:"The link: a GET that needs no API key."`
	ExpiresAt *string `json:"expires_at" doc:"When it ends, RFC 3339 in UTC; null = with the API key."`
}

// maxLink bounds the characters of a link: crawlers and proxies cut or refuse
// longer ones, RFC 9110 section 4.1 asks them for 8,000.
const maxLink = 8000

// DefineSign registers an operation that makes links to the pictures of the
// operation that def has defined.
func DefineSign[In, Out any](def Def[In, Out], s Sign) *Op {
	of := Find(def.ID)
	if of == nil || !of.Answers("GET") || of.Media == nil {
		panic("op: " + s.ID + ": links are made to pictures that GET answers: " + def.ID + " is none, or is not defined yet")
	}
	o := &Op{
		ID: s.ID, Summary: s.Summary, Source: s.Source, Since: s.Since, Varies: true, BadInput: of.BadInput,
		Words: s.Words, Examples: s.Examples, Signs: of, doc: s.Doc, see: s.See, rules: def.Rules,
		in:      signNode[In](of.in, s.ID+" input"),
		out:     compile(reflect.TypeFor[signOut](), "", s.ID+" output"),
		subject: func(in any) any { return &in.(*signIn[In]).Of },
	}
	o.call = func(ctx context.Context, in any) (any, error) {
		i := in.(*signIn[In])
		out, err := of.sign(ctx, &i.Of, i.ExpiresIn)
		return &out, err
	}
	return o.register(s.Route, s.Hosts)
}

// signNode is the node of a signIn: the fields of the other operation with its
// own behind them.
func signNode[In any](of *node, where string) *node {
	t := reflect.TypeFor[signIn[In]]()
	n := &node{kind: kObject, typ: t, byName: map[string]spelling{}, refused: map[string][]string{}}
	for _, f := range of.fields {
		own := *f
		own.index = append([]int{0}, f.index...)
		n.fields = append(n.fields, &own)
	}
	life := compileField(t.Field(1), where)
	life.pos = len(n.fields)
	n.fields = append(n.fields, life)
	n.enterNames(where)
	for _, name := range []string{link.KeyID, link.Expiry, link.Signature} {
		if _, taken := n.byName[name]; taken {
			panic("op: " + where + ": links have a parameter " + name + " of their own")
		}
	}
	return n
}

// sign makes a link to the operation with an input, a pointer to its own type.
func (o *Op) sign(ctx context.Context, in any, life *int) (signOut, error) {
	env := envOf(ctx)
	if env.Link == nil {
		return signOut{}, Refuse("", NotAllowed, "a link is signed with an API key, and there is none here; call the service")
	}
	fields, err := o.query(in)
	if err == nil {
		err = o.same(fields, in)
	}
	if err != nil {
		return signOut{}, err
	}
	var out signOut
	var until time.Time
	if life != nil {
		until = Now(ctx).UTC().Truncate(time.Second).Add(time.Duration(*life) * time.Second)
		text := until.Format(time.RFC3339)
		out.ExpiresAt = &text
	}
	if out.URL = env.Link(o, fields, until); len(out.URL) > maxLink {
		return signOut{}, Refuse("", TooLong, "the link would have %d characters; at most %d are allowed", len(out.URL), maxLink)
	}
	return out, nil
}

// same tells whether a query is read as the input that it was made of.
func (o *Op) same(fields url.Values, in any) error {
	again, err := o.Decode(Query(fields.Encode()), Limits{Document: maxLink})
	if err == nil && !bytes.Equal(o.AppendInput(nil, again), o.AppendInput(nil, Input{in})) {
		err = fmt.Errorf("op: %s: an input that no query can say", o.ID)
	}
	return err
}

// query is an input as the parameters of a query, in its canonical form: what
// was left out, or is the default, is left out.
func (o *Op) query(in any) (url.Values, error) {
	texts, err := o.Texts(o.AppendInput(nil, Input{in}))
	fields := url.Values{}
	for _, t := range texts {
		f := o.in.byName[t.Name]
		if !f.def.IsValid() || !slices.Equal(f.texts(f.appendInput(nil, f.def)), []string{t.Value}) {
			fields.Add(t.Name, t.Value)
		}
	}
	return fields, err
}

// Signer is the operation that makes links to o, nil where there is none.
func (o *Op) Signer() *Op {
	all := All()
	if i := slices.IndexFunc(all, func(s *Op) bool { return s.Signs == o }); i >= 0 {
		return all[i]
	}
	return nil
}
