package engine_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"toolcrib/internal/account"
	"toolcrib/internal/engine"
	"toolcrib/internal/link"
	"toolcrib/internal/op"
	"toolcrib/internal/problem"
)

type (
	paintIn struct {
		op.Respond
		Text string `json:"text" doc:"What to paint." len:"1..100000"`
		Side int    `json:"side" doc:"Pixels of a side." min:"1" max:"4000" default:"10"`
	}
	paintOut struct {
		op.Image
		Text string `json:"text" doc:"What was painted."`
	}
)

var paintDef = op.Def[paintIn, paintOut]{
	ID: "test-paint", Route: "GET|POST /v1/test/paint", Summary: "Test", Doc: "Paints.", Source: "none", Since: "1.0.0",
	Pool: op.ImagePool, Media: []string{"image/png"}, Pixels: func(in paintIn) int64 { return int64(in.Side) * int64(in.Side) },
	Examples: []op.Example{{Name: "plain", In: `{"text":"hello"}`}},
	Run: func(_ context.Context, in paintIn) (paintOut, error) {
		computed.Add(1)
		if strings.HasPrefix(in.Text, "refuse") {
			return paintOut{}, op.Refuse("text", op.OutOfRange, "cannot be painted")
		}
		return paintOut{op.NewImage("image/png", []byte(in.Text), in.Side, in.Side), in.Text}, nil
	},
}

var (
	paint = op.Define(paintDef)
	sign  = op.DefineSign(paintDef, op.Sign{
		ID: "test-paint-sign", Route: "POST /v1/test/paint/sign", Summary: "Test", Doc: "Signs.", Source: "none", Since: "1.0.0",
		Examples: []op.Example{{Name: "plain", In: `{"text":"hello"}`}},
	})
)

// newStudio is a bench whose account has a few image units and compute units.
func newStudio(t *testing.T, images int64, change ...func(*engine.Options)) *bench {
	b := newBenchWith(10, func(o *engine.Options) {
		o.Base = "https://x.example/sub"
		for _, c := range change {
			c(o)
		}
	})
	b.t = t
	b.ledger.Plan.Free[account.PoolImage] = images
	b.key.Scopes = []account.Scope{account.ScopeCompute}
	b.key.Hash = account.HashKey("tc_live_example")
	return b
}

func (b *bench) paint(body string, change func(*engine.Call)) (engine.Result, *problem.Problem) {
	b.calls++
	c := engine.Call{ID: fmt.Sprint("call", b.calls), Key: b.key, Op: paint, Source: op.JSON([]byte(body))}
	change(&c)
	return b.Do(b.t.Context(), c)
}

func plainly(*engine.Call) {}

// Pictures are paid for from the image pool alone, by their pixels.
func TestImagePool(t *testing.T) {
	b := newStudio(t, 5)
	r, p := b.paint(`{"text":"x","side":1415}`, plainly)
	if p != nil || r.Receipt.Taken != (account.Taken{Free: 3}) || r.Receipt.Balance.Pool != account.PoolImage || r.Receipt.Balance.Free != 2 {
		t.Fatalf("%+v, %v", r.Receipt, p)
	}
	r, p = b.paint(`{"text":"x","side":2000}`, plainly)
	wants(t, r, p, problem.FreeQuotaExceeded, 429, toMonthEnd,
		`{"violated-policies":["image-month"],"pool":"image","required":4,"remaining":2,"resets_at":"2026-12-01T00:00:00Z"}`)
	r, p = b.paint(`{"text":"x","side":4000}`, plainly)
	wants(t, r, p, problem.InsufficientCredits, 402, 0, `{"pool":"image","required":16,"remaining":2,"free_resets_at":"2026-12-01T00:00:00Z"}`)
	if r, p := b.paint(`{"text":"x","side":1414}`, plainly); p != nil || r.Receipt.Balance.Free != 0 {
		t.Errorf("what is left was not enough for what it covers: %v", p)
	}
	if r, p := b.do(cheap, "x"); p != nil || r.Receipt.Balance.Pool != account.PoolCompute || r.Receipt.Balance.Free != 9 {
		t.Errorf("compute units: %+v, %v", r.Receipt, p)
	}
}

