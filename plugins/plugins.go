// Package plugins carries the shipped plugins inside the host's binary.
//
// The modules <name>/<name>.wasm are committed beside their sources, so nothing has to be built to run them.
// `make plugins` builds them again, with TinyGo, and writes SHA256SUMS: the digests of the modules and of
// every file that they are built from.
package plugins

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"
)

//go:embed */*.wasm
var modules embed.FS

//go:embed */*.model
var models embed.FS

// ErrNotBuiltIn is matched by the error of [Open] for a name that this binary does not carry.
var ErrNotBuiltIn = errors.New("no such built-in plugin")

// Open returns the module of the shipped plugin with that name.
func Open(name string) ([]byte, error) {
	b, err := modules.ReadFile(path.Join(name, name+".wasm"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("plugin %q: %w: there are %s", name, ErrNotBuiltIn, strings.Join(Names(), ", "))
	}
	return b, err
}

// Model returns the fitted weights of the shipped plugin with that name, in the form of its file.
func Model(name string) ([]byte, error) {
	b, err := models.ReadFile(path.Join(name, name+".model"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("plugin %q: %w that has fitted weights", name, ErrNotBuiltIn)
	}
	return b, err
}

// Names lists the shipped plugins, sorted.
func Names() []string {
	entries, err := modules.ReadDir(".")
	if err != nil {
		return nil
	}
	names := make([]string, 0, len(entries))
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}
