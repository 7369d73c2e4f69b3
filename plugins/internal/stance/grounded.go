package stance

import "github.com/sparkhost/sparkhost/plugins/internal/text"

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
		g[of.Document] = of.Section == "methods" || of.Section == "results" || s.judge.vocabulary.studies(s.texts[i].Tokens)
	}
	return g
}

// rest takes attention from sentences of works that report no study, as far as one that does says as much of the hypothesis.
func (p *Pool) rest(g grounding) {
	best := 0.0
	for _, v := range p.views {
		if g[v.sentence.Document] {
			best = max(best, v.cover*v.asserted)
		}
	}
	for _, v := range p.views {
		if !g[v.sentence.Document] && v.cover > 0 {
			v.trust = 1 - (1-retold)*min(1, max(0, (best/v.cover-0.6)/0.3))
			v.attention *= v.trust
		}
	}
}

// Words for what is done to set up a study and to gather its data.
var arranging = wordSet(`assigned randomised randomized randomly allocated enrolled recruited measured assessed examined performed completed collected
	analysed analyzed interviewed administered sampled`)

// arranges says whether the sentence tells how a study was made and nothing that came of it: "we randomly assigned patients with diabetes or obesity to
// tocilizumab, an antagonist". Who "were assigned to A" in a relative clause may have fared somehow, and a hypothesis without a relation may be about
// what was done.
func (s *sight) arranges() bool {
	if s.h.relation < 0 || !s.h.joins(s.h.relation) {
		return false
	}
	arranged := false
	for i := range s.Tokens {
		t := &s.Tokens[i]
		k := s.h.vocabulary.kinds.Of(t.Word)
		switch {
		case !arranged && relative[t.Word], t.Shift != 0 && !agents[t.Word], t.Cue&(text.CueConclude|text.CueNegation|text.CueCompare|text.CueDiffer) != 0, k&(kindCause|kindLinked) != 0:
			return false
		case arranging[t.Word] && s.term[i] < 0:
			arranged = arranged || s.passive(i) || i > 0 && (s.Tokens[i-1].Word == wordWe || i > 1 && s.Tokens[i-2].Word == wordWe)
		case arranged && (k&kindPassive != 0 || t.Word == wordHad) && !s.arrangedBehind(i):
			return false
		}
	}
	return arranged
}

// arrangedBehind says whether what a form of "be" at token i tells is again how the study was made: "and were examined".
func (s *sight) arrangedBehind(i int) bool {
	for j := i + 1; j < min(i+4, len(s.Tokens)); j++ {
		if arranging[s.Tokens[j].Word] {
			return true
		}
	}
	return false
}

var wordHad = text.Hash([]byte("had"))
