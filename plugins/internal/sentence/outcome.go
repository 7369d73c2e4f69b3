package sentence

import (
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/plugins/internal/text"
)

// Verbs that tell by themselves that something becomes better or worse.
var (
	bettering = wordSet(`improve improves improved improving improvement improvements alleviate alleviates alleviated alleviating alleviation ameliorate
		ameliorates ameliorated ameliorating amelioration relieve relieves relieved relieving protect protects protected protecting better`)
	worsening = wordSet(`impair impairs impaired impairing exacerbate exacerbates exacerbated exacerbating exacerbation aggravate aggravates
		aggravated aggravating worse poorer`)
)

// worsens are forms of the verb for the contrary of "improve": what is made worse may be more or less of it.
var worsens = wordSet(`worsen worsens worsened worsening`)

// worth returns whether the change that token i tells is for the better, 1, or for the worse, -1; 0: that is not known.
func (s *Sight) worth(i int, c text.Span) float64 {
	switch w := s.Tokens[i].Word; {
	case bettering[w] && s.shields(i, c):
		return -1
	case bettering[w]:
		return 1
	case worsening[w]:
		return -1
	}
	if s.strikes(i, c) {
		return 2*truth(s.h.objectIll()) - 1
	}
	if s.Tokens[i].Shift == 0 { // "causes", "is associated with"
		return s.valueOf(text.Span{First: i + 1, End: c.End}, c)
	}
	return float64(s.Tokens[i].Shift) * s.valueOf(s.changing(i, c), c)
}

// shields says whether what becomes better at token i does so against the subject: "protects the liver against alcohol". Who does it stands behind "by".
func (s *Sight) shields(i int, c text.Span) bool {
	against, by := c.End, c.End
	for j := i + 1; j < c.End; j++ {
		switch w := s.Tokens[j].Word; {
		case against == c.End && (w == wordAgainst || w == wordFrom):
			against = j
		case against < j && by == c.End && w == wordBy:
			by = j
		}
	}
	return s.hasSubject(against, by) && !s.hasSubject(c.First, i)
}

// Verbs for what does harm to its object.
var striking = wordSet(`damage damages damaged damaging kill kills killed killing injure injures injured destroy destroys destroyed poison poisons poisoned`)

// strikes says whether token i tells that harm is done to what the hypothesis speaks of: "damages the liver".
func (s *Sight) strikes(i int, c text.Span) bool {
	return striking[s.Tokens[i].Word] && s.hasObject(i+1, min(c.End, i+4))
}

// governs is how many words may stand between a change and the outcome that it is of.
const governs = 5

// governed says whether token i is itself what another word raises or lowers: "risk" of "lowered the risk of death".
func (s *Sight) governed(i int, c text.Span) bool {
	if signs[s.Tokens[i].Word] || s.valued(i) != 0 && !s.strikes(i, c) && !bettering[s.Tokens[i].Word] && !worsening[s.Tokens[i].Word] {
		return true // an outcome, or a kind of something: "receptor-positive"
	}
	for j := i - 1; j >= max(c.First, i-governs) && !strings.Contains(s.Gap(j), ","); j-- {
		t := &s.Tokens[j]
		if t.Shift != 0 && !s.hasSubject(j, j+1) && !(isLack(s.Reading, j) && s.lackOf(j, s.h.sense.subject, c)) {
			return true
		}
		if t.Cue&text.CueStop != 0 && !ofWhich[t.Word] {
			return false
		}
	}
	return false
}

// changing returns what token i tells a change of: what follows it, or what stands ahead of a form of "be" or of a verb without an object.
func (s *Sight) changing(i int, c text.Span) text.Span {
	be := i - 1
	if be > c.First && s.adverb(be) {
		be--
	}
	first := c.First
	for placing[s.Tokens[c.First].Word] && first < i && s.Tokens[first].Clause == s.Tokens[c.First].Clause {
		first++ // "in patients with COPD, survival was longer"
	}
	if first == i {
		first = c.First
	}
	follows := i+1 < c.End && s.Tokens[i+1].Cue&text.CueStop == 0 && !s.adverb(i+1) // "there was reduced mortality"
	if passive := be >= c.First && !follows && s.h.vocabulary.kinds.Of(s.Tokens[be].Word)&kindPassive != 0; passive {
		return text.Span{First: first, End: be}
	}
	if i+1 == c.End || s.Tokens[i+1].Cue&text.CueStop != 0 && !ofWhich[s.Tokens[i+1].Word] || s.past(i) && s.Tokens[i+1].Word == wordIn {
		return text.Span{First: first, End: i}
	}
	return text.Span{First: i + 1, End: c.End}
}

// past says whether token i is written as a verb in the past: "decreased in", not "decrease in".
func (s *Sight) past(i int) bool {
	w := s.Tokens[i].Word
	return strings.HasSuffix(s.Text[s.Tokens[i].From:s.Tokens[i].To], "ed") || w == wordFell || w == wordRose
}

var wordFell, wordRose = text.Hash([]byte("fell")), text.Hash([]byte("rose"))

