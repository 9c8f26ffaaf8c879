package outbox

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/netip"
	"syscall"
	"time"
)

// errRefused is the error of a connection that the guard did not let happen.
var errRefused = errors.New("outbox: address or port not allowed")

// guard decides what a webhook may be sent to.
type guard struct{ allowPrivate bool }

// control is asked for every address before it is connected to, names looked
// up already. What a name stood for a moment before does not count, so that
// changing it in between is of no use (DNS rebinding).
func (g guard) control(_ context.Context, _, address string, _ syscall.RawConn) error {
	at, err := netip.ParseAddrPort(address)
	if err != nil || !portAllowed(at.Port()) {
		return errRefused
	}
	if _, special := specialUse(at.Addr()); special && !g.allowPrivate {
		return errRefused
	}
	return nil
}

// portAllowed keeps webhooks away from the other services that have a place
// among the system ports (RFC 6335, section 6), such as mail.
func portAllowed(port uint16) bool { return port == 443 || port == 80 || port >= 1024 }

// newTransport returns a transport whose every connection passes the guard. It
// is new for each request: events are rare, and an open connection would keep
// an address that the name has left.
func newTransport(g guard, timeout time.Duration) *http.Transport {
	// The requests' deadline ends them, but not a dial that goes on without
	// them; so it has one too.
	dialer := &net.Dialer{Timeout: timeout, ControlContext: g.control}
	return &http.Transport{
		Proxy:                  nil, // a proxy would be what is dialled, and the receiver go unjudged
		DialContext:            dialer.DialContext,
		TLSHandshakeTimeout:    timeout,
		DisableKeepAlives:      true,
		DisableCompression:     true,
		MaxResponseHeaderBytes: maxAnswer,
	}
}
