package cli

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"toolcrib/internal/config"
	"toolcrib/internal/op"
)

// healthTimeout is how long a server may take to say that it is well.
const healthTimeout = 3 * time.Second

type healthcheckCmd struct {
	SettingFlags `show:"listen,base-url"`
	JSON         bool `help:"Print JSON."`
}

// Run asks the server that these settings describe whether it can answer and
// charge; it is what a container runs to watch itself.
func (c *healthcheckCmd) Run(ctx context.Context, p *Process, given flags) error {
	s, _, err := c.load(p, given)
	if err != nil {
		return err
	}
	at := readiness(s)
	status, err := ask(ctx, at)
	if c.JSON {
		if err := printJSON(p.Stdout, op.Object{{Name: "url", Value: at}, {Name: "status", Value: status}, {Name: "healthy", Value: err == nil}}); err != nil {
			return err
		}
	} else if err == nil {
		fmt.Fprintf(p.Stdout, "%s says that it is ready.\n", at)
	}
	if err != nil {
		return serverError(err)
	}
	return nil
}

// readiness is where the server on this machine tells whether it is ready.
func readiness(s config.Settings) string {
	host, port, _ := net.SplitHostPort(s.Listen) // checked when the settings were loaded
	if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
		host = "127.0.0.1"
	}
	path := ""
	if u, err := url.Parse(s.BaseURL); err == nil {
		path = strings.TrimSuffix(u.Path, "/")
	}
	return "http://" + net.JoinHostPort(host, port) + path + "/readyz"
}

// ask is probe, with what to do where nobody answers.
func ask(ctx context.Context, at string) (status int, err error) {
	status, err = probe(ctx, at)
	if err != nil && status == 0 {
		err = fmt.Errorf("no server answers: %w; 'toolcrib serve' starts one, and --listen says where it is", err)
	}
	return status, err
}

// probe asks a server of this machine. Any answer but 200 is an error; without
// an answer the status is 0.
func probe(ctx context.Context, at string) (status int, err error) {
	ctx, cancel := context.WithTimeout(ctx, healthTimeout)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, at, nil)
	if err != nil {
		return 0, err
	}
	// No proxy: the server is on this machine.
	client := http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	resp, err := client.Do(req)
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	said, err := io.ReadAll(io.LimitReader(resp.Body, 4096))
	if resp.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s answers %s: %s", at, resp.Status, strings.TrimSpace(string(said)))
	}
	return resp.StatusCode, err
}
