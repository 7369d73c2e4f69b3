package react

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/host/internal/inquiry"
	"github.com/sparkhost/sparkhost/host/internal/query"
	"github.com/sparkhost/sparkhost/host/internal/run/assess"
	"github.com/sparkhost/sparkhost/host/internal/run/state"
	"github.com/sparkhost/sparkhost/host/internal/score"
	"github.com/sparkhost/sparkhost/host/model/prompt"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/record"
	"github.com/sparkhost/sparkhost/host/retrieval"
)

// React lets the policy's handlers act on what the assessment found, before the answer is made (C16). All
// of them see the same findings; what they find together is read too, and claims are made and assessed anew, once
// (C19): handlers do not react to what that finds.
func (r *Run) React(ctx context.Context) error {
	known := map[int]bool{}
	for _, e := range r.Pool.Documents() {
		known[e.Index] = true
	}
	var more []*state.Passage
	foundFor := make([][]*state.Passage, len(r.Policy.Handlers))
	for i := range r.Policy.Handlers {
		found, err := r.handle(ctx, &r.Policy.Handlers[i], known)
		if err != nil {
			return err
		}
		foundFor[i] = found
		for _, p := range found {
			if !slices.ContainsFunc(more, func(have *state.Passage) bool { return have.ID == p.ID && have.Doc == p.Doc }) {
				more = append(more, p)
			}
		}
	}
	if len(more) > 0 {
		r.AddPassages(more)
		for _, p := range more {
			r.read.RecordPassage(p)
		}
		if err := r.Do(ctx, r.assess.AssessSteps()); err != nil {
			return err
		}
	}
	r.Settle(foundFor)
	return nil
}

// Settle says of each handler whether the works that its search found take one side, by the stances that
// the second assessment gave them.
func (r *Run) Settle(foundFor [][]*state.Passage) {
	for i := range r.Policy.Handlers {
		h := &r.Policy.Handlers[i]
		pro, contra := r.sidesTaken(foundFor[i], h.MinWeight)
		r.Course.Settled(h, pro != contra)
	}
}

// sidesTaken tells whether one of the passages supports and whether one contradicts, each by at least the
// weight.
func (r *Run) sidesTaken(ps []*state.Passage, weight float64) (pro, contra bool) {
	for _, p := range r.AsRead(ps) {
		pro = pro || p.Judged && p.Stance > 0 && p.Stance >= weight
		contra = contra || p.Judged && p.Stance < 0 && -p.Stance >= weight
	}
	return pro, contra
}

// A reaction records how a handler acted.
type reaction struct {
	record.Step
	handler *policy.Handler
	events  []assess.Event
}

// handle lets one handler act and returns the passages that are to be read too. Known are the works that
// rounds found, by their index in the pool.
func (r *Run) handle(ctx context.Context, h *policy.Handler, known map[int]bool) ([]*state.Passage, error) {
	events := r.assess.Events(h)
	step := reaction{handler: h, events: events, Step: record.Step{
		Name: "on." + h.Kind, Numbers: map[string]float64{"found": float64(len(events))}, Texts: map[string][]string{}, At: state.At(h.At),
	}}
	for _, e := range events[:min(len(events), h.Findings)] {
		step.Texts["about"] = append(step.Texts["about"], e.String())
	}
	r.Course.Found(h, len(events), r.estimate(h))
	why, err := r.Course.React(h)
	if err != nil {
		r.Warn("condition_unknown", step.Name, fmt.Sprintf("%s did nothing: %v", step.Name, err))
	}
	step.Ran, step.Reason = why == "", why
	if why != "" {
		r.Log(record.KindStep, step.Step)
		return nil, nil
	}
	found, err := r.pivot(ctx, &step, known)
	if err != nil {
		return nil, err
	}
	r.raise(&step)
	r.Log(record.KindStep, step.Step)
	return found, nil
}

// pivot asks a handler's queries and returns passages of the works that it found.
func (r *Run) pivot(ctx context.Context, step *reaction, known map[int]bool) ([]*state.Passage, error) {
	h := step.handler
	if len(h.Queries) == 0 {
		return nil, nil
	}
	name := "on_" + h.Kind
	rd := policy.Round{Name: name, Sources: h.Sources, MaxQueries: h.MaxQueries, Results: h.Results, At: h.At}
	result, err := r.search.PassAfter(ctx, &rd, append(r.worded(ctx, step), r.pivotQueries(h, step.events)...))
	if err != nil {
		return nil, err
	}
	r.Course.Reacted(h, result.NewDocuments)
	step.Numbers["new_documents"] = float64(result.NewDocuments)
	step.Texts["queries"] = result.Queries
	step.Reason = result.SkippedReason
	out := r.foundBy(name, h, known)
	step.Numbers["passages"] = float64(len(out))
	return out, nil
}

