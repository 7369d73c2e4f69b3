package read

import (
	"cmp"
	"context"
	"slices"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/internal/analysis"
	"github.com/sparkhost/sparkhost/host/internal/frame"
	"github.com/sparkhost/sparkhost/host/internal/run/state"
	"github.com/sparkhost/sparkhost/host/internal/score"
	"github.com/sparkhost/sparkhost/host/record"
	"github.com/sparkhost/sparkhost/host/retrieval"
)

// ReadPassages cuts the selected documents into passages, scores them (B-13) and keeps the
// best of each document.
func (r *Run) ReadPassages(ctx context.Context) error {
	r.Passages = nil
	for _, d := range r.Selected {
		r.Passages = append(r.Passages, r.Read(d)...)
	}
	if err := r.scorePassages(ctx); err != nil {
		return err
	}
	r.KeepPassages(r.Policy.Read.PassagesPerDocument)
	for _, p := range r.Passages {
		r.RecordPassage(p)
	}
	return nil
}

// RecordPassage writes a passage and its score into the record.
func (r *Run) RecordPassage(p *state.Passage) {
	r.Log(record.KindPassage, record.Passage{
		ID: p.ID, Document: p.Doc.Digest, Field: p.Field, Section: p.Section, Start: p.Start, End: p.End,
		Terms: score.Contributions(p.Parts), Score: p.Score,
	})
}

// Cut makes the passages of one document.
func (r *Run) Cut(d *state.Document) []*state.Passage {
	r.Texts.Split(d.Text, &d.Document)
	if len(d.Ids) == len(d.Text.Words) {
		d.Ids = append(d.Ids, r.Vocab.IDs(d.Text.More)...)
	}
	out := make([]*state.Passage, len(d.Text.Passages))
	for i := range d.Text.Passages {
		c := &d.Text.Passages[i]
		out[i] = &state.Passage{Passage: c.Passage, Chunk: c, Number: i, Doc: d, Set: analysis.SetOf(d.Ids, c.Words)}
		out[i].Document = d.Index
		out[i].Against = r.FoundAgainst(d)
		out[i].Position = float64(i+1) / float64(len(out))
		out[i].Features = map[string]float64{
			"passage.question_overlap": evidence.Containment(r.Question, out[i].Set),
			"passage.focus_overlap":    evidence.Containment(r.Focus, out[i].Set),
			"passage.document":         score.Share(d.Score, r.Documents[0].Score),
		}
		if v, ok := d.Features["document.recency"]; ok {
			out[i].Features["passage.recency"] = v
		}
		r.linkPassage(out[i])
		out[i].CopyOutputs()
	}
	return out
}

// FoundAgainst says whether only queries that look for the contrary found the document.
func (e *Run) FoundAgainst(d *state.Document) bool {
	return !slices.ContainsFunc(d.Found, func(f retrieval.Found) bool { return !e.Against[f.Intent] })
}

func (r *Run) scorePassages(ctx context.Context) error {
	rd := &r.Policy.Read
	for i := range rd.Stages {
		s := &rd.Stages[i]
		if len(r.Passages) == 0 {
			break
		}
		resp, err := r.Call(ctx, "read", s, r.PassageFrame("items", r.Passages))
		if err != nil {
			return err
		}
		for j, p := range r.Passages {
			p.Take(s.Name, resp, "items", j)
		}
	}
	items := make([]*score.Item, len(r.Passages))
	for i, p := range r.Passages {
		items[i] = &p.Item
	}
	r.Spreads.WeighAll("read", r.TermsOf("read", rd.Terms), items)
	r.RankPassages()
	return nil
}

// BestOf scores the passages of one document by the policy's features and keeps the best ones.
func (r *Run) BestOf(ps []*state.Passage) []*state.Passage {
	terms := r.TermsOf("read", r.Policy.Read.Terms)
	for _, p := range ps {
		r.Spreads.Weigh("read", terms, &p.Item)
	}
	slices.SortStableFunc(ps, func(a, b *state.Passage) int { return cmp.Compare(b.Score, a.Score) })
	if n := r.Policy.Read.PassagesPerDocument; n > 0 {
		ps = ps[:min(n, len(ps))]
	}
	return ps
}

// PassageFrame returns the table that stages may see of passages, under the table's name.
func (r *Run) PassageFrame(name string, ps []*state.Passage) frame.Frame {
	n := len(ps)
	t := frame.Table{Name: name, Rows: n, Columns: []frame.Column{
		frame.Tokens("token_set", n, func(i int) []uint32 { return ps[i].Set }),
		frame.Texts("text", n, func(i int) string { return ps[i].Text }),
		frame.Texts("section", n, func(i int) string { return ps[i].Section }),
		frame.Texts("source", n, func(i int) string { return ps[i].Doc.Source }),
		frame.Numbers("relevance", n, func(i int) float64 { return ps[i].Relative }),
		frame.Numbers("question_overlap", n, func(i int) float64 { return ps[i].Features["passage.question_overlap"] }),
		frame.Numbers("position", n, func(i int) float64 { return ps[i].Position }),
		frame.Numbers("document", n, func(i int) float64 { return float64(ps[i].Doc.Index) }),
		frame.Numbers("document_score", n, func(i int) float64 { return ps[i].Features["passage.document"] }),
		frame.Numbers("against", n, func(i int) float64 { return score.Flag(ps[i].Against) }),
		frame.Nullable("bridge_linked", n, func(i int) (float64, bool) { return ps[i].Feature("passage.bridge_linked") }),
		frame.Nullable("year", n, func(i int) (float64, bool) {
			y := ps[i].Doc.Document.Year
			return float64(y), y > 0
		}),
	}}
	return append(frame.Frame{t}, r.QuestionTables()...)
}
