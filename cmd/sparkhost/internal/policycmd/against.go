package policycmd

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/flags"
	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/host/policy/load"
)

// otherVersion loads what --against names: what is there as a file or folder, else a shipped
// policy, else a revision of git.
func (f *planFlags) otherVersion(c *cobra.Command, opts load.Options, name string) (*flags.Loaded, error) {
	base, _, _ := strings.Cut(f.against, "#")
	shipped, _ := flags.CompletePolicies(nil, nil, "")
	_, err := os.Stat(base)
	switch {
	case err == nil || slices.Contains(shipped, base):
		opts.Path = f.against
	case !errors.Is(err, fs.ErrNotExist):
		return nil, shell.Fail(shell.ExitFailed, "--against %s: %v", f.against, err)
	default:
		dir, err := os.MkdirTemp("", "sparkhost-revision-")
		if err != nil {
			return nil, err
		}
		defer os.RemoveAll(dir)
		if err := f.checkOut(c.Context(), &opts, dir); err != nil {
			return nil, err
		}
	}
	return f.loadOther(c, opts, name)
}

// loadOther loads the other version with the values that it declares; of several policies it
// takes the one of the same name.
func (f *planFlags) loadOther(c *cobra.Command, opts load.Options, name string) (*flags.Loaded, error) {
	vars := opts.Vars
	opts.Vars, opts.EnvNames = map[string]string{}, nil
	set, _ := load.Load(opts)
	for _, v := range set.Variables() {
		if value, given := vars[v]; given {
			opts.Vars[v] = value
		}
	}
	if !strings.Contains(opts.Path, "#") && slices.Contains(set.Names(), name) {
		opts.Path += "#" + name
	}
	return flags.Load(c, opts)
}

// checkOut puts the policy files that stood beside PATH at a revision into dir, and points the
// options there.
func (f *planFlags) checkOut(ctx context.Context, opts *load.Options, dir string) error {
	target, fragment, named := strings.Cut(opts.Path, "#")
	info, err := os.Stat(target)
	if err != nil {
		return shell.Fail(shell.ExitFailed, "--against %s is not a file, folder or shipped policy, and git has no revisions of PATH %s because it is not a file or folder", f.against, target)
	}
	where, base := target, "."
	if !info.IsDir() {
		where, base = filepath.Dir(target), filepath.Base(target)
	}
	g := git{ctx, where}
	if err := g.commit(f.against); err != nil {
		return err
	}
	list, err := g.run("ls-tree", "-z", "--name-only", f.against, "./")
	if err != nil {
		return err
	}
	for _, name := range strings.Split(string(list), "\x00") {
		if !strings.HasSuffix(name, ".policy.hcl") || name != filepath.Base(name) {
			continue
		}
		text, err := g.run("show", f.against+":./"+name)
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o600); err != nil {
			return err
		}
	}
	opts.Tree, opts.TreeName, opts.Path = os.DirFS(dir), f.against+":", base
	if named {
		opts.Path += "#" + fragment
	}
	return nil
}

// A git asks the git program about the repository that a folder is in.
type git struct {
	ctx context.Context
	dir string
}

// commit makes sure that there is such a revision.
func (g git) commit(rev string) error {
	_, err := g.run("rev-parse", "--verify", "--quiet", "--end-of-options", rev+"^{commit}")
	switch {
	case errors.Is(err, exec.ErrNotFound):
		return shell.Fail(shell.ExitFailed, "--against %s is not a file, folder or shipped policy; if it is a revision, install git", rev)
	case err != nil || strings.HasPrefix(rev, "-"):
		return shell.Fail(shell.ExitFailed, "--against %s is not a file, folder, shipped policy or git revision in %s", rev, g.dir)
	}
	return nil
}

func (g git) run(args ...string) ([]byte, error) {
	var out, said bytes.Buffer
	cmd := exec.CommandContext(g.ctx, "git", args...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = g.dir, &out, &said
	if err := cmd.Run(); err != nil {
		if errors.Is(err, exec.ErrNotFound) {
			return nil, err
		}
		return nil, shell.Fail(shell.ExitFailed, "git %s: %v: %s", args[0], err, shell.Shorten(said.String(), shell.MaxWarningRunes))
	}
	return out.Bytes(), nil
}
