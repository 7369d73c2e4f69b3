package run

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/sparkhost/sparkhost/host/budget"
	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/record"
)

// wallForRetrieval is how much of the wall time retrieval may use where the policy
// reserves something for later: the rest keeps an answer from what was found possible.
const wallForRetrieval = 0.9

// retrieve runs the rounds. When their share of the wall time is over, the run goes
// on with what it has.
func (r *run) retrieve(ctx context.Context) error {
	wall := r.Policy.Budget.MaxWall
	if wall == 0 || len(r.Policy.Budget.ReserveFor) == 0 {
		return r.search(ctx)
	}
	guard := r.guard.Round(budget.Limits{Max: budget.Amount{Wall: time.Duration(float64(wall) * wallForRetrieval)}})
	bounded, cancel := guard.Context(ctx)
	defer cancel()
	err := r.search(bounded)
	if err != nil && bounded.Err() != nil && ctx.Err() == nil && r.Policy.Budget.OnExhausted != "fail" {
		r.warn("retrieval_out_of_time", "search", fmt.Sprintf("retrieval ended early: %v", err))
		r.scoreDocuments()
		return nil
	}
	return err
}

// search runs the policy's rounds in order. A round that does not run is recorded with its reason.
func (r *run) search(ctx context.Context) error {
	counted := 0
	for i := range r.Policy.Rounds {
		rd := &r.Policy.Rounds[i]
		result := record.RoundResult{Name: rd.Name, Queries: []string{}}
		reason, err := r.skip(rd, counted)
		if err != nil {
			return err
		}
		if reason == "" {
			if err := r.round(ctx, rd, &result); err != nil {
				return err
			}
			reason = result.SkippedReason
		}
		if result.Ran && rd.CountsAgainstMax {
			counted++
		}
		result.SkippedReason = reason
		r.endRound(rd, result)
	}
	return nil
}

// skip says why a round must not run; "" lets it.
func (r *run) skip(rd *policy.Round, counted int) (string, error) {
	a := r.Policy.Adaptive
	switch {
	case r.stopped != "" && rd.CountsAgainstMax:
		return r.stopped, nil
	case a.Enabled && rd.CountsAgainstMax && counted >= a.MaxRounds:
		return fmt.Sprintf("max_rounds: %d rounds have run", counted), nil
	}
	ok, err := r.holds("round."+rd.Name+".when", rd.When)
	switch {
	case err != nil:
		r.warn("condition_unknown", "round."+rd.Name, fmt.Sprintf("round %q did not run: %v", rd.Name, err))
		return "when: unknown: " + err.Error(), nil
	case !ok:
		return "when: false", nil
	}
	return "", nil
}

// round asks the round's queries, merges what they find and looks for gaps.
func (r *run) round(ctx context.Context, rd *policy.Round, result *record.RoundResult) error {
	queries := r.roundQueries(rd)
	if len(queries) == 0 {
		result.SkippedReason = "no new queries"
		return nil
	}
	r.pool.StartRound(rd.Name)
	before := r.pool.Len()
	asked, failed, err := r.ask(ctx, rd, queries)
	if err != nil {
		return err
	}
	result.Failed = failed
	if len(asked) == 0 {
		result.SkippedReason = "budget: no search could be paid"
		return nil
	}
	result.Ran, result.Queries = true, asked
	result.NewDocuments = r.pool.Len() - before
	r.scoreDocuments()
	quality := r.selectedQuality()
	result.QualityGain = quality - r.lastQuality()
	result.SelectedQuality = quality
	result.OpenGaps = r.findGaps(rd)
	return nil
}

// roundQueries are the injected queries and the planned ones, without those asked before.
func (r *run) roundQueries(rd *policy.Round) []plannedQuery {
	all := slices.Concat(r.injected[rd.Name], r.injected[""], r.plan.queries(r.Policy, *rd))
	delete(r.injected, rd.Name)
	delete(r.injected, "")
	out := all[:0]
	for _, q := range all {
		if q.text == "" || r.asked[q.text] {
			continue
		}
		r.asked[q.text] = true
		out = append(out, q)
	}
	if rd.MaxQueries > 0 && len(out) > rd.MaxQueries {
		out = out[:rd.MaxQueries]
	}
	return out
}

// lastQuality is the selected quality after the last round that ran; 0 before any.
func (r *run) lastQuality() float64 {
	for i := len(r.rounds) - 1; i >= 0; i-- {
		if r.rounds[i].Ran {
			return r.rounds[i].SelectedQuality
		}
	}
	return 0
}

