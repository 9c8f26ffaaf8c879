package css

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
)

// with is the default options with a change.
func with(change func(*Options)) Options {
	o := DefaultOptions()
	change(&o)
	return o
}

var minify = with(func(o *Options) { o.Mode = Minify })

func TestBeautify(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"nothing", " \n ", ""},
		{"empty rules", "a{}b{;}", "a {}\n\nb {}"},
		{"brackets", "a{b:rgba( 0 , 0,0 );c:f( g( h ) )}", "a {\n  b: rgba(0, 0, 0);\n  c: f(g(h));\n}"},
		{"calc", "a{b:calc( 1px  + var( --x,2px ) );c:-webkit-calc(1px,2px)}", "a {\n  b: calc( 1px + var( --x,2px ) );\n  c: -webkit-calc(1px,2px);\n}"},
		{"combinators", "a>b+c~d e,:is(f>g){}", "a > b + c ~ d e,\n:is(f > g) {}"},
		{"combinators that belong together", "a>>>b,c ~ ~ d{}", "a >>> b,\nc ~ ~ d {}"},
		{"no combinators", "a:nth-child(2n+1 of b>c)[d~=e]{f:g>h}", "a:nth-child(2n+1 of b>c)[d~=e] {\n  f: g>h;\n}"},
		{"no colons of declarations", "a:hover,@x:y{}@page:first{}@supports selector(a:is(b:hover)){}", "a:hover,\n@x:y {}\n\n@page:first {}\n\n@supports selector(a:is(b:hover)) {}"},
		{"features", "@media(min-width:1px)and (a : b),c{}@container style(--x:y){}@scope(.a:b){}", "@media (min-width: 1px)and (a: b), c {}\n\n@container style(--x: y) {}\n\n@scope (.a:b) {}"},
		{"important", "a{b:c!important;d:e ! ie}", "a {\n  b: c !important;\n  d: e !ie;\n}"},
		{"custom properties", "a{--b:  { c:d }  ;--e:;--f: /* g */ ;--h: i!important}", "a {\n  --b: { c:d };\n  --e: ;\n  --f: /* g */;\n  --h: i!important;\n}"},
		{"nesting", "a{b:c;d:hover{e:f}&.g{}h:i}", "a {\n  b: c;\n\n  d:hover {\n    e: f;\n  }\n\n  &.g {}\n\n  h: i;\n}"},
		{"statements", "@import url(a);@layer b,c;d{}@import 'e';", "@import url(a);\n@layer b, c;\n\nd {}\n\n@import 'e';"},
		{"blank lines", "a{b:c;\n\n\nd:e;\n\n}\n\n\n/* f */\n\n/* g */\nh{}", "a {\n  b: c;\n\n  d: e;\n}\n\n/* f */\n\n/* g */\nh {}"},
		{"comments of lines", "a{ /* b */ c:d; /* e */ /* f */\n/* g */h{}} /* i */\n/* j */k{}/* l */", "a {\n  /* b */\n  c: d; /* e */ /* f */\n\n  /* g */\n  h {}\n} /* i */\n\n/* j */\nk {}\n\n/* l */"},
		{"comments inside", "a/* b */,c /* d */ e{f/* g */:h/* i */;j: k /* l */}", "a/* b */,\nc /* d */ e {\n  f/* g */: h/* i */;\n  j: k /* l */;\n}"},
		{"semicolons", ";a{;b:c;;;d:e;;}", ";\n\na {\n  ;\n  b: c;\n  ;\n  ;\n  d: e;\n}"},
		{"hacks", "a{*b:c;_d:e;f:alpha( opacity=50 );g:h\\9}", "a {\n  *b:c;\n  _d: e;\n  f: alpha(opacity=50);\n  g: h\\9;\n}"},
		{"escapes that end in a space", ".a\\26 .b\\26  .c\\26{}.d\\26>e{}", ".a\\26.b\\26  .c\\26 {}\n\n.d\\26 > e {}"},
		{"strings that do not end", "a{b:\"c\n;d:e}", "a {\n  b: \"c\n;\n  d: e;\n}"},
		{"strings that end in an escape's newline", "a{b:\"\\26\r\r\nc}", "a {\n  b: \"\\26\r\rc;\n}"},
		{"brackets that do not end", "a{b:f( c ;\n d}", "a {\n  b: f( c ;\n d}"},
		{"blocks that do not end", "a{b:c;d{e:f", "a {\n  b: c;\n\n  d {\n    e: f"},
		{"brackets that nothing opened", "a{b:c)]}}d{}", "a {\n  b: c)];\n}\n\n}\n\nd {}"},
		{"marks of HTML", "<!--a{}-->", "<!--\n\na {}\n\n-->"},
		{"a list of declarations", "a:b  c;--d: e  f;g:h", "a: b c;\n--d: e  f;\ng: h"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := string(format(t, tt.in, DefaultOptions()).CSS); got != tt.want {
				t.Errorf("%q gives\n%s\nwant\n%s", tt.in, got, tt.want)
			}
		})
	}
}

