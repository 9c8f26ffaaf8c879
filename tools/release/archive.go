package main

import (
	"archive/tar"
	"archive/zip"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// papers are the files that go with the program.
var papers = []string{"LICENSE", "README.md", "CHANGELOG.md"}

// archive packs the program with its papers: a zip file for Windows, whose
// users have nothing else at hand, and else a tar file.
func (r *release) archive(t target, program string) error {
	name := fmt.Sprintf("toolcrib_%s_%s_%s", r.version, t.os, t.arch)
	pack, suffix := r.tar, ".tar.gz"
	if t.os == "windows" {
		pack, suffix = r.zip, ".zip"
	}
	f, err := os.Create(filepath.Join(r.out, name+suffix))
	if err != nil {
		return err
	}
	files := []string{program}
	for _, p := range papers {
		files = append(files, filepath.Join(r.root, p))
	}
	if err := errors.Join(pack(f, name, files), f.Close()); err != nil {
		return err
	}
	r.files = append(r.files, name+suffix)
	return nil
}

// mode is that of a file in an archive, whatever it is here.
func mode(i int) int64 {
	if i == 0 {
		return 0o755 // the program
	}
	return 0o644
}

func (r *release) tar(w io.Writer, folder string, files []string) error {
	z := gzip.NewWriter(w)
	a := tar.NewWriter(z)
	for i, path := range files {
		body, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		h := &tar.Header{
			Typeflag: tar.TypeReg, Name: folder + "/" + filepath.Base(path), Size: int64(len(body)), Mode: mode(i), ModTime: r.at, Format: tar.FormatUSTAR,
		}
		if err := a.WriteHeader(h); err != nil {
			return err
		}
		if _, err := a.Write(body); err != nil {
			return err
		}
	}
	return errors.Join(a.Close(), z.Close())
}

func (r *release) zip(w io.Writer, folder string, files []string) error {
	a := zip.NewWriter(w)
	for i, path := range files {
		body, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		h := &zip.FileHeader{Name: folder + "/" + filepath.Base(path), Method: zip.Deflate, Modified: r.at}
		h.SetMode(os.FileMode(mode(i)))
		f, err := a.CreateHeader(h)
		if err != nil {
			return err
		}
		if _, err := f.Write(body); err != nil {
			return err
		}
	}
	return a.Close()
}
