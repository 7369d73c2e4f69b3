package outcome

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/internal/query"
	"github.com/sparkhost/sparkhost/host/internal/run/state"
	"github.com/sparkhost/sparkhost/host/internal/score"
	"github.com/sparkhost/sparkhost/host/record"
)

// FillResult completes the result from the run's state. Its lists are never nil, so
// that they are [] in JSON.
func (r *Run) FillResult() {
	r.search.NameFailed()
	if r.Resumed != nil {
		r.fillResumed()
	} else {
		r.Result.Rounds = append(slices.Clone(r.Rounds), r.Result.Rounds...)
		r.fillExcluded()
	}
	if r.Result.Rounds == nil {
		r.Result.Rounds = []record.RoundResult{}
	}
	r.Result.BridgeRoundStats = r.gap.BridgeStats()
	r.Result.Abstained = r.Result.Verdict == record.VerdictAbstained
	spent := r.Guard.Spent()
	r.Result.Budget = record.BudgetResult{CostUSD: state.Usd(spent.CostMicroUSD), Searches: spent.Searches, ModelTokens: spent.ModelTokens}
	slices.SortFunc(r.Result.Plugins, func(a, b record.PluginUse) int { return cmp.Compare(a.Name, b.Name) })
	if r.Answer != nil && r.Resumed == nil {
		r.fillAnswer()
		r.fillDispute()
	}
	r.fillGates()
	if r.Result.Abstained {
		r.Result.Nearest = r.Nearest
	}
}

// fillExcluded lists the works of the pool that were left out whatever their score.
func (r *Run) fillExcluded() {
	for _, e := range r.Pool.Documents() {
		d := &e.Document
		reason := r.Exclusion(d)
		if reason == "" {
			continue
		}
		out := record.Excluded{Doc: d.ID, Source: cmp.Or(d.Source, e.Found[0].Source), Title: d.Title, Year: d.Year, DOI: d.DOI, Reason: reason}
		for _, c := range e.Copies {
			if c.Retracted && reason == state.Retracted {
				out.By = append(out.By, evidence.Copy{Source: c.Source, ID: c.ID})
			}
		}
		r.Result.Excluded = append(r.Result.Excluded, out)
		if reason == state.Retracted && slices.ContainsFunc(e.Versions, func(v evidence.Version) bool { return !v.Retracted }) {
			r.Result.Warnings = append(r.Result.Warnings, fmt.Sprintf("%q is left out: another version of the work is retracted", evidence.Clip(d.Title, 120)))
		}
	}
}

func (r *Run) fillAnswer() {
	a := r.Answer
	if r.Result.Verdict == record.VerdictAnswered {
		r.Result.Answer = &record.AnswerText{Label: a.Label, Text: a.Text}
	}
	for _, p := range a.Evidence {
		r.cite(p)
	}
	options := slices.Clone(a.Options)
	slices.SortFunc(options, func(x, y *state.Option) int { return cmp.Compare(x.Index, y.Index) })
	for _, o := range options {
		out := record.OptionResult{
			Label: o.Label, Text: o.Text, Score: o.Score, Terms: score.Contributions(o.Parts), Eliminated: o.Eliminated, Citations: []int{},
		}
		for _, p := range o.Dossier {
			out.Citations = append(out.Citations, r.cite(p))
		}
		r.Result.Options = append(r.Result.Options, out)
	}
	if len(a.Options) > 0 {
		r.answer.RecordOptions(a.Options, a.Chosen)
	}
}

// cite adds a passage to the citations, once, and returns its index. The quote is
// the sentence of the passage that is nearest the question.
func (r *Run) cite(p *state.Passage) int {
	d := &p.Doc.Document
	quoted := r.read.Quoted(p)
	start, end := quoted.Start, quoted.End
	i := slices.IndexFunc(r.Result.Citations, func(c record.Citation) bool {
		return c.Doc == d.ID && c.Source == p.Doc.Source && c.Field == p.Field && c.Start == start
	})
	if i >= 0 {
		return i
	}
	c := record.Citation{
		Doc: d.ID, Source: p.Doc.Source, Title: d.Title, Year: d.Year, DOI: d.DOI, ArXiv: d.ArXiv, PMID: d.PMID, PMCID: d.PMCID, Retracted: d.Retracted, Reference: record.ReferenceOf(d),
		TextSource: textSource(p), Field: p.Field, Start: start, End: end, Quote: p.Text[start-p.Start : end-p.Start], Relevance: p.Relative,
		Provenance: p.Doc.Round, Chain: p.Chain(), Versions: p.Doc.Versions, Conflicts: p.Doc.Conflicts,
	}
	c.Stance, c.Marks = r.sideOf(p, quoted), r.marksIn(p, quoted)
	if quoted.Addressed {
		c.Addresses = &quoted.Addresses
	}
	r.Result.Citations = append(r.Result.Citations, c)
	return len(r.Result.Citations) - 1
}

