package run

import (
	"context"
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/record"
)

// selectDocuments scores the pool with everything the policy names, stages included, and
// chooses the documents to read (B-11): the best of each source first, then by score,
// no source above its share. Beyond the minimum, only documents with at least half of
// the best score are read; those whose score is not positive never are.
func (r *run) selectDocuments(ctx context.Context) error {
	s := &r.Policy.Select
	r.decideTerms()
	for i := range s.Stages {
		if s.Stages[i].EachRound {
			continue // it has scored what it scores
		}
		if err := r.scoreStage(ctx, &s.Stages[i]); err != nil {
			return err
		}
	}
	r.rankDocuments()
	r.recordShifts()
	r.choose(s)
	r.flagRetracted()
	r.recordSelection()
	return nil
}

// scoreStage lets one plugin score all documents of the pool.
func (r *run) scoreStage(ctx context.Context, s *policy.Stage) error {
	if len(r.documents) == 0 {
		return nil
	}
	resp, err := r.call(ctx, "select", s, r.documentFrame(r.documents))
	if err != nil {
		return err
	}
	for i, d := range r.documents {
		d.take(s.Name, resp, "items", i)
	}
	return nil
}

// documentFrame is what stages of the select block may see.
func (r *run) documentFrame(ds []*document) frame {
	n := len(ds)
	doc := func(i int) *evidence.Document { return &ds[i].Document }
	items := table{"items", n, []column{
		tokens("token_set", n, func(i int) []uint32 { return ds[i].all }),
		tokens("title_set", n, func(i int) []uint32 { return ds[i].title }),
		texts("title", n, func(i int) string { return doc(i).Title }),
		texts("text", n, func(i int) string { return doc(i).Abstract }),
		texts("venue", n, func(i int) string { return doc(i).Venue }),
		texts("source", n, func(i int) string { return ds[i].source }),
		nullable("year", n, func(i int) (float64, bool) { return float64(doc(i).Year), doc(i).Year > 0 }),
		nullable("citation_count", n, func(i int) (float64, bool) {
			if c := doc(i).CitationCount; c != nil {
				return float64(*c), true
			}
			return 0, false
		}),
		numbers("retracted", n, func(i int) float64 { return flag(doc(i).Retracted) }),
		nullable("venue_adjust", n, func(i int) (float64, bool) { return ds[i].feature("document.venue_adjust") }),
		nullable("bridge_entity", n, func(i int) (float64, bool) { return ds[i].feature("document.bridge_entity") }),
		numbers("retrieval", n, func(i int) float64 { return ds[i].features["document.retrieval"] }),
	}}
	return append(frame{items}, r.questionTables()...)
}

// questionTables are offered to every block: the question, the options that say
// something of their own (none of a polar question), and what was read already.
func (r *run) questionTables() frame {
	options, texted := r.options, r.plan.options
	if r.plan.polar {
		options, texted = nil, nil
	}
	return frame{
		{"query", 1, []column{
			tokens("token_set", 1, func(int) []uint32 { return r.question }),
			texts("text", 1, func(int) string { return r.plan.question.Question }),
			texts("core_terms", 1, func(int) string { return r.plan.slots()["core_terms"] }),
			texts("answer_type", 1, func(int) string { return r.plan.answerType }),
			numbers("year", 1, func(int) float64 { return float64(r.year) }),
		}},
		{"options", len(options), []column{
			tokens("token_set", len(options), func(i int) []uint32 { return options[i] }),
			texts("text", len(options), func(i int) string { return texted[i].Text }),
			texts("label", len(options), func(i int) string { return texted[i].Label }),
			texts("phrase", len(options), func(i int) string { return evidence.KeyNounPhrase(texted[i].Text) }),
		}},
		{"known", 1, []column{tokens("token_set", 1, func(int) []uint32 { return r.known() })}},
	}
}

// known is the union of the tokens of the documents chosen so far.
func (r *run) known() []uint32 {
	out := r.read // while rounds go on, what would have been read before this one
	for _, d := range r.selected {
		out = evidence.Union(out, d.all)
	}
	return out
}

// choose fills r.selected from the ranked documents.
func (r *run) choose(s *policy.Select) {
	limit := r.sourceLimit(s)
	r.selected = nil
	taken := map[string]int{}
	take := func(d *document, reason string) {
		d.position, d.reason = 0, reason
		taken[d.source]++
		r.selected = append(r.selected, d)
	}
	for _, d := range r.documents {
		d.position, d.reason = -1, "beyond the number of documents to read"
		if s.OnePerSourceFirst && taken[d.source] == 0 && len(r.selected) < s.MaxDocuments && d.worth(r.documents[0]) {
			take(d, "best of its source")
		}
	}
	for _, d := range r.documents {
		switch {
		case d.position >= 0 || len(r.selected) >= s.MaxDocuments:
		case d.score <= 0:
			d.reason = "more weighs against it than for it"
		case taken[d.source] >= limit:
			d.reason = "its source has its share"
		case len(r.selected) >= s.MinDocuments && !d.worth(r.documents[0]):
			d.reason = "scores under half of the best"
		default:
			take(d, "by score")
		}
	}
	slices.SortStableFunc(r.selected, func(a, b *document) int { return slices.Index(r.documents, a) - slices.Index(r.documents, b) })
	for i, d := range r.selected {
		d.position = i
	}
}

// worth says whether a document scores at least half of the best.
func (d *document) worth(best *document) bool { return d.score > 0 && d.score >= best.score/2 }

// sourceLimit is how many documents one source may give. With a single source
// there is nothing to share.
func (r *run) sourceLimit(s *policy.Select) int {
	if s.MaxSourceShare <= 0 || len(sourceShares(r.documents)) < 2 {
		return s.MaxDocuments
	}
	return max(1, int(math.Ceil(s.MaxSourceShare*float64(s.MaxDocuments))))
}

// flagRetracted warns of retracted works that are read, if the policy wants that.
func (r *run) flagRetracted() {
	for _, d := range r.selected {
		if d.Document.Retracted && r.Policy.Select.Retracted == "flag" {
			r.warn("retracted", "select", fmt.Sprintf("%s %q was retracted, and is read because select.retracted is \"flag\"", d.source, d.Document.ID))
		}
	}
}

// recordSelection records the pool as it was chosen from, those left out last.
func (r *run) recordSelection() {
	for _, d := range slices.Concat(r.documents, r.excluded) {
		doc := &d.Document
		r.log(record.KindDocument, record.Document{
			Digest: d.digest, ID: doc.ID, Source: d.source, Merged: d.merged,
			DOI: doc.DOI, ArXiv: doc.ArXiv, PMID: doc.PMID, PMCID: doc.PMCID, Versions: d.Versions, Conflicts: d.Conflicts, Retracted: doc.Retracted,
			Terms: contributions(d.parts), Score: d.score, Selected: d.position >= 0, Reason: d.reason,
		})
	}
	event := record.Selection{Documents: []string{}, Sources: []record.Share{}}
	for _, d := range r.selected {
		event.Documents = append(event.Documents, d.digest)
	}
	shares := sourceShares(r.selected)
	for _, name := range slices.Sorted(maps.Keys(shares)) {
		event.Sources = append(event.Sources, record.Share{Source: name, Count: shares[name]})
	}
	r.log(record.KindSelection, event)
}
