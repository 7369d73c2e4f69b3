package sentence

import (
	"slices"

	"github.com/sparkhost/sparkhost/plugins/internal/text"
)

var (
	wordFew     = text.Hash([]byte("few"))
	wordLittle  = text.Hash([]byte("little"))
	wordYet     = text.Hash([]byte("yet"))
	wordIf      = text.Hash([]byte("if"))
	wordMay     = text.Hash([]byte("may"))
	wordWould   = text.Hash([]byte("would"))
	wordNot     = text.Hash([]byte("not"))
	conditional = wordSet(`if unless provided suppose supposing assuming assume`)
	inverted    = wordSet(`were had should`) // open a condition without "if"
	studyNouns  = wordSet(`study studies trial trials data information report reports literature research investigation investigations experiment
		experiments work works review reviews`)
)

// inquiryWords is how many words behind a study may tell what it did.
const inquiryWords = 5

// unstudied says whether the sentence tells that nobody looked: "no study has examined", "few data are available on". Where studies looked and
// found nothing, it does not: "no trial showed a benefit".
func (s *Sight) unstudied() bool {
	if s.wanting() {
		return true
	}
	for i := range s.Tokens {
		w := s.Tokens[i].Word
		if w != wordNo && w != wordFew && w != wordLittle {
			continue
		}
		for j := i + 1; j < min(len(s.Tokens), i+4); j++ {
			if studyNouns[s.Tokens[j].Word] && s.inquires(j) {
				return true
			}
		}
	}
	return false
}

// Words for evidence that there is none of, or too little.
var scarce = wordSet(`lacking scarce sparse missing insufficient limited`)

// wanting says whether the sentence tells of evidence, which it opens with, that there is none: "Evidence that A causes B is lacking".
func (s *Sight) wanting() bool {
	evidence := false
	for i := range s.Tokens {
		w := s.Tokens[i].Word
		evidence = evidence || i < opening/2 && (studyNouns[w] || w == wordEvidence)
		if evidence && i > 0 && scarce[w] && s.h.vocabulary.kinds.Of(s.Tokens[i-1].Word)&kindPassive != 0 {
			return true
		}
	}
	return false
}

var wordEvidence = text.Hash([]byte("evidence"))

// inquires says whether one of the words behind the study at token i tells what it looked at.
func (s *Sight) inquires(i int) bool {
	for j := i + 1; j < min(len(s.Tokens), i+1+inquiryWords); j++ {
		if s.h.vocabulary.kinds.Of(s.Tokens[j].Word)&kindInquiry != 0 {
			return true
		}
		if s.Tokens[j].Cue&text.CueConclude != 0 {
			return false
		}
	}
	return false
}

// needsMore says whether token i tells that more has to be looked into: "requires further investigation".
func (s *Sight) needsMore(i int) bool {
	return i+2 < len(s.Tokens) && demanding[s.Tokens[i].Word] && further[s.Tokens[i+1].Word] &&
		(studyNouns[s.Tokens[i+2].Word] || i+3 < len(s.Tokens) && studyNouns[s.Tokens[i+3].Word])
}

var (
	demanding = wordSet(`require requires required need needs needed warrant warrants warranted merit merits deserve deserves await awaits`)
	further   = wordSet(`further more additional larger`)
)

var possible = wordSet(`possible conceivable plausible unclear uncertain`)

// tooEarly says whether token i tells that a conclusion or a test was out of reach: "too early to conclude", "cannot be concluded", "not powered to detect", "is being
// tested".
func (s *Sight) tooEarly(i int) bool {
	ahead := func(words map[uint64]bool) bool {
		return slices.ContainsFunc(s.Tokens[max(0, i-concluded):i], func(t text.Token) bool { return words[t.Word] })
	}
	switch w := s.Tokens[i].Word; {
	case concluding[w]:
		return ahead(premature) || denied(s.denials, i)
	case powered[w]:
		return w == wordUnderpowered || i+1 < len(s.Tokens) && s.Tokens[i+1].Word == wordTo && denied(s.denials, i)
	case s.Tokens[i-1].Word == wordBeing:
		return looking[w]
	}
	return scarce[s.Tokens[i].Word] && ahead(studyNouns) && s.Tokens[i].Word != wordMissing && s.h.vocabulary.kinds.Of(s.Tokens[i-1].Word)&kindPassive != 0
}

// concluded is how many words ahead of a conclusion may tell that there is none.
const concluded = 4

var (
	concluding = wordSet(`conclude concluded infer inferred`)
	premature  = wordSet(`early premature insufficient`)
	powered    = wordSet(`power powered underpowered`)

	wordUnderpowered = text.Hash([]byte("underpowered"))
	wordBeing        = text.Hash([]byte("being"))
	wordMissing      = text.Hash([]byte("missing"))
)

