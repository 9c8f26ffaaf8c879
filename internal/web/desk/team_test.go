package desk

import (
	"net/http"
	"regexp"
	"strings"
	"testing"

	"toolcrib/internal/account"
)

// TestTeamRoles has everybody try to give everybody every role: nobody gives
// or takes a role above their own, and only owners and admins give any.
func TestTeamRoles(t *testing.T) {
	o := newOffice(t)
	other := o.join("target", o.account, account.RoleOwner)
	set := func(role account.Role) {
		if err := o.store.SetRole(t.Context(), o.account.ID, other.ID, role); err != nil {
			t.Fatal(err)
		}
	}
	for _, actor := range account.Roles() {
		manages := actor == account.RoleOwner || actor == account.RoleAdmin
		for _, target := range account.Roles() {
			for _, role := range account.Roles() {
				set(target)
				may := manages && (actor == account.RoleOwner || target != account.RoleOwner && role != account.RoleOwner)
				got := o.tabs[actor].post("/account/team/role", "id", other.ID, "role", string(role))
				now := o.role(other.ID)
				if may && (got.StatusCode != http.StatusSeeOther || now != role) || !may && (got.StatusCode != http.StatusForbidden || now != target) {
					t.Errorf("%s makes %s %s: %d, now %s", actor, target, role, got.StatusCode, now)
				}
			}
			set(target)
			may := manages && (actor == account.RoleOwner || target != account.RoleOwner)
			got := o.tabs[actor].post("/account/team/remove", "id", other.ID)
			now := o.role(other.ID)
			if may != (now == "") || may != (got.StatusCode == http.StatusSeeOther) {
				t.Errorf("%s removes %s: %d, now %q", actor, target, got.StatusCode, now)
			}
			if now == "" {
				token := o.link(account.Link{Kind: account.LinkInvite, AccountID: o.account.ID, Role: target})
				if _, err := o.store.Join(t.Context(), account.HashSecret(token), other.ID); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
}

// role is a user's place in the account, "" = none.
func (o *office) role(userID string) account.Role {
	members, err := o.store.Members(o.t.Context(), o.account.ID)
	if err != nil {
		o.t.Fatal(err)
	}
	for _, m := range members {
		if m.User.ID == userID {
			return m.Role
		}
	}
	return ""
}

func TestLeaving(t *testing.T) {
	o := newOffice(t)
	viewer, owner := o.tabs[account.RoleViewer], o.tabs[account.RoleOwner]
	viewer.post("/account/team/remove", "id", o.users[account.RoleViewer].ID).leadsTo(t, "leaving", "/account")
	page := viewer.get("/account")
	page.is(t, "without account", http.StatusOK)
	if !strings.Contains(page.words(), "You belong to no account") {
		t.Error(page.words())
	}
	for _, path := range []string{"/account/keys", "/account/usage", "/account/team"} {
		viewer.get(path).is(t, path+" without account", http.StatusForbidden)
	}
	got := owner.post("/account/team/remove", "id", o.users[account.RoleOwner].ID)
	got.is(t, "the last owner leaves", http.StatusUnprocessableEntity)
	if !strings.Contains(got.words(), "needs an owner") || o.role(o.users[account.RoleOwner].ID) != account.RoleOwner {
		t.Error(got.words())
	}
	owner.post("/account/team/role", "id", o.users[account.RoleOwner].ID, "role", "admin").is(t, "the last owner steps down", http.StatusUnprocessableEntity)
	owner.post("/account/team/role", "id", o.users[account.RoleMember].ID, "role", "boss").is(t, "an unknown role", http.StatusForbidden)
}

var inviteLink = regexp.MustCompile(`https://tools\.example\.com/invite#([A-Z2-7]+)`)

func TestInvite(t *testing.T) {
	o := newOffice(t)
	admin := o.tabs[account.RoleAdmin]
	admin.post("/account/team/invite", "role", "owner").is(t, "an admin invites an owner", http.StatusForbidden)
	admin.post("/account/team/invite", "role", "member", "note", strings.Repeat("é", 201)).is(t, "a long note", http.StatusUnprocessableEntity)
	made := admin.post("/account/team/invite", "role", "member", "note", "<b>Kabir</b>")
	made.leadsTo(t, "inviting", "/account/team")
	page := admin.get("/account/team")
	link := inviteLink.FindStringSubmatch(page.body)
	if link == nil || strings.Contains(page.body, "<b>Kabir") {
		t.Fatal(page.words())
	}
	if again := admin.get("/account/team"); inviteLink.MatchString(again.body) || !strings.Contains(again.words(), "&lt;b&gt;Kabir") {
		t.Error("the link is shown twice, or the note is not")
	}
	if strings.Contains(o.log.String(), link[1]) {
		t.Error("the link is in the log")
	}
	guest := o.browser()
	guest.post("/invite", "token", link[1], "login", "kabir", "password", password).leadsTo(t, "accepting", "/account")
	kabir, err := o.store.User(t.Context(), "kabir")
	if err != nil || o.role(kabir.ID) != account.RoleMember {
		t.Errorf("%v, role %q", err, o.role(kabir.ID))
	}
	admin.post("/account/team/revoke", "id", o.invite.ID).leadsTo(t, "revoking an invite", "/account/team")
	admin.post("/account/team/revoke", "id", o.invite.ID).is(t, "revoking it twice", http.StatusNotFound)
	// What an owner has made for an owner is not an admin's to end.
	o.link(account.Link{Kind: account.LinkInvite, AccountID: o.account.ID, Role: account.RoleOwner})
	open, err := o.store.Invites(t.Context(), o.account.ID)
	if err != nil || len(open) != 1 {
		t.Fatal(open, err)
	}
	admin.post("/account/team/revoke", "id", open[0].ID).is(t, "an admin revokes an owner's invite", http.StatusForbidden)
}

func TestWebhook(t *testing.T) {
	o := newOffice(t)
	admin, secret := o.tabs[account.RoleAdmin], regexp.MustCompile(`whsec_[A-Za-z0-9+/]+=*`)
	for _, url := range []string{"", "http://hooks.example.com/", "https://10.0.0.1/", "https://user:pw@hooks.example.com/", "javascript:alert(1)", "https://hooks.example.com/#x", "https://hooks.example.com:22/"} {
		got := admin.post("/account/webhook", "url", url)
		got.is(t, url, http.StatusUnprocessableEntity)
		if !strings.Contains(got.body, `aria-invalid="true"`) {
			t.Errorf("%s is not marked", url)
		}
	}
	var before string
	for range 2 { // the second renews the secret
		admin.post("/account/webhook", "url", "https://hooks.example.com/a?token=1").leadsTo(t, "setting", "/account/webhook")
		page := admin.get("/account/webhook")
		w, err := o.store.Webhook(t.Context(), o.account.ID)
		// html/template writes + as an entity in text.
		shown := strings.ReplaceAll(page.body, "&#43;", "+")
		if err != nil || w.URL != "https://hooks.example.com/a?token=1" || secret.FindString(shown) != w.Secret || w.Secret == before {
			t.Errorf("%+v, %v; shown %q", w, err, secret.FindString(shown))
		}
		before = w.Secret
		if secret.MatchString(admin.get("/account/webhook").body) {
			t.Error("the secret is shown twice")
		}
	}
	admin.post("/account/webhook/remove").leadsTo(t, "removing", "/account/webhook")
	if _, err := o.store.Webhook(t.Context(), o.account.ID); err == nil {
		t.Error("still set")
	}
	if strings.Contains(o.tabs[account.RoleMember].get("/account").body, `href="/account/webhook"`) {
		t.Error("a member is led to a page they may not open")
	}
}

func TestAudit(t *testing.T) {
	o := newOffice(t)
	for range 120 {
		if _, err := o.store.SetKeyDisabled(t.Context(), o.key.ID, true); err != nil {
			t.Fatal(err)
		}
		if _, err := o.store.SetKeyDisabled(t.Context(), o.key.ID, false); err != nil {
			t.Fatal(err)
		}
	}
	all, err := o.store.AccountAudit(t.Context(), o.account.ID, 0, 1000)
	if err != nil {
		t.Fatal(err)
	}
	b, path, seen, pages := o.tabs[account.RoleViewer], "/account/audit", 0, 0
	next := regexp.MustCompile(`href="(/account/audit\?before=\d+)"`)
	for path != "" {
		body := b.get(path).body
		seen += strings.Count(body, "<time ")
		pages++
		path = ""
		if m := next.FindStringSubmatch(body); m != nil {
			path = m[1]
		}
	}
	if seen != len(all) || pages != (len(all)+auditPageSize-1)/auditPageSize {
		t.Errorf("%d entries on %d pages; there are %d", seen, pages, len(all))
	}
	for _, before := range []string{"0", "-1", "x", "9223372036854775808"} {
		b.get("/account/audit?before="+before).is(t, before, http.StatusNotFound)
	}
	// Addresses of others are for who manages the members.
	o.tabs[account.RoleAdmin].post("/account/team/name", "name", "renamed")
	address, _, _ := strings.Cut(o.tabs[account.RoleAdmin].address, ":")
	if strings.Contains(b.get("/account/audit").body, address) || !strings.Contains(o.tabs[account.RoleOwner].get("/account/audit").body, address) {
		t.Error("an address is shown to a viewer, or not to an owner")
	}
}
