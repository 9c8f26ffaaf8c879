package main

import (
	"debug/buildinfo"
	"errors"
	"os"
	"path/filepath"
	"time"

	cdx "github.com/CycloneDX/cyclonedx-go"
)

// bill lists the modules that the program was built from, as the program
// itself tells, in the form of CycloneDX 1.6.
func (r *release) bill(program string) error {
	info, err := buildinfo.ReadFile(program)
	if err != nil {
		return err
	}
	purl := func(path, version string) string { return "pkg:golang/" + path + "@" + version }
	doc := cdx.NewBOM()
	doc.SpecVersion = cdx.SpecVersion1_6
	doc.Metadata = &cdx.Metadata{
		Timestamp: r.at.Format(time.RFC3339),
		Component: &cdx.Component{
			BOMRef: "toolcrib", Type: cdx.ComponentTypeApplication, Name: "toolcrib", Version: r.version,
			Licenses: &cdx.Licenses{{License: &cdx.License{ID: "Apache-2.0"}}},
		},
	}
	components := []cdx.Component{{
		BOMRef: purl("std", info.GoVersion), Type: cdx.ComponentTypeLibrary, Name: "std", Version: info.GoVersion, PackageURL: purl("std", info.GoVersion),
	}}
	var all []string
	for _, m := range info.Deps {
		if m.Replace != nil {
			m = m.Replace
		}
		components = append(components, cdx.Component{
			BOMRef: purl(m.Path, m.Version), Type: cdx.ComponentTypeLibrary, Name: m.Path, Version: m.Version, PackageURL: purl(m.Path, m.Version),
		})
	}
	for _, c := range components {
		all = append(all, c.BOMRef)
	}
	doc.Components = &components
	doc.Dependencies = &[]cdx.Dependency{{Ref: "toolcrib", Dependencies: &all}}

	name := "toolcrib_" + r.version + ".cdx.json"
	f, err := os.Create(filepath.Join(r.out, name))
	if err != nil {
		return err
	}
	err = cdx.NewBOMEncoder(f, cdx.BOMFileFormatJSON).SetPretty(true).EncodeVersion(doc, doc.SpecVersion)
	if err := errors.Join(err, f.Close()); err != nil {
		return err
	}
	r.files = append(r.files, name)
	return nil
}
