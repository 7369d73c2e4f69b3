package load

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/policy/diag"
	"github.com/sparkhost/sparkhost/host/policy/internal/syntax"
	"github.com/sparkhost/sparkhost/host/policy/schema"
)

// confidenceKinds are the sets of kinds that a question can be of, as terms name them.
var confidenceKinds = [][]string{{"multiple_choice"}, {"polar"}, {"free_form"}, {"claim", "polar"}}

// baseWeights warns where the base of a confidence, which lies within 0 and 1, cannot: its weights do
// not sum to 1. Elsewhere weights rank items against each other, and their sum means nothing. A
// kind of question with a feature that has no bounds is passed over.
func (b *builder) baseWeights(section *syntax.Node) {
	if b.p.Calibrate.Link == policy.LinkLogistic {
		return // log-odds have no bounds
	}
	best, open := 0.0, len(b.p.Calibrate.Base) == 0
	for _, kinds := range confidenceKinds {
		most, bounded := b.mostOfBase(kinds)
		if !bounded {
			open = true
			continue
		}
		best = max(best, most)
		if most > 1+slack {
			b.report(diag.Warning(diag.CodeWeights, section.At, fmt.Sprintf("For %s, the base of the confidence adds up to %.4g", strings.Join(kinds, " and "), most),
				"It is a share from 0 to 1: anything above 1 is cut off, so better evidence no longer counts. Make the weights (or caps) of its base terms and the intercept sum to 1."))
			return
		}
	}
	if top := b.topConfidence(); !open && best < top-slack {
		b.report(diag.Warning(diag.CodeWeights, section.At, fmt.Sprintf("The base of the confidence adds up to %.4g at most", best),
			fmt.Sprintf("No answer can exceed that, whatever its evidence, although clamp allows %.4g. Make the weights of the base terms sum to 1, or lower the upper end of clamp.", top)))
	}
}

// topConfidence returns the most that the policy lets a confidence rise to; corrections that raise it make
// up for a base that stays below, and say so themselves.
func (b *builder) topConfidence() float64 {
	for _, t := range b.p.Calibrate.Terms {
		if t.Weight > 0 {
			return 0
		}
	}
	if high := b.p.Calibrate.Clamp[1]; high > 0 {
		return high
	}
	return 1
}

// mostOfBase returns the greatest sum of base terms for questions of these kinds; false: it has no bound.
func (b *builder) mostOfBase(kinds []string) (float64, bool) {
	sum := b.p.Calibrate.Intercept
	for _, t := range b.p.Calibrate.Base {
		if len(t.Types) > 0 && !slices.ContainsFunc(kinds, func(k string) bool { return slices.Contains(t.Types, k) }) {
			continue
		}
		most := b.mostOfTerm(t)
		if math.IsInf(most, 1) {
			return 0, false
		}
		sum += most
	}
	return sum, true
}

func (b *builder) mostOfTerm(t policy.Term) float64 {
	m, _ := b.scope.Metric(t.Feature)
	if m.Type == schema.MetricBool {
		m.Max = 1
	}
	most := max(t.Weight*m.Min, t.Weight*m.Max)
	if max(-m.Min, m.Max) >= schema.Unbounded && most != 0 {
		most = math.Inf(1)
	}
	if t.Cap != nil {
		most = min(most, *t.Cap)
	}
	if t.Floor != nil {
		most = max(most, *t.Floor)
	}
	return most
}
