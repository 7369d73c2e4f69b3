package syntax

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/sparkhost/sparkhost/host/policy/diag"
	"github.com/sparkhost/sparkhost/host/policy/internal/expr"
	"github.com/sparkhost/sparkhost/host/policy/schema"
)

// A Node is a block as written, held to its schema; values are decoded later, when
// variables are known.
type Node struct {
	Schema   *schema.Block
	Label    string
	At       hcl.Range // the header
	Leaves   []*Leaf   // in the order of writing
	Children []*Node
}

// A Leaf is an attribute as written.
type Leaf struct {
	Attr  *schema.Attr
	Expr  hclsyntax.Expression
	Reads []string                    // the paths that the expression names
	At    hcl.Range                   // of the value
	Src   []byte                      // of the file
	Owner string                      // the policy that wrote it
	env   func(string) (string, bool) // looks secrets up; nil: secrets have no place here
	Value any                         // decoded by EvalTree
	Uses  []string                    // variables that the value depends on

	ByMode map[schema.Mode]*Leaf // the attribute in each mode; nil: it is the same in all
}

// Leaf returns the attribute of that name as written, or nil.
func (n *Node) Leaf(name string) *Leaf {
	for _, l := range n.Leaves {
		if l.Attr.Name == name {
			return l
		}
	}
	return nil
}

// Child returns the inner block of that name and label, or nil.
func (n *Node) Child(name, label string) *Node {
	for _, c := range n.Children {
		if c.Schema.Name == name && c.Label == label {
			return c
		}
	}
	return nil
}

// All lists the inner blocks of that name, in the order of writing.
func (n *Node) All(name string) []*Node {
	var out []*Node
	for _, c := range n.Children {
		if c.Schema.Name == name {
			out = append(out, c)
		}
	}
	return out
}

// Visit calls f for n and everything below it.
func (n *Node) Visit(f func(*Node)) {
	f(n)
	for _, c := range n.Children {
		c.Visit(f)
	}
}

// Read holds a body to its schema: unknown, repeated and missing things are
// diagnostics, the rest becomes the tree.
func Read(of *schema.Block, body *hclsyntax.Body, src []byte) (*Node, hcl.Diagnostics) {
	n := &Node{Schema: of}
	var diags hcl.Diagnostics
	for _, a := range InOrder(body.Attributes) {
		if len(diags) > diag.MaxReports {
			return n, diags
		}
		l, d := readLeaf(of, a, src)
		if d != nil {
			diags = append(diags, d)
			continue
		}
		n.Leaves = append(n.Leaves, l)
	}
	for i, b := range body.Blocks {
		if len(diags) > diag.MaxReports {
			return n, diags
		}
		if i == maxBlocks {
			return n, append(diags, diag.Error(diag.CodeTooLarge, b.DefRange(), "Too many blocks", fmt.Sprintf("The limit is %d blocks per file or block.", maxBlocks)))
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
		n.Children = append(n.Children, c)
	}
	return n, diags
}

// maxBlocks bounds what merging has to look through.
const maxBlocks = 256

// repeated reports a block that may appear once and is there already; whole files
// are compared elsewhere, within their layer.
func (n *Node) repeated(c *Node) *hcl.Diagnostic {
	if n.Schema.Name == "file" || c.Schema.Many {
		return nil
	}
	if first := n.Child(c.Schema.Name, c.Label); first != nil {
		return diag.Error(diag.CodeDuplicate, c.At, fmt.Sprintf("%s appears twice", Title(c)), "It first appears at "+diag.Place(first.At)+".")
	}
	return nil
}

func readLeaf(of *schema.Block, a *hclsyntax.Attribute, src []byte) (*Leaf, *hcl.Diagnostic) {
	def := of.Attr(a.Name)
	switch {
	case of.Free:
		def = &schema.Attr{Name: a.Name, Kind: schema.KindAny}
	case def == nil && of.Block(a.Name) != nil:
		return nil, diag.Error(diag.CodeUnknownAttr, a.NameRange, fmt.Sprintf("%q is a block", a.Name), fmt.Sprintf("Write %s { … } without the equals sign.", a.Name))
	case def == nil:
		return nil, diag.Error(diag.CodeUnknownAttr, a.NameRange, fmt.Sprintf("%s has no attribute %q", of.Name, a.Name), diag.DidYouMean(a.Name, of.AttrNames()))
	}
	if n := expr.Parts(a.Expr); n > expr.MaxParts(def.Kind) {
		return nil, diag.Error(diag.CodeTooLarge, a.Expr.Range(), "Expression too large", fmt.Sprintf("It has %d parts; the limit is %d.", n, expr.MaxParts(def.Kind)))
	}
	return &Leaf{Attr: def, Expr: a.Expr, Reads: expr.Reads(a.Expr), At: a.Expr.Range(), Src: src}, nil
}

func readBlock(parent *schema.Block, b *hclsyntax.Block, src []byte) (*Node, hcl.Diagnostics) {
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
	n, diags := Read(of, b.Body, src)
	n.Label, n.At = label, b.DefRange()
	return n, diags
}

// mostLabel is the longest label of a block, in bytes: it stands in records, reports and messages.
const mostLabel = 200

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
	if len(label) > mostLabel {
		return "", diag.Error(diag.CodeLabel, b.LabelRanges[0], fmt.Sprintf("The label of %s is too long", of.Name), fmt.Sprintf("The limit is %d bytes.", mostLabel))
	}
	if of.Labels != nil && !slices.Contains(of.Labels, label) {
		return "", diag.Error(diag.CodeLabel, b.LabelRanges[0], fmt.Sprintf("There is no %s %q", of.Name, label), diag.DidYouMean(label, of.Labels))
	}
	if of.Sentence && label != "" {
		return label, nil
	}
	if !hclsyntax.ValidIdentifier(label) || strings.ContainsRune(label, '-') {
		return "", diag.Error(diag.CodeLabel, b.LabelRanges[0], fmt.Sprintf("%q is not a name", label), "Names consist of letters, digits and underscores, and start with a letter.")
	}
	return label, nil
}

