package run

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/sparkhost/sparkhost/host/internal/inquiry"
	"github.com/sparkhost/sparkhost/host/model"
	"github.com/sparkhost/sparkhost/host/model/prompt"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/record"
)

// refutingMost is the number of the strongest refutations that make a falsification score (U13).
const refutingMost = 5

// noModelJudged says why the stages judge a draft whose policy names a model for it.
const noModelJudged = "no model answered: judged by the stages"

// A refutation is a passage that a model says speaks against the draft.
type refutation struct {
	passage  *passage
	strength float64 // the model's times the passage's relevance
	quote    string
}

// refuteByModel lets a model say which of the found passages refute the draft, and how strongly (S0-17). False: it gave no answer.
func (r *run) refuteByModel(ctx context.Context, f *policy.Falsify, found []*passage) (float64, bool) {
	if f.Role == "" {
		return 0, false
	}
	step := record.Step{Name: "falsify." + f.Kind + ".model", Numbers: map[string]float64{}, Texts: map[string][]string{}, At: at(f.At)}
	score, ok := r.readAgainstDraft(ctx, f, mostRelevant(found, f.Passages), &step)
	if !ok && len(f.Stages) == 0 {
		delete(r.state, "falsify."+f.Kind+".score") // of a draft before this one
	}
	r.log(record.KindStep, step)
	return score, ok
}

// readAgainstDraft shows a model the passages and takes its score; step says what came of it.
func (r *run) readAgainstDraft(ctx context.Context, f *policy.Falsify, shown []*passage, step *record.Step) (float64, bool) {
	if len(shown) == 0 {
		step.Reason = "nothing was found against the draft"
		return 0, true
	}
	if !r.asker.Has(f.Role) {
		r.unbound("falsify."+f.Kind, f.Role, prompt.TaskVerify, f.At)
		step.Reason = noModelJudged
		return 0, false
	}
	e, byID := r.againstDraft(shown)
	req, err := prompt.Verify(e, r.answer.text)
	if err != nil {
		r.warn("prompt_failed", step.Name, fmt.Sprintf("%s goes on without a model: %v", step.Name, err))
		step.Reason = noModelJudged
		return 0, false
	}
	req.Timeout = policy.AuxiliaryTimeout
	reply, ok := r.ask(ctx, inquiry.Inquiry{Stage: "falsify." + f.Kind, Role: f.Role, Request: req, At: at(f.At)})
	hits, supporting, notes := readVerdicts(reply, e, byID, r.reads())
	if len(notes) > 0 {
		step.Texts["notes"] = notes
	}
	if !ok || len(hits)+supporting == 0 && len(notes) > 0 { // an empty list is an answer, a list of which nothing is of use is none
		step.Reason = noModelJudged
		return 0, false
	}
	step.Ran, step.Reason = true, "judged by a model beside the stages"
	score := noisyOr(hits)
	r.last.hits = hits
	step.Numbers["passages"], step.Numbers["refutes"], step.Numbers["supports"] = float64(len(shown)), float64(len(hits)), float64(supporting)
	step.Numbers["score"] = score
	for _, h := range hits {
		step.Texts["refutes"] = append(step.Texts["refutes"], fmt.Sprintf("%s %.4g %q", h.passage.ID, h.strength, h.quote))
	}
	return score, true
}

// mostRelevant are the n most relevant passages, in the order of finding of equals.
func mostRelevant(found []*passage, n int) []*passage {
	out := slices.Clone(found)
	slices.SortStableFunc(out, func(a, b *passage) int { return cmp.Compare(b.relative, a.relative) })
	return out[:min(n, len(out))]
}

// againstDraft returns the evidence that a model is shown: passages by names of their own.
func (r *run) againstDraft(shown []*passage) (prompt.Evidence, map[string]*passage) {
	e := prompt.Evidence{Question: r.plan.Question.Question}
	byID := map[string]*passage{}
	for i, p := range shown {
		id := fmt.Sprintf("P%d", i+1)
		byID[id] = p
		e.Documents = append(e.Documents, prompt.Document{ID: id, Title: p.doc.Document.Title, Text: p.Text, Year: p.doc.Document.Year})
	}
	return e, byID
}

// readVerdicts are, where strict by findings with a quote alone, the passages that refute the draft, the strongest first, and how many support it.
func readVerdicts(reply model.Reply, e prompt.Evidence, byID map[string]*passage, strict bool) (hits []refutation, supporting int, notes []string) {
	told, notes := prompt.ParseVerify(reply.JSON, e)
	for _, t := range told {
		p := byID[t.DocumentID]
		if strict && t.Quote == "" {
			continue // what it can not show it has not read
		}
		if !t.Refutes {
			supporting++
			continue
		}
		if s := t.Strength * p.relative; s > 0 {
			hits = append(hits, refutation{p, s, t.Quote})
		}
	}
	slices.SortStableFunc(hits, func(a, b refutation) int { return cmp.Compare(b.strength, a.strength) })
	return hits, supporting, notes
}

// noisyOr is U13: 1 - Π(1 - strength) over the strongest.
func noisyOr(hits []refutation) float64 {
	rest := 1.0
	for _, h := range hits[:min(refutingMost, len(hits))] {
		rest *= 1 - h.strength
	}
	return 1 - rest
}
