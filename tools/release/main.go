// Command release builds what is published of one version: a static program
// for each system and processor, packages for Debian, container images, a
// list of what is inside (SBOM) and the checksums of all of it.
//
//	go -C tools/release run . VERSION FOLDER [SYSTEM/PROCESSOR …]
//
// The same commit gives the same bytes on any machine: paths are left out, and
// the time of every file is that of the commit.
package main

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// target is a system and a processor, as Go names them.
type target struct{ os, arch string }

func (t target) String() string { return t.os + "/" + t.arch }

var targets = []target{
	{"linux", "amd64"}, {"linux", "arm64"},
	{"darwin", "amd64"}, {"darwin", "arm64"},
	{"windows", "amd64"}, {"windows", "arm64"},
}

// release is one version on its way.
type release struct {
	root    string // of the repository
	out     string
	version string // without v
	commit  string
	at      time.Time // of the commit
	files   []string  // made, relative to out
}

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

var versions = regexp.MustCompile(`^[0-9]+\.[0-9]+\.[0-9]+(-[0-9A-Za-z.-]+)?$`)

func run(args []string) error {
	if len(args) < 2 || !versions.MatchString(args[0]) {
		return errors.New("usage: release VERSION FOLDER [SYSTEM/PROCESSOR …], such as: release 1.0.0 dist linux/amd64")
	}
	chosen, err := choose(args[2:])
	if err != nil {
		return err
	}
	r := &release{version: args[0]}
	if err := r.begin(args[1]); err != nil {
		return err
	}
	built := map[target]string{}
	for i, t := range chosen {
		fmt.Printf("[%d/%d] building for %s\n", i+1, len(chosen), t)
		if built[t], err = r.build(t); err != nil {
			return err
		}
		if err := r.archive(t, built[t]); err != nil {
			return err
		}
		if t.os == "linux" {
			if err := errors.Join(r.debian(t, built[t]), r.image(t, built[t])); err != nil {
				return err
			}
		}
	}
	fmt.Println("listing what is inside")
	if err := r.bill(built[chosen[0]]); err != nil {
		return err
	}
	for _, dir := range built {
		if err := os.RemoveAll(filepath.Dir(dir)); err != nil {
			return err
		}
	}
	return r.checksums()
}

// choose reads the targets named, all where none is.
func choose(names []string) ([]target, error) {
	if len(names) == 0 {
		return targets, nil
	}
	var chosen []target
	for _, name := range names {
		i := slices.IndexFunc(targets, func(t target) bool { return t.String() == name })
		if i < 0 {
			return nil, fmt.Errorf("%q is none of %v", name, targets)
		}
		chosen = append(chosen, targets[i])
	}
	return chosen, nil
}

// begin finds the repository, its commit and that one's time.
func (r *release) begin(out string) (err error) {
	if r.out, err = filepath.Abs(out); err != nil {
		return err
	}
	root, err := exec.Command("git", "rev-parse", "--show-toplevel").Output()
	if err != nil {
		return fmt.Errorf("this is no git checkout: %w", err)
	}
	r.root = strings.TrimSpace(string(root))
	if r.commit, r.at, err = r.checkedOut(); err != nil {
		return err
	}
	if entries, err := os.ReadDir(r.out); err == nil && len(entries) > 0 {
		return fmt.Errorf("%s is not empty; name another folder, or remove it first", r.out)
	}
	return os.MkdirAll(r.out, 0o755)
}

// commitDigits are those of a commit's name that a release bears. How many git
// itself would show depends on what else the checkout holds.
const commitDigits = 12

// checkedOut tells which commit the files are of, and when that was made. Files
// that were changed since make a release of no commit, whose name says so.
func (r *release) checkedOut() (commit string, at time.Time, err error) {
	git := func(args ...string) string {
		out, failed := exec.Command("git", append([]string{"--no-optional-locks", "-C", r.root}, args...)...).Output()
		err = errors.Join(err, failed)
		return strings.TrimSpace(string(out))
	}
	name, seconds, _ := strings.Cut(git("log", "-1", "--format=%H %ct"), " ")
	changed := git("status", "--porcelain")
	if err != nil {
		return "", time.Time{}, fmt.Errorf("asking git: %w", err)
	}
	unix, err := strconv.ParseInt(seconds, 10, 64)
	if err != nil {
		return "", time.Time{}, err
	}
	commit = name[:commitDigits]
	if changed != "" {
		fmt.Fprintln(os.Stderr, "release: files were changed since the last commit; this is a release to try, not to publish")
		commit += "-changed"
	}
	return commit, time.Unix(unix, 0).UTC(), nil
}

// plain is the environment that decides how Go builds: the same on any machine,
// whatever whoever builds has set.
var plain = []string{"CGO_ENABLED=0", "GOFLAGS=", "GOWORK=off", "GOEXPERIMENT=", "GOFIPS140=off", "GOAMD64=v1", "GOARM64=v8.0"}

// build compiles the program and returns its path.
func (r *release) build(t target) (string, error) {
	name := "toolcrib"
	if t.os == "windows" {
		name += ".exe"
	}
	path := filepath.Join(r.out, ".build-"+t.os+"-"+t.arch, name)
	cmd := exec.Command("go", "build", "-trimpath", "-buildvcs=false",
		"-ldflags", "-s -w -buildid= -X toolcrib/internal/build.Version="+r.version+" -X toolcrib/internal/build.commit="+r.commit,
		"-o", path, "./cmd/toolcrib")
	cmd.Dir = r.root
	cmd.Env = slices.Concat(os.Environ(), plain, []string{"GOOS=" + t.os, "GOARCH=" + t.arch})
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	if err := cmd.Run(); err != nil {
		return "", fmt.Errorf("building for %s: %w", t, err)
	}
	return path, nil
}

// checksums writes SHA256SUMS, as sha256sum -c reads it.
func (r *release) checksums() error {
	slices.Sort(r.files)
	var list strings.Builder
	for _, name := range r.files {
		sum, err := digest(filepath.Join(r.out, name))
		if err != nil {
			return err
		}
		fmt.Fprintf(&list, "%x  %s\n", sum, name)
	}
	fmt.Print(list.String())
	return os.WriteFile(filepath.Join(r.out, "SHA256SUMS"), []byte(list.String()), 0o644)
}

func digest(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return nil, err
	}
	return h.Sum(nil), nil
}
