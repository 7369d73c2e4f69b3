package run

import (
	"cmp"
	"context"
	"slices"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/record"
	"github.com/sparkhost/sparkhost/host/retrieval"
)

// A passage is a chunk of a selected document as the run scores it.
type passage struct {
	evidence.Passage
	scored
	chunk    *chunk
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
		Terms: contributions(p.parts), Score: p.score,
	})
}

// cut makes the passages of one document.
func (r *run) cut(d *document) []*passage {
	r.texts.split(d.text, &d.Document)
	if len(d.ids) == len(d.text.words) {
		d.ids = append(d.ids, r.vocab.IDs(d.text.more)...)
	}
	out := make([]*passage, len(d.text.passages))
	for i := range d.text.passages {
		c := &d.text.passages[i]
		out[i] = &passage{Passage: c.Passage, chunk: c, doc: d, set: setOf(d.ids, c.words)}
		out[i].Document = d.Index
		out[i].against = r.foundAgainst(d)
		out[i].position = float64(i+1) / float64(len(out))
		out[i].features = map[string]float64{
			"passage.question_overlap": evidence.Containment(r.question, out[i].set),
			"passage.focus_overlap":    evidence.Containment(r.focus, out[i].set),
			"passage.document":         share(d.score, r.documents[0].score),
		}
		if v, ok := d.features["document.recency"]; ok {
			out[i].features["passage.recency"] = v
		}
		r.linkPassage(out[i])
		out[i].copyOutputs()
	}
	return out
}

// foundAgainst says whether only queries that look for the contrary found the document.
func (r *run) foundAgainst(d *document) bool {
	return !slices.ContainsFunc(d.Found, func(f retrieval.Found) bool { return !r.against[f.Intent] })
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
			p.take(s.Name, resp, "items", j)
		}
	}
	items := make([]*scored, len(r.passages))
	for i, p := range r.passages {
		items[i] = &p.scored
	}
	r.weighAll("read", r.termsOf("read", rd.Terms), items)
	r.rankPassages()
	return nil
}

// rankPassages sorts the passages, best first, and relates their scores to the best.
func (r *run) rankPassages() {
	slices.SortStableFunc(r.passages, func(a, b *passage) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.doc.Index, b.doc.Index), cmp.Compare(a.Start, b.Start))
	})
	for _, p := range r.passages {
		p.relative = share(p.score, r.passages[0].score)
	}
}

// keepPassages drops all but the best n of each document; n ≤ 0 keeps all.
func (r *run) keepPassages(n int) {
	if n <= 0 {
		return
	}
	kept := map[*document]int{}
	r.passages = slices.DeleteFunc(r.passages, func(p *passage) bool {
		kept[p.doc]++
		return kept[p.doc] > n
	})
}

// passageFrame is what stages may see of passages, under the table's name.
func (r *run) passageFrame(name string, ps []*passage) frame {
	n := len(ps)
	t := table{name, n, []column{
		tokens("token_set", n, func(i int) []uint32 { return ps[i].set }),
		texts("text", n, func(i int) string { return ps[i].Text }),
		texts("section", n, func(i int) string { return ps[i].Section }),
		texts("source", n, func(i int) string { return ps[i].doc.source }),
		numbers("relevance", n, func(i int) float64 { return ps[i].relative }),
		numbers("question_overlap", n, func(i int) float64 { return ps[i].features["passage.question_overlap"] }),
		numbers("position", n, func(i int) float64 { return ps[i].position }),
		numbers("document", n, func(i int) float64 { return float64(ps[i].doc.Index) }),
		numbers("document_score", n, func(i int) float64 { return ps[i].features["passage.document"] }),
		numbers("against", n, func(i int) float64 { return flag(ps[i].against) }),
		nullable("bridge_linked", n, func(i int) (float64, bool) { return ps[i].feature("passage.bridge_linked") }),
		nullable("year", n, func(i int) (float64, bool) {
			y := ps[i].doc.Document.Year
			return float64(y), y > 0
		}),
	}}
	return append(frame{t}, r.questionTables()...)
}
