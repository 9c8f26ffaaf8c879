package account

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"
)

// Currency is what every price is in, as ISO 4217 has it. Amounts are whole
// paise, a hundredth of a rupee.
const Currency = "INR"

// Errors of Orders.
var (
	ErrSuspended = errors.New("account: the account is suspended")
	ErrNothing   = errors.New("account: nothing is left that could be refunded")
	ErrBusy      = errors.New("account: a refund of the order is under way")
	ErrForeign   = errors.New("account: the payment belongs to another order")
)

// Pack is what is sold: units of a pool at a price, taxes included.
type Pack struct {
	Sku   string // Pool-Units, such as compute-10000; unique among the packs on sale
	Pool  Pool
	Units int64
	Paise int64
}

// Title is what the pack is called where people read it.
func (p Pack) Title() string {
	name := string(p.Pool)
	switch p.Pool {
	case PoolCompute:
		name = "API units"
	case PoolAI:
		name = "AI tokens"
	case PoolImage:
		name = "image units"
	}
	return fmt.Sprintf("%s %s", thousands(p.Units), name)
}

// thousands groups the digits of n by three.
func thousands(n int64) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// Rupees writes paise as rupees with two decimals, such as 99.00.
func Rupees(paise int64) string {
	sign := ""
	if paise < 0 {
		sign, paise = "-", -paise
	}
	return fmt.Sprintf("%s%d.%02d", sign, paise/100, paise%100)
}

// OrderStatus is how far an order has come.
type OrderStatus string

// The statuses. An order is granted from Paid on, and never again; one that is
// open, expired or held is granted once its provider says that the right
// amount was paid, however late.
const (
	OrderOpen     OrderStatus = "open"     // waits to be paid
	OrderExpired  OrderStatus = "expired"  // its checkout has ended unpaid; asked about no more
	OrderHeld     OrderStatus = "held"     // paid, but not the amount or currency asked for: nothing was granted
	OrderPaid     OrderStatus = "paid"     // granted and invoiced
	OrderRefunded OrderStatus = "refunded" // paid, and all of the money given back
	OrderDisputed OrderStatus = "disputed" // paid, and taken back by the buyer's bank: what was left is withdrawn
)

// Granted tells whether the units of the order were given.
func (s OrderStatus) Granted() bool {
	return s == OrderPaid || s == OrderRefunded || s == OrderDisputed
}

// Party is who sells or buys, as an invoice names them.
type Party struct {
	Name    string `json:"name,omitempty"`
	Address string `json:"address,omitempty"`
	GSTIN   string `json:"gstin,omitempty"` // "" = not registered
	State   string `json:"state,omitempty"` // two-digit GST code of the state
}

// MaxOpenOrders is how many orders of an account may wait to be paid.
const MaxOpenOrders = 20

// Order is a pack that an account buys.
type Order struct {
	ID        string // ord_<ULID>
	AccountID string
	Token     string // of the form it came from: the same token is the same order; "" = none
	Pack             // as it was on sale
	Buyer     Party
	Provider  string
	Status    OrderStatus
	CreatedAt time.Time

	Ref string // the provider's name of the checkout, "" until there is one
	URL string // where to pay, "" where the provider has no page

	PaymentRef    string // the provider's name of the payment, once paid
	PaidAt        time.Time
	GrantID       string // once granted
	Invoice       string // its number
	Remaining     int64  // units of the grant that are left
	RefundedUnits int64  // refunds under way included
	RefundedPaise int64  // likewise
}

// PaymentState is what a provider says of a checkout.
type PaymentState uint8

// The states.
const (
	PaymentOpen    PaymentState = iota // may still be paid, or is being
	PaymentExpired                     // cannot be paid any more
	PaymentPaid                        // the money is there
)

// Payment is what a provider, asked directly, says of a checkout. It is the
// only thing that units are granted for.
type Payment struct {
	Provider   string
	Ref        string
	OrderID    string // that it was made for, as the provider kept it
	PaymentRef string // of what was paid
	State      PaymentState
	Paise      int64  // paid; minor units of Currency, whichever that is
	Currency   string // ISO 4217, upper case
	Refunded   int64  // of Paise, given back so far
	Disputed   bool   // the buyer's bank has taken the money back, or is about to
	Event      string // ID of the message that made us ask, "" = none did
}

