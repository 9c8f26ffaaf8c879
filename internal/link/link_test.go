package link_test

import (
	"crypto/sha256"
	"net/url"
	"strings"
	"testing"
	"time"

	"toolcrib/internal/link"
)

var hash = sha256.Sum256([]byte("tc_live_example"))

// The signature was made by Python's hashlib and hmac from the description of
// the package: HKDF-SHA256 of the hash without salt, HMAC-SHA256, base64url.
func TestSigned(t *testing.T) {
	l := link.Link{
		Fields: url.Values{"text": {"a b&c=é"}, "size": {"64"}, "tag": {"y", "x"}},
		KeyID:  "key_1", Until: time.Unix(1_800_000_000, 0),
	}
	const want = "exp=1800000000&kid=key_1&size=64&tag=y&tag=x&text=a+b%26c%3D%C3%A9&sig=h-E8GWshL8Ipf5GLrIxks9KAcA-mF6-L7qZPyVLMVjA"
	if got := l.Signed(link.Secret(hash, "qr-code-generator")); got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
	if got := l.Picture(); got != "size=64&tag=y&tag=x&text=a+b%26c%3D%C3%A9" {
		t.Errorf("the picture is %s", got)
	}
}

func TestOpens(t *testing.T) {
	secret := link.Secret(hash, "qr-code-generator")
	signed := link.Link{Fields: url.Values{"text": {"a b"}, "size": {"64"}}, KeyID: "key_1", Until: time.Unix(1_800_000_000, 0)}.Signed(secret)
	for name, c := range map[string]struct {
		query  string
		secret []byte
		opens  bool
	}{
		"as made":               {signed, secret, true},
		"in another order":      {"size=64&" + strings.Replace(signed, "&size=64", "", 1), secret, true},
		"escaped otherwise":     {strings.Replace(signed, "a+b", "%61%20b", 1), secret, true},
		"another operation":     {signed, link.Secret(hash, "og-image-generator"), false},
		"another key":           {signed, link.Secret(sha256.Sum256(nil), "qr-code-generator"), false},
		"another field":         {strings.Replace(signed, "size=64", "size=65", 1), secret, false},
		"a field more":          {signed + "&margin=1", secret, false},
		"a field less":          {strings.Replace(signed, "&size=64", "", 1), secret, false},
		"a value more":          {signed + "&size=64", secret, false},
		"another name of key":   {strings.Replace(signed, "key_1", "key_2", 1), secret, false},
		"a later end":           {strings.Replace(signed, "1800000000", "1900000000", 1), secret, false},
		"no end":                {strings.Replace(signed, "exp=1800000000&", "", 1), secret, false},
		"an empty signature":    {strings.Split(signed, "&sig=")[0] + "&sig=", secret, false},
		"half of the signature": {signed[:len(signed)-20], secret, false},
	} {
		l, ok := link.Parse(c.query)
		if opens := ok && l.Opens(c.secret); opens != c.opens {
			t.Errorf("%s: opens %t (%s)", name, opens, c.query)
		}
	}
}

func TestParse(t *testing.T) {
	l, ok := link.Parse("b=2&sig=AQ&kid=key_1&a=1&exp=10")
	if !ok || l.KeyID != "key_1" || !l.Until.Equal(time.Unix(10, 0)) || l.Picture() != "a=1&b=2" {
		t.Errorf("%+v, %t", l, ok)
	}
	for _, query := range []string{
		"", "a=1", "kid=k", "sig=AQ", "kid=k&kid=k&sig=AQ", "kid=k&sig=AQ&sig=AQ", "kid=k&sig=AQ&exp=1&exp=1",
		"kid=k&sig=AQ&exp=", "kid=k&sig=AQ&exp=-1", "kid=k&sig=AQ&exp=0", "kid=k&sig=AQ&exp=01", "kid=k&sig=AQ&exp=%2B1", "kid=k&sig=AQ&exp=1e9",
		"kid=k&sig=AQ&exp=99999999999999999999", "kid=k&sig=A", "kid=k&sig=AQ==", "kid=k&sig=A+", "kid=k&sig=AR", "kid=k&sig=%zz", "kid=k;sig=AQ",
	} {
		if l, ok := link.Parse(query); ok {
			t.Errorf("%q is read as %+v", query, l)
		}
	}
}

func TestIs(t *testing.T) {
	for query, want := range map[string]bool{
		"sig=": true, "a=1&sig=x": true, "a=1": false, "": false, "design=1": false, "a=sig=1": false, "xsig=1": false,
	} {
		if got := link.Is(query); got != want {
			t.Errorf("%q: %t", query, got)
		}
	}
}

// What is read is what was signed, and one changed byte opens nothing more.
func FuzzParse(f *testing.F) {
	secret := link.Secret(hash, "op")
	f.Add("a=1&kid=k&sig=AQ&exp=10")
	f.Add(link.Link{Fields: url.Values{"text": {"é&="}}, KeyID: "k"}.Signed(secret))
	f.Fuzz(func(t *testing.T, query string) {
		l, ok := link.Parse(query)
		if !ok {
			return
		}
		again, ok := link.Parse(l.Signed(secret))
		if !ok || !again.Opens(secret) || again.KeyID != l.KeyID || !again.Until.Equal(l.Until) || again.Picture() != l.Picture() {
			t.Errorf("%q: signed again it is %+v, not %+v", query, again, l)
		}
	})
}
