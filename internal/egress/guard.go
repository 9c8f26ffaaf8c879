// Package egress judges where requests may go that the service makes by itself:
// not to private addresses, unless the operator allows them, and not to the
// ports of other services. It judges the address of every connection when it is
// dialled, after names were looked up, and puts what went wrong into words that
// hold nothing of what a URL, a resolver or a peer said.
package egress

import (
	"context"
	"crypto/tls"
	"errors"
	"net"
	"net/http"
	"net/netip"
	"syscall"
	"time"
)

// ErrRefused is the error of a connection that was not let happen.
var ErrRefused = errors.New("egress: address or port not allowed")

// guard decides what may be connected to.
type guard struct{ allowPrivate bool }

// control is asked for every address before it is connected to, names looked
// up already. What a name stood for a moment before does not count, so that
// changing it in between is of no use (DNS rebinding).
func (g guard) control(_ context.Context, _, address string, _ syscall.RawConn) error {
	at, err := netip.ParseAddrPort(address)
	if err != nil || !portAllowed(at.Port()) {
		return ErrRefused
	}
	if _, special := specialUse(at.Addr()); special && !g.allowPrivate {
		return ErrRefused
	}
	return nil
}

// portAllowed keeps requests away from the other services that have a place
// among the system ports (RFC 6335, section 6), such as mail.
func portAllowed(port uint16) bool { return port == 443 || port == 80 || port >= 1024 }

// NewTransport returns a transport whose every connection is judged. timeout
// bounds making one, and its TLS handshake: a request's deadline ends the
// request, but not a dial that goes on without it. A round trip of a transport,
// unlike a Client, follows no redirect.
func NewTransport(allowPrivate bool, timeout time.Duration) *http.Transport {
	dialer := &net.Dialer{Timeout: timeout, ControlContext: guard{allowPrivate}.control}
	return &http.Transport{
		Proxy:               nil, // a proxy would be what is dialled, and the host go unjudged
		DialContext:         dialer.DialContext,
		TLSHandshakeTimeout: timeout,
		DisableCompression:  true,
	}
}

// Reason puts an error of a round trip into fixed words: its own could hold the
// URL, or text of the peer's certificate.
func Reason(err error) string {
	var late net.Error
	var noName *net.DNSError
	var badCertificate *tls.CertificateVerificationError
	switch {
	case errors.Is(err, ErrRefused):
		return "address not allowed"
	case errors.As(err, &late) && late.Timeout():
		return "no answer in time"
	case errors.As(err, &noName):
		return "name not found"
	case errors.As(err, &badCertificate):
		return "certificate not valid"
	}
	return "no answer"
}
