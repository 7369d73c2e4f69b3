package state

import (
	"math"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/internal/analysis"
	"github.com/sparkhost/sparkhost/host/internal/score"
	"github.com/sparkhost/sparkhost/host/retrieval"
)

// A Document is one work of the pool as the run scores it. There is one for each
// index of the pool, updated in place.
type Document struct {
	retrieval.Entry
	score.Item
	Digest     string
	Merged     []string // digests of the copies it was merged from, if there are several
	Text       *analysis.Document
	Ids        []uint32 // of the text's words
	Title, All []uint32 // token sets; all is title and body
	InTitle    float64  // containment of the focus in the title
	InAll      float64  // … in title and body
	Rerank     *float64 // relevance by a model, 0..1; nil: none said
	Hybrid     *float64 // searches and vectors fused, 0..1; nil: no vectors
	Near       *float64 // cosine of its vector and the question's; nil: no vectors
	Venue      *float64 // what the policy's list says of its venue; nil: nothing
	Source     string
	Position   int    // among the selected, best first; -1: not read
	Reason     string // why it was or was not selected
	Exceeds    bool   // it was read, and has text beyond what is read of a document
}

// SourceShares counts documents by source.
func SourceShares(ds []*Document) map[string]int {
	out := map[string]int{}
	for _, d := range ds {
		out[d.Source]++
	}
	return out
}

// Abstract returns a document's abstract, or else its first section.
func Abstract(d *evidence.Document) string {
	switch {
	case d.Abstract != "":
		return d.Abstract
	case len(d.Sections) > 0:
		return d.Sections[0].Text
	}
	return d.Text
}

// FirstSentence returns the first sentence of a document's abstract; "": it has no text.
func FirstSentence(d *evidence.Document) string {
	text := Abstract(d)
	if s := evidence.Sentences(text); len(s) > 0 {
		return s[0].Of(text)
	}
	return ""
}

// RankBy returns the best rank that queries of an intent gave a work; the greatest number if none found it.
func RankBy(intent string, e retrieval.Entry) int {
	best := math.MaxInt
	for _, f := range e.Found {
		if f.Intent == intent {
			best = min(best, f.Rank)
		}
	}
	return best
}

// worth says whether a document scores the share of the best that selection asks for.
func (d *Document) worth(best *Document, share float64) bool {
	return d.Score > 0 && d.Score >= best.Score*share
}

// ModelFeatures adds what models said of a document.
func (d *Document) ModelFeatures(features map[string]float64) {
	for name, v := range map[string]*float64{"document.rerank": d.Rerank, "document.hybrid": d.Hybrid} {
		if v != nil {
			features[name] = *v
		}
	}
}
