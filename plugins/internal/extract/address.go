package extract

// Where a term counts that a sentence itself does not meet, as a share of what it would count there.
const (
	besideShare = 0.6 // it stands in the title or in an adjacent sentence
	withinShare = 0.4 // it stands elsewhere in the document
)

// look finds the terms in every sentence and scores how well each sentence addresses the question.
func (d *document) look(terms []term) {
	title := make([]float64, len(terms))
	meetAll(&d.title, terms, nil, title)
	anywhere := append([]float64(nil), title...)
	for i := range d.sentences {
		s := &d.sentences[i]
		s.met, s.parted = make([]float64, len(terms)), [mostParts + 1]int8{}
		s.hits = meetAll(&s.line, terms, s.hits[:0], s.met)
		s.hits = d.expand(s, terms, s.hits, s.met)
		for t := range terms {
			anywhere[t] = max(anywhere[t], s.met[t])
		}
	}
	d.leaveOut(terms)
	d.spoken, d.topical = 0, -1
	for i := range d.sentences {
		d.sentences[i].score = d.address(i, terms, title, anywhere)
	}
}

// meetAll notes how well the words of a line meet each term.
func meetAll(l *line, terms []term, hits []hit, met []float64) []hit {
	for i := range l.words {
		non := l.behindNon(i)
		for t := range terms {
			if q := terms[t].meets(&l.words[i]); q > 0 && non == terms[t].non {
				if i > 0 && l.at(i-1) == "free" && l.before(i) == " " {
					q *= meetsFree
				}
				hits = append(hits, hit{t, i, q})
				met[t] = max(met[t], q)
			}
		}
	}
	return hits
}

// expand adds what the document's abbreviations meet: a short form counts for the words that it stands for, if the
// question has most of them, and all of these words for the short form.
func (d *document) expand(s *sentence, terms []term, hits []hit, met []float64) []hit {
	for _, a := range d.aliases {
		var long []int
		for _, key := range a.long {
			if t := indexTerm(terms, key); t >= 0 {
				long = append(long, t)
			}
		}
		short := indexTerm(terms, a.short)
		for i := range s.words {
			if s.words[i].key == a.short && 2*len(long) > len(a.long) {
				for _, t := range long {
					hits = append(hits, hit{t, i, meetsAlias})
					met[t] = max(met[t], meetsAlias)
				}
			}
			if short >= 0 && len(a.long) > 1 && s.follows(i, a.long) {
				hits = append(hits, hit{short, i, meetsAlias})
				met[short] = max(met[short], meetsAlias)
			}
		}
	}
	return hits
}

// follows says whether the words from i on have these keys, with at most one word between two.
func (l *line) follows(i int, keys []uint64) bool {
	for _, key := range keys {
		switch {
		case i < len(l.words) && l.words[i].key == key:
			i++
		case i+1 < len(l.words) && l.words[i+1].key == key:
			i += 2
		default:
			return false
		}
	}
	return true
}

// address returns the weighted share of the terms that sentence i meets, itself or through what stands around it.
func (d *document) address(i int, terms []term, title, anywhere []float64) float64 {
	sum, of := 0.0, 0.0
	for t := range terms {
		beside := title[t]
		if i > 0 {
			beside = max(beside, d.sentences[i-1].met[t])
		}
		if i+1 < len(d.sentences) {
			beside = max(beside, d.sentences[i+1].met[t])
		}
		met := max(d.sentences[i].met[t], besideShare*beside, withinShare*anywhere[t])
		sum += terms[t].weight * met
		of += terms[t].weight
	}
	if of == 0 {
		return 0
	}
	return sum / of
}
