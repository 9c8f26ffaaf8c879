package main

import (
	"bufio"
	"context"
	"crypto/md5"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"text/tabwriter"
	"time"

	"toolcrib/internal/bench/goal"
	"toolcrib/internal/bench/load"
	"toolcrib/internal/bench/machine"
	"toolcrib/internal/bench/stats"
)

// call is a job over HTTP: ours by its path, that of others by its id.
type call struct {
	id, path, body string // of ours; %s is the text as JSON
	answer         string // the member of our answer's data
	check          check
	input          func(*maker) []byte
	peers          []string // "server/job"
}

var calls = []call{
	{"md5", "/v1/security/md5", `{"text":%s}`, "digest", checkMD5, (*maker).log, []string{"node/md5", "cyberchef/md5"}},
	{"base64", "/v1/developer/base64", `{"text":%s}`, "base64", checkBase64, (*maker).log, []string{"node/base64", "cyberchef/base64"}},
	{"sort", "/v1/text/sort-lines", `{"text":%s,"method":"codepoint"}`, "text", checkSorted, (*maker).log, []string{"node/sort", "cyberchef/sort"}},
	{"dedupe", "/v1/text/dedupe-lines", `{"text":%s}`, "text", checkDistinct, (*maker).log, []string{"node/dedupe", "cyberchef/dedupe"}},
	{"format", "/v1/data/json/format", `{"json":%s}`, "json", checkJSON, (*maker).events, []string{"node/format", "cyberchef/format"}},
	{"validate", "/v1/data/json/validate", `{"json":%s}`, "valid", checkTrue, (*maker).events, []string{"node/validate"}},
	{"csv", "/v1/data/csv-to-json", `{"csv":%s}`, "json", checkCSV, (*maker).orders, []string{"node/csv", "cyberchef/csv"}},
	{"xml", "/v1/data/xml/format", `{"xml":%s}`, "xml", checkXML, (*maker).catalogue, []string{"node/xml", "node/xml-fast", "cyberchef/xml"}},
}

func checkMD5(in input, answer []byte) (string, error) {
	sum := md5.Sum(in.bytes[0])
	return "", equal(string(answer), hex.EncodeToString(sum[:]))
}

func checkTrue(_ input, answer []byte) (string, error) { return "", equal(string(answer), "true") }

// connections are as many as those of the whole call; of documents of a
// megabyte a few keep a server at work.
func connections(size int) int {
	if size >= megabyte {
		return 4
	}
	return 64
}

// httpRounds are fewer than those in process: there are sixteen contests.
const httpRounds = 4

// farBehind is how many times as fast we must be for a peer to be measured
// once only.
const farBehind = 20

// overHTTP measures all calls, ours with key, meter and durable charge.
func overHTTP(ctx context.Context, o options, dir string, sheet *goal.Sheet) error {
	servers, key, err := startServers(ctx, o, dir)
	for _, s := range servers {
		defer s.stop()
	}
	if err != nil {
		return err
	}
	t := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Println()
	fmt.Fprintln(t, "over HTTP, server on one processor\tsize\tours/s\tpeer\tits/s\tours is … times as fast\tquartiles\tprocessor ms a call, ours\tits\t")
	var best []float64
	disturbed, rounds := 0, 0
	for _, c := range calls {
		for _, size := range goal.HTTPSizes {
			m, err := c.prepare(ctx, o, dir, size.Bytes, servers, key)
			if err != nil {
				return err
			}
			found, n, err := m.run(ctx, o)
			if err != nil {
				return err
			}
			disturbed, rounds = disturbed+n, rounds+min(o.rounds, httpRounds)
			if len(found) == 0 {
				return fmt.Errorf("%s: no peer answers", m.title)
			}
			least := found[0]
			for _, f := range found {
				fmt.Fprintf(t, "%s\t%s\t%.0f\t%s\t%.0f\t%.2f\t%.2f–%.2f\t%.2f\t%.2f\t\n",
					c.id, size.ID, f.ours, f.name, f.theirs, f.ratio, f.low, f.high, f.oursUsed.Seconds()*1000, f.used.Seconds()*1000)
				if f.ratio < least.ratio {
					least = f
				}
			}
			best = append(best, least.ratio)
			sheet.Put(goal.HTTP(c.id, size.ID), least.ratio, fmt.Sprintf("%s; quartiles %.2f–%.2f; processor time %.2f ×", least.name, least.low, least.high, float64(least.used)/float64(max(1, least.oursUsed))))
			fmt.Fprintf(os.Stderr, "peers: over HTTP, %s, %s\n", c.id, size.ID)
		}
	}
	if err := t.Flush(); err != nil {
		return err
	}
	fmt.Printf("in %d of %d rounds other programs took more than a tenth of a processor\n", disturbed, rounds)
	sheet.Put(goal.HTTPMean, stats.GeometricMean(best), fmt.Sprintf("%d ratios to the best peer", len(best)))
	return nil
}

