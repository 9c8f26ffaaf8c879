package auth

import (
	"context"
	"encoding/hex"
	"errors"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// TestHashVectors compares with the test vectors of the reference
// implementation of Argon2 (P-H-C/phc-winner-argon2, src/test.c, argon2id v=19).
func TestHashVectors(t *testing.T) {
	for _, v := range []struct {
		cost     cost
		password string
		salt     string
		sum      string
		phc      string
	}{
		{cost{65536, 2, 1}, "password", "somesalt", "09316115d5cf24ed5a15a31a3ba326e5cf32edc24702987c02b6566f61913cf7",
			"$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc"},
		{cost{256, 2, 1}, "password", "somesalt", "9dfeb910e80bad0311fee20f9c0e2b12c17987b4cac90c2ef54d5b3021c68bfe",
			"$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4"},
		{cost{256, 2, 2}, "password", "somesalt", "6d093c501fd5999645e0ea3bf620d7b8be7fd2db59c20d9fff9539da2bf57037",
			"$argon2id$v=19$m=256,t=2,p=2$c29tZXNhbHQ$bQk8UB/VmZZF4Oo79iDXuL5/0ttZwg2f/5U52iv1cDc"},
		{cost{65536, 1, 1}, "password", "somesalt", "f6a5adc1ba723dddef9b5ac1d464e180fcd9dffc9d1cbf76cca2fed795d9ca98",
			"$argon2id$v=19$m=65536,t=1,p=1$c29tZXNhbHQ$9qWtwbpyPd3vm1rB1GThgPzZ3/ydHL92zKL+15XZypg"},
	} {
		h := encodedHash{v.cost, []byte(v.salt), v.cost.of(v.password, []byte(v.salt), 32)}
		if got := hex.EncodeToString(h.sum); got != v.sum {
			t.Errorf("%+v: %s, want %s", v.cost, got, v.sum)
		}
		if h.String() != v.phc {
			t.Errorf("%s, want %s", h, v.phc)
		}
		read, err := parseHash(v.phc)
		if err != nil || !read.matches(v.password) || read.matches(v.password+"x") {
			t.Errorf("%s: %v", v.phc, err)
		}
	}
}

func TestHashPassword(t *testing.T) {
	one, two := HashPassword("correct horse"), HashPassword("correct horse")
	if !strings.HasPrefix(one, "$argon2id$v=19$m=19456,t=2,p=1$") || one == two {
		t.Errorf("%s and %s: want the cost of the design, and a salt each", one, two)
	}
	h := newHasher()
	for password, want := range map[string]bool{"correct horse": true, "Correct horse": false, "correct horse ": false, "": false} {
		if ok, stale, err := h.verify(t.Context(), one, password); ok != want || stale || err != nil {
			t.Errorf("%q: %v %v %v", password, ok, stale, err)
		}
	}
	// The same text as two keyboards type it: RFC 8265 section 4.2.
	if ok, _, _ := h.verify(t.Context(), HashPassword("M\u00fcller\u00a0Stra\u00dfe"), "Mu\u0308ller Stra\u00dfe"); !ok {
		t.Error("a password is not the same composed and decomposed")
	}
	weak := encodedHash{cost{256, 2, 1}, []byte("somesalt"), cost{256, 2, 1}.of("correct horse", []byte("somesalt"), 32)}
	if ok, stale, err := h.verify(t.Context(), weak.String(), "correct horse"); !ok || !stale || err != nil {
		t.Errorf("a hash of lower cost: %v %v %v, want right and stale", ok, stale, err)
	}
}

func TestBrokenHashesOpenNothing(t *testing.T) {
	good := "$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4"
	for _, text := range []string{
		"", "password", strings.Replace(good, "argon2id", "argon2i", 1), strings.Replace(good, "v=19", "v=16", 1),
		strings.Replace(good, "m=256", "m=2097152", 1), strings.Replace(good, "t=2", "t=0", 1), strings.Replace(good, "t=2", "t=17", 1),
		strings.Replace(good, "p=1", "p=0", 1), strings.Replace(good, "p=1", "p=1,x=1", 1), strings.Replace(good, "m=256", "m=+256", 1),
		strings.TrimSuffix(good, "/4"), good + "=", good + "$", "$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$", "$argon2id$v=19$m=256,t=2,p=1$$",
	} {
		ok, _, err := newHasher().verify(t.Context(), text, "password")
		if ok || err != nil {
			t.Errorf("%q: %v %v", text, ok, err)
		}
	}
}

func FuzzParseHash(f *testing.F) {
	f.Add("$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4")
	f.Add("$argon2id$v=19$m=019,t=2,p=1$c29tZXNhbHQ$")
	f.Fuzz(func(t *testing.T, text string) {
		if h, err := parseHash(text); err == nil && h.String() != text {
			t.Errorf("%q is read as %q", text, h)
		}
	})
}

func TestHashesTakeTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHasher()
		var now, most atomic.Int32
		var busy atomic.Int32
		var all sync.WaitGroup
		for range 2 * (hashQueue + hashesAtOnce) {
			all.Go(func() {
				err := h.run(context.Background(), func() {
					n := now.Add(1)
					for m := most.Load(); n > m && !most.CompareAndSwap(m, n); m = most.Load() {
					}
					time.Sleep(10 * time.Millisecond)
					now.Add(-1)
				})
				if errors.Is(err, ErrBusy) {
					busy.Add(1)
				} else if err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		if most.Load() != hashesAtOnce || busy.Load() != hashQueue+hashesAtOnce {
			t.Errorf("%d at once, %d refused; want %d and %d", most.Load(), busy.Load(), hashesAtOnce, hashQueue+hashesAtOnce)
		}
	})
}

func TestHashingHasAnEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHasher()
		for range hashesAtOnce {
			h.turn <- struct{}{} // never over
		}
		began := time.Now()
		if err := h.run(context.Background(), func() {}); !errors.Is(err, ErrBusy) || time.Since(began) != hashWait {
			t.Errorf("%v after %s", err, time.Since(began))
		}
		// Where there is no user, the same work waits for the same turn.
		if _, _, err := h.verify(context.Background(), "", "a password"); !errors.Is(err, ErrBusy) {
			t.Errorf("nobody's password: %v", err)
		}
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		if err := h.run(ctx, func() {}); !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
	})
}
