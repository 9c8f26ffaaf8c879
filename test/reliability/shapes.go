package main

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"time"
)

// shape is a request of which two readers may think differently. A good call
// follows it on the same connection: whether that is answered shows where the
// server took the first to end.
type shape struct {
	name   string
	text   string
	answer []int // the statuses that come, of the request and of what follows
	closes bool  // the server closes the connection then
}

// shaped sends every shape and compares what comes.
func shaped(t *trial, p *place, n *node, who caller) {
	next := "GET /v1/uuid HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer " + who.key + "\r\n\r\n"
	for _, group := range []struct {
		name   string
		shapes []shape
	}{
		{"requests whose end can be read in two ways", ends(who.key)},
		{"requests with headers that are too many, too long, doubled or broken", heads(who.key)},
		{"requests to speak another protocol", protocols(who.key)},
	} {
		before, results, odd := p.count("SELECT count(*) FROM charges"), 0, 0
		for _, s := range group.shapes {
			got, closed := converse(t, n, s.text+next, len(s.answer), s.closes)
			if !slices.Equal(got, s.answer) || closed != s.closes {
				odd++
				t.progressf("%s: answered %v, closed %v", s.name, got, closed)
			}
			for _, status := range got {
				if status == http.StatusOK {
					results++
				}
			}
		}
		d := t.did("%d %s, each with a good call behind it", len(group.shapes), group.name)
		d.exactly("answered other than they must be", odd, 0)
		d.exactly("charges less results", p.count("SELECT count(*) FROM charges")-before-results, 0)
	}
}

// converse sends a text and reads so many answers; where the server is to close
// the connection, all until it does.
func converse(t *trial, n *node, text string, answers int, toEnd bool) (statuses []int, closed bool) {
	conn, err := net.Dial("tcp", n.host())
	t.must(err)
	defer conn.Close()
	t.must(conn.SetDeadline(time.Now().Add(20 * time.Second)))
	go func() { _, _ = io.WriteString(conn, text) }() // it may be cut off
	for r := bufio.NewReader(conn); toEnd || len(statuses) < answers; {
		resp, err := http.ReadResponse(r, nil)
		if err != nil {
			e, ok := err.(net.Error)
			return statuses, !ok || !e.Timeout()
		}
		_, _ = io.Copy(io.Discard, resp.Body) // what is cut short shows in what follows
		statuses = append(statuses, resp.StatusCode)
	}
	return statuses, false
}

// ends are requests whose body may be taken to end in more than one place (RFC
// 9112 sections 6.1, 6.3 and 7.1).
func ends(key string) []shape {
	post := "POST /v1/text/slugify HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nAuthorization: Bearer " + key + "\r\n"
	const body, chunked, empty = `{"text":"a"}`, "Transfer-Encoding: chunked\r\n", "0\r\n\r\n"
	length := func(value string) string { return post + "Content-Length: " + value + "\r\n\r\n" + body }
	coding := func(line string) string { return post + line + "\r\n\r\n" + empty }
	chunk := func(size string) string { return post + chunked + "\r\n" + size + "\r\n" + body + "\r\n" + empty }
	return []shape{
		{"a length, then chunks", post + "Content-Length: 4\r\n" + chunked + "\r\n" + empty, []int{422}, true},
		{"chunks, then a length", post + chunked + "Content-Length: 4\r\n\r\nc\r\n" + body + "\r\n" + empty, []int{200}, true},
		{"two lengths", post + "Content-Length: 0\r\nContent-Length: 60\r\n\r\n", []int{400}, true},
		{"the same length twice", post + "Content-Length: 12\r\nContent-Length: 12\r\n\r\n" + body, []int{200, 200}, false},
		{"a list of lengths", length("12, 12"), []int{400}, true},
		{"a length with a sign", length("+12"), []int{400}, true},
		{"a negative length", length("-1"), []int{400}, true},
		{"a length in hexadecimal", length("0xc"), []int{400}, true},
		{"a length beyond 64 bits", length("18446744073709551628"), []int{400}, true},
		{"an unknown coding", coding("Transfer-Encoding: xchunked"), []int{501}, true},
		{"two codings", coding("Transfer-Encoding: gzip, chunked"), []int{501}, true},
		{"coding said twice", coding("Transfer-Encoding: chunked\r\nTransfer-Encoding: identity"), []int{501}, true},
		{"a space before the colon", coding("Transfer-Encoding : chunked"), []int{400}, true},
		{"a control character before the coding", coding("Transfer-Encoding: \x0bchunked"), []int{400}, true},
		{"the coding on a line of its own", coding("Transfer-Encoding:\r\n chunked"), []int{422}, true},
		{"chunks in HTTP/1.0", strings.Replace(coding("Transfer-Encoding: chunked"), "1.1", "1.0", 1), []int{422}, true},
		{"a chunk of negative size", chunk("-1"), []int{422}, true},
		{"a chunk size with a prefix", chunk("0xc"), []int{422}, true},
		{"a chunk size beyond 64 bits", chunk("fffffffffffffffff"), []int{422}, true},
		{"a chunk longer than said", chunk("5"), []int{422}, true},
		{"chunks with bare line feeds", post + chunked + "\r\nc\n" + body + "\n0\n\n", []int{422}, true},
		{"a key in the trailer", strings.Replace(post, "Authorization: Bearer "+key, "Trailer: Authorization", 1) + chunked + "\r\nc\r\n" +
			body + "\r\n0\r\nAuthorization: Bearer " + key + "\r\n\r\n", []int{401}, true},
		{"a body on a GET", "GET /v1/uuid HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer " + key + "\r\nContent-Length: 12\r\n\r\n" + body, []int{200, 200}, false},
		{"a body that is announced, and too large", post + "Expect: 100-continue\r\nContent-Length: 2000000000\r\n\r\n", []int{413}, true},
		{"an expectation that nobody knows", post + "Expect: wonders\r\nContent-Length: 12\r\n\r\n" + body, []int{417}, true},
	}
}