// contest is one call at one size with everybody who answers it.
type contest struct {
	title string
	names []string
	plans []load.Plan
}

// prepare writes the requests and checks a first answer of everybody.
func (c call) prepare(ctx context.Context, o options, dir string, size int, servers map[string]*server, key string) (m contest, err error) {
	in, err := o.input(dir, job{name: "http-" + c.id, makeInput: one(c.input)}, size)
	if err != nil {
		return m, err
	}
	text, err := json.Marshal(in.texts[0])
	if err != nil {
		return m, err
	}
	m.title = fmt.Sprintf("%s, %d bytes", c.id, size)
	enter := func(name, at, answer string, request [][]byte) error {
		body, err := load.Once(ctx, servers[at].addr, request[0])
		if err == nil {
			err = c.verify(in, body, answer)
		}
		if err != nil {
			return fmt.Errorf("%s, %s: %w", m.title, name, err)
		}
		m.names = append(m.names, name)
		m.plans = append(m.plans, load.Plan{
			Addrs: []string{servers[at].addr}, Requests: request, Conns: connections(size), Length: o.httpSlice, PIDs: []int{servers[at].cmd.Process.Pid},
		})
		return nil
	}
	if err := enter("toolcrib", "toolcrib", c.answer, load.Post(c.path, fmt.Sprintf(c.body, text), []string{key})); err != nil {
		return m, err
	}
	for _, p := range c.peers {
		at, name, _ := strings.Cut(p, "/")
		if servers[at] == nil {
			continue
		}
		if err := enter(p, at, "result", load.Post("/"+name, fmt.Sprintf(`{"text":%s}`, text), nil)); err != nil {
			leaveOut(err) // who cannot do it is no rival
		}
	}
	return m, nil
}

// verify holds a body against the input as the job in process is.
func (c call) verify(in input, body []byte, member string) error {
	var envelope struct {
		Data map[string]json.RawMessage `json:"data"`
	}
	if err := json.Unmarshal(body, &envelope); err != nil {
		return err
	}
	raw, ok := envelope.Data[member]
	if !ok {
		return fmt.Errorf("no %s in the answer", member)
	}
	answer := []byte(raw)
	var text string
	if json.Unmarshal(raw, &text) == nil {
		answer = []byte(text)
	}
	_, err := c.check(in, answer)
	return err
}

// leaveOut tells of a peer that is not measured.
func leaveOut(err error) { fmt.Fprintln(os.Stderr, "peers: left out:", err) }

// found is what a contest showed of a peer: calls a second, the ratio of ours
// to its, and the processor time of a call.
type found struct {
	name             string
	ours, theirs     float64
	ratio, low, high float64
	oursUsed, used   time.Duration
}

