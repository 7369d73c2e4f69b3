package search

import (
	"fmt"
	"slices"

	"github.com/sparkhost/sparkhost/host/internal/query"
	"github.com/sparkhost/sparkhost/host/internal/run/state"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/record"
)

// TellIntents records what became of the intents of a round that do not always ask.
func (r *Run) TellIntents(rd *policy.Round) {
	for i := range r.Policy.Intents {
		in := &r.Policy.Intents[i]
		if !slices.Contains(rd.Intents, in.Name) || len(in.AnswerTypes) == 0 && in.Pairs.Max == 0 && !in.Surviving {
			continue
		}
		why := r.Plan.Declines(in)
		event := record.Step{Name: "intent." + in.Name, Round: rd.Name, Ran: why == "", Reason: why, Texts: map[string][]string{}, At: state.At(in.At)}
		for _, q := range r.Plan.IntentQueries(in) {
			event.Texts["queries"] = append(event.Texts["queries"], q.Text)
		}
		for _, pr := range r.Plan.Wording.Pairs[in.Name] {
			event.Texts["pairs"] = append(event.Texts["pairs"], fmt.Sprintf("%s, %s: %.6g", r.Plan.Options[pr.A].Label, r.Plan.Options[pr.B].Label, pr.Overlap))
		}
		if why == "" && len(event.Texts["queries"]) == 0 {
			event.Ran, event.Reason = false, "the question has no options to ask for"
		}
		r.Log(record.KindStep, event)
	}
}

// relax rewrites queries as the policy says (B-09), and records those that it changes.
func (r *Run) relax(rd *policy.Round, queries []query.Query) []query.Query {
	if r.Relaxing == nil {
		return queries
	}
	event := record.Step{Name: "relax", Round: rd.Name, Ran: true, Texts: map[string][]string{}, At: state.At(r.Policy.Relax.At)}
	out := make([]query.Query, len(queries))
	for i, q := range queries {
		out[i] = query.Query{Text: r.Relaxing.Relax(q.Text, r.Content), Intent: q.Intent}
		if out[i].Text != q.Text {
			event.Texts["before"] = append(event.Texts["before"], q.Text)
			event.Texts["after"] = append(event.Texts["after"], out[i].Text)
			r.reword(q.Text, out[i].Text)
		}
	}
	if len(event.Texts) > 0 {
		r.Log(record.KindStep, event)
	}
	return out
}
