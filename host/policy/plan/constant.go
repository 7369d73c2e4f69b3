package plan

import (
	"fmt"
	"sort"
	"strings"

	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/policy/schema"
)

// A condition is one of a policy, and what asks it.
type condition struct {
	where string
	of    *policy.Condition
}

func (out *Plan) note(where string, c *policy.Condition) {
	if c != nil {
		out.conditions = append(out.conditions, condition{where, c})
	}
}

// constants finds the conditions that are the same in every run, in the order of the files.
func constants(all []condition, p *policy.Policy) []Constant {
	out := []Constant{}
	for _, c := range all {
		if value, constant := c.of.Constant(); constant {
			out = append(out, Constant{Where: c.where, Text: c.of.Text, Value: value, Why: why(c.of, p), At: c.of.At})
		}
	}
	sort.SliceStable(out, func(i, j int) bool {
		a, b := out[i].At, out[j].At
		return a.File < b.File || a.File == b.File && (a.Line < b.Line || a.Line == b.Line && a.Column < b.Column)
	})
	return out
}

// why names what decides a constant condition: its variables with their values, and that
// the ranges of its metrics leave no other outcome.
func why(c *policy.Condition, p *policy.Policy) string {
	var set, free []string
	for _, path := range c.Reads() {
		name, isVar := strings.CutPrefix(path, "var.")
		switch {
		case isVar:
			set = append(set, fmt.Sprintf("%s = %s", path, valueOf(p, name)))
		case !strings.HasPrefix(path, "local."):
			free = append(free, path)
		}
	}
	switch {
	case len(set) == 0 && len(free) == 0:
		return "it reads no state of the run"
	case len(free) == 0:
		return strings.Join(set, ", ")
	case len(set) == 0:
		return "whatever " + strings.Join(free, ", ") + " is"
	}
	return fmt.Sprintf("with %s, whatever %s is", strings.Join(set, ", "), strings.Join(free, ", "))
}

func valueOf(p *policy.Policy, name string) string {
	for _, v := range p.Variables {
		if v.Name == name && !v.Sensitive {
			return schema.Spell(v.Value)
		}
	}
	return "(sensitive)"
}

// adaptive says in words when retrieval ends early.
func adaptive(p *policy.Policy) string {
	a := p.Adaptive
	if !a.Enabled {
		return ""
	}
	return fmt.Sprintf("from %s on, retrieval ends when one brought fewer than %s or raised selected_quality by less than %s; at most %d rounds",
		many(int64(a.MinRounds), "round", "rounds"), many(int64(a.MinNewDocs), "new document", "new documents"), schema.Spell(a.MinQualityGain), a.MaxRounds)
}
