// Package ablate takes a policy apart: [Parts] lists what can be switched off in it, by the policy's own names, and [Overlay] writes the policy that
// is the same without one part.
package ablate

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/host/policy/load"
	"github.com/sparkhost/sparkhost/host/policy/schema"
)

// A Part is a block of a policy, such as a round, a stage, a term or a gate.
type Part struct {
	Path string   `json:"path"` // as `policy plan` names it, such as "options.term.stance"
	With []string `json:"with"` // paths of what goes with it, because it would be without meaning: the terms that read a stage
	At   string   `json:"at"`   // file:line
}

// Parts lists what can be switched off, in the order of the language: every block that may be written with enabled = false, and
// gates, of settings as [policy.Set.Settings] gives them. What only declares, such as plugins, sources and models, is left out.
func Parts(settings []load.Setting) []Part {
	var out []Part
	for _, s := range settings {
		if !s.Block || !switchable(s.Path) {
			continue
		}
		out = append(out, Part{Path: s.Path, With: readers(settings, s.Path), At: fmt.Sprintf("%s:%d", s.At.File, s.At.Line)})
	}
	return out
}

// switchable says whether the language lets a block of the policy be switched off.
func switchable(path string) bool {
	blocks, ok := walk(path)
	if !ok {
		return false
	}
	return off(blocks[len(blocks)-1].def) != ""
}

// off returns the line that takes a block's effect away; empty: there is none. A gate that only advises lets every answer pass.
func off(def *schema.Block) string {
	if enabled := def.Attr("enabled"); enabled != nil && enabled.Switch {
		return "enabled = false"
	}
	if def.Name == "gate" {
		return `level = "advisory"`
	}
	return ""
}

// A step is one block on a path.
type step struct {
	def   *schema.Block
	label string
}

// walk finds the blocks of a path in the language; false if they are none of a policy.
func walk(path string) ([]step, bool) {
	file := schema.File()
	at := file.Block("policy")
	var out []step
	for rest := strings.Split(path, "."); len(rest) > 0; {
		next := at.Block(rest[0])
		if next == nil {
			return nil, false
		}
		s := step{def: next}
		rest = rest[1:]
		if next.Label != "" {
			if len(rest) == 0 {
				return nil, false
			}
			s.label, rest = rest[0], rest[1:]
		}
		out, at = append(out, s), next
	}
	return out, len(out) > 0
}

// readers returns the terms of the same block that read a stage, which would be without meaning.
func readers(settings []load.Setting, path string) []string {
	block, stage, is := strings.Cut(path, ".stage.")
	out := []string{}
	if !is {
		return out
	}
	for _, s := range settings {
		term, is := strings.CutSuffix(s.Path, ".stage")
		if is && strings.HasPrefix(term, block+".") && s.Value == stage {
			out = append(out, term)
		}
	}
	return out
}

// Overlay returns a policy of that name that extends another and switches the part off.
func Overlay(name, extends string, p Part) ([]byte, error) {
	var b strings.Builder
	fmt.Fprintf(&b, "policy %q {\n  extends = [%s]\n", name, extends)
	var outer []step
	for i, path := range slices.Concat([]string{p.Path}, p.With) {
		steps, ok := walk(path)
		if !ok {
			return nil, fmt.Errorf("the language has no block %s", path)
		}
		leaf := steps[len(steps)-1]
		if i == 0 { // what goes with a part stands beside it
			outer = steps[:len(steps)-1]
			for depth, s := range outer {
				s.open(&b, depth+1)
			}
		}
		leaf.open(&b, len(steps))
		b.WriteString(indent(len(steps)+1) + off(leaf.def) + "\n" + indent(len(steps)) + "}\n")
	}
	for depth := len(outer); depth > 0; depth-- {
		b.WriteString(indent(depth) + "}\n")
	}
	b.WriteString("}\n")
	return []byte(b.String()), nil
}

// open writes the head of a block.
func (s step) open(b *strings.Builder, depth int) {
	b.WriteString(indent(depth) + s.def.Name)
	if s.label != "" {
		fmt.Fprintf(b, " %q", s.label)
	}
	b.WriteString(" {\n")
}

func indent(depth int) string { return strings.Repeat("  ", depth) }
