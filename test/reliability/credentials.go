package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"toolcrib/internal/account"
)

// siegeRoom is what the server may grow by: it remembers, for a minute, each of
// the addresses that tried, of which there are 45,000 in the full run.
const siegeRoom = 64 << 20

// credentials sends credentials that must open nothing, over connections that
// are kept, beside a caller whose key is good: nine in ten from addresses of
// their own, so that each is looked at, and the rest from one.
func credentials(t *trial) {
	const lines = 8
	count := of(t, 1_000_000, 20_000)
	p := t.onSQLite().frugal()
	n := p.start("--trusted-proxies", "127.0.0.1/32", "--rate-per-minute", "0", "--account-rate-per-minute", "0")
	good := p.callers(1, plenty)[0]
	ended := endedKeys(t, p)
	warm(t, n, good)
	client := t.newClient(1)
	quiet := beside(t, client, plain(n, good), of(t, 3*time.Second, 500*time.Millisecond))
	before, peak, begin := n.memory(), n.watch(), time.Now()
	s := &siege{t: t, to: n, good: good.key, ended: ended, answers: map[string]int{}}
	var wg sync.WaitGroup
	for i := range lines {
		wg.Go(func() { s.line(i, count/lines) })
	}
	done := make(chan struct{})
	go func() { wg.Wait(); close(done) }()
	under := besideUntil(t, client, plain(n, good), done)
	<-done
	grown, took := peak()-before, time.Since(begin)
	d := t.did("%d malformed, unknown and ended credentials of %d shapes over %d connections, %s", s.sent, len(shapes), lines, short(took))
	d.exactly("accepted", s.accepted, 0)
	d.exactly("answered 5xx", s.broken, 0)
	d.exactly("answered other than 401 and 429", s.strange, 0)
	d.exactly("different answers of 401, but for the time and the number of the request", len(s.answers), 1)
	d.exactly("connections that the server closed", s.closed, 0)
	d.atLeast("answered 401", s.refused, count*8/10)
	d.atLeast("answered 429, from the one address", s.limited, count*8/100)
	d.show("growth of the server's memory", mib(grown), "at most "+mib(siegeRoom), grown <= siegeRoom)
	d.exactly("calls of the good caller that failed", quiet.failed+under.failed, 0)
	d.note("a good call, half of the times: before, and beside them", short(quantile(quiet.times, 0.5))+", "+short(quantile(under.times, 0.5)))
}

// endedKeys are keys that were good once: revoked, disabled, and expired.
func endedKeys(t *trial, p *place) []string {
	s := p.open(account.Plan{}, nil)
	first := makeCaller(t, s, "ended", 0)
	expired := makeKey(t, s, account.Key{AccountID: first.account, ExpiresAt: time.Now().Add(-time.Hour)})
	disabled := makeKey(t, s, account.Key{AccountID: first.account})
	_, err := s.RevokeKey(t.ctx, first.keyID)
	t.must(err)
	_, err = s.SetKeyDisabled(t.ctx, disabled.keyID, true)
	t.must(err)
	t.must(s.Close())
	return []string{first.key, expired.key, disabled.key}
}

const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

func text(r *rand.Rand, alphabet string, n int) string {
	b := make([]byte, n)
	for i := range b {
		b[i] = alphabet[r.IntN(len(alphabet))]
	}
	return string(b)
}

func between(low, high byte) string {
	b := make([]byte, 0, 256)
	for c := int(low); c <= int(high); c++ {
		b = append(b, byte(c))
	}
	return string(b)
}

// visible and upper are the characters of a header's value (RFC 9110 section
// 5.5).
var visible, upper = between('!', '~'), between(0x80, 0xff)

