package syntax

import (
	"fmt"
	"time"

	"github.com/hashicorp/hcl/v2"

	"github.com/sparkhost/sparkhost/host/policy/diag"
)

// Get returns an attribute's decoded value, its default, or nil.
func (n *Node) Get(name string) any {
	if l := n.Leaf(name); l != nil && l.Value != nil {
		return l.Value
	}
	if a := n.Schema.Attr(name); a != nil {
		return a.Default
	}
	return nil
}

func as[T any](n *Node, name string) T {
	v, _ := n.Get(name).(T)
	return v
}

// Text returns an attribute that is a text; its default, or the zero value, if it is not written.
func (n *Node) Text(name string) string { return as[string](n, name) }

// Number returns an attribute that is a number; its default, or the zero value, if it is not written.
func (n *Node) Number(name string) float64 { return as[float64](n, name) }

// Whole returns an attribute that is a whole number; its default, or the zero value, if it is not written.
func (n *Node) Whole(name string) int { return int(as[int64](n, name)) }

// Long returns an attribute that is a whole number, a size or an amount of money; its default, or the zero value, if it is not written.
func (n *Node) Long(name string) int64 { return as[int64](n, name) }

// Flag returns an attribute that is true or false; its default, or the zero value, if it is not written.
func (n *Node) Flag(name string) bool { return as[bool](n, name) }

// Duration returns an attribute that is a duration; its default, or the zero value, if it is not written.
func (n *Node) Duration(name string) time.Duration { return as[time.Duration](n, name) }

// Texts returns an attribute that is a list of texts, words or names; its default, or the zero value, if it is not written.
func (n *Node) Texts(name string) []string { return as[[]string](n, name) }

// Pair returns an attribute that is a pair; its default, or the zero value, if it is not written.
func (n *Node) Pair(name string) [2]float64 { return as[[2]float64](n, name) }

// Settings returns the plain values of an object of settings.
func (n *Node) Settings(name string) map[string]any { return n.RawSettings(name).Values }

// Secrets returns the names of those settings that are never shown.
func (n *Node) Secrets(name string) []string { return n.RawSettings(name).Secret }

// Condition returns an attribute that is a condition, nil if there is none; its default, or the zero value, if it is not written.
func (n *Node) Condition(name string) *Condition { return as[*Condition](n, name) }

// Pos returns the place of the block's header.
func (n *Node) Pos() diag.Pos { return diag.PosOf(n.At) }

// Has says whether an attribute is written.
func (n *Node) Has(name string) bool { return n.Leaf(name) != nil }

// Section returns the inner block of that name without label; if none is written, one that holds nothing but defaults.
func (n *Node) Section(name string) *Node {
	if c := n.Child(name, ""); c != nil {
		return c
	}
	return &Node{Schema: n.Schema.Block(name), At: n.At}
}

// RawSettings returns an object of settings with what is known of its values; never nil.
func (n *Node) RawSettings(name string) *Settings {
	if s := as[*Settings](n, name); s != nil {
		return s
	}
	return &Settings{}
}

// Optional returns a number that may be absent.
func (n *Node) Optional(name string) *float64 {
	if v, ok := n.Get(name).(float64); ok {
		return &v
	}
	return nil
}

// ValueAt returns the range of an attribute's value, or of its block if it has none.
func (n *Node) ValueAt(name string) hcl.Range {
	if l := n.Leaf(name); l != nil {
		return l.At
	}
	return n.At
}

// Missing reports required attributes that are absent, and thresholds that do not
// name their overlap measure.
func Missing(n *Node) hcl.Diagnostics {
	var diags hcl.Diagnostics
	for i := range n.Schema.Attrs {
		a := &n.Schema.Attrs[i]
		if a.Required && !n.Has(a.Name) {
			diags = append(diags, diag.Error(diag.CodeMissing, n.At, fmt.Sprintf("%s needs %s", Title(n), a.Name), diag.Capital(a.Doc)+"."))
		}
		if a.Measure != "" && n.Has(a.Name) && !n.Has(a.Measure) {
			diags = append(diags, diag.Error(diag.CodeMissing, n.ValueAt(a.Name), fmt.Sprintf("%s also needs %s", a.Name, a.Measure), "A threshold on an overlap needs a measure: containment, jaccard or overlap."))
		}
	}
	return diags
}