// sideOf returns the side that a quote takes on a claim or yes/no question: that of the sentence if it says so clearly enough, or where only
// passages were judged, of its passage.
func (r *Run) sideOf(p *state.Passage, s *state.Sentence) string {
	stance, judged, clear := s.Stance, s.Judged, s.Clarity() >= r.Policy.Address.LabelsFrom
	if !judged {
		stance, judged, clear = p.Stance, p.Judged, true
	}
	switch {
	case !r.Plan.Polar || !judged || !clear || !r.read.Counts(s):
	case stance > 0:
		return string(query.Supports)
	case stance < 0:
		return string(query.Contradicts)
	}
	return ""
}

// NearestSentences returns the sentences of the literature nearest to the question, for a result that does not answer it.
func (r *Run) NearestSentences() []record.Nearest {
	if !r.read.Reads() {
		return nil
	}
	var out []record.Nearest
	for _, s := range r.NearestFirst() {
		if len(out) == r.Policy.Address.Nearest || s.Addresses == 0 {
			break
		}
		out = append(out, record.Nearest{
			Doc: s.Passage.Doc.Document.ID, Source: s.Passage.Doc.Source, Title: s.Passage.Doc.Document.Title, Year: s.Passage.Doc.Document.Year,
			Quote: s.Text, Addresses: s.Addresses, Because: s.Because,
		})
	}
	return out
}

// disputedFrom is from where a verify stage's signal disputed says that works contradict each other.
const disputedFrom = 0.5

// fillDispute lists the works on both sides, if a verify stage says that they dispute the question.
func (r *Run) fillDispute() {
	if !r.Plan.Polar {
		return
	}
	for _, s := range r.Policy.Verify {
		if v, ok := r.Feature("verify." + s.Name + ".disputed"); !ok || v < disputedFrom {
			continue
		}
		n := r.Policy.Options.CitationsPerEach
		pro, contra := r.read.Sides()
		if len(pro) == 0 || len(contra) == 0 {
			continue
		}
		d := &record.Dispute{}
		for _, p := range pro[:min(n, len(pro))] {
			d.For = append(d.For, r.cite(p))
		}
		for _, p := range contra[:min(n, len(contra))] {
			d.Against = append(d.Against, r.cite(p))
		}
		r.Result.Disputed = d
		return
	}
}

// textSource names who gave the text that a passage is of, if the document came without.
func textSource(p *state.Passage) string {
	if strings.HasPrefix(p.Field, "sections/") {
		return p.Doc.Document.TextBy
	}
	return ""
}

// fillGates publishes what S0-25 asks for. What was not measured stays null.
func (r *Run) fillGates() {
	q := &r.Result.QualityGates
	number := func(path string) *float64 {
		if v, ok := r.Feature(path); ok {
			return &v
		}
		return nil
	}
	q.SupportCoverage = number("answer.support_coverage")
	q.ProvisionalConfidence = number("answer.provisional_confidence")
	q.FalsificationScore = number("falsify.draft.score")
	r.react.FillReactions(q)
	q.DisputedClusters = r.Total("triangulate", r.Policy.Triangulate, "disputed")
	q.TriangulatedClusters = r.Total("triangulate", r.Policy.Triangulate, "triangulated")
	if n := number("answer.contradictions"); n != nil {
		works := int(*n)
		q.Contradictions = &works
	}
	for _, t := range r.Result.Calibration.Terms {
		if strings.HasPrefix(t.Feature, "triangulate.") {
			bonus := t.Delta
			if q.TriangulationBonus != nil {
				bonus += *q.TriangulationBonus
			}
			q.TriangulationBonus = &bonus
		}
	}
}