// shapes write what follows "Bearer ", from a good key where they need one.
var shapes = []func(r *rand.Rand, good string, ended []string) string{
	func(r *rand.Rand, _ string, _ []string) string { return text(r, visible, 1+r.IntN(200)) },
	func(r *rand.Rand, _ string, _ []string) string { return text(r, upper, 1+r.IntN(80)) },
	func(r *rand.Rand, _ string, _ []string) string {
		return "x" + text(r, visible+" \t,;=\"", r.IntN(80)) + "x"
	},
	func(r *rand.Rand, _ string, _ []string) string { return "tc_live_" + text(r, base62, 38) },
	func(r *rand.Rand, _ string, _ []string) string { return "tc_test_" + text(r, base62, r.IntN(60)) },
	func(r *rand.Rand, good string, _ []string) string { return good[:1+r.IntN(len(good)-1)] },
	func(r *rand.Rand, good string, _ []string) string { return good + text(r, base62, 1+r.IntN(8)) },
	func(r *rand.Rand, good string, _ []string) string { return "tc_test_" + good[8:] },
	func(r *rand.Rand, good string, _ []string) string { return strings.ToUpper(good) },
	func(r *rand.Rand, good string, _ []string) string { return `"` + good + `"` },
	func(r *rand.Rand, good string, _ []string) string { return "Bearer " + good },
	func(r *rand.Rand, good string, _ []string) string { return good + ", " + good },
	func(r *rand.Rand, good string, _ []string) string { return good + "\r\nAuthorization: Bearer " + good },
	func(r *rand.Rand, good string, _ []string) string { // one character is another
		b, i := []byte(good), r.IntN(len(good))
		b[i] = base62[(strings.IndexByte(base62, b[i])+1+r.IntN(61))%62]
		return string(b)
	},
	func(r *rand.Rand, _ string, _ []string) string {
		return "eyJhbGciOiJub25lIn0." + text(r, base62, 60) + "."
	},
	func(r *rand.Rand, _ string, _ []string) string { return "' OR '1'='1" + text(r, base62, 4) },
	func(r *rand.Rand, _ string, _ []string) string {
		return strings.Repeat("../", 1+r.IntN(50)) + "etc/passwd"
	},
	func(r *rand.Rand, _ string, _ []string) string { return "%00%0d%0a" + text(r, base62, 8) },
	func(r *rand.Rand, _ string, _ []string) string { return strings.Repeat("A", 8000+r.IntN(8000)) },
	func(r *rand.Rand, _ string, ended []string) string { return ended[r.IntN(len(ended))] },
}

// unknownEvery is how often a credential is a key as good as any that no store
// knows: what reaches the database.
const unknownEvery = 50

// siege is what the bad callers saw.
type siege struct {
	t     *trial
	to    *node
	good  string
	ended []string

	mu                                                        sync.Mutex
	sent, accepted, broken, strange, refused, limited, closed int
	answers                                                   map[string]int // of 401, less what differs by design
}

// line sends n credentials over one connection, many at a time.
func (s *siege) line(number, n int) {
	random := s.t.rand(number)
	conn, err := net.Dial("tcp", s.to.host())
	s.t.must(err)
	defer context.AfterFunc(s.t.ctx, func() { _ = conn.Close() })()
	defer conn.Close()
	in := bufio.NewReader(conn)
	for done := 0; done < n && s.t.ctx.Err() == nil; {
		batch := min(40, n-done)
		var out strings.Builder
		for i := range batch {
			s.request(&out, random, number, done+i)
		}
		_, err := io.WriteString(conn, out.String())
		for range batch {
			if err == nil {
				err = s.answer(in)
			}
		}
		if err != nil {
			s.mu.Lock()
			s.closed++
			s.mu.Unlock()
			return
		}
		done += batch
	}
}

func (s *siege) request(out *strings.Builder, random *rand.Rand, line, n int) {
	credential := ""
	if n%unknownEvery == 0 {
		secret, err := account.NewSecret(account.Live, randomBytes{random})
		s.t.must(err)
		credential = secret
	} else {
		credential = shapes[n%len(shapes)](random, s.good, s.ended)
	}
	from := "198.51.100.7"
	if n/40%10 != 0 {
		block := n / 20 // no more than twenty from one address
		from = fmt.Sprintf("10.%d.%d.%d", line, block>>8, block&255)
		if block%2 == 1 {
			from = fmt.Sprintf("2001:db8:%x:%x::%x", line, block, n&0xffff)
		}
	}
	fmt.Fprintf(out, "GET /v1/calculators/bmi?weight=70&height=175 HTTP/1.1\r\nHost: %s\r\nX-Forwarded-For: %s\r\nAuthorization: Bearer %s\r\n\r\n",
		s.to.host(), from, credential)
}

// randomBytes makes a source of bytes.
type randomBytes struct{ *rand.Rand }

func (r randomBytes) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = byte(r.Uint32())
	}
	return len(p), nil
}

func (s *siege) answer(in *bufio.Reader) error {
	resp, err := http.ReadResponse(in, nil)
	if err != nil {
		return err
	}
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sent++
	switch {
	case resp.StatusCode == http.StatusUnauthorized:
		s.refused++
		s.answers[plainAnswer(resp, string(body))]++
	case resp.StatusCode == http.StatusTooManyRequests:
		s.limited++
	case resp.StatusCode < 300:
		s.accepted++
	case resp.StatusCode >= 500:
		s.broken++
	default:
		s.strange++
	}
	return nil
}

// plainAnswer is all of an answer but the time and the number of the request.
func plainAnswer(resp *http.Response, body string) string {
	id := resp.Header.Get("Request-Id")
	resp.Header.Del("Date")
	var head []string
	for name, values := range resp.Header {
		head = append(head, fmt.Sprint(name, values))
	}
	slices.Sort(head)
	return strings.ReplaceAll(fmt.Sprint(head, body), id, "")
}
