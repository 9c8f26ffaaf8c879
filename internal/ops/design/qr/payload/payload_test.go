package payload

import (
	"net/url"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/pquerna/otp"

	"toolcrib/internal/num"
	"toolcrib/internal/op"
)

func dec(s string) *num.Dec { return new(num.D(s)) }

func TestContent(t *testing.T) {
	for _, tt := range []struct {
		source string
		p      Payload
		want   string
	}{
		{"contract, example 7", &UPI{PayeeAddress: "merchant@okbank", PayeeName: "Asha Stores", Amount: dec("499"), Note: new("Invoice 42")},
			"upi://pay?pa=merchant@okbank&pn=Asha%20Stores&am=499.00&cu=INR&tn=Invoice%2042"},
		{"contract, the order of all", &UPI{PayeeAddress: "a@b", PayeeName: "é&=", Amount: dec("0.5"), Note: new("n"), Reference: new("r/1"), MerchantCode: new("5411"), URL: new("https://x.in/?a=b@c")},
			"upi://pay?pa=a@b&pn=%C3%A9%26%3D&am=0.50&cu=INR&tn=n&tr=r%2F1&mc=5411&url=https%3A%2F%2Fx.in%2F%3Fa%3Db@c"},
		{"contract, no amount", &UPI{PayeeAddress: "a@b", PayeeName: "n"}, "upi://pay?pa=a@b&pn=n&cu=INR"},
		{"contract, example 8", &WiFi{SSID: "Cafe; Net", Password: new(`p"ass\1`)}, `WIFI:T:WPA;S:Cafe\; Net;P:p\"ass\\1;;`},
		{"ZXing's wiki", &WiFi{SSID: "a,b:c", Encryption: new("nopass"), Hidden: true}, `WIFI:T:nopass;S:a\,b\:c;H:true;;`},
		{"ZXing's wiki", &WiFi{SSID: "x", Password: new("12345"), Encryption: new("wep")}, `WIFI:T:WEP;S:x;P:12345;;`},
		{"ZXing's wiki", &WiFi{SSID: "x", Password: new("1"), Encryption: new("wpa2_eap")}, `WIFI:T:WPA2-EAP;S:x;P:1;;`},
		{"RFC 6068 section 6.1", &Email{To: "infobot@example.com", Body: new("send current-issue\nsend index")}, "mailto:infobot@example.com?body=send%20current-issue%0D%0Asend%20index"},
		{"RFC 6068 section 6.1", &Email{To: "gorby%kremvax@example.com"}, "mailto:gorby%25kremvax@example.com"},
		{"RFC 6068 section 6.1", &Email{To: "unlikely?address@example.com"}, "mailto:unlikely%3Faddress@example.com"},
		{"RFC 6068 section 6.2", &Email{To: "Mike&family@example.org"}, "mailto:Mike%26family@example.org"},
		{"RFC 6068 section 6.3", &Email{To: "user@example.org", Subject: new("café")}, "mailto:user@example.org?subject=caf%C3%A9"},
		{"RFC 6068 section 6.3", &Email{To: "user@example.org", Subject: new("café"), Body: new("café")}, "mailto:user@example.org?subject=caf%C3%A9&body=caf%C3%A9"},
		{"ZXing's wiki", &SMS{To: "+1 (800) 555-0100", Body: new("a:b;c\nd")}, "SMSTO:+18005550100:a:b;c\nd"},
		{"ZXing's wiki", &SMS{To: "5550100"}, "SMSTO:5550100"},
		{"RFC 3966 section 6", Tel("+1-201-555-0123"), "tel:+12015550123"},
		{"RFC 3986 section 2", Tel("*123#"), "tel:*123%23"},
		{"RFC 5870 section 6.1", &Geo{num.D("13.4125"), num.D("103.8667")}, "geo:13.4125,103.8667"},
		{"RFC 5870: no exponent", &Geo{num.D("-1e-7"), num.D("-180.00")}, "geo:-0.0000001,-180"},
		{"RFC 3987 section 3.1", URL("https://example.com/नम?q=a b&c=%20#é"), "https://example.com/%E0%A4%A8%E0%A4%AE?q=a%20b&c=%20#%C3%A9"},
		{"kept", URL("https://xn--e1afmkfd.example/?a=[1]"), "https://xn--e1afmkfd.example/?a=[1]"},
		{"RFC 2426", &VCard{FirstName: new("Asha"), LastName: new("Rao; Jr,"), Organization: new(`A\B`), Mobile: new("+91 98"), URL: new("https://x.in/?a=1,2;3"), City: new("Pune"), Country: new("IN"), Birthday: new("1990-01-31"), Note: new("a\r\nb")},
			"BEGIN:VCARD\r\nVERSION:3.0\r\nN:Rao\\; Jr\\,;Asha;;;\r\nFN:Asha Rao\\; Jr\\,\r\nORG:A\\\\B\r\nTEL;TYPE=CELL:+91 98\r\nURL:https://x.in/?a=1,2;3\r\nADR;TYPE=WORK:;;;Pune;;;IN\r\nBDAY:1990-01-31\r\nNOTE:a\\nb\r\nEND:VCARD\r\n"},
		{"RFC 2426", &VCard{Name: new("नाम"), Phone: new("1"), Email: new("a@b"), Title: new("CEO")},
			"BEGIN:VCARD\r\nVERSION:3.0\r\nN:नाम;;;;\r\nFN:नाम\r\nTITLE:CEO\r\nTEL;TYPE=WORK:1\r\nEMAIL:a@b\r\nEND:VCARD\r\n"},
		{"RFC 5545 section 3.6.1", &Event{Summary: "a, b; c", Start: "2026-12-01T09:00:00+05:30", End: new("2026-12-01T10:00:00+05:30"), Location: new("x"), Description: new("1\n2")},
			"BEGIN:VEVENT\r\nSUMMARY:a\\, b\\; c\r\nDTSTART:20261201T033000Z\r\nDTEND:20261201T043000Z\r\nLOCATION:x\r\nDESCRIPTION:1\\n2\r\nEND:VEVENT\r\n"},
		{"RFC 5545: the day after", &Event{Summary: "x", Start: "2026-12-31", End: new("2026-12-31")}, "BEGIN:VEVENT\r\nSUMMARY:x\r\nDTSTART;VALUE=DATE:20261231\r\nDTEND;VALUE=DATE:20270101\r\nEND:VEVENT\r\n"},
		{"RFC 5545: floating", &Event{Summary: "x", Start: "2026-12-31T08:00:00"}, "BEGIN:VEVENT\r\nSUMMARY:x\r\nDTSTART:20261231T080000\r\nEND:VEVENT\r\n"},
		{"Key Uri Format", &OTPAuth{Type: "totp", Secret: "HXDMVJECJJWSRB3HWIZR4IFUGFTMXBOZ", Account: "john.doe@email.com", Issuer: new("ACME Co"), Algorithm: new("SHA1"), Digits: new("6"), Period: new(30)},
			"otpauth://totp/ACME%20Co:john.doe@email.com?secret=HXDMVJECJJWSRB3HWIZR4IFUGFTMXBOZ&issuer=ACME%20Co&algorithm=SHA1&digits=6&period=30"},
		{"Key Uri Format", &OTPAuth{Type: "hotp", Secret: "jbsw y3dp ehpk 3pxp==", Account: "a", Counter: new(int64(0))}, "otpauth://hotp/a?secret=JBSWY3DPEHPK3PXP&counter=0"},
		{"EPC069-12, its example in form 002", &EPC{IBAN: "BE72 0000 0000 1616", Name: "Red Cross of Belgium", Amount: dec("1"), BIC: new("BPOTBEB1"), Purpose: new("CHAR"), Text: new("Urgency fund"), Note: new("Sample QR code")},
			"BCD\n002\n1\nSCT\nBPOTBEB1\nRed Cross of Belgium\nBE72000000001616\nEUR1.00\nCHAR\n\nUrgency fund\nSample QR code"},
		{"EPC069-12: nothing behind the last", &EPC{IBAN: "DE89370400440532013000", Name: "n"}, "BCD\n002\n1\nSCT\n\nn\nDE89370400440532013000"},
	} {
		e := &op.Invalid{}
		if got := tt.p.Content(e, "f"); got != tt.want || e.Or() != nil {
			t.Errorf("%s: %q, %v; want %q", tt.source, got, e.Or(), tt.want)
		}
	}
}