// open says whether the sentence tells that something is not known: "remains unclear", "is not yet established".
func (s *Sight) open() bool {
	for i := 1; i < len(s.Tokens); i++ {
		if possible[s.Tokens[i].Word] && i > 1 && s.Tokens[i-1].Word == wordIs && s.Tokens[i-2].Word == wordIt {
			return true // "it is possible that"
		}
		if s.tooEarly(i) || s.needsMore(i) || s.Tokens[i].Word == wordConsensus && s.denies(i, text.Span{First: 0, End: len(s.Tokens)}) {
			return true // "there is no consensus"
		}
		if s.Tokens[i].Cue&text.CueNegation != 0 && leavesOpen(s.Reading, i, len(s.Tokens)) {
			return true
		}
		if s.h.vocabulary.kinds.Of(s.Tokens[i].Word)&kindOpen == 0 || s.Tokens[i].Clause != s.Tokens[i-1].Clause {
			continue
		}
		unknown, be, no := s.Tokens[i].Cue&text.CueConclude == 0, false, false
		for j := max(0, i-4); j < i; j++ {
			w := s.Tokens[j].Word
			be = be || s.h.vocabulary.kinds.Of(w)&kindPassive != 0 || s.Tokens[j].Stem == stemRemain
			no = no || w == wordNot || w == wordYet || barely[w]
		}
		if be && (no || unknown && !known[s.Tokens[i].Word]) {
			return true
		}
	}
	return false
}

var (
	stemRemain, wordConsensus = stemOf("remain"), text.Hash([]byte("consensus"))

	barely = wordSet(`poorly incompletely insufficiently little barely scarcely`)
	known  = wordSet(`understood established elucidated determined clarified`)
)

// supposes says whether the clause that holds most of the hypothesis is a condition or tells what would be.
func (s *Sight) supposes() bool {
	c := s.clause()
	for i := c.First; i < c.End; i++ {
		w := s.Tokens[i].Word
		if w == wordWould || i == c.First && conditional[w] {
			return true
		}
		if i > 2 && w == wordNot && s.Tokens[i-1].Word == wordMay && s.Tokens[i-3].Word == wordMay { // "may or may not"
			return true
		}
	}
	return c.First == 0 && c.End < len(s.Tokens) && len(s.Tokens) > 0 && inverted[s.Tokens[0].Word] && s.foresees()
}

// foresees says whether the sentence tells what would be.
func (s *Sight) foresees() bool {
	for i := range s.Tokens {
		if s.Tokens[i].Word == wordWould {
			return true
		}
	}
	return false
}

var despite = wordSet(`contrary despite although unlike`)

// unborne says whether the sentence tells that what others suppose is not so: "despite concerns that", "the hypothesis that … was not supported",
// "the notion that … is a myth", "no trial showed that".
func (s *Sight) unborne() bool {
	for i := 0; i+1 < len(s.Tokens); i++ {
		if s.doubtedUse(i) {
			return true
		}
		k := s.h.vocabulary.kinds.Of(s.Tokens[i].Word)
		if s.Tokens[i+1].Word == wordThat && (s.noneConcludes(i) || s.Tokens[i].Word == wordEvidence && i > 0 && slightly[s.Tokens[i-1].Word]) {
			return true // "little evidence that"
		}
		if s.Tokens[i+1].Word != wordThat || k&(kindSurmise|kindBelief) == 0 && !views[s.Tokens[i].Word] {
			continue
		}
		if s.Tokens[i].Cue&text.CueRefutation != 0 && s.term[i] < 0 && !denied(s.denials, i) {
			return true
		}
		for j := max(0, i-4); j < i; j++ {
			if t := &s.Tokens[j]; despite[t.Word] || s.term[j] < 0 && !denied(s.denials, j) && (t.Cue&text.CueRefutation != 0 || challenging[t.Word]) {
				return true // "refute the notion that"
			}
		}
		for j := i + 2; j < len(s.Tokens); j++ {
			if s.term[j] < 0 && (s.Tokens[j].Cue&text.CueRefutation != 0 || rejecting[s.Tokens[j].Word] && s.passive(j)) {
				return true
			}
			if bearing[s.Tokens[j].Word] && s.Tokens[j].Sentence == s.Tokens[i].Sentence && (s.Tokens[j-1].Cue&text.CueNegation != 0 || s.Tokens[j-2].Cue&text.CueNegation != 0) {
				return true
			}
		}
	}
	return false
}

