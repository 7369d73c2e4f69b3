package plan

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/sparkhost/sparkhost/host/internal/frame"
	"github.com/sparkhost/sparkhost/host/internal/query"
	"github.com/sparkhost/sparkhost/host/record"
	"github.com/sparkhost/sparkhost/host/retrieval"
)

// maxWords bounds the words of a question that are counted.
const maxWords = 256

// AskedWords returns the distinct words that carry content in the question and its options, in lower case, in text order.
func (r *Run) AskedWords() []string {
	texts := []string{r.Plan.Question.Question}
	if !r.Plan.Polar {
		for _, o := range r.Plan.Options {
			texts = append(texts, o.Text)
		}
	}
	var out []string
	seen := map[string]bool{}
	for _, text := range texts {
		for _, word := range query.Words(text) {
			if seen[word] || len(out) == maxWords || len(r.Analyzer.Tokens(word)) == 0 {
				continue
			}
			seen[word] = true
			out = append(out, word)
		}
	}
	return out
}

// CountWords asks the sources that count words how common those of the question are. A replay takes the counts from its record.
func (r *Run) CountWords(ctx context.Context) error {
	words := r.AskedWords()
	counted := record.Words{Sources: []record.WordCounts{}}
	if r.Tape != nil {
		var err error
		if counted, err = r.Tape.Words(); err != nil {
			return err
		}
	} else {
		for _, s := range r.Policy.Sources {
			c, err := r.countIn(ctx, s.Name, words)
			if err != nil {
				return err
			}
			if c != nil {
				counted.Sources = append(counted.Sources, *c)
			}
		}
	}
	r.Log(record.KindWords, counted)
	r.Counted, r.QuestionWords = counted, words
	r.Plan.Rarity = r.heldRarities()
	return nil
}

// heldRarities returns the rarities of the question's words that sources hold; nil: no source counts.
func (r *Run) heldRarities() map[string]float64 {
	if len(r.Counted.Sources) == 0 {
		return nil
	}
	out, rare := map[string]float64{}, r.Rarities()
	for i, word := range r.QuestionWords {
		for _, c := range r.Counted.Sources {
			if c.Holding[word] > 0 {
				out[word] = rare[i]
			}
		}
	}
	return out
}

// countIn counts words in one source; nil if the source does not count.
func (r *Run) countIn(ctx context.Context, source string, words []string) (*record.WordCounts, error) {
	counter, ok := retrieval.As[retrieval.Counter](r.Sources[source])
	if !ok {
		return nil, nil
	}
	documents, holding, err := counter.CountWords(ctx, words)
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	if err != nil {
		r.Warn("source_failed", source, fmt.Sprintf("source %q does not count words: %v", source, err))
		return nil, nil
	}
	out := &record.WordCounts{Source: source, Documents: documents, Holding: map[string]int{}}
	for i, word := range words {
		out.Holding[word] = holding[i]
	}
	return out, nil
}

// Rarities say how telling the question's words are, in the order of questionWords: 1 for a word that no document has, 0 for one that all have.
// Counts are the sources'; where no source counts, they are those of the works found.
func (r *Run) Rarities() []float64 {
	documents, holding := 0, map[string]int{}
	for _, c := range r.Counted.Sources {
		documents += c.Documents
		for word, n := range c.Holding {
			holding[word] += n
		}
	}
	if documents == 0 {
		documents, holding = r.CountPool()
	}
	out := make([]float64, len(r.QuestionWords))
	for i, word := range r.QuestionWords {
		out[i] = rarity(documents, holding[word])
	}
	return out
}

// CountPool counts the question's words in the works found.
func (r *Run) CountPool() (documents int, holding map[string]int) {
	holding = map[string]int{}
	for _, word := range r.QuestionWords {
		ids := r.LookupSet(word)
		for _, d := range r.Documents {
			if slices.ContainsFunc(ids, func(id uint32) bool { _, is := slices.BinarySearch(d.All, id); return is }) {
				holding[word]++
			}
		}
	}
	return len(r.Documents), holding
}

// rarity returns the inverse document frequency ln(1 + (N-n+0.5)/(n+0.5)) over that of a word that no document has.
func rarity(documents, holding int) float64 {
	idf := func(n float64) float64 { return math.Log1p((float64(documents) - n + 0.5) / (n + 0.5)) }
	return idf(float64(min(holding, documents))) / idf(0)
}

// WordTable returns the columns that stages may see of the question's words.
func (r *Run) WordTable() frame.Table {
	n := len(r.QuestionWords)
	rare := r.Rarities()
	return frame.Table{Name: "words", Rows: n, Columns: []frame.Column{
		frame.Texts("text", n, func(i int) string { return r.QuestionWords[i] }),
		frame.Numbers("rarity", n, func(i int) float64 { return rare[i] }),
	}}
}
