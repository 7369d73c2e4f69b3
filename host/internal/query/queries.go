package query

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/record"
)

// A Query is a query before it is sent to any source.
type Query struct{ Text, Intent string }

// Queries lists what a round asks for its intents, in the policy's order, without repetition.
func (p Plan) Queries(pol *policy.Policy, round policy.Round) []Query {
	var out []Query
	for _, name := range round.Intents {
		i := slices.IndexFunc(pol.Intents, func(in policy.Intent) bool { return in.Name == name })
		if i < 0 {
			continue
		}
		out = append(out, p.IntentQueries(&pol.Intents[i])...)
	}
	return out
}

// Event returns the plan as the record tells it.
func (p Plan) Event(pol *policy.Policy) record.Plan {
	out := record.Plan{AnswerType: p.AnswerType, FocusTerms: p.Core, Anchors: p.anchors, SubClaims: p.SubClaims, Queries: []record.PlannedQuery{}}
	for _, r := range pol.Rounds {
		for _, q := range p.Queries(pol, r) {
			out.Queries = append(out.Queries, record.PlannedQuery{Round: r.Name, Intent: q.Intent, Text: q.Text})
		}
	}
	return out
}

// surviving returns the texts of the options that {option} stands for.
func (p Plan) surviving(in *policy.Intent) []string {
	all := p.ContentOptions()
	if !in.Surviving {
		return all
	}
	var out []string
	for i, text := range all {
		if !p.Wording.Struck[i] {
			out = append(out, text)
		}
	}
	return out
}

// Declines says why an intent asks nothing of this question, or "".
func (p Plan) Declines(in *policy.Intent) string {
	switch {
	case len(in.AnswerTypes) > 0 && !slices.Contains(in.AnswerTypes, p.AnswerType):
		return fmt.Sprintf("the question asks for %s", p.AnswerType)
	case in.Pairs.Max > 0 && len(p.Wording.Pairs[in.Name]) == 0:
		return fmt.Sprintf("no two options overlap by %s more than %g", in.Pairs.Measure, in.Pairs.Above)
	}
	return ""
}

// IntentQueries returns the queries of one intent, in the order of its templates.
func (p Plan) IntentQueries(in *policy.Intent) []Query {
	if p.Declines(in) != "" {
		return nil
	}
	var out []Query
	for _, template := range in.Queries {
		for _, extra := range p.extras(in, template) {
			for _, text := range p.expandOver(template, extra, p.surviving(in)) {
				out = append(out, Query{Text: text, Intent: in.Name})
			}
		}
	}
	return out
}

// extras returns the slots that a template is filled with besides the question's: those of each pair.
func (p Plan) extras(in *policy.Intent, template string) []Slots {
	if in.Pairs.Max == 0 || !strings.Contains(template, "{first}") && !strings.Contains(template, "{second}") {
		return []Slots{nil}
	}
	var out []Slots
	for _, pr := range p.Wording.Pairs[in.Name] {
		out = append(out, Slots{"shared": pr.shared, "first": pr.first, "second": pr.second})
	}
	return out
}
