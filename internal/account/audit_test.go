package account_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"testing"
	"time"

	"toolcrib/internal/account"
)

// The hash of an entry, computed with Python's hashlib and struct over the
// layout that Sum documents:
//
//	python3 -c 'import hashlib, struct; t = lambda s: struct.pack(">I", len(s.encode())) + s.encode();
//	print(hashlib.sha256(bytes(32) + struct.pack(">QQ", 1, 1795341600000) + t("cli:ada") + t("") + t("key.revoke") + t("key_1") + t("für immer")).hexdigest())'
func TestAuditSum(t *testing.T) {
	e := account.AuditEntry{
		Seq: 1, At: time.UnixMilli(1795341600000), Actor: account.Actor{Name: "cli:ada"}, Action: "key.revoke", Target: "key_1", Detail: "für immer",
	}
	const want = "d31029e58c9c013caf8f9d1ac47d016bcc3a077e258743608a658e3f5d773078"
	sum := e.Sum()
	if got := hex.EncodeToString(sum[:]); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// No change of an entry leaves its hash as it was, and no text may slide from
// one field into the next.
func TestAuditSumCoversEverything(t *testing.T) {
	seen := map[[sha256.Size]byte]int{}
	for i, e := range []account.AuditEntry{
		{}, {Seq: 1}, {At: time.UnixMilli(1)}, {Actor: account.Actor{Name: "a"}}, {Actor: account.Actor{Address: "a"}},
		{Action: "a"}, {Target: "a"}, {Detail: "a"}, {Prev: [32]byte{1}},
		{Action: "ab"}, {Action: "a", Target: "b"}, {Action: "a", Detail: "b"},
	} {
		if j, again := seen[e.Sum()]; again {
			t.Errorf("entries %d and %d have one hash", i, j)
		}
		seen[e.Sum()] = i
	}
}

func TestActor(t *testing.T) {
	if a := account.ActorOf(context.Background()); a.Name != "system" {
		t.Errorf("%+v", a)
	}
	ada := account.Actor{Name: "user_1", Address: "192.0.2.1"}
	if a := account.ActorOf(account.WithActor(context.Background(), ada)); a != ada {
		t.Errorf("%+v", a)
	}
}