// run measures everybody in turn, but those that are far behind: a call of
// theirs can take seconds.
func (m contest) run(ctx context.Context, o options) (list []found, disturbed int, err error) {
	var sides []func() (load.Result, error)
	var names []string
	var first load.Result
	for i, p := range m.plans {
		side := func() (load.Result, error) {
			r, err := p.Run(ctx)
			if err != nil {
				err = fmt.Errorf("%s, %s: %w", m.title, m.names[i], err)
			}
			return r, err
		}
		warming := p
		warming.Length *= 2 // V8 compiles what runs often
		r, err := warming.Run(ctx)
		if i == 0 {
			first = r
		}
		switch {
		case err != nil && i > 0 && ctx.Err() == nil:
			leaveOut(fmt.Errorf("%s, %s: %w", m.title, m.names[i], err))
		case err != nil:
			return nil, 0, fmt.Errorf("%s, %s: %w", m.title, m.names[i], err)
		case first.PerSecond > farBehind*r.PerSecond:
			ratio := first.PerSecond / r.PerSecond
			list = append(list, found{m.names[i], first.PerSecond, r.PerSecond, ratio, ratio, ratio, first.Processor, r.Processor})
		default:
			sides, names = append(sides, side), append(names, m.names[i])
		}
	}
	results, disturbed, err := stats.Alternate(stats.Rounds{
		N: min(o.rounds, httpRounds), Again: httpRounds / 2, Watch: func() func() bool { return machine.Begin().Disturbed },
	}, sides)
	if err != nil {
		return nil, 0, err
	}
	ours, oursUsed := speeds(results[0])
	for i := 1; i < len(results); i++ {
		theirs, used := speeds(results[i])
		ratios := stats.Ratios(ours, theirs)
		list = append(list, found{
			names[i], stats.Median(ours), stats.Median(theirs),
			stats.Median(ratios), stats.Quantile(ratios, .25), stats.Quantile(ratios, .75), oursUsed, used,
		})
	}
	return list, disturbed, nil
}

// speeds are the calls a second of each round, and the median processor time
// of a call.
func speeds(results [][2]load.Result) (perSecond []float64, used time.Duration) {
	var all []time.Duration
	for _, pair := range results {
		perSecond = append(perSecond, (pair[0].PerSecond+pair[1].PerSecond)/2)
		all = append(all, pair[0].Processor, pair[1].Processor)
	}
	return perSecond, stats.Median(all)
}

// server is a process that answers.
type server struct {
	addr string
	cmd  *exec.Cmd
}

func (s *server) stop() {
	_ = s.cmd.Process.Signal(syscall.SIGTERM)
	_ = s.cmd.Wait()
}

// startServers starts ours, with a key that has units enough, and the peers,
// each on the first processor; those started are returned whatever happens.
func startServers(ctx context.Context, o options, dir string) (servers map[string]*server, key string, err error) {
	servers = map[string]*server{}
	script := filepath.Join(filepath.Dir(o.node), "http.mjs")
	for _, name := range []string{"node", "cyberchef"} {
		s, err := startServer(exec.CommandContext(ctx, "node", "--no-warnings", script, name))
		if err != nil {
			return servers, "", fmt.Errorf("%s: %w", name, err)
		}
		servers[name] = s
	}
	data := "--data=" + filepath.Join(dir, "data")
	if key, err = makeKey(ctx, o.toolcrib, data); err != nil {
		return servers, "", err
	}
	cmd := exec.CommandContext(ctx, o.toolcrib, "serve", data, "--listen=127.0.0.1:0", "--rate-per-minute=0", "--account-rate-per-minute=0", "--json")
	cmd.Env = append(os.Environ(), "GOMAXPROCS=1")
	s, err := startServer(cmd)
	if err == nil {
		servers["toolcrib"] = s
	}
	return servers, key, err
}

// startServer starts a server that writes its address, or JSON with its url, in
// the first line.
func startServer(cmd *exec.Cmd) (*server, error) {
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := machine.Start(cmd, 0); err != nil {
		return nil, err
	}
	s := &server{cmd: cmd}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		s.stop()
		return nil, fmt.Errorf("it did not start: %w", err)
	}
	s.addr = strings.TrimSpace(line)
	var told struct{ URL string }
	if json.Unmarshal([]byte(line), &told) == nil {
		s.addr = strings.TrimPrefix(told.URL, "http://")
	}
	return s, nil
}

// makeKey makes an account, its key and units by our own commands.
func makeKey(ctx context.Context, toolcrib, data string) (key string, err error) {
	for _, args := range [][]string{
		{"account", "create", "--name=bench"},
		{"grant", "--account=bench", "--units=1000000000"},
		{"key", "create", "--name=bench", "--account=bench"},
	} {
		cmd := exec.CommandContext(ctx, toolcrib, append(args, data)...)
		var said strings.Builder
		cmd.Stderr = &said
		out, err := cmd.Output()
		if err != nil {
			return "", errors.Join(fmt.Errorf("toolcrib %s: %w", args[0], err), errors.New(said.String()))
		}
		key = strings.TrimSpace(string(out))
	}
	return key, nil
}
