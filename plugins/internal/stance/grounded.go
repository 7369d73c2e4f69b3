package stance

// retold is the share of its attention that a sentence keeps of a work that reports no study of its own, where one that does says as
// much of the hypothesis: who has looked knows better than who passes it on.
const retold = 0.3

// A grounding says which documents report a study of their own.
type grounding map[int]bool

// ground finds them among sentences: by their sections, or by words for what was done.
func (s *Scan) ground() grounding {
	g := grounding{}
	for i, row := range s.rows {
		of := &s.sentences[row]
		if g[of.Document] {
			continue
		}
		g[of.Document] = of.Section == "methods" || of.Section == "results" || s.judge.vocabulary.Studies(s.texts[i].Tokens)
	}
	return g
}

// rest takes attention from sentences of works that report no study, as far as one that does says as much of the hypothesis.
func (p *Pool) rest(g grounding) {
	best := 0.0
	for _, v := range p.views {
		if g[v.sentence.Document] {
			best = max(best, v.Cover*v.Asserted)
		}
	}
	for _, v := range p.views {
		if !g[v.sentence.Document] && v.Cover > 0 {
			v.Trust = 1 - (1-retold)*min(1, max(0, (best/v.Cover-0.6)/0.3))
			v.attention *= v.Trust
		}
	}
}
