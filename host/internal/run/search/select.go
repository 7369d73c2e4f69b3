package search

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/internal/frame"
	"github.com/sparkhost/sparkhost/host/internal/run/state"
	"github.com/sparkhost/sparkhost/host/internal/score"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/record"
)

// SelectDocuments scores the pool with everything the policy names, stages included, and
// chooses the documents to read (B-11): the best of each source first, then by score,
// no source above its share. Beyond the minimum, only documents with at least half of
// the best score are read; those whose score is not positive never are.
func (r *Run) SelectDocuments(ctx context.Context) error {
	s := &r.Policy.Select
	r.DecideTerms()
	for i := range s.Stages {
		if s.Stages[i].EachRound {
			continue // it has scored what it scores
		}
		if err := r.scoreStage(ctx, &s.Stages[i]); err != nil {
			return err
		}
	}
	r.RankDocuments()
	r.rankByModels(ctx)
	r.recordShifts()
	r.Choose(s, append(r.favoured(), state.Places{N: s.Reserved, Of: r.targeted(), Reason: "found by a query for a gap or for the contrary"})...)
	r.flagRetracted()
	r.recordSelection()
	return nil
}

// scoreStage lets one plugin score all documents of the pool.
func (r *Run) scoreStage(ctx context.Context, s *policy.Stage) error {
	if len(r.Documents) == 0 {
		return nil
	}
	resp, err := r.Call(ctx, "select", s, r.DocumentFrame(r.Documents))
	if err != nil {
		return err
	}
	for i, d := range r.Documents {
		d.Take(s.Name, resp, "items", i)
	}
	return nil
}

// DocumentFrame returns the tables that stages of the select block may see.
func (r *Run) DocumentFrame(ds []*state.Document) frame.Frame {
	n := len(ds)
	doc := func(i int) *evidence.Document { return &ds[i].Document }
	items := frame.Table{Name: "items", Rows: n, Columns: []frame.Column{
		frame.Tokens("token_set", n, func(i int) []uint32 { return ds[i].All }),
		frame.Tokens("title_set", n, func(i int) []uint32 { return ds[i].Title }),
		frame.Texts("title", n, func(i int) string { return doc(i).Title }),
		frame.Texts("text", n, func(i int) string { return doc(i).Abstract }),
		frame.Texts("venue", n, func(i int) string { return doc(i).Venue }),
		frame.Texts("source", n, func(i int) string { return ds[i].Source }),
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
	return append(frame.Frame{items}, r.QuestionTables()...)
}

// flagRetracted warns of retracted works that are read, if the policy wants that.
func (r *Run) flagRetracted() {
	for _, d := range r.Selected {
		if d.Document.Retracted && r.Policy.Select.Retracted == "flag" {
			r.Warn("retracted", "select", fmt.Sprintf("%s %q was retracted, and is read because select.retracted is \"flag\"", d.Source, d.Document.ID))
		}
	}
}

// recordSelection records the pool as it was chosen from, those left out last.
func (r *Run) recordSelection() {
	for _, d := range slices.Concat(r.Documents, r.Excluded) {
		doc := &d.Document
		r.Log(record.KindDocument, record.Document{
			Digest: d.Digest, ID: doc.ID, Source: d.Source, Merged: d.Merged,
			DOI: doc.DOI, ArXiv: doc.ArXiv, PMID: doc.PMID, PMCID: doc.PMCID, Versions: d.Versions, Conflicts: d.Conflicts, Retracted: doc.Retracted,
			Terms: score.Contributions(d.Parts), Score: d.Score, Selected: d.Position >= 0, Reason: d.Reason,
		})
	}
	event := record.Selection{Documents: []string{}, Sources: []record.Share{}}
	for _, d := range r.Selected {
		event.Documents = append(event.Documents, d.Digest)
	}
	shares := state.SourceShares(r.Selected)
	for _, name := range slices.Sorted(maps.Keys(shares)) {
		event.Sources = append(event.Sources, record.Share{Source: name, Count: shares[name]})
	}
	r.Log(record.KindSelection, event)
}
