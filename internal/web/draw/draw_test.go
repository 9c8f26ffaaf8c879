package draw

import (
	"encoding/json"
	"encoding/xml"
	"fmt"
	"html"
	"io"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"toolcrib/internal/op"
	_ "toolcrib/internal/ops"
)

// sampled is the scene of an input, with the clock of the examples. Messages
// are their keys and arguments.
func sampled(t *testing.T, o *op.Op, input string, extra ...op.Field) Scene {
	t.Helper()
	fields, err := o.Texts([]byte(input))
	if err != nil {
		t.Fatal(err)
	}
	in, err := o.Decode(op.Fields(append(fields, extra...)), op.DefaultLimits())
	if err != nil {
		t.Fatal(err)
	}
	out, err := o.Run(op.SampleEnv().With(t.Context()), in)
	if err != nil {
		t.Fatal(err)
	}
	return Scene{
		Input: o.AppendInput(nil, in), Data: o.AppendData(nil, out),
		T: func(key string, args ...any) string {
			switch key {
			case "tools.draw.months":
				return "January,February,March,April,May,June,July,August,September,October,November,December"
			case "tools.draw.days":
				return "Mo,Tu,We,Th,Fr,Sa,Su"
			}
			return strings.TrimSuffix(key+" "+fmt.Sprintln(args...), "\n")
		},
		N: func(n any) string { return fmt.Sprint(n) },
	}
}

// drawn draws an input and holds the picture to what holds for all: well
// formed, no style or script, a title and a description for every picture.
func drawn(t *testing.T, id, input string, extra ...op.Field) string {
	t.Helper()
	o := op.Find(id)
	picture := string(Draw(o, sampled(t, o, input, extra...)))
	d := xml.NewDecoder(strings.NewReader("<div>" + strings.ReplaceAll(picture, "<col>", "<col/>") + "</div>"))
	d.Entity = xml.HTMLEntity
	var names []string
	for {
		token, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatalf("%s: not well formed: %v\n%s", id, err, picture)
		}
		if e, ok := token.(xml.StartElement); ok {
			names = append(names, e.Name.Local)
			for _, a := range e.Attr {
				if a.Name.Local == "style" || strings.HasPrefix(a.Name.Local, "on") {
					t.Errorf("%s: %s has %s", id, e.Name.Local, a.Name.Local)
				}
			}
		}
	}
	if strings.Contains(picture, `role="img"`) && (!strings.Contains(picture, "<title ") || !strings.Contains(picture, "<desc ")) {
		t.Errorf("%s: a picture without words", id)
	}
	if strings.Contains(strings.Join(names, " "), "script") {
		t.Errorf("%s: a script", id)
	}
	return picture
}

// TestExamples draws every example of every operation that has a drawing, as
// its page does; most give one.
func TestExamples(t *testing.T) {
	for id := range table {
		o := op.Find(id)
		if o == nil {
			t.Fatalf("a drawing for %s, which does not exist", id)
		}
		count := 0
		for _, e := range o.Examples {
			fields, _ := o.Texts([]byte(e.In))
			picture := drawn(t, id, e.In)
			for _, x := range Extra(o, fields) {
				if picture == "" {
					picture = drawn(t, id, e.In, x)
				}
			}
			if picture != "" {
				count++
			}
		}
		if count == 0 {
			t.Errorf("%s: no example is drawn", id)
		}
	}
}

func TestExtra(t *testing.T) {
	o := op.Find("emi-calculator")
	if got := Extra(o, nil); len(got) != 2 || got[0].Value != "yearly" {
		t.Errorf("asks for %v", got)
	}
	if got := Extra(o, []op.Field{{Name: "schedule", Value: "monthly"}}); got != nil {
		t.Errorf("asks again for what was sent: %v", got)
	}
	if got := Extra(op.Find("md5-generator"), nil); got != nil {
		t.Errorf("asks for %v", got)
	}
}

var rect = regexp.MustCompile(`<rect class="part-(\d)" x="([^"]+)" y="([^"]+)" width="([^"]+)" height="([^"]+)">`)

