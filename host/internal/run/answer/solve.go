package answer

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/internal/inquiry"
	"github.com/sparkhost/sparkhost/host/internal/run/state"
	"github.com/sparkhost/sparkhost/host/model"
	"github.com/sparkhost/sparkhost/host/model/prompt"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/record"
)

// writtenShare scales a written answer's score by how well the sentence that it shows addresses the question: stages found no span there.
const writtenShare = 0.5

// ofFree is the key under which a free answer keeps its citations.
const ofFree = -1

// solve lets the models of the current mode answer. Nil: none did, and the answer is made by rules.
func (r *Run) solve(ctx context.Context) *state.Solution {
	s := r.Policy.SynthesisIn(r.Course.Mode())
	if s == nil || s.Grounded && !slices.ContainsFunc(s.Solvers, r.Asker.Has) {
		return nil
	}
	step := record.Step{Name: state.Synthesis + "." + string(s.Mode), Numbers: map[string]float64{}, Texts: map[string][]string{}, At: state.At(s.At)}
	shown := r.show(s)
	var solved []state.Solution
	for i, role := range s.Solvers {
		e := shown
		if r.sameModel(role, s.Solvers[:i]) { // asked alike it would answer alike
			e = shown.reversed()
		}
		if one, ok := r.solver(ctx, s, role, e); ok {
			solved = append(solved, one)
			step.Texts["answers"] = append(step.Texts["answers"], fmt.Sprintf("%s: %s", role, r.inWords(one)))
		}
	}
	step.Ran = len(solved) > 0
	step.Numbers["passages"] = float64(len(shown.passages))
	step.Numbers["solved"] = float64(len(solved))
	step.Numbers["chain_links"] = float64(len(shown.Chain))
	step.Numbers["convergence_lines"] = float64(len(shown.Convergence))
	step.Numbers["contrasts"] = float64(len(shown.Contrasts))
	step.Numbers["falsifying"] = float64(len(shown.Falsifying))
	var out *state.Solution
	switch len(solved) {
	case 0:
		step.Reason = "no model answered: made by rules"
	case 1:
		out = &solved[0]
		step.Reason = out.By + " answered"
	default:
		out, step.Reason = r.debate(ctx, s, shown, solved)
	}
	if out != nil && len(shown.Chain) > 0 && len(shown.Options) == 0 {
		step.Numbers["chain_citations"] = float64(out.Chained)
	}
	r.Log(record.KindStep, step)
	return out
}

// sameModel tells whether one of the other roles is bound to the model of this one.
func (r *Run) sameModel(role string, others []string) bool {
	m := r.Models[model.Role(role)]
	return m != nil && slices.ContainsFunc(others, func(other string) bool {
		o := r.Models[model.Role(other)]
		return o != nil && o.Describe() == m.Describe()
	})
}

// solver asks one role for an answer.
func (r *Run) solver(ctx context.Context, s *policy.Synthesis, role string, e showing) (state.Solution, bool) {
	build := prompt.Synthesis
	if len(e.Options) > 0 {
		build = prompt.Options
	}
	reply, ok := r.consult(ctx, s, role, func() (model.Request, error) { return build(e.Evidence) })
	if !ok {
		return state.Solution{}, false
	}
	out := state.Solution{By: role, Scores: map[int]float64{}, Cites: map[int][]*state.Passage{}, Quotes: map[int]string{}, Answerable: true}
	var notes []string
	if len(e.Options) > 0 {
		notes = r.readScores(&out, reply, e)
		ok = len(out.Scores) > 0
	} else {
		var answer *prompt.Answer
		if answer, notes = prompt.ParseSynthesis(reply.JSON, e.Evidence); answer != nil {
			out.Text, out.Confidence, out.Answerable = answer.Text, answer.Confidence, answer.Answerable
			out.Cites[ofFree], out.Quotes[ofFree] = e.cited(answer.Citations), answer.Quote
			out.Chained = prompt.ChainCitations(answer.Text, e.Evidence)
		}
		ok = answer != nil
	}
	if ok && s.Grounded {
		if why := r.whyGroundless(&out); why != "" {
			notes, ok = append(notes, "the answer does not count: "+why), false
		}
	}
	for _, note := range notes {
		r.Warn("model_answer", state.Synthesis, fmt.Sprintf("%s: %s", role, note))
	}
	return out, ok
}

// readScores takes the scores of the options over.
func (r *Run) readScores(out *state.Solution, reply model.Reply, e showing) []string {
	scores, notes := prompt.ParseOptions(reply.JSON, e.Evidence)
	for _, s := range scores {
		i := slices.IndexFunc(r.Plan.Options, func(o evidence.Option) bool { return o.Label == s.Label })
		if i >= 0 {
			out.Scores[i], out.Cites[i], out.Quotes[i] = s.Score, e.cited(s.Citations), s.Quote
		}
	}
	return notes
}

// consult asks a model something that decides the answer. The step that needs it has a way without.
func (r *Run) consult(ctx context.Context, s *policy.Synthesis, role string, build func() (model.Request, error)) (model.Reply, bool) {
	req, err := build()
	if err != nil {
		r.Warn("prompt_failed", state.Synthesis, fmt.Sprintf("%s goes on without a model: %v", state.Synthesis, err))
		return model.Reply{}, false
	}
	if s.MaxOutput > 0 {
		req.MaxOutput = s.MaxOutput
	}
	req.Timeout = s.Timeout
	return r.Ask(ctx, inquiry.Inquiry{Stage: state.Synthesis, Role: role, Request: req, At: state.At(s.At)})
}

// write takes over what a model wrote. Claims that its citations back are the answer's quotes.
func (r *Run) write(s *state.Solution) {
	a := &state.Answer{Chosen: -1, Text: s.Text, Score: s.Confidence, Evidence: s.Cites[ofFree], Phrase: evidence.KeyNounPhrase(evidence.FirstSentence(s.Text))}
	if at := r.shownSentence(a.Evidence, s.Quotes[ofFree]); at != nil && r.Policy.Answer.ModelWeight > 0 { // on the scale of spans
		a.Score, a.Spans = at.Addresses*s.Confidence*writtenShare, map[*state.Passage]*state.Sentence{at.Passage: at}
	}
	for _, c := range r.Claims {
		if slices.Contains(a.Evidence, c.In) {
			a.Quotes = append(a.Quotes, c)
		}
	}
	r.Answer = a
}

// publishSolved makes readable how sure the models are of the answer.
func (r *Run) publishSolved(a *state.Answer) {
	delete(r.State, "answer.model_confidence") // of a draft that was made before
	delete(r.State, "answer.model_agreement")
	defer r.publishAgreement()
	r.Set("answer.answerable", a.Solved == nil || a.Solved.Answerable)
	r.Set("answer.swayed", a.Swayed)
	switch s := a.Solved; {
	case s == nil:
	case a.Chosen < 0:
		r.Set("answer.model_confidence", s.Confidence)
	default:
		if v, ok := s.Scores[a.Chosen]; ok {
			r.Set("answer.model_confidence", v)
		}
	}
}

// publishAgreement makes readable how far the models agree with the answer: their confidence, after half of its log-odds, less a half.
// Models are surer than they are right; half is a guess until an operator fits the term (`calibrate fit`).
func (r *Run) publishAgreement() {
	p, ok := r.State["answer.model_confidence"].(float64)
	if !ok {
		return
	}
	p = min(max(p, 0.01), 0.99)
	r.Set("answer.model_agreement", 1/(1+math.Exp(-math.Log(p/(1-p))/2))-0.5)
}
