package main

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	apps "k8s.io/api/apps/v1"
	core "k8s.io/api/core/v1"
	policy "k8s.io/api/policy/v1"
	"sigs.k8s.io/kustomize/api/krusty"
	"sigs.k8s.io/kustomize/kyaml/filesys"
	"sigs.k8s.io/yaml"
)

// cluster is what a folder of deploy/kustomize makes, each object read into its
// type of the Kubernetes API: a field that the type does not have is an error.
type cluster struct {
	deployment apps.Deployment
	service    core.Service
	config     core.ConfigMap
	secret     *core.Secret
	claim      *core.PersistentVolumeClaim
	budget     *policy.PodDisruptionBudget
}

func build(t *testing.T, dir string) (c cluster) {
	t.Helper()
	made, err := krusty.MakeKustomizer(krusty.MakeDefaultOptions()).Run(filesys.MakeFsOnDisk(), dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range made.Resources() {
		var into any
		switch kind := r.GetApiVersion() + " " + r.GetKind(); kind {
		case "apps/v1 Deployment":
			into = &c.deployment
		case "v1 Service":
			into = &c.service
		case "v1 ConfigMap":
			into = &c.config
		case "v1 Secret":
			c.secret = new(core.Secret)
			into = c.secret
		case "v1 PersistentVolumeClaim":
			c.claim = new(core.PersistentVolumeClaim)
			into = c.claim
		case "policy/v1 PodDisruptionBudget":
			c.budget = new(policy.PodDisruptionBudget)
			into = c.budget
		default:
			t.Fatalf("%s: makes a %s", dir, kind)
		}
		text, err := r.AsYAML()
		if err != nil {
			t.Fatal(err)
		}
		if err := yaml.UnmarshalStrict(text, into); err != nil {
			t.Errorf("%s %s: %v", r.GetKind(), r.GetName(), err)
		}
	}
	c.check(t)
	return c
}

// check holds what is true of one server and of several.
func (c *cluster) check(t *testing.T) {
	t.Helper()
	pod := c.deployment.Spec.Template.Spec
	if len(pod.Containers) != 1 {
		t.Fatalf("%d containers", len(pod.Containers))
	}
	box := pod.Containers[0]
	p, b := pod.SecurityContext, box.SecurityContext
	if !*p.RunAsNonRoot || *p.RunAsUser != 65532 || *p.FSGroup != 65532 || p.SeccompProfile.Type != core.SeccompProfileTypeRuntimeDefault ||
		!*b.ReadOnlyRootFilesystem || *b.AllowPrivilegeEscalation || !slices.Equal(b.Capabilities.Drop, []core.Capability{"ALL"}) || *pod.AutomountServiceAccountToken {
		t.Errorf("the pod may do more than it needs: %+v %+v", p, b)
	}
	if *pod.EnableServiceLinks {
		t.Error("Kubernetes sets variables that look like settings")
	}
	if drain := int64(30) + box.Lifecycle.PreStop.Sleep.Seconds; *pod.TerminationGracePeriodSeconds <= drain {
		t.Errorf("is killed after %d s, and needs %d s to finish its calls", *pod.TerminationGracePeriodSeconds, drain)
	}
	for path, probe := range map[string]*core.Probe{"/healthz": box.LivenessProbe, "/readyz": box.ReadinessProbe} {
		if probe == nil || probe.HTTPGet == nil || probe.HTTPGet.Path != path || port(box, probe.HTTPGet.Port.StrVal) != 8080 {
			t.Errorf("the probe of %s is %+v", path, probe)
		}
	}
	if to := c.service.Spec.Ports[0].TargetPort.StrVal; port(box, to) != 8080 || len(c.service.Spec.Ports) != 1 {
		t.Errorf("the service leads to %q", to)
	}
	for name, value := range c.service.Spec.Selector {
		if c.deployment.Spec.Template.Labels[name] != value || c.deployment.Spec.Selector.MatchLabels[name] != value {
			t.Errorf("the service is for pods with %s=%s", name, value)
		}
	}
	if box.EnvFrom[0].ConfigMapRef.Name != c.config.Name || c.config.Data["TOOLCRIB_BASE_URL"] == "" {
		t.Errorf("the settings are not those of %s: %+v", c.config.Name, box.EnvFrom)
	}
}

// port is the number of a container's port, by its name.
func port(c core.Container, name string) int32 {
	for _, p := range c.Ports {
		if p.Name == name {
			return p.ContainerPort
		}
	}
	return 0
}

func TestKustomizeBase(t *testing.T) {
	c := build(t, "../../deploy/kustomize/base")
	d := c.deployment.Spec
	if *d.Replicas != 1 || d.Strategy.Type != apps.RecreateDeploymentStrategyType {
		t.Errorf("%d servers, %s; one volume is for one at a time", *d.Replicas, d.Strategy.Type)
	}
	if c.claim == nil || !slices.Equal(c.claim.Spec.AccessModes, []core.PersistentVolumeAccessMode{core.ReadWriteOnce}) ||
		len(d.Template.Spec.Volumes) != 1 || d.Template.Spec.Volumes[0].PersistentVolumeClaim.ClaimName != c.claim.Name ||
		len(d.Template.Spec.Containers[0].VolumeMounts) != 1 || d.Template.Spec.Containers[0].VolumeMounts[0].MountPath != "/data" {
		t.Errorf("the data are not in a volume: %+v, %+v", c.claim, d.Template.Spec)
	}
	// One that asks for a server of one keeps a node from ever being emptied.
	if c.budget != nil {
		t.Errorf("a budget: %+v", c.budget.Spec)
	}
}

func TestKustomizePostgres(t *testing.T) {
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("../../deploy/kustomize")); err != nil {
		t.Fatal(err)
	}
	overlay := filepath.Join(dir, "postgres")
	_ = os.Remove(filepath.Join(overlay, "database.env")) // who works here may have one
	if _, err := krusty.MakeKustomizer(krusty.MakeDefaultOptions()).Run(filesys.MakeFsOnDisk(), overlay); err == nil {
		t.Error("it builds without the database's URL")
	}
	const url = "postgres://toolcrib:secret@database/toolcrib"
	if err := os.WriteFile(filepath.Join(overlay, "database.env"), []byte("TOOLCRIB_DATABASE_URL="+url+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	c := build(t, overlay)
	d := c.deployment.Spec
	if *d.Replicas < 2 || d.Strategy.Type != apps.RollingUpdateDeploymentStrategyType || d.Strategy.RollingUpdate.MaxUnavailable.IntVal != 0 {
		t.Errorf("%d servers, %+v", *d.Replicas, d.Strategy)
	}
	if c.claim != nil || len(d.Template.Spec.Volumes) > 0 || len(d.Template.Spec.Containers[0].VolumeMounts) > 0 {
		t.Errorf("servers that keep nothing have a volume: %+v", d.Template.Spec.Volumes)
	}
	from := d.Template.Spec.Containers[0].EnvFrom
	if c.secret == nil || string(c.secret.Data["TOOLCRIB_DATABASE_URL"]) != url || len(from) != 2 || from[1].SecretRef.Name != c.secret.Name {
		t.Errorf("the URL of the database is not in a secret: %+v", from)
	}
	if c.budget == nil || c.budget.Spec.MaxUnavailable.IntVal != 1 || c.budget.Spec.Selector.MatchLabels["app.kubernetes.io/name"] != "toolcrib" {
		t.Errorf("the budget is %+v", c.budget)
	}
	if c.service.Spec.SessionAffinity != core.ServiceAffinityClientIP {
		t.Errorf("affinity %q", c.service.Spec.SessionAffinity)
	}
}