// worded returns the query that a model writes about the first finding (S2-17). None: the templates are asked.
func (r *Run) worded(ctx context.Context, step *reaction) []query.Query {
	h := step.handler
	if h.Role == "" || len(step.events) == 0 || step.events[0].Second == nil {
		return nil
	}
	e := step.events[0]
	req, err := prompt.Disambiguation(r.Plan.Question.Question, e.Phrase, shownTo(e.First), shownTo(e.Second))
	if err != nil {
		r.Warn("prompt_failed", step.Name, fmt.Sprintf("%s goes on without a model: %v", step.Name, err))
		return nil
	}
	req.Timeout = policy.AuxiliaryTimeout
	reply, ok := r.Ask(ctx, inquiry.Inquiry{Stage: step.Name, Role: h.Role, Request: req, At: state.At(h.At)})
	if !ok {
		return nil
	}
	text, notes := prompt.ParseDisambiguation(reply.JSON)
	if len(notes) > 0 {
		step.Texts["notes"] = notes
	}
	if text == "" {
		return nil
	}
	return []query.Query{{Text: text, Intent: "on_" + h.Kind}}
}

// shownTo returns a work as a model is shown it.
func shownTo(d *state.Document) prompt.Document {
	return prompt.Document{ID: d.Document.ID, Title: d.Document.Title, Text: state.Abstract(&d.Document), Year: d.Document.Year}
}

// ofEvent are the placeholders that a finding fills.
var ofEvent = []string{"{doc_a}", "{doc_b}", "{hypothesis_a}", "{hypothesis_b}", "{phrase}", "{claim}"}

// pivotQueries fills the templates of a handler: those that speak of a finding once for each of the first
// ones, the others once.
func (r *Run) pivotQueries(h *policy.Handler, events []assess.Event) []query.Query {
	var out []query.Query
	add := func(template string, of query.Slots) {
		for _, text := range r.Plan.Expand(template, of) {
			out = append(out, query.Query{Text: text, Intent: "on_" + h.Kind})
		}
	}
	for i, e := range events[:min(len(events), h.Findings)] {
		for _, t := range h.Queries {
			if i == 0 || slices.ContainsFunc(ofEvent, func(p string) bool { return strings.Contains(t, p) }) {
				add(t, e.Slots())
			}
		}
	}
	return out
}

// foundBy cuts and scores the best works that a handler's queries found and that were not read: at most as many
// as it asks for, and only those new to the pool if it wants such.
func (r *Run) foundBy(intent string, h *policy.Handler, known map[int]bool) []*state.Passage {
	read := map[*state.Document]bool{}
	for _, p := range r.Passages {
		read[p.Doc] = true
	}
	entries := slices.DeleteFunc(r.Pool.Documents(), func(e retrieval.Entry) bool {
		return state.RankBy(intent, e) == math.MaxInt || r.Excludes(&e.Document) || read[r.ByIndex[e.Index]] || h.RequireNew && known[e.Index]
	})
	slices.SortStableFunc(entries, func(a, b retrieval.Entry) int { return cmp.Compare(state.RankBy(intent, a), state.RankBy(intent, b)) })
	var out []*state.Passage
	for _, e := range entries[:min(h.Results, len(entries))] {
		out = append(out, r.read.BestOf(r.read.Read(r.search.Latecomer(e)))...)
	}
	return out
}

// raise changes the mode of the answer if the handler says so and it can be paid (S3-17). The answer is marked where it cannot
// (S3-18), and where it was (S3-30), but not where its mode was that one already.
func (r *Run) raise(step *reaction) {
	u := step.handler.Upgrade
	if u == nil {
		return
	}
	r.SetBudget()
	already := r.Course.Mode() == u.To
	done, why := r.Course.Upgrade(step.handler)
	step.Texts["upgrade"] = []string{string(u.To), why}
	step.Numbers["upgraded"] = score.Flag(done)
	if !already {
		r.Reason(u.Reason)
	}
}

// estimate returns the cost of answering in the mode of a handler's upgrade, in dollars (U21): what the policy
// says, else nothing where no model takes part. Nil: nobody knows.
func (l *Run) estimate(h *policy.Handler) *float64 {
	if h.Upgrade == nil {
		return nil
	}
	v := state.Usd(h.Upgrade.EstimateMicroUSD)
	if v > 0 {
		return &v
	}
	cost, known := state.CostIn(l.Costs, h.Upgrade.To)
	if v = state.Usd(cost.CostMicroUSD); known {
		return &v
	}
	return nil
}
