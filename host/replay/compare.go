package replay

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/host"
	"github.com/sparkhost/sparkhost/host/record"
)

// A Side says how a run ended under one policy.
type Side struct {
	Verdict    record.Verdict `json:"verdict"`
	Answer     string         `json:"answer"` // label, else text; empty: none
	Confidence float64        `json:"confidence"`
}

// SideOf returns the end of a run.
func SideOf(r *record.Result) Side {
	s := Side{Verdict: r.Verdict, Confidence: r.Confidence}
	if r.Answer != nil {
		if s.Answer = r.Answer.Label; s.Answer == "" {
			s.Answer = r.Answer.Text
		}
	}
	return s
}

// The kinds of causes, in the order in which a run comes to them.
const (
	KindRound     = "round"     // a round ran, asked or found otherwise
	KindOption    = "option"    // a term moved the choice between two options
	KindCondition = "condition" // a condition came out otherwise
	KindTerm      = "term"      // a term moved the confidence
)

// A Cause is something that came out otherwise under the other policy.
type Cause struct {
	Kind  string `json:"kind"`
	Where string `json:"where"`          // such as "gate.covered", or a term's name
	Old   string `json:"old"`            // for reading, values included
	New   string `json:"new"`            // the same under the other policy
	File  string `json:"file,omitempty"` // where the policy that decided anew says so, or the old one if only that asked
	Line  int    `json:"line,omitempty"`
}

// A Change is one run under two policies.
type Change struct {
	Run      string     `json:"run"`
	ID       string     `json:"id"` // of the question
	Question string     `json:"question"`
	Old      *Side      `json:"old"` // null: not decided
	New      *Side      `json:"new"` // null: not decided
	Flipped  bool       `json:"flipped"`
	Causes   []Cause    `json:"causes"` // what came out otherwise, first things first
	Need     *host.Need `json:"need"`   // the evidence that was never fetched and without which it cannot be decided
	Fetched  int        `json:"fetched"`
	Own      bool       `json:"own,omitempty"`   // it was decided anew under its own policy, which changes nothing by itself
	Error    string     `json:"error,omitempty"` // why it cannot be decided
}

// Decided says whether both sides are known.
func (c *Change) Decided() bool { return c.Old != nil && c.New != nil }

// Moved returns the change of the confidence; 0 unless both sides are known.
func (c *Change) Moved() float64 {
	if !c.Decided() {
		return 0
	}
	return c.New.Confidence - c.Old.Confidence
}

// Same says whether both sides are known and equal.
func (c *Change) Same() bool { return c.Decided() && *c.Old == *c.New }

// Compare says what changed between two decisions of one run, and why. Of a decision that went on from a
// checkpoint, what came before it counts as unchanged.
func Compare(before, after *record.Decision) Change {
	old, now := SideOf(before.Result), SideOf(after.Result)
	c := Change{
		Run: before.Result.Run, ID: before.Result.ID, Question: before.Result.Question, Old: &old, New: &now,
		Flipped: old.Verdict != now.Verdict || old.Answer != now.Answer, Causes: []Cause{},
	}
	if c.Same() {
		return c
	}
	c.Causes = append(c.Causes, conditions(before, after, "round.")...)
	c.Causes = append(c.Causes, rounds(before, after)...)
	c.Causes = append(c.Causes, conditions(before, after, "on.")...)
	c.Causes = append(c.Causes, choice(before, after)...)
	c.Causes = append(c.Causes, conditions(before, after, "falsify.")...)
	c.Causes = append(c.Causes, terms(before, after)...)
	c.Causes = append(c.Causes, conditions(before, after, "gate.")...)
	c.Causes = append(c.Causes, gone(before, after, "gate.")...)
	return c
}

// gone finds the conditions that failed before and are not asked any more.
func gone(before, after *record.Decision, prefix string) []Cause {
	var out []Cause
	for _, was := range before.Conditions {
		asked := slices.ContainsFunc(after.Conditions, func(c record.Condition) bool { return c.Where == was.Where })
		if asked || !strings.HasPrefix(was.Where, prefix) || was.Result == "true" {
			continue
		}
		out = append(out, Cause{Kind: KindCondition, Where: was.Where, Old: told(was), New: "not asked", File: was.File, Line: was.Line})
	}
	return out
}

// conditions finds those whose outcome differs, by place and turn.
func conditions(before, after *record.Decision, prefix string) []Cause {
	type turn struct {
		where string
		n     int
	}
	old, asked := map[turn]record.Condition{}, map[string]int{}
	for _, c := range before.Conditions {
		old[turn{c.Where, asked[c.Where]}] = c
		asked[c.Where]++
	}
	var out []Cause
	clear(asked)
	for _, c := range after.Conditions {
		was, known := old[turn{c.Where, asked[c.Where]}]
		asked[c.Where]++
		if !strings.HasPrefix(c.Where, prefix) || known && was.Result == c.Result || !known && c.Result == "true" {
			continue
		}
		cause := Cause{Kind: KindCondition, Where: c.Where, Old: "not asked", New: told(c), File: c.File, Line: c.Line}
		if known {
			cause.Old = told(was)
		}
		out = append(out, cause)
	}
	return out
}

