package suite

import (
	"fmt"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/sparkhost/sparkhost/host/policy/diag"
	"github.com/sparkhost/sparkhost/host/policy/internal/expr"
	"github.com/sparkhost/sparkhost/host/policy/internal/syntax"
	"github.com/sparkhost/sparkhost/host/policy/schema"
)

// A testFile is one parsed file of tests.
type testFile struct {
	name   string
	source *hcl.File
	tests  []*syntax.Node
	diags  hcl.Diagnostics
}

// readTests parses a test file: phases A and C.
func readTests(name string, src []byte) *testFile {
	f := &testFile{name: name}
	f.source, f.diags = syntax.Parse(name, src)
	if f.diags.HasErrors() {
		return f
	}
	schema := schema.Tests()
	tree, diags := syntax.Read(&schema, f.source.Body.(*hclsyntax.Body), src)
	if nested := nestedState(tree); len(nested) > 0 {
		f.diags = diag.Tidy(append(diags, nested...))
		return f
	}
	f.diags = append(diags, syntax.EvalTree(tree, expr.Constants{})...)
	first := map[string]*syntax.Node{}
	for _, n := range tree.All("test") {
		n.Visit(func(n *syntax.Node) { f.diags = append(f.diags, syntax.Missing(n)...) })
		if first[n.Label] != nil {
			f.diags = append(f.diags, diag.Error(diag.CodeDuplicate, n.At, fmt.Sprintf("%s appears twice", syntax.Title(n)), "It first appears at "+diag.Place(first[n.Label].At)+"."))
		}
		first[n.Label] = n
	}
	f.tests, f.diags = tree.All("test"), diag.Tidy(f.diags)
	return f
}

// nestedState finds state that is given as an object within its parent, and says by which block it is given.
func nestedState(tree *syntax.Node) hcl.Diagnostics {
	var diags hcl.Diagnostics
	for _, test := range tree.All("test") {
		for _, given := range test.All("given") {
			for _, l := range given.Leaves {
				if _, object := l.Expr.(*hclsyntax.ObjectConsExpr); object {
					path := given.Label + "." + l.Attr.Name
					diags = append(diags, diag.Error(diag.CodeConstruct, l.At, fmt.Sprintf("%s is not a single value", path), fmt.Sprintf("Give its fields in a separate block: given %q { … }.", path)))
				}
			}
		}
	}
	return diags
}

// variables returns a test's values of variables, as --var would give them.
func (f *testFile) variables(test *syntax.Node) map[string]string {
	out := map[string]string{}
	for name, v := range test.Settings("variables") {
		out[name] = strings.Trim(fmt.Sprint(v), "[]")
		if x, ok := v.(float64); ok {
			out[name] = schema.Plain(x)
		}
	}
	return out
}
