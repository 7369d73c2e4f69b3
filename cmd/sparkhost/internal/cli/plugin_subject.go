package cli

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/scaffold"
	"github.com/sparkhost/sparkhost/host/plugin"
	"github.com/sparkhost/sparkhost/host/plugin/fetch"
)

// A pluginSubject is a module that a command for authors looks at.
type pluginSubject struct {
	*fetch.Module
	name string // of the project, of the built-in plugin, else of the file
}

// subject reads what FILE|DIR|builtin:NAME names; other references work too. A folder is a
// plugin project, with or without a plugin.hcl.
func (f *moduleFlags) subject(ctx context.Context, text string) (*pluginSubject, error) {
	o, err := f.options()
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
	s := &pluginSubject{Module: m, name: m.Reference.Name}
	if s.name == "" {
		s.name = strings.TrimSuffix(filepath.Base(m.Resolved), ".wasm")
	}
	return s, nil
}

// sandboxed lends a sandbox with the cache of compiled code.
func (f *moduleFlags) sandboxed(ctx context.Context, use func(*plugin.Sandbox) error) error {
	home, err := cacheDir(f.home)
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