func TestFormsOfAPicture(t *testing.T) {
	b := newStudio(t, 50)
	for name, c := range map[string]struct {
		body    string
		change  func(*engine.Call)
		picture bool
	}{
		"neither":             {`{"text":"x"}`, plainly, false},
		"raw":                 {`{"text":"x"}`, func(c *engine.Call) { c.Raw = true }, true},
		"the input decides":   {`{"text":"x","response":"image"}`, func(c *engine.Call) { c.Choose = true }, true},
		"and the other way":   {`{"text":"x","response":"json"}`, func(c *engine.Call) { c.Raw, c.Choose = true, true }, false},
		"says nothing":        {`{"text":"x"}`, func(c *engine.Call) { c.Raw, c.Choose = true, true }, true},
		"is not asked":        {`{"text":"x","response":"image"}`, plainly, false},
		"is not asked either": {`{"text":"x","response":"json"}`, func(c *engine.Call) { c.Raw = true }, true},
	} {
		r, p := b.paint(c.body, c.change)
		if p != nil {
			t.Fatal(p)
		}
		if r.Raw != c.picture || (r.Picture != nil) != c.picture || c.picture != (string(r.Body) == "x") {
			t.Errorf("%s: raw %t, %q", name, r.Raw, r.Body)
		}
	}
	r, _ := b.paint(`{"text":"x"}`, func(c *engine.Call) { c.Once = true })
	if !bytes.Contains(r.Body, []byte(`"image_base64":"eA=="`)) || bytes.Contains(r.Body, []byte("data_uri")) {
		t.Errorf("once: %s", r.Body)
	}
}

// A picture that the caller has is computed, and neither charged nor sent.
func TestHad(t *testing.T) {
	b := newStudio(t, 50)
	var asked []string
	had := func(yes bool) func(*engine.Call) {
		return func(c *engine.Call) {
			c.Raw, c.Have = true, func(sha string) bool { asked = append(asked, sha); return yes }
		}
	}
	r, p := b.paint(`{"text":"hello"}`, had(true))
	if p != nil || !r.Had || r.Body != nil || r.Picture == nil || r.Receipt.Charge != "" || r.Receipt.Rate.Remaining != 59 {
		t.Errorf("%+v, %v", r, p)
	}
	if want := "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824"; !slices.Equal(asked, []string{want}) {
		t.Errorf("asked of %v", asked)
	}
	r, p = b.paint(`{"text":"hello"}`, had(false))
	if p != nil || r.Had || string(r.Body) != "hello" || r.Receipt.Charge == "" || len(b.ledger.Made()) != 1 {
		t.Errorf("%+v, %v", r, p)
	}
}

// A picture sent again is computed again, in the form that it had.
func TestReplayOfAPicture(t *testing.T) {
	b := newKeyedBench(t, 10)
	b.ledger.Plan.Free[account.PoolImage] = 5
	keyed := func(c *engine.Call) { c.Idempotency = &engine.Idempotency{Key: "a", Secret: secret} }
	first, p := b.paint(`{"text":"x"}`, func(c *engine.Call) { keyed(c); c.Raw = true })
	if p != nil {
		t.Fatal(p)
	}
	again, p := b.paint(`{"text":"x"}`, keyed)
	if p != nil || !again.Replayed || !again.Raw || again.Picture == nil || !bytes.Equal(first.Body, again.Body) || len(b.ledger.Made()) != 1 {
		t.Errorf("%+v, %v", again, p)
	}
}

// sign makes a link and returns what stands in its query.
func (b *bench) sign(body string) (at string, l link.Link) {
	b.t.Helper()
	r, p := b.call(sign, body)
	if p != nil {
		b.t.Fatal(p)
	}
	var answer struct{ Data struct{ URL string } }
	if err := json.Unmarshal(r.Body, &answer); err != nil {
		b.t.Fatal(err)
	}
	u, err := url.Parse(answer.Data.URL)
	if err != nil {
		b.t.Fatal(err)
	}
	l, ok := link.Parse(u.RawQuery)
	if !ok {
		b.t.Fatalf("%s is no signed link", u)
	}
	u.RawQuery = ""
	return u.String(), l
}

func (b *bench) follow(l link.Link) (*op.Image, *problem.Problem) {
	if p := b.OpenLink(l, b.key, paint); p != nil {
		return nil, p
	}
	return b.Follow(b.t.Context(), l, engine.Call{Key: b.key, Op: paint})
}

