package css

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

var sorting = with(func(o *Options) { o.SortProperties = true })

func TestSort(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"by name", "z-index:1;color:red;--b:x;Display:none", "--b: x; color: red; Display: none; z-index: 1;"},
		{"not where one repeats", "top:1px;color:red;color:blue", "top: 1px; color: red; color: blue;"},
		{"not where a shorthand repeats", "margin-left:1px;color:red;margin:0", "margin-left: 1px; color: red; margin: 0;"},
		{"runs end at a rule", "b:c;a:d;&{}f:g;e:h", "a: d; b: c; & {} e: h; f: g;"},
		{"runs end at a blank line", "b:c;a:d;\n\nf:g;e:h", "a: d; b: c; e: h; f: g;"},
		{"runs end at what is no declaration", "b:c;a:d;*f:g;i:j;e:h", "a: d; b: c; *f:g; e: h; i: j;"},
		{"runs end at a semicolon", "b:c;a:d;;f:g;e:h", "a: d; b: c; ; e: h; f: g;"},
		{"beside comments nothing moves", "d:e;c:f; /* c */\nb:g;/* a */\na:h;i:j;f:k", "d: e; c: f; /* c */ b: g; /* a */ a: h; f: k; i: j;"},
		{"names of custom properties are told apart by case", "--b:1;--B:2", "--B: 2; --b: 1;"},
		{"not where a name hides", "color:red;c\\6flor:blue", "color: red; c\\6flor: blue;"},
		{"the last has no semicolon yet", "b:c;a:d", "a: d; b: c;"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := string(format(t, "x{"+tt.in+"}", sorting).CSS)
			if got = strings.Join(strings.Fields(got), " "); got != "x { "+tt.want+" }" {
				t.Errorf("%s gives %s", tt.in, got)
			}
		})
	}
	open := "a{c:d;b:\"e"
	if got := string(format(t, open, sorting).CSS); got != "a {\n  c: d;\n  b: \"e" {
		t.Errorf("%q gives %q", open, got)
	}
}

// Which properties set the same, by the modules of CSS that define them.
func TestOverlap(t *testing.T) {
	same := []string{
		"color color", "margin margin-left", "border border-top-color", "border-color border-top", "border border-image-slice",
		"-webkit-transform transform", "-webkit-transition-delay transition", "inset top", "inset-inline left", "margin-inline-start margin-left",
		"margin-inline margin", "inline-size width", "min-block-size min-height", "font line-height", "font font-variant-caps", "grid-gap row-gap",
		"grid-area grid-row-start", "flex-flow flex-direction", "flex flex-basis", "all color", "word-wrap overflow-wrap", "page-break-after break-after",
		"place-items align-items", "background background-position-x", "border-radius border-start-end-radius", "text-decoration text-decoration-line",
		"mask mask-border-source", "-webkit-mask-box-image mask-border", "overflow overflow-inline", "columns column-count", "white-space text-wrap", "--a --a",
	}
	apart := []string{
		"color background-color", "margin padding", "margin-left margin-right", "margin-inline-start margin-inline-end", "margin-block margin-inline",
		"border-top border-left", "border-color border-style", "transform transform-origin", "overflow overflow-wrap", "flex flex-direction",
		"text-align text-decoration", "font-size line-height", "width min-width", "top left", "--margin margin", "--a --A", "color color-scheme",
	}
	for _, pairs := range []struct {
		list []string
		want bool
	}{{same, true}, {apart, false}} {
		for _, pair := range pairs.list {
			a, b, _ := strings.Cut(pair, " ")
			for _, run := range [][]piece{{{name: a}, {name: b}}, {{name: b}, {name: a}}} {
				if overlap(run) != pairs.want {
					t.Errorf("%s: overlap %v", pair, !pairs.want)
				}
			}
		}
	}
}

// No property shares a part with itself, or it could never be sorted.
func TestParts(t *testing.T) {
	for name, list := range parts() {
		sorted := slices.Sorted(slices.Values(list))
		if len(slices.Compact(sorted)) != len(list) {
			t.Errorf("%s has parts twice: %s", name, list)
		}
	}
}

// Random declarations, sorted, are the same ones; what sets the same keeps its
// order, and a second time changes nothing.
func TestSortRandom(t *testing.T) {
	names := strings.Fields("margin margin-left margin-top border border-top border-color color top left width height display -webkit-transform transform --x z-index Color")
	extras := []string{"", "", "", "", "/* c */", " /* c */\n", "\n\n", "&{}", ";"}
	r := rand.New(rand.NewPCG(3, 4))
	for range 5000 {
		text := "a{"
		for i := range 1 + r.IntN(8) {
			text += names[r.IntN(len(names))] + ":" + strings.Repeat("v", i+1) + ";" + extras[r.IntN(len(extras))]
		}
		text += "}"
		once := string(format(t, text, sorting).CSS)
		if twice := string(format(t, once, sorting).CSS); twice != once {
			t.Fatalf("%q gives\n%s\nthen\n%s", text, once, twice)
		}
		before, after := set(text), set(once)
		if len(before) != len(after) {
			t.Fatalf("%q gives\n%s", text, once)
		}
		for i := range after {
			for _, later := range after[i+1:] {
				if overlap([]piece{{name: after[i].name}, {name: later.name}}) && after[i].order > later.order {
					t.Fatalf("%q gives\n%s", text, once)
				}
			}
		}
		slices.SortFunc(after, func(a, b setting) int { return a.order - b.order })
		if !slices.Equal(before, after) {
			t.Fatalf("%q gives\n%s", text, once)
		}
	}
}

// setting is a declaration of TestSortRandom, whose value tells its place.
type setting struct {
	name  string
	order int
}

func set(text string) (list []setting) {
	name := ""
	for _, t := range tokens(text) {
		switch word := text[t.Start:t.End]; {
		case t.Kind == Ident && strings.Trim(word, "v") == "":
			list = append(list, setting{strings.ToLower(name), len(word)})
		case t.Kind == Ident:
			name = word
		}
	}
	return list
}
