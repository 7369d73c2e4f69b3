package run

import (
	"cmp"
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/internal/analysis"
	"github.com/sparkhost/sparkhost/host/internal/query"
	"github.com/sparkhost/sparkhost/host/internal/score"
	"github.com/sparkhost/sparkhost/host/record"
)

// fillResult completes the result from the run's state. Its lists are never nil, so
// that they are [] in JSON.
func (r *run) fillResult() {
	r.nameFailed()
	if r.resumed != nil {
		r.fillResumed()
	} else {
		r.result.Rounds = append(slices.Clone(r.rounds), r.result.Rounds...)
		r.fillExcluded()
	}
	if r.result.Rounds == nil {
		r.result.Rounds = []record.RoundResult{}
	}
	r.result.BridgeRoundStats = r.bridgeStats()
	r.result.Abstained = r.result.Verdict == record.VerdictAbstained
	spent := r.guard.Spent()
	r.result.Budget = record.BudgetResult{CostUSD: usd(spent.CostMicroUSD), Searches: spent.Searches, ModelTokens: spent.ModelTokens}
	slices.SortFunc(r.result.Plugins, func(a, b record.PluginUse) int { return cmp.Compare(a.Name, b.Name) })
	if r.answer != nil && r.resumed == nil {
		r.fillAnswer()
	}
	r.fillGates()
}

// fillExcluded lists the works of the pool that were left out whatever their score.
func (r *run) fillExcluded() {
	for _, e := range r.pool.Documents() {
		d := &e.Document
		if !r.excludes(d) {
			continue
		}
		out := record.Excluded{Doc: d.ID, Source: cmp.Or(d.Source, e.Found[0].Source), Title: d.Title, Year: d.Year, DOI: d.DOI, Reason: retracted}
		for _, c := range e.Copies {
			if c.Retracted {
				out.By = append(out.By, evidence.Copy{Source: c.Source, ID: c.ID})
			}
		}
		r.result.Excluded = append(r.result.Excluded, out)
	}
}

func (r *run) fillAnswer() {
	a := r.answer
	if r.result.Verdict == record.VerdictAnswered {
		r.result.Answer = &record.AnswerText{Label: a.label, Text: a.text}
	}
	for _, p := range a.evidence {
		r.cite(p)
	}
	options := slices.Clone(a.options)
	slices.SortFunc(options, func(x, y *option) int { return cmp.Compare(x.index, y.index) })
	for _, o := range options {
		out := record.OptionResult{
			Label: o.Label, Text: o.Text, Score: o.Score, Terms: score.Contributions(o.Parts), Eliminated: o.eliminated, Citations: []int{},
		}
		for _, p := range o.dossier {
			out.Citations = append(out.Citations, r.cite(p))
		}
		r.result.Options = append(r.result.Options, out)
	}
	if len(a.options) > 0 {
		r.recordOptions(a.options, a.chosen)
	}
}

// cite adds a passage to the citations, once, and returns its index. The quote is
// the sentence of the passage that is nearest the question.
func (r *run) cite(p *passage) int {
	d := &p.doc.Document
	start, end := r.quote(p)
	i := slices.IndexFunc(r.result.Citations, func(c record.Citation) bool {
		return c.Doc == d.ID && c.Source == p.doc.source && c.Field == p.Field && c.Start == start
	})
	if i >= 0 {
		return i
	}
	c := record.Citation{
		Doc: d.ID, Source: p.doc.source, Title: d.Title, Year: d.Year, DOI: d.DOI, ArXiv: d.ArXiv, PMID: d.PMID, PMCID: d.PMCID, Retracted: d.Retracted,
		TextSource: textSource(p), Field: p.Field, Start: start, End: end, Quote: p.Text[start-p.Start : end-p.Start], Relevance: p.relative,
		Provenance: p.doc.Round, Chain: p.chain(), Versions: p.doc.Versions, Conflicts: p.doc.Conflicts,
	}
	switch { // a passage takes sides on a claim only
	case !r.plan.Polar || !p.judged:
	case p.stance > 0:
		c.Stance = string(query.Supports)
	case p.stance < 0:
		c.Stance = string(query.Contradicts)
	}
	r.result.Citations = append(r.result.Citations, c)
	return len(r.result.Citations) - 1
}

// textSource is who gave the text that a passage is of, if the document came without.
func textSource(p *passage) string {
	if strings.HasPrefix(p.Field, "sections/") {
		return p.doc.Document.TextBy
	}
	return ""
}

// quote picks the sentence to quote: offsets into the passage's field.
func (r *run) quote(p *passage) (start, end int) {
	want := r.focus
	if r.answer.chosen >= 0 && !r.plan.Polar {
		want = evidence.Union(r.question, r.options[r.answer.chosen])
	}
	start, end = p.Start, p.End
	best := -1.0
	for _, s := range p.chunk.Sentences {
		set := analysis.SetOf(p.doc.ids, s.Words)
		if v := evidence.Containment(want, set); v > best {
			best, start, end = v, p.Start+s.Start, p.Start+s.End
		}
	}
	return start, end
}

// fillGates publishes what S0-25 asks for. What was not measured stays null.
func (r *run) fillGates() {
	q := &r.result.QualityGates
	number := func(path string) *float64 {
		if v, ok := r.feature(path); ok {
			return &v
		}
		return nil
	}
	q.SupportCoverage = number("answer.support_coverage")
	q.ProvisionalConfidence = number("answer.provisional_confidence")
	q.FalsificationScore = number("falsify.draft.score")
	r.fillReactions(q)
	q.DisputedClusters = r.total("triangulate", r.Policy.Triangulate, "disputed")
	q.TriangulatedClusters = r.total("triangulate", r.Policy.Triangulate, "triangulated")
	q.Contradictions = r.total("verify", r.Policy.Verify, "contradictions")
	for _, t := range r.result.Calibration.Terms {
		if strings.HasPrefix(t.Feature, "triangulate.") {
			bonus := t.Delta
			if q.TriangulationBonus != nil {
				bonus += *q.TriangulationBonus
			}
			q.TriangulationBonus = &bonus
		}
	}
}
