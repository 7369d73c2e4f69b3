package answer

import (
	"context"
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/internal/coverage"
	"github.com/sparkhost/sparkhost/host/internal/run/confidence"
	"github.com/sparkhost/sparkhost/host/internal/run/state"
	"github.com/sparkhost/sparkhost/host/internal/score"
)

// synthesise makes the answer from passages and claims: the best option, to which models may have given
// scores, or what a model wrote, else the sentences nearest the question. Nil without any evidence: no passage,
// or, where rules answer, none that has to do with the question.
func (r *Run) synthesise(ctx context.Context) error {
	r.Answer, r.Challengers = nil, nil
	if len(r.Passages) == 0 {
		return nil
	}
	if len(r.Plan.Options) > 0 {
		r.findContrasts()
		r.warnOfEqualOptions()
	}
	solved := r.solve(ctx)
	if solved == nil && !r.confidence.Related() {
		r.Warn("no_evidence", "answer", confidence.NoneRelated)
		return nil
	}
	if solved == nil && !r.read.Addressed() && r.Policy.FollowUp.MaxQueries == 0 {
		return nil
	}
	if err := r.draft(ctx, solved); err != nil {
		return err
	}
	if solved == nil {
		if more, err := r.followUp(ctx); err != nil {
			return err
		} else if more {
			r.Answer = nil
			if err := r.draft(ctx, nil); err != nil {
				return err
			}
		}
	}
	if r.Answer == nil || solved == nil && !r.read.Addressed() {
		r.Answer = nil
		return nil
	}
	r.Answer.Solved = solved
	r.Answer.Coverage = r.supportCoverage()
	r.publishAnswer()
	return nil
}

// draft makes the answer: the best option, what a model wrote, or what the sentences say.
func (r *Run) draft(ctx context.Context, solved *state.Solution) error {
	switch {
	case len(r.Plan.Options) > 0:
		return r.chooseOption(ctx, solved)
	case solved != nil && r.Policy.Answer.ModelWeight == 0:
		r.write(solved)
		return nil
	}
	return r.answerFreely(ctx, solved)
}

// answerFreely answers a free question by the stages of the answer block, and where they find nothing, with whole sentences.
// A model's answer weighs with theirs; where they find nothing, it stands.
func (r *Run) answerFreely(ctx context.Context, solved *state.Solution) error {
	if done, err := r.extractByStages(ctx, solved); done || err != nil {
		return err
	}
	if solved != nil {
		r.write(solved)
		return nil
	}
	if !r.read.Reads() {
		r.extract()
	}
	return nil
}

// chooseOption takes the best option that was not eliminated.
func (r *Run) chooseOption(ctx context.Context, solved *state.Solution) error {
	options, err := r.scoreOptions(ctx, solved)
	if err != nil {
		return err
	}
	best := options[0]
	a := &state.Answer{Chosen: best.Index, Label: best.Label, Text: best.Text, Score: best.Score, Options: options}
	if len(options) > 1 {
		a.Margin, a.HasMargin = best.Score-options[1].Score, true
		a.RunnerUp = options[1].Text
	}
	a.Phrase = evidence.KeyNounPhrase(best.Text)
	a.Evidence, a.Spans, a.Marks = best.Dossier, best.Spans, best.Marks
	if r.Plan.Polar {
		a.Phrase, a.RunnerUp = strings.Join(r.Plan.Core, " "), ""
		a.Evidence = r.read.VerdictEvidence(r.Plan.Stances[best.Index], r.Policy.Options.CitationsPerEach)
	}
	a.Swayed = r.swayed(options)
	if solved != nil { // what a model rests on is cited, too
		for _, p := range solved.Cites[best.Index] {
			a.Evidence = appendNew(slices.Clip(a.Evidence), p)
		}
	}
	r.Answer = a
	return nil
}