func TestRefusals(t *testing.T) {
	long := new(strings.Repeat("é", 140))
	for _, tt := range []struct {
		p    Payload
		want string
	}{
		{&WiFi{SSID: strings.Repeat("é", 17)}, "f.ssid too_long"},
		{&WiFi{SSID: "x", Encryption: new("wpa")}, "f.password required"},
		{&WiFi{SSID: "x", Encryption: new("nopass"), Password: new("p")}, "f.password conflict"},
		{&UPI{PayeeAddress: "a@b", PayeeName: "n", Amount: dec("1.005")}, "f.am invalid_number"},
		{&Email{To: "a@b", Subject: new("a\nb")}, "f.subject invalid_format"},
		{&SMS{To: "call me"}, "f.to invalid_format"},
		{Tel("+"), "f invalid_format"},
		{Tel("1+2"), "f invalid_format"},
		{URL("example.com"), "f invalid_format"},
		{URL("https://"), "f invalid_format"},
		{URL("https://नम.example/"), "f invalid_format"},
		{URL("https://a b/"), "f invalid_format"},
		{&VCard{Phone: new("1")}, "f.name required"},
		{&VCard{Name: new("x"), Birthday: new("1990-02-30")}, "f.birthday invalid_date"},
		{&VCard{Name: new("x"), URL: new("a\nNOTE:b")}, "f.url invalid_format"},
		{&Event{Start: "tomorrow"}, "f.start invalid_datetime"},
		{&Event{Start: "2026-01-02", End: new("2026-01-01")}, "f.end order"},
		{&Event{Start: "2026-01-02T10:00:00Z", End: new("2026-01-02T10:00:00Z")}, "f.end order"},
		{&Event{Start: "2026-01-02", End: new("2026-01-02T10:00:00Z")}, "f.end conflict"},
		{&OTPAuth{Type: "totp", Secret: "1"}, "f.secret invalid_format"},
		{&OTPAuth{Type: "totp", Secret: "===="}, "f.secret invalid_format"},
		{&OTPAuth{Type: "totp", Secret: "MY", Account: "a:b"}, "f.account invalid_format"},
		{&OTPAuth{Type: "totp", Secret: "MY", Issuer: new("a:b")}, "f.issuer invalid_format"},
		{&OTPAuth{Type: "hotp", Secret: "MY"}, "f.counter required"},
		{&OTPAuth{Type: "totp", Secret: "MY", Counter: new(int64(1))}, "f.counter conflict"},
		{&OTPAuth{Type: "hotp", Secret: "MY", Counter: new(int64(1)), Period: new(1)}, "f.period conflict"},
		{&EPC{IBAN: "DE89370400440532013001", Name: "n"}, "f.iban invalid_format"},
		{&EPC{IBAN: "GB82WEST12345698765423", Name: "n"}, "f.iban invalid_format"},
		{&EPC{IBAN: "GB82WEST12345698765432", Name: "n\n"}, "f.name invalid_format"},
		{&EPC{IBAN: "GB82WEST12345698765432", Name: "n", Amount: dec("0.015")}, "f.amount invalid_number"},
		{&EPC{IBAN: "GB82WEST12345698765432", Name: "n", Reference: new("RF18"), Text: new("x")}, "f.text conflict"},
		{&EPC{IBAN: "GB82WEST12345698765432", Name: *long, Text: long}, "f too_long"},
	} {
		e := &op.Invalid{}
		tt.p.Content(e, "f")
		if len(e.Violations) != 1 || e.Violations[0].Field+" "+e.Violations[0].Code != tt.want {
			t.Errorf("%#v: %+v, want %s", tt.p, e.Violations, tt.want)
		}
	}
}

