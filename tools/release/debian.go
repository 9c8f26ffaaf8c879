package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/goreleaser/nfpm/v2"
	_ "github.com/goreleaser/nfpm/v2/deb"
	"github.com/goreleaser/nfpm/v2/files"
)

// debian makes a package: the program, its systemd unit, and a file of
// settings that an upgrade leaves as the operator has it.
func (r *release) debian(t target, program string) error {
	deploy := filepath.Join(r.root, "deploy")
	content := func(from, to, kind string, perm os.FileMode) *files.Content {
		return &files.Content{Source: from, Destination: to, Type: kind, FileInfo: &files.ContentFileInfo{Owner: "root", Group: "root", Mode: perm, MTime: r.at}}
	}
	info := nfpm.WithDefaults(&nfpm.Info{
		Name: "toolcrib", Arch: t.arch, Platform: "linux", Version: r.version, VersionSchema: "semver",
		Section: "web", Priority: "optional", Maintainer: "The Toolcrib authors", License: "Apache-2.0",
		Description: "Small utility operations as a metered service\n" +
			"Calculators, converters, text and data tools and pictures as REST, OpenAPI,\nMCP, command line and web pages: one program with its database inside.",
		MTime: r.at,
		Overridables: nfpm.Overridables{
			Scripts: nfpm.Scripts{
				PostInstall: filepath.Join(deploy, "systemd", "postinst"), PreRemove: filepath.Join(deploy, "systemd", "prerm"),
			},
			Contents: files.Contents{
				content(program, "/usr/bin/toolcrib", "", 0o755),
				content(filepath.Join(deploy, "systemd", "toolcrib.service"), "/usr/lib/systemd/system/toolcrib.service", "", 0o644),
				content(filepath.Join(deploy, "systemd", "toolcrib.yaml"), "/etc/toolcrib/toolcrib.yaml", files.TypeConfigNoReplace, 0o640),
				content(filepath.Join(r.root, "LICENSE"), "/usr/share/doc/toolcrib/copyright", "", 0o644),
			},
		},
	})
	packager, err := nfpm.Get("deb")
	if err != nil {
		return err
	}
	if err := nfpm.PrepareForPackager(info, "deb"); err != nil {
		return err
	}
	name := fmt.Sprintf("toolcrib_%s_%s.deb", r.version, t.arch)
	f, err := os.Create(filepath.Join(r.out, name))
	if err != nil {
		return err
	}
	if err := errors.Join(packager.Package(info, f), f.Close()); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	r.files = append(r.files, name)
	return nil
}
