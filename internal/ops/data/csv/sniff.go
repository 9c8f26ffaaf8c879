package csv

// delimiterCandidates are tried by [AutoDelimiter]; an earlier one wins a tie.
var delimiterCandidates = [...]rune{',', ';', '\t', '|'}

// sniffRecords is how many records a candidate is tried on.
const sniffRecords = 100

// sniff finds the delimiter. Each candidate splits the first records; its
// most frequent count of cells (the larger on a tie) is its width, and the
// share of records of that width its score. Candidates of width 1 are out: in
// most of their records they do not occur. The best score wins, then the
// larger width, then the earlier candidate; with none left it is the first
// one that the quote and the comment leave free.
func sniff(text string, o *Options) rune {
	var best, fallback rune
	var bestTrial trial
	for _, candidate := range delimiterCandidates {
		if candidate == o.Quote || candidate == o.Comment {
			continue
		}
		if fallback == 0 {
			fallback = candidate
		}
		t := try(newScanner(text, 0, candidate, o, nil))
		if t.width > 1 && (best == 0 || t.beats(bestTrial)) {
			best, bestTrial = candidate, t
		}
	}
	if best == 0 {
		return fallback
	}
	return best
}

// trial is how well a delimiter splits the first records.
type trial struct {
	width   int // the most frequent count of cells
	matched int // records of that width
	records int // records tried, one that cannot be read included
}

// beats compares the shares without division, then the widths.
func (t trial) beats(other trial) bool {
	mine, theirs := t.matched*other.records, other.matched*t.records
	if mine != theirs {
		return mine > theirs
	}
	return t.width > other.width
}

func try(s *scanner) trial {
	var t trial
	var cells []cell
	widths := make(map[int]int)
	for t.records < sniffRecords && s.next() {
		t.records++
		var err error
		if cells, err = s.record(cells[:0]); err != nil {
			break
		}
		widths[len(cells)]++
	}
	for width, matched := range widths {
		if matched > t.matched || matched == t.matched && width > t.width {
			t.width, t.matched = width, matched
		}
	}
	return t
}
