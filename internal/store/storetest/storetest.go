// Package storetest is the contract of account.Store as tests. Every store
// runs the whole suite with Run; what holds for one then holds for all, and
// the packages above need no more than one store to be tested with.
//
// Beyond the comments on account.Store the suite fixes these points:
//
//   - The time of a charge is the later of Options.Clock and the time of the
//     last charge made through any handle, of the same account or, if the store
//     so likes, of any, cut to milliseconds.
//   - A charge whose key is of another account than it says has no key.
//   - A call that an allowance pays for takes no units, so a key's cap never
//     refuses it.
//   - The balance of a verdict is filled for every outcome but KeyGone, which
//     tells only the pool and when it resets.
//   - A charge sent again is answered as it was charged, with the balance of
//     now; a charge that was refused and is sent again is decided again.
//   - The same ID for another key fails the batch.
//   - What changes nothing, such as revoking a key again, is not entered into
//     the audit log.
//   - A key that is disabled counts as active, and a key made from it by
//     rotation is disabled too.
package storetest

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"toolcrib/internal/account"
)

// Options is how a test wants its store.
type Options struct {
	// Database names the data: opening the same name again within a test gives
	// a second handle on it, as a second process would have. A name not opened
	// before is an empty store.
	Database string
	Plan     account.Plan
	Clock    func() time.Time
}

// Open opens a store. The suite closes it.
type Open func(t *testing.T, o Options) account.Store

// contract is the suite.
var contract = []struct {
	name string
	test func(*testing.T, Open)
}{
	{"Accounts", testAccounts},
	{"AccountReferences", testAccountReferences},
	{"Keys", testKeys},
	{"KeyReferences", testKeyReferences},
	{"KeyRules", testKeyRules},
	{"ActiveKeysLimit", testActiveKeysLimit},
	{"RevokeKey", testRevokeKey},
	{"GrantRules", testGrantRules},
	{"Balance", testBalance},
	{"ChargeRules", testChargeRules},
	{"VerdictOrder", testVerdictOrder},
	{"ClassOrder", testClassOrder},
	{"Allowance", testAllowance},
	{"AllOrNothing", testAllOrNothing},
	{"OneRefusalAmongMany", testOneRefusalAmongMany},
	{"KeyCap", testKeyCap},
	{"KeyExpiry", testKeyExpiry},
	{"Months", testMonths},
	{"ClockGoesBack", testClockGoesBack},
	{"Duplicates", testDuplicates},
	{"DuplicateOfAnotherKey", testDuplicateOfAnotherKey},
	{"KeyUsage", testKeyUsage},
	{"ExactPool", testExactPool},
	{"ExactPoolTwoHandles", testExactPoolTwoHandles},
	{"RevocationIsExact", testRevocationIsExact},
	{"SecondHandle", testSecondHandle},
	{"Reopen", testReopen},
	{"RotateKey", testRotateKey},
	{"RotateKeyEnds", testRotateKeyEnds},
	{"RotateKeyLimit", testRotateKeyLimit},
	{"DisableKey", testDisableKey},
	{"DisableIsExact", testDisableIsExact},
	{"Allowed", testAllowed},
	{"Touch", testTouch},
	{"Grants", testGrants},
	{"Refund", testRefund},
	{"Overflow", testOverflow},
	{"Statement", testStatement},
	{"OverflowArithmetic", testOverflowArithmetic},
	{"TestKeys", testTestKeys},
	{"Replies", testReplies},
	{"RepliesExpire", testRepliesExpire},
	{"RefusedKeepNoReply", testRefusedKeepNoReply},
	{"ReplyOfEndedKey", testReplyOfEndedKey},
	{"RepliesAtOnce", testRepliesAtOnce},
	{"Usage", testUsage},
	{"Audit", testAudit},
	{"AuditAtOnce", testAuditAtOnce},
	{"Webhooks", testWebhooks},
	{"QuotaEvents", testQuotaEvents},
	{"Claims", testClaims},
	{"ClaimsAtOnce", testClaimsAtOnce},
	{"Sweep", testSweep},
	{"Backlog", testBacklog},
	{"Orders", testOrders},
	{"OrderLimits", testOrderLimits},
	{"ApplyPayment", testApplyPayment},
	{"WrongPayments", testWrongPayments},
	{"PaymentsAtOnce", testPaymentsAtOnce},
	{"FinancialYear", testFinancialYear},
	{"OrderRefunds", testOrderRefunds},
	{"WholeRefund", testWholeRefund},
	{"RefundElsewhere", testRefundElsewhere},
	{"Disputes", testDisputes},
	{"Receipts", testReceipts},
	{"Users", testUsers},
	{"UserChanges", testUserChanges},
	{"Register", testRegister},
	{"DeleteUser", testDeleteUser},
	{"UserAudit", testUserAudit},
	{"Sessions", testSessions},
	{"SessionsEnd", testSessionsEnd},
	{"Links", testLinks},
	{"LinkUse", testLinkUse},
	{"Members", testMembers},
	{"TOTP", testTOTP},
	{"Passkeys", testPasskeys},
	{"UsedOnce", testUsedOnce},
	{"OwnersAtOnce", testOwnersAtOnce},
	{"JoinAsOthersLeave", testJoinAsOthersLeave},
	{"DeletedAsTheyJoin", testDeletedAsTheyJoin},
	{"NoSessionBesideTheEnd", testNoSessionBesideTheEnd},
	{"Listing", testListing},
	{"ManyOfOneName", testManyOfOneName},
	{"Calls", testCalls},
	{"LastCallsOnly", testLastCallsOnly},
	{"SweepUsers", testSweepUsers},
	{"Holds", testHolds},
	{"HoldRules", testHoldRules},
	{"Void", testVoid},
	{"HoldExpires", testHoldExpires},
	{"HoldOfEndedKey", testHoldOfEndedKey},
	{"HoldIdempotency", testHoldIdempotency},
	{"HoldOverMonths", testHoldOverMonths},
	{"HoldOverflow", testHoldOverflow},
	{"HoldCap", testHoldCap},
	{"HoldEvents", testHoldEvents},
	{"HoldOfDisputed", testHoldOfDisputed},
	{"HoldsAtOnce", testHoldsAtOnce},
	{"OneEnd", testOneEnd},
	{"HoldsNeverLeak", testHoldsNeverLeak},
	{"Linear", testLinear},
	{"Model", testModel},
}

