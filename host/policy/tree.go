package policy

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/sparkhost/sparkhost/host/policy/diag"
	"github.com/sparkhost/sparkhost/host/policy/schema"
)

// A node is a block as written, held to its schema; values are decoded later, when
// variables are known.
type node struct {
	schema   *schema.Block
	label    string
	at       hcl.Range // the header
	leaves   []*leaf   // in the order of writing
	children []*node
}

// A leaf is an attribute as written.
type leaf struct {
	attr  *schema.Attr
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
func readTree(of *schema.Block, body *hclsyntax.Body, src []byte) (*node, hcl.Diagnostics) {
	n := &node{schema: of}
	var diags hcl.Diagnostics
	for _, a := range inOrder(body.Attributes) {
		if len(diags) > diag.MaxReports {
			return n, diags
		}
		l, d := readLeaf(of, a, src)
		if d != nil {
			diags = append(diags, d)
			continue
		}
		n.leaves = append(n.leaves, l)
	}
	for i, b := range body.Blocks {
		if len(diags) > diag.MaxReports {
			return n, diags
		}
		if i == maxBlocks {
			return n, append(diags, diag.Error(diag.CodeTooLarge, b.DefRange(), "Too many blocks", fmt.Sprintf("A file or block holds at most %d blocks.", maxBlocks)))
		}
		c, more := readBlock(of, b, src)
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
		return diag.Error(diag.CodeDuplicate, c.at, fmt.Sprintf("%s appears twice", title(c)), "It is first written at "+diag.Place(first.at)+".")
	}
	return nil
}

func readLeaf(of *schema.Block, a *hclsyntax.Attribute, src []byte) (*leaf, *hcl.Diagnostic) {
	def := of.Attr(a.Name)
	switch {
	case of.Free:
		def = &schema.Attr{Name: a.Name, Kind: schema.KindAny}
	case def == nil && of.Block(a.Name) != nil:
		return nil, diag.Error(diag.CodeUnknownAttr, a.NameRange, fmt.Sprintf("%q is a block", a.Name), fmt.Sprintf("Write %s { … } without the equals sign.", a.Name))
	case def == nil:
		return nil, diag.Error(diag.CodeUnknownAttr, a.NameRange, fmt.Sprintf("%s has no attribute %q", of.Name, a.Name), diag.DidYouMean(a.Name, of.AttrNames()))
	}
	if n := countNodes(a.Expr); n > maxNodes(def.Kind) {
		return nil, diag.Error(diag.CodeTooLarge, a.Expr.Range(), "Expression too large", fmt.Sprintf("It has %d parts; at most %d are allowed.", n, maxNodes(def.Kind)))
	}
	harden(a.Expr)
	return &leaf{attr: def, expr: a.Expr, at: a.Expr.Range(), src: src}, nil
}

func readBlock(parent *schema.Block, b *hclsyntax.Block, src []byte) (*node, hcl.Diagnostics) {
	of := parent.Block(b.Type)
	if of == nil {
		what := "a file"
		if parent.Name != "file" {
			what = "block " + parent.Name
		}
		summary, detail := fmt.Sprintf("%s has no block %q", what, b.Type), diag.DidYouMean(b.Type, parent.BlockNames())
		if parent.Attr(b.Type) != nil {
			summary, detail = fmt.Sprintf("%q is an attribute", b.Type), fmt.Sprintf("Write %s = … with an equals sign.", b.Type)
		}
		return nil, hcl.Diagnostics{diag.Error(diag.CodeUnknownBlock, b.TypeRange, summary, detail)}
	}
	label, d := readLabel(of, b)
	if d != nil {
		return nil, hcl.Diagnostics{d}
	}
	n, diags := readTree(of, b.Body, src)
	n.label, n.at = label, b.DefRange()
	return n, diags
}

func readLabel(of *schema.Block, b *hclsyntax.Block) (string, *hcl.Diagnostic) {
	switch {
	case of.Label == "" && len(b.Labels) > 0:
		return "", diag.Error(diag.CodeLabel, b.LabelRanges[0], of.Name+" has no label", fmt.Sprintf("Remove %q.", b.Labels[0]))
	case of.Label == "":
		return "", nil
	case len(b.Labels) != 1:
		return "", diag.Error(diag.CodeLabel, b.DefRange(), fmt.Sprintf("%s needs one label", of.Name), fmt.Sprintf("Write %s %q { … }.", of.Name, of.Label))
	}
	label := b.Labels[0]
	if of.Labels != nil && !slices.Contains(of.Labels, label) {
		return "", diag.Error(diag.CodeLabel, b.LabelRanges[0], fmt.Sprintf("There is no %s %q", of.Name, label), diag.DidYouMean(label, of.Labels))
	}
	if of.Sentence && label != "" {
		return label, nil
	}
	if !hclsyntax.ValidIdentifier(label) || strings.ContainsRune(label, '-') {
		return "", diag.Error(diag.CodeLabel, b.LabelRanges[0], fmt.Sprintf("%q is no name", label), "Names are letters, digits and underscores, and begin with a letter.")
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

// in is the attribute as it is in a mode.
func (l *leaf) in(m Mode) *leaf {
	if own := l.byMode[m]; own != nil {
		return own
	}
	return l
}

// in is the tree as it is in a mode: without the blocks that are switched off, each of which
// is told to off.
func (n *node) in(m Mode, off func(*node, string)) *node {
	out := &node{schema: n.schema, label: n.label, at: n.at}
	for _, l := range n.leaves {
		out.leaves = append(out.leaves, l.in(m))
	}
	for _, c := range n.children {
		if why := c.switchedOff(m); why != "" {
			off(c, why)
			continue
		}
		out.children = append(out.children, c.in(m, off))
	}
	return out
}

// hasModes says whether the tree differs between modes.
func (n *node) hasModes() bool {
	differs := false
	n.visit(func(n *node) {
		for _, l := range n.leaves {
			differs = differs || l.byMode != nil || l.attr.Switch && l.attr.Name == "modes"
		}
	})
	return differs
}

// switchedOff says why a block is not there in a mode; "": it is.
func (n *node) switchedOff(m Mode) string {
	if l := n.leaf("modes"); l != nil && l.attr.Switch {
		if modes, _ := l.in(m).value.([]string); !slices.Contains(modes, string(m)) {
			return "only in mode " + strings.Join(modes, " or ")
		}
	}
	if l := n.leaf("enabled"); l != nil && l.attr.Switch && l.in(m).value == false {
		return "enabled is false"
	}
	return ""
}