// endRound publishes a round's metrics, lets the adaptive gate decide and records both.
func (r *run) endRound(rd *policy.Round, result record.RoundResult) {
	event := record.Round{
		Name: rd.Name, Ran: result.Ran, SkippedReason: result.SkippedReason, Queries: len(result.Queries),
		NewDocuments: result.NewDocuments, PoolDocuments: r.pool.Len(), SelectedQuality: result.SelectedQuality,
		QualityGain: result.QualityGain, OpenGaps: result.OpenGaps, At: at(rd.At),
	}
	r.rounds = append(r.rounds, result)
	r.set("rounds."+rd.Name+".ran", result.Ran)
	if result.Ran {
		r.publish("rounds."+rd.Name+".", result)
		r.publish("round.", result)
		r.set("round.ran", true)
		r.adapt(result)
		event.StopReason = r.stopped
	}
	r.set("run.rounds", r.ran())
	r.set("pool.documents", r.pool.Len())
	r.set("pool.sources", len(r.sourceShares(r.documents)))
	r.log(record.KindRound, event)
}

func (r *run) publish(prefix string, result record.RoundResult) {
	r.set(prefix+"selected_quality", result.SelectedQuality)
	r.set(prefix+"quality_gain", result.QualityGain)
	r.set(prefix+"new_documents", result.NewDocuments)
	r.set(prefix+"queries", len(result.Queries))
	if result.OpenGaps != nil {
		r.set(prefix+"open_gaps", *result.OpenGaps)
	}
}

// adapt is the adaptive gate (B-06): from the minimum of rounds on, retrieval ends
// when a round brought few new documents or little quality.
func (r *run) adapt(last record.RoundResult) {
	a := r.Policy.Adaptive
	if !a.Enabled || r.ran() < a.MinRounds || r.stopped != "" {
		return
	}
	switch {
	case last.NewDocuments < a.MinNewDocs:
		r.stopped = fmt.Sprintf("adaptive: new_documents_low: %d after round %q, under %d", last.NewDocuments, last.Name, a.MinNewDocs)
	case last.QualityGain < a.MinQualityGain:
		r.stopped = fmt.Sprintf("adaptive: quality_gain_low: %.4f after round %q, under %g", last.QualityGain, last.Name, a.MinQualityGain)
	}
}

func (r *run) ran() int {
	n := 0
	for _, rd := range r.rounds {
		if rd.Ran {
			n++
		}
	}
	return n
}

// findGaps runs the gap analyses due after this round (S0-08, S0-11) and injects
// their queries. Nil: there was none.
func (r *run) findGaps(rd *policy.Round) *int {
	var open *int
	for i := range r.Policy.Gaps {
		g := &r.Policy.Gaps[i]
		due := g.After == rd.Name || g.After == "every_round" && r.ran()+1 >= r.Policy.Adaptive.MinRounds
		if !due {
			continue
		}
		gaps := r.coverageGaps(g)
		target := g.Inject
		if target == "next_round" {
			target = ""
		}
		r.injected[target] = append(r.injected[target], r.gapQueries(g, gaps)...)
		n := len(gaps)
		if open != nil {
			n += *open
		}
		open = &n
	}
	return open
}

// coverageGaps are the sub-claims that no selected document covers (S0-08):
// coverage(s) = max over the documents of measure(s, title + abstract), strictly under the threshold.
func (r *run) coverageGaps(g *policy.Gap) []string {
	measure, err := evidence.ParseMeasure(g.Measure)
	if err != nil { // the policy's own check forbids it
		r.warn("gap_measure", g.Kind, err.Error())
		return nil
	}
	var gaps []string
	top := r.documents[:min(len(r.documents), r.Policy.Select.MaxDocuments)]
	for _, s := range r.plan.subClaims {
		terms := r.vocab.SetOf(r.content.Tokens(s))
		best := 0.0
		for _, d := range top {
			best = max(best, measure.Of(terms, d.all))
		}
		if best < g.Threshold {
			gaps = append(gaps, s)
		}
	}
	return gaps
}

// gapQueries words the gaps by the policy's templates, going round the gaps in turn
// so that a small limit is not spent on the first one (C2).
func (r *run) gapQueries(g *policy.Gap, gaps []string) []plannedQuery {
	var out []plannedQuery
	for turn := range min(g.MaxPerGap, len(g.QueriesTemplates)) {
		for _, gap := range gaps {
			if g.MaxPerRound > 0 && len(out) == g.MaxPerRound {
				return out
			}
			filled := fill(g.QueriesTemplates[turn], slots{"gap": gap, "sub_claim": gap, "core_terms": r.plan.slots()["core_terms"], "entity": r.plan.entity()})
			out = append(out, plannedQuery{text: filled, intent: "gap"})
		}
	}
	return out
}