// Run runs the contract against the stores that open makes.
func Run(t *testing.T, open func(t *testing.T, o Options) account.Store) {
	for _, c := range contract {
		t.Run(c.name, func(t *testing.T) { c.test(t, open) })
	}
}

const (
	testOp        = "emi-calculator-finance"
	testDecide    = "random-decision-maker"
	testAllowFree = 3
	testRate      = 5 // compute units for an image unit
)

// testPlan is the plan of every test: the service's free units, and an
// allowance small enough to be used up.
func testPlan() account.Plan {
	return account.Plan{
		Free:       map[account.Pool]int64{account.PoolCompute: 500, account.PoolImage: 50},
		Allowances: map[account.Pool]int64{account.AllowancePool(testDecide): testAllowFree},
		Overflow:   map[account.Pool]account.Overflow{account.PoolImage: {Pool: account.PoolCompute, Rate: testRate}},
	}.WithTest()
}

// testClock is a clock that a test sets.
type testClock struct{ ms atomic.Int64 }

func newTestClock(at string) *testClock {
	c := new(testClock)
	c.set(at)
	return c
}

func (c *testClock) now() time.Time { return time.UnixMilli(c.ms.Load()).UTC() }

func (c *testClock) set(at string) {
	t, err := time.Parse(time.RFC3339Nano, at)
	if err != nil {
		panic(err)
	}
	c.ms.Store(t.UnixMilli())
}

func (c *testClock) add(d time.Duration) { c.ms.Add(d.Milliseconds()) }

// fixture is an open store with the clock it reads.
type fixture struct {
	account.Store
	t     *testing.T
	ctx   context.Context
	clock *testClock
	open  Open
	name  string
	n     int
}

func newFixture(t *testing.T, open Open) *fixture {
	t.Helper()
	f := &fixture{
		t: t, ctx: context.Background(), clock: newTestClock("2026-11-15T12:00:00Z"),
		open: open, name: strings.ReplaceAll(t.Name(), "/", "_"),
	}
	f.Store = f.handle()
	return f
}

// handle opens another handle on the fixture's data.
func (f *fixture) handle() account.Store {
	f.t.Helper()
	s := f.open(f.t, Options{Database: f.name, Plan: testPlan(), Clock: f.clock.now})
	f.t.Cleanup(func() {
		if err := s.Close(); err != nil {
			f.t.Errorf("Close: %v", err)
		}
	})
	return s
}

// caller is an account with one key.
type caller struct{ account, key string }

func (f *fixture) caller() caller {
	f.t.Helper()
	f.n++
	a := f.account(fmt.Sprint("account ", f.n))
	return caller{a.ID, f.key(account.Key{AccountID: a.ID, Name: fmt.Sprint("key ", f.n)}).ID}
}