// told returns a condition with its outcome and what it read.
func told(c record.Condition) string {
	var values []string
	for _, v := range c.Values {
		value := fmt.Sprint(v.Value)
		if n, ok := v.Value.(float64); ok {
			value = fmt.Sprintf("%.4g", n)
		}
		if v.Value == nil {
			value = "unknown"
		}
		values = append(values, v.Path+" = "+value)
	}
	return fmt.Sprintf("%s is %s (%s)", c.Text, c.Result, strings.Join(values, ", "))
}

// rounds finds the first round that went otherwise; what follows it follows from it.
func rounds(before, after *record.Decision) []Cause {
	for i, now := range after.Rounds {
		if i >= len(before.Rounds) {
			break
		}
		was := before.Rounds[i]
		if was.Name == now.Name && was.Ran == now.Ran && was.Queries == now.Queries && was.NewDocuments == now.NewDocuments && was.StopReason == now.StopReason {
			continue
		}
		return []Cause{{Kind: KindRound, Where: now.Name, Old: toldRound(was), New: toldRound(now), File: now.At.File, Line: now.At.Line}}
	}
	return nil
}

func toldRound(r record.Round) string {
	text := fmt.Sprintf("%s: %d queries, %d new documents", r.Name, r.Queries, r.NewDocuments)
	if !r.Ran {
		text = r.Name + " did not run: " + r.SkippedReason
	}
	if r.StopReason != "" {
		text += "; " + r.StopReason
	}
	return text
}

// choice finds the term that did most to make another option win: whose share in the lead of the
// new choice over the old one grew most.
func choice(before, after *record.Decision) []Cause {
	was, now := chosen(before.Options), chosen(after.Options)
	if was == nil || now == nil || was.Label == now.Label {
		return nil
	}
	rival := func(d *record.Decision, label string) record.Option {
		i := slices.IndexFunc(d.Options, func(o record.Option) bool { return o.Label == label })
		if i < 0 {
			return record.Option{}
		}
		return d.Options[i]
	}
	lead := func(d *record.Decision) map[string]float64 {
		up, down := rival(d, now.Label), rival(d, was.Label)
		out := maps.Clone(up.Terms)
		if out == nil {
			out = map[string]float64{}
		}
		for name, v := range down.Terms {
			out[name] -= v
		}
		return out
	}
	old, new := lead(before), lead(after)
	name := mostMoved(old, new, func(moved float64) float64 { return moved })
	what := func(lead map[string]float64) string {
		return fmt.Sprintf("%s gives %s %+.4f against %s", name, now.Label, lead[name], was.Label)
	}
	return []Cause{{Kind: KindOption, Where: "options." + name, Old: what(old), New: what(new)}}
}

func chosen(options []record.Option) *record.Option {
	for i := range options {
		if options[i].Chosen {
			return &options[i]
		}
	}
	return nil
}

// mostMoved returns the name whose value moved most by a measure; of equals the first by name.
func mostMoved(old, new map[string]float64, measure func(float64) float64) string {
	names := slices.Sorted(maps.Keys(new))
	for name := range old {
		if _, both := new[name]; !both {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	if len(names) == 0 {
		return ""
	}
	return slices.MaxFunc(names, func(a, b string) int {
		return cmp.Compare(measure(new[a]-old[a]), measure(new[b]-old[b]))
	})
}

// terms finds the term of the final calibration that moved the confidence most.
func terms(before, after *record.Decision) []Cause {
	was, now := before.Result.Calibration, after.Result.Calibration
	deltas := func(c record.CalibrationSum) map[string]float64 {
		out := map[string]float64{"base": c.Base}
		for _, t := range c.Terms {
			out[t.Name] += t.Delta
		}
		return out
	}
	old, new := deltas(was), deltas(now)
	name := mostMoved(old, new, math.Abs)
	if old[name] == new[name] {
		return nil
	}
	cause := Cause{Kind: KindTerm, Where: "calibrate." + name, Old: toldTerm(was, name, old), New: toldTerm(now, name, new)}
	for _, c := range after.Calibrations {
		for _, t := range c.Terms {
			if t.Name == name {
				cause.File, cause.Line = t.File, t.Line
			}
		}
	}
	return []Cause{cause}
}

func toldTerm(c record.CalibrationSum, name string, deltas map[string]float64) string {
	if _, known := deltas[name]; !known {
		return "no such term"
	}
	for _, t := range c.Terms {
		if t.Name == name && t.Feature != "" {
			value := "unknown"
			if t.Value != nil {
				value = fmt.Sprintf("%.4g", *t.Value)
			}
			return fmt.Sprintf("%+.4f (%g × %s = %s)", deltas[name], t.Weight, t.Feature, value)
		}
	}
	return fmt.Sprintf("%+.4f", deltas[name])
}
