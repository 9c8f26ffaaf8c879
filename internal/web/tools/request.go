package tools

import (
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"toolcrib/internal/op"
	"toolcrib/internal/problem"
	"toolcrib/internal/web/form"
)

// download names what is wanted as a file: "raw" the main result alone, "json"
// the whole answer. example is the number of the example to load.
// language is the site's own parameter, which only an operation with a field of
// that name takes for itself.
const (
	download = "_download"
	example  = "_example"
	language = "lang"
)

// asked is what a request for a page asks for.
type asked struct {
	fields   []op.Field
	source   op.Source
	run      bool   // show an answer
	more     string // the table that is to have more rows
	whole    string // the input as JSON, where the controls cannot carry it
	download string
	redirect string // the query under which this page belongs
}

// ask reads a request. A problem is that of a body that could not be read; the
// page is then shown as it begins.
func (h *Handler) ask(w http.ResponseWriter, r *http.Request, o *op.Op) (*asked, *problem.Problem) {
	values := r.URL.Query()
	var files map[string][]byte
	posted := r.Method == http.MethodPost
	if posted {
		body, uploaded, p := h.body(w, r)
		if p != nil {
			return &asked{}, p
		}
		// What the form holds goes before what its address says.
		for name, v := range body {
			values[name] = v
		}
		files = uploaded
	}
	if !known(o, language) {
		values.Del(language)
	}
	a := &asked{download: values.Get(download), more: values.Get(form.Add)}
	if text := strings.TrimSpace(values.Get(form.Whole)); text != "" {
		a.wholeInput(o, text)
		return a, nil
	}
	if e := chosenExample(o, values); e != nil {
		a.wholeInput(o, e.In)
		return a, nil
	}
	a.fields = form.Read(o, values, files, posted)
	a.source = op.Fields(a.fields)
	a.run = a.more == "" && (posted || form.Sends(o, values) || startsAlone(o))
	if query, complete := form.Link(o, a.fields); a.run && a.download == "" && complete && query != "" && len(files) == 0 {
		if posted || untidy(r.URL.Query(), len(a.fields)) {
			a.redirect = query
		}
	}
	return a, nil
}

// wholeInput takes an input in as JSON: into the controls where they carry it.
func (a *asked) wholeInput(o *op.Op, text string) {
	a.run, a.source, a.whole = true, op.JSON([]byte(text)), text
	fields, err := o.Texts([]byte(text))
	if err != nil || !form.Carries(o, fields) {
		return
	}
	a.fields, a.whole = fields, ""
}

// untidy tells whether an address says more than the fields it comes to: the
// empty controls of a form, defaults, cells of tables.
func untidy(query url.Values, fields int) bool {
	pairs := 0
	for name, v := range query {
		if !strings.HasPrefix(name, "_") && name != language {
			pairs += len(v)
		}
	}
	return pairs != fields
}

func known(o *op.Op, name string) bool {
	for _, p := range o.Params() {
		if p.Name == name {
			return true
		}
	}
	return false
}

// chosenExample is the example that an address names, nil for none.
func chosenExample(o *op.Op, values url.Values) *op.Example {
	i, err := strconv.Atoi(values.Get(example))
	if err != nil || i < 1 || i > len(o.Examples) {
		return nil
	}
	return &o.Examples[i-1]
}

// startsAlone tells whether an operation answers without being sent anything,
// so that its page shows an answer at once.
func startsAlone(o *op.Op) bool {
	_, err := o.Decode(op.Fields(nil), op.DefaultLimits())
	return err == nil && o.Signs == nil
}

// body reads a posted form within the limit. Files stay in memory: nothing
// that is sent is ever written down.
func (h *Handler) body(w http.ResponseWriter, r *http.Request) (url.Values, map[string][]byte, *problem.Problem) {
	kind, params, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || kind != "application/x-www-form-urlencoded" && kind != "multipart/form-data" {
		return nil, nil, problem.New(problem.UnsupportedMediaType, "Send a form: application/x-www-form-urlencoded or multipart/form-data.")
	}
	body := http.MaxBytesReader(w, r.Body, h.opts.BodyLimit)
	values, files := url.Values{}, map[string][]byte{}
	if kind == "multipart/form-data" {
		err = parts(multipart.NewReader(body, params["boundary"]), values, files)
	} else {
		var text []byte
		if text, err = io.ReadAll(body); err == nil {
			values, err = url.ParseQuery(string(text))
		}
	}
	var over *http.MaxBytesError
	switch {
	case errors.As(err, &over):
		return nil, nil, problem.New(problem.BodyTooLarge, "The form has more than %d bytes.", h.opts.BodyLimit)
	case err != nil:
		return nil, nil, problem.Invalid(op.Refuse("", op.InvalidFormat, "the form could not be read; send it again"), http.StatusUnprocessableEntity)
	}
	return values, files, nil
}

// parts reads the parts of a form: texts, and the files that were chosen.
func parts(reader *multipart.Reader, values url.Values, files map[string][]byte) error {
	for {
		part, err := reader.NextRawPart()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		data, err := io.ReadAll(part)
		if err != nil {
			return err
		}
		name := part.FormName()
		switch {
		case part.FileName() != "":
			files[strings.TrimPrefix(name, "_file.")] = data
		case !strings.HasPrefix(name, "_file."):
			values.Add(name, string(data))
		}
	}
}
