package main

import (
	"archive/tar"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/empty"
	"github.com/google/go-containerregistry/pkg/v1/layout"
	"github.com/google/go-containerregistry/pkg/v1/mutate"
	"github.com/google/go-containerregistry/pkg/v1/tarball"
	"github.com/google/go-containerregistry/pkg/v1/types"
)

// nobody is the user that the image runs as: it owns the data and nothing else.
const nobody = 65532

// image packs a container image of the program and an empty folder for the
// data: no shell, no base image, nothing that needs to be written to elsewhere.
// The archive is an OCI layout, which 'podman load', 'skopeo copy' and newer
// 'docker load' read, with the list beside it that older ones look for. It has
// one processor's image alone, since not all of them can choose.
func (r *release) image(t target, program string) error {
	dir, err := os.MkdirTemp(r.out, ".image-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	img, err := r.imageFor(t, program)
	if err != nil {
		return err
	}
	tag := "toolcrib:" + r.version
	index := mutate.AppendManifests(mutate.IndexMediaType(empty.Index, types.OCIImageIndex), mutate.IndexAddendum{
		Add: img,
		Descriptor: v1.Descriptor{Platform: &v1.Platform{OS: t.os, Architecture: t.arch}, Annotations: map[string]string{
			"org.opencontainers.image.ref.name": tag, "io.containerd.image.name": "docker.io/library/" + tag,
		}},
	})
	if _, err := layout.Write(dir, index); err != nil {
		return err
	}
	if err := list(dir, tag, img); err != nil {
		return err
	}
	return r.packLayout(dir, fmt.Sprintf("toolcrib_%s_image_%s.tar", r.version, t.arch))
}

// list writes the list of what is in the layout, as 'docker save' does.
func list(dir, tag string, img v1.Image) error {
	m, err := img.Manifest()
	if err != nil {
		return err
	}
	blob := func(d v1.Descriptor) string { return "blobs/" + d.Digest.Algorithm + "/" + d.Digest.Hex }
	text, err := json.Marshal([]map[string]any{{"Config": blob(m.Config), "RepoTags": []string{tag}, "Layers": []string{blob(m.Layers[0])}}})
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, "manifest.json"), text, 0o600)
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
		User: "65532:65532", Entrypoint: []string{"toolcrib"}, Cmd: []string{"serve"},
		// Docker's; the OCI's own format has no such thing, and others pass it over.
		Healthcheck:  &v1.HealthConfig{Test: []string{"CMD", "toolcrib", "healthcheck"}, Interval: 10 * time.Second, Timeout: 5 * time.Second, StartPeriod: 10 * time.Second, Retries: 3},
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
func (r *release) packLayout(dir, name string) error {
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