// doubtedUse says whether tokens from i tell that a use or a finding was not borne out: "cast doubt on the use of", "the use of A is not justified", "the finding
// that A did so could not be replicated".
func (s *Sight) doubtedUse(i int) bool {
	if casting[s.Tokens[i].Word] && doubting[s.Tokens[i+1].Word] {
		return i+2 < len(s.Tokens) && s.Tokens[i+2].Word == wordOn
	}
	use, found := usage[s.Tokens[i].Word] && s.Tokens[i+1].Word == wordOf, statements[s.Tokens[i].Word] && s.Tokens[i+1].Word == wordThat
	for j := i + 2; (use || found) && j < len(s.Tokens) && s.Tokens[j].Sentence == s.Tokens[i].Sentence; j++ {
		if w := s.Tokens[j].Word; (use && justified[w] || found && repeated[w]) && s.passive(j) {
			return denied(s.denials, j)
		}
	}
	return false
}

var (
	casting   = wordSet(`cast casts casting`)
	doubting  = wordSet(`doubt doubts`)
	justified = wordSet(`justified warranted recommended advocated supported advised`)
	repeated  = wordSet(`replicated reproduced confirmed corroborated verified`)
	rejecting = wordSet(`rejected discarded abandoned`)
)

var views = wordSet(`view views interpretation conclusion`)

// Verbs for what speaks against a view.
var challenging = wordSet(`challenge challenges challenged challenging undermine undermines undermined question questions questioned dispute disputes disputed`)

// noneConcludes says whether token i tells what no study has found: "no randomised trial showed".
func (s *Sight) noneConcludes(i int) bool {
	for j := max(0, i-3); j < i-1 && s.Tokens[i].Cue&text.CueConclude != 0; j++ {
		if s.Tokens[j].Word == wordNo && slices.ContainsFunc(s.Tokens[j+1:i], func(t text.Token) bool { return studyNouns[t.Word] }) {
			return true
		}
	}
	return false
}

// purpose says whether the sentence tells what something is meant to do, not what it does, or what a study
// is to find out: "was given to reduce mortality", "mice were used to examine".
func (s *Sight) purpose() bool {
	for i := 2; i < len(s.Tokens); i++ {
		if s.Tokens[i-1].Word != wordTo {
			continue
		}
		asks := i+1 < len(s.Tokens) && (s.Tokens[i+1].Word == wordIf || s.Tokens[i+1].Word == wordWhether) // "to establish if"
		if (s.Tokens[i].Cue&text.CueAim != 0 || asks) && !s.finds() {
			return true
		}
		if !s.relates(i) {
			continue
		}
		for j := max(0, i-4); j < i-1; j++ {
			if s.h.vocabulary.kinds.Of(s.Tokens[j].Word)&kindPurpose != 0 {
				return true
			}
		}
	}
	return false
}

// relates says whether token i is the relating word of the hypothesis or a direction.
func (s *Sight) relates(i int) bool {
	return s.term[i] >= 0 && s.h.terms[s.term[i]].token == s.h.relation || s.Tokens[i].Shift != 0
}

// takenBack says whether a later clause tells that nothing bears out what the sentence tells first: "is widely considered a risk, yet no data support
// this view".
func (s *Sight) takenBack() bool {
	for i := 1; i+3 < len(s.Tokens); i++ {
		if s.Tokens[i].Clause > 0 && s.Tokens[i+2].Cue&text.CueRefutation != 0 && referring[s.Tokens[i+3].Word] && i+4 == len(s.Tokens) {
			return true // "our results refute this"
		}
		if s.Tokens[i].Cue&text.CueTurn == 0 || s.Tokens[i+1].Cue&text.CueNegation == 0 || s.h.vocabulary.kinds.Of(s.Tokens[i+2].Word)&(kindStudies|kindEvidence) == 0 {
			continue
		}
		if (bearing[s.Tokens[i+3].Word] || s.Tokens[i+3].Word == wordFor) && (i+4 == len(s.Tokens) || referring[s.Tokens[i+4].Word]) {
			return true
		}
	}
	return false
}

var referring = wordSet(`this these that it such`)

var bearing = wordSet(`support supports supported supporting confirm confirms confirmed corroborate corroborates strengthen strengthens consistent
	agree agrees evidence show shows showed demonstrate demonstrates verify verifies verified hold holds held`)

// surmises says whether the sentence tells what is feared or supposed, and not that it holds: "fears that … were voiced".
func (s *Sight) surmises() bool {
	for i := 0; i+1 < len(s.Tokens); i++ {
		if s.h.vocabulary.kinds.Of(s.Tokens[i].Word)&kindSurmise != 0 && s.term[i] < 0 && s.Tokens[i+1].Word == wordThat && !s.borne(i) {
			return true
		}
	}
	return false
}

// borne says whether what is supposed at token i is said to hold: "these data support the idea that", "the assumption that … was verified".
func (s *Sight) borne(i int) bool {
	for j := max(0, i-4); j < len(s.Tokens); j++ {
		if bearing[s.Tokens[j].Word] && s.term[j] < 0 && s.Tokens[j].Sentence == s.Tokens[i].Sentence {
			return true
		}
	}
	return false
}
