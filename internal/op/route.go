package op

import (
	"slices"
	"strings"
)

// HostPath is where a product host has an operation. A segment {name} of the
// path is the field of that name, which the body need not repeat.
type HostPath struct{ Host, Path string }

// Methods lists the methods that the path answers. HEAD goes with GET.
func (o *Op) Methods() []string {
	if o.AlsoGet {
		return []string{"GET", "POST"}
	}
	return []string{o.Method}
}

// Answers tells whether the path answers a method.
func (o *Op) Answers(method string) bool { return slices.Contains(o.Methods(), method) }

// Route is the methods and the path, as Def has them.
func (o *Op) Route() string { return strings.Join(o.Methods(), "|") + " " + o.Path }

// PathOn is where a product host has the operation first, "" where it has not.
func (o *Op) PathOn(host string) string {
	for _, h := range o.Hosts {
		if h.Host == host {
			return h.Path
		}
	}
	return ""
}

// Given reads the fields that stand in a path of the form that HostPath has.
// ok is false where the path is another one. A pattern without fields gives nil.
func Given(pattern, path string) (fields []Field, ok bool) {
	if !strings.Contains(pattern, "{") {
		return nil, pattern == path
	}
	want, got := strings.Split(pattern, "/"), strings.Split(path, "/")
	if len(want) != len(got) {
		return nil, false
	}
	for i, w := range want {
		name, isField := fieldIn(w)
		switch {
		case isField && got[i] != "":
			fields = append(fields, Field{name, got[i]})
		case isField || w != got[i]:
			return nil, false
		}
	}
	return fields, true
}

// fieldIn is the field that a segment of a pattern stands for.
func fieldIn(segment string) (name string, ok bool) {
	name, open := strings.CutPrefix(segment, "{")
	name, closed := strings.CutSuffix(name, "}")
	return name, open && closed
}

// verifyHosts panics on a path that no product host could serve.
func (o *Op) verifyHosts() {
	for _, h := range o.Hosts {
		if h.Host == "" || !strings.HasPrefix(h.Path, "/v1/") {
			panic("op: " + o.ID + ": bad place on a product host: " + h.Host + " " + h.Path)
		}
		for segment := range strings.SplitSeq(h.Path, "/") {
			name, isField := fieldIn(segment)
			if f, found := o.in.byName[name]; isField && (!found || f.name != name || o.Method != "POST" || o.AlsoGet) {
				panic("op: " + o.ID + ": the path " + h.Path + " needs a field of the body in place of " + segment)
			}
		}
	}
}
