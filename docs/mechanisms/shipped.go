package mechanisms

import (
	"fmt"
	"io/fs"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclparse"
	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// A level is a block on the way to a setting.
type level struct{ name, label string }

// A setting is an attribute of a shipped policy as it is written there, or a block without attribute.
type setting struct {
	levels []level
	attr   string
	value  string // without quotes; that of a variable is its default
}

// Shipped holds the settings of the shipped policies, all of them together.
type Shipped []setting

// readShipped reads the policies of a folder.
func readShipped(dir fs.FS) (Shipped, error) {
	names, err := fs.Glob(dir, "*.policy.hcl")
	if err != nil {
		return nil, err
	}
	var out Shipped
	for _, name := range names {
		text, err := fs.ReadFile(dir, name)
		if err != nil {
			return nil, err
		}
		file, diags := hclparse.NewParser().ParseHCL(text, name)
		if diags.HasErrors() {
			return nil, diags
		}
		reader := shippedReader{text: text, variables: map[string]string{}}
		out = append(out, reader.read(file)...)
	}
	return out, nil
}

type shippedReader struct {
	text      []byte
	variables map[string]string // the default of each, by name
}

func (r *shippedReader) read(file *hcl.File) Shipped {
	body, ok := file.Body.(*hclsyntax.Body)
	if !ok {
		return nil
	}
	for _, b := range body.Blocks {
		if d := b.Body.Attributes["default"]; b.Type == "variable" && d != nil {
			r.variables["var."+b.Labels[0]] = r.source(d.Expr)
		}
	}
	var out Shipped
	for _, b := range body.Blocks {
		if b.Type == "policy" {
			out = append(out, r.body(b.Body, nil)...)
		}
	}
	return out
}

func (r *shippedReader) body(b *hclsyntax.Body, levels []level) Shipped {
	out := Shipped{{levels: levels}}
	for name, a := range b.Attributes {
		out = append(out, setting{levels, name, r.source(a.Expr)})
		if object, ok := a.Expr.(*hclsyntax.ObjectConsExpr); ok {
			for _, item := range object.Items {
				inner := append(append([]level{}, levels...), level{name: name})
				out = append(out, setting{inner, r.source(item.KeyExpr), r.source(item.ValueExpr)})
			}
		}
	}
	for _, inner := range b.Blocks {
		label := strings.Join(inner.Labels, ".")
		out = append(out, r.body(inner.Body, append(append([]level{}, levels...), level{inner.Type, label}))...)
	}
	return out
}

func (r *shippedReader) source(e hclsyntax.Expression) string {
	text := string(e.Range().SliceBytes(r.text))
	if value, ok := r.variables[text]; ok {
		text = value
	}
	return strings.Trim(text, `"`)
}

// acts says whether some shipped policy turns a key on: it sets it, or it has the block and the schema a default.
func (s Shipped) acts(k Key, def any) bool {
	for _, one := range s {
		rest, ok := one.cut(k.Path)
		switch {
		case !ok:
		case len(rest) == 0 && one.attr == "" && k.Value == "":
			return true
		case len(rest) == 1 && one.attr == rest[0] && (k.Value == "" || k.Value == one.value):
			return true
		case len(rest) == 1 && one.attr == "" && def != nil && (k.Value == "" || k.Value == fmt.Sprint(def)):
			return true
		}
	}
	return false
}

// cut takes a setting's blocks off a path; a label may stand in the path or not.
func (s setting) cut(path []string) ([]string, bool) {
	for _, l := range s.levels {
		if len(path) == 0 || path[0] != l.name {
			return nil, false
		}
		path = path[1:]
		if len(path) > 0 && l.label != "" && path[0] == l.label {
			path = path[1:]
		}
	}
	return path, true
}
