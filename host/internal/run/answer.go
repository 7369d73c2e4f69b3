package run

import (
	"context"
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/internal/coverage"
	"github.com/sparkhost/sparkhost/host/internal/score"
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
	swayed    bool       // only what models say makes it the best option

	spans map[*passage]*sentence // the sentence that a stage found the answer in, of each passage cited for it
	marks map[*passage]string    // the words of that sentence which are the answer

	others int // works in which a stage found another answer
}

// synthesise makes the answer from passages and claims: the best option, to which models may have given
// scores, or what a model wrote, else the sentences nearest the question. Nil without any evidence: no passage,
// or, where rules answer, none that has to do with the question.
func (r *run) synthesise(ctx context.Context) error {
	r.answer, r.challengers = nil, nil
	if len(r.passages) == 0 {
		return nil
	}
	if len(r.plan.Options) > 0 {
		r.findContrasts()
		r.warnOfEqualOptions()
	}
	solved := r.solve(ctx)
	if solved == nil && !r.related() {
		r.warn("no_evidence", "answer", noneRelated)
		return nil
	}
	if solved == nil && !r.addressed() && r.Policy.FollowUp.MaxQueries == 0 {
		return nil
	}
	if err := r.draft(ctx, solved); err != nil {
		return err
	}
	if solved == nil {
		if more, err := r.followUp(ctx); err != nil {
			return err
		} else if more {
			r.answer = nil
			if err := r.draft(ctx, nil); err != nil {
				return err
			}
		}
	}
	if r.answer == nil || solved == nil && !r.addressed() {
		r.answer = nil
		return nil
	}
	r.answer.solved = solved
	r.answer.coverage = r.supportCoverage()
	r.publishAnswer()
	return nil
}

// draft makes the answer: the best option, what a model wrote, or what the sentences say.
func (r *run) draft(ctx context.Context, solved *solution) error {
	switch {
	case len(r.plan.Options) > 0:
		return r.chooseOption(ctx, solved)
	case solved != nil && r.Policy.Answer.ModelWeight == 0:
		r.write(solved)
		return nil
	}
	return r.answerFreely(ctx, solved)
}

// answerFreely answers a free question by the stages of the answer block, and where they find nothing, with whole sentences.
// A model's answer weighs with theirs; where they find nothing, it stands.
func (r *run) answerFreely(ctx context.Context, solved *solution) error {
	if done, err := r.extractByStages(ctx, solved); done || err != nil {
		return err
	}
	if solved != nil {
		r.write(solved)
		return nil
	}
	if !r.reads() {
		r.extract()
	}
	return nil
}

const noneRelated = "no word of the question is in any text that was read, so that none of them is evidence; ask in the language of the sources, or in other words"

// related says whether anything that was read has to do with the question: it holds a word of it (of a question with
// options of its own, or of these), or a stage found that it takes a side. What only the words that rounds add to their
// queries have found is not evidence, neither for an answer nor for there being none.
func (r *run) related() bool {
	return slices.ContainsFunc(r.passages, func(p *passage) bool {
		return p.judged && p.stance != 0 || evidence.Containment(r.focus, p.set) > 0 || evidence.Containment(r.focus, p.doc.all) > 0
	})
}

// chooseOption takes the best option that was not eliminated.
func (r *run) chooseOption(ctx context.Context, solved *solution) error {
	options, err := r.scoreOptions(ctx, solved)
	if err != nil {
		return err
	}
	best := options[0]
	a := &answer{chosen: best.index, label: best.Label, text: best.Text, score: best.Score, options: options}
	if len(options) > 1 {
		a.margin, a.hasMargin = best.Score-options[1].Score, true
		a.runnerUp = options[1].Text
	}
	a.phrase = evidence.KeyNounPhrase(best.Text)
	a.evidence, a.spans = best.dossier, best.spans
	if r.plan.Polar {
		a.phrase, a.runnerUp = strings.Join(r.plan.Core, " "), ""
		a.evidence = r.verdictEvidence(r.plan.Stances[best.index], r.Policy.Options.CitationsPerEach)
	}
	a.swayed = r.swayed(options)
	if solved != nil { // what a model rests on is cited, too
		for _, p := range solved.cites[best.index] {
			a.evidence = appendNew(slices.Clip(a.evidence), p)
		}
	}
	r.answer = a
	return nil
}

