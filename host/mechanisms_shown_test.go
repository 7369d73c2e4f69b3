package host_test

import (
	"encoding/json"
	"math"
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/record"
)

// What turns a mechanism on.

func (s setting) gap(kind string) *policy.Gap {
	if i := slices.IndexFunc(s.Gaps, func(g policy.Gap) bool { return g.Kind == kind }); i >= 0 {
		return &s.Gaps[i]
	}
	return nil
}

func (s setting) handler(kind string) *policy.Handler {
	if i := slices.IndexFunc(s.Handlers, func(h policy.Handler) bool { return h.Kind == kind }); i >= 0 {
		return &s.Handlers[i]
	}
	return nil
}

// synthesis returns the policy's settings for answers by models; the zero value: models do not answer.
func (s setting) synthesis() policy.Synthesis {
	if y := s.SynthesisIn(s.Mode); y != nil {
		return *y
	}
	return policy.Synthesis{}
}

func intends(name string) func(setting) bool {
	return func(s setting) bool {
		return slices.ContainsFunc(s.Intents, func(in policy.Intent) bool { return in.Name == name })
	}
}

func gaps(kind string) func(setting) bool { return func(s setting) bool { return s.gap(kind) != nil } }

func gapModels(kind string) func(setting) bool {
	return func(s setting) bool { return s.models && s.gap(kind) != nil && s.gap(kind).Role != "" }
}

func handles(kind string) func(setting) bool {
	return func(s setting) bool { return s.handler(kind) != nil }
}

func falsifies(s setting) bool { return len(s.Falsify) > 0 }

func triangulates(s setting, stage string) bool {
	return slices.ContainsFunc(s.Triangulate, func(st policy.Stage) bool { return st.Name == stage })
}

func disagrees(s setting) bool {
	return slices.ContainsFunc(s.Verify, func(st policy.Stage) bool { return st.Plugin == "disagreement" })
}

func upgrades(s setting) bool {
	h := s.handler("disagreement")
	return h != nil && h.Upgrade != nil && h.Upgrade.To != s.Mode
}

func answersByModel(s setting) bool { return s.models && len(s.synthesis().Solvers) > 0 }
func debates(s setting) bool        { return s.models && len(s.synthesis().Solvers) > 1 }
func chains(s setting) bool {
	return answersByModel(s) && s.synthesis().Chain && s.gap("bridge") != nil
}

func hasTerm(terms []policy.Term, name string) bool {
	return slices.ContainsFunc(terms, func(t policy.Term) bool { return t.Name == name })
}

// How often a record shows it.

func acts(step string) func(*told) int   { return func(o *told) int { return o.step(step, nil) } }
func asks(intent string) func(*told) int { return func(o *told) int { return o.asked(intent, "") } }
func finds(kind string) func(*told) int {
	return func(o *told) int {
		return o.step("gap."+kind, func(s record.Step) bool { return len(s.Texts["gaps"]) > 0 })
	}
}

func calls(task, role string) func(*told) int {
	return func(o *told) int { return o.called(task, role) }
}

// shown counts answers by models that were shown something.
func shown(what string) func(*told) int {
	return func(o *told) int {
		return count(o.steps, func(s record.Step) bool {
			return strings.HasPrefix(s.Name, "synthesis.") && s.Ran && s.Numbers[what] > 0
		})
	}
}

// dropped counts steps that left something out for such a reason.
func (o *told) dropped(step, why string) int {
	return o.step(step, func(s record.Step) bool {
		return slices.ContainsFunc(s.Texts["dropped"], func(d string) bool { return strings.Contains(d, why) })
	})
}

// line counts steps convergence_evidence that have a line which begins so.
func (o *told) line(prefix string) int {
	return o.step("convergence_evidence", func(s record.Step) bool {
		return slices.ContainsFunc(s.Texts["lines"], func(l string) bool { return strings.HasPrefix(l, prefix) })
	})
}

// before is 1 if both rounds ran, one before the other.
func (o *told) before(first, second string) int {
	at := func(name string) int {
		return slices.IndexFunc(o.rounds, func(r record.Round) bool { return r.Name == name && r.Ran })
	}
	return one(at(first) >= 0 && at(second) > at(first))
}

// jumps counts passages that do not begin where the one before them in their document ends: sentences between were left out.
func (o *told) jumps() int {
	ends := map[string]bool{}
	for _, p := range o.passages {
		raw, _ := json.Marshal([]any{p.Document, p.Field, p.End + 1})
		ends[string(raw)] = true
	}
	return count(o.passages, func(p record.Passage) bool {
		raw, _ := json.Marshal([]any{p.Document, p.Field, p.Start})
		return p.Start > 0 && !ends[string(raw)]
	})
}

// adjusted tells whether a document's authority is not what its citations alone make it, whatever its weight: among works with
// equal citations it would be the same, and with none it would be 0.
func adjusted(d record.Document, w work) bool {
	v, scored := d.Terms["authority"]
	if !scored || w.Citations == nil || *w.Citations == 0 {
		return false
	}
	plain := math.Log1p(float64(*w.Citations)) / math.Log1p(10000)
	ratio := v / plain
	for _, weight := range []float64{0.1, 0.5} {
		if math.Abs(ratio-weight) < 1e-4 {
			return false
		}
	}
	return true
}

func anyHolds(texts, names []string) bool {
	return slices.ContainsFunc(texts, func(text string) bool {
		return slices.ContainsFunc(names, func(n string) bool { return strings.Contains(text, n) })
	})
}

func number(n *int) int {
	if n == nil {
		return 0
	}
	return *n
}

func flagged(b *bool) int { return one(b != nil && *b) }
