package main

// A judgement says how strongly passages speak against a draft answer.
type judgement struct {
	score    float64 // 0..1 (U13); 0 with no hit
	hits     int     // passages with a marker near the draft's phrase (U34)
	negated  bool    // the draft denies something itself, so denials do not refute it
	findings []finding
}

// draft judges a draft answer by its key noun phrase: 1 - Π(1 - s) over the
// passages that refute it most, where s is the strength of the marker times the
// relevance of the passage.
func (r *reader) draft(text, key string, passages []passage) judgement {
	p := phrase(key)
	j := judgement{negated: r.negates(text, &p)}
	if j.negated && r.skipNegated {
		return j
	}
	for row := range passages {
		x := &passages[row]
		if !r.counts(x.section) {
			continue
		}
		r.open(x.text)
		strength, quote, _ := r.near(&p)
		if strength == 0 {
			continue
		}
		j.hits++
		if s := strength * x.relevance; s > 0 {
			j.findings = append(j.findings, finding{row, s, r.reading.quote(quote.first, quote.last)})
		}
	}
	rank(j.findings, passages)
	j.findings = j.findings[:min(r.top, len(j.findings))]
	rest := 1.0
	for _, f := range j.findings {
		rest *= 1 - f.weight
	}
	j.score = 1 - rest
	return j
}

// negates says whether a text denies its own phrase: a marker stands near it in
// the same sentence.
func (r *reader) negates(text string, p *pattern) bool {
	r.open(text)
	r.places = p.find(&r.reading, r.places[:0])
	for _, m := range r.marks {
		for _, at := range r.places {
			d := gap(&r.reading, m.span, at)
			if d >= 0 && d <= r.window && r.sentence(cover(m.span, at)) {
				return true
			}
		}
	}
	return false
}

// sentence says whether a span lies within one sentence.
func (r *reader) sentence(s span) bool {
	for i := s.first + 1; i <= s.last; i++ {
		if r.reading.tokens[i].breaks {
			return false
		}
	}
	return true
}