// What phones do with WIFI: fields end at a semicolon without a backslash.
func readWiFi(t *testing.T, content string) map[string]string {
	t.Helper()
	rest, ok := strings.CutPrefix(content, "WIFI:")
	if !ok {
		t.Fatalf("%q", content)
	}
	fields := map[string]string{}
	var name, value []rune
	inValue, quoted := false, false
	for _, r := range rest {
		switch {
		case quoted:
			value, quoted = append(value, r), false
		case r == '\\':
			quoted = true
		case r == ';':
			fields[string(name)] = string(value)
			name, value, inValue = nil, nil, false
		case !inValue && r == ':':
			inValue = true
		case inValue:
			value = append(value, r)
		default:
			name = append(name, r)
		}
	}
	return fields
}

func FuzzWiFi(f *testing.F) {
	f.Add("Cafe; Net", `p"ass\1`)
	f.Fuzz(func(t *testing.T, ssid, password string) {
		if !utf8.ValidString(ssid) || !utf8.ValidString(password) {
			return
		}
		got := readWiFi(t, (&WiFi{SSID: ssid, Password: &password}).Content(&op.Invalid{}, ""))
		if got["S"] != ssid || got["P"] != password || got["T"] != "WPA" || len(got) > 4 {
			t.Fatalf("%q %q are read as %q", ssid, password, got)
		}
	})
}

