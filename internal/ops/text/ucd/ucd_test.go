package ucd

import (
	"testing"
	"unicode"
)

// TestAgainstGo: on the code points that Go's tables know, its own and ours
// agree, but for the few whose properties Unicode has changed since.
func TestAgainstGo(t *testing.T) {
	table := Load()
	sets := map[Set]*unicode.RangeTable{
		Lu: unicode.Lu, Ll: unicode.Ll, Lt: unicode.Lt, Lm: unicode.Lm, Lo: unicode.Lo,
		Mn: unicode.Mn, Mc: unicode.Mc, Me: unicode.Me, Nd: unicode.Nd, Nl: unicode.Nl, No: unicode.No,
		Pc: unicode.Pc, Pd: unicode.Pd, Ps: unicode.Ps, Pe: unicode.Pe, Pi: unicode.Pi, Pf: unicode.Pf, Po: unicode.Po,
		Sm: unicode.Sm, Sc: unicode.Sc, Sk: unicode.Sk, So: unicode.So, Zs: unicode.Zs, Zl: unicode.Zl, Zp: unicode.Zp,
		Control: unicode.Cc, Cf: unicode.Cf, Co: unicode.Co, Cs: unicode.Cs, Space: unicode.White_Space,
	}
	changed, newer := 0, 0
	for r := rune(0); r <= unicode.MaxRune; r++ {
		p := table.Of(r)
		if unicode.Is(unicode.Cn, r) {
			if !p.In(Cn) {
				newer++
			}
			continue
		}
		for set, of := range sets {
			if p.In(set) != unicode.Is(of, r) {
				changed++
				break
			}
		}
		if name := table.Name(p.Script()); name != "Unknown" && !isScript(name, r) {
			changed++
		}
	}
	t.Logf("%d code points changed and %d new since Unicode %s", changed, newer, unicode.Version)
	if changed > 2 || newer != 10_615 {
		t.Errorf("%d code points differ, %d are new", changed, newer)
	}
}

func isScript(name string, r rune) bool {
	for n, of := range unicode.Scripts {
		if sameName(n, name) {
			return unicode.Is(of, r)
		}
	}
	return false
}

func sameName(a, b string) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range len(a) {
		if a[i] != b[i] && (a[i] != '_' || b[i] != ' ') {
			return false
		}
	}
	return true
}

func TestFlags(t *testing.T) {
	table := Load()
	for _, c := range []struct {
		r                             rune
		cased, ignorable, emoji, what bool
	}{
		{'a', true, false, false, table.Of('a').In(Letter)},
		{'ª', true, false, false, table.Of('ª').In(Lo)},
		{'ʰ', true, true, false, table.Of('ʰ').In(Lm)},
		{'1', false, false, true, table.Of('1').In(Nd)},
		{'’', false, true, false, table.Of('’').In(Pf)},
		{'\u0301', false, true, false, table.Of('\u0301').In(Mark)},
		{'😀', false, false, true, table.Of('😀').In(So)},
		{'\n', false, false, false, table.Of('\n').In(Space)},
		{0x10D50, true, false, false, table.Of(0x10D50).In(Lu)}, // Garay, Unicode 16
		{0x113B8, false, false, false, table.Of(0x113B8).In(Mc)},
		{-1, false, false, false, table.Of(-1) == table.Of(0xFFFD)},
		{unicode.MaxRune + 1, false, false, false, true},
	} {
		p := table.Of(c.r)
		if p.Cased() != c.cased || p.CaseIgnorable() != c.ignorable || p.Emoji() != c.emoji || !c.what {
			t.Errorf("%U: cased %v ignorable %v emoji %v, category %v", c.r, p.Cased(), p.CaseIgnorable(), p.Emoji(), c.what)
		}
	}
	if s := table.ScriptOf("Old Italic"); table.Name(s) != "Old Italic" || table.ScriptOf("Klingon") != 0 {
		t.Errorf("script %d", s)
	}
}

func BenchmarkOf(b *testing.B) {
	table := Load()
	text := "नमस्ते दुनिया, 日本語 and Latin. "
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		for _, r := range text {
			table.Of(r)
		}
	}
}
