package extract

import (
	"strings"

	"github.com/sparkhost/sparkhost/plugins/internal/spelling"
	"github.com/sparkhost/sparkhost/plugins/internal/text"
)

// Endings of names by kind.
var kindEndings = [...][]string{
	kindGene:     {},
	kindProtein:  {"ase", "in", "ins", "ogen", "kine", "receptor", "factor", "globulin", "actin", "protein", "pump", "channel", "transporter", "antibody", "complex"},
	kindDrug:     {"mab", "nib", "ine", "ol", "ide", "ate", "one", "cin", "vir", "pril", "azole", "statin", "platin", "ene", "amide", "acid", "cillin", "parib", "tan", "ib", "zumab", "in", "um", "gen", "ium"},
	kindAny:      {},
	kindOrganism: {"virus", "coccus", "bacter", "bacterium", "ella", "monas", "myces", "ensis", "phage", "ticks", "mosquitoes", "flies", "mites", "snake", "fish"},
	kindDisease:  {"osis", "itis", "oma", "emia", "aemia", "pathy", "ia", "disease", "syndrome", "disorder", "disorders", "cancer", "carcinoma", "failure", "infection", "defect", "defects", "injury", "deficiency", "stroke", "pain", "plegia", "rrhea", "edema", "insufficiency", "epsy"},
	kindMethod:   {"ing", "graphy", "scopy", "metry", "graph", "scope", "ometer", "camera", "sensor", "assay", "analysis", "test", "pcr", "method", "technique", "therapy", "seq", "blot", "ion", "surgery", "transplantation"},
	kindPerson:   {"s"},
	kindPlace:    {"ia", "land", "region", "city", "county", "sea", "ocean", "island", "valley", "coast"},
	kindPart: {"cyte", "cytes", "phage", "phages", "blast", "blasts", "cells", "cell", "neurons", "cortex", "nucleus", "nuclei", "tissue", "membrane", "gland", "lobe",
		"muscle", "marrow", "ganglia", "epithelium", "endothelium", "stroma", "lysosomes", "mitochondria", "reticulum", "cytoplasm", "brain", "liver", "kidney", "lung", "heart", "thymus", "spleen"},
}

// fitsEntity returns how well words [first, end) look like an entity of the kind that is asked for.
//
//go:noinline // within its caller it would make a function whose blocks take a compiler long
func (a *asking) fitsEntity(d *document, s *sentence, first, end int) float64 {
	name, capital, ending, number, generic, asked := false, false, false, true, true, false
	at := s.headOf(first, end)
	if a.tellsAmount(s, first, end) || s.tellsGrade(first, end) || s.heads(first, end) {
		return noEntity
	}
	for i := first; i < end; i++ {
		w := &s.words[i]
		if w.name && a.known(s, i) {
			asked = true
		} else if !isCommonName(s.at(i)) && len(s.at(i)) > 1 {
			name = name || w.name
		}
		capital = capital || w.capital && i > 0
		number = number && w.number == w.number
		generic = generic && (w.cue&(text.CueGeneric|text.CueAim|text.CueConclude|text.CueStop) != 0 && !w.name || isCommonName(s.at(i)) || len(s.at(i)) == 1 || isMonth(s.at(i)) || w.number == w.number || a.known(s, i))
		ending = ending || i >= at && a.kind.ends(strings.ToLower(s.at(i)))
		if last := d.lastOf(w.key); w.name && last != "" {
			ending = ending || a.kind.ends(last)
			name = name && (ending || a.kind == kindAny || a.kind == kindGene)
		}
	}
	if a.kinded(s, first, end) {
		ending = true
	}
	last, main := s.at(end-1), &s.words[at]
	switch {
	case a.designated(s, first, end):
		return 1
	case (a.kind == kindGene || a.kind == kindProtein || a.kind == kindDrug) && name && !ending && !main.name && !main.capital:
		return 0.6 // the name only qualifies another noun
	case end == first+1 && !name && a.isLight(last):
		return 0.15
	case (a.kind == kindGene || a.kind == kindProtein || a.kind == kindDrug) && (!s.words[end-1].name && isEvent(last) || isPluralName(last)):
		return 0.4
	case number || generic:
		return noEntity
	case asked && !name:
		return 0.25
	case a.kind == kindAny && a.causal():
		return 0.9 // whatever happens may be a cause
	case a.kind == kindAny:
		return pick(name || capital, 0.9, pick(isEvent(last), 0.6, 0.75))
	case a.kind == kindGene:
		return pick(name, 1, pick(capital || ending, 0.85, 0.4))
	case a.kind == kindProtein:
		return pick(name || ending, 1, pick(capital, 0.85, 0.45))
	case a.kind == kindDrug:
		return pick(name || ending, 1, pick(capital, 0.9, 0.5))
	case a.kind == kindOrganism:
		return pick(binomial(s, first, end), 1, pick(ending, 0.8, pick(capital && !name, 0.8, 0.4)))
	case a.kind == kindDisease:
		return pick(ending || s.ails(first, end), 1, 0.4)
	case a.kind == kindPart:
		return pick(ending, 1, pick(capital || name, 0.5, 0.7))
	case a.kind == kindPlace:
		if strings.ContainsAny(s.quote(first, end), "0123456789") || main.name && len(last) > 3 {
			return numberedPlace
		}
		return pick(capital || s.ofBody(at), 1, pick(ending, 0.9, 0.6))
	}
	return pick(ending, 0.9, 0.6)
}

