package compare

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/host/eval/results"
	"github.com/sparkhost/sparkhost/host/record"
	"github.com/sparkhost/sparkhost/host/replay"
)

// The ways of a flip.
const (
	Gained    = "wrong→right"
	Lost      = "right→wrong"
	StillOff  = "wrong→wrong"
	StillOn   = "right→right"
	NotJudged = "changed" // the right answer is not known
)

// A Flip is an answer that came out otherwise.
type Flip struct {
	Key
	Question string        `json:"question"`
	Way      string        `json:"way"`
	First    replay.Side   `json:"first"`
	Second   replay.Side   `json:"second"`
	Cause    *replay.Cause `json:"cause"` // what decided it; null: not known
}

// A Group is the flips of one cause.
type Group struct {
	Kind   string `json:"kind"`  // of [replay.Cause]; empty: not known
	Where  string `json:"where"` // such as gate.covered
	At     string `json:"at"`    // file:line of the second policy, or of the first if only that asks; empty: not known
	Plugin string `json:"plugin"`
	Gained int    `json:"gained"` // wrong→right
	Lost   int    `json:"lost"`   // right→wrong
	Other  int    `json:"other"`
	Flips  []Flip `json:"flips"` // lost first, then gained, then others
}

// Name returns the cause for reading.
func (g *Group) Name() string {
	name := cmp.Or(g.Where, "cause not known")
	var at []string
	for _, one := range []string{g.At, g.Plugin} {
		if one != "" {
			at = append(at, one)
		}
	}
	if len(at) > 0 {
		name += " (" + strings.Join(at, ", ") + ")"
	}
	return name
}

// flips finds the answers that differ, grouped by cause, those groups first that cost or gain most.
func flips(items []item, judged bool, o Options) ([]Group, error) {
	var groups []Group
	for i := range items {
		it := &items[i]
		if it.results[0] == nil || it.results[1] == nil {
			continue
		}
		change := replay.Compare(decisionOf(it.results[0]), decisionOf(it.results[1]))
		if !change.Flipped {
			continue
		}
		if o.Cause != nil {
			known, err := o.Cause(it.key)
			if err != nil {
				return nil, err
			}
			if known != nil {
				change = *known
			}
		}
		f := Flip{Key: it.key, Question: it.results[1].Question, Way: NotJudged, First: *change.Old, Second: *change.New, Cause: change.Decisive()}
		if judged {
			f.Way = way(it.sides[0].Right, it.sides[1].Right)
		}
		groups = put(groups, f, it.results[1])
	}
	for i := range groups {
		slices.SortStableFunc(groups[i].Flips, func(a, b Flip) int { return cmp.Compare(rank(a.Way), rank(b.Way)) })
	}
	slices.SortStableFunc(groups, func(a, b Group) int {
		return cmp.Or(cmp.Compare(b.Gained+b.Lost, a.Gained+a.Lost), cmp.Compare(len(b.Flips), len(a.Flips)), strings.Compare(a.Where, b.Where))
	})
	return groups, nil
}

func way(first, second bool) string {
	switch {
	case first && second:
		return StillOn
	case first:
		return Lost
	case second:
		return Gained
	}
	return StillOff
}

func rank(way string) int {
	return slices.Index([]string{Lost, Gained, StillOff, StillOn, NotJudged}, way)
}

// put adds a flip to the group of its cause.
func put(groups []Group, f Flip, second *record.Result) []Group {
	g := Group{}
	if f.Cause != nil {
		g.Kind, g.Where = f.Cause.Kind, f.Cause.Where
		if f.Cause.File != "" {
			g.At = fmt.Sprintf("%s:%d", f.Cause.File, f.Cause.Line)
		}
		g.Plugin, g.At = termOf(&g, second)
	}
	i := slices.IndexFunc(groups, func(o Group) bool {
		return o.Kind == g.Kind && o.Where == g.Where && o.At == g.At && o.Plugin == g.Plugin
	})
	if i < 0 {
		i, groups = len(groups), append(groups, g)
	}
	switch f.Way {
	case Gained:
		groups[i].Gained++
	case Lost:
		groups[i].Lost++
	default:
		groups[i].Other++
	}
	groups[i].Flips = append(groups[i].Flips, f)
	return groups
}

// termOf returns the plugin and the line of the term of the confidence that a group is about.
func termOf(g *Group, second *record.Result) (plugin, at string) {
	name, is := strings.CutPrefix(g.Where, "calibrate.")
	if g.Kind != replay.KindTerm || !is {
		return "", g.At
	}
	for _, t := range second.Calibration.Terms {
		if t.Name == name {
			plugin, _, _ = strings.Cut(t.Plugin, "@")
			return plugin, cmp.Or(g.At, t.Line)
		}
	}
	return "", g.At
}

// decisionOf makes a decision of what a result says: no condition but the gates, and those without values and places.
func decisionOf(r *record.Result) *record.Decision {
	if !results.Sure(r) { // what flips says is JSON, which knows no such number
		unsure := *r
		r, unsure.Confidence = &unsure, 0
	}
	d := &record.Decision{Result: r}
	for _, o := range r.Options {
		d.Options = append(d.Options, record.Option{Label: o.Label, Terms: o.Terms, Score: o.Score, Chosen: r.Answer != nil && o.Label == r.Answer.Label})
	}
	for _, g := range r.Gates {
		d.Conditions = append(d.Conditions, record.Condition{Where: "gate." + g.Name, Text: g.Reason, Result: fmt.Sprint(g.Passed)})
	}
	for _, o := range r.Rounds {
		d.Rounds = append(d.Rounds, record.Round{Name: o.Name, Pass: o.Pass, Ran: o.Ran, SkippedReason: o.SkippedReason, Queries: len(o.Queries), NewDocuments: o.NewDocuments})
	}
	return d
}
