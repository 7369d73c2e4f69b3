package load

import (
	"bytes"
	"strings"
	"sync"

	"github.com/hashicorp/hcl/v2"

	"github.com/sparkhost/sparkhost/host/policy/internal/syntax"
)

// outlined lists the definitions of a shipped file without parsing it, by the lines that begin with a letter: it has the form that
// `policy fmt` writes. All its locals are one definition without a name.
func outlined(src []byte) []key {
	var out []key
	for line := range bytes.Lines(src) {
		if line[0] < 'a' || line[0] > 'z' {
			continue
		}
		switch words := strings.Fields(string(line)); {
		case words[0] == "locals":
			out = append(out, key{kind: "local"})
		case len(words) == 3:
			out = append(out, key{strings.Replace(words[0], "variable", "var", 1), strings.Trim(words[1], `"`)})
		}
	}
	return out
}

// outlines reads, once a folder, which shipped files may define what.
func (f *folder) outlines() map[key][]string {
	if f.outline != nil {
		return f.outline
	}
	f.outline = map[key][]string{}
	for _, base := range f.all() {
		src, err := ReadCapped(f.fs, base)
		if err != nil {
			continue
		}
		for _, k := range outlined(src) {
			if with := f.outline[k]; len(with) == 0 || with[len(with)-1] != base {
				f.outline[k] = append(with, base)
			}
		}
	}
	return f.outline
}

// shipping lists the shipped files that define k, by name. Of the others none is parsed.
func (f *folder) shipping(k key) []*file {
	named := k
	if k.kind == "local" {
		named.name = ""
	}
	var out []*file
	for _, base := range f.outlines()[named] {
		if file := f.open(base); file.defines(k) {
			out = append(out, file)
		}
	}
	return out
}

// parsed keeps the shipped files that a process has parsed, by name. Nothing writes into a tree once it is parsed, so loads share them.
var parsed sync.Map // of *hcl.File

// parseShipped parses a shipped file, once a process.
func parseShipped(name string, src []byte) (*hcl.File, hcl.Diagnostics) {
	if kept, ok := parsed.Load(name); ok && bytes.Equal(kept.(*hcl.File).Bytes, src) {
		return kept.(*hcl.File), nil
	}
	out, diags := syntax.Parse(name, src)
	if !diags.HasErrors() {
		parsed.Store(name, out)
	}
	return out, diags
}
