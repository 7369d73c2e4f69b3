package run

import (
	"context"

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
	}
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
	for i, v := range part(resp.Assess.Parts, "stance") {
		rd.passages[i].stance, rd.passages[i].judged = v, true
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
