package fetch

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// file reads a module from a file, or from the folder of a plugin project.
func (m *Module) file(o Options) error {
	path := m.Reference.Path
	if !filepath.IsAbs(path) {
		path = filepath.Join(o.Base, path)
	}
	info, err := os.Stat(path)
	if err == nil && info.IsDir() {
		if path, err = moduleIn(m.Reference.Text, path, o.Name); err == nil {
			info, err = os.Stat(path)
		}
	}
	if err != nil {
		return unreadable(m.Reference, o.Base, err)
	}
	m.Resolved = path
	if !info.Mode().IsRegular() {
		return &Error{Reference: m.Reference.Text, Reason: "is no regular file", Next: "name a .wasm file or the folder of one"}
	}
	f, err := os.Open(path)
	if err != nil {
		return unreadable(m.Reference, o.Base, err)
	}
	defer f.Close()
	if m.Wasm, err = readCapped(f, o.MaxBytes); err != nil {
		return unreadable(m.Reference, o.Base, err)
	}
	return nil
}

// unreadable says why a file cannot be read. If the file does not exist, the error says what its path starts from.
func unreadable(ref Reference, base string, err error) error {
	if known := about(ref.Text, err); known != nil {
		return known
	}
	next := ""
	if errors.Is(err, fs.ErrNotExist) {
		next = "build it first with `sparkhost plugin build`, or correct the path" + startsFrom(ref.Path, base)
	}
	return &Error{Reference: ref.Text, Reason: "cannot be read", Next: next, Err: err}
}

func startsFrom(path, base string) string {
	switch {
	case filepath.IsAbs(path):
		return ""
	case base == "" || base == ".":
		return ", which starts from the current folder"
	}
	return ", which starts from the folder " + filepath.ToSlash(base)
}

// moduleIn finds the module in the folder of a plugin project: NAME.wasm by the plugin's name,
// then by the folder's, else the only module there.
func moduleIn(text, dir, name string) (string, error) {
	for _, n := range []string{name, filepath.Base(dir)} {
		path := filepath.Join(dir, n+".wasm")
		if _, err := os.Stat(path); n != "" && err == nil {
			return path, nil
		}
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return "", err
	}
	var found []string
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), ".wasm") {
			found = append(found, e.Name())
		}
	}
	switch len(found) {
	case 0:
		return "", &Error{Reference: text, Reason: "is a folder without a module", Next: "build it first with `sparkhost plugin build`"}
	case 1:
		return filepath.Join(dir, found[0]), nil
	}
	return "", &Error{Reference: text, Reason: "is a folder with several modules: " + strings.Join(found, ", "), Next: "name one of them"}
}