// swayed tells whether another option would be the best one without what models say.
func (r *Run) swayed(options []*state.Option) bool {
	without := func(o *state.Option) float64 {
		score, parts := o.Score, score.Contributions(o.Parts)
		for _, t := range r.Policy.Options.Terms {
			if t.Feature == "option.model" {
				score -= parts[t.Name]
			}
		}
		return score
	}
	return slices.ContainsFunc(options, func(o *state.Option) bool { return without(o) > without(options[0]) })
}

// supportCoverage is U10: of the things that the answer says, its question's
// sub-claims with the chosen option's words, the share that a passage carries.
func (r *Run) supportCoverage() float64 {
	if r.read.Reads() && (r.Answer.Solved == nil || r.Plan.Polar) {
		return r.statedCoverage()
	}
	if r.Answer.Chosen < 0 {
		return coverage.Share(coverage.Statements(r.Answer.Text), r.carriesStatement)
	}
	var said []string
	for _, s := range r.Plan.SubClaims {
		if r.Answer.Chosen >= 0 && !r.Plan.Polar && !slices.Contains(r.Plan.ContentOptions(), s) {
			s += " " + r.Answer.Text
		}
		if !slices.Contains(r.Plan.ContentOptions(), s) {
			said = append(said, s)
		}
	}
	if len(said) == 0 {
		said = []string{r.Plan.Question.Question + " " + r.Answer.Text}
	}
	linked := 0
	for _, s := range said {
		if r.linked(r.TokenSet(s)) {
			linked++
		}
	}
	return float64(linked) / float64(len(said))
}

// statedCoverage is U10 where sentences are read: the share of the answer's citations whose sentence counts.
func (r *Run) statedCoverage() float64 {
	if len(r.Answer.Evidence) == 0 {
		return 0
	}
	backed := 0
	for _, p := range r.Answer.Evidence {
		if s := r.read.Quoted(p); s != nil && r.read.Counts(s) {
			backed++
		}
	}
	return float64(backed) / float64(len(r.Answer.Evidence))
}

// statementCarried is the share of a statement's words from which a sentence that was read carries it.
const statementCarried = 0.5

// carriesStatement tells whether a sentence that counts carries most of what a statement says.
func (r *Run) carriesStatement(text string) bool {
	terms := r.TokenSet(text)
	if len(terms) == 0 {
		return false
	}
	return slices.ContainsFunc(r.Sentences, func(s *state.Sentence) bool {
		return r.read.Counts(s) && evidence.Containment(terms, r.read.WordsOf(s)) >= statementCarried
	})
}

// linked tells whether a passage carries a text, by the policy's measure and threshold.
func (r *Run) linked(terms []uint32) bool {
	return slices.ContainsFunc(r.Passages, func(p *state.Passage) bool {
		return r.Measures.Claims.Of(terms, p.Set) >= r.Policy.Claims.SupportThreshold
	})
}

// diverseEnough is the number of cited sources at which source diversity is 1.
const diverseEnough = 5

// sourceDiversity counts the distinct sources of the cited works, as a share of 5; works of one source are one.
func (r *Run) sourceDiversity(cited map[*state.Document]bool) float64 {
	sources := map[string]bool{}
	for d := range cited {
		sources[d.Source] = true
	}
	return min(1, float64(len(sources))/diverseEnough)
}

// publishAnswer makes the answer's metrics readable.
func (r *Run) publishAnswer() {
	a := r.Answer
	r.Set("answer.answered", true)
	r.Set("answer.support_coverage", a.Coverage)
	r.Set("answer.score", a.Score)
	if a.HasMargin {
		r.Set("answer.margin", a.Margin)
	}
	r.publishSolved(a)
	docs := map[*state.Document]bool{}
	relevance := 0.0
	for _, p := range a.Evidence {
		docs[p.Doc] = true
		relevance = max(relevance, p.Doc.Features["document.abstract_overlap"])
	}
	r.Set("answer.source_diversity", r.sourceDiversity(docs))
	r.Set("answer.relevance", relevance)
	r.Set("answer.citations", len(a.Evidence))
	r.publishStanding()
	r.CountContradictions()
}
