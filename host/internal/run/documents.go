package run

import (
	"cmp"
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/internal/analysis"
	"github.com/sparkhost/sparkhost/host/internal/score"
	"github.com/sparkhost/sparkhost/host/retrieval"
)

// A document is one work of the pool as the run scores it. There is one for each
// index of the pool, updated in place.
type document struct {
	retrieval.Entry
	score.Item
	digest     string
	merged     []string // digests of the copies it was merged from, if there are several
	text       *analysis.Document
	ids        []uint32 // of the text's words
	title, all []uint32 // token sets; all is title and body
	inTitle    float64  // containment of the focus in the title
	inAll      float64  // … in title and body
	rerank     *float64 // relevance by a model, 0..1; nil: none said
	hybrid     *float64 // searches and vectors fused, 0..1; nil: no vectors
	near       *float64 // cosine of its vector and the question's; nil: no vectors
	venue      *float64 // what the policy's list says of its venue; nil: nothing
	source     string
	position   int    // among the selected, best first; -1: not read
	reason     string // why it was or was not selected
}

// scoreDocuments brings the scored list up to date with the pool, best first:
// weighted features of title and body, ties by fusion and then id (B-11). Terms of stages
// join at selection, when the pool is complete, but those of stages that score each round, which join after it.
func (r *run) scoreDocuments() {
	entries := r.pool.Documents()
	r.documents, r.excluded = r.documents[:0], r.excluded[:0]
	r.year = r.referenceYear(entries)
	for _, e := range entries {
		r.bestFusion = max(r.bestFusion, e.Fusion)
	}
	for _, e := range entries {
		d := r.byIndex[e.Index]
		if d == nil {
			d = &document{position: -1}
			r.byIndex[e.Index] = d
		}
		if d.Revision != e.Revision {
			r.describeDocument(d, e)
		}
		d.Features = r.documentFeatures(d)
		if reason := r.exclusion(&e.Document); reason != "" {
			d.position, d.reason = -1, reason
			r.excluded = append(r.excluded, d)
			continue
		}
		r.documents = append(r.documents, d)
	}
	r.rankDocuments()
	r.measurePool()
}

// measurePool makes known what was found so far, from the first condition on.
func (r *run) measurePool() {
	r.set("pool.documents", r.pool.Len())
	r.set("pool.sources", len(sourceShares(r.documents)))
}

// rankDocuments sorts the documents by the sum of the policy's terms.
func (r *run) rankDocuments() {
	all := slices.Concat(r.documents, r.excluded)
	items := make([]*score.Item, len(all))
	for i, d := range all {
		items[i] = &d.Item
	}
	r.spreads.WeighAll("select", r.termsOf("select", r.Policy.Select.Terms), items)
	slices.SortStableFunc(r.documents, func(a, b *document) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(b.Fusion, a.Fusion), cmp.Compare(a.Document.ID, b.Document.ID))
	})
}

// retracted is the reason to exclude a retracted work.
const retracted = "retracted"

// excludes says whether the policy leaves a work out whatever its score.
func (r *run) excludes(d *evidence.Document) bool { return r.exclusion(d) != "" }

// exclusion is the reason for which the policy leaves a work out; empty: it does not.
func (r *run) exclusion(d *evidence.Document) string {
	if d.Retracted && r.Policy.Select.Retracted == "exclude" {
		return retracted
	}
	if t := evidence.DocumentType(d.Type); slices.Contains(r.Policy.Select.ExcludeTypes, t) {
		return "type " + t
	}
	return ""
}

// describeDocument fills in what follows from a work of the pool alone.
func (r *run) describeDocument(d *document, e retrieval.Entry) {
	d.Entry = e
	d.digest, d.merged = r.addressOf(e)
	d.venue = r.venueOf(&e.Document)
	d.text = r.texts.Document(d.digest, &e.Document)
	d.ids = r.vocab.IDs(d.text.Words)
	d.title = evidence.Set(d.ids[:d.text.Title])
	d.all = evidence.Set(d.ids)
	d.inTitle, d.inAll = evidence.Containment(r.focus, d.title), evidence.Containment(r.focus, d.all)
	if d.source = e.Document.Source; d.source == "" {
		d.source = e.Found[0].Source
	}
}

// addressOf is the digest of a work of the pool, with those of the copies that it was merged from. A work
// that was never merged is the document that its source returned, which the library knows.
func (r *run) addressOf(e retrieval.Entry) (digest string, merged []string) {
	first := e.Found[0]
	if len(e.Copies) == 0 {
		return r.digestOf(r.Sources[first.Source].Fingerprint(), e.Document), nil
	}
	for _, c := range e.Copies {
		merged = append(merged, r.digestOf("", c))
	}
	return r.digestOf("", e.Document), merged
}

func (r *run) digestOf(fingerprint string, d evidence.Document) string {
	held, err := r.library.Found(fingerprint, d)
	if err != nil {
		r.err = err
		return ""
	}
	r.keep(held.Digest, held.Data)
	return held.Digest
}

// referenceYear returns the year against which recency is measured: the run's own input, else
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

// documentFeatures computes what schema.Features promises under "document.", as of
// the last scoring of the pool.
func (r *run) documentFeatures(d *document) map[string]float64 {
	f := map[string]float64{
		"document.abstract_overlap": d.inAll,
		"document.retrieval":        score.Share(d.Fusion, r.bestFusion),
		"document.preprint":         score.Flag(d.Document.Preprint()),
		"document.retracted":        score.Flag(d.Document.Retracted),
	}
	r.typeFeatures(f, evidence.DocumentType(d.Document.Type))
	if len(d.title) > 0 {
		f["document.title_overlap"] = d.inTitle
	}
	if v, known := r.bridgeEntity(d); known {
		f["document.bridge_entity"] = v
	}
	if d.venue != nil {
		f["document.venue_adjust"] = *d.venue
	}
	d.modelFeatures(f)
	if d.Document.Year > 0 {
		f["document.recency"] = recency(d.Document.Year, r.year)
	}
	return f
}

// typeOf is the path of the features that tell types of documents apart.
const typeOf = "document.type."

// typeFeatures sets the features of a document's type, and of the other types that terms of the policy name.
func (r *run) typeFeatures(f map[string]float64, of string) {
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

// recency is U03: max(0, 1 - age/10), and 1 at most.
func recency(year, reference int) float64 {
	return min(1, max(0, 1-float64(reference-year)/10))
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
		body := d.Features["document.abstract_overlap"]
		title, ok := d.Features["document.title_overlap"]
		if !ok {
			title = body
		}
		total += title*2/3 + body/3
	}
	return total / float64(len(top))
}

// sourceShares counts documents by source.
func sourceShares(ds []*document) map[string]int {
	out := map[string]int{}
	for _, d := range ds {
		out[d.source]++
	}
	return out
}