func TestLinkIsChargedOnceAMonth(t *testing.T) {
	b := newStudio(t, 3)
	at, l := b.sign(`{"text":"hello"}`)
	if at != "https://x.example/sub/v1/test/paint" || l.KeyID != "key_1" || b.ledger.Made()[0].Pool != account.PoolCompute {
		t.Fatalf("%s, %+v, %+v", at, l, b.ledger.Made())
	}
	runs := computed.Load()
	for range 3 {
		if image, p := b.follow(l); p != nil || string(image.Body) != "hello" {
			t.Fatal(image, p)
		}
	}
	if made := b.ledger.Made(); len(made) != 2 || made[1].Pool != account.PoolImage || made[1].Units != 1 || made[1].Op != "test-paint" || computed.Load() != runs+1 {
		t.Fatalf("%+v, %d runs", made, computed.Load()-runs)
	}
	// Another server, or this one started anew, knows it from the store.
	twin := engine.New(engine.Options{Input: op.DefaultLimits(), Output: 4096, Compute: time.Second, Env: op.Env{Now: b.clock.Now}, Meter: b.meter})
	if image, p := twin.Follow(t.Context(), l, engine.Call{Key: b.key, Op: paint}); p != nil || string(image.Body) != "hello" || len(b.ledger.Made()) != 2 {
		t.Errorf("on another server: %v, %d charges", p, len(b.ledger.Made()))
	}
	b.follow(withField(l, "side", "11"))
	if len(b.ledger.Made()) != 2 {
		t.Error("a link that was changed was charged")
	}
	_, other := b.sign(`{"text":"hello","side":11}`)
	_, ends := b.sign(`{"text":"hello","expires_in":60}`)
	b.follow(other)
	b.follow(ends) // the same picture
	if made := b.ledger.Made(); len(made) != 5 {
		t.Errorf("%d charges, want 3 of links made and 2 of pictures", len(made))
	}
	b.clock.Add(toMonthEnd * time.Second)
	runs = computed.Load()
	for range 2 {
		if _, p := b.follow(l); p != nil {
			t.Fatal(p)
		}
	}
	if len(b.ledger.Made()) != 6 || computed.Load() != runs {
		t.Errorf("in the next month: %d charges, painted %d times", len(b.ledger.Made()), computed.Load()-runs)
	}
}

func withField(l link.Link, name, value string) link.Link {
	l.Fields = url.Values{"text": l.Fields["text"], name: {value}}
	return l
}

// What is paid for is shown also when nothing is left; what is not is refused.
func TestLinkWithoutFunds(t *testing.T) {
	b := newStudio(t, 1)
	_, paid := b.sign(`{"text":"paid"}`)
	_, unpaid := b.sign(`{"text":"unpaid"}`)
	if _, p := b.follow(paid); p != nil {
		t.Fatal(p)
	}
	if _, p := b.follow(unpaid); p == nil || p.Code != problem.FreeQuotaExceeded {
		t.Errorf("%v", p)
	}
	twin := engine.New(engine.Options{Input: op.DefaultLimits(), Output: 4096, Compute: time.Second, Env: op.Env{Now: b.clock.Now}, Meter: b.meter})
	if _, p := twin.Follow(t.Context(), paid, engine.Call{Key: b.key, Op: paint}); p != nil {
		t.Errorf("what was paid for is refused on another server: %v", p)
	}
	if _, p := b.follow(paid); p != nil || len(b.ledger.Made()) != 3 {
		t.Errorf("%v, %d charges", p, len(b.ledger.Made()))
	}
}

func TestLinkThatOpensNothing(t *testing.T) {
	b := newStudio(t, 3)
	_, l := b.sign(`{"text":"hello","expires_in":60}`)
	wants := func(what string, code problem.Code, status int, change func(k *account.Key)) {
		t.Helper()
		key := *b.key
		change(&key)
		if p := b.OpenLink(l, &key, paint); p == nil && code != "" || p != nil && (p.Code != code || p.Status != status) {
			t.Errorf("%s: %v, want %s", what, p, code)
		}
	}
	wants("as made", "", 0, func(*account.Key) {})
	wants("of another key", problem.InvalidAPIKey, 401, func(k *account.Key) { k.Hash[0] ^= 1 })
	wants("without the scope", problem.InsufficientScope, 403, func(k *account.Key) { k.Scopes = nil })
	wants("suspended", problem.AccountSuspended, 402, func(k *account.Key) { k.Suspended = true })
	b.clock.Add(60*time.Second - time.Millisecond)
	wants("about to end", "", 0, func(*account.Key) {})
	b.clock.Add(time.Millisecond)
	wants("ended", problem.SignatureExpired, 401, func(*account.Key) {})
	// A key that ended behind our back is refused by the store.
	_, l = b.sign(`{"text":"other"}`)
	b.ledger.Update("key_1", func(k *account.Key) { k.RevokedAt = b.clock.Now() })
	if _, p := b.follow(l); p == nil || p.Code != problem.InvalidAPIKey {
		t.Errorf("revoked: %v", p)
	}
}

