package pgtest

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"path/filepath"
	"strconv"
	"sync"
	"testing"
)

// Proxy passes connections on to a server until it is told to spoil them.
type Proxy struct {
	target   string // socket of the server
	listener net.Listener
	all      sync.WaitGroup

	mu      sync.Mutex
	changed *sync.Cond // mode
	mode    mode
	commit  Loss
	open    map[*line]bool
}

type mode int

const (
	whole   mode = iota
	stalled      // nothing passes, nothing is said
	cut          // connections are refused
	closed
)

// Loss is what becomes of the answer to a COMMIT, which the server has then
// carried out.
type Loss int

// The losses.
const (
	None  Loss = iota
	Reset      // the connection is reset in its place
	Stall      // it never comes, nor does anything else until Mend
)

// line is one connection.
type line struct{ client, server net.Conn }

// NewProxy makes a proxy in front of the server, which ends with the test.
func NewProxy(tb testing.TB, s *Server) *Proxy {
	tb.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		tb.Fatal(err)
	}
	p := &Proxy{
		target: filepath.Join(s.dir, ".s.PGSQL."+strconv.Itoa(port)), listener: l, open: map[*line]bool{},
	}
	p.changed = sync.NewCond(&p.mu)
	p.all.Go(p.accept)
	tb.Cleanup(func() {
		p.set(closed)
		_ = l.Close()
		p.all.Wait()
	})
	return p
}

// URL is that of a database of the server, by way of the proxy.
func (p *Proxy) URL(tb testing.TB, database string) string {
	tb.Helper()
	u, err := url.Parse(database)
	if err != nil {
		tb.Fatal(err)
	}
	u.Host, u.RawQuery = p.listener.Addr().String(), "sslmode=disable"
	return u.String()
}

// Cut resets every connection and refuses new ones.
func (p *Proxy) Cut() { p.set(cut) }

// Stall lets nothing pass any more, in either direction.
func (p *Proxy) Stall() { p.set(stalled) }

// Mend lets everything pass again. What a stall held back comes late.
func (p *Proxy) Mend() { p.set(whole) }

// Reset resets the connections that there are.
func (p *Proxy) Reset() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.resetAll()
}

// LoseCommit makes the next answer to a COMMIT be lost.
func (p *Proxy) LoseCommit(how Loss) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.commit = how
}

// Lost tells whether the answer that LoseCommit asked for has been lost.
func (p *Proxy) Lost() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.commit == None
}

func (p *Proxy) set(m mode) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.mode = m; m == cut || m == closed {
		p.resetAll()
	}
	p.changed.Broadcast()
}

func (p *Proxy) resetAll() {
	for l := range p.open {
		l.reset()
	}
}

// reset ends both sides at once, the client's with RST. That the line is
// broken already does not matter.
func (l *line) reset() {
	if tcp, ok := l.client.(*net.TCPConn); ok {
		_ = tcp.SetLinger(0)
	}
	_ = l.client.Close()
	_ = l.server.Close()
}

func (p *Proxy) accept() {
	for {
		client, err := p.listener.Accept()
		if err != nil {
			return
		}
		server, err := net.Dial("unix", p.target)
		if err != nil {
			_ = client.Close() // as if the server had
			continue
		}
		l := &line{client, server}
		if !p.add(l) {
			continue
		}
		p.all.Go(func() { p.pass(l, client, server, p.chunk) })
		p.all.Go(func() { p.pass(l, server, client, p.message) })
	}
}

// add enters a line, or resets it where none may be.
func (p *Proxy) add(l *line) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.mode == cut || p.mode == closed {
		l.reset()
		return false
	}
	p.open[l] = true
	return true
}

// pass copies one direction, piece by piece, until either side ends.
func (p *Proxy) pass(l *line, from io.Reader, to io.Writer, next func(*bufio.Reader) ([]byte, error)) {
	in := bufio.NewReader(from)
	for {
		piece, err := next(in)
		if err == nil {
			err = p.wait()
		}
		if err == nil {
			_, err = to.Write(piece)
		}
		if err != nil {
			break
		}
	}
	p.mu.Lock()
	delete(p.open, l)
	p.mu.Unlock()
	l.reset()
}

// wait holds a piece back while the proxy is stalled.
func (p *Proxy) wait() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	for p.mode == stalled {
		p.changed.Wait()
	}
	if p.mode == closed {
		return net.ErrClosed
	}
	return nil
}

// chunk reads whatever the client has sent.
func (p *Proxy) chunk(in *bufio.Reader) ([]byte, error) {
	if _, err := in.Peek(1); err != nil {
		return nil, err
	}
	piece := make([]byte, in.Buffered())
	_, err := io.ReadFull(in, piece)
	return piece, err
}

// message reads one message of the server: a type and the length of the rest
// (PostgreSQL documentation, "Message Formats").
func (p *Proxy) message(in *bufio.Reader) ([]byte, error) {
	head := make([]byte, 5)
	if _, err := io.ReadFull(in, head); err != nil {
		return nil, err
	}
	n := binary.BigEndian.Uint32(head[1:])
	if n < 4 || n > 1<<30 {
		return nil, fmt.Errorf("pgtest: a message of %d bytes", n)
	}
	message := append(head, make([]byte, n-4)...)
	if _, err := io.ReadFull(in, message[5:]); err != nil {
		return nil, err
	}
	if head[0] == 'C' && bytes.Equal(message[5:], []byte("COMMIT\x00")) {
		return message, p.lose()
	}
	return message, nil
}

var errLost = errors.New("pgtest: the answer to COMMIT was to be lost")

// lose does to the answer what LoseCommit asked for.
func (p *Proxy) lose() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	how := p.commit
	p.commit = None
	switch how {
	case Reset:
		return errLost
	case Stall:
		p.mode = stalled
	}
	return nil
}
