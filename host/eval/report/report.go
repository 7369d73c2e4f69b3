// Package report puts an evaluation on paper: what each side reaches with intervals, how sure it may be of itself, what it costs, and how the sides
// compare; as one HTML page that asks nobody for anything, as Markdown for a pull request, as CSV and as JSON. Equal inputs give equal bytes.
package report

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/sparkhost/sparkhost/host/eval"
	"github.com/sparkhost/sparkhost/host/eval/compare"
	"github.com/sparkhost/sparkhost/host/eval/stats"
)

// FormatVersion is the version of the JSON form.
const FormatVersion = 1

// A Report is an evaluation of one side or several.
type Report struct {
	FormatVersion int               `json:"format_version"`
	Questions     int               `json:"questions"` // with a known answer
	Sides         []Side            `json:"sides"`
	Comparisons   []*compare.Report `json:"comparisons"` // of the first side with each of the others
	Notes         []string          `json:"notes"`
}

// A Side holds the figures of one side.
type Side struct {
	Name        string               `json:"name"`
	Measures    []Measure            `json:"measures"`
	Calibration Calibration          `json:"calibration"`
	Risk        []stats.RiskPoint    `json:"risk_coverage"`
	Types       []Row                `json:"by_type"`
	Packs       []Row                `json:"by_pack"`
	Costs       map[string]CostRange `json:"costs"`
	Missing     int                  `json:"missing"`
	Units       int                  `json:"independent"`             // questions or clusters of them
	Unsure      []string             `json:"no_confidence,omitempty"` // questions whose result has none; in no figure of confidences
}

// A Measure is a figure with its interval and the method of it.
type Measure struct {
	Key      string         `json:"key"` // as gates name it
	Name     string         `json:"name"`
	Value    float64        `json:"value"`
	Interval stats.Interval `json:"interval"`
	Of       int            `json:"of"`
	Units    int            `json:"independent"` // questions or clusters of them that it rests on
	Method   string         `json:"method"`
}

// A Row is the accuracy of some of the questions.
type Row struct {
	Name     string         `json:"name"`
	Accuracy float64        `json:"accuracy"`
	Interval stats.Interval `json:"interval"` // Wilson; by clusters where there are some
	Answered float64        `json:"answered"`
	Of       int            `json:"of"`
}

// A CostRange is a cost over the questions.
type CostRange = compare.Spread

// Build makes the report. Comparisons are those of the first side with each of the others, of [compare.Compare].
func Build(questions map[compare.Key]*compare.Question, samples []*compare.Sample, comparisons []*compare.Report, o compare.Options, notes []string) *Report {
	r := &Report{FormatVersion: FormatVersion, Questions: len(questions), Comparisons: slices.Concat([]*compare.Report{}, comparisons), Notes: slices.Concat([]string{}, notes)}
	for _, s := range samples {
		r.Sides = append(r.Sides, side(questions, s, o))
	}
	for _, s := range r.Sides {
		if len(comparisons) == 0 && len(s.Unsure) > 0 { // a comparison notes it, too
			r.Notes = append(r.Notes, fmt.Sprintf("%s has no confidence in %d results: %s; they are in no figure of confidences", s.Name, len(s.Unsure), eval.Names(s.Unsure)))
		}
	}
	return r
}

// answers are those of one side, in the order of their keys, with their clusters.
type answers struct {
	keys     []compare.Key
	outcomes []eval.Outcome
	clusters [][]int
	seed     uint64
}

func answersOf(questions map[compare.Key]*compare.Question, s *compare.Sample, o compare.Options) *answers {
	a := &answers{seed: o.Seed}
	of := map[string]int{}
	for _, k := range slices.SortedFunc(maps.Keys(questions), func(x, y compare.Key) int { return cmp.Or(cmp.Compare(x.Pack, y.Pack), cmp.Compare(x.ID, y.ID)) }) {
		q := questions[k]
		cluster := cmp.Or(q.Cluster, k.Pack+"\x00"+k.ID)
		if _, known := of[cluster]; !known {
			of[cluster] = len(a.clusters)
			a.clusters = append(a.clusters, nil)
		}
		for repeat := 0; repeat == 0 || s.Results[compare.Key{Pack: k.Pack, ID: k.ID, Repeat: repeat}] != nil; repeat++ {
			key := compare.Key{Pack: k.Pack, ID: k.ID, Repeat: repeat}
			a.clusters[of[cluster]] = append(a.clusters[of[cluster]], len(a.keys))
			a.keys, a.outcomes = append(a.keys, key), append(a.outcomes, o.Judge.Outcome(q.Question, s.Results[key]))
		}
	}
	return a
}

// some returns the answers that a test holds for.
func (a *answers) some(of func(int) bool) *answers {
	out := &answers{seed: a.seed}
	for _, members := range a.clusters {
		var kept []int
		for _, i := range members {
			if of(i) {
				kept = append(kept, len(out.keys))
				out.keys, out.outcomes = append(out.keys, a.keys[i]), append(out.outcomes, a.outcomes[i])
			}
		}
		if kept != nil {
			out.clusters = append(out.clusters, kept)
		}
	}
	return out
}
