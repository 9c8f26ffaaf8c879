package toolcrib_test

import (
	"context"
	"encoding/base64"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	toolcrib "toolcrib/client"
)

// cutter loses the answers to the first calls, after the service has sent them
// whole and so has charged for them.
type cutter struct{ lose int }

func (c *cutter) RoundTrip(r *http.Request) (*http.Response, error) {
	answer, err := http.DefaultTransport.RoundTrip(r)
	if err != nil || c.lose == 0 {
		return answer, err
	}
	c.lose--
	if _, err := io.Copy(io.Discard, answer.Body); err != nil {
		return nil, err
	}
	return nil, errors.Join(io.ErrUnexpectedEOF, answer.Body.Close())
}

// TestChargedOnce loses the answer to a charged call: the client sends it
// again, gets that very answer, and is charged no second time.
func TestChargedOnce(t *testing.T) {
	h, c := start(t, unlimited, toolcrib.WithHTTPClient(&http.Client{Transport: &cutter{lose: 2}}), toolcrib.WithRetry(toolcrib.Retry{Base: time.Millisecond}))
	before, err := h.units(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	out, err := c.UUID.Batch(t.Context(), toolcrib.UUIDBatchInput{Count: 3})
	if err != nil {
		t.Fatal(err)
	}
	after, err := h.units(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if before-after != 2 || !out.Receipt.Replayed || out.Receipt.Units != 0 || len(out.UUIDs) != 3 {
		t.Errorf("%d units, %+v", before-after, out)
	}
}

func TestRefusals(t *testing.T) {
	_, c := start(t, map[string]string{"rate-per-minute": "2", "account-rate-per-minute": "0"}, toolcrib.WithRetry(toolcrib.Retry{MaxWait: time.Second}))
	_, err := c.Calculators.EMI(t.Context(), toolcrib.EMIInput{Principal: "-1", AnnualRate: "9.5", TenureMonths: 60})
	var e *toolcrib.Error
	if !errors.As(err, &e) || e.Status != 422 || e.Code != "validation_failed" || len(e.Fields) != 1 ||
		e.Fields[0].Field != "principal" || e.Fields[0].Code != "out_of_range" || e.Fields[0].Message == "" ||
		e.Instance != "/v1/calculators/emi" || !strings.HasSuffix(e.Type, "/problems/validation_failed") || !strings.HasPrefix(e.RequestID, "req_") {
		t.Errorf("%v %+v", err, e)
	}
	if e.Receipt.Rate != (toolcrib.Rate{Limit: 2, Window: time.Minute, Remaining: 1, Reset: time.Minute}) || e.Receipt.Charge != "" {
		t.Errorf("%+v", e.Receipt)
	}
	if strings.Contains(err.Error(), "9.5") || !strings.Contains(err.Error(), "principal") || !strings.Contains(err.Error(), e.RequestID) {
		t.Errorf("%v", err)
	}
	if _, err := c.Productivity.Decide(t.Context(), toolcrib.DecideInput{}); !errors.As(err, &e) || e.Status != 400 {
		t.Errorf("%v", err)
	}
	if _, err := c.UUID.Generate(t.Context(), toolcrib.UUIDGenerateInput{}); !errors.As(err, &e) || e.Code != "rate_limited" || e.RetryAfter != time.Minute {
		t.Errorf("%v", err)
	}
}

func TestWrongKey(t *testing.T) {
	h, _ := start(t, unlimited)
	c, err := toolcrib.New(h.URL, "tc_live_wrong")
	if err != nil {
		t.Fatal(err)
	}
	var e *toolcrib.Error
	if _, err := c.Service.Usage(t.Context(), toolcrib.UsageInput{}); !errors.As(err, &e) || e.Status != 401 || e.Code != "invalid_api_key" {
		t.Errorf("%v", err)
	}
}

func TestServiceEndpoints(t *testing.T) {
	_, c := start(t, unlimited)
	usage, err := c.Service.Usage(t.Context(), toolcrib.UsageInput{})
	if err != nil || usage.Account.Name != "test" || len(usage.Pools) < 3 || usage.Pools[0].Prepaid == nil || usage.Pools[0].Prepaid.Remaining != 1_000_000 {
		t.Errorf("%+v %v", usage, err)
	}
	list, err := c.Service.Operations(t.Context(), toolcrib.OperationsInput{Q: new("loan instalment")})
	if err != nil || !slices.ContainsFunc(list.Operations, func(o toolcrib.Operation) bool { return o.ID == "emi-calculator" }) {
		t.Errorf("%v", err)
	}
}

// TestLongShuffle: what depends on chance and is too long to be kept under a
// key is answered all the same.
func TestLongShuffle(t *testing.T) {
	_, c := start(t, unlimited)
	text := strings.Repeat("0123456789\n", 10_000)
	out, err := c.Text.SortLines(t.Context(), toolcrib.SortLinesInput{Text: new(text), Method: toolcrib.SortLinesMethodShuffle})
	if err != nil || len(out.Text) != len(text) && len(out.Text) != len(text)-1 || out.Receipt.Units != 1 {
		t.Errorf("%v", err)
	}
}

func TestStream(t *testing.T) {
	_, c := start(t, unlimited)
	in := toolcrib.AISummarizeInput{Text: "The cat sat on the mat. It was warm there. The dog came later, and the cat left at once."}
	whole, err := c.Text.AISummarize(t.Context(), in)
	if err != nil {
		t.Fatal(err)
	}
	var parts strings.Builder
	each := func(text string) error { parts.WriteString(text); return nil }
	out, err := c.Text.AISummarizeStream(t.Context(), in, each)
	if err != nil || out.Summary != whole.Summary || parts.Len() > 0 && parts.String() != whole.Summary {
		t.Errorf("%q in parts, %+v, %v", parts.String(), out, err)
	}
	var e *toolcrib.Error
	if _, err := c.Text.AISummarizeStream(t.Context(), toolcrib.AISummarizeInput{}, each); !errors.As(err, &e) || e.Status != 422 {
		t.Errorf("%v", err)
	}
}

// TestCancelUnderWay: a call ends with its context while the service works.
func TestCancelUnderWay(t *testing.T) {
	reached, release := make(chan struct{}), make(chan struct{})
	s := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		close(reached)
		<-release
	}))
	defer s.Close()
	defer close(release)
	c, err := toolcrib.New(s.URL, "k")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		<-reached
		cancel()
	}()
	_, err = c.Text.Slugify(ctx, toolcrib.SlugifyInput{Text: "secret words"})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	_, err = c.Converters.Base(ctx, toolcrib.BaseInput{Value: "secret"})
	if !errors.Is(err, context.Canceled) || strings.Contains(err.Error(), "secret") {
		t.Errorf("the error tells what was sent: %v", err)
	}
}

