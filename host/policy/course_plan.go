package policy

import (
	"fmt"

	"github.com/sparkhost/sparkhost/host/policy/internal/syntax"
	"github.com/sparkhost/sparkhost/host/policy/schema"
)

// MeanPrefix begins the name of a metric of rounds: the mean score of the round's new documents by
// the stage whose name follows.
const MeanPrefix = "mean_"

// MeanOf returns the metric of the mean score of a stage.
func MeanOf(stage string) string { return MeanPrefix + stage }

// MeanMetric describes the metric [MeanOf].
func MeanMetric(stage string) schema.Metric {
	return schema.Metric{Type: schema.MetricNumber, Min: -schema.Unbounded, Max: schema.Unbounded, Neutral: 1.0, Doc: "mean score of the round's new documents by stage " + stage + "; 0 without new documents (U27)"}
}

// EachRound names the stages of select that score each round.
func EachRound(outer *syntax.Node) []string {
	var out []string
	for _, s := range outer.Section("select").All("stage") {
		if s.Flag("each_round") {
			out = append(out, s.Label)
		}
	}
	return out
}

// NeutralMeans returns those of a round in a policy test that gives none.
func (p *Policy) NeutralMeans() map[string]float64 {
	out := map[string]float64{}
	for _, s := range p.Select.Stages {
		if s.EachRound {
			out[s.Name] = 1
		}
	}
	return out
}

func (c *Course) publishMeans(prefix string, out *RoundOutcome) {
	for _, s := range c.policy.Select.Stages {
		if !s.EachRound {
			continue
		}
		delete(c.state, prefix+MeanOf(s.Name))
		if v, ok := out.Means[s.Name]; ok {
			c.state[prefix+MeanOf(s.Name)] = v
		}
	}
}

// lowRounds counts the low rounds of each stop. A round whose mean is unknown is not low.
func (c *Course) lowRounds(out *RoundOutcome) {
	for i := range c.policy.Adaptive.Stops {
		s := &c.policy.Adaptive.Stops[i]
		if v, ok := out.Means[s.Stage]; ok && v < s.Below {
			c.low[s.Name]++
		} else {
			c.low[s.Name] = 0
		}
	}
}

// exhausted returns the first stop of the adaptive gate that holds after a round (S1-21), or nil.
func (c *Course) exhausted(out *RoundOutcome) *Stop {
	for i := range c.policy.Adaptive.Stops {
		s := &c.policy.Adaptive.Stops[i]
		if c.low[s.Name] >= s.Rounds && (s.NewDocumentsLess == 0 || out.NewDocuments < s.NewDocumentsLess) {
			return s
		}
	}
	return nil
}

// Decision returns the point at which the rule may end retrieval.
func (s *Stop) Decision() DecisionPoint {
	text := fmt.Sprintf("%d rounds with a mean %s under %g", s.Rounds, s.Stage, s.Below)
	if s.NewDocumentsLess > 0 {
		text += fmt.Sprintf(" and new_documents < %d", s.NewDocumentsLess)
	}
	return DecisionPoint{"adaptive.stop." + s.Name, text, s.At, nil}
}

// Weighed returns the terms of a block ("select", "read" or "options") that count: their conditions,
// asked in order, hold. A condition that cannot be decided leaves its term out; its error goes to failed.
func (c *Course) Weighed(block string, terms []Term, failed func(t *Term, err error)) []Term {
	out := make([]Term, 0, len(terms))
	for i := range terms {
		t := &terms[i]
		ok, err := c.ask(section{Name: block}.where(t), t.When)
		if err != nil {
			failed(t, err)
		}
		if ok && err == nil {
			out = append(out, *t)
		}
	}
	return out
}

// Reads says whether a condition or a term of the calibration reads a metric.
func (p *Policy) Reads(path string) bool {
	for _, d := range p.DecisionPoints() {
		if d.Condition == nil {
			continue
		}
		for _, o := range d.Condition.Paths {
			if o.Path == path {
				return true
			}
		}
	}
	for _, t := range append(append([]Term(nil), p.Calibrate.Base...), p.Calibrate.Terms...) {
		if t.Feature == path {
			return true
		}
	}
	return false
}
