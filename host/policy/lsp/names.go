package lsp

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/sparkhost/sparkhost/host/policy/internal/syntax"
	"github.com/sparkhost/sparkhost/host/policy/schema"
	"github.com/sparkhost/sparkhost/internal/bounded"
)

// A named block of a file.
type named struct {
	kind, label string
	at          hcl.Range // of its header
	uri         string    // of the file; empty: of a shipped one
	file, text  string
	body        *hclsyntax.Body
}

// names lists the labelled blocks that a document can refer to: its own, those of the policy files beside it, and the shipped ones, in this
// order. Files that do not parse give what could be read of them.
func (s *Server) names(d *document) []named {
	out := collect(d.uri, d.path, d.text)
	dir := filepath.Dir(d.path)
	entries, _ := os.ReadDir(dir) // a new file has no folder yet
	for _, e := range entries {
		path := filepath.Join(dir, e.Name())
		if !strings.HasSuffix(e.Name(), schema.Suffix) || path == d.path || e.IsDir() {
			continue
		}
		uri := uriOf(path)
		if open := s.document(uri); open != nil {
			out = append(out, collect(uri, path, open.text)...)
		} else if text, err := bounded.ReadRegular(path, syntax.MaxFileBytes); err == nil {
			out = append(out, collect(uri, path, string(text))...)
		}
	}
	shipped, _ := fs.Glob(s.o.Shipped, "*"+schema.Suffix) // the pattern is sound
	for _, name := range shipped {
		if text, err := fs.ReadFile(s.o.Shipped, name); err == nil {
			out = append(out, collect("", name, string(text))...)
		}
	}
	return out
}

// collect lists the labelled blocks of a text. One that is refused before it is parsed, since it nests too deep for the parser, has none.
func collect(uri, file, text string) []named {
	if syntax.Guard(file, []byte(text)) != nil {
		return nil
	}
	parsed, _ := hclsyntax.ParseConfig([]byte(text), file, hcl.InitialPos) // mistakes are diagnostics elsewhere
	if parsed == nil {
		return nil
	}
	var out []named
	var walk func(b *hclsyntax.Body)
	walk = func(b *hclsyntax.Body) {
		for _, block := range b.Blocks {
			if len(block.Labels) > 0 {
				out = append(out, named{block.Type, block.Labels[0], block.DefRange(), uri, file, text, block.Body})
			}
			if block.Type == "locals" {
				for name, a := range block.Body.Attributes {
					out = append(out, named{"local", name, a.NameRange, uri, file, text, block.Body})
				}
			}
			walk(block.Body)
		}
	}
	if body, ok := parsed.Body.(*hclsyntax.Body); ok {
		walk(body)
	}
	return out
}

// kindOf maps the first name of a reference to the blocks that it names.
var kindOf = map[string]string{"var": "variable", "local": "local", "plugin": "plugin", "stage": "stage", "model": "model", "rounds": "round", "gaps": "gap"}

// labels returns the labels of a kind of block, each once, sorted.
func labels(all []named, kind string) []string {
	var out []string
	for _, n := range all {
		if n.kind == kind {
			out = append(out, n.label)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

func find(all []named, kind, label string) *named {
	for i := range all {
		if all[i].kind == kind && all[i].label == label {
			return &all[i]
		}
	}
	return nil
}
