package extract

import "strings"

// unsaid is what a noun phrase counts that its sentence does not say to be of the kind that is asked for.
const unsaid = 0.9

// named is 1 for a phrase that has the noun of the kind asked for in it or beside it, or that stands in a list of examples.
func (a *asking) named(s *sentence, first, end int) float64 {
	for _, h := range s.hits {
		if a.terms[h.term].head && h.word >= first-2 && h.word < end+2 {
			return 1
		}
	}
	for i := max(first-2, 0); i < first; i++ {
		switch s.at(i) {
		case "called", "termed", "named", "namely", "such", "including", "like":
			return 1
		}
	}
	if end < len(s.words) && (s.at(end) == "which" || s.at(end) == "that") {
		return 1
	}
	if end+1 < len(s.words) && isBe(s.at(end)) {
		switch s.at(end + 1) {
		case "a", "an", "the":
			return 1
		}
	}
	return unsaid
}

// renamed is what a noun phrase counts that is only another name for what the question names.
const renamed = 0.5

// otherName is less than 1 for a phrase in a parenthesis behind a word of the question, as in "govitecan (IMMU-132)", or
// right behind that parenthesis.
func (a *asking) otherName(s *sentence, first int) float64 {
	if i := s.ahead(first); i >= 0 && a.known(s, i) && !a.describes(s, i) {
		return renamed
	}
	return 1
}

// ahead returns the word ahead of the parenthesis that word i is in or stands right behind; -1: there is none.
func (l *line) ahead(i int) int {
	if strings.Contains(l.before(i), ")") && !strings.ContainsAny(l.before(i), ",;.") {
		i--
	}
	for ; i > 0; i-- {
		gap := l.before(i)
		if strings.ContainsAny(gap, "([") {
			if strings.ContainsAny(gap, ",;.") {
				return -1
			}
			return i - 1
		}
		if strings.ContainsAny(gap, ")]") {
			return -1
		}
	}
	return -1
}

// otherPlace is what a noun phrase counts that does not stand where the agent of the asked verb would.
const otherPlace = 0.8

// agency is 1 for a noun phrase that stands where what the question asks for does: as the agent behind "by" or
// "due to", or as the subject ahead of the verb that is asked about; else less.
func (a *asking) agency(s *sentence, first, end int) float64 {
	if !a.agent {
		return 1
	}
	if s.opened(first) {
		return a.related(s)
	}
	for i := end; i < len(s.words) && i < end+2; i++ {
		if s.words[i].kin != 0 && s.words[i].kin == a.relation && a.isVerb(&s.line, i) {
			return pick(a.actsOnAsked(s, i), 1, otherObject)
		}
	}
	return pick(a.causal(), otherCause, otherPlace) * a.related(s)
}

// otherCause is what a noun phrase counts that stands where no cause does.
const otherCause = 0.6

// causal says whether the question asks what causes something.
func (a *asking) causal() bool { return a.agent && a.relation != 0 && a.relation == a.kinOf("cause") }

// unrelated is what a candidate counts whose sentence does not have the verb that is asked about, or one of its family.
const unrelated = 0.6

func (a *asking) related(s *sentence) float64 {
	if a.relation == 0 {
		return 1
	}
	for i := range s.words {
		if s.words[i].kin == a.relation {
			return 1
		}
	}
	return unrelated
}

// opened says whether a word of cause or agency stands up to three words ahead of a phrase.
func (l *line) opened(first int) bool {
	for i := first - 1; i >= 0 && i >= first-3; i-- {
		switch l.at(i) {
		case "by", "due", "because", "from", "attributable", "attributed":
			return true
		case "the", "a", "an", "to", "of", "its", "their":
		default:
			return false
		}
	}
	return false
}

// A sort is a narrower kind of thing that a noun asks for, which its names give away.
type sort struct {
	nouns string  // that ask for it
	ends  string  // a name of it ends with one of these
	words string  // or is one of these
	named float64 // what one counts that is written like a name, as abbreviations are; 0: as little as any other
}

// What a noun phrase counts that is not of the sort that is asked for, by its words.
const (
	otherSort = 0.2
	maybeSort = 0.7 // it has a capital and no more, as a genus has
)

