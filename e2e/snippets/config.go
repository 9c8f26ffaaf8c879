package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// configuration reads a file of settings as its reader would: the service its
// own, a client of agents the tools it names; anything else is parsed.
func (s *session) configuration(lang, text string, number int) error {
	var tree any
	var err error
	switch lang {
	case "json":
		err = json.Unmarshal([]byte(text), &tree)
	case "yaml":
		err = yaml.UnmarshalWithOptions([]byte(text), &tree, yaml.Strict())
	case "toml":
		tree, err = readTOML(text)
	}
	if err != nil {
		return fmt.Errorf("not %s: %w", lang, err)
	}
	members, ok := tree.(map[string]any)
	if !ok {
		return nil
	}
	for _, name := range []string{"mcpServers", "mcp_servers", "servers", "context_servers"} {
		clients, _ := members[name].(map[string]any)
		for _, c := range clients {
			if client, ok := c.(map[string]any); ok {
				err = errors.Join(err, s.connect(client))
			}
		}
	}
	if err != nil || lang != "yaml" {
		return err
	}
	return s.settings(members, text, number)
}

// readTOML has Python read it, which brings a parser along.
func readTOML(text string) (tree any, err error) {
	cmd := exec.Command("python3", "-c", "import json,sys,tomllib; json.dump(tomllib.loads(sys.stdin.read()), sys.stdout)")
	cmd.Stdin = strings.NewReader(text)
	out, err := cmd.Output()
	if err != nil {
		return nil, err
	}
	return tree, json.Unmarshal(out, &tree)
}

// settings has the program check a file that sets anything of its own.
func (s *session) settings(members map[string]any, text string, number int) error {
	out, err := exec.Command(s.bin, "config", "print", "--json").Output()
	if err != nil {
		return err
	}
	var list []struct{ Name string }
	if err := json.Unmarshal(out, &list); err != nil {
		return err
	}
	for _, setting := range list {
		if _, ours := members[setting.Name]; ours {
			name := filepath.Join(s.state, fmt.Sprintf("settings-%d.yaml", number))
			if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
				return err
			}
			_, err := s.execute("toolcrib config check --config "+name, false)
			return err
		}
	}
	return nil
}

// keyed are the ways in which clients name the key outside of their files.
var keyed = regexp.MustCompile(`\$\{(env:)?TOOLCRIB_KEY\}|\$\{input:toolcrib-key\}|\$TOOLCRIB_KEY`)

// connect does what a client does with an entry of its configuration: it asks
// for the tools and calls one.
func (s *session) connect(entry map[string]any) error {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	var transport mcp.Transport
	if command, ok := entry["command"].(string); ok {
		args, _ := entry["args"].([]any)
		words := []string{`exec "$0" "$@"`, command}
		for _, a := range args {
			words = append(words, fmt.Sprint(a))
		}
		cmd := exec.Command("bash", append([]string{"-c"}, words...)...)
		cmd.Env, cmd.Dir = s.env, s.folder
		transport = &mcp.CommandTransport{Command: cmd}
	} else {
		t, err := s.remote(entry)
		if err != nil {
			return err
		}
		transport = t
	}
	session, err := mcp.NewClient(&mcp.Implementation{Name: "reader", Version: "1"}, nil).Connect(ctx, transport, nil)
	if err != nil {
		return fmt.Errorf("a client so configured cannot connect: %w", err)
	}
	defer session.Close()
	answer, err := session.CallTool(ctx, &mcp.CallToolParams{Name: "text-to-slug", Arguments: map[string]any{"text": "Hello World"}})
	if err != nil {
		return fmt.Errorf("a client so configured cannot call: %w", err)
	}
	if data, err := json.Marshal(answer.StructuredContent); err != nil || answer.IsError || !strings.Contains(string(data), `"hello-world"`) {
		return fmt.Errorf("a client so configured is answered %s, %v", data, err)
	}
	return nil
}

// remote is the way to a server with the headers of an entry.
func (s *session) remote(entry map[string]any) (mcp.Transport, error) {
	header := http.Header{}
	if headers, ok := entry["headers"].(map[string]any); ok {
		for name, value := range headers {
			header.Set(name, keyed.ReplaceAllLiteralString(fmt.Sprint(value), s.key))
		}
	}
	if entry["bearer_token_env_var"] == "TOOLCRIB_KEY" {
		header.Set("Authorization", "Bearer "+s.key)
	}
	for _, name := range []string{"url", "httpUrl", "serverUrl"} {
		if url, ok := entry[name].(string); ok {
			return &mcp.StreamableClientTransport{Endpoint: url, HTTPClient: &http.Client{Transport: sender(header)}}, nil
		}
	}
	return nil, fmt.Errorf("a client's entry names neither a command nor an address: %v", entry)
}

// sender adds headers to all that is sent.
type sender http.Header

func (h sender) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	for name, values := range h {
		r.Header[name] = values
	}
	return http.DefaultTransport.RoundTrip(r)
}
