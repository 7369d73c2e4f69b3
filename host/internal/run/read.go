package run

import (
	"context"
	"slices"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/internal/analysis"
	"github.com/sparkhost/sparkhost/host/internal/frame"
	"github.com/sparkhost/sparkhost/host/internal/score"
	"github.com/sparkhost/sparkhost/host/record"
	"github.com/sparkhost/sparkhost/host/retrieval"
)

// A passage is a chunk of a selected document as the run scores it.
type passage struct {
	evidence.Passage
	score.Item
	chunk    *analysis.Passage
	number   int // of its document's passages, from 0
	doc      *document
	set      []uint32
	relative float64 // score / best score of the run, 0..1
	against  bool    // found by a search that looked for the contrary
	position float64 // place in its document, 0..1, 1 for the last passage
	stance   float64 // -1 contradicts the question's claim … 1 supports it
	judged   bool    // a stage set stance
	link     *link   // to the evidence before the bridge; nil: none
}

// readPassages cuts the selected documents into passages, scores them (B-13) and keeps the
// best of each document.
func (r *run) readPassages(ctx context.Context) error {
	r.passages = nil
	for _, d := range r.selected {
		r.passages = append(r.passages, r.cut(d)...)
	}
	if err := r.scorePassages(ctx); err != nil {
		return err
	}
	r.keepPassages(r.Policy.Read.PassagesPerDocument)
	for _, p := range r.passages {
		r.recordPassage(p)
	}
	return r.settleGaps(ctx)
}

func (r *run) recordPassage(p *passage) {
	r.log(record.KindPassage, record.Passage{
		ID: p.ID, Document: p.doc.digest, Field: p.Field, Section: p.Section, Start: p.Start, End: p.End,
		Terms: score.Contributions(p.Parts), Score: p.Score,
	})
}

// cut makes the passages of one document.
func (r *run) cut(d *document) []*passage {
	r.texts.Split(d.text, &d.Document)
	if len(d.ids) == len(d.text.Words) {
		d.ids = append(d.ids, r.vocab.IDs(d.text.More)...)
	}
	out := make([]*passage, len(d.text.Passages))
	for i := range d.text.Passages {
		c := &d.text.Passages[i]
		out[i] = &passage{Passage: c.Passage, chunk: c, number: i, doc: d, set: analysis.SetOf(d.ids, c.Words)}
		out[i].Document = d.Index
		out[i].against = r.foundAgainst(d)
		out[i].position = float64(i+1) / float64(len(out))
		out[i].Features = map[string]float64{
			"passage.question_overlap": evidence.Containment(r.question, out[i].set),
			"passage.focus_overlap":    evidence.Containment(r.focus, out[i].set),
			"passage.document":         score.Share(d.Score, r.documents[0].Score),
		}
		if v, ok := d.Features["document.recency"]; ok {
			out[i].Features["passage.recency"] = v
		}
		r.linkPassage(out[i])
		out[i].copyOutputs()
	}
	return out
}

// foundAgainst says whether only queries that look for the contrary found the document.
func (e *Engine) foundAgainst(d *document) bool {
	return !slices.ContainsFunc(d.Found, func(f retrieval.Found) bool { return !e.against[f.Intent] })
}

func (r *run) scorePassages(ctx context.Context) error {
	rd := &r.Policy.Read
	for i := range rd.Stages {
		s := &rd.Stages[i]
		if len(r.passages) == 0 {
			break
		}
		resp, err := r.call(ctx, "read", s, r.passageFrame("items", r.passages))
		if err != nil {
			return err
		}
		for j, p := range r.passages {
			p.Take(s.Name, resp, "items", j)
		}
	}
	items := make([]*score.Item, len(r.passages))
	for i, p := range r.passages {
		items[i] = &p.Item
	}
	r.spreads.WeighAll("read", r.termsOf("read", rd.Terms), items)
	r.rankPassages()
	return nil
}

// passageFrame returns the table that stages may see of passages, under the table's name.
func (r *run) passageFrame(name string, ps []*passage) frame.Frame {
	n := len(ps)
	t := frame.Table{Name: name, Rows: n, Columns: []frame.Column{
		frame.Tokens("token_set", n, func(i int) []uint32 { return ps[i].set }),
		frame.Texts("text", n, func(i int) string { return ps[i].Text }),
		frame.Texts("section", n, func(i int) string { return ps[i].Section }),
		frame.Texts("source", n, func(i int) string { return ps[i].doc.source }),
		frame.Numbers("relevance", n, func(i int) float64 { return ps[i].relative }),
		frame.Numbers("question_overlap", n, func(i int) float64 { return ps[i].Features["passage.question_overlap"] }),
		frame.Numbers("position", n, func(i int) float64 { return ps[i].position }),
		frame.Numbers("document", n, func(i int) float64 { return float64(ps[i].doc.Index) }),
		frame.Numbers("document_score", n, func(i int) float64 { return ps[i].Features["passage.document"] }),
		frame.Numbers("against", n, func(i int) float64 { return score.Flag(ps[i].against) }),
		frame.Nullable("bridge_linked", n, func(i int) (float64, bool) { return ps[i].Feature("passage.bridge_linked") }),
		frame.Nullable("year", n, func(i int) (float64, bool) {
			y := ps[i].doc.Document.Year
			return float64(y), y > 0
		}),
	}}
	return append(frame.Frame{t}, r.questionTables()...)
}
