package assess

import (
	"context"
	"math"
	"slices"

	"github.com/sparkhost/sparkhost/host/internal/query"
	"github.com/sparkhost/sparkhost/host/internal/ranking"
	"github.com/sparkhost/sparkhost/host/internal/run/state"
	"github.com/sparkhost/sparkhost/host/model/scorer"
	"github.com/sparkhost/sparkhost/host/record"
	"github.com/sparkhost/sparkhost/sdk/contract"
)

// assess runs the triangulate and verify blocks over claims and passages, and records
// the claims as they stand then.
func (r *Run) assess(ctx context.Context) error {
	r.Noted, r.Shown = nil, r.everything()
	r.lookAhead(ctx)
	for i := range r.Policy.Triangulate {
		s := &r.Policy.Triangulate[i]
		resp, err := r.Call(ctx, "triangulate", s, r.claims.ClaimFrame())
		if err != nil {
			return err
		}
		r.PublishSignals("triangulate."+s.Name, resp)
		r.note(s, resp)
		r.AdjustClaims(resp)
	}
	for i := range r.Policy.Verify {
		s := &r.Policy.Verify[i]
		resp, err := r.Call(ctx, "verify", s, r.VerifyFrame())
		if err != nil {
			return err
		}
		r.PublishSignals("verify."+s.Name, resp)
		r.note(s, resp)
		r.judgePassages(resp)
		r.judgeSentences(resp)
	}
	r.entailByModel(ctx)
	r.address.RecordSentences()
	for _, cl := range r.Claims {
		r.Log(record.KindClaim, cl.Event())
	}
	r.recordConvergence()
	return nil
}

// AdjustClaims applies S1-20: what triangulation takes off a claim's own confidence.
func (rd *Run) AdjustClaims(resp *contract.Response) {
	if resp == nil {
		return
	}
	for i, v := range state.Part(resp.Assess.Parts, "confidence_adjustment") {
		c := rd.Claims[i]
		before := c.Confidence
		c.Confidence = max(0, c.Confidence+v)
		c.Lost += max(0, before-c.Confidence)
	}
}

// judgePassages keeps what a verifier says of each passage: its stance, -1 to 1.
func (rd *Run) judgePassages(resp *contract.Response) {
	if resp == nil {
		return
	}
	for i, v := range state.PartOf(resp.Assess.Parts, "passages", state.PartStance) {
		rd.Passages[i].Stance, rd.Passages[i].Judged = v, true
	}
}

// judgeSentences keeps what a verifier says of each sentence, with its cue. A passage takes the stance of the sentence that
// takes sides most clearly.
func (rd *Run) judgeSentences(resp *contract.Response) {
	if resp == nil {
		return
	}
	for i, v := range state.PartOf(resp.Assess.Parts, state.SentencesTable, state.PartStance) {
		s := rd.Sentences[i]
		s.Stance, s.Judged = v, true
		if p := s.Passage; !p.Judged || math.Abs(v) > math.Abs(p.Stance) {
			p.Stance, p.Judged = v, true
		}
	}
	for i, v := range state.PartOf(resp.Assess.Parts, state.SentencesTable, state.PartLeans) {
		rd.Sentences[i].Leans = v
	}
	for i, v := range state.PartOf(resp.Assess.Parts, state.SentencesTable, state.PartStates) {
		rd.Sentences[i].Unstated = 1 - v
	}
	for _, f := range resp.Assess.Findings {
		if f.Table == state.SentencesTable && len(f.Rows) > 0 {
			rd.Sentences[f.Rows[0]].Cue = f.Text
		}
	}
}

// StanceOf returns the probability that a verify stage gives to what a polar option says.
func (r *Run) StanceOf(s query.Stance) (float64, bool) {
	for _, st := range r.Policy.Verify {
		if v, ok := r.State["verify."+st.Name+"."+string(s)].(float64); ok && s != query.NoStance {
			return v, true
		}
	}
	return 0, false
}

// entailByModel lets a model judge whether the sentences that address a claim or a yes/no question best say or deny it. Its stance is
// weighed with that of the stages, and its balance over all of them is a feature of the verdicts.
func (r *Run) entailByModel(ctx context.Context) {
	by := &r.Policy.Entail
	r.Entailed = nil
	if !r.Plan.Polar || !r.Asker.Has(by.Role) || len(r.Sentences) == 0 {
		return
	}
	step := record.Step{Name: "verify.entail", Numbers: map[string]float64{}, At: state.At(by.At)}
	shown := slices.DeleteFunc(r.NearestFirst(), func(s *state.Sentence) bool { return !r.read.Counts(s) })
	shown = shown[:min(by.Sentences, len(shown))]
	step.Numbers["sentences"] = float64(len(shown))
	pairs := make([]scorer.Pair, len(shown))
	for i, s := range shown {
		pairs[i] = scorer.Pair{Premise: s.Passage.Doc.Document.Title + ". " + s.Text, Hypothesis: ranking.Hypothesis(r.Plan.Question.Question)}
	}
	verdicts, ok, err := ranking.Asker{Caller: r.Asker, Stage: step.Name, Role: by.Role, Timeout: by.Timeout, At: step.At}.Entail(ctx, pairs)
	if step.Ran = ok && err == nil; step.Ran {
		step.Numbers["balance"], step.Numbers["trust"] = r.weighVerdicts(shown, verdicts, by.Weight)
	} else {
		step.Reason = r.Unusable(step.Name, err, "no model answered: the stance of the stages stays")
	}
	r.Log(record.KindStep, step)
}

// weighVerdicts moves the stance of sentences towards the model's as far as the model is trusted, and returns the balance of what it said
// and that trust.
func (r *Run) weighVerdicts(shown []*state.Sentence, verdicts []scorer.Verdict, weight float64) (balance, trust float64) {
	stances, weights := make([]float64, len(shown)), make([]float64, len(shown))
	for i, s := range shown {
		stances[i], weights[i] = verdicts[i].Stance(), s.Addresses
	}
	trust = trustIn(shown)
	for i, s := range shown {
		if s.Judged {
			s.Stance += trust * weight * (stances[i] - s.Stance)
		}
	}
	balance = ranking.Balance(stances, weights)
	r.Entailed, r.Trusted = &balance, trust
	return balance, trust
}

// From a stance of plainStance a sentence plainly takes a side; leastTrust of a model counts beside it.
const plainStance, leastTrust = 0.2, 0.1

// trustIn returns the share of a model that counts, leastTrust to 1: the less, the more plainly some sentence takes a side by the stages. A model
// decides where they find no such sentence, and one that lies upsets few answers that sentences carry.
func trustIn(shown []*state.Sentence) float64 {
	most := 0.0
	for _, s := range shown {
		if s.Judged {
			most = max(most, math.Abs(s.Stance))
		}
	}
	return max(leastTrust, 1-most/plainStance)
}

// EntailedFor returns how far the model's balance is on the side of a verdict, from 0 to 1, as far as the model is trusted; false: no model
// judged.
func (r *Run) EntailedFor(side query.Stance) (float64, bool) {
	if r.Entailed == nil {
		return 0, false
	}
	b := *r.Entailed
	switch side {
	case query.Supports:
		return r.Trusted * max(0, b), true
	case query.Contradicts:
		return r.Trusted * max(0, -b), true
	case query.Undecided:
		return r.Trusted * (1 - max(b, -b)), true
	}
	return 0, false
}
