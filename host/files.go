package host

import (
	"os"
	"path/filepath"
	"slices"

	"github.com/sparkhost/sparkhost/host/lock"
	"github.com/sparkhost/sparkhost/host/plugin/fetch"
)

// Files returns the files of this machine that a config's policy is made of: policy files and the lists that they name, values of variables, the
// lock, and modules that the policy names by path. The paths are absolute and sorted. Of shipped policies and built-in plugins there are none.
// Errors are those of the policy, as of [Open].
func (c Config) Files() ([]string, error) {
	p, set, err := loadSet(c.withDefaults())
	if err != nil {
		return nil, err
	}
	paths := slices.Clone(c.VarFiles)
	for name := range set.Files() {
		paths = append(paths, name)
	}
	for _, one := range p.Plugins {
		dir := filepath.Dir(filepath.FromSlash(one.At.File))
		if path, found := lock.Find(dir); found && c.Lock == "" {
			paths = append(paths, path)
		}
		if ref, err := fetch.Parse(one.Source); err == nil && ref.Scheme == fetch.SchemePath {
			path := filepath.FromSlash(ref.Path)
			if !filepath.IsAbs(path) {
				path = filepath.Join(dir, path)
			}
			paths = append(paths, modulesAt(path)...)
		}
	}
	return existing(append(paths, c.Lock))
}

// modulesAt returns a module's file, or the files of a plugin project.
func modulesAt(path string) []string {
	entries, err := os.ReadDir(path)
	if err != nil {
		return []string{path}
	}
	var out []string
	for _, e := range entries {
		out = append(out, filepath.Join(path, e.Name()))
	}
	return out
}

// existing returns the regular files among the paths, absolute, each once.
func existing(paths []string) ([]string, error) {
	var out []string
	for _, path := range paths {
		info, err := os.Stat(filepath.FromSlash(path))
		if path == "" || err != nil || !info.Mode().IsRegular() {
			continue
		}
		whole, err := filepath.Abs(filepath.FromSlash(path))
		if err != nil {
			return nil, err
		}
		out = append(out, whole)
	}
	slices.Sort(out)
	return slices.Compact(out), nil
}