// Crawlers have a window of their own beside the key's, and what is at hand
// counts in none.
func TestLinksHaveTheirOwnWindow(t *testing.T) {
	b := newStudio(t, 1000)
	var links []link.Link
	for i := range 61 {
		links = append(links, link.Link{Fields: url.Values{"text": {fmt.Sprint("picture ", i)}}, KeyID: "key_1"})
	}
	show := func(l link.Link) *problem.Problem {
		_, p := b.Follow(t.Context(), l, engine.Call{Key: b.key, Op: paint})
		return p
	}
	for i, l := range links {
		if p := show(l); (p == nil) != (i < 60) || p != nil && p.Code != problem.RateLimited {
			t.Fatalf("picture %d: %v", i, p)
		}
	}
	for range 100 {
		if p := show(links[0]); p != nil {
			t.Fatalf("a picture at hand: %v", p)
		}
	}
	if r, p := b.do(cheap, "x"); p != nil || r.Receipt.Rate.Remaining != 59 {
		t.Errorf("the key itself: %v, %d remain", p, r.Receipt.Rate.Remaining)
	}
}

// The memory of pictures is bounded: the least of them does not hold two.
func TestPicturesInMemory(t *testing.T) {
	b := newStudio(t, 1000, func(o *engine.Options) { o.Links, o.Output = 4000, 1<<20 })
	l := func(i int) link.Link {
		return link.Link{Fields: url.Values{"text": {fmt.Sprint(i) + strings.Repeat("x", 3000)}}, KeyID: "key_1"}
	}
	for i := range 40 {
		if _, p := b.Follow(t.Context(), l(i), engine.Call{Key: b.key, Op: paint}); p != nil {
			t.Fatal(p)
		}
	}
	b.clock.Add(time.Minute)
	runs := computed.Load()
	for i := range 40 {
		if _, p := b.Follow(t.Context(), l(i), engine.Call{Key: b.key, Op: paint}); p != nil {
			t.Fatal(p)
		}
	}
	if again := computed.Load() - runs; again < 38 || len(b.ledger.Made()) != 40 {
		t.Errorf("%d of 40 were painted again, %d charges", again, len(b.ledger.Made()))
	}
}

// Try answers whoever asks, and nothing is charged or counted.
func TestTry(t *testing.T) {
	b := newStudio(t, 0)
	r, p := b.Try(t.Context(), paint, op.Query("text=x&response=image"))
	if p != nil || !bytes.HasPrefix(r.Body, []byte(`{"success":true,"data":{"image_base64":"eA=="`)) || len(b.ledger.Made()) != 0 {
		t.Errorf("%s, %v", r.Body, p)
	}
	if _, p := b.Try(t.Context(), paint, op.Query("text=refuse")); p == nil || p.Code != problem.ValidationFailed {
		t.Error(p)
	}
	if _, p := b.Try(t.Context(), paint, op.Query("")); p == nil || p.Code != problem.ValidationFailed {
		t.Error(p)
	}
	if _, p := b.Try(t.Context(), sign, op.JSON([]byte(`{"text":"x"}`))); p == nil || p.Errors[0].Code != op.NotAllowed {
		t.Errorf("a link without a key: %v", p)
	}
}

func TestObserved(t *testing.T) {
	var seen []engine.Observed
	b := newStudio(t, 3, func(o *engine.Options) { o.Observe = func(s engine.Observed) { seen = append(seen, s) } })
	b.paint(`{"text":"x","side":1001}`, plainly)
	b.paint(`{"text":"x"}`, func(c *engine.Call) { c.Raw, c.Have = true, func(string) bool { return true } })
	b.paint(`{}`, plainly)
	_, l := b.sign(`{"text":"x"}`)
	b.follow(l)
	b.follow(l)
	var got []string
	for _, s := range seen {
		if s.Took <= 0 || s.Key != b.key {
			t.Errorf("%+v", s)
		}
		got = append(got, fmt.Sprint(s.ID, " ", s.Op, " ", s.Refused, " ", s.Status, " ", s.Code, " ", s.Units, " ", s.Pool))
	}
	want := []string{
		"call1 test-paint false 200  2 image", "call2 test-paint false 304  0 ", "call3 test-paint true 422 validation_failed 0 ",
		"call4 test-paint-sign false 200  1 compute", " test-paint false 200  0 ",
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q\nwant %q", got, want)
	}
}
