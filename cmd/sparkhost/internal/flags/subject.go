package flags

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/scaffold"
	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/host/plugin"
	"github.com/sparkhost/sparkhost/host/plugin/fetch"
)

// A PluginSubject is a module that a command for authors looks at.
type PluginSubject struct {
	*fetch.Module
	Name string // of the project, of the built-in plugin, else of the file
}

// Subject reads what FILE|DIR|builtin:NAME names; other references work too. A folder is a
// plugin project, with or without a plugin.hcl.
func (f *ModuleFlags) Subject(ctx context.Context, text string) (*PluginSubject, error) {
	o, err := f.Options()
	if err != nil {
		return nil, err
	}
	if info, err := os.Stat(filepath.Join(text, scaffold.ProjectFile)); err == nil && info.Mode().IsRegular() {
		p, err := scaffold.Open(text)
		if err != nil {
			return nil, err
		}
		o.Name = p.Name
	}
	m, err := fetch.Open(ctx, text, o)
	if err != nil {
		return nil, err
	}
	s := &PluginSubject{Module: m, Name: m.Reference.Name}
	if s.Name == "" {
		s.Name = strings.TrimSuffix(filepath.Base(m.Resolved), ".wasm")
	}
	return s, nil
}

// Sandboxed lends a sandbox with the cache of compiled code.
func (f *ModuleFlags) Sandboxed(ctx context.Context, use func(*plugin.Sandbox) error) error {
	home, err := shell.CacheDir(f.Home)
	if err != nil {
		return err
	}
	box, err := plugin.NewSandbox(ctx, plugin.Options{CacheDir: filepath.Join(home, "wasm")})
	if err != nil {
		return err
	}
	err = use(box)
	return errors.Join(err, box.Close(context.WithoutCancel(ctx)))
}
