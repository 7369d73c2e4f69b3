package extract

import (
	"math"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sparkhost/sparkhost/plugins/internal/text"
)

func itoa(v int64) string { return strconv.FormatInt(v, 10) }

// fitsQuantity is how well a quantity is of the type that is asked for.
func (a *asking) fitsQuantity(s *sentence, q *quantity) float64 {
	fit := a.fitsDimension(s, q)
	if a.difference && !s.changes(q) {
		fit *= 0.8
	}
	switch q.role {
	case roleBound, rolePValue, roleSpread:
		fit *= 0.1
	case roleSample:
		fit *= 0.4
	case roleYear:
		if a.form != formDate {
			fit *= 0.1
		}
	case roleRatio:
		if a.form != formRatio {
			fit *= 0.4
		}
	}
	if a.asksNumber(q.value) {
		fit *= 0.1
	}
	if s.limits(q) {
		fit *= 0.85
	}
	return fit
}

// changes says whether a quantity is told as a difference: "by 23 %", "87 % lower".
func (l *line) changes(q *quantity) bool {
	if q.first > 0 {
		switch l.at(q.first - 1) {
		case "by", "additional", "extra", "another":
			return true
		}
	}
	for i := q.end; i < len(l.words) && i < q.end+2; i++ {
		if l.words[i].shift != 0 {
			return true
		}
	}
	return false
}

// limits says whether a quantity is only a limit or the end of a range, by the words ahead of it.
func (l *line) limits(q *quantity) bool {
	upper := q.first > 0 && l.at(q.first-1) == "to"
	for i := q.first - 1; i >= 0 && i > q.first-15; i-- {
		near := i > q.first-6
		switch strings.ToLower(l.at(i)) {
		case "minimum", "least", "below", "above", "exceeding":
			if near {
				return true
			}
		case "ranging", "ranged", "ranges":
			if near || upper {
				return true
			}
		}
		if strings.ContainsAny(l.gap(i), ",") && !upper {
			return false
		}
	}
	return false
}

func (a *asking) fitsDimension(s *sentence, q *quantity) float64 {
	bare := q.unit.dim == dimNone
	switch a.form {
	case formDate:
		switch {
		case q.role == roleYear:
			return 1
		case q.unit.dim == dimTime:
			return 0.4
		}
		return 0
	case formPercent:
		return pick(q.unit.dim == dimPercent, 1, pick(bare, 0.35, 0.15))
	case formRatio:
		return pick(q.role == roleRatio, 1, pick(bare && q.value != math.Trunc(q.value), 0.7, pick(q.unit.dim == dimPercent, 0.4, 0.15)))
	case formCount:
		if !bare || q.value != math.Trunc(q.value) {
			return pick(q.unit.dim == dimPercent, pick(a.partitive(), 0.9, 0.15), 0.3)
		}
		return pick(a.counts(s, q) > q.end, 1, 0.6)
	}
	switch {
	case a.dim != dimNone && q.unit.dim == a.dim && !q.rate:
		return 1
	case a.dim == dimMass && q.unit.dim == dimMolecular, a.dim == dimMolar && q.unit.dim == dimDensity, a.dim == dimDensity && q.unit.dim == dimMolar:
		return 1
	case a.dim == dimLength && q.unit.dim == dimSequence:
		return 0.8
	case a.dim != dimNone && a.dim != dimPercent:
		return pick(bare, pick(a.noun > a.at+1, 0.4, 0.2), 0.1)
	case bare:
		return 0.5
	case a.difference:
		return pick(q.unit.dim == dimPercent, 1, pick(q.unit.dim == dimTime, 0.6, 0.9))
	}
	return pick(q.unit.dim != dimPercent, 0.9, 0.7)
}

// partitive says whether the question asks how many OF some are so, which a share answers too.
func (a *asking) partitive() bool {
	return a.at+2 < len(a.question.words) && strings.EqualFold(a.question.at(a.at+2), "of")
}

func pick(is bool, then, otherwise float64) float64 {
	if is {
		return then
	}
	return otherwise
}

// asksNumber says whether the question itself has a number.
func (a *asking) asksNumber(v float64) bool {
	for i := range a.question.words {
		if a.question.words[i].number == v {
			return true
		}
	}
	return false
}

// Endings of names by kind.
var kindEndings = [...][]string{
	kindGene:     {},
	kindProtein:  {"ase", "in", "ins", "ogen", "kine", "receptor", "factor", "globulin", "actin", "protein", "pump", "channel", "transporter", "antibody", "complex"},
	kindDrug:     {"mab", "nib", "ine", "ol", "ide", "ate", "one", "cin", "vir", "pril", "azole", "statin", "platin", "ene", "amide", "acid", "cillin", "parib", "tan", "ib", "zumab", "in", "um", "gen", "ium"},
	kindAny:      {},
	kindOrganism: {"virus", "coccus", "bacter", "bacterium", "ella", "monas", "myces", "ensis", "phage", "ticks", "mosquitoes", "flies", "mites", "snake", "fish"},
	kindDisease:  {"osis", "itis", "oma", "emia", "aemia", "pathy", "ia", "disease", "syndrome", "disorder", "disorders", "cancer", "carcinoma", "failure", "infection", "defect", "defects", "injury", "deficiency", "stroke", "pain", "plegia", "rrhea", "edema", "insufficiency", "epsy"},
	kindMethod:   {"ing", "graphy", "scopy", "metry", "assay", "analysis", "test", "pcr", "method", "technique", "therapy", "seq", "blot", "ion", "surgery", "transplantation"},
	kindPerson:   {"s"},
	kindPlace:    {"ia", "land", "region", "city", "county", "sea", "ocean", "island", "valley", "coast"},
	kindPart: {"cyte", "cytes", "phage", "phages", "blast", "blasts", "cells", "cell", "neurons", "cortex", "nucleus", "nuclei", "tissue", "membrane", "gland", "lobe",
		"muscle", "marrow", "ganglia", "epithelium", "endothelium", "stroma", "lysosomes", "mitochondria", "reticulum", "cytoplasm", "brain", "liver", "kidney", "lung", "heart", "thymus", "spleen"},
}

