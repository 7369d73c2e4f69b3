package policy

import (
	"fmt"
	"sort"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// A node is a block as written, held to its schema; values are decoded later, when
// variables are known.
type node struct {
	schema   *block
	label    string
	at       hcl.Range // the header
	leaves   []*leaf   // in the order of writing
	children []*node
}

// A leaf is an attribute as written.
type leaf struct {
	attr  *attr
	expr  hclsyntax.Expression
	at    hcl.Range                   // of the value
	src   []byte                      // of the file
	owner string                      // the policy that wrote it
	env   func(string) (string, bool) // looks secrets up; nil: secrets have no place here
	value any                         // decoded by evalTree
	uses  []string                    // variables that the value depends on

	byMode map[Mode]*leaf // the attribute in each mode; nil: it is the same in all
}

func (n *node) leaf(name string) *leaf {
	for _, l := range n.leaves {
		if l.attr.Name == name {
			return l
		}
	}
	return nil
}

func (n *node) child(name, label string) *node {
	for _, c := range n.children {
		if c.schema.Name == name && c.label == label {
			return c
		}
	}
	return nil
}

func (n *node) all(name string) []*node {
	var out []*node
	for _, c := range n.children {
		if c.schema.Name == name {
			out = append(out, c)
		}
	}
	return out
}

// visit calls f for n and everything below it.
func (n *node) visit(f func(*node)) {
	f(n)
	for _, c := range n.children {
		c.visit(f)
	}
}

// readTree holds a body to its schema: unknown, repeated and missing things are
// diagnostics, the rest becomes the tree.
func readTree(schema *block, body *hclsyntax.Body, src []byte) (*node, hcl.Diagnostics) {
	n := &node{schema: schema}
	var diags hcl.Diagnostics
	for _, a := range inOrder(body.Attributes) {
		if len(diags) > maxReports {
			return n, diags
		}
		l, d := readLeaf(schema, a, src)
		if d != nil {
			diags = append(diags, d)
			continue
		}
		n.leaves = append(n.leaves, l)
	}
	for i, b := range body.Blocks {
		if len(diags) > maxReports {
			return n, diags
		}
		if i == maxBlocks {
			return n, append(diags, problem(codeTooLarge, b.DefRange(), "Too many blocks", fmt.Sprintf("A file or block holds at most %d blocks.", maxBlocks)))
		}
		c, more := readBlock(schema, b, src)
		diags = append(diags, more...)
		if c == nil {
			continue
		}
		if d := n.repeated(c); d != nil {
			diags = append(diags, d)
			continue
		}
		n.children = append(n.children, c)
	}
	return n, diags
}

// maxBlocks bounds what merging has to look through.
const maxBlocks = 256

// repeated reports a block that may appear once and is there already; whole files
// are compared elsewhere, within their layer.
func (n *node) repeated(c *node) *hcl.Diagnostic {
	if n.schema.Name == "file" || c.schema.Many {
		return nil
	}
	if first := n.child(c.schema.Name, c.label); first != nil {
		return problem(codeDuplicate, c.at, fmt.Sprintf("%s appears twice", title(c)), "It is first written at "+place(first.at)+".")
	}
	return nil
}

func readLeaf(schema *block, a *hclsyntax.Attribute, src []byte) (*leaf, *hcl.Diagnostic) {
	def := schema.attr(a.Name)
	switch {
	case schema.Free:
		def = &attr{Name: a.Name, Kind: kindAny}
	case def == nil && schema.block(a.Name) != nil:
		return nil, problem(codeUnknownAttr, a.NameRange, fmt.Sprintf("%q is a block", a.Name), fmt.Sprintf("Write %s { … } without the equals sign.", a.Name))
	case def == nil:
		return nil, problem(codeUnknownAttr, a.NameRange, fmt.Sprintf("%s has no attribute %q", schema.Name, a.Name), hint(a.Name, schema.attrNames()))
	}
	if n := countNodes(a.Expr); n > maxNodes(def.Kind) {
		return nil, problem(codeTooLarge, a.Expr.Range(), "Expression too large", fmt.Sprintf("It has %d parts; at most %d are allowed.", n, maxNodes(def.Kind)))
	}
	harden(a.Expr)
	return &leaf{attr: def, expr: a.Expr, at: a.Expr.Range(), src: src}, nil
}

func readBlock(parent *block, b *hclsyntax.Block, src []byte) (*node, hcl.Diagnostics) {
	schema := parent.block(b.Type)
	if schema == nil {
		what := "a file"
		if parent.Name != "file" {
			what = "block " + parent.Name
		}
		summary, detail := fmt.Sprintf("%s has no block %q", what, b.Type), hint(b.Type, parent.blockNames())
		if parent.attr(b.Type) != nil {
			summary, detail = fmt.Sprintf("%q is an attribute", b.Type), fmt.Sprintf("Write %s = … with an equals sign.", b.Type)
		}
		return nil, hcl.Diagnostics{problem(codeUnknownBlock, b.TypeRange, summary, detail)}
	}
	label, d := readLabel(schema, b)
	if d != nil {
		return nil, hcl.Diagnostics{d}
	}
	n, diags := readTree(schema, b.Body, src)
	n.label, n.at = label, b.DefRange()
	return n, diags
}

func readLabel(schema *block, b *hclsyntax.Block) (string, *hcl.Diagnostic) {
	switch {
	case schema.Label == "" && len(b.Labels) > 0:
		return "", problem(codeLabel, b.LabelRanges[0], schema.Name+" has no label", fmt.Sprintf("Remove %q.", b.Labels[0]))
	case schema.Label == "":
		return "", nil
	case len(b.Labels) != 1:
		return "", problem(codeLabel, b.DefRange(), fmt.Sprintf("%s needs one label", schema.Name), fmt.Sprintf("Write %s %q { … }.", schema.Name, schema.Label))
	}
	label := b.Labels[0]
	if schema.Labels != nil && !contains(schema.Labels, label) {
		return "", problem(codeLabel, b.LabelRanges[0], fmt.Sprintf("There is no %s %q", schema.Name, label), hint(label, schema.Labels))
	}
	if schema.Sentence && label != "" {
		return label, nil
	}
	if !hclsyntax.ValidIdentifier(label) || strings.ContainsRune(label, '-') {
		return "", problem(codeLabel, b.LabelRanges[0], fmt.Sprintf("%q is no name", label), "Names are letters, digits and underscores, and begin with a letter.")
	}
	return label, nil
}

// title names a node for people: term "title".
func title(n *node) string {
	if n.label == "" {
		return n.schema.Name
	}
	return fmt.Sprintf("%s %q", n.schema.Name, n.label)
}

func inOrder(attrs hclsyntax.Attributes) []*hclsyntax.Attribute {
	out := make([]*hclsyntax.Attribute, 0, len(attrs))
	for _, a := range attrs {
		out = append(out, a)
	}
	sort.Slice(out, func(i, j int) bool { return out[i].SrcRange.Start.Byte < out[j].SrcRange.Start.Byte })
	return out
}

func contains(list []string, s string) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
}