// designated says whether words [first, end) are the noun of the question and a letter or number that tells which: "vitamin K".
func (a *asking) designated(s *sentence, first, end int) bool {
	if end != first+2 || a.noun < 0 || s.words[first].key != a.question.words[a.noun].key {
		return false
	}
	return s.words[end-1].capital && len(s.at(end-1)) == 1 || s.words[end-1].name && len(s.at(end-1)) <= 3
}

// ofBody says whether word i names a part of a body or a cell.
func (s *sentence) ofBody(i int) bool {
	word := strings.ToLower(s.at(i))
	return in(organs, word) || kindPart.ends(word)
}

// isLight says whether a noun by itself names nothing: it only says a kind or an amount.
func (a *asking) isLight(s string) bool {
	switch s {
	case "fraction", "part", "portion", "number", "majority", "amount", "lack", "presence", "addition", "series", "total", "range", "ones", "others", "use", "vivo", "vitro", "form", "way", "cause", "alone", "present", "novel", "new", "species", "organism", "animal", "animals", "disease", "disorder", "condition":
		return true
	}
	h, is := a.heads[text.Hash(singular(spelling.Fold(nil, s)))]
	return is && (h.form == formEffect || h.kind == kindGene || h.kind == kindProtein || h.kind == kindDrug || h.kind == kindMethod)
}

// ends says whether a word has an ending of names of its kind.
func (k kind) ends(word string) bool {
	for _, e := range kindEndings[k] {
		if strings.HasSuffix(word, e) {
			return true
		}
	}
	return false
}

// lastOf returns the last word of what an abbreviation stands for; empty: the document does not say.
func (d *document) lastOf(key uint64) string {
	for i := range d.aliases {
		if d.aliases[i].short == key {
			return d.aliases[i].last
		}
	}
	return ""
}

// headOf returns the main word of words [first, end): the last one, or the one ahead of its number, as in "polymerase II".
func (s *sentence) headOf(first, end int) int {
	last := s.at(end - 1)
	if end > first+1 && (len(last) == 1 || isNumeral(last) || isCommonName(last) || isGreek(strings.ToLower(last))) {
		return end - 2
	}
	return end - 1
}

// kinded says whether words [first, end) end with the noun of the kind that is asked for, and say more than that.
func (a *asking) kinded(s *sentence, first, end int) bool {
	for _, h := range s.hits {
		if h.word == end-1 && end > first+1 && a.terms[h.term].head && h.quality == 1 {
			return true
		}
	}
	return false
}

// ails says whether words [first, end) name what patients have: "AD patients", "patients with gout".
func (s *sentence) ails(first, end int) bool {
	if end > first+1 && s.words[end-2].name && s.at(end-1) == "patients" {
		return true
	}
	if first < 2 {
		return false
	}
	switch s.at(first-2) + " " + s.at(first-1) {
	case "patients with", "people with", "diagnosis of", "treatment of", "treatment for", "therapy for", "children with", "individuals with", "risk of", "symptoms of", "cases of":
		return true
	}
	return false
}

// isEvent says whether a noun tells of something that happens or of a property, by its ending.
func isEvent(s string) bool {
	for _, e := range []string{"tion", "tions", "sion", "ment", "ments", "ity", "ness", "ing", "sis", "ency", "ance", "cells", "cell", "mice", "patients", "levels", "disease", "syndrome", "disorder"} {
		if strings.HasSuffix(s, e) {
			return true
		}
	}
	return false
}

// isPluralName says whether a name is an abbreviation of many things, such as "iPSCs".
func isPluralName(s string) bool {
	n := len(s)
	return n > 3 && s[n-1] == 's' && s[n-2] >= 'A' && s[n-2] <= 'Z'
}
