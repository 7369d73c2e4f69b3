package policy

import (
	"fmt"
	"time"

	"github.com/hashicorp/hcl/v2"

	"github.com/sparkhost/sparkhost/host/policy/diag"
)

// get returns an attribute's decoded value, its default, or nil.
func (n *node) get(name string) any {
	if l := n.leaf(name); l != nil && l.value != nil {
		return l.value
	}
	if a := n.schema.Attr(name); a != nil {
		return a.Default
	}
	return nil
}

func as[T any](n *node, name string) T {
	v, _ := n.get(name).(T)
	return v
}

func (n *node) text(name string) string             { return as[string](n, name) }
func (n *node) number(name string) float64          { return as[float64](n, name) }
func (n *node) whole(name string) int               { return int(as[int64](n, name)) }
func (n *node) long(name string) int64              { return as[int64](n, name) }
func (n *node) flag(name string) bool               { return as[bool](n, name) }
func (n *node) duration(name string) time.Duration  { return as[time.Duration](n, name) }
func (n *node) texts(name string) []string          { return as[[]string](n, name) }
func (n *node) pair(name string) [2]float64         { return as[[2]float64](n, name) }
func (n *node) settings(name string) map[string]any { return n.rawSettings(name).values }
func (n *node) secrets(name string) []string        { return n.rawSettings(name).secret }
func (n *node) condition(name string) *rawCondition { return as[*rawCondition](n, name) }
func (n *node) pos() Pos                            { return diag.PosOf(n.at) }
func (n *node) section(name string) *node           { return n.sectionOf(name, "") }
func (n *node) has(name string) bool                { return n.leaf(name) != nil }
func (n *node) sectionOf(name, label string) *node {
	if c := n.child(name, label); c != nil {
		return c
	}
	return &node{schema: n.schema.Block(name), at: n.at}
}

func (n *node) rawSettings(name string) *settings {
	if s := as[*settings](n, name); s != nil {
		return s
	}
	return &settings{}
}

// optional returns a number that may be absent.
func (n *node) optional(name string) *float64 {
	if v, ok := n.get(name).(float64); ok {
		return &v
	}
	return nil
}

// valueAt is where an attribute's value stands, or its block if it has none.
func (n *node) valueAt(name string) hcl.Range {
	if l := n.leaf(name); l != nil {
		return l.at
	}
	return n.at
}

// missing reports required attributes that are absent, and thresholds that do not
// name their overlap measure.
func missing(n *node) hcl.Diagnostics {
	var diags hcl.Diagnostics
	for i := range n.schema.Attrs {
		a := &n.schema.Attrs[i]
		if a.Required && !n.has(a.Name) {
			diags = append(diags, diag.Error(diag.CodeMissing, n.at, fmt.Sprintf("%s needs %s", title(n), a.Name), diag.Capital(a.Doc)+"."))
		}
		if a.Measure != "" && n.has(a.Name) && !n.has(a.Measure) {
			diags = append(diags, diag.Error(diag.CodeMissing, n.valueAt(a.Name), fmt.Sprintf("%s needs %s beside it", a.Name, a.Measure), "A threshold on an overlap names its measure: containment, jaccard or overlap."))
		}
	}
	return diags
}
