package query

import (
	"cmp"
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/policy"
)

// A Pair is two options that are hard to tell apart, with the words that they share and have of their own.
type Pair struct {
	A, B                  int
	Overlap               float64
	shared, first, second string
}

// findPairs finds the pairs of every intent that contrasts options (S3-01): plain cuts options into words as they are
// written, content into those that mean something.
func (p *Plan) findPairs(intents []policy.Intent, plain, content *evidence.Analyzer) {
	p.Wording.Pairs = map[string][]Pair{}
	for i := range intents {
		in := &intents[i]
		if in.Pairs.Max > 0 {
			p.Wording.Pairs[in.Name] = pairsOf(p.ContentOptions(), &in.Pairs, plain, content)
		}
	}
}

// pairsOf lists the pairs of options that overlap strictly more than the threshold, those that do
// most first, at most so many.
func pairsOf(options []string, rule *policy.Pairs, plain, content *evidence.Analyzer) []Pair {
	measure, err := evidence.ParseMeasure(rule.Measure)
	if err != nil {
		return nil // the policy's checks see to that
	}
	if len(options) < 2 {
		return nil
	}
	words := make([][]string, len(options))
	sets := make([][]uint32, len(options))
	vocab := evidence.NewVocabulary()
	for i, o := range options {
		words[i] = evidence.Distinct(plain.Tokens(o))
		sets[i] = vocab.SetOf(words[i])
		if rule.Tokenizer == "content" {
			sets[i] = vocab.SetOf(content.Tokens(o))
		}
	}
	var out []Pair
	for a := range options {
		for b := a + 1; b < len(options); b++ {
			if v := measure.Of(sets[a], sets[b]); v > rule.Above {
				out = append(out, contrasted(a, b, v, words[a], words[b]))
			}
		}
	}
	slices.SortStableFunc(out, func(x, y Pair) int { return cmp.Compare(y.Overlap, x.Overlap) })
	return out[:min(len(out), rule.Max)]
}

// contrasted words a pair: what both hold, in the order of the first, and what each holds alone.
func contrasted(a, b int, overlap float64, x, y []string) Pair {
	var shared, first, second []string
	for _, w := range x {
		if slices.Contains(y, w) {
			shared = append(shared, w)
		} else {
			first = append(first, w)
		}
	}
	for _, w := range y {
		if !slices.Contains(x, w) {
			second = append(second, w)
		}
	}
	return Pair{a, b, overlap, strings.Join(shared, " "), strings.Join(first, " "), strings.Join(second, " ")}
}

// PlainWords returns the analyzer for intents that contrast options; nil: there are none.
func PlainWords(p *policy.Policy) *evidence.Analyzer {
	if !slices.ContainsFunc(p.Intents, func(in policy.Intent) bool { return in.Pairs.Max > 0 }) {
		return nil
	}
	return evidence.NewAnalyzer(evidence.WhitespaceNoStop)
}
