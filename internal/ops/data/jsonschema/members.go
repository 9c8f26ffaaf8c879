package jsonschema

import (
	"errors"
	"unicode/utf8"

	"toolcrib/internal/ops/data/jsondoc"
	"toolcrib/internal/ops/text/regex"
)

func compileProperties(c *compiler, _ *node, k keywordAt) check {
	names, nodes := k.value.Names(), c.nodesOf(k.value)
	return func(e *evaluation, v *jsondoc.Value, evaluated []bool) bool {
		if !isObject(v) {
			return true
		}
		ok := true
		apply := func(at, item int) {
			if at < 0 || item < 0 || !ok && e.quiet > 0 {
				return
			}
			if evaluated != nil {
				evaluated[item] = true
			}
			ok = e.child(nodes[at], &v.Items[item]) && ok
		}
		if len(v.Items) < len(names) {
			for item, name := range v.Names() {
				apply(k.value.Index(name), item)
			}
		} else {
			for at, name := range names {
				apply(at, v.Index(name))
			}
		}
		return ok && e.work(min(len(names), len(v.Items))/16)
	}
}

func compilePatternProperties(c *compiler, n *node, k keywordAt) check {
	patterns := c.patterns(n)
	nodes := c.nodesOf(k.value)
	return func(e *evaluation, v *jsondoc.Value, evaluated []bool) bool {
		if !isObject(v) {
			return true
		}
		ok := true
		for item, name := range v.Names() {
			for i, re := range patterns {
				if !e.matches(re, name) {
					continue
				}
				if evaluated != nil {
					evaluated[item] = true
				}
				if !e.child(nodes[i], &v.Items[item]) {
					if ok = false; e.quiet > 0 {
						return false
					}
				}
			}
		}
		return ok
	}
}

// patterns compiles the names of a schema's patternProperties.
func (c *compiler) patterns(n *node) (list []*regex.Regexp) {
	if at := n.value.Get("patternProperties"); at != nil {
		for i, name := range at.Names() {
			list = append(list, c.regexp(name, &at.Items[i]))
		}
	}
	return list
}

// compileAdditionalProperties is for members that neither properties nor
// patternProperties of the same schema are for.
func compileAdditionalProperties(c *compiler, n *node, k keywordAt) check {
	rest := rest{c.node(k.value), k}
	properties := n.value.Get("properties")
	patterns := c.patterns(n)
	return func(e *evaluation, v *jsondoc.Value, evaluated []bool) bool {
		if !isObject(v) {
			return true
		}
		return rest.apply(e, v, func(i int) bool {
			name := v.Names()[i]
			if properties != nil && properties.Index(name) >= 0 {
				return false
			}
			for _, re := range patterns {
				if e.matches(re, name) {
					return false
				}
			}
			return true
		}, evaluated)
	}
}

// compilePropertyNames makes one failure for each name that does not fit.
func compilePropertyNames(c *compiler, _ *node, k keywordAt) check {
	n := c.node(k.value)
	return func(e *evaluation, v *jsondoc.Value, _ []bool) bool {
		ok := true
		for i, name := range v.Names() {
			text := jsondoc.StringValue(name, v.Items[i].Offset)
			e.quiet++
			fits := e.child(n, text)
			e.quiet--
			if !fits {
				ok = e.fail(v, k, "the name %s does not match the schema for names", quote(name))
			}
		}
		return ok
	}
}

// maxPattern is the length of a pattern, in characters, that compiles in time.
const maxPattern = 10_000

// regexp compiles a pattern, or records what is wrong with it and returns nil.
func (c *compiler) regexp(pattern string, at *jsondoc.Value) *regex.Regexp {
	re, known := c.regexps[pattern]
	if known || c.ctx.Err() != nil {
		return re
	}
	if utf8.RuneCountInString(pattern) > maxPattern {
		c.invalid(at, "a pattern has more than %d characters", maxPattern)
		return nil
	}
	re, err := regex.Compile(pattern, regex.Flags{})
	c.regexps[pattern] = re
	var e *regex.Error
	switch {
	case !errors.As(err, &e):
	case e.Code == regex.CodeUnsupported:
		c.fault(Error{Code: UnsupportedRegex, Offset: at.Offset, Message: e.Error(), Hint: e.Hint, Feature: e.Feature})
	default:
		c.fault(Error{Code: Invalid, Offset: at.Offset, Message: "not a regular expression: " + e.Error(), Hint: e.Hint})
	}
	return re
}

// matches tells whether a pattern matches somewhere in a text.
func (e *evaluation) matches(re *regex.Regexp, text string) bool {
	if !e.work(16 + len(text)) {
		return false
	}
	for _, err := range re.Matches(e.ctx, text) {
		if err != nil {
			e.err = err
		}
		return err == nil
	}
	return false
}

func compilePattern(c *compiler, _ *node, k keywordAt) check {
	if !isString(k.value) {
		return nil
	}
	re := c.regexp(k.value.Text, k.value)
	return func(e *evaluation, v *jsondoc.Value, _ []bool) bool {
		return !isString(v) || e.matches(re, v.Text) || e.fail(v, k, "must match the pattern %s, is %s", cut(k.value.Text), quote(v.Text))
	}
}
