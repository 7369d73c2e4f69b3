package falsify

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/internal/analysis"
	"github.com/sparkhost/sparkhost/host/internal/inquiry"
	"github.com/sparkhost/sparkhost/host/internal/run/answer"
	"github.com/sparkhost/sparkhost/host/internal/run/state"
	"github.com/sparkhost/sparkhost/host/model"
	"github.com/sparkhost/sparkhost/host/model/prompt"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/record"
)

// noModelJudged says why the stages judge a draft whose policy names a model for it.
const noModelJudged = "no model answered: judged by the stages"

// refuteByModel lets a model say which of the found passages refute the draft, and how strongly (S0-17). False: it gave no answer.
func (r *Run) refuteByModel(ctx context.Context, f *policy.Falsify, found []*state.Passage) (float64, bool) {
	if f.Role == "" {
		return 0, false
	}
	step := record.Step{Name: "falsify." + f.Kind + ".model", Numbers: map[string]float64{}, Texts: map[string][]string{}, At: state.At(f.At)}
	score, ok := r.readAgainstDraft(ctx, f, mostRelevant(found, f.Passages), &step)
	if !ok && len(f.Stages) == 0 {
		delete(r.State, "falsify."+f.Kind+".score") // of a draft before this one
	}
	r.Log(record.KindStep, step)
	return score, ok
}

// readAgainstDraft shows a model the passages and takes its score; step says what came of it.
func (r *Run) readAgainstDraft(ctx context.Context, f *policy.Falsify, shown []*state.Passage, step *record.Step) (float64, bool) {
	if len(shown) == 0 {
		step.Reason = "nothing was found against the draft"
		return 0, true
	}
	if !r.Asker.Has(f.Role) {
		r.Unbound("falsify."+f.Kind, f.Role, prompt.TaskVerify, f.At)
		step.Reason = noModelJudged
		return 0, false
	}
	e, byID := r.read.AgainstDraft(shown)
	req, err := prompt.Verify(e, r.Answer.Text)
	if err != nil {
		r.Warn("prompt_failed", step.Name, fmt.Sprintf("%s goes on without a model: %v", step.Name, err))
		step.Reason = noModelJudged
		return 0, false
	}
	req.Timeout = policy.AuxiliaryTimeout
	reply, ok := r.Ask(ctx, inquiry.Inquiry{Stage: "falsify." + f.Kind, Role: f.Role, Request: req, At: state.At(f.At)})
	hits, supporting, notes := readVerdicts(reply, e, byID, r.bearing(shown))
	if len(notes) > 0 {
		step.Texts["notes"] = notes
	}
	if !ok || len(hits)+supporting == 0 && len(notes) > 0 { // an empty list is an answer, a list of which nothing is of use is none
		step.Reason = noModelJudged
		return 0, false
	}
	step.Ran, step.Reason = true, "judged by a model beside the stages"
	score := answer.NoisyOr(hits)
	r.Last.Hits = hits
	step.Numbers["passages"], step.Numbers["refutes"], step.Numbers["supports"] = float64(len(shown)), float64(len(hits)), float64(supporting)
	step.Numbers["score"] = score
	for _, h := range hits {
		step.Texts["refutes"] = append(step.Texts["refutes"], fmt.Sprintf("%s %.4g %q", h.Passage.ID, h.Strength, h.Quote))
	}
	return score, true
}

// mostRelevant returns the n most relevant passages, in the order of finding of equals.
func mostRelevant(found []*state.Passage, n int) []*state.Passage {
	out := slices.Clone(found)
	slices.SortStableFunc(out, func(a, b *state.Passage) int { return cmp.Compare(b.Relative, a.Relative) })
	return out[:min(n, len(out))]
}

// speaking is the share of the question's words, of those that the best sentence holds, from which a quote speaks of the question.
const speaking = 0.5

// bearing tells whether a quote can bear a refutation out. Where stages read, one that holds few of the question's words, beside the best sentence that
// was read or shown, speaks of something else; and what a model can not show it has not read.
func (r *Run) bearing(shown []*state.Passage) func(quote string) bool {
	if !r.read.Reads() {
		return func(string) bool { return true }
	}
	best := 0.0
	for _, p := range slices.Concat(r.Passages, shown) {
		for _, s := range p.Chunk.Sentences {
			best = max(best, evidence.Containment(r.Question, analysis.SetOf(p.Doc.Ids, s.Words)))
		}
	}
	return func(quote string) bool {
		return quote != "" && evidence.Containment(r.Question, r.TokenSet(quote)) >= speaking*best
	}
}

// readVerdicts returns the passages that refute the draft, where their quotes bear it out, the strongest first, and how many support it.
func readVerdicts(reply model.Reply, e prompt.Evidence, byID map[string]*state.Passage, bears func(string) bool) (hits []state.Refutation, supporting int, notes []string) {
	told, notes := prompt.ParseVerify(reply.JSON, e)
	for _, t := range told {
		p := byID[t.DocumentID]
		if !bears(t.Quote) {
			continue
		}
		if !t.Refutes {
			supporting++
			continue
		}
		if s := t.Strength * p.Relative; s > 0 {
			hits = append(hits, state.Refutation{Passage: p, Strength: s, Quote: t.Quote})
		}
	}
	slices.SortStableFunc(hits, func(a, b state.Refutation) int { return cmp.Compare(b.Strength, a.Strength) })
	return hits, supporting, notes
}