const organs = "brain liver kidney kidneys lung lungs heart spleen thymus pancreas stomach intestine intestines colon duodenum ileum jejunum rectum " +
	"oesophagus skin bone bones marrow muscle muscles eye eyes retina ear ears nose tongue thyroid parathyroid adrenal adrenals pituitary " +
	"hypothalamus hippocampus cerebellum cortex prostate uterus ovary ovaries testis testes placenta bladder gallbladder breast breasts gut " +
	"islets gonads gonad lymph artery arteries vein veins aorta trachea bronchi"

// sorts are closed classes: endings of the field's names, organs of the body. None is of one subject's things alone.
var sorts = []sort{
	{nouns: "cell", ends: `cell cells cyte cytes phage phages blast blasts clast clasts phil phils glia neuron neurons neurone neurones`,
		words: `platelets platelet islets glia treg tregs progenitors precursors interneurons spermatozoa sperm oocytes keratinocytes zygote zygotes thrombocytes`},
	{nouns: "organ tissue", words: organs, ends: `gland glands tissue epithelium endothelium mucosa`},
	{nouns: "enzyme kinase phosphatase protease ligase polymerase helicase nuclease hydrolase", ends: `ase ases psin enzyme ymes yme`, named: 0.9},
	{nouns: "bacterium bacteria", ends: `coccus cocci bacter bacterium bacteria ella monas myces bacillus bacilli plasma ia`},
	{nouns: "virus", ends: `virus viruses phage phages`, words: `influenza measles mumps rubella ebola dengue zika`, named: 0.8},
	{nouns: "hormone", ends: `in one ol ine gen ogens hormone hormones oid oids`, named: 0.6},
	{nouns: "vitamin", ends: `vitamin ol ate ine in oid oids acid alamin`, words: `vitamin vitamins`},
	{nouns: "neurotransmitter", ends: `ine in ate acid ide oid oids`, named: 0.6},
	{nouns: "receptor", ends: `receptor receptors in ins R`, named: 0.9},
	{nouns: "protein cytokine chemokine", ends: `in ins ase ases ogen kine kines receptor receptors factor factors protein proteins channel transporter antibody complex subunit tau`, named: 0.95},
}

// sortOf finds the sort that the noun of a question asks for; nil: none.
func (a *asking) sortOf() *sort {
	if a.noun < 0 || a.form != formEntity {
		return nil
	}
	noun := string(singular([]byte(strings.ToLower(a.question.at(a.noun)))))
	for i := range sorts {
		if in(sorts[i].nouns, noun) {
			return &sorts[i]
		}
	}
	return nil
}

// sorted is less than 1 for a noun phrase whose words show that it is not of the sort that is asked for: "mouse bone marrow" names
// no cell, "TNF" no bacterium.
func (a *asking) sorted(c *candidate) float64 {
	of, s := a.sortOf(), c.sentence
	if of == nil || a.kinded(s, c.first, c.end) || a.ofKind(s, c) || a.kind == kindOrganism && binomial(s, c.first, c.end) {
		return 1
	}
	for i := c.first; i < c.end; i++ {
		if in(of.words, strings.ToLower(s.at(i))) {
			return 1
		}
	}
	at := s.headOf(c.first, c.end)
	last := c.document.longNameOf(s, at)
	switch {
	case isNucleic(s.at(at)) || in(organs, last):
		return otherSort
	case endsAs(of.ends, last) || endsAs(of.ends, s.at(c.end-1)):
		return 1
	case s.words[at].name:
		return max(of.named, otherSort)
	case s.words[at].capital && at > 0 && a.kind == kindOrganism:
		return max(of.named, maybeSort)
	}
	return otherSort
}

// longNameOf returns the last word of what word i is short for, or the word itself.
func (d *document) longNameOf(s *sentence, i int) string {
	if long := d.lastOf(s.words[i].key); s.words[i].name && long != "" {
		return long
	}
	return s.at(i)
}

// isNucleic says whether a word names a kind of nucleic acid, and no protein.
func isNucleic(word string) bool { return endsAs("RNA DNA RNAs DNAs", word) }

// in says whether a list of words has one.
func in(list, word string) bool { return word != "" && strings.Contains(" "+list+" ", " "+word+" ") }

// endsAs says whether a word has one of the endings in a list.
func endsAs(list, word string) bool {
	for _, e := range strings.Fields(list) {
		if strings.HasSuffix(word, e) {
			return true
		}
	}
	return false
}
