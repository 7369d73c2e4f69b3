package policy

import (
	"fmt"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/sparkhost/sparkhost/host/policy/diag"
	"github.com/sparkhost/sparkhost/host/policy/schema"
)

// A testFile is one parsed file of tests.
type testFile struct {
	name   string
	source *hcl.File
	tests  []*node
	diags  hcl.Diagnostics
}

// readTests parses a test file: phases A and C.
func readTests(name string, src []byte) *testFile {
	f := &testFile{name: name}
	f.source, f.diags = parse(name, src)
	if f.diags.HasErrors() {
		return f
	}
	schema := schema.Tests()
	tree, diags := readTree(&schema, f.source.Body.(*hclsyntax.Body), src)
	f.diags = append(diags, evalTree(tree, constants{})...)
	first := map[string]*node{}
	for _, n := range tree.all("test") {
		n.visit(func(n *node) { f.diags = append(f.diags, missing(n)...) })
		if first[n.label] != nil {
			f.diags = append(f.diags, diag.Error(diag.CodeDuplicate, n.at, fmt.Sprintf("%s appears twice", title(n)), "It is first written at "+diag.Place(first[n.label].at)+"."))
		}
		first[n.label] = n
	}
	f.tests, f.diags = tree.all("test"), diag.Tidy(f.diags)
	return f
}

// variables are a test's values of variables, as --var would give them.
func (f *testFile) variables(test *node) map[string]string {
	out := map[string]string{}
	for name, v := range test.settings("variables") {
		out[name] = strings.Trim(fmt.Sprint(v), "[]")
		if x, ok := v.(float64); ok {
			out[name] = schema.Plain(x)
		}
	}
	return out
}
