// Package plugins carries the shipped plugins inside the host's binary.
//
// The modules are built, not committed: `make plugins` compiles each plugin folder to
// dist/<name>.wasm, and the build that follows embeds them.
package plugins

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"strings"
)

//go:embed all:dist
var dist embed.FS

// ErrNotBuiltIn is matched by the error of [Open] for a name that this binary does not carry.
var ErrNotBuiltIn = errors.New("no such built-in plugin")

// Open returns the module of the shipped plugin with that name.
func Open(name string) ([]byte, error) {
	b, err := dist.ReadFile("dist/" + name + ".wasm")
	if errors.Is(err, fs.ErrNotExist) {
		if len(Names()) == 0 {
			return nil, fmt.Errorf("plugin %q: %w: this binary was built without them; run `make build`", name, ErrNotBuiltIn)
		}
		return nil, fmt.Errorf("plugin %q: %w: there are %s", name, ErrNotBuiltIn, strings.Join(Names(), ", "))
	}
	return b, err
}

// Names lists the shipped plugins of this binary, sorted.
func Names() []string {
	entries, err := dist.ReadDir("dist")
	if err != nil {
		return nil
	}
	var names []string
	for _, e := range entries {
		if name, ok := strings.CutSuffix(e.Name(), ".wasm"); ok {
			names = append(names, name)
		}
	}
	return names
}
