package main

import (
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"
)

// bounds says in words what a schema allows; "" where that is everything.
func bounds(s *schema) string {
	var parts []string
	add := func(format string, args ...any) { parts = append(parts, fmt.Sprintf(format, args...)) }
	switch {
	case s.Minimum != "" && s.Maximum != "":
		add("%s to %s", s.Minimum, s.Maximum)
	case s.Minimum != "":
		add("at least %s", s.Minimum)
	case s.ExclusiveMinimum != "" && s.Maximum != "":
		add("above %s, at most %s", s.ExclusiveMinimum, s.Maximum)
	case s.ExclusiveMinimum != "":
		add("above %s", s.ExclusiveMinimum)
	case s.Maximum != "":
		add("at most %s", s.Maximum)
	}
	if s.ExclusiveMaximum != "" {
		add("below %s", s.ExclusiveMaximum)
	}
	if s.MinLength > 0 || s.MaxLength > 0 {
		add("%s", count(s.MinLength, s.MaxLength, "character"))
	}
	if s.MinItems > 0 || s.MaxItems > 0 {
		add("%s", count(s.MinItems, s.MaxItems, "item"))
	}
	if s.MaxProperties > 0 {
		add("%s", count(0, s.MaxProperties, "member"))
	}
	if s.Pattern != "" {
		add("matching %s", s.Pattern)
	}
	text := strings.Join(parts, "; ")
	if text == "" {
		return ""
	}
	return strings.ToUpper(text[:1]) + text[1:] + "."
}

// count says how many there may be; an upper end of 0 is none.
func count(least, most int, noun string) string {
	switch {
	case least == most:
		return plural(most, noun)
	case most == 0:
		return "at least " + plural(least, noun)
	case least == 0:
		return "at most " + plural(most, noun)
	}
	return fmt.Sprintf("%d to %s", least, plural(most, noun))
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

func fallback(f *field) string {
	if f.fallback == nil {
		return ""
	}
	var word string
	if json.Unmarshal(f.fallback, &word) == nil && word != "" && strings.TrimSpace(word) == word {
		return "Default: " + word + "."
	}
	return "Default: " + string(f.fallback) + "."
}

func need(f *field) string {
	if f.required {
		return "Required."
	}
	return ""
}

// sentences joins those that are not empty.
func sentences(list ...string) string {
	var some []string
	for _, s := range list {
		if s != "" {
			some = append(some, s)
		}
	}
	return strings.Join(some, " ")
}

// wrap cuts a paragraph into lines.
func wrap(paragraph string, width int) (lines []string) {
	line := ""
	for _, word := range strings.Fields(paragraph) {
		if line != "" && utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > width {
			lines, line = append(lines, line), ""
		}
		line = strings.TrimPrefix(line+" "+word, " ")
	}
	return append(lines, line)
}
