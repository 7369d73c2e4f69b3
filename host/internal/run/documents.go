package run

import (
	"cmp"
	"slices"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/retrieval"
)

// A document is one work of the pool as the run scores it.
type document struct {
	retrieval.Entry
	digest      string
	text        *analysed
	title, all  []uint32 // token sets; all is title and body
	features    map[string]float64
	score       float64
	parts       []contribution
	stage       map[string]float64 // by stageKey
	source      string
	provenance  string // the round that found it
	reason      string // why it was or was not selected
	selectedPos int    // position among the selected, -1 if not
}

// scoreDocuments rebuilds the scored list of the pool, best first: weighted
// features of title and body, ties by fusion and then id (B-11). Terms of stages join at
// selection, when the pool is complete.
func (r *run) scoreDocuments() {
	known := map[int]*document{}
	for _, d := range r.documents {
		known[d.Index] = d
	}
	entries := r.pool.Documents()
	year := r.referenceYear(entries)
	r.documents = make([]*document, len(entries))
	for i, e := range entries {
		d := known[e.Index]
		if d == nil || len(d.Found) != len(e.Found) {
			d = r.newDocument(e)
		}
		d.Entry = e
		d.features = r.documentFeatures(d, year, entries[0].Fusion)
		r.documents[i] = d
	}
	r.rank(r.Policy.Select.Terms)
}

// rank sorts the documents by the sum of the terms.
func (r *run) rank(terms []policy.Term) {
	terms = applicable(terms, r.plan.kinds())
	for _, d := range r.documents {
		d.score, d.parts = sum(terms, d.value)
	}
	slices.SortStableFunc(r.documents, func(a, b *document) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(b.Fusion, a.Fusion), cmp.Compare(a.Document.ID, b.Document.ID))
	})
}

// value is a term's number for this document.
func (d *document) value(t policy.Term) (float64, bool) {
	if t.Stage != "" {
		v, ok := d.stage[stageKey(t.Stage, t.Part)]
		return v, ok
	}
	v, ok := d.features[t.Feature]
	return v, ok
}

// stageKey names a stage's score, or one of its parts.
func stageKey(stage, part string) string { return stage + "/" + part }

func (r *run) newDocument(e retrieval.Entry) *document {
	d := &document{Entry: e, digest: r.address(e), stage: map[string]float64{}, provenance: e.Round, selectedPos: -1}
	d.text = r.texts.document(d.digest, &e.Document)
	d.title = r.vocab.SetOf(d.text.title)
	d.all = evidence.Union(d.title, r.vocab.SetOf(d.text.body))
	if d.source = e.Document.Source; d.source == "" && len(e.Found) > 0 {
		d.source = e.Found[0].Source
	}
	return d
}

// address is the digest of a work of the pool. A work that was never merged is the
// document that its source returned, which the library knows.
func (r *run) address(e retrieval.Entry) string {
	fingerprint := ""
	if i := slices.IndexFunc(e.Found, func(f retrieval.Found) bool { return f.Source != e.Found[0].Source || f.ID != e.Found[0].ID }); i < 0 {
		fingerprint = r.Sources[e.Found[0].Source].Fingerprint()
	}
	held, err := r.library.found(fingerprint, e.Document)
	if err != nil {
		r.err = err
		return ""
	}
	r.keep(held)
	return held.digest
}

// referenceYear is what recency is measured against: the run's own input, else
// the newest year of the pool, so that no clock decides (U03).
func (r *run) referenceYear(entries []retrieval.Entry) int {
	year := r.Year
	if year == 0 {
		for _, e := range entries {
			year = max(year, e.Document.Year)
		}
	}
	return year
}

// documentFeatures computes what policy.Features promises under "document.".
// Unknown features are absent.
func (r *run) documentFeatures(d *document, year int, bestFusion float64) map[string]float64 {
	f := map[string]float64{
		"document.abstract_overlap": evidence.Containment(r.focus, d.all),
		"document.retrieval":        d.Fusion / bestFusion,
		"document.preprint":         flag(d.Document.Preprint()),
		"document.retracted":        flag(d.Document.Retracted),
	}
	if len(d.title) > 0 {
		f["document.title_overlap"] = evidence.Containment(r.focus, d.title)
	}
	if d.Document.Year > 0 {
		f["document.recency"] = recency(d.Document.Year, year)
	}
	return f
}

// recency is U03: max(0, 1 - age/10), and 1 at most.
func recency(year, reference int) float64 {
	return min(1, max(0, 1-float64(reference-year)/10))
}

func flag(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// selectedQuality is U04: the mean over the documents that would be read now of
// 2/3 title overlap + 1/3 abstract overlap; a document without title counts its abstract.
func (r *run) selectedQuality() float64 {
	top := r.documents[:min(len(r.documents), r.Policy.Select.MaxDocuments)]
	if len(top) == 0 {
		return 0
	}
	total := 0.0
	for _, d := range top {
		body := d.features["document.abstract_overlap"]
		title, ok := d.features["document.title_overlap"]
		if !ok {
			title = body
		}
		total += title*2/3 + body/3
	}
	return total / float64(len(top))
}

// sourceShares counts documents by source.
func (r *run) sourceShares(ds []*document) map[string]int {
	out := map[string]int{}
	for _, d := range ds {
		out[d.source]++
	}
	return out
}