func FuzzURI(f *testing.F) {
	f.Add("Asha & Söhne", "50% off?", "x@y")
	f.Fuzz(func(t *testing.T, name, note, account string) {
		u, err := url.Parse((&UPI{PayeeAddress: "a@b", PayeeName: name, Note: &note, URL: &note}).Content(&op.Invalid{}, ""))
		if err != nil || u.Query().Get("pn") != name || u.Query().Get("tn") != note || u.Query().Get("url") != note || len(u.Query()) != 5 {
			t.Fatalf("%q %q: %v %v", name, note, u, err)
		}
		m, err := url.Parse((&Email{To: "a@b", Subject: &name, Body: &note}).Content(&op.Invalid{}, ""))
		if err != nil || m.Query().Get("subject") != name || strings.ReplaceAll(m.Query().Get("body"), "\r\n", "\n") != unbroken(note) {
			t.Fatalf("%q %q: %v %v", name, note, m, err)
		}
		if e := (&op.Invalid{}); account != "" && name != "" {
			content := (&OTPAuth{Type: "totp", Secret: "MZXW6YTB", Account: account, Issuer: &name}).Content(e, "")
			if e.Or() != nil {
				return
			}
			k, err := otp.NewKeyFromURL(content)
			if err != nil || k.AccountName() != account || k.Issuer() != name || k.Secret() != "MZXW6YTB" {
				t.Fatalf("%q %q: %q %q %v", account, name, k.AccountName(), k.Issuer(), err)
			}
		}
	})
}

// No value can end its line or begin another.
func FuzzLines(f *testing.F) {
	f.Add("a\r\nEND:VCARD", "x;y,z\\")
	f.Fuzz(func(t *testing.T, a, b string) {
		for _, content := range []string{
			(&VCard{Name: &a, LastName: &b, Organization: &b, Note: &a, City: &b}).Content(&op.Invalid{}, ""),
			(&Event{Summary: a, Start: "2026-01-01", Location: &b}).Content(&op.Invalid{}, ""),
		} {
			var names []string
			for line := range strings.SplitSeq(strings.TrimSuffix(content, "\r\n"), "\r\n") {
				name, _, _ := strings.Cut(line, ":")
				names = append(names, name)
				if strings.ContainsAny(line, "\r\n") {
					t.Fatalf("%q", content)
				}
			}
			want := []string{"BEGIN", "VERSION", "N", "FN", "ORG", "ADR;TYPE=WORK", "NOTE", "END"}
			if names[1] != "VERSION" {
				want = []string{"BEGIN", "SUMMARY", "DTSTART;VALUE=DATE", "LOCATION", "END"}
			}
			if !slices.Equal(names, want) {
				t.Fatalf("%q has %q", content, names)
			}
		}
		e := &op.Invalid{}
		epc := (&EPC{IBAN: "GB82WEST12345698765432", Name: a, Text: &b}).Content(e, "")
		if e.Or() == nil && (strings.Count(epc, "\n") > 10 || strings.IndexFunc(strings.ReplaceAll(epc, "\n", ""), unicode.IsControl) >= 0) {
			t.Fatalf("%q", epc)
		}
	})
}
