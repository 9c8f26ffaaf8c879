package main

import (
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os/exec"
	"strings"
	"sync/atomic"
)

// foreign tries what web pages of others, planted cookies and addresses inside
// the network are tried for.
func foreign(t *trial, p *place) {
	n := p.start("--admin-login", operator, "--admin-password-file", t.passwordFile())
	defer n.kill()
	cookie := signIn(t, n)
	crossSite(t, p, n, cookie)
	planted(t, n)
	injected(t, n, p.callers(1, plenty)[0])
	inward(t, p)
}

// ask sends one request of a browser and returns its answer without following
// where it leads.
func ask(t *trial, n *node, method, path, form, cookie string, header ...string) *http.Response {
	req, err := http.NewRequestWithContext(t.ctx, method, n.url+path, strings.NewReader(form))
	t.must(err)
	if form != "" {
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	req.Header.Set("Cookie", cookie)
	for i := 0; i < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
	}
	client := t.newClient(1)
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	resp, err := client.Do(req)
	t.must(err)
	_, err = io.Copy(io.Discard, resp.Body)
	t.must(err)
	t.must(resp.Body.Close())
	return resp
}

// crossSite sends what a page of another site could make a browser send, with
// the cookie of a person who has signed in.
func crossSite(t *trial, p *place, n *node, cookie string) {
	before, sent, passed := p.count("SELECT count(*) FROM audit_log"), 0, 0
	for _, path := range []string{"/account/keys", "/account/webhook", "/account/team", "/account/settings", "/account/security", "/logout", "/login", "/admin/users", "/admin/accounts"} {
		for _, from := range [][]string{
			{"Origin", "https://evil.example"}, {"Origin", "null"}, {"Sec-Fetch-Site", "cross-site"}, {"Sec-Fetch-Site", "same-site"},
			{"Origin", "https://evil.example", "Sec-Fetch-Site", "cross-site"},
		} {
			sent++
			if resp := ask(t, n, http.MethodPost, path, "name=x&login="+operator+"&password="+url.QueryEscape(password), cookie, from...); resp.StatusCode < 400 {
				passed++
				t.progressf("%s from %v: %d", path, from, resp.StatusCode)
			}
		}
	}
	d := t.did("%d forms sent from other sites with the cookie of a person signed in", sent)
	d.exactly("taken", passed, 0)
	d.exactly("entries of the audit log that they made", p.count("SELECT count(*) FROM audit_log")-before, 0)
	d.exactly("sessions that they ended", boolInt(ask(t, n, http.MethodGet, "/account", "", cookie).StatusCode != 200), 0)
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

// planted signs in with a cookie that somebody else chose.
func planted(t *trial, n *node) {
	const chosen = "tc=AAAAAAAAAAAAAAAAAAAAAAAAAA"
	form := url.Values{"login": {operator}, "password": {password}}.Encode()
	resp := ask(t, n, http.MethodPost, "/login", form, chosen)
	kept := 0
	for _, c := range resp.Cookies() {
		kept += boolInt(c.Name+"="+c.Value == chosen)
	}
	d := t.did("signing in with a cookie that was planted")
	d.exactly("signed in", boolInt(resp.StatusCode == http.StatusSeeOther && len(resp.Cookies()) > 0), 1)
	d.exactly("the planted cookie kept", kept, 0)
	d.exactly("the planted cookie opens the account", boolInt(ask(t, n, http.MethodGet, "/account", "", chosen).StatusCode == 200), 0)
}

// injected puts line ends into everything that may come back in a header.
func injected(t *trial, n *node, who caller) {
	const evil = "%0d%0aInjected:%20yes%0d%0aSet-Cookie:%20tc=evil"
	sent, got := 0, 0
	for _, path := range []string{
		"/v1/" + evil, "/" + evil, "/login?next=/" + evil, "/login?next=" + evil, "/tools/" + evil, "/problems/" + evil, "/v1/text/slugify?x=" + evil,
		"/language?to=" + evil, "/v1/design/qr?text=" + evil,
	} {
		for _, key := range []string{"", who.key} {
			sent++
			header := []string{"X-Forwarded-For", "1.2.3.4", "Idempotency-Key", evil}
			if key != "" {
				header = append(header, "Authorization", "Bearer "+key)
			}
			resp := ask(t, n, http.MethodGet, path, "", "", header...)
			got += boolInt(resp.Header.Get("Injected") != "" || strings.Contains(fmt.Sprint(resp.Header["Set-Cookie"]), "evil"))
		}
	}
	t.did("%d requests with line ends in paths, parameters and headers", sent).exactly("headers of the answer made by them", got, 0)
}

// inward names addresses inside the network where the service would send
// something, with one of them listening.
func inward(t *trial, p *place) {
	var touched atomic.Int64
	l, err := net.Listen("tcp", "127.0.0.1:0")
	t.must(err)
	t.Cleanup(func() { _ = l.Close() })
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			touched.Add(1)
			_ = conn.Close()
		}
	}()
	_, port, _ := net.SplitHostPort(l.Addr().String())
	hosts := []string{"127.0.0.1", "localhost", "[::1]", "0.0.0.0", "[::ffff:127.0.0.1]", "2130706433", "0x7f.1", "127.1", "017700000001", "10.0.0.1",
		"192.168.1.1", "172.16.0.1", "169.254.169.254", "[fd00::1]", "[fe80::1]", "100.64.0.1", "[64:ff9b::7f00:1]", "user@127.0.0.1"}
	who := p.callers(1, 0)[0]
	taken := 0
	for _, host := range hosts {
		for _, scheme := range []string{"https", "http"} {
			_, err := p.command("webhook", "set", "--account", who.account, scheme+"://"+host+":"+port+"/hook")
			var exit *exec.ExitError
			if err == nil {
				taken++
				t.progressf("a webhook at %s://%s is taken", scheme, host)
			} else if !errors.As(err, &exit) || exit.ExitCode() != 2 {
				t.must(err)
			}
		}
	}
	d := t.did("%d addresses of the machine and its network named as webhooks", 2*len(hosts))
	d.exactly("taken", taken, 0)
	d.exactly("connections made to one that listens", int(touched.Load()), 0)
}
