package run

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/internal/inquiry"
	"github.com/sparkhost/sparkhost/host/model"
	"github.com/sparkhost/sparkhost/host/model/prompt"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/record"
)

// synthesis is the stage of solvers and judges, as records and the budget call it.
const synthesis = "synthesis"

// A solution is the answer of one solver, or of all of them together.
type solution struct {
	by         string
	scores     map[int]float64    // by option, from 0 to 1; an option without one was not judged
	cites      map[int][]*passage // by option; of a free answer under ofFree
	quotes     map[int]string     // as cites: the sentence that the solver shows; empty: none
	text       string             // of a free answer
	confidence float64            // of a free answer
	answerable bool
	chained    int // citations of a free answer that join linked evidence to other evidence (S4-22)
}

// writtenShare scales a written answer's score by how well the sentence that it shows addresses the question: stages found no span there.
const writtenShare = 0.5

// ofFree is the key under which a free answer keeps its citations.
const ofFree = -1

// solve lets the models of the current mode answer. Nil: none did, and the answer is made by rules.
func (r *run) solve(ctx context.Context) *solution {
	s := r.Policy.SynthesisIn(r.course.Mode())
	if s == nil || s.Grounded && !slices.ContainsFunc(s.Solvers, r.asker.Has) {
		return nil
	}
	step := record.Step{Name: synthesis + "." + string(s.Mode), Numbers: map[string]float64{}, Texts: map[string][]string{}, At: at(s.At)}
	shown := r.show(s)
	var solved []solution
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
	var out *solution
	switch len(solved) {
	case 0:
		step.Reason = "no model answered: made by rules"
	case 1:
		out = &solved[0]
		step.Reason = out.by + " answered"
	default:
		out, step.Reason = r.debate(ctx, s, shown, solved)
	}
	if out != nil && len(shown.Chain) > 0 && len(shown.Options) == 0 {
		step.Numbers["chain_citations"] = float64(out.chained)
	}
	r.log(record.KindStep, step)
	return out
}

// sameModel tells whether one of the other roles is bound to the model of this one.
func (r *run) sameModel(role string, others []string) bool {
	m := r.Models[model.Role(role)]
	return m != nil && slices.ContainsFunc(others, func(other string) bool {
		o := r.Models[model.Role(other)]
		return o != nil && o.Describe() == m.Describe()
	})
}

// solver asks one role for an answer.
func (r *run) solver(ctx context.Context, s *policy.Synthesis, role string, e showing) (solution, bool) {
	build := prompt.Synthesis
	if len(e.Options) > 0 {
		build = prompt.Options
	}
	reply, ok := r.consult(ctx, s, role, func() (model.Request, error) { return build(e.Evidence) })
	if !ok {
		return solution{}, false
	}
	out := solution{by: role, scores: map[int]float64{}, cites: map[int][]*passage{}, quotes: map[int]string{}, answerable: true}
	var notes []string
	if len(e.Options) > 0 {
		notes = r.readScores(&out, reply, e)
		ok = len(out.scores) > 0
	} else {
		var answer *prompt.Answer
		if answer, notes = prompt.ParseSynthesis(reply.JSON, e.Evidence); answer != nil {
			out.text, out.confidence, out.answerable = answer.Text, answer.Confidence, answer.Answerable
			out.cites[ofFree], out.quotes[ofFree] = e.cited(answer.Citations), answer.Quote
			out.chained = prompt.ChainCitations(answer.Text, e.Evidence)
		}
		ok = answer != nil
	}
	if ok && s.Grounded {
		if why := r.groundless(&out); why != "" {
			notes, ok = append(notes, "the answer does not count: "+why), false
		}
	}
	for _, note := range notes {
		r.warn("model_answer", synthesis, fmt.Sprintf("%s: %s", role, note))
	}
	return out, ok
}

// readScores takes the scores of the options over.
func (r *run) readScores(out *solution, reply model.Reply, e showing) []string {
	scores, notes := prompt.ParseOptions(reply.JSON, e.Evidence)
	for _, s := range scores {
		i := slices.IndexFunc(r.plan.Options, func(o evidence.Option) bool { return o.Label == s.Label })
		if i >= 0 {
			out.scores[i], out.cites[i], out.quotes[i] = s.Score, e.cited(s.Citations), s.Quote
		}
	}
	return notes
}

// consult asks a model something that decides the answer. The step that needs it has a way without.
func (r *run) consult(ctx context.Context, s *policy.Synthesis, role string, build func() (model.Request, error)) (model.Reply, bool) {
	req, err := build()
	if err != nil {
		r.warn("prompt_failed", synthesis, fmt.Sprintf("%s goes on without a model: %v", synthesis, err))
		return model.Reply{}, false
	}
	if s.MaxOutput > 0 {
		req.MaxOutput = s.MaxOutput
	}
	req.Timeout = s.Timeout
	return r.ask(ctx, inquiry.Inquiry{Stage: synthesis, Role: role, Request: req, At: at(s.At)})
}

// write takes over what a model wrote. Claims that its citations back are the answer's quotes.
func (r *run) write(s *solution) {
	a := &answer{chosen: -1, text: s.text, score: s.confidence, evidence: s.cites[ofFree], phrase: evidence.KeyNounPhrase(evidence.FirstSentence(s.text))}
	if at := r.shownSentence(a.evidence, s.quotes[ofFree]); at != nil && r.Policy.Answer.ModelWeight > 0 { // on the scale of spans
		a.score, a.spans = at.addresses*s.confidence*writtenShare, map[*passage]*sentence{at.passage: at}
	}
	for _, c := range r.claims {
		if slices.Contains(a.evidence, c.passage) {
			a.quotes = append(a.quotes, c)
		}
	}
	r.answer = a
}

// publishSolved makes readable how sure the models are of the answer.
func (r *run) publishSolved(a *answer) {
	delete(r.state, "answer.model_confidence") // of a draft that was made before
	delete(r.state, "answer.model_agreement")
	defer r.publishAgreement()
	r.set("answer.answerable", a.solved == nil || a.solved.answerable)
	r.set("answer.swayed", a.swayed)
	switch s := a.solved; {
	case s == nil:
	case a.chosen < 0:
		r.set("answer.model_confidence", s.confidence)
	default:
		if v, ok := s.scores[a.chosen]; ok {
			r.set("answer.model_confidence", v)
		}
	}
}

// publishAgreement makes readable how far the models agree with the answer: their confidence, after half of its log-odds, less a half.
// Models are surer than they are right; half is a guess until an operator fits the term (`calibrate fit`).
func (r *run) publishAgreement() {
	p, ok := r.state["answer.model_confidence"].(float64)
	if !ok {
		return
	}
	p = min(max(p, 0.01), 0.99)
	r.set("answer.model_agreement", 1/(1+math.Exp(-math.Log(p/(1-p))/2))-0.5)
}