// TestStreamedParts reads what the service sends for a model that streams, and
// what comes when that breaks off.
func TestStreamedParts(t *testing.T) {
	const deltas = "event: delta\ndata: {\"text\":\"one\\n\"}\n\nevent: delta\ndata: {\"text\":\"two\"}\n\n"
	calls, rest := 0, ""
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		calls++
		if r.Header.Get("Accept") != "text/event-stream" {
			t.Errorf("Accept: %s", r.Header.Get("Accept"))
		}
		w.Header().Set("Content-Type", "text/event-stream")
		io.WriteString(w, deltas+rest)
	}))
	defer s.Close()
	c, err := toolcrib.New(s.URL, "k")
	if err != nil {
		t.Fatal(err)
	}
	generate := func(each func(string) error) (got string, err error) {
		calls = 0
		_, err = c.Text.AIGenerateStream(t.Context(), toolcrib.AIGenerateInput{Prompt: "x"}, func(text string) error {
			got += text
			return each(text)
		})
		return got, err
	}
	on := func(string) error { return nil }
	rest = "event: result\ndata: {\"success\":true,\"data\":{\"text\":\"one\\ntwo\"}}\n\n"
	if got, err := generate(on); err != nil || got != "one\ntwo" {
		t.Errorf("%q %v", got, err)
	}
	enough := errors.New("enough")
	if got, err := generate(func(string) error { return enough }); !errors.Is(err, enough) || got != "one\n" || calls != 1 {
		t.Errorf("%q %v, %d calls", got, err, calls)
	}
	// Nothing is sent again once a part was seen.
	rest = ""
	if _, err := generate(on); !errors.Is(err, io.ErrUnexpectedEOF) || calls != 1 {
		t.Errorf("%v, %d calls", err, calls)
	}
	rest = "event: problem\ndata: {\"success\":false,\"status\":503,\"code\":\"model_unavailable\",\"detail\":\"gone\",\"errors\":[]}\n\n"
	var e *toolcrib.Error
	if _, err := generate(on); !errors.As(err, &e) || e.Code != "model_unavailable" || calls != 1 {
		t.Errorf("%v, %d calls", err, calls)
	}
}

func TestPictureAndLink(t *testing.T) {
	_, c := start(t, unlimited)
	p, err := c.Design.QRPicture(t.Context(), toolcrib.QRInput{Text: "https://example.com"})
	if err != nil || p.ContentType != "image/png" || !strings.HasPrefix(string(p.Body), "\x89PNG") || p.Receipt.Quota.Pool != "image" || p.Receipt.Units != 1 {
		t.Fatalf("%+v %v", p, err)
	}
	read, err := c.Design.QRDecode(t.Context(), toolcrib.QRDecodeInput{ImageBase64: base64.StdEncoding.EncodeToString(p.Body)})
	if err != nil || len(read.Codes) != 1 || read.Codes[0].Text != "https://example.com" {
		t.Errorf("%+v %v", read, err)
	}
	link, err := c.Design.QRSign(t.Context(), toolcrib.QRSignInput{Text: "https://example.com"})
	if err != nil || !strings.Contains(link.URL, "/v1/design/qr?") {
		t.Errorf("%+v %v", link, err)
	}
}
