package outbox

import (
	"crypto/tls"
	"crypto/x509"
	"net/http"
)

// Sign is sign with a secret as it is written.
func Sign(secret, id, stamp string, body []byte) (string, error) {
	key, err := decodeSecret(secret)
	if err != nil {
		return "", err
	}
	return sign(key, id, stamp, body), nil
}

// NextTry and the delays between attempts.
var (
	NextTry = nextTry
	Tries   = len(delays) + 1
)

// Transport is what o sends with.
func (o *Outbox) Transport() *http.Transport { return o.transport.(*http.Transport) }

// SetTransport has o send with another transport, without guard.
func (o *Outbox) SetTransport(t http.RoundTripper) { o.transport = t }

// Trust has o accept the certificates of a test server.
func (o *Outbox) Trust(roots *x509.CertPool) {
	o.Transport().TLSClientConfig = &tls.Config{RootCAs: roots}
}
