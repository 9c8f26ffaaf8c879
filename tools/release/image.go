package main

import (
	"archive/tar"
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/empty"
	"github.com/google/go-containerregistry/pkg/v1/layout"
	"github.com/google/go-containerregistry/pkg/v1/mutate"
	"github.com/google/go-containerregistry/pkg/v1/tarball"
	"github.com/google/go-containerregistry/pkg/v1/types"
)

// nobody is the user that the image runs as: it owns the data and nothing else.
const nobody = 65532

// image makes a container image for each Linux that was built, and packs them
// as one OCI layout, which 'podman load', 'docker load' and 'skopeo copy' read.
// It holds the program and an empty folder for the data: no shell, no base
// image, nothing that needs to be written to elsewhere.
func (r *release) image(built map[target]string) error {
	dir, err := os.MkdirTemp(r.out, ".image-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	index := mutate.IndexMediaType(empty.Index, types.OCIImageIndex)
	for _, t := range targets {
		program, ok := built[t]
		if !ok || t.os != "linux" {
			continue
		}
		img, err := r.imageFor(t, program)
		if err != nil {
			return err
		}
		index = mutate.AppendManifests(index, mutate.IndexAddendum{
			Add:        img,
			Descriptor: v1.Descriptor{Platform: &v1.Platform{OS: t.os, Architecture: t.arch}, Annotations: map[string]string{"org.opencontainers.image.ref.name": r.version}},
		})
	}
	if _, err := layout.Write(dir, index); err != nil {
		return err
	}
	return r.packLayout(dir)
}

func (r *release) imageFor(t target, program string) (v1.Image, error) {
	layer, err := r.layer(program)
	if err != nil {
		return nil, err
	}
	img := mutate.ConfigMediaType(mutate.MediaType(empty.Image, types.OCIManifestSchema1), types.OCIConfigJSON)
	if img, err = mutate.Append(img, mutate.Addendum{Layer: layer, MediaType: types.OCILayer, History: v1.History{Created: v1.Time{Time: r.at}, CreatedBy: "toolcrib release"}}); err != nil {
		return nil, err
	}
	file, err := img.ConfigFile()
	if err != nil {
		return nil, err
	}
	file = file.DeepCopy()
	file.OS, file.Architecture, file.Created = t.os, t.arch, v1.Time{Time: r.at}
	file.Config = v1.Config{
		User: "65532:65532", Entrypoint: []string{"/usr/bin/toolcrib"}, Cmd: []string{"serve"},
		Env:          []string{"PATH=/usr/bin", "TOOLCRIB_DATA=/data", "TOOLCRIB_LISTEN=0.0.0.0:8080"},
		ExposedPorts: map[string]struct{}{"8080/tcp": {}}, Volumes: map[string]struct{}{"/data": {}},
		Labels: map[string]string{
			"org.opencontainers.image.title": "toolcrib", "org.opencontainers.image.version": r.version,
			"org.opencontainers.image.revision": r.commit, "org.opencontainers.image.licenses": "Apache-2.0",
		},
	}
	return mutate.ConfigFile(img, file)
}

// layer holds the program and the folder of the data.
func (r *release) layer(program string) (v1.Layer, error) {
	body, err := os.ReadFile(program)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	a := tar.NewWriter(&b)
	entries := []struct {
		tar.Header
		body []byte
	}{
		{tar.Header{Typeflag: tar.TypeDir, Name: "data/", Mode: 0o700, Uid: nobody, Gid: nobody}, nil},
		{tar.Header{Typeflag: tar.TypeDir, Name: "usr/", Mode: 0o755}, nil},
		{tar.Header{Typeflag: tar.TypeDir, Name: "usr/bin/", Mode: 0o755}, nil},
		{tar.Header{Typeflag: tar.TypeReg, Name: "usr/bin/toolcrib", Mode: 0o755, Size: int64(len(body))}, body},
	}
	for _, e := range entries {
		e.ModTime, e.Format = r.at, tar.FormatUSTAR
		if err := a.WriteHeader(&e.Header); err != nil {
			return nil, err
		}
		if _, err := a.Write(e.body); err != nil {
			return nil, err
		}
	}
	if err := a.Close(); err != nil {
		return nil, err
	}
	return tarball.LayerFromOpener(func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(b.Bytes())), nil },
		tarball.WithMediaType(types.OCILayer))
}

// packLayout writes a folder as a tar file, in the order of the names.
func (r *release) packLayout(dir string) error {
	var names []string
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			names = append(names, path)
		}
		return err
	})
	if err != nil {
		return err
	}
	slices.Sort(names)
	name := "toolcrib_" + r.version + "_image.tar"
	f, err := os.Create(filepath.Join(r.out, name))
	if err != nil {
		return err
	}
	a := tar.NewWriter(f)
	for _, path := range names {
		body, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		h := &tar.Header{
			Typeflag: tar.TypeReg, Name: filepath.ToSlash(strings.TrimPrefix(path, dir+string(filepath.Separator))),
			Size: int64(len(body)), Mode: 0o644, ModTime: r.at, Format: tar.FormatUSTAR,
		}
		if err := a.WriteHeader(h); err != nil {
			return err
		}
		if _, err := a.Write(body); err != nil {
			return err
		}
	}
	if err := errors.Join(a.Close(), f.Close()); err != nil {
		return err
	}
	r.files = append(r.files, name)
	return nil
}