func TestMinify(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"the usual", " a , b > c { d : e , f ( g ) ! important ; } ", "a,b>c{d:e,f (g)!important}"},
		{"at-rules", "@media  ( min-width : 1px ) and (a), b { c{} } @import  'x' ;", "@media (min-width:1px) and (a),b{c{}}@import 'x';"},
		{"comments", "/* a *//*! b */c/* d */e{/* f */g:1/* h */px 2/* i */}", "/*! b */c/**/e{g:1/**/px 2}"},
		{"what must stay apart", "a + 1b, -- > c{d:- 1 / * e}", "a+ 1b,-- >c{d:- 1 / * e}"},
		{"custom properties", "a{--b:  c  /* d */ e ;--f:;}", "a{--b:c  /* d */ e;--f: }"},
		{"the last semicolon", "a{b:c;;}d{e:f;/* g */}h{i:j;/*! k */}", "a{b:c}d{e:f}h{i:j;/*! k */}"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := string(format(t, tt.in, minify).CSS); got != tt.want {
				t.Errorf("%q gives\n%s\nwant\n%s", tt.in, got, tt.want)
			}
		})
	}
}

func TestOptions(t *testing.T) {
	const text = "/*! l */@import 'x';a>b,c{d:e;/* f */g:h}i{}"
	tests := []struct {
		name   string
		change func(*Options)
		want   string
	}{
		{"tab", func(o *Options) { o.Indent = "\t" }, "/*! l */\n@import 'x';\n\na > b,\nc {\n\td: e;\n\t/* f */\n\tg: h;\n}\n\ni {}"},
		{"selectors on a line", func(o *Options) { o.SelectorPerLine = false }, "/*! l */\n@import 'x';\n\na > b, c {\n  d: e;\n  /* f */\n  g: h;\n}\n\ni {}"},
		{"no blank lines", func(o *Options) { o.BlankLines = false }, "/*! l */\n@import 'x';\na > b,\nc {\n  d: e;\n  /* f */\n  g: h;\n}\ni {}"},
		{"braces on a line", func(o *Options) { o.BraceOnNewLine = true }, "/*! l */\n@import 'x';\n\na > b,\nc\n{\n  d: e;\n  /* f */\n  g: h;\n}\n\ni\n{}"},
		{"tight combinators", func(o *Options) { o.SpaceCombinators = false }, "/*! l */\n@import 'x';\n\na>b,\nc {\n  d: e;\n  /* f */\n  g: h;\n}\n\ni {}"},
		{"important comments", func(o *Options) { o.Comments = ImportantOnly }, "/*! l */\n@import 'x';\n\na > b,\nc {\n  d: e;\n  g: h;\n}\n\ni {}"},
		{"no comments", func(o *Options) { o.Comments = Remove }, "@import 'x';\n\na > b,\nc {\n  d: e;\n  g: h;\n}\n\ni {}"},
		{"no final semicolon", func(o *Options) { o.FinalSemicolon = false }, "/*! l */\n@import 'x';\n\na > b,\nc {\n  d: e;\n  /* f */\n  g: h\n}\n\ni {}"},
		{"minified without comments", func(o *Options) { o.Mode, o.Comments = Minify, Remove }, "@import 'x';a>b,c{d:e;g:h}i{}"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := string(format(t, text, with(tt.change)).CSS); got != tt.want {
				t.Errorf("got\n%s\nwant\n%s", got, tt.want)
			}
		})
	}
}

