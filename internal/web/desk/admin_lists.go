package desk

import (
	"errors"
	"strings"

	"toolcrib/internal/account"
	"toolcrib/internal/op"
)

// packsSheet is what the page of the packs on sale shows. All of it is set by
// the settings.
type packsSheet struct {
	control
	Sales Sales
	Packs []packCard
}

func (h *Handler) packsPage(v *visit) error {
	c := v.control(sheet{})
	return v.manage("packs", c, packsSheet{c, v.Sales, v.packs()})
}

// operationRow is an operation with whether it is offered.
type operationRow struct {
	*op.Op
	On bool
}

// operationsSheet is what the page of the operations shows.
type operationsSheet struct {
	control
	Rows []operationRow
	On   int
}

func (h *Handler) operationsPage(v *visit) error {
	s := operationsSheet{control: v.control(sheet{})}
	for _, o := range op.Everything() {
		on := v.Install.Offered == nil || v.Install.Offered(o)
		s.Rows = append(s.Rows, operationRow{o, on})
		if on {
			s.On++
		}
	}
	return v.manage("operations", s.control, s)
}

// wholeAuditSheet is what the page of the whole audit log shows.
type wholeAuditSheet struct {
	control
	auditTrail
}

func (h *Handler) wholeAuditPage(v *visit) error {
	trail, err := v.auditTrail("", v.everybody())
	if err != nil {
		return err
	}
	s := wholeAuditSheet{v.control(sheet{}), trail}
	return v.manage("audit", s.control, s)
}

// named finds what is called how: the name of what has an ID and the path of its
// page, "" where there is none.
type named func(id string) (name, path string, err error)

// everybody looks users, accounts and keys up, each once.
func (v *visit) everybody() named {
	type found struct{ name, path string }
	known := map[string]found{}
	return func(id string) (string, string, error) {
		f, ok := known[id]
		if ok {
			return f.name, f.path, nil
		}
		var err error
		kind, _, _ := strings.Cut(id, "_")
		switch ctx := v.r.Context(); kind {
		case "user":
			var u account.User
			u, err = v.Store.User(ctx, id)
			f.name = u.Login
		case "acc":
			var a account.Account
			a, err = v.Store.Account(ctx, id)
			f = found{a.Name, v.accountPath(id)}
		case "key":
			var k account.Key
			k, err = v.Store.Key(ctx, id)
			f = found{k.Name, v.accountPath(k.AccountID)}
		}
		if errors.Is(err, account.ErrNotFound) {
			f, err = found{}, nil
		}
		known[id] = f
		return f.name, f.path, err
	}
}
