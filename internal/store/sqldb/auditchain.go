package sqldb

import (
	"fmt"

	"toolcrib/internal/account"
)

// auditPage bounds the entries held in memory at once.
const auditPage = 1000

// auditChain checks the hashes of the audit log. After an entry that is wrong
// it goes on from there, so that each fault is told once.
func auditChain(tx Tx, _ int64, found *violations) error {
	var last account.AuditEntry
	for {
		n := 0
		var faults []string
		err := eachAudit(tx, "WHERE seq > $1 ORDER BY seq LIMIT $2", func(e account.AuditEntry) {
			n++
			if fault := auditFault(&last, &e); fault != "" {
				faults = append(faults, fault)
			}
			last = e
		}, last.Seq, int64(auditPage))
		if err != nil {
			return err
		}
		for _, fault := range faults {
			if err := found.add(fault); err != nil {
				return err
			}
		}
		if n < auditPage {
			return auditHead(tx, &last, found)
		}
	}
}

func auditFault(last, e *account.AuditEntry) string {
	switch {
	case e.Seq != last.Seq+1:
		return fmt.Sprintf("entry %d follows entry %d", e.Seq, last.Seq)
	case e.Prev != last.Hash:
		return fmt.Sprintf("entry %d does not hold the hash of the one before", e.Seq)
	case e.Hash != e.Sum():
		return fmt.Sprintf("entry %d does not have the hash of its text", e.Seq)
	}
	return ""
}

func auditHead(tx Tx, last *account.AuditEntry, found *violations) error {
	var seq int64
	var hash []byte
	ok, err := queryRow(tx, "SELECT seq, hash FROM audit_head", []any{&seq, &hash})
	if err != nil {
		return err
	}
	if !ok || seq != last.Seq || string(hash) != string(last.Hash[:]) {
		return found.add(fmt.Sprintf("the head is of entry %d, the last entry is %d", seq, last.Seq))
	}
	return nil
}