func TestFaults(t *testing.T) {
	tests := []struct{ in, want string }{
		{"a{b:c;--d:[;]{}//;e:#f url( g );h:\"\\\n\"}", "true []"},
		{"a{;b:;c:/* d */;e:f;;}", "true [{empty_declaration 2} {empty_declaration 3} {empty_declaration 6} {empty_declaration 20}]"},
		{"a{b{c:d(", "false [{unclosed_block 1} {unclosed_block 3} {unclosed_block 6}]"},
		{"}a{b:c]);d:(]}", "false [{unexpected_close 0} {unclosed_block 2} {unexpected_close 6} {unexpected_close 7} {unclosed_block 11} {unexpected_close 12} {unexpected_close 13}]"},
		{"a{b:\"c\n;d:'e", "false [{unclosed_block 1} {bad_string 4} {bad_string 10}]"},
		{"a{b:url(c d);e:url(f", "false [{unclosed_block 1} {bad_url 4} {bad_url 15}]"},
		{"a{b:\\\nc;d\\", "false [{unclosed_block 1} {bad_escape 4} {unexpected_text 8} {bad_escape 9}]"},
		{"a{}/* b", "false [{unclosed_comment 3}]"},
		{"a{b c;*d:e;.f}g", "false [{unexpected_text 2} {unexpected_text 6} {unexpected_text 11} {unexpected_text 14}]"},
		{";a:b;@c;d{}", "false [{unexpected_text 0} {unexpected_text 1}]"},
		{"//a\n.b-#{c}{d:e///f\n}", "false [{not_css 0} {not_css 7} {unexpected_text 9} {not_css 15}]"},
	}
	for _, tt := range tests {
		r := format(t, tt.in, DefaultOptions())
		if got := fmt.Sprint(r.Valid, r.Faults); got != tt.want {
			t.Errorf("%q: %s, want %s", tt.in, got, tt.want)
		}
		for _, f := range r.Faults {
			if f.Message() == "" {
				t.Errorf("%s has no message", f.Code)
			}
		}
	}
	many := format(t, strings.Repeat("}", MaxFaults+5), DefaultOptions())
	if len(many.Faults) != MaxFaults || many.MoreFaults != 5 {
		t.Errorf("%d faults and %d more", len(many.Faults), many.MoreFaults)
	}
}

func TestLimits(t *testing.T) {
	deep := func(bracket string, n int) string { return "a{b:" + strings.Repeat(bracket, n) }
	tests := []struct {
		name, in, want string
		limit, offset  int
	}{
		{"100 brackets", deep("(", 99), "", 0, 0},
		{"101 brackets", deep("(", 100), "brackets are nested more than 100 deep", 100, 103},
		{"100 blocks", strings.Repeat("a{", 100), "", 0, 0},
		{"101 blocks", strings.Repeat("a{", 101), "brackets are nested more than 100 deep", 100, 201},
		{"in a custom property", "a{--b:" + strings.Repeat("{", 100), "brackets are nested more than 100 deep", 100, 105},
		{"indented too far", strings.Repeat("a{", 100) + strings.Repeat("b:c;", 50_000), "the result has more than 8388608 bytes", 8 << 20, 162_884},
		{"selectors too far in", strings.Repeat("a{", 99) + strings.Repeat("b,", 50_000) + "{", "the result has more than 8388608 bytes", 8 << 20, 198},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Format(context.Background(), tt.in, DefaultOptions())
			var e *Error
			switch {
			case tt.want == "" && err != nil:
				t.Errorf("refused: %v", err)
			case tt.want != "" && (!errors.As(err, &e) || e.Error() != tt.want || e.Limit != tt.limit || e.Offset != tt.offset):
				t.Errorf("error %#v, want %s at %d", err, tt.want, tt.offset)
			}
		})
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Format(ctx, "a{}", DefaultOptions()); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}
