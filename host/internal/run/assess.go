package run

import (
	"context"
	"math"
	"slices"

	"github.com/sparkhost/sparkhost/host/internal/query"
	"github.com/sparkhost/sparkhost/host/internal/ranking"
	"github.com/sparkhost/sparkhost/host/model/scorer"
	"github.com/sparkhost/sparkhost/host/record"
	"github.com/sparkhost/sparkhost/sdk/contract"
)

// assess runs the triangulate and verify blocks over claims and passages, and records
// the claims as they stand then.
func (r *run) assess(ctx context.Context) error {
	r.noted, r.shown = nil, r.everything()
	for i := range r.Policy.Triangulate {
		s := &r.Policy.Triangulate[i]
		resp, err := r.call(ctx, "triangulate", s, r.claimFrame())
		if err != nil {
			return err
		}
		r.publishSignals("triangulate."+s.Name, resp)
		r.note(s, resp)
		r.adjustClaims(resp)
	}
	for i := range r.Policy.Verify {
		s := &r.Policy.Verify[i]
		resp, err := r.call(ctx, "verify", s, r.verifyFrame())
		if err != nil {
			return err
		}
		r.publishSignals("verify."+s.Name, resp)
		r.note(s, resp)
		r.judgePassages(resp)
		r.judgeSentences(resp)
	}
	r.entailByModel(ctx)
	r.recordSentences()
	for _, cl := range r.claims {
		r.log(record.KindClaim, cl.event())
	}
	r.recordConvergence()
	return nil
}

// adjustClaims applies S1-20: what triangulation takes off a claim's own confidence.
func (rd *reading) adjustClaims(resp *contract.Response) {
	if resp == nil {
		return
	}
	for i, v := range part(resp.Assess.Parts, "confidence_adjustment") {
		c := rd.claims[i]
		before := c.Confidence
		c.Confidence = max(0, c.Confidence+v)
		c.lost += max(0, before-c.Confidence)
	}
}

// judgePassages keeps what a verifier says of each passage: its stance, -1 to 1.
func (rd *reading) judgePassages(resp *contract.Response) {
	if resp == nil {
		return
	}
	for i, v := range partOf(resp.Assess.Parts, "passages", partStance) {
		rd.passages[i].stance, rd.passages[i].judged = v, true
	}
}

// judgeSentences keeps what a verifier says of each sentence, with its cue. A passage takes the stance of the sentence that
// takes sides most clearly.
func (rd *reading) judgeSentences(resp *contract.Response) {
	if resp == nil {
		return
	}
	for i, v := range partOf(resp.Assess.Parts, sentencesTable, partStance) {
		s := rd.sentences[i]
		s.stance, s.judged = v, true
		if p := s.passage; !p.judged || math.Abs(v) > math.Abs(p.stance) {
			p.stance, p.judged = v, true
		}
	}
	for _, f := range resp.Assess.Findings {
		if f.Table == sentencesTable && len(f.Rows) > 0 {
			rd.sentences[f.Rows[0]].cue = f.Text
		}
	}
}

// stanceOf is the probability that a verify stage gives to what a polar option says.
func (r *run) stanceOf(s query.Stance) (float64, bool) {
	for _, st := range r.Policy.Verify {
		if v, ok := r.state["verify."+st.Name+"."+string(s)].(float64); ok && s != query.NoStance {
			return v, true
		}
	}
	return 0, false
}

// entailByModel lets a model judge whether the sentences that address a claim or a yes/no question best say or deny it. Its stance is
// weighed with that of the stages, and its balance over all of them is a feature of the verdicts.
func (r *run) entailByModel(ctx context.Context) {
	by := &r.Policy.Entail
	r.entailed = nil
	if !r.plan.Polar || !r.asker.Has(by.Role) || len(r.sentences) == 0 {
		return
	}
	step := record.Step{Name: "verify.entail", Numbers: map[string]float64{}, At: at(by.At)}
	shown := slices.DeleteFunc(r.nearestFirst(), func(s *sentence) bool { return !r.counts(s) })
	shown = shown[:min(by.Sentences, len(shown))]
	step.Numbers["sentences"] = float64(len(shown))
	pairs := make([]scorer.Pair, len(shown))
	for i, s := range shown {
		pairs[i] = scorer.Pair{Premise: s.passage.doc.Document.Title + ". " + s.text, Hypothesis: ranking.Hypothesis(r.plan.Question.Question)}
	}
	verdicts, ok, err := ranking.Asker{Caller: r.asker, Stage: step.Name, Role: by.Role, Timeout: by.Timeout, At: step.At}.Entail(ctx, pairs)
	if step.Ran = ok && err == nil; step.Ran {
		step.Numbers["balance"] = r.weighVerdicts(shown, verdicts, by.Weight)
	} else {
		step.Reason = r.unusable(step.Name, err, "no model answered: the stance of the stages stays")
	}
	r.log(record.KindStep, step)
}

// weighVerdicts moves the stance of sentences towards the model's, and returns the balance of what the model said.
func (r *run) weighVerdicts(shown []*sentence, verdicts []scorer.Verdict, weight float64) float64 {
	stances, weights := make([]float64, len(shown)), make([]float64, len(shown))
	for i, s := range shown {
		stances[i], weights[i] = verdicts[i].Stance(), s.addresses
		if s.judged {
			s.stance = (1-weight)*s.stance + weight*stances[i]
		}
	}
	balance := ranking.Balance(stances, weights)
	r.entailed = &balance
	return balance
}

// entailedFor returns how far the model's balance is on the side of a verdict, from 0 to 1; false: no model judged.
func (r *run) entailedFor(side query.Stance) (float64, bool) {
	if r.entailed == nil {
		return 0, false
	}
	b := *r.entailed
	switch side {
	case query.Supports:
		return max(0, b), true
	case query.Contradicts:
		return max(0, -b), true
	case query.Undecided:
		return 1 - max(b, -b), true
	}
	return 0, false
}
