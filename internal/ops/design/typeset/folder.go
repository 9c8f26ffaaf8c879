package typeset

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"
)

// Bounds of a folder of fonts.
const (
	maxFiles      = 200
	maxFileBytes  = 64 << 20
	maxTotalBytes = 256 << 20
)

var errTooLarge = errors.New("it is too large")

// WithFolder adds the fonts of a folder and of those below it (.ttf, .otf,
// .ttc, .otc with outlines) to the embedded ones, after which they are tried,
// in the order of their paths. They are read once, here, and kept: the
// folder is the operator's and this is for the start of a program. A file
// that cannot be used is left out and named in the errors; one of more than
// 64 MiB, the 201st, or what is beyond 256 MiB altogether is not read.
func (have *Fonts) WithFolder(folder fs.FS) (*Fonts, []error) {
	names, problems := fontFiles(folder)
	all := &Fonts{folder: slices.Clone(have.folder)}
	left := int64(maxTotalBytes)
	for i, name := range names {
		list, err := []*face(nil), errors.New("there are too many files")
		if i < maxFiles {
			var data []byte
			if data, err = read(folder, name, min(left, maxFileBytes)); err == nil {
				left -= int64(len(data))
				list, err = try(name, data)
			}
		}
		if err != nil {
			problems = append(problems, fmt.Errorf("font %s: %w", name, err))
		}
		all.folder = append(all.folder, list...)
	}
	return all, problems
}

func fontFiles(folder fs.FS) (names []string, problems []error) {
	err := fs.WalkDir(folder, ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			problems = append(problems, err)
		case !d.IsDir() && slices.Contains([]string{".ttf", ".otf", ".ttc", ".otc"}, strings.ToLower(path.Ext(name))):
			names = append(names, name)
		}
		return nil
	})
	if err != nil {
		problems = append(problems, err)
	}
	slices.SortFunc(names, cmp.Compare)
	return names, problems
}

// read reads a file of at most limit bytes.
func read(folder fs.FS, name string, limit int64) ([]byte, error) {
	f, err := folder.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, limit+1))
	if err == nil && int64(len(data)) > limit {
		err = errTooLarge
	}
	return data, err
}

// try parses a font that nobody vouches for and draws with it, so that one
// that breaks the reader is found here.
func try(name string, data []byte) (list []*face, err error) {
	defer func() {
		if broken := recover(); broken != nil {
			list, err = nil, fmt.Errorf("it cannot be drawn with: %v", broken)
		}
	}()
	list, err = parse(name, data)
	for _, f := range list {
		f.doubted = true
		sample := []rune("Aa1 ")
		for chars, n := f.font.Cmap.Iter(), 0; chars.Next() && n < 64; n++ {
			r, _ := chars.Char()
			sample = append(sample, r)
		}
		for _, g := range f.shape(sample, 0, len(sample), false, 0, "") {
			f.outline(g.id)
		}
	}
	return list, err
}