// Title names a node for people: term "title".
func Title(n *Node) string {
	if n.Label == "" {
		return n.Schema.Name
	}
	return fmt.Sprintf("%s %q", n.Schema.Name, n.Label)
}

// InOrder lists attributes in the order of writing.
func InOrder(attrs hclsyntax.Attributes) []*hclsyntax.Attribute {
	out := make([]*hclsyntax.Attribute, 0, len(attrs))
	for _, a := range attrs {
		out = append(out, a)
	}
	sort.Slice(out, func(i, j int) bool { return out[i].SrcRange.Start.Byte < out[j].SrcRange.Start.Byte })
	return out
}

// In returns the attribute as it is in a mode.
func (l *Leaf) In(m schema.Mode) *Leaf {
	if own := l.ByMode[m]; own != nil {
		return own
	}
	return l
}

// In returns the tree as it is in a mode: without the blocks that are switched off, each of which
// is told to off.
func (n *Node) In(m schema.Mode, off func(*Node, string)) *Node {
	out := &Node{Schema: n.Schema, Label: n.Label, At: n.At}
	for _, l := range n.Leaves {
		out.Leaves = append(out.Leaves, l.In(m))
	}
	for _, c := range n.Children {
		if why := c.switchedOff(m); why != "" {
			off(c, why)
			continue
		}
		out.Children = append(out.Children, c.In(m, off))
	}
	return out
}

// HasModes says whether the tree differs between modes.
func (n *Node) HasModes() bool {
	differs := false
	n.Visit(func(n *Node) {
		for _, l := range n.Leaves {
			differs = differs || l.ByMode != nil || l.Attr.Switch && l.Attr.Name == "modes"
		}
	})
	return differs
}

// switchedOff says why a block is not there in a mode; "": it is.
func (n *Node) switchedOff(m schema.Mode) string {
	if l := n.Leaf("modes"); l != nil && l.Attr.Switch {
		if modes, _ := l.In(m).Value.([]string); !slices.Contains(modes, string(m)) {
			return "only in mode " + strings.Join(modes, " or ")
		}
	}
	if l := n.Leaf("enabled"); l != nil && l.Attr.Switch && l.In(m).Value == false {
		return "enabled is false"
	}
	return ""
}

// Written returns the value as it stands in the file, shortened.
func (l *Leaf) Written() string {
	text := tokens(l.At.SliceBytes(l.Src))
	if len(text) > 60 {
		text = text[:60] + "…"
	}
	return text
}