// Tax is how a price that includes its tax is made up; the sum is the price.
type Tax struct {
	Taxable int64 `json:"taxable"`
	CGST    int64 `json:"cgst"`
	SGST    int64 `json:"sgst"`
	IGST    int64 `json:"igst"`
}

// Total is the price.
func (t Tax) Total() int64 { return t.Taxable + t.CGST + t.SGST + t.IGST }

// Minus is the difference, part by part.
func (t Tax) Minus(u Tax) Tax {
	return Tax{t.Taxable - u.Taxable, t.CGST - u.CGST, t.SGST - u.SGST, t.IGST - u.IGST}
}

// Bill is what an invoice says, but for what the store adds: number and date.
// It is kept as it was, whatever the settings become.
type Bill struct {
	Seller      Party  `json:"seller"`
	Buyer       Party  `json:"buyer"`
	Description string `json:"description"`
	SAC         string `json:"sac,omitempty"`  // code of the service, "" where no tax is shown
	Rate        int64  `json:"rate,omitempty"` // of tax, in percent; 0 = none is shown
	Interstate  bool   `json:"interstate,omitempty"`
	Tax         Tax    `json:"-"`
}

// Invoice is what was written for a paid order.
type Invoice struct {
	Number   string
	OrderID  string
	IssuedAt time.Time
	Bill
}

// CreditNote takes back a part of an invoice, or all of it.
type CreditNote struct {
	Number   string
	Invoice  string // number
	OrderID  string
	RefundID string
	IssuedAt time.Time
	Units    int64
	Tax      Tax
}

// RefundStatus is how far a refund has come.
type RefundStatus string

// The statuses.
const (
	RefundPending RefundStatus = "pending" // the units are taken; the provider is being asked
	RefundDone    RefundStatus = "done"    // the money is on its way, the credit note written
	RefundFailed  RefundStatus = "failed"  // the provider refused; the units are back
)

// Refund gives money of an order back for units that were not used.
type Refund struct {
	ID          string // rfd_<ULID>; the idempotency key towards the provider
	OrderID     string
	Units       int64 // taken out of the order's grant
	Paise       int64
	Before      int64 // paise of the order given back by earlier refunds
	Status      RefundStatus
	External    bool   // found at the provider, not begun here
	ProviderRef string // once done
	CreatedAt   time.Time
}

// Share is the part of the paise of n units that u of them cost, rounded down,
// so that whoever gives back all units, at once or in parts, gets all paise.
func (p Pack) Share(u int64) int64 {
	// Both factors stay below 2^62: units and paise are bounded, see ParsePacks.
	return p.Paise * u / p.Units
}

// OrderQuery selects orders.
type OrderQuery struct {
	AccountID string      // "" = every account
	Status    OrderStatus // "" = any
	Before    string      // only orders made before that one, by its ID; "" = from the latest
	Limit     int
}

// Receipt notes that money for an order has come in by hand.
type Receipt struct {
	OrderID   string
	Paise     int64
	Reference string // of the bank transfer or cash book, 1 to 64 characters
}