// fitsEntity is how well words [first, end) look like an entity of the kind that is asked for.
func (a *asking) fitsEntity(d *document, s *sentence, first, end int) float64 {
	name, capital, ending, number, generic, asked := false, false, false, true, true, false
	for i := first; i < end; i++ {
		w := &s.words[i]
		if w.name && a.known(s, i) {
			asked = true
		} else if !isCommonName(s.at(i)) && len(s.at(i)) > 1 {
			name = name || w.name
		}
		capital = capital || w.capital && i > 0
		number = number && w.number == w.number
		generic = generic && (w.cue&(text.CueGeneric|text.CueAim|text.CueConclude|text.CueStop) != 0 && !w.name || isCommonName(s.at(i)) || len(s.at(i)) == 1 || w.number == w.number || a.known(s, i))
		ending = ending || i >= s.headOf(first, end) && a.kind.ends(strings.ToLower(s.at(i)))
		if last := d.lastOf(w.key); w.name && last != "" {
			ending = ending || a.kind.ends(last)
			name = name && (ending || a.kind == kindAny || a.kind == kindGene)
		}
	}
	last, main := s.at(end-1), &s.words[s.headOf(first, end)]
	switch {
	case (a.kind == kindGene || a.kind == kindProtein || a.kind == kindDrug) && name && !ending && !main.name && !main.capital:
		return 0.6 // the name only qualifies another noun
	case end == first+1 && !name && a.isLight(last):
		return 0.15
	case (a.kind == kindGene || a.kind == kindProtein || a.kind == kindDrug) && (!s.words[end-1].name && isEvent(last) || isPluralName(last)):
		return 0.4
	case number || generic:
		return 0.05
	case asked && !name:
		return 0.25
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
		return pick(capital, 1, pick(ending, 0.9, 0.6))
	}
	return pick(ending, 0.9, 0.6)
}

// isLight says whether a noun by itself names nothing: it only says a kind or an amount.
func (a *asking) isLight(s string) bool {
	switch s {
	case "fraction", "part", "portion", "number", "majority", "amount", "lack", "presence", "addition", "series", "total", "range", "ones", "others", "use", "vivo", "vitro", "form", "way", "cause", "alone", "present", "novel", "new":
		return true
	}
	h, is := a.heads[text.Hash(singular(spell(nil, s)))]
	return is && (h.form == formEntity || h.form == formEffect)
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

// lastOf is the last word of what an abbreviation stands for; empty: the document does not say.
func (d *document) lastOf(key uint64) string {
	for i := range d.aliases {
		if d.aliases[i].short == key {
			return d.aliases[i].last
		}
	}
	return ""
}

// headOf is the main word of words [first, end): the last one, or the one ahead of its number, as in "polymerase II".
func (s *sentence) headOf(first, end int) int {
	last := s.at(end - 1)
	if end > first+1 && (len(last) == 1 || isNumeral(last) || isCommonName(last) || isGreek(strings.ToLower(last))) {
		return end - 2
	}
	return end - 1
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

// binomial says whether a chunk holds a species' name in Latin: a capital word or initial and a lower-case one.
func binomial(s *sentence, first, end int) bool {
	for i := first; i+1 < end; i++ {
		a, b := s.at(i), s.at(i+1)
		if s.words[i].capital && !s.words[i].name && len(b) > 4 && isLatin(b) && (s.gap(i) == " " || s.gap(i) == ". ") && len(a) > 0 {
			return true
		}
	}
	return false
}

// isLatin says whether a word has an ending of Latin species' names and is all lower case.
func isLatin(s string) bool {
	for _, c := range s {
		if !unicode.IsLower(c) || c >= utf8.RuneSelf {
			return false
		}
	}
	for _, e := range []string{"a", "us", "um", "is", "i", "ae", "ens", "ans", "es", "x"} {
		if strings.HasSuffix(s, e) {
			return true
		}
	}
	return false
}

// isCommonName says whether an abbreviation is of methods or of all fields, and so seldom an answer.
func isCommonName(s string) bool {
	switch s {
	case "DNA", "RNA", "mRNA", "mRNAs", "RNAs", "cDNA", "PCR", "CI", "OR", "HR", "RR", "SD", "USA", "US", "UK", "IQR", "WT", "KO", "GFP", "siRNA", "shRNA", "BACKGROUND", "METHODS", "RESULTS",
		"CONCLUSIONS", "CONCLUSION", "OBJECTIVE", "PURPOSE", "RCT", "RCTs", "BMI", "II", "III", "IV", "I", "MD", "SNP", "SNPs", "GWAS", "MRI", "ELISA", "3D", "2D", "b":
		return true
	}
	return false
}
