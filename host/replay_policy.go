package host

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/policy/load"
	"github.com/sparkhost/sparkhost/host/record"
)

// A loadedPolicy is a policy that records are replayed under.
type loadedPolicy struct {
	policy *policy.Policy
	pinned pins // what plugins must be; of records' own, their digests alone
	own    bool // it is the records' own: their plugins are too
}

// materialOf returns the event with the record's material; empty for records of a version that had none.
func materialOf(reader *record.Reader) record.Event {
	for e := range reader.Events() {
		if e.Kind == record.KindMaterial {
			return e
		}
	}
	return record.Event{}
}

// ownPolicy returns the policy that the record carries, with the variables that the caller gives.
func (r *Replayer) ownPolicy(head *record.Run, m *record.Material, reader *record.Reader) (*loadedPolicy, error) {
	if m.Policy == nil {
		why := m.NoPolicy
		if why == "" {
			why = "it was written by an older version"
		}
		return nil, fmt.Errorf("%w: %s; name one with --policy", ErrNoPolicy, why)
	}
	p, err := r.reload(m.Policy, reader)
	if err != nil {
		return nil, err
	}
	if len(r.config.Vars) == 0 && len(r.config.VarFiles) == 0 && r.config.Mode == "" && p.Digest != head.Policy.Digest {
		return nil, fmt.Errorf("the policy that the record carries no longer means what it did: digest %.12s, recorded is %.12s; name one with --policy", p.Digest, head.Policy.Digest)
	}
	pinned := map[string]string{}
	for _, n := range head.Plugins {
		pinned[n.Name] = n.Digest
	}
	return &loadedPolicy{policy: p, pinned: pins{digests: pinned}, own: true}, nil
}

// reload loads a policy from the texts of a record, laid out in a temporary folder as they were.
func (r *Replayer) reload(text *record.PolicyText, reader *record.Reader) (p *policy.Policy, err error) {
	dir, err := os.MkdirTemp("", "sparkhost-replay-")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	options := load.Options{Mode: modeOr(r.config.Mode, text.Mode), Vars: maps.Clone(text.Vars), VarFiles: r.config.VarFiles, Version: Version, Sources: text.Sources, Models: text.Models}
	if options.Vars == nil {
		options.Vars = map[string]string{}
	}
	maps.Copy(options.Vars, r.config.Vars)
	if options.Shipped, err = layOut(dir, text, reader); err != nil {
		return nil, err
	}
	options.Path = filepath.Join(dir, "policy") + "#" + text.Name
	if len(text.Named) == 0 {
		options.Path = shippedStem(options.Shipped, text.Name) + "#" + text.Name
	}
	set, diags := load.Load(options)
	if !diags.HasErrors() {
		p, diags = set.Policy("")
	}
	if diags.HasErrors() {
		return nil, &PolicyError{Diagnostics: diags, Files: set.Files()}
	}
	return p, nil
}

// modeOr returns the mode that the caller names, else the recorded one.
func modeOr(given policy.Mode, recorded string) policy.Mode {
	if given != "" {
		return given
	}
	return policy.Mode(recorded)
}

// layOut writes the texts of a record below dir, and gives the shipped ones.
func layOut(dir string, text *record.PolicyText, reader *record.Reader) (fs.FS, error) {
	for _, sub := range []string{"policy", "shipped"} {
		if err := os.Mkdir(filepath.Join(dir, sub), 0o700); err != nil {
			return nil, err
		}
	}
	for _, f := range text.Files {
		data, err := reader.Blob(f.Digest)
		if err != nil {
			return nil, fmt.Errorf("policy file %q of the record: %w", f.Name, err)
		}
		sub, name := "policy", f.Name
		if base, shipped := strings.CutPrefix(f.Name, shippedPrefix); shipped {
			sub, name = "shipped", base
		}
		if name != filepath.Base(name) || !filepath.IsLocal(name) { // a record is not trusted
			return nil, fmt.Errorf("policy file %q of the record: not a file name", f.Name)
		}
		if err := os.WriteFile(filepath.Join(dir, sub, name), data, 0o600); err != nil {
			return nil, err
		}
	}
	return os.DirFS(filepath.Join(dir, "shipped")), nil
}

// shippedStem returns the name of the shipped file that defines a policy: by our rule its own, else any.
func shippedStem(shipped fs.FS, name string) string {
	entries, err := fs.ReadDir(shipped, ".")
	if err != nil {
		return name
	}
	var stems []string
	for _, e := range entries {
		if stem, ok := strings.CutSuffix(e.Name(), ".policy.hcl"); ok {
			stems = append(stems, stem)
		}
	}
	if len(stems) > 0 && !slices.Contains(stems, name) {
		return stems[0]
	}
	return name
}

// identity names what decides an engine besides its policy.
func identity(head *record.Run, material string, own bool) string {
	parts := struct {
		Sources  []record.RunSource
		Plugins  []record.Named
		Models   []record.RunModel
		Seed     uint64
		Year     int
		Material string
	}{head.Sources, head.Plugins, head.Models, head.Seed, head.ReferenceYear, ""}
	if own {
		parts.Material = material
	}
	data, _ := json.Marshal(parts) // texts and numbers always encode
	return string(data)
}
