package search

import (
	"cmp"
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/internal/run/state"
	"github.com/sparkhost/sparkhost/host/internal/score"
	"github.com/sparkhost/sparkhost/host/retrieval"
)

// ScoreDocuments brings the scored list up to date with the pool, best first:
// weighted features of title and body, ties by fusion and then id (B-11). Terms of stages
// join at selection, when the pool is complete, but those of stages that score each round, which join after it.
func (r *Run) ScoreDocuments() {
	entries := r.Pool.Documents()
	r.Documents, r.Excluded = r.Documents[:0], r.Excluded[:0]
	r.PoolYear = r.referenceYear(entries)
	for _, e := range entries {
		r.BestFusion = max(r.BestFusion, e.Fusion)
	}
	for _, e := range entries {
		d := r.ByIndex[e.Index]
		if d == nil {
			d = &state.Document{Position: -1}
			r.ByIndex[e.Index] = d
		}
		if d.Revision != e.Revision {
			r.describeDocument(d, e)
		}
		d.Features = r.DocumentFeatures(d)
		if reason := r.Exclusion(&e.Document); reason != "" {
			d.Position, d.Reason = -1, reason
			r.Excluded = append(r.Excluded, d)
			continue
		}
		r.Documents = append(r.Documents, d)
	}
	r.RankDocuments()
	r.MeasurePool()
}

// MeasurePool makes known what was found so far, from the first condition on.
func (r *Run) MeasurePool() {
	r.Set("pool.documents", r.Pool.Len())
	r.Set("pool.sources", len(state.SourceShares(r.Documents)))
}

// RankDocuments sorts the documents by the sum of the policy's terms.
func (r *Run) RankDocuments() {
	all := slices.Concat(r.Documents, r.Excluded)
	items := make([]*score.Item, len(all))
	for i, d := range all {
		items[i] = &d.Item
	}
	r.Spreads.WeighAll("select", r.TermsOf("select", r.Policy.Select.Terms), items)
	slices.SortStableFunc(r.Documents, func(a, b *state.Document) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(b.Fusion, a.Fusion), cmp.Compare(a.Document.ID, b.Document.ID))
	})
}

// describeDocument fills in what follows from a work of the pool alone.
func (r *Run) describeDocument(d *state.Document, e retrieval.Entry) {
	d.Entry = e
	d.Digest, d.Merged = r.addressOf(e)
	d.Venue = r.venueOf(&e.Document)
	d.Text = r.Texts.Document(d.Digest, &e.Document)
	d.Ids = r.Vocab.IDs(d.Text.Words)
	d.Title = evidence.Set(d.Ids[:d.Text.Title])
	d.All = evidence.Set(d.Ids)
	d.InTitle, d.InAll = evidence.Containment(r.Focus, d.Title), evidence.Containment(r.Focus, d.All)
	if d.Source = e.Document.Source; d.Source == "" {
		d.Source = e.Found[0].Source
	}
}

// addressOf returns the digest of a work of the pool, with those of the copies that it was merged from. A work
// that was never merged is the document that its source returned, which the library knows.
func (r *Run) addressOf(e retrieval.Entry) (digest string, merged []string) {
	first := e.Found[0]
	if len(e.Copies) == 0 {
		return r.digestOf(r.Sources[first.Source].Fingerprint(), e.Document), nil
	}
	for _, c := range e.Copies {
		merged = append(merged, r.digestOf("", c))
	}
	return r.digestOf("", e.Document), merged
}

func (r *Run) digestOf(fingerprint string, d evidence.Document) string {
	held, err := r.Library.Found(fingerprint, d)
	if err != nil {
		r.Err = err
		return ""
	}
	r.Keep(held.Digest, held.Data)
	return held.Digest
}

// referenceYear returns the year against which recency is measured: the run's own input, else
// the newest year of the pool, so that no clock decides (U03).
func (r *Run) referenceYear(entries []retrieval.Entry) int {
	year := r.Year
	if year == 0 {
		for _, e := range entries {
			year = max(year, e.Document.Year)
		}
	}
	return year
}

// DocumentFeatures computes what schema.Features promises under "document.", as of
// the last scoring of the pool.
func (r *Run) DocumentFeatures(d *state.Document) map[string]float64 {
	f := map[string]float64{
		"document.abstract_overlap": d.InAll,
		"document.retrieval":        score.Share(d.Fusion, r.BestFusion),
		"document.preprint":         score.Flag(d.Document.Preprint()),
		"document.retracted":        score.Flag(d.Document.Retracted),
	}
	r.typeFeatures(f, evidence.DocumentType(d.Document.Type))
	if len(d.Title) > 0 {
		f["document.title_overlap"] = d.InTitle
	}
	if v, known := r.BridgeEntity(d); known {
		f["document.bridge_entity"] = v
	}
	if d.Venue != nil {
		f["document.venue_adjust"] = *d.Venue
	}
	d.ModelFeatures(f)
	if d.Document.Year > 0 {
		f["document.recency"] = Recency(d.Document.Year, r.PoolYear)
	}
	return f
}

// typeOf is the path of the features that tell types of documents apart.
const typeOf = "document.type."

// typeFeatures sets the features of a document's type, and of the other types that terms of the policy name.
func (r *Run) typeFeatures(f map[string]float64, of string) {
	if of == "" {
		return
	}
	for _, t := range r.Policy.Select.Terms {
		if strings.HasPrefix(t.Feature, typeOf) {
			f[t.Feature] = 0
		}
	}
	f[typeOf+of] = 1
}

// Recency is U03: max(0, 1 - age/10), and 1 at most.
func Recency(year, reference int) float64 {
	return min(1, max(0, 1-float64(reference-year)/10))
}

// SelectedQuality is U04: the mean over the documents that would be read now of
// 2/3 title overlap + 1/3 abstract overlap; a document without title counts its abstract.
func (r *Run) SelectedQuality() float64 {
	top := r.Documents[:min(len(r.Documents), r.Policy.Select.MaxDocuments)]
	if len(top) == 0 {
		return 0
	}
	total := 0.0
	for _, d := range top {
		body := d.Features["document.abstract_overlap"]
		title, ok := d.Features["document.title_overlap"]
		if !ok {
			title = body
		}
		total += title*2/3 + body/3
	}
	return total / float64(len(top))
}
