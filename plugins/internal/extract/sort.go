package extract

import "strings"

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
