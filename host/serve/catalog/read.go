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
	var out []*entry
	if c.folder != "" {
		own, err := c.load(c.folder, Folder)
		if err != nil {
			return nil, err
		}
		out = own
	}
	for _, name := range shipped() {
		if slices.ContainsFunc(out, func(e *entry) bool { return e.Name == name }) {
			continue
		}
		one, err := c.load(name, Shipped)
		if err != nil {
			return nil, err
		}
		out = append(out, one...)
	}
	slices.SortFunc(out, func(a, b *entry) int { return cmp.Compare(a.Name, b.Name) })
	return out, nil
}

// shipped are the names of the shipped policies that can be run.
func shipped() []string {
	files, _ := fs.Glob(policies.FS, "*.policy.hcl") // the pattern is right
	var out []string
	for _, f := range files {
		out = append(out, strings.TrimSuffix(f, ".policy.hcl"))
	}
	return out
}

// load reads the policies of a path. Shipped files that hold no policy of their name are parts of others and left out.
func (c *Catalog) load(path, from string) ([]*entry, error) {
	set, diags := load.Load(Options(c.base, path))
	if from == Folder {
		diags = append(diags, c.emptied(set)...)
	}
	if diags.HasErrors() {
		return nil, &host.PolicyError{Diagnostics: diags, Files: set.Files()}
	}
	var out []*entry
	for _, name := range set.Names() {
		if from == Shipped && name != path {
			continue
		}
		p, diags := set.Policy(name)
		if diags.HasErrors() {
			return nil, &host.PolicyError{Diagnostics: diags, Files: set.Files()}
		}
		config := c.base
		config.Policy = path
		if from == Folder {
			config.Policy = path + "#" + name
		}
		out = append(out, &entry{Info: Info{Name: name, Description: p.Description, Digest: p.Digest, From: from}, config: config, file: p.At.File})
	}
	return out, nil
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

// Options are those with which the policy of a config is loaded.
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

// Reports are a policy's diagnostics for programs.
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
