package mechanisms

import (
	"go/ast"
	"go/token"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// stepsOf is the folder that has, with those below it, all the record.Step literals there are.
const stepsOf = "host/internal/run"

// hasStep says whether the engine writes a step event of that name. Names are read out of the code; where a part of one is
// no constant there, any word will do.
func (r *Repository) hasStep(name string) (bool, error) {
	patterns, err := r.steps()
	return slices.ContainsFunc(patterns, func(p *regexp.Regexp) bool { return p.MatchString(name) }), err
}

// steps returns a pattern for each record.Step that the code makes.
func (r *Repository) steps() ([]*regexp.Regexp, error) {
	if r.named != nil {
		return r.named, nil
	}
	sources, err := r.below(stepsOf)
	names := constants(sources)
	for _, s := range sources {
		if strings.HasSuffix(s.path, "_test.go") {
			continue
		}
		ast.Inspect(s.file, func(n ast.Node) bool {
			if name := stepName(n); name != nil {
				r.named = append(r.named, regexp.MustCompile("^"+names.pattern(name)+"$"))
			}
			return true
		})
	}
	return r.named, err
}

// stepName returns the value of Name in a literal of a record.Step; nil: n is none.
func stepName(n ast.Node) ast.Expr {
	lit, ok := n.(*ast.CompositeLit)
	if !ok {
		return nil
	}
	if t, ok := lit.Type.(*ast.SelectorExpr); !ok || t.Sel.Name != "Step" || !isNamed(t.X, "record") {
		return nil
	}
	for _, e := range lit.Elts {
		pair, ok := e.(*ast.KeyValueExpr)
		if !ok {
			continue
		}
		if key, ok := pair.Key.(*ast.Ident); ok && key.Name == "Name" {
			return pair.Value
		}
	}
	return nil
}

func isNamed(e ast.Expr, name string) bool {
	id, ok := e.(*ast.Ident)
	return ok && id.Name == name
}

// texts maps the names of string constants to their values.
type texts map[string]string

func constants(sources []source) texts {
	out := texts{}
	for _, s := range sources {
		ast.Inspect(s.file, func(n ast.Node) bool {
			spec, ok := n.(*ast.ValueSpec)
			for i := 0; ok && i < min(len(spec.Names), len(spec.Values)); i++ {
				if lit, ok := spec.Values[i].(*ast.BasicLit); ok && lit.Kind == token.STRING {
					out[spec.Names[i].Name], _ = strconv.Unquote(lit.Value)
				}
			}
			return true
		})
	}
	return out
}

// pattern turns an expression of a text into a regular expression; what is not a constant matches any word.
func (c texts) pattern(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.BasicLit:
		if text, err := strconv.Unquote(e.Value); err == nil {
			return regexp.QuoteMeta(text)
		}
	case *ast.BinaryExpr:
		return c.pattern(e.X) + c.pattern(e.Y)
	case *ast.SelectorExpr: // a constant of another package of the run
		return c.pattern(e.Sel)
	case *ast.Ident:
		if text, ok := c[e.Name]; ok {
			return regexp.QuoteMeta(text)
		}
	}
	return "[A-Za-z_]+"
}
