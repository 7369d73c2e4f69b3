package state

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/internal/query"
	"github.com/sparkhost/sparkhost/host/internal/score"
)

// An Answer is a draft or the final one.
type Answer struct {
	Chosen    int // index of the option; -1 for a free answer
	Label     string
	Text      string
	Phrase    string // what falsification searches against
	Score     float64
	Margin    float64
	HasMargin bool
	RunnerUp  string // the alternative answer (U11), if any
	Options   []*Option
	Evidence  []*Passage // what is cited, best first
	Quotes    []*Claim   // the claims that are the free answer, in order
	Coverage  float64    // U10
	Solved    *Solution  // what models answered; nil: made by rules
	Swayed    bool       // only what models say makes it the best option

	Spans map[*Passage]*Sentence // the sentence that a stage found the answer in, of each passage cited for it
	Marks map[*Passage]string    // the words of that sentence which are the answer

	Others int // works in which a stage found another answer
}

// shiftTop is the number of documents that the record of a stage's effect names.
const shiftTop = 5

// Side says whether a verdict affirms its question's claim (1), denies it (-1) or leaves it open (0); false: it is not a verdict.
func (a *Answer) Side(p *query.Plan) (float64, bool) {
	if !p.Polar || a.Chosen < 0 {
		return 0, false
	}
	switch p.Stances[a.Chosen] {
	case query.Supports:
		return 1, true
	case query.Contradicts:
		return -1, true
	}
	return 0, true
}

// A Refutation is a passage that a model says speaks against the draft.
type Refutation struct {
	Passage  *Passage
	Strength float64 // the model's times the passage's relevance
	Quote    string
}

// An Option is one option of the question as the run scores it, with the dossier of
// passages that speak for it.
type Option struct {
	Index int
	evidence.Option
	score.Item
	Dossier    []*Passage // best first
	Eliminated bool
	Spans      map[*Passage]*Sentence // the sentence that a stage found for it, of each passage of its dossier
	Marks      map[*Passage]string    // the words of that sentence which say it
}

// A Refuted holds what was found against a draft.
type Refuted struct {
	Draft *Answer
	Score float64      // that of the stages
	Hits  []Refutation // what a model says
}

// A Solution is the answer of one solver, or of all of them together.
type Solution struct {
	By         string
	Scores     map[int]float64    // by option, from 0 to 1; an option without one was not judged
	Cites      map[int][]*Passage // by option; of a free answer under ofFree
	Quotes     map[int]string     // as cites: the sentence that the solver shows; empty: none
	Text       string             // of a free answer
	Confidence float64            // of a free answer
	Answerable bool
	Chained    int // citations of a free answer that join linked evidence to other evidence (S4-22)
}

// CiteOutputs lets an option have the mean of what stages of select said of the documents in its dossier
// (S1-18). Documents that a stage said nothing of do not count; without any the mean is unknown.
func (o *Option) CiteOutputs() {
	sums, counts := map[score.Output]float64{}, map[score.Output]int{}
	seen := map[*Document]bool{}
	for _, p := range o.Dossier {
		if seen[p.Doc] {
			continue
		}
		seen[p.Doc] = true
		for key, v := range p.Doc.Outputs {
			key.Stage = score.OfDocument(key.Stage)
			sums[key] += v
			counts[key]++
		}
	}
	for key, n := range counts {
		if o.Outputs == nil {
			o.Outputs = map[score.Output]float64{}
		}
		o.Outputs[key] = sums[key] / float64(n)
	}
}

// TopDocuments returns the best documents by a score, each with it.
func TopDocuments(ds []*Document, score func(*Document) float64) []string {
	best := slices.Clone(ds)
	slices.SortStableFunc(best, func(a, b *Document) int { return cmp.Compare(score(b), score(a)) })
	var out []string
	for _, d := range best[:min(len(best), shiftTop)] {
		out = append(out, fmt.Sprintf("%s %.6f", d.Document.ID, score(d)))
	}
	return out
}

// Joined puts words into one text.
func Joined(words []string) string { return strings.Join(words, " ") }