// valueOf returns whether the first thing that is named in a span is good, 1, or bad, -1, as an outcome; 0: that is not known. An amount is of what
// follows "of": "the duration of diarrhoea".
func (s *Sight) valueOf(in, c text.Span) float64 {
	for i := in.First; i < in.End; {
		for i < in.End && s.Tokens[i].Cue&text.CueStop != 0 {
			i++
		}
		first := i
		for i < in.End && s.Tokens[i].Cue&text.CueStop == 0 && (i == first || !strings.ContainsAny(s.Gap(i-1), ",;()")) {
			i++
		}
		value, amount := s.headValue(text.Span{First: first, End: i}, c)
		if value != 0 || !amount || i+1 >= in.End || first < i && s.Tokens[i].Word != wordOf {
			return value
		}
	}
	return 0
}

// headValue returns the value of a noun and the words ahead of it, and whether it is only an amount: "cancer risk", "pain score".
func (s *Sight) headValue(noun, c text.Span) (value float64, amount bool) {
	for i := noun.End - 1; i >= noun.First; i-- {
		if value = s.valued(i); value != 0 {
			if slices.ContainsFunc(s.Tokens[noun.First:i], func(t text.Token) bool { return suffering[t.Word] }) {
				value = -value // "poor mental health"
			}
			return value * s.belonging(i, noun, c), false
		}
		w := s.Tokens[i].Word
		if i+1 < noun.End && frequent[s.Tokens[i+1].Word] && noun.End-i == 2 && s.content(i) && s.term[i] < 0 {
			return 0, true // "the cumulative number"
		}
		if s.Tokens[i].Cue&text.CueGeneric == 0 && !amounting[w] && !measured[w] && !frequent[w] {
			return 0, false
		}
	}
	return 0, true
}

// Words for how much of an outcome there is.
var frequent = wordSet(`incidence frequency duration severity prevalence occurrence episodes episode length rate rates score scores odds likelihood probability
	number numbers attack attacks burden intensity signs course development onset progression presence appearance`)

// What the living do as long as they thrive, and nothing bad should.
var thriving = wordSet(`growth reproduction fecundity abundance biomass foraging productivity yield yields production populations population
	diversity viability proliferation`)

// valued returns whether token i names a good outcome, 1, or a bad one, -1; 0: neither. What is effective for or against an ill is to lessen it.
func (s *Sight) valued(i int) float64 {
	w := s.Tokens[i].Word
	if frequent[w] {
		return 0
	}
	h := &s.h.sense
	if k := s.term[i]; k >= 0 && h.ill && h.object>>k&1 != 0 {
		return -1
	}
	one := strings.TrimSuffix(lower(s.Text[s.Tokens[i].From:s.Tokens[i].To]), "s")
	switch kinds := s.h.vocabulary.kinds.Of(w) | s.h.vocabulary.kinds.Of(text.Hash([]byte(one))); {
	case kinds&kindGood != 0 || thriving[w]:
		return 1
	case kinds&kindBad != 0 || isAilment(one):
		return -1
	}
	return 0
}

// ailments are the ends of words that name what somebody suffers from.
var ailments = []string{"itis", "emia", "uria", "rrhoea", "rrhea", "algia", "edema", "rhosis", "brosis", "lerosis", "mbosis",
	"culosis", "porosis", "crosis"}

// isAilment says whether a folded word ends so.
func isAilment(word string) bool {
	return slices.ContainsFunc(ailments, func(end string) bool { return strings.HasSuffix(word, end) })
}

// belonging is 1 where the outcome at token i is that of the object or of nobody named, 0 where it is that of something else, and -1 where the object is an
// ill that thrives: "growth of the tumour", "survival of cancer cells".
func (s *Sight) belonging(i int, noun, c text.Span) float64 {
	if !thriving[s.Tokens[i].Word] && !s.ofCells(noun.First, min(c.End, noun.End+governs)) {
		return 1
	}
	object, owner := s.h.sense.object, s.held(noun.First, i)
	for j := noun.End; j < c.End && owner == 0; j++ {
		if s.Tokens[j].Word == wordOf {
			if owner = s.held(j, min(c.End, j+1+governs)) & object; owner == 0 {
				return 0
			}
		}
	}
	if s.h.sense.ill || s.h.objectIll() {
		return -1
	}
	return 1
}

// ofCells says whether tokens [first, end) speak of cells.
func (s *Sight) ofCells(first, end int) bool {
	return slices.ContainsFunc(s.Tokens[first:end], func(t text.Token) bool { return t.Word == wordCell || t.Word == wordCells })
}

var wordCell, wordCells = text.Hash([]byte("cell")), text.Hash([]byte("cells"))

// objectIll says whether the hypothesis names its object as something bad: "cancer".
func (h *Hypothesis) objectIll() bool { return h.ill(h.sense.object) }

// ill says whether one of some terms names something bad.
func (h *Hypothesis) ill(terms uint64) bool {
	for k := range h.terms {
		if terms>>k&1 != 0 && h.terms[k].kind&kindBad != 0 {
			return true
		}
	}
	return false
}
