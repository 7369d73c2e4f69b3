package sentence

import "github.com/sparkhost/sparkhost/plugins/internal/text"

// describing is how far a sentence tells what came out that describes what was done: "were randomly assigned to".
const describing = 0.3

// States returns how far the sentence tells what came out, 0 to 1.
func (s *Sight) States() float64 {
	if f := &s.Features; f[fReads] == 0 && f[fConcludes] == 0 && s.h.vocabulary.Studies(s.Tokens) {
		return describing * s.Asserted
	}
	return s.Asserted
}

// OnlyTells says whether the sentence tells what was done, and nothing that came out: "samples were taken for".
func (s *Sight) OnlyTells() bool {
	done := false
	for i := range s.Tokens {
		t := &s.Tokens[i]
		if s.term[i] >= 0 {
			continue
		}
		if t.Shift != 0 || t.Cue&(text.CueConclude|text.CueNegation|text.CueSignificant|text.CueFavour|text.CueDisfavour) != 0 {
			return false
		}
		done = done || (looking[t.Word] || taking[t.Word]) && s.passive(i)
	}
	return done
}

// Verbs for what is done in a study.
var taking = wordSet(`taken drawn collected obtained sampled assigned enrolled recruited included randomised randomized allocated compared followed interviewed
	administered injected performed treated`)

// Words for what is done to set up a study and to gather its data.
var arranging = wordSet(`assigned randomised randomized randomly allocated enrolled recruited measured assessed examined performed completed collected
	analysed analyzed interviewed administered sampled`)

// arranges says whether the sentence tells how a study was made and nothing that came of it: "we randomly assigned patients with diabetes or obesity to
// tocilizumab, an antagonist". Who "were assigned to A" in a relative clause may have fared somehow, and a hypothesis without a relation may be about
// what was done.
func (s *Sight) arranges() bool {
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

// onlyUnstudied says whether something of the hypothesis stands only where the sentence tells what was not studied: "but was not assessed in adults".
func (s *Sight) onlyUnstudied() bool {
	for i := 1; i < len(s.Tokens); i++ {
		if !looking[s.Tokens[i].Word] || !denied(s.denials, i) || s.h.vocabulary.kinds.Of(s.Tokens[i-1].Word)&kindPassive == 0 && s.Tokens[i-1].Word != wordNot {
			continue
		}
		first, end := i, i+1
		for first > 0 && s.Tokens[first-1].Clause == s.Tokens[i].Clause {
			first--
		}
		for end < len(s.Tokens) && s.Tokens[end].Clause == s.Tokens[i].Clause {
			end++
		}
		rest := s.held(0, first) | s.held(end, len(s.Tokens))
		return s.held(first, end)&^rest&(s.h.sense.subject|s.h.sense.object) != 0
	}
	return false
}

// chosenFor says whether a clause only tells who was likelier to get or to do what the subject is: "patients with B were more likely to receive A".
func (s *Sight) chosenFor(c text.Span) bool {
	for i := c.First + 1; i+2 < c.End; i++ {
		if s.Tokens[i].Word != wordLikely || s.Tokens[i+1].Word != wordTo {
			continue
		}
		for j := i + 2; j < min(c.End, i+5); j++ {
			if getting[s.Tokens[j].Word] {
				return !s.hasSubject(c.First, i) && s.hasSubject(j, min(c.End, j+4)) && s.hasObject(c.First, i)
			}
		}
	}
	return false
}

// Verbs for how somebody gets a treatment.
var getting = wordSet(`receive received take taken undergo undergone complete completed prescribed given offered start started use used`)

// arrangedBehind says whether what a form of "be" at token i tells is again how the study was made: "and were examined".
func (s *Sight) arrangedBehind(i int) bool {
	for j := i + 1; j < min(i+4, len(s.Tokens)); j++ {
		if arranging[s.Tokens[j].Word] {
			return true
		}
	}
	return false
}

var wordHad, wordLikely = text.Hash([]byte("had")), text.Hash([]byte("likely"))
