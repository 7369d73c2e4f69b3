package run

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/internal/frame"
	"github.com/sparkhost/sparkhost/host/internal/score"
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
	r.rankByModels(ctx)
	r.recordShifts()
	r.choose(s, append(r.favoured(), places{s.Reserved, r.targeted(), "found by a query for a gap or for the contrary"})...)
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
		d.Take(s.Name, resp, "items", i)
	}
	return nil
}

// documentFrame returns the tables that stages of the select block may see.
func (r *run) documentFrame(ds []*document) frame.Frame {
	n := len(ds)
	doc := func(i int) *evidence.Document { return &ds[i].Document }
	items := frame.Table{Name: "items", Rows: n, Columns: []frame.Column{
		frame.Tokens("token_set", n, func(i int) []uint32 { return ds[i].all }),
		frame.Tokens("title_set", n, func(i int) []uint32 { return ds[i].title }),
		frame.Texts("title", n, func(i int) string { return doc(i).Title }),
		frame.Texts("text", n, func(i int) string { return doc(i).Abstract }),
		frame.Texts("venue", n, func(i int) string { return doc(i).Venue }),
		frame.Texts("source", n, func(i int) string { return ds[i].source }),
		frame.Texts("type", n, func(i int) string { return evidence.DocumentType(doc(i).Type) }),
		frame.Nullable("year", n, func(i int) (float64, bool) { return float64(doc(i).Year), doc(i).Year > 0 }),
		frame.Nullable("citation_count", n, func(i int) (float64, bool) {
			if c := doc(i).CitationCount; c != nil {
				return float64(*c), true
			}
			return 0, false
		}),
		frame.Numbers("retracted", n, func(i int) float64 { return score.Flag(doc(i).Retracted) }),
		frame.Nullable("venue_adjust", n, func(i int) (float64, bool) { return ds[i].Feature("document.venue_adjust") }),
		frame.Nullable("bridge_entity", n, func(i int) (float64, bool) { return ds[i].Feature("document.bridge_entity") }),
		frame.Numbers("retrieval", n, func(i int) float64 { return ds[i].Features["document.retrieval"] }),
	}}
	return append(frame.Frame{items}, r.questionTables()...)
}

// questionTables are offered to every block: the question, the options that say
// something of their own (none of a polar question), and what was read already.
func (r *run) questionTables() frame.Frame {
	options, texted := r.options, r.plan.Options
	if r.plan.Polar {
		options, texted = nil, nil
	}
	return frame.Frame{
		{Name: "query", Rows: 1, Columns: []frame.Column{
			frame.Tokens("token_set", 1, func(int) []uint32 { return r.question }),
			frame.Texts("text", 1, func(int) string { return r.plan.Question.Question }),
			frame.Texts("core_terms", 1, func(int) string { return r.plan.Slots()["core_terms"] }),
			frame.Texts("answer_type", 1, func(int) string { return r.plan.AnswerType }),
			frame.Numbers("year", 1, func(int) float64 { return float64(r.year) }),
		}},
		{Name: "options", Rows: len(options), Columns: []frame.Column{
			frame.Tokens("token_set", len(options), func(i int) []uint32 { return options[i] }),
			frame.Texts("text", len(options), func(i int) string { return texted[i].Text }),
			frame.Texts("label", len(options), func(i int) string { return texted[i].Label }),
			frame.Texts("phrase", len(options), func(i int) string { return evidence.KeyNounPhrase(texted[i].Text) }),
		}},
		{Name: "known", Rows: 1, Columns: []frame.Column{frame.Tokens("token_set", 1, func(int) []uint32 { return r.known() })}},
	}
}

// known is the union of the tokens of the documents chosen so far.
func (r *run) known() []uint32 {
	out := r.readBefore // while rounds go on, what would have been read before this one
	for _, d := range r.selected {
		out = evidence.Union(out, d.all)
	}
	return out
}

// worth says whether a document scores the share of the best that selection asks for.
func (d *document) worth(best *document, share float64) bool {
	return d.Score > 0 && d.Score >= best.Score*share
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
			Terms: score.Contributions(d.Parts), Score: d.Score, Selected: d.position >= 0, Reason: d.reason,
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
