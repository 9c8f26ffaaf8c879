package op

import (
	"strings"
)

// Rule says which fields of an input go together. Rules look at what was
// sent, not at values, so they are reported beside other violations.
type Rule struct {
	fields  []string
	missing string // code when none was sent; "" = none needed
}

// ExactlyOne wants one of the fields, or of the groups written "a+b", of
// which any member counts; none is missing_one_of, two are a conflict.
func ExactlyOne(fields ...string) Rule { return Rule{fields, MissingOneOf} }

// RequiredOnce is ExactlyOne where none is reported as the first being
// required: the others are the same thing in other units.
func RequiredOnce(fields ...string) Rule { return Rule{fields, Required} }

// AtMostOne refuses two of the fields or groups.
func AtMostOne(fields ...string) Rule { return Rule{fields, ""} }

// check applies the rule to the fields sent.
func (r Rule) check(d *decoder, n *node, got *sent) {
	var found []string // the names sent
	for _, group := range r.fields {
		for name := range strings.SplitSeq(group, "+") {
			if f := n.byName[name]; got[f.pos] != 0 {
				found = append(found, f.spelt(got[f.pos]))
				break
			}
		}
	}
	var groups []string
	for _, group := range r.fields {
		groups = append(groups, strings.ReplaceAll(strings.Replace(group, "+", " with ", 1), "+", " or "))
	}
	names := strings.Join(groups, ", ")
	first, _, _ := strings.Cut(r.fields[0], "+")
	switch {
	case len(found) == 0 && r.missing != "":
		d.invalid.Add(first, r.missing, "the %s '%s' is missing; send exactly one of %s", d.noun, first, names)
	case len(found) > 1:
		for _, extra := range found[1:] {
			d.invalid.Add(extra, Conflict, "was sent together with '%s'; send only one of %s", found[0], names)
		}
	}
}

// verify panics when a rule names a field that does not exist.
func (r Rule) verify(n *node, id string) {
	if len(r.fields) == 0 {
		panic("op: " + id + ": a rule of no fields")
	}
	for _, group := range r.fields {
		for name := range strings.SplitSeq(group, "+") {
			if f, ok := n.byName[name]; !ok || f.name != name {
				panic("op: " + id + ": rule names no field " + name)
			}
		}
	}
}
