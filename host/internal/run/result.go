package run

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/host/evidence"
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
		r.fillDispute()
	}
	r.fillGates()
	if r.result.Abstained {
		r.result.Nearest = r.nearest
	}
}

// fillExcluded lists the works of the pool that were left out whatever their score.
func (r *run) fillExcluded() {
	for _, e := range r.pool.Documents() {
		d := &e.Document
		reason := r.exclusion(d)
		if reason == "" {
			continue
		}
		out := record.Excluded{Doc: d.ID, Source: cmp.Or(d.Source, e.Found[0].Source), Title: d.Title, Year: d.Year, DOI: d.DOI, Reason: reason}
		for _, c := range e.Copies {
			if c.Retracted && reason == retracted {
				out.By = append(out.By, evidence.Copy{Source: c.Source, ID: c.ID})
			}
		}
		r.result.Excluded = append(r.result.Excluded, out)
		if reason == retracted && slices.ContainsFunc(e.Versions, func(v evidence.Version) bool { return !v.Retracted }) {
			r.result.Warnings = append(r.result.Warnings, fmt.Sprintf("%q is left out: another version of the work is retracted", evidence.Clip(d.Title, 120)))
		}
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
	quoted := r.quoted(p)
	start, end := quoted.Start, quoted.End
	i := slices.IndexFunc(r.result.Citations, func(c record.Citation) bool {
		return c.Doc == d.ID && c.Source == p.doc.source && c.Field == p.Field && c.Start == start
	})
	if i >= 0 {
		return i
	}
	c := record.Citation{
		Doc: d.ID, Source: p.doc.source, Title: d.Title, Year: d.Year, DOI: d.DOI, ArXiv: d.ArXiv, PMID: d.PMID, PMCID: d.PMCID, Retracted: d.Retracted, Reference: record.ReferenceOf(d),
		TextSource: textSource(p), Field: p.Field, Start: start, End: end, Quote: p.Text[start-p.Start : end-p.Start], Relevance: p.relative,
		Provenance: p.doc.Round, Chain: p.chain(), Versions: p.doc.Versions, Conflicts: p.doc.Conflicts,
	}
	c.Stance, c.Marks = r.sideOf(p, quoted), r.marksIn(p, quoted)
	if quoted.addressed {
		c.Addresses = &quoted.addresses
	}
	r.result.Citations = append(r.result.Citations, c)
	return len(r.result.Citations) - 1
}

// sideOf is the side that a quote takes on a claim or yes/no question: that of the sentence, or where only passages were judged, of
// its passage.
func (r *run) sideOf(p *passage, s *sentence) string {
	stance, judged := s.stance, s.judged
	if !judged {
		stance, judged = p.stance, p.judged
	}
	switch {
	case !r.plan.Polar || !judged || !r.counts(s):
	case stance > 0:
		return string(query.Supports)
	case stance < 0:
		return string(query.Contradicts)
	}
	return ""
}

// marksIn are the words of a quote that decide: those of the answer, or of the cue of its stance.
func (r *run) marksIn(p *passage, s *sentence) []record.Mark {
	words := []string{r.answer.marks[p]}
	if words[0] == "" {
		words = cited(s.cue)
	}
	var out []record.Mark
	for _, w := range words {
		if at := strings.Index(s.text, w); w != "" && at >= 0 {
			out = append(out, record.Mark{Start: at, End: at + len(w)})
		}
	}
	slices.SortFunc(out, func(a, b record.Mark) int { return cmp.Compare(a.Start, b.Start) })
	return out
}

// cited are the words that a finding's text puts in single quotes: they stand in the sentence that it points at.
func cited(text string) []string {
	var out []string
	parts := strings.Split(text, "'")
	for i := 1; i < len(parts)-1; i += 2 {
		out = append(out, parts[i])
	}
	return out
}

// nearestSentences returns the sentences of the literature nearest to the question, for a result that does not answer it.
func (r *run) nearestSentences() []record.Nearest {
	if !r.reads() {
		return nil
	}
	var out []record.Nearest
	for _, s := range r.nearestFirst() {
		if len(out) == r.Policy.Address.Nearest || s.addresses == 0 {
			break
		}
		out = append(out, record.Nearest{
			Doc: s.passage.doc.Document.ID, Source: s.passage.doc.source, Title: s.passage.doc.Document.Title, Year: s.passage.doc.Document.Year,
			Quote: s.text, Addresses: s.addresses, Because: s.because,
		})
	}
	return out
}

// disputedFrom is from where a verify stage's signal disputed says that works contradict each other.
const disputedFrom = 0.5

// fillDispute lists the works on both sides, if a verify stage says that they dispute the question.
func (r *run) fillDispute() {
	if !r.plan.Polar {
		return
	}
	for _, s := range r.Policy.Verify {
		if v, ok := r.feature("verify." + s.Name + ".disputed"); !ok || v < disputedFrom {
			continue
		}
		n := r.Policy.Options.CitationsPerEach
		pro, contra := r.works(1), r.works(-1)
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
		r.result.Disputed = d
		return
	}
}

// textSource names who gave the text that a passage is of, if the document came without.
func textSource(p *passage) string {
	if strings.HasPrefix(p.Field, "sections/") {
		return p.doc.Document.TextBy
	}
	return ""
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
	if n := number("answer.contradictions"); n != nil {
		works := int(*n)
		q.Contradictions = &works
	}
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
