package auth

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"io"
	"strings"
	"sync"
)

// commonList is the 11,611 passwords of at least eight characters among the
// 30,000 most common ones that zxcvbn 4.4.2 (npm, MIT, see common/LICENSE.txt)
// carries, in lower case, most common first, one a line. It was made by
//
//	node -p 'require("zxcvbn/lib/frequency_lists").passwords.filter(p => p.length >= 8).join("\n")' | gzip -9n
//
//go:embed common/passwords.gz
var commonList []byte

// commonPasswords reads the list when the first password is set.
var commonPasswords = sync.OnceValue(func() map[string]bool {
	r, err := gzip.NewReader(bytes.NewReader(commonList))
	if err != nil {
		panic("auth: " + err.Error())
	}
	text, err := io.ReadAll(r)
	if err != nil {
		panic("auth: " + err.Error())
	}
	set := make(map[string]bool, 12_000)
	for line := range strings.Lines(string(text)) {
		set[strings.TrimSuffix(line, "\n")] = true
	}
	return set
})