// Orders is the part of a Store that keeps orders, invoices and refunds.
//
// Times are the store's. A financial year is India's: April to March in Indian
// Standard Time (Income-tax Act; CGST Rules, rule 46(b)).
type Orders interface {
	// CreateOrder stores an open order, whose ID, Status and CreatedAt it fills
	// in. The same token of an account gives the order made for it before.
	// ErrNotFound, ErrSuspended, ErrLimit when MaxOpenOrders wait already.
	CreateOrder(ctx context.Context, o Order) (Order, error)
	// BindCheckout notes the checkout made for an order. One that has another
	// already keeps it: ErrForeign.
	BindCheckout(ctx context.Context, orderID, ref, url string) (Order, error)
	Order(ctx context.Context, orderID string) (Order, error)                       // ErrNotFound
	OrderByPayment(ctx context.Context, provider, paymentRef string) (Order, error) // ErrNotFound
	Orders(ctx context.Context, q OrderQuery) ([]Order, error)                      // latest first
	EventSeen(ctx context.Context, provider, eventID string) (bool, error)          // whether a message has had its effect
	ExpireOrder(ctx context.Context, orderID string) (Order, error)                 // ends the wait of an open order
	NoteReceipt(ctx context.Context, r Receipt) error                               // the first one stays
	Receipt(ctx context.Context, orderID string) (Receipt, error)                   // ErrNotFound
	Invoice(ctx context.Context, orderID string) (Invoice, error)                   // ErrNotFound
	Refunds(ctx context.Context, orderID string) ([]Refund, error)                  // oldest first
	PendingRefunds(ctx context.Context, limit int) ([]Refund, error)                // oldest first, of all orders
	CreditNotes(ctx context.Context, orderID string) ([]CreditNote, error)          // oldest first

	// ApplyPayment brings an order to what its provider says, in one
	// transaction, and may be called with the same payment any number of times.
	// Paid in the right amount and currency: the order is paid, its units are
	// granted, the invoice has the next number, the event is noted. Paid
	// otherwise: held. Money given back at the provider, not from here, becomes
	// a pending external refund. Disputed: what is left of the grant is
	// withdrawn, and the account is suspended if any of it was used.
	// ErrNotFound, ErrForeign where order, provider and checkout do not belong
	// together; then nothing is changed.
	ApplyPayment(ctx context.Context, p Payment, b Bill) (Order, error)

	// StartRefund takes up to units that are left of the order's own grant out
	// of it and notes what they cost as a pending refund. ErrNothing where that
	// is less than a paisa or the order is not paid, ErrBusy while another
	// refund of the order is pending.
	StartRefund(ctx context.Context, orderID string, units int64) (Refund, error)
	// FinishRefund ends a pending refund that the provider has carried out, and
	// writes its credit note. A refund that has ended already stays as it is.
	FinishRefund(ctx context.Context, refundID, providerRef string, t Tax) (CreditNote, error)
	// FailRefund ends a pending refund that the provider has refused, and gives
	// its units back. A refund that has ended already stays as it is.
	FailRefund(ctx context.Context, refundID string) (Refund, error)
}

// Bounds of packs, such that no product of units and paise overflows.
const (
	maxPackUnits = 1_000_000_000
	maxPackPaise = 1_000_000_000
)

// ParsePacks reads packs as the settings have them, separated by commas, each
// "units pool rupees", such as "10000 compute 99" or "500 image 49.50".
func ParsePacks(text string) ([]Pack, error) {
	var packs []Pack
	known := map[string]bool{}
	for part := range strings.SplitSeq(text, ",") {
		words := strings.Fields(part)
		if len(words) == 0 {
			continue
		}
		p, err := parsePack(words)
		if err != nil {
			return nil, fmt.Errorf("pack %q: %w", strings.TrimSpace(part), err)
		}
		if known[p.Sku] {
			return nil, fmt.Errorf("pack %q: there are two of so many units of %s", strings.TrimSpace(part), p.Pool)
		}
		known[p.Sku] = true
		packs = append(packs, p)
	}
	return packs, nil
}

func parsePack(words []string) (p Pack, err error) {
	if len(words) != 3 {
		return p, errors.New("write units, pool and price in rupees, such as 10000 compute 99.00")
	}
	if p.Units, err = scaled(words[0], 0); err != nil || p.Units < 1 || p.Units > maxPackUnits {
		return p, fmt.Errorf("units are a whole number of 1 to %d", maxPackUnits)
	}
	switch p.Pool = Pool(words[1]); p.Pool {
	case PoolCompute, PoolImage, PoolAI:
	default:
		return p, fmt.Errorf("the pool is %s, %s or %s", PoolCompute, PoolImage, PoolAI)
	}
	if p.Paise, err = scaled(words[2], 2); err != nil || p.Paise < 1 || p.Paise > maxPackPaise {
		return p, fmt.Errorf("the price is 0.01 to %s rupees, with at most two decimals", Rupees(maxPackPaise))
	}
	p.Sku = fmt.Sprintf("%s-%d", p.Pool, p.Units)
	return p, nil
}

// scaled reads a decimal of at most so many decimals as a whole number of its
// smallest part.
func scaled(s string, decimals int) (n int64, err error) {
	whole, part, dot := strings.Cut(s, ".")
	if whole == "" || len(whole) > 12 || len(part) > decimals || dot && part == "" {
		return 0, errors.New("not a number")
	}
	for _, c := range whole + part + strings.Repeat("0", decimals-len(part)) {
		if c < '0' || c > '9' {
			return 0, errors.New("not a number")
		}
		n = n*10 + int64(c-'0')
	}
	return n, nil
}
