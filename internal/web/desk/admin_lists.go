package desk

import "toolcrib/internal/op"

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
	name, path, err := v.everybody()
	if err != nil {
		return err
	}
	trail, err := v.auditTrail("", name, path)
	if err != nil {
		return err
	}
	s := wholeAuditSheet{v.control(sheet{}), trail}
	return v.manage("audit", s.control, s)
}

// everybody names what the audit log knows by IDs: users, accounts and keys;
// path leads to the page of what has one.
func (v *visit) everybody() (name, path map[string]string, err error) {
	ctx := v.r.Context()
	name, path = map[string]string{}, map[string]string{}
	users, err := v.Store.Users(ctx)
	if err != nil {
		return nil, nil, err
	}
	for _, u := range users {
		name[u.ID] = u.Login
	}
	accounts, err := v.Store.Accounts(ctx)
	if err != nil {
		return nil, nil, err
	}
	for _, a := range accounts {
		name[a.ID], path[a.ID] = a.Name, v.accountPath(a.ID)
	}
	keys, err := v.Store.Keys(ctx, "")
	for _, k := range keys {
		name[k.ID], path[k.ID] = k.Name, v.accountPath(k.AccountID)
	}
	return name, path, err
}
