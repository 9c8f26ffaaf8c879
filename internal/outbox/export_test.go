package outbox

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"net/http"
)

// ErrRefused is the error of what the guard does not let happen.
var ErrRefused = errRefused

// Sign is sign with a secret as it is written.
func Sign(secret, id, stamp string, body []byte) (string, error) {
	key, err := decodeSecret(secret)
	if err != nil {
		return "", err
	}
	return sign(key, id, stamp, body), nil
}

// NextTry, RetryAfter and the delays between attempts.
var (
	NextTry    = nextTry
	RetryAfter = retryAfter
	Tries      = len(delays) + 1
)

// Control is asked about an address by the dialer.
func Control(allowPrivate bool, network, address string) error {
	return guard{allowPrivate}.control(context.Background(), network, address, nil)
}

// Transport is what o sends with.
func (o *Outbox) Transport() *http.Transport { return o.transport.(*http.Transport) }

// SetTransport has o send with another transport, without guard.
func (o *Outbox) SetTransport(t http.RoundTripper) { o.transport = t }

// Trust has o accept the certificates of a test server.
func (o *Outbox) Trust(roots *x509.CertPool) {
	o.Transport().TLSClientConfig = &tls.Config{RootCAs: roots}
}