// TestBars measures the bars against the numbers that they stand for.
func TestBars(t *testing.T) {
	for _, c := range []struct {
		id, input string
		parts     [2]string
	}{
		{"emi-calculator", `{"principal":1000000,"annual_rate":8.5,"tenure_years":20,"schedule":"yearly"}`, [2]string{"principal", "interest"}},
		{"emi-calculator", `{"principal":3000,"annual_rate":10,"tenure_months":3,"schedule":"monthly"}`, [2]string{"principal", "interest"}},
	} {
		o := op.Find(c.id)
		s := sampled(t, o, c.input)
		var answer struct {
			Schedule []map[string]float64 `json:"schedule"`
		}
		if err := json.Unmarshal(s.Data, &answer); err != nil {
			t.Fatal(err)
		}
		bars := rect.FindAllStringSubmatch(drawn(t, c.id, c.input), -1)
		if len(bars) != 2*len(answer.Schedule) {
			t.Fatalf("%d bars for %d rows", len(bars), len(answer.Schedule))
		}
		height := func(i int) float64 { h, _ := strconv.ParseFloat(bars[i][5], 64); return h }
		perUnit := height(0) / answer.Schedule[0][c.parts[0]]
		for i, row := range answer.Schedule {
			for k, name := range c.parts {
				if got, want := height(2*i+k), row[name]*perUnit; math.Abs(got-want) > 0.1 {
					t.Errorf("%s, row %d: %s is %.2f high, want %.2f", c.id, i, name, got, want)
				}
			}
		}
	}
}

// TestGrowth: what was paid in and what was earned are the balance.
func TestGrowth(t *testing.T) {
	picture := drawn(t, "compound-interest-finance", `{"principal":10000,"annual_rate":5,"years":3,"contribution":100,"schedule":"yearly"}`)
	cells := regexp.MustCompile(`<td class="num">([^<]+)</td>`).FindAllStringSubmatch(picture, -1)
	if len(cells) != 9 {
		t.Fatalf("%d cells", len(cells))
	}
	number := func(i int) float64 { f, _ := strconv.ParseFloat(cells[i][1], 64); return f }
	for row := range 3 {
		if paid, want := number(3*row), 10000+1200*float64(row+1); paid != want {
			t.Errorf("year %d: paid in %v, want %v", row+1, paid, want)
		}
		if sum := number(3*row) + number(3*row+1); math.Abs(sum-number(3*row+2)) > 1 {
			t.Errorf("year %d: %v together, balance %v", row+1, sum, number(3*row+2))
		}
	}
}

func TestTick(t *testing.T) {
	for most, want := range map[float64]float64{1: 0.2, 8: 1, 9: 2, 104138: 20000, 1e6: 200000, 0.05: 0.01} {
		if got := tick(most); math.Abs(got-want) > want/1e9 {
			t.Errorf("marks up to %v are %v apart, want %v", most, got, want)
		}
	}
}

var tags = regexp.MustCompile(`<span class="visually-hidden">[^<]*</span>|<[^>]*>`)

// TestMarkedText: without its marks a marked text is the text.
func TestMarkedText(t *testing.T) {
	for _, c := range []struct{ id, input, marks string }{
		{"regex-tester", `{"pattern":"(?<y>\\d{4})-(?<m>\\d{2})","text":"2026-01 & <b>2027-12"}`, "2026-01|2027-12"},
		{"regex-tester", `{"pattern":"x*","text":"aaxa"}`, "||x||"},
		{"regex-tester", `{"pattern":"(a)|(b)","text":"ab"}`, "a|b"},
		{"regex-tester", `{"pattern":"((a)|b)*","text":"ab"}`, "ab|"},
		{"regex-tester", `{"pattern":".","text":"a👍🏽é","offset_unit":"utf16"}`, "a|👍|🏽|é"},
		{"regex-tester", `{"pattern":"é+","text":"aéé👍é","offset_unit":"byte"}`, "éé|é"},
		{"find-and-replace", `{"text":"a.b a.b","find":"a.b","replace":"x"}`, "a.b|a.b"},
		{"find-and-replace", `{"text":"tea for two","replacements":[{"find":"tea","replace":"coffee"},{"find":"f+","replace":"f","regex":true}]}`, "tea|f"},
	} {
		var in struct{ Text string }
		if err := json.Unmarshal([]byte(c.input), &in); err != nil {
			t.Fatal(err)
		}
		picture := drawn(t, c.id, c.input)
		pre := regexp.MustCompile(`(?s)<pre[^>]*>(.*)</pre>`).FindStringSubmatch(picture)
		if pre == nil {
			t.Fatalf("%s: not drawn: %s", c.input, picture)
		}
		if got := html.UnescapeString(tags.ReplaceAllString(pre[1], "")); got != in.Text {
			t.Errorf("%s: the text is %q", c.input, got)
		}
		var marks []string
		for _, m := range regexp.MustCompile(`(?s)<mark[^>]*>(.*?)</mark>`).FindAllStringSubmatch(pre[1], -1) {
			marks = append(marks, html.UnescapeString(tags.ReplaceAllString(m[1], "")))
		}
		if got := strings.Join(marks, "|"); got != c.marks {
			t.Errorf("%s: marks %q, want %q", c.input, got, c.marks)
		}
	}
}