// heads are requests with odd header fields (RFC 9112 sections 3.2, 5 and 2.2).
func heads(key string) []shape {
	with := func(line string) string {
		return "GET /v1/uuid HTTP/1.1\r\nHost: x\r\n" + line + "Authorization: Bearer " + key + "\r\n\r\n"
	}
	again := "Authorization: Bearer " + key + "\r\n"
	return []shape{
		{"two keys", with(again), []int{401, 200}, false},
		{"no host", strings.Replace(with(""), "Host: x\r\n", "", 1), []int{400}, true},
		{"two hosts", with("Host: y\r\n"), []int{400}, true},
		{"a host that is none", strings.Replace(with(""), "Host: x", "Host: x/../y@z", 1), []int{400}, true},
		{"a NUL", with("X: a\x00b\r\n"), []int{400}, true},
		{"a bare carriage return", with("X: a\rInjected: b\r\n"), []int{400}, true},
		{"no colon", with("Junk\r\n"), []int{400}, true},
		{"a method that is none", strings.Replace(with(""), "GET", "GE(T", 1), []int{400}, true},
		{"a target without a path", strings.Replace(with(""), "/v1/uuid", "v1", 1), []int{400}, true},
		{"a tunnel", "CONNECT 169.254.169.254:80 HTTP/1.1\r\nHost: 169.254.169.254:80\r\n\r\n", []int{405, 200}, false},
		{"the address of another site", strings.Replace(with(""), "/v1/uuid", "http://169.254.169.254/v1/uuid", 1), []int{200, 200}, false},
		{"one header of 33 KiB", with("X: " + strings.Repeat("a", 33<<10) + "\r\n"), []int{431, 200}, false},
		{"one header of 1 MiB", with("X: " + strings.Repeat("a", 1<<20) + "\r\n"), []int{431}, true},
		{"60,000 headers", with(strings.Repeat("a:b\r\n", 60_000)), []int{431}, true},
		{"two replies to keep", with("Idempotency-Key: a\r\nIdempotency-Key: b\r\n"), []int{422, 200}, false},
	}
}

// protocols are beginnings of HTTP/2 without TLS, which is not spoken, so that
// none of its ways to open and drop thousands of streams exist; and versions of
// HTTP that are none.
func protocols(key string) []shape {
	get := "GET /v1/uuid %s\r\nHost: x\r\nAuthorization: Bearer " + key + "\r\n%s\r\n"
	return []shape{
		{"HTTP/2 as known before", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\x00\x00\x00\x04\x00\x00\x00\x00\x00", []int{404}, true},
		{"HTTP/2 by upgrade", fmt.Sprintf(get, "HTTP/1.1", "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n"), []int{200, 200}, false},
		{"a web socket", fmt.Sprintf(get, "HTTP/1.1", "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"), []int{200, 200}, false},
		{"HTTP/3.0", fmt.Sprintf(get, "HTTP/3.0", ""), []int{505}, true},
		{"HTTP/0.9", "GET /v1/uuid\r\n\r\n", []int{400}, true},
	}
}
