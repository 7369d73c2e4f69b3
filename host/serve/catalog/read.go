package catalog

import (
	"cmp"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/sparkhost/sparkhost/host"
	"github.com/sparkhost/sparkhost/host/policy/diag"
	"github.com/sparkhost/sparkhost/host/policy/load"
	"github.com/sparkhost/sparkhost/policies"
)

// Where policies come from.
const (
	Shipped = "shipped"
	Folder  = "folder"
)

// read lists the shipped policies and those of the folder. A policy of the folder stands before a shipped one of its name.
func (c *Catalog) read() ([]*entry, error) {
	own, err := c.own()
	if err != nil {
		return nil, err
	}
	rest, err := c.others(own)
	if err != nil {
		return nil, err
	}
	out := append(own, rest...)
	slices.SortFunc(out, func(a, b *entry) int { return cmp.Compare(a.Name, b.Name) })
	return out, nil
}

// own lists the policies of the folder.
func (c *Catalog) own() (out []*entry, err error) {
	if c.folder == "" {
		return nil, nil
	}
	set, err := c.load(c.folder, Folder)
	if err != nil {
		return nil, err
	}
	for _, name := range set.Names() {
		one, err := c.entry(set, name, c.folder+"#"+name, Folder)
		if err != nil {
			return nil, err
		}
		out = append(out, one)
	}
	return out, nil
}

// others lists the shipped policies of other names than those. A loaded set holds the policies that its own extends, too, so that few are loaded.
func (c *Catalog) others(own []*entry) (out []*entry, err error) {
	var sets []*load.Set
	for _, name := range shipped() {
		if slices.ContainsFunc(own, func(e *entry) bool { return e.Name == name }) {
			continue
		}
		i := slices.IndexFunc(sets, func(s *load.Set) bool { return slices.Contains(s.Others, name) })
		if i < 0 {
			set, err := c.load(name, Shipped)
			if err != nil {
				return nil, err
			}
			if !slices.Contains(set.Names(), name) {
				continue // a file that holds no policy of its name is a part of others
			}
			i, sets = len(sets), append(sets, set)
		}
		one, err := c.entry(sets[i], name, name, Shipped)
		if err != nil {
			return nil, err
		}
		out = append(out, one)
	}
	return out, nil
}

// shipped returns the names of the shipped policies that can be run.
func shipped() []string {
	files, _ := fs.Glob(policies.FS, "*.policy.hcl") // the pattern is right
	var out []string
	for _, f := range files {
		out = append(out, strings.TrimSuffix(f, ".policy.hcl"))
	}
	return out
}

// load reads the policies of a path.
func (c *Catalog) load(path, from string) (*load.Set, error) {
	set, diags := load.Load(Options(c.base, path))
	if from == Folder {
		diags = append(diags, c.emptied(set)...)
	}
	if diags.HasErrors() {
		return nil, &host.PolicyError{Diagnostics: diags, Files: set.Files()}
	}
	return set, nil
}

// entry returns a policy of a set, which hosts open from a path.
func (c *Catalog) entry(set *load.Set, name, path, from string) (*entry, error) {
	p, diags := set.Policy(name)
	if diags.HasErrors() {
		return nil, &host.PolicyError{Diagnostics: diags, Files: set.Files()}
	}
	config := c.base
	config.Policy = path
	return &entry{Info: Info{Name: name, Description: p.Description, Digest: p.Digest, From: from}, config: config, file: p.At.File}, nil
}

// emptied finds files that held policies and hold nothing now, as one does whose writing was cut off. A file is taken out of service by deleting it.
func (c *Catalog) emptied(set *load.Set) (diags hcl.Diagnostics) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, e := range c.entries {
		file := set.Files()[e.file]
		if e.From != Folder || file == nil {
			continue
		}
		if body, ok := file.Body.(*hclsyntax.Body); ok && len(body.Blocks)+len(body.Attributes) == 0 {
			diags = append(diags, diag.Error(diag.CodeNoPolicy, body.SrcRange, fmt.Sprintf("The file is empty, and held policy %q", e.Name),
				"Write its policies again, or delete the file to take them out of service."))
		}
	}
	return diags
}

// Options returns those with which the policy of a config is loaded.
func Options(c host.Config, path string) load.Options {
	values := map[string]string{}
	var given []string
	for _, entry := range c.Environ {
		name, value, _ := strings.Cut(entry, "=")
		values[name] = value
		given = append(given, name)
	}
	env := func(name string) (string, bool) { v, ok := values[name]; return v, ok }
	return load.Options{
		Path: path, Mode: c.Mode, Shipped: policies.FS, Vars: c.Vars, VarFiles: c.VarFiles, Env: env, EnvNames: given, Version: host.Version, Sources: c.Sources,
	}
}

// Reports returns a policy's diagnostics for programs.
func Reports(diags hcl.Diagnostics) []diag.Report {
	out := []diag.Report{}
	for _, d := range diags {
		out = append(out, diag.NewReport(d))
	}
	return out
}

func names(entries []*entry) string {
	var out []string
	for _, e := range entries {
		out = append(out, e.Name)
	}
	return strings.Join(out, ", ")
}
