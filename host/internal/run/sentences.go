package run

import (
	"slices"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/internal/frame"
)

// A sentence is one sentence of a passage as stages judge it.
type sentence struct {
	evidence.Span // bytes of the document's field
	passage       *passage
	text          string
	place, of     int // its number in its document from 0, and how many the document has

	addresses float64            // how well it addresses the question, 0..1
	addressed bool               // a stage said so
	parts     map[string]float64 // what else address stages say of it, by STAGE.PART
	because   string             // which part of the question it meets, or what it lacks
	stance    float64            // -1 contradicts the question's claim … 1 supports it
	judged    bool               // a stage set stance
	cue       string             // why it takes that stance
}

// cutSentences lists the sentences of the passages read, in the order of these.
func (rd *reading) cutSentences() {
	rd.sentences, rd.heard = nil, nil
	counts := map[*document][]int{}
	for _, p := range rd.passages {
		starts := counts[p.doc]
		if starts == nil {
			starts = firstPlaces(p.doc)
			counts[p.doc] = starts
		}
		for i, s := range p.chunk.Sentences {
			rd.sentences = append(rd.sentences, &sentence{
				Span: evidence.Span{Start: p.Start + s.Start, End: p.Start + s.End}, passage: p, text: s.Of(p.Text),
				place: starts[p.number] + i, of: starts[len(starts)-1],
			})
		}
	}
}

// firstPlaces are, for each passage of a document, how many sentences stand before it, and last how many it has in all.
func firstPlaces(d *document) []int {
	out := make([]int, len(d.text.Passages)+1)
	for i := range d.text.Passages {
		out[i+1] = out[i] + len(d.text.Passages[i].Sentences)
	}
	return out
}

// counts says whether a sentence counts for the answer: a stage found that it addresses the question, or none was asked.
func (r *run) counts(s *sentence) bool {
	return !s.addressed || s.addresses >= r.Policy.Address.CountsFrom
}

// sentenceTable returns the columns that stages may see of sentences.
func (rd *reading) sentenceTable() frame.Table {
	ss := rd.sentences
	n := len(ss)
	return frame.Table{Name: "sentences", Rows: n, Columns: []frame.Column{
		frame.Texts("text", n, func(i int) string { return ss[i].text }),
		frame.Texts("title", n, func(i int) string { return ss[i].passage.doc.Document.Title }),
		frame.Texts("section", n, func(i int) string { return ss[i].passage.Section }),
		frame.Texts("source", n, func(i int) string { return ss[i].passage.doc.source }),
		frame.Numbers("document", n, func(i int) float64 { return float64(ss[i].passage.doc.Index) }),
		frame.Numbers("place", n, func(i int) float64 { return float64(ss[i].place) }),
		frame.Numbers("position", n, func(i int) float64 { return float64(ss[i].place+1) / float64(ss[i].of) }),
		frame.Numbers("relevance", n, func(i int) float64 { return ss[i].passage.relative }),
		frame.Nullable("addresses", n, func(i int) (float64, bool) { return ss[i].addresses, ss[i].addressed }),
		frame.Nullable("year", n, func(i int) (float64, bool) {
			y := ss[i].passage.doc.Document.Year
			return float64(y), y > 0
		}),
	}}
}

// passageOf is the number of a sentence's passage among those read.
func (rd *reading) passageOf(s *sentence) int { return slices.Index(rd.passages, s.passage) }

// sentencesOf are the sentences of a passage.
func (rd *reading) sentencesOf(p *passage) []*sentence {
	var out []*sentence
	for _, s := range rd.sentences {
		if s.passage == p {
			out = append(out, s)
		}
	}
	return out
}
