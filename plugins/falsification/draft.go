package main

// The ways to find what a draft says in a passage.
const (
	matchPhrase       = "phrase"        // its key noun phrase, as U34 is written
	matchTerms        = "terms"         // enough of the phrase's words, in any order
	matchVerdictTerms = "verdict_terms" // those of a verdict, the phrase of any other draft
	matchNoun         = "noun_phrase"   // its noun phrase, without the verb, as U16 means it
	matchMeaning      = "meaning"       // sentences that say it again, in whatever form, and deny it
)

// A draft is the answer that is challenged.
type draft struct {
	text string  // what it says, or the question or claim that it affirms or denies
	key  string  // its key noun phrase, or the characteristic terms of its question
	side float64 // 1: it affirms the text, -1: it denies it, 0: it leaves it open

	verdict bool // on a question or claim, whose words no text holds as one phrase

	statement string // the sentence that it says or rests on
	about     string // the question that the statement answers; empty: it stands alone
}

// A judgement says how strongly passages speak against a draft answer.
type judgement struct {
	score    float64 // 0..1 (U13); 0 with no hit
	hits     int     // passages with a marker near the draft's words (U34)
	negated  bool    // the draft denies something itself, so denials do not refute it
	findings []finding
}

// draft judges a draft answer by its key noun phrase or by the words of it: 1 - Π(1 - s) over the
// passages that refute it most, where s is the strength of the marker times the
// relevance of the passage and, of words, the share of them near the marker. A draft that leaves its
// question open says nothing that could be refuted.
func (r *reader) draft(d draft, passages []passage) judgement {
	if r.match == matchMeaning {
		return r.meant(d, passages)
	}
	t := r.target(&d)
	j := judgement{negated: r.denies(d.text, t) != (d.side < 0)}
	if d.side == 0 || j.negated && r.skipNegated {
		return j
	}
	for row := range passages {
		x := &passages[row]
		if !r.counts(x.section) {
			continue
		}
		r.open(x.text)
		strength, quote := r.against(t)
		if strength == 0 {
			continue
		}
		j.hits++
		if s := strength * x.relevance; s > 0 {
			j.findings = append(j.findings, finding{row, s, r.reading.quote(quote.first, quote.last)})
		}
	}
	j.sum(r.top, passages)
	return j
}

// sum makes the score of the findings that weigh most: 1 - Π(1 - s).
func (j *judgement) sum(top int, passages []passage) {
	rank(j.findings, passages)
	j.findings = j.findings[:min(top, len(j.findings))]
	rest := 1.0
	for _, f := range j.findings {
		rest *= 1 - f.weight
	}
	j.score = 1 - rest
}
