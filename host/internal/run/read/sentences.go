package read

import (
	"slices"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/internal/frame"
	"github.com/sparkhost/sparkhost/host/internal/run/state"
)

// CutSentences lists the sentences of the passages read, in the order of these.
func (rd *Run) CutSentences() {
	rd.Sentences, rd.Heard = nil, nil
	counts := map[*state.Document][]int{}
	for _, p := range rd.Passages {
		starts := counts[p.Doc]
		if starts == nil {
			starts = firstPlaces(p.Doc)
			counts[p.Doc] = starts
		}
		for i, s := range p.Chunk.Sentences {
			rd.Sentences = append(rd.Sentences, &state.Sentence{
				Span: evidence.Span{Start: p.Start + s.Start, End: p.Start + s.End}, Passage: p, Text: s.Of(p.Text),
				Place: starts[p.Number] + i, Among: starts[len(starts)-1],
			})
		}
	}
}

// firstPlaces are, for each passage of a document, how many sentences stand before it, and last how many it has in all.
func firstPlaces(d *state.Document) []int {
	out := make([]int, len(d.Text.Passages)+1)
	for i := range d.Text.Passages {
		out[i+1] = out[i] + len(d.Text.Passages[i].Sentences)
	}
	return out
}

// Counts says whether a sentence counts for the answer: a stage found that it addresses the question, or none was asked.
func (r *Run) Counts(s *state.Sentence) bool {
	return !s.Addressed || s.Addresses >= r.Policy.Address.CountsFrom
}

// SentenceTable returns the columns that stages may see of sentences.
func (rd *Run) SentenceTable() frame.Table {
	ss := rd.Sentences
	n := len(ss)
	return frame.Table{Name: "sentences", Rows: n, Columns: []frame.Column{
		frame.Texts("text", n, func(i int) string { return ss[i].Text }),
		frame.Texts("title", n, func(i int) string { return ss[i].Passage.Doc.Document.Title }),
		frame.Texts("section", n, func(i int) string { return ss[i].Passage.Section }),
		frame.Texts("source", n, func(i int) string { return ss[i].Passage.Doc.Source }),
		frame.Numbers("document", n, func(i int) float64 { return float64(ss[i].Passage.Doc.Index) }),
		frame.Numbers("place", n, func(i int) float64 { return float64(ss[i].Place) }),
		frame.Numbers("position", n, func(i int) float64 { return float64(ss[i].Place+1) / float64(ss[i].Among) }),
		frame.Numbers("relevance", n, func(i int) float64 { return ss[i].Passage.Relative }),
		frame.Nullable("addresses", n, func(i int) (float64, bool) { return ss[i].Addresses, ss[i].Addressed }),
		frame.Nullable("year", n, func(i int) (float64, bool) {
			y := ss[i].Passage.Doc.Document.Year
			return float64(y), y > 0
		}),
	}}
}

// PassageOf returns the number of a sentence's passage among those read.
func (rd *Run) PassageOf(s *state.Sentence) int { return slices.Index(rd.Passages, s.Passage) }

// SentencesOf returns the sentences of a passage.
func (rd *Run) SentencesOf(p *state.Passage) []*state.Sentence {
	var out []*state.Sentence
	for _, s := range rd.Sentences {
		if s.Passage == p {
			out = append(out, s)
		}
	}
	return out
}