// swayed tells whether another option would be the best one without what models say.
func (r *run) swayed(options []*option) bool {
	without := func(o *option) float64 {
		score, parts := o.Score, score.Contributions(o.Parts)
		for _, t := range r.Policy.Options.Terms {
			if t.Feature == "option.model" {
				score -= parts[t.Name]
			}
		}
		return score
	}
	return slices.ContainsFunc(options, func(o *option) bool { return without(o) > without(options[0]) })
}

// supportCoverage is U10: of the things that the answer says, its question's
// sub-claims with the chosen option's words, the share that a passage carries.
func (r *run) supportCoverage() float64 {
	if r.reads() && (r.answer.solved == nil || r.plan.Polar) {
		return r.statedCoverage()
	}
	if r.answer.chosen < 0 {
		return coverage.Share(coverage.Statements(r.answer.text), r.carriesStatement)
	}
	var said []string
	for _, s := range r.plan.SubClaims {
		if r.answer.chosen >= 0 && !r.plan.Polar && !slices.Contains(r.plan.ContentOptions(), s) {
			s += " " + r.answer.text
		}
		if !slices.Contains(r.plan.ContentOptions(), s) {
			said = append(said, s)
		}
	}
	if len(said) == 0 {
		said = []string{r.plan.Question.Question + " " + r.answer.text}
	}
	linked := 0
	for _, s := range said {
		if r.linked(r.tokenSet(s)) {
			linked++
		}
	}
	return float64(linked) / float64(len(said))
}

// statedCoverage is U10 where sentences are read: the share of the answer's citations whose sentence counts.
func (r *run) statedCoverage() float64 {
	if len(r.answer.evidence) == 0 {
		return 0
	}
	backed := 0
	for _, p := range r.answer.evidence {
		if s := r.quoted(p); s != nil && r.counts(s) {
			backed++
		}
	}
	return float64(backed) / float64(len(r.answer.evidence))
}

// statementCarried is the share of a statement's words from which a sentence that was read carries it.
const statementCarried = 0.5

// carriesStatement tells whether a sentence that counts carries most of what a statement says.
func (r *run) carriesStatement(text string) bool {
	terms := r.tokenSet(text)
	if len(terms) == 0 {
		return false
	}
	return slices.ContainsFunc(r.sentences, func(s *sentence) bool {
		return r.counts(s) && evidence.Containment(terms, r.wordsOf(s)) >= statementCarried
	})
}

// linked tells whether a passage carries a text, by the policy's measure and threshold.
func (r *run) linked(terms []uint32) bool {
	return slices.ContainsFunc(r.passages, func(p *passage) bool {
		return r.measures.claims.Of(terms, p.set) >= r.Policy.Claims.SupportThreshold
	})
}

// diverseEnough is the number of cited sources at which source diversity is 1.
const diverseEnough = 5

// sourceDiversity counts the distinct sources of the cited works, as a share of 5; works of one source are one.
func (r *run) sourceDiversity(cited map[*document]bool) float64 {
	sources := map[string]bool{}
	for d := range cited {
		sources[d.source] = true
	}
	return min(1, float64(len(sources))/diverseEnough)
}

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
		relevance = max(relevance, p.doc.Features["document.abstract_overlap"])
	}
	r.set("answer.source_diversity", r.sourceDiversity(docs))
	r.set("answer.relevance", relevance)
	r.set("answer.citations", len(a.evidence))
	r.publishStanding()
	r.countContradictions()
}