// FuzzMarked holds any spans to the same: nothing of the text is lost.
func FuzzMarked(f *testing.F) {
	f.Add("a👍🏽é", "utf16", 1, 3, 0, 5)
	f.Add("abc", "byte", 2, 1, -5, 99)
	f.Fuzz(func(t *testing.T, text, unit string, a, b, c, d int) {
		if text = strings.ToValidUTF8(text, "?"); text == "" || len(text) > maxText {
			return
		}
		input, err := json.Marshal(map[string]string{"text": text, "offset_unit": unit})
		if err != nil {
			t.Fatal(err)
		}
		s := &Scene{Input: input, T: func(string, ...any) string { return "" }}
		picture := string(marked(s, []span{{Start: &a, End: &b, inner: []span{{Start: &c, End: &d, Group: 1}}}, {Start: &c, End: &d}}))
		pre := regexp.MustCompile(`(?s)<pre[^>]*>(.*)</pre>`).FindStringSubmatch(picture)
		// Escaping writes U+0000 as U+FFFD.
		if got, want := html.UnescapeString(tags.ReplaceAllString(pre[1], "")), strings.ReplaceAll(text, "\x00", "\ufffd"); got != want {
			t.Errorf("the text %q became %q", want, got)
		}
	})
}

// TestDiff: each side has its text, in order, with the line numbers.
func TestDiff(t *testing.T) {
	picture := drawn(t, "text-diff-checker", `{"original":"a\nb <x>\nc\nd\n","modified":"a\nB <x>\nd\ne\n"}`)
	rows := regexp.MustCompile(`(?s)<tr>(.*?)</tr>`).FindAllStringSubmatch(picture, -1)[1:]
	cell := regexp.MustCompile(`(?s)<td[^>]*>(.*?)</td>`)
	var left, right []string
	for _, r := range rows {
		cells := cell.FindAllStringSubmatch(r[1], -1)
		text := func(i int) string { return html.UnescapeString(tags.ReplaceAllString(cells[i][1], "")) }
		left, right = append(left, text(0)+" "+text(1)), append(right, text(2)+" "+text(3))
	}
	if got, want := strings.Join(left, "|"), "1 a|2 b <x>|3 c|4 d| "; got != want {
		t.Errorf("before: %q, want %q", got, want)
	}
	if got, want := strings.Join(right, "|"), "1 a|2 B <x>| |3 d|4 e"; got != want {
		t.Errorf("after: %q, want %q", got, want)
	}
	if picture := drawn(t, "text-diff-checker", `{"original":"a","modified":"a"}`); picture != "" {
		t.Errorf("equal texts are drawn: %s", picture)
	}
	words := drawn(t, "text-diff-checker", `{"original":"the quick brown fox","modified":"the quick red fox","granularity":"word"}`)
	if !strings.Contains(words, "the quick <del>brown</del> fox") || !strings.Contains(words, "the quick <ins>red</ins> fox") {
		t.Errorf("words: %s", words)
	}
}