func (f *fixture) account(name string) account.Account {
	f.t.Helper()
	a, err := f.CreateAccount(f.ctx, name)
	if err != nil {
		f.t.Fatalf("CreateAccount(%q): %v", name, err)
	}
	return a
}

var hashes atomic.Int64

// testHash is a key hash no other key of this run has.
func testHash() account.KeyHash { return account.HashKey(fmt.Sprint("secret ", hashes.Add(1))) }

// key creates k with what it lacks.
func (f *fixture) key(k account.Key) account.Key {
	f.t.Helper()
	if k.Env == "" {
		k.Env = account.Live
	}
	if (k.Hash == account.KeyHash{}) {
		k.Hash = testHash()
	}
	made, err := f.CreateKey(f.ctx, k)
	if err != nil {
		f.t.Fatalf("CreateKey(%+v): %v", k, err)
	}
	return made
}

func (f *fixture) grant(accountID string, pool account.Pool, class account.Class, units int64) (id string) {
	f.t.Helper()
	id, err := f.Grant(f.ctx, account.Grant{AccountID: accountID, Pool: pool, Class: class, Units: units})
	f.must(err)
	return id
}

func (f *fixture) must(err error) {
	f.t.Helper()
	if err != nil {
		f.t.Fatal(err)
	}
}

var chargeIDs atomic.Int64

// chargeID is an ID no other charge of this run has.
func chargeID() string { return fmt.Sprintf("ch_%026d", chargeIDs.Add(1)) }

// compute is a charge of the caller for units of the compute pool.
func (c caller) compute(units int64) account.Charge {
	return account.Charge{
		ID: chargeID(), AccountID: c.account, KeyID: c.key,
		Op: testOp, Pool: account.PoolCompute, Units: units,
	}
}

// image is a charge of the caller for units of the image pool.
func (c caller) image(units int64) account.Charge {
	ch := c.compute(units)
	ch.Op, ch.Pool = "qr-code-image", account.PoolImage
	return ch
}

// decide is a charge of the caller for the operation that has an allowance.
func (c caller) decide() account.Charge {
	ch := c.compute(1)
	ch.Op, ch.Allowance = testDecide, account.AllowancePool(testDecide)
	return ch
}

func (f *fixture) charge(charges ...account.Charge) []account.Verdict {
	f.t.Helper()
	return f.chargeOn(f.Store, charges...)
}

func (f *fixture) chargeOn(s account.Store, charges ...account.Charge) []account.Verdict {
	f.t.Helper()
	verdicts, err := s.ChargeBatch(f.ctx, charges)
	if err != nil {
		f.t.Fatalf("ChargeBatch: %v", err)
	}
	if len(verdicts) != len(charges) {
		f.t.Fatalf("ChargeBatch gave %d verdicts for %d charges", len(verdicts), len(charges))
	}
	return verdicts
}

// outcome charges once and requires the outcome.
func (f *fixture) outcome(want account.Outcome, ch account.Charge) account.Verdict {
	f.t.Helper()
	v := f.charge(ch)[0]
	if v.Outcome != want {
		f.t.Fatalf("charge of %d units: outcome %d, want %d; %+v", ch.Units, v.Outcome, want, v)
	}
	return v
}

func (f *fixture) balance(accountID string, pool, allowance account.Pool) account.Balance {
	f.t.Helper()
	b, err := f.Balance(f.ctx, accountID, pool, allowance)
	if err != nil {
		f.t.Fatalf("Balance: %v", err)
	}
	return b
}

func (f *fixture) usage(keyID, period string) account.KeyUsage {
	f.t.Helper()
	u, err := f.KeyUsage(f.ctx, keyID, period)
	if err != nil {
		f.t.Fatalf("KeyUsage: %v", err)
	}
	return u
}

// verify requires that every invariant of the ledger holds.
func (f *fixture) verify() {
	f.t.Helper()
	report, err := f.Verify(f.ctx)
	if err != nil {
		f.t.Fatalf("Verify: %v", err)
	}
	if len(report.Checks) == 0 {
		f.t.Error("Verify checked nothing")
	}
	for _, c := range report.Checks {
		for _, violation := range c.Violations {
			f.t.Errorf("%s: %s", c.Name, violation)
		}
	}
}

// equal reports a difference between two comparable values.
func equal[T comparable](t testing.TB, what string, got, want T) {
	t.Helper()
	if got != want {
		t.Errorf("%s:\n got %+v\nwant %+v", what, got, want)
	}
}
