package run

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/host/internal/inquiry"
	"github.com/sparkhost/sparkhost/host/internal/query"
	"github.com/sparkhost/sparkhost/host/internal/score"
	"github.com/sparkhost/sparkhost/host/model/prompt"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/record"
	"github.com/sparkhost/sparkhost/host/retrieval"
)

// react lets the policy's handlers act on what the assessment found, before the answer is made (C16). All
// of them see the same findings; what they find together is read too, and claims are made and assessed anew, once
// (C19): handlers do not react to what that finds.
func (r *run) react(ctx context.Context) error {
	known := map[int]bool{}
	for _, e := range r.pool.Documents() {
		known[e.Index] = true
	}
	var more []*passage
	foundFor := make([][]*passage, len(r.Policy.Handlers))
	for i := range r.Policy.Handlers {
		found, err := r.handle(ctx, &r.Policy.Handlers[i], known)
		if err != nil {
			return err
		}
		foundFor[i] = found
		for _, p := range found {
			if !slices.ContainsFunc(more, func(have *passage) bool { return have.ID == p.ID && have.doc == p.doc }) {
				more = append(more, p)
			}
		}
	}
	if len(more) > 0 {
		r.addPassages(more)
		for _, p := range more {
			r.recordPassage(p)
		}
		if err := r.do(ctx, r.assessSteps()); err != nil {
			return err
		}
	}
	r.settle(foundFor)
	return nil
}

// settle says of each handler whether the works that its search found take one side, by the stances that
// the second assessment gave them.
func (r *run) settle(foundFor [][]*passage) {
	for i := range r.Policy.Handlers {
		h := &r.Policy.Handlers[i]
		pro, contra := r.sidesTaken(foundFor[i], h.MinWeight)
		r.course.Settled(h, pro != contra)
	}
}

// sidesTaken tells whether one of the passages supports and whether one contradicts, each by at least the
// weight.
func (r *run) sidesTaken(ps []*passage, weight float64) (pro, contra bool) {
	for _, p := range r.asRead(ps) {
		pro = pro || p.judged && p.stance > 0 && p.stance >= weight
		contra = contra || p.judged && p.stance < 0 && -p.stance >= weight
	}
	return pro, contra
}

// A reaction records how a handler acted.
type reaction struct {
	record.Step
	handler *policy.Handler
	events  []event
}

// handle lets one handler act and returns the passages that are to be read too. Known are the works that
// rounds found, by their index in the pool.
func (r *run) handle(ctx context.Context, h *policy.Handler, known map[int]bool) ([]*passage, error) {
	events := r.events(h)
	step := reaction{handler: h, events: events, Step: record.Step{
		Name: "on." + h.Kind, Numbers: map[string]float64{"found": float64(len(events))}, Texts: map[string][]string{}, At: at(h.At),
	}}
	for _, e := range events[:min(len(events), h.Findings)] {
		step.Texts["about"] = append(step.Texts["about"], e.String())
	}
	r.course.Found(h, len(events), r.estimate(h))
	why, err := r.course.React(h)
	if err != nil {
		r.warn("condition_unknown", step.Name, fmt.Sprintf("%s did nothing: %v", step.Name, err))
	}
	step.Ran, step.Reason = why == "", why
	if why != "" {
		r.log(record.KindStep, step.Step)
		return nil, nil
	}
	found, err := r.pivot(ctx, &step, known)
	if err != nil {
		return nil, err
	}
	r.raise(&step)
	r.log(record.KindStep, step.Step)
	return found, nil
}

// pivot asks a handler's queries and returns passages of the works that it found.
func (r *run) pivot(ctx context.Context, step *reaction, known map[int]bool) ([]*passage, error) {
	h := step.handler
	if len(h.Queries) == 0 {
		return nil, nil
	}
	name := "on_" + h.Kind
	rd := policy.Round{Name: name, Sources: h.Sources, MaxQueries: h.MaxQueries, Results: h.Results, At: h.At}
	result, err := r.passAfter(ctx, &rd, append(r.worded(ctx, step), r.pivotQueries(h, step.events)...))
	if err != nil {
		return nil, err
	}
	r.course.Reacted(h, result.NewDocuments)
	step.Numbers["new_documents"] = float64(result.NewDocuments)
	step.Texts["queries"] = result.Queries
	step.Reason = result.SkippedReason
	out := r.foundBy(name, h, known)
	step.Numbers["passages"] = float64(len(out))
	return out, nil
}

