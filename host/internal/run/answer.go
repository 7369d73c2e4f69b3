package run

import (
	"context"
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/host/evidence"
)

// An answer is a draft or the final one.
type answer struct {
	chosen    int // index of the option; -1 for a free answer
	label     string
	text      string
	phrase    string // what falsification searches against
	score     float64
	margin    float64
	hasMargin bool
	runnerUp  string // the alternative answer (U11), if any
	options   []*option
	evidence  []*passage // what is cited, best first
	quotes    []*claim   // the claims that are the free answer, in order
	coverage  float64    // U10
	solved    *solution  // what models answered; nil: made by rules
}

// synthesise makes the answer from passages and claims: the best option, to which models may have given
// scores, or what a model wrote, else the sentences nearest the question. Nil if there is no evidence at all.
func (r *run) synthesise(ctx context.Context) error {
	r.answer = nil
	if len(r.passages) == 0 {
		return nil
	}
	if len(r.plan.options) > 0 {
		r.findContrasts()
	}
	solved := r.solve(ctx)
	var err error
	switch {
	case len(r.plan.options) > 0:
		err = r.chooseOption(ctx, solved)
	case solved != nil:
		r.write(solved)
	default:
		r.extract()
	}
	if err != nil || r.answer == nil {
		return err
	}
	r.answer.solved = solved
	r.answer.coverage = r.supportCoverage()
	r.publishAnswer()
	return nil
}

// chooseOption takes the best option that was not eliminated.
func (r *run) chooseOption(ctx context.Context, solved *solution) error {
	options, err := r.scoreOptions(ctx, solved)
	if err != nil {
		return err
	}
	best := options[0]
	a := &answer{chosen: best.index, label: best.Label, text: best.Text, score: best.score, options: options}
	if len(options) > 1 {
		a.margin, a.hasMargin = best.score-options[1].score, true
		a.runnerUp = options[1].Text
	}
	a.phrase = evidence.KeyNounPhrase(best.Text)
	a.evidence = best.dossier
	if r.plan.polar {
		a.phrase, a.runnerUp = strings.Join(r.plan.core, " "), ""
		a.evidence = r.topPassages(r.Policy.Options.CitationsPerEach)
	}
	if solved != nil { // what a model rests on is cited, too
		for _, p := range solved.cites[best.index] {
			a.evidence = appendNew(slices.Clip(a.evidence), p)
		}
	}
	r.answer = a
	return nil
}

// topPassages are the best passages, one of each document first.
func (r *run) topPassages(n int) []*passage {
	var first, rest []*passage
	seen := map[*document]bool{}
	for _, p := range r.passages {
		if seen[p.doc] {
			rest = append(rest, p)
			continue
		}
		seen[p.doc] = true
		first = append(first, p)
	}
	all := append(first, rest...)
	return all[:min(n, len(all))]
}

// supportCoverage is U10: of the things that the answer says, its question's
// sub-claims with the chosen option's words, the share that a passage carries.
func (r *run) supportCoverage() float64 {
	var said []string
	for _, s := range r.plan.subClaims {
		if r.answer.chosen >= 0 && !r.plan.polar && !slices.Contains(r.plan.contentOptions(), s) {
			s += " " + r.answer.text
		}
		if !slices.Contains(r.plan.contentOptions(), s) {
			said = append(said, s)
		}
	}
	if len(said) == 0 {
		said = []string{r.plan.question.Question + " " + r.answer.text}
	}
	linked := 0
	for _, s := range said {
		if r.linked(r.tokenSet(s)) {
			linked++
		}
	}
	return float64(linked) / float64(len(said))
}

// linked tells whether a passage carries a text, by the policy's measure and threshold.
func (r *run) linked(terms []uint32) bool {
	return slices.ContainsFunc(r.passages, func(p *passage) bool {
		return r.measures.claims.Of(terms, p.set) >= r.Policy.Claims.SupportThreshold
	})
}

// diverseEnough is the number of cited documents at which source diversity is 1.
const diverseEnough = 5

// publishAnswer makes the answer's metrics readable.
func (r *run) publishAnswer() {
	a := r.answer
	r.set("answer.answered", true)
	r.set("answer.support_coverage", a.coverage)
	r.set("answer.score", a.score)
	if a.hasMargin {
		r.set("answer.margin", a.margin)
	}
	r.publishSolved(a)
	docs := map[*document]bool{}
	relevance := 0.0
	for _, p := range a.evidence {
		docs[p.doc] = true
		relevance = max(relevance, p.doc.features["document.abstract_overlap"])
	}
	r.set("answer.source_diversity", min(1, float64(len(docs))/diverseEnough))
	r.set("answer.relevance", relevance)
	r.set("answer.citations", len(a.evidence))
}