// TestCalendar: every run stands on its day, each day under its weekday.
func TestCalendar(t *testing.T) {
	picture := drawn(t, "cron-expression-parser", `{"expression":"30 4 1,15 * 5","from":"2026-01-01T00:00:00Z","count":9}`)
	months := regexp.MustCompile(`(?s)<caption>(\w+ \d+)</caption>.*?<tbody>(.*?)</tbody>`).FindAllStringSubmatch(picture, -1)
	marked := 0
	for _, m := range months {
		first, err := time.Parse("January 2006", m[1])
		if err != nil {
			t.Fatal(err)
		}
		cells := regexp.MustCompile(`<td([^>]*)>(\d*)`).FindAllStringSubmatch(m[2], -1)
		for i, c := range cells {
			n, err := strconv.Atoi(c[2])
			if err != nil {
				continue
			}
			day := first.AddDate(0, 0, n-1)
			if (int(day.Weekday())+6)%7 != i%7 {
				t.Errorf("%s stands in column %d", day.Format(time.DateOnly), i%7)
			}
			runs := strings.Contains(c[1], "run")
			wanted := day.Day() == 1 || day.Day() == 15 || day.Weekday() == time.Friday
			if runs {
				marked++
			}
			if runs && !wanted || !runs && wanted && m[1] == "January 2026" {
				t.Errorf("%s: marked %v", day.Format(time.DateOnly), runs)
			}
		}
	}
	if marked != 9 {
		t.Errorf("%d runs are marked, want 9", marked)
	}
}

// TestRadius compares the path with what CSS Backgrounds 3 section 5.5 makes
// of radii that overlap: 60px on 100 by 50 becomes 25px, drawn three times as
// large.
func TestRadius(t *testing.T) {
	picture := drawn(t, "border-radius-generator", `{"radius":"60px","width":100,"height":50}`)
	if want := `d="M95 35H245A75 75 0 0 1 320 110V110A75 75 0 0 1 245 185H95A75 75 0 0 1 20 110V110A75 75 0 0 1 95 35Z"`; !strings.Contains(picture, want) {
		t.Errorf("drawn %s, want %s", picture, want)
	}
	if picture := drawn(t, "border-radius-generator", `{"radius":"2vw"}`); picture != "" {
		t.Errorf("a length of the window is drawn: %s", picture)
	}
	for text, want := range map[string]float64{"10px": 10, "5%": 10, "1in": 96, "2.54cm": 96, "72pt": 96, "0": 0, "1rem": 16} {
		if got, ok := length(text, 200); !ok || math.Abs(got-want) > 1e-9 {
			t.Errorf("%s is %v, want %v", text, got, want)
		}
	}
}

func TestBMI(t *testing.T) {
	picture := drawn(t, "bmi-calculator", `{"weight":70,"height":175}`)
	// 22.86 lies at 10 + 700·(22.86−14)/28.
	if !strings.Contains(picture, `d="M231.5 38`) {
		t.Errorf("the mark stands elsewhere: %s", picture)
	}
	if picture := drawn(t, "bmi-calculator", `{"weight":30,"height":140,"age":12}`); picture != "" {
		t.Errorf("a child is drawn on the scale of adults: %s", picture)
	}
}

func TestColours(t *testing.T) {
	picture := drawn(t, "css-beautifier", `{"css":"tan a:hover{color:#FFF;border:1px solid rgb(1, 2, 3);background:#12345;margin:0}b{color:#fff;fill:Red}#face{top:0}"}`)
	var got []string
	for _, m := range regexp.MustCompile(`fill="([^"]+)"`).FindAllStringSubmatch(picture, -1) {
		got = append(got, m[1])
	}
	if want := "#FFF rgb(1, 2, 3) #fff Red"; strings.Join(got, " ") != want {
		t.Errorf("colours %q, want %q", got, want)
	}
	s := &Scene{Data: []byte(`{"a":"#123456","b":["red","#abc"],"c":{"d":"see #fff"}}`), T: func(string, ...any) string { return "" }}
	if got := string(swatches(s)); strings.Count(got, "<li>") != 2 {
		t.Errorf("values that are colours: %s", got)
	}
}

func TestImage(t *testing.T) {
	s := &Scene{T: func(string, ...any) string { return "x" }}
	for data, want := range map[string]string{
		`{"content_type":"image/png","image_base64":"iVBORw==","width":3,"height":2}`: `<img src="data:image/png;base64,iVBORw==" alt="x" width="3" height="2">`,
		`{"content_type":"text/html","image_base64":"PGI+"}`:                          "",
		`{"content_type":"image/png","image_base64":"\"><script>"}`:                   "",
		`{"svg":"<svg/>"}`: `<img src="data:image/svg+xml;base64,PHN2Zy8+" alt="x">`,
		`{"a":1}`:          "",
	} {
		s.Data = []byte(data)
		if got := string(image(s)); (got == "") != (want == "") || !strings.Contains(got, want) {
			t.Errorf("%s gives %s, want %s", data, got, want)
		}
	}
}
