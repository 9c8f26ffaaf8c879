package draw

import (
	"encoding/xml"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func plain(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }

// whole fails where markup is not well formed.
func whole(t interface{ Fatalf(string, ...any) }, markup string) {
	if err := xml.Unmarshal([]byte("<div>"+markup+"</div>"), new(struct{})); err != nil {
		t.Fatalf("%v in %s", err, markup)
	}
}

// TestBarsAreToScale: whatever the values, every bar is as tall as its value
// to the scale of the grid, starts where the one below ends, and none leaves
// the picture.
func TestBarsAreToScale(t *testing.T) {
	y := regexp.MustCompile(`class="grid" x1="[^"]*" x2="[^"]*" y1="([^"]+)"`)
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, MaxBars).Draw(t, "bars")
		c := Chart{ID: "x", Title: "<t>", Description: `"d"`, Whole: true, Number: plain}
		for i := range n {
			c.Labels = append(c.Labels, fmt.Sprint("<", i))
		}
		for k := range rapid.IntRange(1, 6).Draw(t, "series") {
			s := Series{Name: fmt.Sprint("&", k), Values: make([]float64, n)}
			for i := range s.Values {
				s.Values[i] = float64(rapid.IntRange(0, 5000).Draw(t, "value"))
			}
			c.Series = append(c.Series, s)
		}
		picture := string(Bars(c))
		most := 0.0
		for i := range n {
			sum := 0.0
			for _, s := range c.Series {
				sum += s.Values[i]
			}
			most = max(most, sum)
		}
		if most == 0 {
			if picture != "" {
				t.Fatalf("nothing is drawn as %s", picture)
			}
			return
		}
		whole(t, picture)
		lines := y.FindAllStringSubmatch(picture, -1)
		ground, _ := strconv.ParseFloat(lines[0][1], 64)
		second, _ := strconv.ParseFloat(lines[1][1], 64)
		step, _ := strconv.ParseFloat(regexp.MustCompile(`class="axis"[^>]*>([^<]+)<`).FindAllStringSubmatch(picture, -1)[1][1], 64)
		perUnit := (ground - second) / step
		drawn := rect.FindAllStringSubmatch(picture, -1)
		at := 0
		for i := range n {
			base := ground
			for k, s := range c.Series {
				if s.Values[i] == 0 {
					continue
				}
				top, _ := strconv.ParseFloat(drawn[at][3], 64)
				tall, _ := strconv.ParseFloat(drawn[at][5], 64)
				if drawn[at][1] != fmt.Sprint(k) || math.Abs(tall-s.Values[i]*perUnit) > 0.1 || math.Abs(top+tall-base) > 0.1 || top < topEdge-0.01 {
					t.Fatalf("bar %d part %d of %v: from %v, %v tall; the ground is %v", i, k, s.Values[i], top, tall, base)
				}
				base = top
				at++
			}
		}
	})
	if Bars(Chart{Labels: make([]string, MaxBars+1), Series: []Series{{"a", append(make([]float64, MaxBars), 1)}}, Number: plain}) != "" {
		t.Error("more bars are drawn than can be told apart")
	}
}

func TestSpark(t *testing.T) {
	picture := string(Spark([]int64{0, 1, 500, 1000}, `<"said">`))
	whole(t, picture)
	var tall []float64
	for _, m := range rect.FindAllStringSubmatch(picture, -1) {
		h, _ := strconv.ParseFloat(m[5], 64)
		tall = append(tall, h)
	}
	// One call among many must still be seen.
	if len(tall) != 3 || tall[0] != 2 || tall[1] != 11 || tall[2] != 22 {
		t.Errorf("%v tall", tall)
	}
	if !strings.Contains(picture, `aria-label="&lt;&#34;said&#34;&gt;"`) {
		t.Error(picture)
	}
	whole(t, string(Spark(nil, "")))
}

func TestBurndown(t *testing.T) {
	ends := func(forecast float64) (x, y float64) {
		b := Burn{ID: "b", Title: "t", Description: "d", Start: 100, Left: []float64{90, 80}, Forecast: forecast, Number: plain, Days: make([]string, 10)}
		picture := string(Burndown(b))
		whole(t, picture)
		m := regexp.MustCompile(`class="burn-ahead" d="M[^L]*L([\d.]+) ([\d.]+)"`).FindStringSubmatch(picture)
		if m == nil {
			t.Fatal(picture)
		}
		x, _ = strconv.ParseFloat(m[1], 64)
		y, _ = strconv.ParseFloat(m[2], 64)
		return x, y
	}
	ground := float64(height - bottomEdge)
	if x, y := ends(0); x != width-rightEdge || y != ground {
		t.Errorf("what just lasts ends at %v, %v", x, y)
	}
	if x, y := ends(100); x != width-rightEdge || y != topEdge {
		t.Errorf("what stays whole ends at %v, %v", x, y)
	}
	// 80 left after two of ten days and 80 missing at the end: gone half way.
	if x, y := ends(-80); math.Abs(x-(leftEdge+0.6*(width-leftEdge-rightEdge))) > 0.01 || y != ground {
		t.Errorf("what runs out after day 6 ends at %v, %v", x, y)
	}
	for _, b := range []Burn{{}, {Days: make([]string, 3), Left: []float64{0}}, {Days: make([]string, 1), Start: 1, Left: []float64{1, 1}}} {
		b.Number = plain
		if Burndown(b) != "" {
			t.Errorf("%+v is drawn", b)
		}
	}
}
