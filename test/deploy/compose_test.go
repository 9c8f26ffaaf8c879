package main

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/compose-spec/compose-go/v2/cli"
	"github.com/compose-spec/compose-go/v2/types"
)

// load reads a compose file as Docker Compose does, by its own library, which
// refuses what the schema of compose files does not know.
func load(t *testing.T, name string, env ...string) *types.Project {
	t.Helper()
	o, err := cli.NewProjectOptions([]string{"../../" + name}, cli.WithEnv(env), cli.WithName("toolcrib"))
	if err != nil {
		t.Fatal(err)
	}
	p, err := o.LoadProject(t.Context())
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return p
}

// server holds what every service of ours must be, and returns its address.
func server(t *testing.T, s types.ServiceConfig) string {
	t.Helper()
	if !s.ReadOnly || !slices.Equal(s.CapDrop, []string{"ALL"}) || !slices.Equal(s.SecurityOpt, []string{"no-new-privileges:true"}) || s.Privileged {
		t.Errorf("%s: may do more than it needs: %+v", s.Name, s)
	}
	if h := s.HealthCheck; h == nil || !slices.Equal(h.Test, []string{"CMD", "toolcrib", "healthcheck"}) {
		t.Errorf("%s: health check %+v", s.Name, s.HealthCheck)
	}
	if s.StopGracePeriod == nil || time.Duration(*s.StopGracePeriod) <= 30*time.Second {
		t.Errorf("%s: is ended after %v, before the 30 s in which it finishes its calls", s.Name, s.StopGracePeriod)
	}
	if s.Build == nil || s.Build.Context == "" {
		t.Errorf("%s: is not built", s.Name)
	}
	if len(s.Ports) != 1 || s.Ports[0].HostIP != "127.0.0.1" || s.Ports[0].Target != 8080 {
		t.Fatalf("%s: ports %+v; want one, on this machine alone", s.Name, s.Ports)
	}
	base := s.Environment["TOOLCRIB_BASE_URL"]
	if base == nil || *base != "http://127.0.0.1:"+s.Ports[0].Published {
		t.Errorf("%s: listens on %s and says that it is at %v", s.Name, s.Ports[0].Published, base)
	}
	return s.Ports[0].Published
}

func TestOneServer(t *testing.T) {
	p := load(t, "compose.yaml")
	if len(p.Services) != 1 {
		t.Fatalf("services %v", p.ServiceNames())
	}
	s := p.Services["toolcrib"]
	server(t, s)
	if len(s.Volumes) != 1 || s.Volumes[0].Target != "/data" || s.Volumes[0].Type != "volume" || s.Volumes[0].ReadOnly {
		t.Errorf("volumes %+v; want one for /data", s.Volumes)
	}
}

func TestTwoServersOnPostgres(t *testing.T) {
	p := load(t, "compose.postgres.yaml", "POSTGRES_PASSWORD=of-the-test")
	one, two, database := p.Services["one"], p.Services["two"], p.Services["database"]
	if a, b := server(t, one), server(t, two); a == b {
		t.Errorf("both listen on %s", a)
	}
	for _, s := range []types.ServiceConfig{one, two} {
		if s.DependsOn["database"].Condition != types.ServiceConditionHealthy {
			t.Errorf("%s does not wait for the database", s.Name)
		}
		if url := s.Environment["TOOLCRIB_DATABASE_URL"]; url == nil || !strings.Contains(*url, ":of-the-test@database/") {
			t.Errorf("%s: database %v", s.Name, url)
		}
	}
	if database.HealthCheck == nil || len(database.Ports) > 0 {
		t.Errorf("the database has no health check, or can be reached from outside: %+v", database)
	}
}

// TestPasswordIsAsked: there is no default one.
func TestPasswordIsAsked(t *testing.T) {
	o, err := cli.NewProjectOptions([]string{"../../compose.postgres.yaml"}, cli.WithName("toolcrib"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := o.LoadProject(t.Context()); err == nil || !strings.Contains(err.Error(), "choose a password") {
		t.Errorf("without a password: %v", err)
	}
}
