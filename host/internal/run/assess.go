package run

import (
	"context"
	"math"

	"github.com/sparkhost/sparkhost/host/internal/query"
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
		rd.claims[i].Confidence = max(0, rd.claims[i].Confidence+v)
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
