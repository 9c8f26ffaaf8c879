package config

import (
	"slices"
	"strings"
)

// Offers tells whether the operation of an id and group is to be offered, by
// OpsEnable and OpsDisable.
func (s *Settings) Offers(id, group string) bool {
	named := func(names []string) bool { return slices.Contains(names, id) || slices.Contains(names, group) }
	enabled := Names(s.OpsEnable)
	return (len(enabled) == 0 || named(enabled)) && !named(Names(s.OpsDisable))
}

// Names are the names of a list that is separated by commas.
func Names(list string) (names []string) {
	for name := range strings.SplitSeq(list, ",") {
		if name = strings.TrimSpace(name); name != "" {
			names = append(names, name)
		}
	}
	return names
}
