package extract

import (
	"math"
	"strings"

	"github.com/sparkhost/sparkhost/plugins/internal/text"
)

// rate returns how well a candidate's place addresses the question, 0..1.
//
//go:noinline // within its caller it would make a function whose blocks take a compiler long
func (a *asking) rate(c *candidate) float64 {
	s := c.sentence
	v := (1-a.Near)*s.score + a.Near*a.near(c)
	v *= 1 - a.Titled + a.Titled*c.document.relevance
	if !math.IsNaN(s.Addresses) {
		v *= 0.5 + 0.5*s.Addresses
	}
	if aims(s) {
		v *= pick(a.form == formEffect, 0.4, 0.7)
	}
	if !c.document.studies && a.studied >= nearly*s.score {
		v *= retold
	}
	if tellsNoResults(s) {
		v *= early
	}
	return v * a.stated(s) * a.contrasted(c)
}

// retold is what a sentence counts of a work that reports no study of its own, where a sentence of one that does addresses the
// question at least nearly as well: who has looked knows better.
const retold, nearly = 0.7, 0.95

// stated returns what a sentence counts by who states it, 0..1: 1 if it states itself what it says.
func (a *asking) stated(s *sentence) float64 {
	switch {
	case a.hearsay.Tells(s.line.Tokens, 0, len(s.line.Tokens)):
		return hearsay
	case a.form != formMethod && a.hearsay.Expects(s.line.Tokens, 0, len(s.line.Tokens)):
		return expected
	case reports(s):
		return reported
	}
	return 1
}

// early is what a sentence counts of a section that tells no results.
const early = 0.9

// tellsNoResults says whether a section, by its name or by the heading that begins a sentence, only introduces or tells methods.
func tellsNoResults(s *sentence) bool {
	section := s.Section
	if len(s.words) > 0 && (section == "" || section == "abstract") {
		section = s.at(0)
	}
	switch strings.ToLower(section) {
	case "introduction", "background", "methods", "objective", "objectives", "aim", "aims", "purpose":
		return true
	}
	return false
}

// reported is what a sentence counts that tells what others say, or denies it.
const reported = 0.8

// expected is what a sentence counts that tells what is expected or needed.
const expected = 0.5

// hearsay is what a sentence counts that passes on what others say.
const hearsay = 0.15

// reports says whether a sentence tells what others say: "it is widely believed that", "the statement that".
func reports(s *sentence) bool {
	for i := range s.words {
		if s.words[i].cue&(text.CueBelief|text.CueRefutation) != 0 || s.at(i) == "statement" && i+1 < len(s.words) && s.at(i+1) == "that" {
			return true
		}
	}
	return false
}

// aims says whether a sentence announces a question and not a finding.
func aims(s *sentence) bool {
	aim, found := 0, 0
	for i := range s.words {
		w := &s.words[i]
		if w.cue&text.CueAim != 0 {
			aim++
			if strings.HasPrefix(s.at(i), "hypothes") {
				return true
			}
		}
		if w.cue&text.CueConclude != 0 {
			found++
		}
	}
	return aim > found
}

// What a candidate counts that lacks what the question names.
const (
	otherShare = 0.3 // a share of something else: "85 % of the cells were lost" where the survival is asked for
	nameless   = 0.4 // of a document that has none of the names in the question
)

// shared is less than 1 for a share whose sentence, and the one ahead of it, do not say of what the question asks for one: survival,
// mortality, sensitivity.
func (a *asking) shared(c *candidate) float64 {
	if a.form != formPercent || a.noun < 0 || !a.tellsWhich() {
		return a.ofRate(c)
	}
	for k := range c.document.sentences {
		s := &c.document.sentences[k]
		if back := c.sentence.Place - s.Place; (back == 0 || back == 1) && a.tellsShare(s) {
			return 1
		}
	}
	return otherShare
}

// tellsWhich says whether the noun of the question says of what it asks for the share; "percentage" and "proportion" do not.
func (a *asking) tellsWhich() bool {
	switch strings.ToLower(a.question.at(a.noun)) {
	case "survival", "mortality", "sensitivity", "specificity", "heritability", "penetrance", "adherence", "homology":
		return true
	}
	return false
}

// tellsShare says whether a sentence speaks of the noun of the question, or of the contrary: who dies does not survive.
func (a *asking) tellsShare(s *sentence) bool {
	noun := &a.question.words[a.noun]
	live, die := a.kinOf("survive"), a.kinOf("die")
	lethal := noun.kin == live || noun.kin == die
	for i := range s.words {
		w := &s.words[i]
		if w.key == noun.key || w.kin != 0 && (w.kin == noun.kin || lethal && (w.kin == live || w.kin == die)) {
			return true
		}
	}
	return false
}

// withNames is less than 1 for a candidate of a document without any of the names that the asking sentence has, such as genes and trials.
func (a *asking) withNames(c *candidate) float64 {
	names := 0
	for t := range a.terms {
		if !a.terms[t].name || !a.terms[t].asked || a.terms[t].head {
			continue
		}
		names++
		if c.document.tells(t, &a.terms[t]) {
			return 1
		}
	}
	return pick(names == 0, 1, nameless)
}

// tells says whether a document meets a term in its title or in one of its sentences.
func (d *document) tells(t int, of *term) bool {
	for i := range d.sentences {
		if d.sentences[i].met[t] > 0 {
			return true
		}
	}
	for i := range d.title.words {
		if of.meets(&d.title.words[i]) > 0 {
			return true
		}
	}
	return false
}
