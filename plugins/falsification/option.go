package main

// The ways to take the number of passages into account (D7).
const (
	rateNone       = "none"        // hits alone, as S3-13 is written
	ratePerPassage = "per_passage" // hits per passage that mentions the option
	rateFixedK     = "fixed_k"     // hits among the k most relevant such passages
)

// A tally counts what passages say about one option.
type tally struct {
	hits      int // passages that mention it with a marker near by (S3-11)
	passages  int // passages that mention it
	rate      float64
	falsified bool
	findings  []finding // the hits, strongest first, at most top of them
}

// A mention is a passage that names an option.
type mention struct {
	row      int
	strength float64
	quote    string
}

// options tallies each option, given by its key noun phrase. A phrase without
// words is mentioned nowhere.
func (r *reader) options(phrases []string, passages []passage) []tally {
	patterns := make([]pattern, len(phrases))
	for i, p := range phrases {
		patterns[i] = phrase(p)
	}
	mentions := make([][]mention, len(phrases))
	for row := range passages {
		x := &passages[row]
		if !r.counts(x.section) {
			continue
		}
		r.open(x.text)
		for i := range patterns {
			strength, quote, mentioned := r.near(&patterns[i])
			if !mentioned {
				continue
			}
			m := mention{row: row, strength: strength}
			if strength > 0 {
				m.quote = r.reading.quote(quote.first, quote.last)
			}
			mentions[i] = append(mentions[i], m)
		}
	}
	tallies := make([]tally, len(phrases))
	for i := range tallies {
		tallies[i] = r.tally(mentions[i], passages)
	}
	return tallies
}

// tally counts the mentions of one option.
func (r *reader) tally(mentions []mention, passages []passage) tally {
	if r.rate == rateFixedK {
		mentions = mostRelevant(mentions, passages, r.k)
	}
	t := tally{passages: len(mentions)}
	for _, m := range mentions {
		if m.strength > 0 {
			t.hits++
			t.findings = append(t.findings, finding{m.row, m.strength, m.quote})
		}
	}
	if t.passages > 0 {
		t.rate = float64(t.hits) / float64(t.passages)
	}
	t.falsified = t.hits >= r.minHits && (r.rate != ratePerPassage || t.rate >= r.minRate)
	rank(t.findings, passages)
	t.findings = t.findings[:min(r.top, len(t.findings))]
	return t
}

// mostRelevant keeps the k mentions in the most relevant passages.
func mostRelevant(mentions []mention, passages []passage, k int) []mention {
	order := make([]finding, len(mentions))
	byRow := make(map[int]mention, len(mentions))
	for i, m := range mentions {
		order[i] = finding{row: m.row, weight: passages[m.row].relevance}
		byRow[m.row] = m
	}
	rank(order, passages)
	kept := make([]mention, 0, min(k, len(order)))
	for _, f := range order[:min(k, len(order))] {
		kept = append(kept, byRow[f.row])
	}
	return kept
}