// worded is the query that a model writes about the first finding (S2-17). None: the templates are asked.
func (r *run) worded(ctx context.Context, step *reaction) []query.Query {
	h := step.handler
	if h.Role == "" || len(step.events) == 0 || step.events[0].second == nil {
		return nil
	}
	e := step.events[0]
	req, err := prompt.Disambiguation(r.plan.Question.Question, e.phrase, shownTo(e.first), shownTo(e.second))
	if err != nil {
		r.warn("prompt_failed", step.Name, fmt.Sprintf("%s goes on without a model: %v", step.Name, err))
		return nil
	}
	req.Timeout = policy.AuxiliaryTimeout
	reply, ok := r.ask(ctx, inquiry.Inquiry{Stage: step.Name, Role: h.Role, Request: req, At: at(h.At)})
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

// shownTo is a work as a model is shown it.
func shownTo(d *document) prompt.Document {
	return prompt.Document{ID: d.Document.ID, Title: d.Document.Title, Text: abstract(&d.Document), Year: d.Document.Year}
}

// ofEvent are the placeholders that a finding fills.
var ofEvent = []string{"{doc_a}", "{doc_b}", "{hypothesis_a}", "{hypothesis_b}", "{phrase}", "{claim}"}

// pivotQueries fills the templates of a handler: those that speak of a finding once for each of the first
// ones, the others once.
func (r *run) pivotQueries(h *policy.Handler, events []event) []query.Query {
	var out []query.Query
	add := func(template string, of query.Slots) {
		for _, text := range r.plan.Expand(template, of) {
			out = append(out, query.Query{Text: text, Intent: "on_" + h.Kind})
		}
	}
	for i, e := range events[:min(len(events), h.Findings)] {
		for _, t := range h.Queries {
			if i == 0 || slices.ContainsFunc(ofEvent, func(p string) bool { return strings.Contains(t, p) }) {
				add(t, e.slots())
			}
		}
	}
	return out
}

// foundBy cuts and scores the best works that a handler's queries found and that were not read: at most as many
// as it asks for, and only those new to the pool if it wants such.
func (r *run) foundBy(intent string, h *policy.Handler, known map[int]bool) []*passage {
	read := map[*document]bool{}
	for _, p := range r.passages {
		read[p.doc] = true
	}
	entries := slices.DeleteFunc(r.pool.Documents(), func(e retrieval.Entry) bool {
		return rankBy(intent, e) == math.MaxInt || r.excludes(&e.Document) || read[r.byIndex[e.Index]] || h.RequireNew && known[e.Index]
	})
	slices.SortStableFunc(entries, func(a, b retrieval.Entry) int { return cmp.Compare(rankBy(intent, a), rankBy(intent, b)) })
	var out []*passage
	for _, e := range entries[:min(h.Results, len(entries))] {
		out = append(out, r.bestOf(r.cut(r.latecomer(e)))...)
	}
	return out
}

// bestOf scores the passages of one document by the policy's features and keeps the best ones.
func (r *run) bestOf(ps []*passage) []*passage {
	terms := r.termsOf("read", r.Policy.Read.Terms)
	for _, p := range ps {
		r.spreads.Weigh("read", terms, &p.Item)
	}
	slices.SortStableFunc(ps, func(a, b *passage) int { return cmp.Compare(b.Score, a.Score) })
	if n := r.Policy.Read.PassagesPerDocument; n > 0 {
		ps = ps[:min(n, len(ps))]
	}
	return ps
}

// rankBy is the best rank that queries of an intent gave a work; the greatest number if none found it.
func rankBy(intent string, e retrieval.Entry) int {
	best := math.MaxInt
	for _, f := range e.Found {
		if f.Intent == intent {
			best = min(best, f.Rank)
		}
	}
	return best
}

// raise changes the mode of the answer if the handler says so and it can be paid (S3-17); else the answer is
// marked (S3-18).
func (r *run) raise(step *reaction) {
	u := step.handler.Upgrade
	if u == nil {
		return
	}
	r.setBudget()
	already := r.course.Mode() == u.To
	done, why := r.course.Upgrade(step.handler)
	step.Texts["upgrade"] = []string{string(u.To), why}
	step.Numbers["upgraded"] = score.Flag(done)
	if !done && !already {
		r.reason(u.Reason)
	}
}

// estimate returns the cost of answering in the mode of a handler's upgrade, in dollars (U21): what the policy
// says, else nothing where no model takes part. Nil: nobody knows.
func (l *ledger) estimate(h *policy.Handler) *float64 {
	if h.Upgrade == nil {
		return nil
	}
	v := usd(h.Upgrade.EstimateMicroUSD)
	if v > 0 {
		return &v
	}
	cost, known := costIn(l.costs, h.Upgrade.To)
	if v = usd(cost.CostMicroUSD); known {
		return &v
	}
	return nil
}
